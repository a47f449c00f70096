"""One number for a whole manifest, and a sample that is made anew and compared byte for byte.

The root is defined in Documentation/cluster.md, so that others can compute it. It does not depend on machines, tasks or times.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import keys
from .client import PhotoEndsWorkers
from .driver import TIMEOUT, prepare, ship, told
from .errors import DONE, SOME_FAILED
from .executor import Photo, Setup, Station, in_order, station
from .hadoop import absolute
from .manifest import Manifest
from .stores import Stat, StoreError
from .stores.names import FILE_SYSTEMS, scheme

# What a row says of a photo, whichever machine did it and when.
COLUMNS = (
    "key", "source_sha256", "settings_sha256", "model_sha256", "status", "target_key", "target_sha256", "faces", "doubtful", "width",
    "height", "edit", "reviewed")
_BUCKETS = 4096
# What a worker adds to the name of a photo, with --format jpeg.
_SUFFIXES = (".jpg",)


def line(row: Mapping[str, Any]) -> bytes:
    """A row as the root sees it: JSON with sorted names, without spaces, in UTF-8, with a newline."""
    kept = {name: row[name] for name in COLUMNS}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def bucket(key: str) -> int:
    """The first 12 bits of the SHA-256 of a name."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:2], "big") >> 4


def bucket_digest(lines: Iterable[tuple[bytes, bytes]]) -> bytes:
    """SHA-256 of the lines of a bucket, in the order of the bytes of their names."""
    digest = hashlib.sha256()
    for _, text in sorted(lines):
        digest.update(text)
    return digest.digest()


def root_of(buckets: Mapping[int, bytes]) -> str:
    """SHA-256 of the buckets' digests in their order; one without photos has that of nothing."""
    empty = bucket_digest(())
    return hashlib.sha256(b"".join(buckets.get(number, empty) for number in range(_BUCKETS))).hexdigest()


@dataclass(frozen=True)
class Audit:
    """What an audit came to."""

    root: str
    # Photos that were looked at, and of these how many could be made anew and were the same.
    sampled: int
    remade: int
    # What is wrong, by name: for who audits, not for logs.
    differences: list[tuple[str, str]]
    # Why some were only compared with the store.
    notes: list[str]
    # The newest run, where that has not ended: photos of its list have no row, or one of an earlier run.
    unfinished: int | None = None
    # Of all rows.
    failed: int = 0
    doubtful: int = 0
    # Photos of which an interrupted run may have put what no row tells of.
    untold: int = 0

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return SOME_FAILED if self.differences or self.unfinished is not None or self.untold else DONE

    def text(self) -> str:
        """For people."""
        lines = [f"root {self.root}"]
        if self.unfinished is not None:
            lines.append(f"run {self.unfinished} has not ended: photos may have no row yet; run the same command again before you sign this")
        if self.untold:
            lines.append(
                f"of {self.untold} photos the target may have what an interrupted run has put, of which no row tells: run again with a list that"
                " has them before you sign this")
        lines.append(f"{self.failed} photos failed, {self.doubtful} are in doubt, and nobody has decided about these")
        if self.sampled:
            lines.append(
                f"{self.sampled} photos sampled, {self.remade} made anew and the same, {len(self.differences)} differences")
        lines += self.notes
        return "\n".join(lines + [f"{json.dumps(key, ensure_ascii=False)}: {what}" for key, what in self.differences])


def root(spark: SparkSession, manifest: str) -> str:
    """The root of the newest rows of a manifest, in hexadecimal digits. Raises RunError where there is no manifest."""
    rows = Manifest(spark, absolute(manifest, "--manifest"))
    with told():
        # Nothing has a root, too, but somebody has mistyped its place.
        rows.last()
        return _root(spark, rows)


def audit(
        spark: SparkSession, manifest: str, *, sample: int = 100, seed: str = "", source: str | None = None, target: str | None = None,
        faceblur: str = "faceblur", options: Sequence[str] = (), timeout: float = TIMEOUT) -> Audit:
    """Computes the root, and compares a sample with its sources and with what is published.

    The sample follows from the root, the seed and the names: nobody who writes a manifest can choose it. Source and target are those of
    the newest run where they are not given. Workers get the options of the run that made a row; where `options` are given, these instead.
    """
    rows = Manifest(spark, absolute(manifest, "--manifest"))
    with told():
        last = rows.last()
        setup = prepare(
            spark, absolute(source or last["source"], "SOURCE"), absolute(target or last["target"], "TARGET"), faceblur, options, timeout)
        found = _root(spark, rows)
        unfinished = None if "ended" in last else int(last["run"])
        failed, doubtful = _left(rows)
        untold = rows.untold_outputs().count()
        chosen = _sample(rows, found, seed, sample)
        if not chosen:
            return Audit(found, 0, 0, [], [], unfinished, failed, doubtful, untold)
        results: list[tuple[str, str | None, bool]] = []
        spark.sparkContext.setJobDescription(f"faceblur: making {len(chosen)} photos anew")
        for made_with, of_them in _by_options(rows, chosen, tuple(options)):
            results += _compared(spark, replace(setup, options=made_with), of_them)
    remade = sum(1 for _, _, again in results if again)
    by_people = sum(1 for row in chosen if row["reviewed"])
    notes = [f"{by_people} of them a person has decided about: compared with the store alone"] if by_people else []
    return Audit(
        found, len(results), remade, [(key, what) for key, what, _ in results if what is not None], notes, unfinished, failed, doubtful, untold)


def _left(rows: Manifest) -> tuple[int, int]:
    """How many photos failed, and how many are in doubt without that a person has decided."""
    counted = rows.state("status", "doubtful", "reviewed").agg(
        F.coalesce(F.sum((F.col("status") == "failed").cast("long")), F.lit(0)).alias("failed"),
        F.coalesce(F.sum(F.expr("status = 'done' and doubtful > 0 and not reviewed").cast("long")), F.lit(0)).alias("doubtful")).collect()[0]
    return counted["failed"], counted["doubtful"]


def _root(spark: SparkSession, rows: Manifest) -> str:
    ship(spark.sparkContext)
    spark.sparkContext.setJobDescription("faceblur: the root of the manifest")
    named = rows.state(*COLUMNS).rdd.map(lambda row: (bucket(row["key"]), (row["key"].encode(), line(row.asDict()))))
    return root_of(dict(named.groupByKey().mapValues(bucket_digest).collect()))


def _sample(rows: Manifest, found: str, seed: str, count: int) -> list[dict[str, Any]]:
    if count <= 0:
        return []
    place = F.sha2(F.concat(F.lit(f"{found}\n{seed}\n"), F.col("key")), 256)
    first = [row["key"] for row in rows.state("key").orderBy(place).limit(count).collect()]
    state = rows.state(*COLUMNS, "source_size", "run")
    chosen = [row.asDict() for row in state.join(_named(rows, first, "key"), "key", "left_semi").collect()]
    _name(rows, [row for row in chosen if row["status"] != "done"])
    return chosen


def _name(rows: Manifest, open_: list[dict[str, Any]]) -> None:
    """Puts into rows without an output, as `names`, all that one may be called: what an earlier one was, and what a worker would call it.

    What is another photo's output by now is left out.
    """
    names = {row["key"]: {row["key"], *(row["key"] + suffix for suffix in _SUFFIXES)} for row in open_}
    earlier_ones = rows.rows().where("target_key is not null").select("key", "target_key")
    had = earlier_ones.join(_named(rows, names, "key"), "key", "left_semi").distinct()
    for earlier in had.collect():
        names[earlier["key"]].add(earlier["target_key"])
    every = sorted({name for some in names.values() for name in some})
    state = rows.state("status", "target_key").where("status = 'done'")
    taken = {other["target_key"] for other in state.join(_named(rows, every, "target_key"), "target_key", "left_semi").collect()}
    for row in open_:
        row["names"] = sorted(names[row["key"]] - taken)


def _named(rows: Manifest, names: Iterable[str], column: str) -> DataFrame:
    """Names to join with: what a condition names stands in Spark's plans and logs."""
    return rows.spark.createDataFrame([(name,) for name in names], f"{column} string")


def _by_options(
        rows: Manifest, chosen: Iterable[dict[str, Any]], given: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], list[dict[str, Any]]]]:
    """Rows by the options of the worker that is to make them anew: what metadata a copy keeps is in no edit."""
    runs: dict[int, tuple[str, ...]] = {}
    grouped: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in chosen:
        run = row["run"]
        if run not in runs:
            runs[run] = given or tuple(str(option) for option in rows.facts(run).get("options", ()))
        grouped.setdefault(runs[run], []).append(row)
    return grouped.items()


def _compared(spark: SparkSession, setup: Setup, chosen: list[dict[str, Any]]) -> list[tuple[str, str | None, bool]]:
    shared = spark.sparkContext.broadcast(setup)
    slices = max(1, min(len(chosen), spark.sparkContext.defaultParallelism * 2))
    return spark.sparkContext.parallelize(chosen, slices).mapPartitions(lambda part: _compare(shared.value, part)).collect()


def _there(here: Station, name: str) -> bool:
    # What nothing can be called is not there.
    return keys.problem(name, scheme(here.setup.target) in FILE_SYSTEMS) is None and here.published(name) is not None


def _compare(setup: Setup, rows: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str | None, bool]]:
    """Of each row its name, what is wrong with it, and whether it was made anew and is the same."""
    here = station(setup)

    def one(row: dict[str, Any]) -> tuple[str, str | None, bool]:
        key = row["key"]
        if row["status"] != "done":
            there = any(_there(here, name) for name in row["names"])
            return key, "it is not done, but the target has something under its name" if there else None, False
        published = here.published(row["target_key"])
        if published is None:
            return key, "the target does not have it", False
        if published != row["target_sha256"]:
            return key, "the target has other bytes than were proven", False
        if row["reviewed"]:
            return key, None, False
        if row["edit"] is None or row["source_sha256"] is None:
            return key, "its row does not say how it was made", False
        try:
            photo = Photo(key, Stat(row["source_size"] or 0, None, None))
            answer, made = here.remake(photo, json.loads(row["edit"]), row["source_sha256"])
        except ValueError:
            return key, "its row does not say how it was made", False
        except (PhotoEndsWorkers, StoreError) as error:
            return key, f"it cannot be made anew: {error}", False
        if made is None:
            return key, f"it cannot be made anew: {answer.get('reason')}", False
        return (key, None, True) if made == row["target_sha256"] else (key, "made anew it has other bytes", False)

    yield from in_order(rows, one, setup.jobs + 2)
