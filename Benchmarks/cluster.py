#!/usr/bin/env python3
"""Measures `faceblur-spark` on a cluster on this machine: photos a second against `faceblur scrub`, and the driver's memory.

Runs in the environment of `make cluster-test`. What ten million photos would take is reckoned from what is measured.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "Cluster"), str(ROOT / "Cluster/tests")]
os.environ["SPARK_LOCAL_IP"] = os.environ["SPARK_LOCAL_HOSTNAME"] = "127.0.0.1"
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

from measure import NOBODYS_SETTINGS  # noqa: E402
from support.spark import Cluster  # noqa: E402

STUB = ROOT / "Cluster/tests/stub_worker.py"
DRAWING = ["numpy==2.4.6", "pillow==13.0.0"]
# What the model is of: photos, executors, cores of each; and prices in dollars (S3 in us-east-1, computers on demand).
PHOTOS, EXECUTORS, CORES = 10_000_000, 100, 4
CORE_HOUR, PUT_1000, GET_1000, GB_MONTH = 0.048, 0.005, 0.0004, 0.023
# What S3 takes in a second below one prefix before it asks to wait.
PREFIX_GETS = 5500
# Requests for each photo: two questions and a read for the source, and a write.
GETS, PUTS = 3, 1


class Workers(Cluster):
    """A cluster of as many workers as are wanted, of one core each."""

    def __init__(self, folder, count):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # No store but the file system is asked: nothing is at the place of the connector.
        super().__init__(folder, folder / "no.jar", {})
        self.WORKERS = count

    def session(self):
        from pyspark.sql import SparkSession

        builder = SparkSession.builder
        for name, value in self.settings().items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        # The first executors take seconds to come.
        session.sparkContext.parallelize(range(8), 8).map(lambda _: time.sleep(0.2)).count()
        return session


class Benchmark:
    def __init__(self, options):
        self.options = options
        self.folder = Path(options.folder).resolve()
        self.photos = self.folder / "photos"
        self.count = options.count or (24 if options.quick else 300)
        self.counts = [10 ** power for power in range(3, 5 if options.quick else 7)]
        self.results = {"photos": self.count, "runs": {}, "driver": {}}

    def draw(self):
        if len(list(self.photos.rglob("*.jpg"))) != self.count:
            shutil.rmtree(self.photos, ignore_errors=True)
            environment = self.folder / "drawing"
            if not environment.exists():
                subprocess.run([sys.executable, "-m", "venv", environment], check=True)
                subprocess.run([environment / "bin/pip", "install", "-q", *DRAWING], check=True)
            subprocess.run(
                [environment / "bin/python", HERE / "scrub.py", "--draw", self.photos, str(self.count)], check=True, cwd=HERE)
        self.results["photos"] = self.count
        self.results["bytes"] = sum(path.stat().st_size for path in self.photos.rglob("*.jpg"))

    def timed(self, name, work):
        begun = time.monotonic()
        work()
        cost = {"wall": time.monotonic() - begun, "load": os.getloadavg()[0]}
        self.results["runs"].setdefault(name, []).append(cost)
        print(f"{name}: {cost['wall']:.1f} s", flush=True)

    def alone(self, jobs):
        out = self.folder / "alone"
        for path in (out, out.with_name("alone.faceblur")):
            shutil.rmtree(path, ignore_errors=True)
        command = [self.options.faceblur, "scrub", self.photos, "-o", out, "-q", "--jobs", str(jobs)]
        self.timed(f"scrub --jobs {jobs}", lambda: subprocess.run(command, check=True, env=NOBODYS_SETTINGS))

    def cluster(self, workers):
        from faceblur_spark import scrub

        for name in ("out", "manifest"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        with Workers(self.folder / "spark", workers) as cluster:
            spark = cluster.session()

            def run():
                return scrub(
                    spark, str(self.photos), str(self.folder / "out"), manifest=str(self.folder / "manifest"), faceblur=self.options.faceblur)

            try:
                # Spark compiles its plans when they are first needed.
                scrub(spark, str(self.empty()), str(self.folder / "none"), manifest=str(self.folder / "none-manifest"),
                      faceblur=self.options.faceblur)
                self.timed(f"cluster, {workers} worker{'s' * (workers > 1)}", run)
                self.timed("cluster, nothing to do", run)
            finally:
                spark.stop()

    def empty(self):
        for name in ("empty", "none", "none-manifest"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        (self.folder / "empty").mkdir(parents=True)
        (self.folder / "empty/a.txt").write_text("text\n")
        return self.folder / "empty"

    def driver(self):
        for count in self.counts:
            command = [sys.executable, __file__, "--driver", str(count), "--folder", self.folder, "--faceblur", self.options.faceblur]
            told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            self.results["driver"][count] = json.loads(told.splitlines()[-1])
            print(count, self.results["driver"][count], flush=True)
            self.save()

    def target(self):
        return self.folder if self.options.quick else HERE / "results"

    def save(self):
        target = self.target()
        (target / "cluster.json").write_text(json.dumps(self.results, indent=1) + "\n")
        (target / "cluster.md").write_text(report(self.results))

    def measure(self):
        if self.options.part and (self.target() / "cluster.json").exists():
            self.results |= json.loads((self.target() / "cluster.json").read_text())
        if self.options.part != "driver":
            self.draw()
            self.results["runs"] = {}
            # In turns, so that a busy machine is busy for all.
            for _ in range(1 if self.options.quick else self.options.rounds):
                for count in (1, 2):
                    self.alone(count)
                    self.cluster(count)
                self.save()
        if self.options.part != "photos":
            self.driver()
        self.save()
        print(report(self.results))


def drive(folder, count):
    """One run over so many names, as a process of its own: what its driver needed."""
    from pyspark.sql import functions as F

    from faceblur_spark import scrub

    for name in ("out", "manifest", "list"):
        shutil.rmtree(folder / f"driver-{name}", ignore_errors=True)
    (folder / "empty").mkdir(parents=True, exist_ok=True)
    with Workers(folder / "spark", 2) as cluster:
        spark = cluster.session()
        # What object stores keep in place of folders: they are dealt out to tasks and have rows as photos have, and nothing is fetched.
        listed = spark.range(count).select(
            F.concat(F.lit("street/2026/"), F.sha2(F.col("id").cast("string"), 256), F.lit("/")).alias("key"),
            F.lit(1_400_000).cast("long").alias("size"))
        listed.write.parquet(str(folder / "driver-list"))
        java = spark._jvm.java.lang
        begun = time.monotonic()
        summary = scrub(
            spark, str(folder / "empty"), str(folder / "driver-out"), manifest=str(folder / "driver-manifest"),
            inventory_url=str(folder / "driver-list"), faceblur=str(STUB))
        seconds = time.monotonic() - begun
        assert (summary.photos, summary.other) == (count, count), summary
        for _ in range(3):
            java.System.gc()
        heap = java.Runtime.getRuntime()
        told = {
            "seconds": seconds, "heap": (heap.totalMemory() - heap.freeMemory()) / 1e6,
            "python": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}
        spark.stop()
    print(json.dumps(told))


def best(results, name):
    return min((run["wall"] for run in results["runs"].get(name, [])), default=None)


def report(results):
    count = results["photos"]
    lines = [
        "# On a cluster", "",
        f"{count} photos of 0.5 to 12 MP ({results.get('bytes', 0) / count / 1e6:.1f} MB each) on {os.cpu_count()} cores, where the load was"
        f" {load(results)}. A worker has one core. The least of {min(map(len, results['runs'].values()), default=0)} runs, in turns.", "",
        "| run | seconds | photos a second |", "|---|---|---|"]
    for name in results["runs"]:
        wall = best(results, name)
        rate = "" if "nothing" in name else f"{count / wall:.1f}"
        lines.append(f"| {name} | {wall:.1f} | {rate} |")
    idle = best(results, "cluster, nothing to do")
    if idle is not None:
        lines += ["", "What a run takes that finds nothing to do is the same for any number of photos up to some hundred thousand; without it:", "",
                  "| goal | measured | |", "|---|---|---|"]
        for name, alone in (("cluster, 1 worker", "scrub --jobs 1"), ("cluster, 2 workers", "scrub --jobs 2")):
            part = (best(results, name) - idle) / best(results, alone)
            lines.append(f"| {name} against {alone}: <= 1.10 | {part:.2f} | {'met' if part <= 1.1 else 'missed'} |")
    driver = {int(key): value for key, value in results["driver"].items()}
    if driver:
        lines += ["", "## The driver", "",
                  "Names alone, of 77 bytes each, that are dealt out and have rows as photos have; nothing is fetched. The heap is what is left"
                  " in use of Java's after the run; Python's is the peak.", "", "| names | heap, MB | Python, MB | names a second |", "|---|---|---|---|"]
        for names, told in driver.items():
            lines.append(f"| {names} | {told['heap']:.0f} | {told['python']:.0f} | {names / told['seconds']:.0f} |")
        if len(driver) > 1:
            first, last = driver[min(driver)], driver[max(driver)]
            part = (last["heap"] + last["python"]) / (first["heap"] + first["python"])
            lines += ["", "| goal | measured | |", "|---|---|---|",
                      f"| memory of {max(driver)} names against {min(driver)}: <= 1.2 | {part:.2f} | {'met' if part <= 1.2 else 'missed'} |"]
    if idle is not None:
        lines += model(results)
    return "\n".join(lines) + "\n"


def load(results):
    loads = [run["load"] for runs in results["runs"].values() for run in runs]
    return f"{min(loads):.1f} to {max(loads):.1f}" if loads else "not measured"


def model(results):
    """Ten million photos on paper."""
    each = results["bytes"] / results["photos"]
    seconds = best(results, "cluster, 2 workers") - best(results, "cluster, nothing to do")
    rate = results["photos"] / seconds / 2
    cores = EXECUTORS * CORES
    whole = rate * cores
    hours = PHOTOS / whole / 3600
    gets, puts = PHOTOS * GETS / 1000 * GET_1000, PHOTOS * PUTS / 1000 * PUT_1000
    machines = hours * cores * CORE_HOUR
    rows = [
        ("photos a second", f"{whole:.0f}", f"{rate:.1f} for each core as above, two workers, × {cores}"),
        ("duration", f"{hours:.1f} h", f"{PHOTOS:,} photos, and the last tasks of each batch: about a minute an hour"),
        ("network of an executor", f"{2 * each * rate * CORES / 1e6:.0f} MB/s",
         f"in and out, {each / 1e6:.1f} MB a photo; {2 * each * whole * 8 / 1e9:.0f} Gbit/s for all"),
        ("listing", "none", f"with an inventory; else {PHOTOS // 1000:,} requests one after the other, about {PHOTOS / 1000 * 0.1 / 60:.0f} min"),
        ("requests a second", f"{whole * GETS:.0f} reads, {whole * PUTS:.0f} writes", f"S3 gives {PREFIX_GETS} reads to each prefix"),
        ("what the driver holds", "as above", "tasks of a minute: "
         f"{PHOTOS / rate / 60:,.0f} in {max(1, round(hours))} batches; no name"),
        ("the manifest", f"about {PHOTOS * 600 / 1e9:.0f} GB in {PHOTOS // 100_000:,} files", "600 bytes a row as Parquet"),
        ("price for a million photos", f"${(machines + gets + puts) / PHOTOS * 1e6:.2f}",
         f"computers ${machines / PHOTOS * 1e6:.2f} at ${CORE_HOUR} a core and hour, reads ${gets / PHOTOS * 1e6:.2f}, writes"
         f" ${puts / PHOTOS * 1e6:.2f}; keeping the copies ${each * 1e6 / 1e9 * GB_MONTH:.2f} a month"),
    ]
    first = (
        f"**What breaks first**: S3 asks to wait where {whole * GETS:.0f} reads a second go below one prefix"
        if whole * GETS > PREFIX_GETS else f"**What breaks first**: at {PREFIX_GETS / GETS / rate:.0f} cores S3 asks to wait below one prefix")
    return [
        "", f"## Ten million photos on {EXECUTORS} executors of {CORES} cores, on paper", "", "| | | from |", "|---|---|---|",
        *(f"| {what} | {value} | {why} |" for what, value, why in rows), "",
        f"{first}; S3A waits and tries again, and S3 makes room within minutes where keys differ early. Next is a batch that dies with its"
        " driver: an hour of work. Then the executors' disks, where a photo of 1 GB takes 2 GB for each of three in flight. Outputs of an"
        " executor that is lost are done again with its rows of the batch: at most an hour of four cores."]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faceblur", required=True)
    parser.add_argument("--folder", default=str(ROOT / ".build/bench/cluster"))
    parser.add_argument("--count", type=int, help="photos in the folder")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--part", choices=("photos", "driver"), help="measure only that; the other keeps its numbers")
    parser.add_argument("--driver", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.driver:
        drive(Path(options.folder), options.driver)
    else:
        Benchmark(options).measure()


if __name__ == "__main__":
    main()
