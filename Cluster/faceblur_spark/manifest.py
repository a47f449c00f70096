"""The manifest: Parquet with one row for each photo and run, in folders `run=N/batch=M`.

A batch counts once it has its mark `_SUCCESS`, which names its files. Folders whose names begin with an underscore are not read as rows.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.types import IntegerType, StructType

from . import reading
from .errors import INTERRUPTED, NO_INPUT, USAGE, RunError
from .hadoop import Folder
from .rows import SCHEMA

_RUNS = "_runs"
_LISTS = "_lists"
_TODO = "_todo"
_MARK = "_SUCCESS"
# Rows of a file.
_ROWS = 100_000


class Manifest:
    """The rows of one collection: one source, one target, any number of runs."""

    def __init__(self, spark: SparkSession, url: str):
        self.spark = spark
        self.url = url
        self._folder = Folder(spark, url)
        # What does not change any more, once it was read.
        self._ended: dict[int, dict[str, Any]] = {}
        self._whole: set[str] = set()

    def runs(self) -> list[int]:
        """The numbers of all runs that were begun, in their order."""
        found = []
        for name in self._folder.names(_RUNS):
            if name.startswith("run=") and name.endswith(".json"):
                number = re.fullmatch(r"run=([0-9]{5,})\.json", name)
                if number is None:
                    raise RunError(NO_INPUT, f"{self.url}/{_RUNS}/{name} is no file of a manifest: take it away")
                found.append(int(number.group(1)))
        return sorted(found)

    def facts(self, run: int) -> dict[str, Any]:
        """What is written of a run: what it was asked for, and how it ended."""
        if run in self._ended:
            return self._ended[run]
        try:
            facts = json.loads(self._folder.read(_run_file(run)))
        except ValueError:
            facts = None
        if not isinstance(facts, dict) or not _is_whole(facts, run):
            raise RunError(NO_INPUT, f"{self.url}/{_run_file(run)} is damaged: it does not say what was asked for")
        if "ended" in facts:
            self._ended[run] = facts
        return facts

    def begin(self, source: str, target: str, facts: dict[str, Any]) -> int:
        """The number of a new run. RunError where the manifest is another collection's, or another run begins."""
        runs = self.runs()
        if runs:
            last = self.facts(runs[-1])
            if (last["source"], last["target"]) != (source, target):
                raise RunError(USAGE, f"this is the manifest of {last['source']} and {last['target']}; take another one")
        run = max(runs, default=0) + 1
        begun = {**facts, "run": run, "source": source, "target": target, "dealt": None}
        self._folder.write(_run_file(run), _text(begun), replace=False)
        return run

    def note(self, run: int, facts: dict[str, Any]) -> None:
        """Adds to what is written of a run."""
        self._folder.write(_run_file(run), _text({**self.facts(run), **facts}), replace=True)
        self._ended.pop(run, None)

    def deal(self, run: int, photos: DataFrame, batches: int) -> DataFrame:
        """Writes down what a run does in which `_batch`, and gives it back: from now on there may be outputs that no row tells of."""
        if batches:
            photos.write.mode("errorifexists").parquet(self._todo(run))
            photos = reading.parquet(self.spark, self._todo(run))
        self.note(run, {"dealt": batches})
        return photos

    def unsettled(self) -> DataFrame:
        """The photos of batches that were begun and not kept: `key`, and `_until`, the newest run whose rows may not tell what is there.

        What an interrupted run has put of them stays until they are done again.
        """
        found = self.spark.createDataFrame([], "key string, _until int")
        counted = set(self.batches())
        for run in self.runs():
            facts = self.facts(run)
            # Batches are done one after the other.
            number = next((number for number in range(facts.get("dealt") or 0) if _batch(run, number) not in counted), None)
            if "ended" not in facts and number is not None:
                listed = reading.parquet(self.spark, self._todo(run)).where(F.col("_batch") == number)
                found = found.union(listed.select("key", F.lit(int(facts.get("overtaken_by", run))).alias("_until")))
        return found.groupBy("key").agg(F.max("_until").alias("_until"))

    def untold_outputs(self) -> DataFrame:
        """The photos of `unsettled` of which no newer row tells what is there: `key`, and `status` of an earlier row, or null."""
        both = self.unsettled().join(self.state("key", "status", "run"), "key", "left")
        return both.where(F.col("_until") >= F.coalesce(F.col("run"), F.lit(0))).select("key", "status")

    def shared(self) -> DataFrame:
        """The photos of which two have outputs of one name, so that one lies over the other: `key` and `_shared`."""
        done = self.state("key", "status", "target_key").where("status = 'done'")
        others = done.where("target_key <> key").select(F.col("key").alias("other"), F.col("target_key").alias("key"))
        pairs = others.join(done.where("target_key = key").select("key"), "key")
        return pairs.select(F.explode(F.array("key", "other")).alias("key"), F.lit(True).alias("_shared")).distinct()

    def untold(self) -> list[dict[str, Any]]:
        """What is written of interrupted runs of earlier versions, which did not write down what they were to do."""
        return [facts for facts in map(self.facts, self.runs()) if "ended" not in facts and "dealt" not in facts]

    def unswept(self) -> list[int]:
        """The runs since the last scrub that ended: it has removed all that rows made stale until then."""
        found: list[int] = []
        for run in reversed(self.runs()):
            facts = self.facts(run)
            if "ended" in facts and not _is_review(facts):
                break
            found.append(run)
        return found

    def going(self) -> list[int]:
        """The scrubs of which nobody knows whether they go on: they have neither ended nor said that they stop, nor has
        anybody said that they were killed."""
        facts = [self.facts(run) for run in self.unswept()]
        return [told["run"] for told in facts if not told.keys() & {"ended", "stopped", "overtaken_by", "killed"} and not _is_review(told)]

    def check_none_goes(self, none_runs: bool, command: str) -> None:
        """RunError where a scrub may go on. `none_runs` says of all of them that they were killed, which is written down."""
        for run in self.going():
            if not none_runs:
                raise RunError(INTERRUPTED, (
                    f"run {run} has not ended: {command} when it has. If it was killed, {command} --none-runs says that it does not run any more"))
            self.note(run, {"killed": True})

    def check_newest(self, run: int) -> None:
        """RunError where another run has begun since: what both put would not be what the rows say."""
        newest = max(self.runs())
        if newest != run:
            # Its outputs may lie over those of the newer one.
            self.note(run, {"overtaken_by": newest})
            raise RunError(INTERRUPTED, f"run {newest} has begun while run {run} went on: let one run end before the next")

    def list_url(self, run: int) -> str:
        """Where the list of a run's photos goes, where none is given."""
        return f"{self.url}/{_LISTS}/{_run(run)}"

    def _todo(self, run: int) -> str:
        return f"{self.url}/{_TODO}/{_run(run)}"

    def batches(self) -> list[str]:
        """The folders of all batches that count. RunError where one that counted is not there any more, or not whole."""
        found = [
            f"{run}/{batch}"
            for run in self._folder.names() if run.startswith("run=")
            for batch in self._folder.names(run) if batch.startswith("batch=")
            if self._counts(f"{run}/{batch}")]
        for run in self.runs():
            facts = self.facts(run)
            if "ended" in facts:
                self._check_there(found, [_batch(run, number) for number in range(facts.get("dealt") or 0)])
        return found

    def _check_there(self, found: list[str], expected: list[str]) -> None:
        for folder in expected:
            if folder not in found:
                raise RunError(NO_INPUT, f"the manifest {self.url} is not whole: {folder} is missing, or its mark {_MARK}")

    def _counts(self, folder: str) -> bool:
        """Whether a batch has its mark. RunError where its files are not those that the mark names, with their sizes."""
        if folder in self._whole:
            return True
        sizes = self._folder.sizes(folder)
        if _MARK not in sizes:
            return False
        # Spark's own mark, of earlier versions, is empty.
        if sizes[_MARK]:
            try:
                told = json.loads(self._folder.read(f"{folder}/{_MARK}"))["rows"]
            except (ValueError, KeyError, TypeError):
                raise RunError(NO_INPUT, f"{self.url}/{folder}/{_MARK} is damaged") from None
            if told != _parts(sizes):
                raise RunError(NO_INPUT, f"the manifest {self.url} is not whole: {folder} has not the files that were written there")
        self._whole.add(folder)
        return True

    def write(self, rows: DataFrame, run: int, batch: int, count: int) -> None:
        """Writes a batch of about `count` rows: with Spark's committer, so that each photo has one row, however often it was done.

        RunError where another run has begun since; then the batch does not count.
        """
        # Few files, because a committer renames them one by one, and object stores copy what is renamed. By their names, so that rows of
        # tasks that are done again, after an executor was lost, go where those of the first time went.
        gathered = rows.repartition(max(1, math.ceil(count / _ROWS)), "key")
        folder = _batch(run, batch)
        # Of version 1 a job shows nothing before all its tasks have ended. The mark is ours: it is written last.
        (gathered.write.option("mapreduce.fileoutputcommitter.algorithm.version", "1")
         .option("mapreduce.fileoutputcommitter.marksuccessfuljobs", "false").mode("errorifexists").parquet(f"{self.url}/{folder}"))
        self.check_newest(run)
        self._folder.write(f"{folder}/{_MARK}", _text({"rows": _parts(self._folder.sizes(folder))}), replace=False)

    def rows(self, folders: Iterable[str] | None = None) -> DataFrame:
        """The rows of some batches, or of all that count, with `run` and `batch`."""
        paths = [f"{self.url}/{folder}" for folder in (self.batches() if folders is None else folders)]
        if not paths:
            both = StructType(list(SCHEMA.fields)).add("run", IntegerType()).add("batch", IntegerType())
            return self.spark.createDataFrame([], both)
        return reading.parquet(self.spark, *paths, schema=SCHEMA, base=self.url)

    def batch(self, run: int, batch: int) -> DataFrame:
        """The rows of one batch."""
        return self.rows([_batch(run, batch)])

    def state(self, *columns: str) -> DataFrame:
        """The newest row of each photo, as of now: later batches are not in it. All columns where none are named."""
        rows = self.rows()
        if columns:
            rows = rows.select(*dict.fromkeys((*columns, "key", "run", "batch")))
        state = _newest(rows, "key")
        return state.select(*columns) if columns else state

    def of_runs(self, runs: Iterable[int]) -> DataFrame:
        """The rows of some runs."""
        wanted = {_run(run) for run in runs}
        return self.rows([folder for folder in self.batches() if folder.split("/")[0] in wanted])

    def edits(self) -> DataFrame:
        """What the outputs of each photo hide: `key` and `edits`, of each of its contents the newest row's `source_sha256` and `edit`."""
        rows = self.rows().select("key", "source_sha256", "edit", "run", "batch").where("source_sha256 is not null and edit is not null")
        return _gathered(_newest(rows.repartition("key"), "key", "source_sha256"), "edits", "run", "batch", "source_sha256", "edit")

    def decisions(self) -> DataFrame:
        """What people have decided: `key` and `decisions`, of each content of a photo the newest row, where that says so.

        What failed since, or was another photo, does not end it: only a later output of the very same bytes does.
        """
        rows = self.rows().where("status = 'done' and source_sha256 is not null")
        # People decide about few photos: only the rows of these go from machine to machine.
        theirs = rows.join(F.broadcast(rows.where("reviewed").select("key").distinct()), "key", "left_semi")
        newest = _newest(theirs.repartition("key"), "key", "source_sha256").where("reviewed")
        return _gathered(newest, "decisions", "run", "batch", *SCHEMA.names)

    def last(self) -> dict[str, Any]:
        """What is written of the newest run. RunError where there is none."""
        runs = self.runs()
        if not runs:
            raise RunError(NO_INPUT, f"there is no manifest at {self.url}")
        return self.facts(runs[-1])


def _newest(rows: DataFrame, *by: str) -> DataFrame:
    """The newest row of each."""
    newest = Window.partitionBy(*by).orderBy(F.col("run").desc(), F.col("batch").desc())
    return rows.withColumn("_place", F.row_number().over(newest)).where("_place = 1").drop("_place")


def _is_whole(facts: dict[str, Any], run: int) -> bool:
    """Whether what is written of a run is what a run writes: somebody may have changed it."""
    options = facts.get("options", [])
    return (
        facts.get("run") == run and isinstance(facts.get("overtaken_by", run), int)
        and all(isinstance(facts.get(name), str) for name in ("source", "target"))
        and all(isinstance(facts.get(name, ""), str) for name in ("settings_sha256", "model_sha256"))
        and isinstance(facts.get("dealt"), (int, type(None)))
        and isinstance(options, list) and all(isinstance(option, str) for option in options))


def _is_review(facts: dict[str, Any]) -> bool:
    """Whether a run is a publish: of a scrub it is the number of photos to be looked at that has this name."""
    return facts.get("review") is True


def _gathered(rows: DataFrame, name: str, *columns: str) -> DataFrame:
    """All rows of each key in one list, the newest first: `columns` begin with run and batch."""
    return rows.groupBy("key").agg(F.sort_array(F.collect_list(F.struct(*columns)), asc=False).alias(name))


def _run(run: int) -> str:
    return f"run={run:05}"


def _parts(sizes: dict[str, int]) -> dict[str, int]:
    """Of the files of a batch those that hold rows."""
    return {name: size for name, size in sizes.items() if name.endswith(".parquet")}


def _run_file(run: int) -> str:
    return f"{_RUNS}/{_run(run)}.json"


def _batch(run: int, batch: int) -> str:
    return f"{_run(run)}/batch={batch:05}"


def _text(facts: dict[str, Any]) -> str:
    return json.dumps(facts, indent=1, sort_keys=True) + "\n"
