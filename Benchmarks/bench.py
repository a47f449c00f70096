#!/usr/bin/env python3
"""Measures faceblur against other tools, on photos that it builds. See README.md."""

import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import plan
import report
from measure import NOBODYS_SETTINGS, Costs, Engine, Launcher, in_rounds
from tools import Tools, build_programs

HERE = Path(__file__).resolve().parent
REGIONS = ";".join(",".join(f"{value:.6f}" for value in region) for region in plan.REGIONS)
OURS = ["bitCopy", "coefficients", "pixels", "scan", "gate", "look"]
START_ROUNDS = 20
STAGE_ROUNDS = 12


def chroma(photo):
    return ":".join(photo.subsampling[i] for i in range(3))


class Benchmark:
    def __init__(self, options):
        self.quick = options.quick
        self.faceblur = options.faceblur
        self.folder = Path(options.folder).resolve()
        self.photos = self.folder / "photos"
        self.work = self.folder / "work"
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in (self.photos, self.work):
            folder.mkdir(parents=True, exist_ok=True)
        self.programs = build_programs(self.folder)
        self.launcher = Launcher(str(self.programs / "measure"))
        self.tools = Tools(self.folder / "peers", self.quick)

    def build_photos(self, photos):
        """Anew where the recipe has changed."""
        recipe = "".join((HERE / name).read_text() for name in ("photos.py", "plan.py", "tools.py"))
        stamp = self.photos / "recipe"
        if not stamp.exists() or stamp.read_text() != recipe:
            for photo in self.photos.glob("*.jpg"):
                photo.unlink()
            stamp.write_text(recipe)
        names = json.dumps([photo.name for photo in photos])
        portraits = HERE.parent / "Tests" / "TestSupport" / "Photos"
        subprocess.run(
            [self.tools.python, HERE / "photos.py", self.photos, portraits, names], check=True)

    def path(self, photo):
        return str(self.photos / photo.file)

    # Engines alone

    def engines(self):
        own = str(self.programs / "benchmark")
        engines = {name: Engine([own, "serve", name, REGIONS], lambda photo, path: path) for name in OURS}
        engines["libjpeg-turbo"] = Engine([own, "serve", "turbo", REGIONS], lambda photo, path: path)
        # Where there is one, in memory: writing to it costs a copy and no more.
        scratch = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else self.work
        self.scratch = scratch / f"faceblur-bench-{os.getpid()}.jpg"
        line = lambda photo, path: f"{path}\t{photo.quality}\t{chroma(photo)}"
        for name, python in self.tools.modules.items():
            engines[name] = Engine([python, str(HERE / "peer.py"), "serve", name, str(self.scratch)], line)
        return engines

    def measure_engines(self):
        engines = self.engines()
        results = {}
        for photo in plan.photos(self.quick):
            apt = [n for n in engines if not (photo.progressive and n in ("bitCopy", "scan"))]
            costs = {name: Costs() for name in apt}
            path = self.path(photo)
            failures = in_rounds(1, {n: lambda n=n: engines[n].run(photo, path) for n in apt})
            for name, reason in failures.items():
                self.tools.skip(f"{name} on {photo.title}, engine", reason)
            failures = in_rounds(plan.rounds(photo, self.quick), {
                n: lambda n=n: costs[n].add(engines[n].run(photo, path)) for n in apt if n not in failures})
            results[photo.name] = {n: c.summary() for n, c in costs.items() if c.samples}
            print(report.engine_line(photo, results[photo.name]), flush=True)
        for engine in engines.values():
            engine.end()
        self.scratch.unlink(missing_ok=True)
        return results

    # Whole processes

    def commands(self, photo):
        """By tool, the command that obscures the regions and where it writes."""
        source = shutil.copy(self.path(photo), self.work)
        subprocess.run([self.programs / "benchmark", "record", REGIONS, source], check=True, capture_output=True)
        target = {name: str(self.work / f"{name}-{photo.file}") for name in
                  ["faceblur", "imagemagick", *self.tools.modules]}
        commands = {"faceblur": [self.faceblur, "render", source, "-o", target["faceblur"]]}
        if self.tools.imagemagick:
            operations = []
            for left, top, right, bottom in photo.boxes():
                width, height = right - left, bottom - top
                operations += ["-region", f"{width}x{height}+{left}+{top}",
                               "-scale", f"{plan.CELLS}x{plan.CELLS}!", "-scale", f"{width}x{height}!"]
            commands["imagemagick"] = [
                self.tools.imagemagick, source, *operations, "+region", "-sampling-factor", chroma(photo),
                "-quality", str(photo.quality), target["imagemagick"]]
        boxes = [",".join(map(str, box)) for box in photo.boxes()]
        for name, python in self.tools.modules.items():
            commands[name] = [python, str(HERE / "peer.py"), "obscure", name, source, target[name],
                              str(photo.quality), chroma(photo), str(plan.CELLS), *boxes]
        return {name: (command, target[name]) for name, command in commands.items()}

    def measure_processes(self):
        results = {}
        for photo in plan.process_photos(self.quick):
            commands = self.commands(photo)
            results[photo.name] = self.costs(commands, plan.rounds(photo, self.quick), photo.title)
            print(report.process_line(photo, results[photo.name]), flush=True)
            for file in self.work.iterdir():
                file.unlink()
        return results

    def costs(self, commands, rounds, title):
        """Runs every command once unmeasured, then in rounds."""
        costs = {name: Costs() for name in commands}
        failures = in_rounds(1, {n: lambda c=c: self.launcher.run(*c) for n, c in commands.items()})
        for name, reason in failures.items():
            self.tools.skip(f"{name} on {title}", reason)
        in_rounds(rounds, {n: lambda n=n, c=c: costs[n].add(self.launcher.run(*c))
                           for n, c in commands.items() if n not in failures})
        return {name: cost.summary() for name, cost in costs.items() if cost.samples}

    def measure_start(self):
        """How long a program takes that does nothing; of a Python module, that it is imported."""
        commands = {"faceblur": ([self.faceblur, "--version"],)}
        modules = {"pillow": "PIL.Image", "opencv": "cv2", "libvips": "pyvips"}
        for name, python in self.tools.modules.items():
            commands[name] = ([python, "-c", f"import {modules[name]}"],)
        if self.tools.imagemagick:
            commands["imagemagick"] = ([self.tools.imagemagick, "-version"],)
        return self.costs(commands, START_ROUNDS, "start-up")

    def measure_stages(self):
        """Where the time of one photo goes, and what the processor can do at best."""
        photo = plan.REFERENCE
        program = self.programs / "benchmark"
        source = shutil.copy(self.path(photo), self.work)
        command = [program, "stages", REGIONS, source, str(4 if self.quick else STAGE_ROUNDS)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=NOBODYS_SETTINGS)
        costs, work = {}, {}
        for line in done.stdout.splitlines():
            name, wall, cpu, multiply_adds = line.split("\t")
            costs.setdefault(name, Costs()).add({"wall": float(wall), "cpu": float(cpu)})
            work[name] = int(multiply_adds)
        peak = subprocess.run([program, "peak"], check=True, capture_output=True, text=True).stdout
        return {"stages": {name: cost.summary() for name, cost in costs.items()}, "multiply_adds": work,
                "peak": float(peak)}

    def measure_detection(self):
        """Whole process with detection, on one photo, against the program that does the same work."""
        photo = plan.REFERENCE
        source = shutil.copy(self.path(photo), self.work)
        folder = self.work / "blurred"
        record = Path(source).with_suffix(".AAE")

        class Forgetting(Launcher):
            """Without a record every run is the first."""

            def run(self, command, output=None):
                record.unlink(missing_ok=True)
                return super().run(command, output)

        self.launcher = Forgetting(self.launcher.measure)
        commands = {"faceblur blur": (
            [self.faceblur, "blur", source, "-o", f"{folder}/"],
            str(folder / photo.file))}
        if self.tools.deface:
            target = str(self.work / "deface.jpg")
            commands["deface"] = ([self.tools.deface, source, "-o", target], target)
            small = str(self.work / "deface-small.jpg")
            commands["deface --scale 1600x1200"] = (
                [self.tools.deface, source, "-o", small, "--scale", "1600x1200"], small)
        return self.costs(commands, 2, "detection")

    def machine(self):
        model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "")
        source = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty"],
                                capture_output=True, text=True).stdout.strip()
        swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
        return {"processor": model, "cores": os.cpu_count(), "system": platform.release(),
                "swift": swift.split(" (")[0], "source": source,
                "date": datetime.date.today().isoformat()}

    def run(self):
        for name in ("imagemagick", "deface"):
            if name not in self.tools.skipped:
                print(f"not as an engine: {name} is a program; it is measured as a whole process", flush=True)
        self.build_photos(plan.photos(self.quick))
        results = {"machine": self.machine(), "load_before": os.getloadavg(), "quick": self.quick,
                   "versions": self.tools.versions()}
        results["bytes_per_pixel"] = {
            p.name: round(os.path.getsize(self.path(p)) / (p.size[0] * p.size[1]), 3)
            for p in plan.photos(self.quick)}
        results["engine"] = self.measure_engines()
        results["process"] = self.measure_processes()
        results["start"] = self.measure_start()
        results["stages"] = self.measure_stages()
        results["detection"] = self.measure_detection()
        results["load_after"] = os.getloadavg()
        results["skipped"] = self.tools.skipped
        results["goals"] = report.goals(results)
        shutil.rmtree(self.work, ignore_errors=True)
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faceblur", required=True, help="the command to measure, built for release")
    parser.add_argument("--folder", default=".build/bench", help="where photos, peers and builds are kept")
    parser.add_argument("--quick", action="store_true", help="2 and 12 MP only, few rounds")
    options = parser.parse_args()
    options.faceblur = os.path.abspath(options.faceblur)

    benchmark = Benchmark(options)
    results = benchmark.run()
    # A quick run is for trying it out and does not replace what is kept.
    target = benchmark.folder / "quick" if options.quick else HERE / "results"
    target.mkdir(parents=True, exist_ok=True)
    (target / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    table = report.markdown(results)
    (target / "results.md").write_text(table)
    subprocess.run([benchmark.tools.python, HERE / "plot.py", target / "results.json", target / "plot.png"],
                   check=True)
    print("\n" + table)
    print(f"written: {os.path.relpath(target)}/results.md, results.json, plot.png")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"failed: {' '.join(map(str, error.cmd[:4]))} …")
