#!/usr/bin/env python3
"""Measures `faceblur scrub` on a folder of photos that it builds, against deface and a loop of `faceblur blur`."""

import json
import os
import shutil
import subprocess
import sys
import time

from goals import PORTRAITS, GoalBenchmark
from measure import NOBODYS_SETTINGS
from tools import Tools

# Width and height of the photos, in turn.
SIZES = [(800, 600), (1600, 1200), (1200, 1600), (2304, 1728), (3264, 2448), (4000, 3000)]
# A peer that takes seconds for each photo gets a part of them.
PEER_SHARE = 10
# Of the photos that a run meets again, so that the first run does not take most of the benchmark's time.
SMALL = (64, 48)


def draw(folder, count):
    """Draws one large picture of each size and cuts each photo out of it at another place. Runs in the environment."""
    import photos

    for number, (width, height) in enumerate(SIZES):
        numbers = range(number, count, len(SIZES))
        drawn = [folder / f"{n % 7}" / f"IMG_{n:05}.jpg" for n in numbers]
        if all(photo.exists() for photo in [*drawn, folder.parent / "small.jpg"]):
            continue
        picture = photos.build_picture(width + 64, height + 64, PORTRAITS)
        if number == 0:
            # Beside the folder, which is scrubbed.
            folder.parent.mkdir(parents=True, exist_ok=True)
            picture.resize(SMALL).save(folder.parent / "small.jpg", "JPEG", quality=92)
        for n in numbers:
            photo = folder / f"{n % 7}" / f"IMG_{n:05}.jpg"
            photo.parent.mkdir(parents=True, exist_ok=True)
            left, top = n * 8 % 64, n * 5 % 64
            picture.crop((left, top, left + width, top + height)).save(photo, "JPEG", quality=92)


def run(command, accepted=(0,)):
    """Wall seconds, CPU seconds and peak megabytes of a process."""
    start = time.monotonic()
    process = subprocess.Popen(
        list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=NOBODYS_SETTINGS)
    errors = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in accepted:
        sys.exit(f"{' '.join(map(str, command))}: exit {process.returncode}\n{errors}")
    return {"wall": time.monotonic() - start, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / 1024}


class Benchmark(GoalBenchmark):
    name = "scrub"

    def __init__(self, options):
        super().__init__(options)
        self.effort = options.effort
        self.out = self.folder / "out"
        self.count = options.count or (24 if options.quick else 300)
        self.photos = self.folder / f"photos-{self.count}"
        self.entries = 10_000 if options.quick else 100_000
        self.small = 1000 if options.quick else 100_000
        self.tools = Tools(self.folder.parent / "peers", options.quick)
        self.results |= {"photos": self.count}

    @classmethod
    def add_options(cls, parser):
        parser.add_argument("--effort", default="normal")
        parser.add_argument("--count", type=int, help="photos in the folder")

    def scrub(self, source, *options, effort=None):
        state = self.out.with_name(self.out.name + ".faceblur")
        for folder in (self.out, state):
            shutil.rmtree(folder, ignore_errors=True)
        cost = run([self.faceblur, "scrub", source, "-o", self.out, "-q", "--effort", effort or self.effort, *options])
        # Line by line: a process counts the pages of the one that starts it as its own.
        with (state / "report.jsonl").open() as report:
            return cost, sum(json.loads(line).get("seconds", 0) for line in report)

    def measure(self):
        self.draw(self.tools.python, self.photos, self.count)
        for jobs in (1, 2):
            cost, stages = self.scrub(self.photos, "--jobs", str(jobs))
            cost["stages"] = stages
            self.results[f"scrub, {jobs} job{'s' * (jobs > 1)}"] = cost
        self.results["scrub again, nothing to do"] = run(
            [self.faceblur, "scrub", self.photos, "-o", self.out, "-q", "--effort", self.effort])
        self.results["loop of faceblur blur"] = self.loop()
        if self.tools.deface:
            self.results["deface"] = self.deface()
        photo = (self.folder / "small.jpg").read_bytes()
        small = self.copies(self.small, ".jpg", lambda number: photo)
        self.scrub(small, effort="fast")
        self.results[f"{self.small} small photos again, --trust-times"] = run(
            [self.faceblur, "scrub", small, "-o", self.out, "-q", "--effort", "fast", "--trust-times"])
        for entries in (100, self.entries):
            cost, _ = self.scrub(self.copies(entries, ".txt", lambda number: b"%d\n" % number), "--jobs", "2")
            self.results[f"{entries} notes"] = cost

    def loop(self):
        costs = []
        target = self.folder / "single"
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        for photo in sorted(self.photos.rglob("*.jpg"))[: self.count]:
            costs.append(run([self.faceblur, "blur", photo, "-o", target, "-q", "--force", "--effort", self.effort]))
            photo.with_suffix(".AAE").unlink(missing_ok=True)
        return {"wall": sum(c["wall"] for c in costs), "cpu": sum(c["cpu"] for c in costs),
                "peak": max(c["peak"] for c in costs)}

    def deface(self):
        """Of every tenth photo, a run for each size of picture; its time for the whole folder is that many times as long.

        Pictures of several sizes in one run take it many times as long, because its network then sees faces everywhere."""
        chosen = sorted(self.photos.rglob("*.jpg"))[: self.count][::PEER_SHARE]
        folder = self.folder / "deface"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for photo in chosen:
            shutil.copy(photo, folder)
        costs = [run([self.tools.deface, *(folder / photo.name for photo in group)]) for group in self.by_size(chosen)]
        factor = self.count / len(chosen)
        return {"wall": sum(c["wall"] for c in costs) * factor, "cpu": sum(c["cpu"] for c in costs) * factor,
                "peak": max(c["peak"] for c in costs), "estimated from": len(chosen)}

    @staticmethod
    def by_size(chosen):
        groups = {}
        for photo in chosen:
            groups.setdefault(int(photo.stem[-5:]) % len(SIZES), []).append(photo)
        return groups.values()

    def copies(self, count, ending, content):
        """A folder with so many files, a thousand to a folder."""
        folder = self.folder / f"{count}{ending}"
        if not folder.exists():
            partial = folder.with_suffix(".partial")
            for number in range(count):
                file = partial / f"{number // 1000}" / f"{number}{ending}"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content(number))
            partial.rename(folder)
        return folder

    def goals(self):
        one, two = self.results["scrub, 1 job"], self.results["scrub, 2 jobs"]
        few, many = self.results["100 notes"], self.results[f"{self.entries} notes"]
        again = self.results[f"{self.small} small photos again, --trust-times"]
        loop = self.results["loop of faceblur blur"]
        yield "2 jobs against 1", one["wall"] / two["wall"], ">=", 1.8
        yield "1 job against the sum of its stages", one["wall"] / one["stages"], "<=", 1.15
        # `blur` looks with all cores, one job with one.
        yield "2 jobs against a loop of blur, which has both cores, too", loop["wall"] / two["wall"], ">=", 1
        yield f"memory of {self.entries} files against 100", many["peak"] / few["peak"], "<=", 1.2
        yield f"{self.small} photos again, --trust-times, seconds", again["wall"], "<=", 5
        if "deface" in self.results:
            yield "2 jobs against deface", self.results["deface"]["wall"] / two["wall"], ">=", 15
            yield "2 jobs against deface, CPU", self.results["deface"]["cpu"] / two["cpu"], ">=", 25

    def page(self):
        cores = os.cpu_count()
        lines = ["# Scrubbing a folder", "", f"{self.count} photos of 0.5 to 12 MP, on {cores} cores"
                 f" with a load of {os.getloadavg()[0]:.1f} besides.", "",
                 "| run | seconds | photos a second | CPU seconds | peak MB |", "|---|---|---|---|---|"]
        for name, cost in self.results.items():
            if isinstance(cost, dict):
                rate = "" if "notes" in name or "small" in name else f"{self.count / cost['wall']:.1f}"
                peak = f"{cost['peak']:.0f}" if "peak" in cost else ""
                lines.append(f"| {name} | {cost['wall']:.1f} | {rate} | {cost['cpu']:.1f} | {peak} |")
        lines += ["", "| goal | measured | |", "|---|---|---|"]
        for name, value, sign, goal in self.goals():
            met = value >= goal if sign == ">=" else value <= goal
            lines.append(f"| {name}: {sign} {goal} | {value:.2f} | {'met' if met else 'missed'} |")
        return lines


if __name__ == "__main__":
    Benchmark.main(__doc__, draw)
