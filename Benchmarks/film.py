#!/usr/bin/env python3
"""Measures `faceblur blur` on a film that it builds, against deface: what it costs, what stays, and whether the face is hidden."""

import datetime
import json
import os
import shutil
import statistics
import subprocess
import sys

import filmplan
from filmplan import GROUP, HEIGHT, LARGE_SECONDS, PEER_SHARE, QUICK_SECONDS, RATE, SECONDS, SHORT_SECONDS, WIDTH
from goals import HERE, GoalBenchmark
from measure import NOBODYS_SETTINGS, Failure, cost_of_all
from tools import Tools


class Benchmark(GoalBenchmark):
    name = "film"

    def __init__(self, options):
        super().__init__(options)
        self.seconds = options.seconds or (QUICK_SECONDS if self.quick else SECONDS)
        self.results |= {"note": options.note} if options.note else {}
        self.tools = Tools(self.folder.parent / "peers", True, photo_peers=False)
        self.deface = self.tools.deface_for_films()
        self.work = self.folder / "work"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)

    @classmethod
    def add_options(cls, parser):
        parser.add_argument("--seconds", type=int, help="how long the film is")
        parser.add_argument("--note", help="a sentence on the circumstances, for the page")

    # Films

    def film(self, width, height, seconds):
        """Drawn once, and anew where the recipe has changed."""
        film = self.folder / f"{width}x{height}-{seconds}.mp4"
        recipe, stamp = "".join((HERE / name).read_text() for name in ("films.py", "photos.py")), film.with_suffix(".recipe")
        if not film.exists() or not stamp.exists() or stamp.read_text() != recipe:
            print(f"drawing {seconds} seconds of {width} × {height}", flush=True)
            command = [self.tools.python, HERE / "films.py", film, width, height, seconds]
            subprocess.run(list(map(str, command)), check=True)
            stamp.write_text(recipe)
        return film

    def part(self, film, seconds):
        """The first seconds of a film, which end with a group, copied as they are."""
        part = self.work / f"first-{seconds}.mp4"
        command = ["ffmpeg", "-v", "error", "-y", "-i", film, "-map", "0", "-c", "copy", "-t", str(seconds),
                   "-frames:v", str(seconds * RATE), part]
        subprocess.run(list(map(str, command)), check=True)
        lines = film.with_suffix(".jsonl").read_text().splitlines()[:seconds * RATE]
        part.with_suffix(".jsonl").write_text("\n".join(lines) + "\n")
        return part

    def hevc(self, film):
        """The same pictures, as phones code them."""
        coded = self.work / f"{film.stem}-hevc.mp4"
        command = ["ffmpeg", "-v", "error", "-y", "-i", film, "-c:v", "libx265", "-preset", "fast", "-x265-params",
                   f"log-level=none:keyint={GROUP}:min-keyint={GROUP}:scenecut=0", "-tag:v", "hvc1", "-c:a", "copy", coded]
        subprocess.run(list(map(str, command)), check=True)
        return coded

    # Runs

    def blur(self, film):
        """What it costs, where its render is, and from which frame to which something is hidden, as its record says."""
        render = self.work / f"{film.stem}-faceblur.mp4"
        render.unlink(missing_ok=True)
        self.forget(film)
        cost = cost_of_all([self.faceblur, "blur", film, "-o", render, "-q"])
        shown = subprocess.run([self.faceblur, "show", film, "--json"], capture_output=True, text=True, check=True, env=NOBODYS_SETTINGS)
        self.forget(film)
        tracks = json.loads(shown.stdout)["tracks"]
        return cost, render, [[round(track[end] * RATE) for end in ("start", "end")] for track in tracks]

    @staticmethod
    def forget(film):
        """The film is one that nobody has blurred yet."""
        for record in film.parent.glob(f"{film.stem}*.AAE"):
            record.unlink()

    def run_deface(self, film, *options):
        render = self.work / f"{film.stem}-deface{''.join(options)}.mp4"
        cost = cost_of_all([self.deface, film, "-o", render, *options])
        return cost, render

    def compared(self, film, render):
        command = [self.tools.python, HERE / "filmcheck.py", film, render]
        return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)

    # What is measured

    def measure(self):
        # What is only tried out is short enough for all.
        first = self.seconds if self.quick else self.seconds // PEER_SHARE
        film = self.film(WIDTH, HEIGHT, self.seconds)
        large = self.film(2 * WIDTH, 2 * HEIGHT, LARGE_SECONDS)
        part = film if first == self.seconds else self.part(film, first)
        short = self.part(film, SHORT_SECONDS)
        self.results |= {"date": datetime.date.today().isoformat(), "seconds": self.seconds, "peer seconds": first,
                         "bytes": film.stat().st_size, "load before": os.getloadavg()[0]}
        runs = self.results["runs"] = {}
        if part is not film:
            runs[f"faceblur, {self.seconds} s"] = self.ours(film)
        runs[f"faceblur, {first} s"] = self.ours(part)
        if self.deface:
            cost, render = self.run_deface(part)
            runs[f"deface, {first} s"] = {**cost, "changes": self.compared(part, render)}
            runs[f"deface, {SHORT_SECONDS} s"] = self.run_deface(short)[0]
            runs[f"deface --keep-audio, {SHORT_SECONDS} s"] = self.run_deface(short, "--keep-audio")[0]
        # Before the peer and after it, so that what else the machine does counts for both.
        runs[f"faceblur, {first} s, again"] = self.blur(part)[0]
        self.results["load after"] = os.getloadavg()[0]
        self.results["large"] = self.blur(large)[0]
        self.results["large, HEVC"] = self.blur(self.hevc(large))[0]
        shutil.rmtree(self.work)

    def ours(self, film):
        cost, render, tracks = self.blur(film)
        changes = self.compared(film, render)
        # Groups of pictures in which the record hides nothing.
        ends = [*changes["groups"][1:], changes["frames"]]
        groups = [range(start, end) for start, end in zip(changes["groups"], ends)
                  if not any(first < end and last >= start for first, last in tracks)]
        untouched = [frame for group in groups for frame in group]
        identical = set(changes["identical"])
        return {**cost, "tracks": tracks, "changes": changes, "untouched": len(untouched),
                "untouched and identical": sum(frame in identical for frame in untouched)}

    # What is told

    @property
    def own(self):
        return self.results["runs"][f"faceblur, {self.results['peer seconds']} s"]

    @property
    def peer(self):
        return self.results["runs"].get(f"deface, {self.results['peer seconds']} s")

    def speedup(self, kind):
        """Of the mean of both runs around the peer."""
        again = self.results["runs"][f"faceblur, {self.results['peer seconds']} s, again"]
        return self.peer[kind] / statistics.mean([self.own[kind], again[kind]])

    @staticmethod
    def open_faces(run):
        """The frames in which the face still looks like itself, by its luma or by its detail."""
        return {frame for frame, likeness in run["changes"]["faces"].items() if max(likeness) >= filmplan.ALIKE}

    def goals(self):
        whole = next(iter(self.results["runs"].values()))
        if self.peer:
            yield "times as fast as deface", self.speedup("wall"), ">=", filmplan.SPEEDUP
        yield "untouched frames identical, %", 100 * whole["untouched and identical"] / max(whole["untouched"], 1), ">=", 100
        yield "frames with an open face", len(self.open_faces(whole)), "<=", 0
        if self.peer:
            yield "frames with a face that is open here and hidden by deface", len(
                self.open_faces(self.own) - self.open_faces(self.peer)), "<=", 0
        yield f"peak at {WIDTH} × {HEIGHT}, MB", whole["peak"], "<=", filmplan.PEAK_MEGABYTES
        for kind in ("large", "large, HEVC"):
            name = f"peak at {2 * WIDTH} × {2 * HEIGHT}{kind.removeprefix('large')}, MB"
            yield name, self.results[kind]["peak"], "<=", filmplan.LARGE_PEAK_MEGABYTES

    def page(self):
        results, runs = self.results, self.results["runs"]
        lines = ["# Films", "",
                 f"{results['seconds']} seconds of {WIDTH} × {HEIGHT} at {RATE} frames a second, H.264,"
                 f" {8e-6 * results['bytes'] / results['seconds']:.1f} Mbit/s, in which a face is seen for a third of the time;"
                 f" {results['date']}, on {os.cpu_count()} cores with a load of {results['load before']:.1f} before and"
                 f" {results['load after']:.1f} after. Made by `make bench-film`. {results.get('note', '')}".rstrip(), "",
                 "| run | seconds | frames a second | CPU seconds | peak MB |", "|---|---|---|---|---|"]
        for name, run in runs.items():
            seconds = int(name.split(", ")[1].split()[0])
            lines.append(f"| {name} | {run['wall']:.1f} | {seconds * RATE / run['wall']:.1f} | {run['cpu']:.1f} | {run['peak']:.0f} |")
        for kind in ("large", "large, HEVC"):
            large = results[kind]
            lines.append(f"| faceblur, {LARGE_SECONDS} s of {2 * WIDTH} × {2 * HEIGHT}{kind.removeprefix('large')} | {large['wall']:.1f} |"
                         f" {LARGE_SECONDS * RATE / large['wall']:.1f} | {large['cpu']:.1f} | {large['peak']:.0f} |")
        lines += ["", "CPU and peak are those of a command and of all that it starts, the peak as the most that they hold at one time.", ""]
        if self.peer:
            lines += [f"deface takes {self.speedup('wall'):.1f} times as long as faceblur, and {self.speedup('cpu'):.1f} times the CPU time.", ""]
        lines += ["## What is changed", "",
                  "| run | size | lines | PSNR with a face | PSNR without | frames without a face identical | open faces | likeness |",
                  "|---|---|---|---|---|---|---|---|"]
        for name, run in runs.items():
            if "changes" in run:
                lines.append(self.changes_row(name, run["changes"], len(self.open_faces(run))))
        lines += ["", "PSNR of luma outside of what is near the face. A face is open where its luma, or what is finer than"
                  f" {100 * filmplan.COARSE:.0f} % of its height, correlates with the original's by {filmplan.ALIKE} or more. Frames"
                  f" in which at least half of the face is seen count; the likeness is the median of both.", "",
                  "## The mean of many frames", "",
                  "| run | frames | luma: one frame | the best | the mean | detail: one frame | the best | the mean |",
                  "|---|---|---|---|---|---|---|---|"]
        for name, run in runs.items():
            for mean in run.get("changes", {}).get("means", []):
                luma, detail = (" | ".join(f"{mean[kind][part]:.2f}" for part in ("one frame", "best frame", "mean"))
                                for kind in ("luma", "detail"))
                lines.append(f"| {name} | {mean['frames']} | {luma} | {detail} |")
        lines += ["", "Renders of a face that walks, turns and comes nearer are aligned to it, and the correlation with the mean of the"
                  " original's is told: of a frame as usual, of the best of them, and of their mean.", "",
                  "| goal | measured | |", "|---|---|---|"]
        for name, value, sign, goal in self.goals():
            met = value >= goal if sign == ">=" else value <= goal
            lines.append(f"| {name}: {sign} {goal} | {value:.1f} | {'met' if met else 'missed'} |")
        return [*lines, *(f"- Not measured: {tool}: {reason}" for tool, reason in self.tools.skipped.items())]

    @staticmethod
    def changes_row(name, changes, open_count):
        def decibels(value):
            return "–" if value is None else f"{value:.1f} dB"

        faces = changes["faces"].values()
        medians = " and ".join(f"{statistics.median(kind):.2f}" for kind in zip(*faces)) if faces else ""
        kept = changes["identical without a face"]
        return (f"| {name} | {100 * changes['size']:.0f} % | {changes['lines']} | {decibels(changes['psnr with a face'])} |"
                f" {decibels(changes['psnr without'])} | {kept} of {changes['without a face']} |"
                f" {open_count} of {len(faces)} | {medians} |")


if __name__ == "__main__":
    try:
        Benchmark.main(__doc__, None)
    except Failure as failure:
        sys.exit(str(failure))
    except subprocess.CalledProcessError as error:
        sys.exit(f"failed: {' '.join(map(str, error.cmd[:4]))} …")
