"""The manifest: Parquet with one row for each photo and run, in folders `run=N/batch=M`.

A batch counts once Spark has written its mark `_SUCCESS`. Folders whose names begin with an underscore are not read as rows.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.types import IntegerType, StructType

from .errors import CANNOT_WRITE, USAGE, RunError
from .hadoop import Folder
from .rows import SCHEMA

_RUNS = "_runs"
_LISTS = "_lists"
# Rows of a file.
_ROWS = 100_000


class Manifest:
    """The rows of one collection: one source, one target, any number of runs."""

    def __init__(self, spark: SparkSession, url: str):
        self.spark = spark
        self.url = url
        self._folder = Folder(spark, url)

    def runs(self) -> list[int]:
        """The numbers of all runs that were begun."""
        return [int(name[4:-5]) for name in self._folder.names(_RUNS) if name.startswith("run=") and name.endswith(".json")]

    def facts(self, run: int) -> dict[str, Any]:
        """What is written of a run: what it was asked for, and how it ended."""
        facts = json.loads(self._folder.read(_run_file(run)))
        if not isinstance(facts, dict):
            raise RunError(CANNOT_WRITE, f"what is written of run {run} is no object")
        return facts

    def begin(self, source: str, target: str, facts: dict[str, Any]) -> int:
        """The number of a new run. RunError where the manifest is another collection's, or another run begins."""
        runs = self.runs()
        if runs:
            last = self.facts(runs[-1])
            if (last["source"], last["target"]) != (source, target):
                raise RunError(USAGE, f"this is the manifest of {last['source']} and {last['target']}; take another one")
        run = max(runs, default=0) + 1
        self._folder.write(_run_file(run), _text({"run": run, "source": source, "target": target, **facts}), replace=False)
        return run

    def note(self, run: int, facts: dict[str, Any]) -> None:
        """Adds to what is written of a run."""
        self._folder.write(_run_file(run), _text({**self.facts(run), **facts}), replace=True)

    def list_url(self, run: int) -> str:
        """Where the list of a run's photos goes, where none is given."""
        return f"{self.url}/{_LISTS}/run={run:05}"

    def batches(self) -> list[str]:
        """The folders of all batches that count."""
        return [
            f"{run}/{batch}"
            for run in self._folder.names() if run.startswith("run=")
            for batch in self._folder.names(run) if batch.startswith("batch=")
            if self._folder.exists(f"{run}/{batch}/_SUCCESS")]

    def write(self, rows: DataFrame, run: int, batch: int, count: int) -> None:
        """Writes a batch of about `count` rows: with Spark's committer, so that each photo has one row, however often it was done."""
        # Few files, because a committer renames them one by one, and object stores copy what is renamed. By their names, so that rows of
        # tasks that are done again, after an executor was lost, go where those of the first time went.
        gathered = rows.repartition(max(1, math.ceil(count / _ROWS)), "key")
        # Of version 1 a job shows nothing before all its tasks have ended.
        gathered.write.option("mapreduce.fileoutputcommitter.algorithm.version", "1").mode("errorifexists").parquet(
            f"{self.url}/{_batch(run, batch)}")

    def rows(self, folders: Iterable[str] | None = None) -> DataFrame:
        """The rows of some batches, or of all that count, with `run` and `batch`."""
        paths = [f"{self.url}/{folder}" for folder in (self.batches() if folders is None else folders)]
        if not paths:
            both = StructType(list(SCHEMA.fields)).add("run", IntegerType()).add("batch", IntegerType())
            return self.spark.createDataFrame([], both)
        return self.spark.read.schema(SCHEMA).option("basePath", self.url).parquet(*paths)

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

    def edits(self) -> DataFrame:
        """Of each photo with an output what that hides, by its newest row that says so: `key`, `was_sha256` (of the photo) and `was_edit`."""
        rows = self.rows().select("key", "source_sha256", "edit", "run", "batch").where("source_sha256 is not null and edit is not null")
        return _newest(rows, "key").select("key", F.col("source_sha256").alias("was_sha256"), F.col("edit").alias("was_edit"))

    def decisions(self) -> DataFrame:
        """Of each photo that a person has decided about the newest row that says so: `key` and `decision`, the row.

        What failed since, or was another photo, does not end it: only a later output of the very same bytes does.
        """
        rows = self.rows().where("status = 'done' and source_sha256 is not null")
        # People decide about few photos: only the rows of these go from machine to machine.
        theirs = rows.join(F.broadcast(rows.where("reviewed").select("key").distinct()), "key", "left_semi")
        newest = _newest(_newest(theirs, "key", "source_sha256").where("reviewed"), "key")
        return newest.select("key", F.struct(*SCHEMA.names).alias("decision"))

    def last(self) -> dict[str, Any]:
        """What is written of the newest run. RunError where there is none."""
        runs = self.runs()
        if not runs:
            raise RunError(USAGE, f"there is no manifest at {self.url}")
        return self.facts(runs[-1])


def _newest(rows: DataFrame, *by: str) -> DataFrame:
    """The newest row of each."""
    newest = Window.partitionBy(*by).orderBy(F.col("run").desc(), F.col("batch").desc())
    return rows.withColumn("_place", F.row_number().over(newest)).where("_place = 1").drop("_place")


def _run_file(run: int) -> str:
    return f"{_RUNS}/run={run:05}.json"


def _batch(run: int, batch: int) -> str:
    return f"run={run:05}/batch={batch:05}"


def _text(facts: dict[str, Any]) -> str:
    return json.dumps(facts, indent=1, sort_keys=True) + "\n"
