"""A run: from a source and a list of its photos to outputs and rows, batch by batch."""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import re
import shutil
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from typing import Any

from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import SparkContext, TaskContext
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import Row as SparkRow
from pyspark.sql import functions as F

from . import hadoop, inventory, partitions
from .client import Digests, Ready
from .errors import CANNOT_WRITE, DONE, INTERRUPTED, NO_INPUT, SOME_FAILED, USAGE, RunError, from_spark
from .executor import Photo, Setup, ready, remove_all, scrub_all
from .keys import ENDING, IS_JPEG, IS_RECORD, JPEG
from .manifest import Manifest
from .partitions import Plan
from .progress import Counters, Progress
from .rows import SCHEMA, Row
from .stores import Stat, hadoop_options

# Options of the worker that a run gives by itself.
_OURS = ("-o", "--jobs", "--heartbeat", "--force", "--records")

TIMEOUT = 900.0

# What Parquet says of a file that is not whole.
_BROKEN = re.compile(r"(\S+\.parquet) is not a Parquet file|(?:footer for file|while reading file):? (?:FileStatus\{path=)?([^\s;]+\.parquet)")


@dataclass(frozen=True)
class Summary:
    """How a run ended: its rows, counted once each."""

    run: int
    # Names on the list, how many of them were done already and are what they were, and how many of these failed.
    photos: int
    unchanged: int
    still_failed: int
    done: int
    skipped: int
    review: int
    failed: int
    other: int
    faces: int
    doubtful: int
    seconds: float
    settings: str
    models: str
    warnings: list[str] = field(default_factory=list)

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return SOME_FAILED if self.failed or self.still_failed else DONE

    def text(self) -> str:
        """For people."""
        rows = ", ".join(f"{getattr(self, name)} {name}" for name in ("done", "skipped", "review", "failed", "other"))
        lines = [
            f"run {self.run}: {self.photos} photos, {self.unchanged} unchanged, {rows}",
            f"{self.faces} faces hidden, {self.doubtful} photos in doubt, {self.seconds:.0f} s"]
        if self.still_failed:
            lines.append(f"{self.still_failed} of those that are unchanged have failed: --retry-failed tries them again")
        return "\n".join(lines + [f"warning: {warning}" for warning in self.warnings])


def scrub(
        spark: SparkSession, source: str, target: str, *, manifest: str, inventory_url: str | None = None,
        faceblur: str = "faceblur", options: Sequence[str] = (), timeout: float = TIMEOUT, batch: int | None = None,
        retry_failed: bool = False, redo_reviewed: bool = False, forget: bool = False, none_runs: bool = False, jobs: int | None = None,
        say: Callable[[str], None] = lambda _: None, progress: bool = False) -> Summary:
    """Scrubs every photo on the list that is not done yet, and adds their rows to the manifest.

    `options` are those of `faceblur worker`; `timeout` is in seconds for each photo; `batch` is a number of photos. Raises RunError where the run
    cannot go on; batches that were committed stay, and the same call goes on after them. What an earlier run hides in a photo stays hidden,
    unless `forget` says that only what this one finds is to be. What a person has decided about stays as it is while its source has the same
    bytes; where `redo_reviewed` has it made anew, what that hid stays hidden, too. Where another run may go on this one does not begin, unless
    `none_runs` says that it was killed.
    """
    begun = time.monotonic()
    source, target, place = (
        hadoop.absolute(url, what) for url, what in ((source, "SOURCE"), (target, "TARGET"), (manifest, "--manifest")))
    _check_places(source, target, place, hadoop.default_store(spark))
    _check_options(options)
    if inventory_url is not None:
        inventory_url = hadoop.absolute(inventory_url, "--inventory")
    setup = prepare(spark, source, target, faceblur, options, timeout, jobs)
    rows = Manifest(spark, place)
    with told():
        # What both put would not be what the rows say.
        rows.check_none_goes(none_runs, "scrub")
        first = probe(spark, setup)
        swept = rows.unswept()
        run = rows.begin(source, target, {
            "begun": now(), "version": first.version, "settings_sha256": first.digests.settings,
            "model_sha256": first.digests.models, "options": list(options), "inventory": inventory_url})
        with stopping(rows, run):
            setup = replace(setup, run=run, digests=first.digests, version=first.version, redo_reviewed=redo_reviewed, forget=forget)
            if swept:
                sweep(spark, setup, rows, rows.of_runs(swept))
            if inventory_url is None:
                say("There is no inventory: the source is listed by one task. A list of the store's own is quicker for millions of photos.")
                photos, warnings = inventory.listed(spark, setup, rows.list_url(run))
            else:
                photos, warnings = inventory.read(spark, inventory_url, source), []
            photos = _with_records(_with_collisions(photos, rows, options))
            count = photos.count()
            todo = remaining(_with_gone(photos, rows), rows, first.digests, retry_failed, redo_reviewed)
            dealt = partitions.plan(todo, _slots(spark, setup), batch)
            say(f"Run {run}: {count} names, {dealt.photos} of them to do, in {dealt.batches} batches of {dealt.tasks} tasks")
            todo = rows.deal(run, partitions.with_place(todo, dealt), dealt.batches)
            _run_batches(spark, setup, rows, _with_known(todo, rows, forget), dealt, progress)
            gone = todo.where("_gone").count() if dealt.batches else 0
            if gone:
                warnings = [*warnings, (
                    f"{gone} photos that an interrupted run may have put are not on the list any more: what it had put was taken back")]
            summary = _summarised(rows, run, photos, count, gone, dealt.batches, first.digests, time.monotonic() - begun)
            summary = replace(summary, warnings=warnings)
            rows.note(run, {"ended": now(), **asdict(summary)})
    return summary


@contextlib.contextmanager
def stopping(rows: Manifest, run: int) -> Iterator[None]:
    """Writes down that a run stops before its end, so that others know that it does not go on."""
    try:
        yield
    except BaseException:
        # Where that cannot be written either, it looks as if it had been killed.
        with contextlib.suppress(Exception):
            rows.note(run, {"stopped": now()})
        raise


def prepare(
        spark: SparkSession, source: str, target: str, faceblur: str, options: Sequence[str], timeout: float,
        jobs: int | None = None) -> Setup:
    """What tasks must know; sends this package to the executors. Raises RunError where nobody could wait for so long."""
    if not 0 < timeout <= threading.TIMEOUT_MAX:
        raise RunError(USAGE, f"--timeout is of seconds, more than 0 and no more than {threading.TIMEOUT_MAX:.0f}")
    ship(spark.sparkContext)
    return Setup(
        0, source, target, faceblur, tuple(options), jobs or int(spark.conf.get("spark.task.cpus", "1") or 1), timeout, None,
        hadoop_options(spark))


def probe(spark: SparkSession, setup: Setup) -> Ready:
    """What a worker on an executor says of itself. Raises RunError where there is none, or none that could work."""
    shared = spark.sparkContext.broadcast(setup)
    spark.sparkContext.setJobDescription("faceblur: asking for a worker")
    return spark.sparkContext.parallelize([0], 1).map(lambda _: ready(shared.value)).collect()[0]


class told:
    """Turns what Spark tells of a task that failed into the error that ended it."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None or isinstance(error, RunError):
            return
        ours = from_spark(error)
        if ours is not None:
            raise ours from None
        if isinstance(error, AnalysisException):
            # What is to be written is there, or what is to be read is not.
            raise RunError(CANNOT_WRITE, f"the manifest cannot be read or written: {_first_line(error)}") from error
        broken = _BROKEN.search(str(error))
        if broken is not None:
            raise RunError(NO_INPUT, f"{broken.group(1) or broken.group(2)} is damaged: it cannot be read as Parquet") from error
        if isinstance(error, (Py4JError, PySparkException, OSError)):
            raise RunError(INTERRUPTED, f"Spark has ended the run: {_first_line(error)}") from error


def remaining(
        photos: DataFrame, rows: Manifest, digests: Digests, retry_failed: bool, redo_reviewed: bool) -> DataFrame:
    """The photos on the list that are not done, with what is known of them.

    Done is what has a row, whatever came of it, with these settings and models, of a source that is the same. What a person has decided
    about stays done with other settings, too. What a store was the cause of is tried again, and so is what a run that was interrupted may
    have put since.
    """
    names = {
        "source_etag": "was_etag", "source_size": "was_size", "source_modified_ms": "was_modified_ms", "settings_sha256": "was_settings",
        "model_sha256": "was_models", "status": "was_status", "fault": "was_fault", "target_key": "was_output",
        "reviewed": "was_reviewed", "stale_key": "was_stale", "run": "was_run", "records_sha256": "was_records"}
    state = rows.state("key", *names)
    for old, new in names.items():
        state = state.withColumnRenamed(old, new)
    both = photos.join(state, "key", "left").join(rows.unsettled(), "key", "left").join(rows.shared(), "key", "left")
    current = (F.col("was_settings") == digests.settings) & (F.col("was_models") == digests.models)
    if not redo_reviewed:
        current = current | F.col("was_reviewed")
    again = (F.col("was_status") == "failed") & (F.lit(retry_failed) | (F.coalesce(F.col("was_fault"), F.lit("photo")) == "store"))
    unsettled = F.coalesce(F.col("_until") >= F.coalesce(F.col("was_run"), F.lit(0)), F.lit(False))
    again = again | unsettled | F.col("_shared").isNotNull() | _other_records()
    for facts in rows.untold():
        # Nobody knows what it was to do; with the same settings it would have left these alone.
        others = (F.col("was_settings") != facts.get("settings_sha256")) | (F.col("was_models") != facts.get("model_sha256"))
        again = again | (F.coalesce(others, F.lit(True)) & (F.col("was_run") < facts["run"]))
    current = F.coalesce(current & ~again, F.lit(False))
    same = (
        F.when(F.col("etag").isNotNull() & F.col("was_etag").isNotNull(), F.col("etag") == F.col("was_etag"))
        .when(
            F.col("size").isNotNull() & F.col("modified_ms").isNotNull() & F.col("was_modified_ms").isNotNull(),
            (F.col("size") == F.col("was_size")) & (F.col("modified_ms") == F.col("was_modified_ms"))))
    return (
        both.withColumn("_current", current).withColumn("_same", same).withColumn("_unsettled", unsettled)
        .where(~(F.col("_current") & F.coalesce(F.col("_same"), F.lit(False))))
        # The list does not say whether it is what it was: its task asks the store.
        .withColumn("_ask", F.col("_current") & F.col("_same").isNull())
        .drop(
            "_current", "_same", "_until", "_shared", "was_settings", "was_models", "was_status", "was_fault", "was_reviewed", "was_run",
            "was_records"))


def _with_known(photos: DataFrame, rows: Manifest, forget: bool) -> DataFrame:
    """With what the outputs of each photo hide, and with what people have decided about it.

    Another look may see less, and nothing is shown for that.
    """
    photos = photos.join(rows.decisions(), "key", "left")
    if forget:
        return photos.withColumn("edits", F.lit(None))
    return photos.join(rows.edits(), "key", "left")


def sweep(spark: SparkSession, setup: Setup, rows: Manifest, of: DataFrame) -> None:
    """Removes outputs that rows of committed batches make stale, but for names that are another photo's by now.

    A photo that is not done has no output, whoever has put one: a run that was interrupted has left no row of what it did.
    """
    not_done = F.col("status") != "done"
    names = F.array(
        "stale_key", F.when(not_done, F.col("key")), F.when(not_done & ~F.col("key").rlike(IS_JPEG), F.concat("key", F.lit(JPEG))))
    stale = of.select(F.explode(names).alias("key")).where("key is not null").distinct()
    if stale.isEmpty():
        return
    good = rows.state("status", "target_key").where("status = 'done'").select(F.col("target_key").alias("key"))
    shared = spark.sparkContext.broadcast(setup)
    spark.sparkContext.setJobDescription("faceblur: removing outputs that are no longer good")
    stale.join(good, "key", "left_anti").rdd.map(lambda row: str(row["key"])).foreachPartition(
        lambda names: remove_all(shared.value, names))


def _run_batches(
        spark: SparkSession, setup: Setup, rows: Manifest, todo: DataFrame, dealt: Plan, progress: bool) -> None:
    context = spark.sparkContext
    counters = Counters(context)
    # Not shown unless asked for, but counted all the same.
    shown = Progress(context, counters, dealt.photos, None if progress else io.StringIO())
    shared = context.broadcast(setup)
    with shown:
        for number in range(dealt.batches):
            rows.check_newest(setup.run)
            shown.batch = f"batch {number + 1} of {dealt.batches}"
            context.setJobDescription(f"faceblur: {shown.batch}, {counters.photos.value} of {dealt.photos} photos done")
            photos = todo.where(F.col("_batch") == number)
            done = (
                photos.rdd.map(lambda row: (dealt.task(row["_kind"], row["_spread"]), row))
                .partitionBy(dealt.tasks, lambda task: task).values()
                .mapPartitions(_work(shared, counters)))
            rows.write(spark.createDataFrame(done, SCHEMA, verifySchema=False), setup.run, number, dealt.photos // dealt.batches)
            sweep(spark, setup, rows, rows.batch(setup.run, number))


def _work(shared: Any, counters: Counters) -> Callable[[Iterable[SparkRow]], Iterator[tuple[Any, ...]]]:
    """What a task does with its rows of the list."""
    def work(listed: Iterable[SparkRow]) -> Iterator[tuple[Any, ...]]:
        setup: Setup = shared.value
        task = TaskContext.get()
        attempt = f"{setup.run}-{task.taskAttemptId() if task else 0}"
        # In one order, whatever order they came in.
        photos = sorted((_photo(row) for row in listed), key=lambda photo: (-photo.stat.size, photo.key))
        for row in scrub_all(setup, photos, attempt):
            counters.photos.add(1)
            counters.failed.add(int(row.status == "failed"))
            counters.faces.add(row.faces)
            counters.bytes.add(row.source_size or 0)
            yield row.values()
    return work


def _photo(row: SparkRow) -> Photo:
    known = None
    if row["_ask"]:
        known = Stat(row["was_size"] or 0, row["was_etag"], row["was_modified_ms"])
    return Photo(
        row["key"], Stat(row["size"] or 0, row["etag"], row["modified_ms"]), known, row["_refused"],
        row["was_output"] or row["was_stale"],
        tuple(Row(**{name: decision[name] for name in SCHEMA.names}) for decision in row["decisions"] or ()),
        tuple((edit["source_sha256"], edit["edit"]) for edit in row["edits"] or ()), row["_unsettled"],
        tuple(row["_records"] or ()), row["_records_sha256"], row["_gone"])


def _with_collisions(photos: DataFrame, rows: Manifest, options: Sequence[str]) -> DataFrame:
    """With `_refused`, why a photo cannot be done: its output would have the name of another's.

    With --format jpeg the outputs of `a.heic` and of `a.heic.jpg` would have one name. Whose output is there keeps it, where it stays:
    neither what a person has decided about is overwritten, nor what is no longer on the list. Else it is that of `a.heic`.
    """
    key = F.col("key")
    jpeg = _format(options) == "jpeg"
    photos = photos.withColumn("_name", F.when(~key.rlike(IS_JPEG), F.concat(key, F.lit(JPEG))).otherwise(key) if jpeg else key)
    done = rows.state("key", "status", "target_key", "reviewed", "run", "batch").where("status = 'done'")
    # Where two have one name by now, it is one's alone.
    owned = done.select(
        key.alias("_owner"), F.col("target_key").alias("_name"), F.struct("reviewed", "run", "batch", "key").alias("_rank"))
    others = owned if jpeg else owned.where("_owner <> _name")
    listed = photos.select(key.alias("_owner"), F.col("_name").alias("_then"))
    mine = owned.select(F.col("_owner").alias("key"), "_name", F.col("_rank").alias("_mine"))
    taken = (
        photos.select("key", "_name").join(others, "_name").where("key <> _owner")
        .join(listed, "_owner", "left").where("_rank.reviewed or _then is null or _then = _name")
        .join(mine, ["key", "_name"], "left").where("_mine is null or _mine < _rank")
        .select("key").distinct())
    named = photos.where("_name <> key").join(taken, "key", "left_anti").select(F.col("_name").alias("key"))
    refused = taken.union(named).distinct().withColumn("_refused", F.lit("the output of another photo gets its name"))
    return photos.join(refused, "key", "left").drop("_name")


def _with_records(photos: DataFrame) -> DataFrame:
    """With `_records`, the names of the records of edits beside each photo, and `_records_sha256`, null where the list does not tell enough.

    Both are null where there is none. A record is told by its name on the list alone: no store is asked for it.
    """
    key = F.col("key")
    told = F.coalesce(F.col("etag"), F.concat_ws(" ", "size", "modified_ms"))
    enough = F.col("etag").isNotNull() | (F.col("size").isNotNull() & F.col("modified_ms").isNotNull())
    records = photos.where(key.rlike(IS_RECORD)).select(
        F.regexp_replace("key", IS_RECORD, "").alias("_base"), F.struct(key.alias("key"), told.alias("told"), enough.alias("enough")).alias("one"))
    listed = records.groupBy("_base").agg(F.sort_array(F.collect_list("one")).alias("_found"))
    photos = photos.withColumn("_stem", F.when(~key.rlike(IS_RECORD), F.regexp_replace("key", ENDING, "")))
    photos = photos.join(listed.select(F.col("_base").alias("_stem"), F.col("_found").alias("_short")), "_stem", "left")
    whole = listed.select(F.col("_base").alias("key"), F.col("_found").alias("_whole"))
    photos = photos.join(whole, "key", "left").withColumn("_whole", F.when(F.col("_stem").isNotNull(), F.col("_whole")))
    none = F.array().cast("array<struct<key:string,told:string,enough:boolean>>")
    found = F.array_distinct(F.concat(F.coalesce("_whole", none), F.coalesce("_short", none)))
    digest = F.sha2(F.to_json(F.col("_found")), 256)
    photos = photos.withColumn("_found", F.when(F.size(found) > 0, found))
    return photos.withColumn("_records", F.col("_found.key")).withColumn(
        "_records_sha256", F.when(F.forall("_found", lambda one: one["enough"]), digest)).drop("_found", "_stem", "_short", "_whole")


def _with_gone(photos: DataFrame, rows: Manifest) -> DataFrame:
    """With what an interrupted run may have put of photos that are not on the list any more, as `_gone`: no row would ever tell of it.

    Where an earlier row tells of an output, that is left to a list that has the photo, and to the audit until then.
    """
    left = rows.untold_outputs().where("status is null or status <> 'done'").join(photos.select("key"), "key", "left_anti")
    gone = left.select("key", F.lit(True).alias("_gone"))
    return photos.withColumn("_gone", F.lit(False)).unionByName(gone, allowMissingColumns=True)


def _other_records() -> Column:
    """Whether the records beside a photo are not those that its row was made with, or may be others."""
    same = F.coalesce(F.col("_records_sha256") == F.col("was_records"), F.lit(False))
    return F.when(F.col("_records").isNull(), F.col("was_records").isNotNull()).otherwise(~same)


def _format(options: Sequence[str]) -> str | None:
    for place, option in enumerate(options):
        if option.startswith("--format="):
            return option.split("=", 1)[1]
        if option == "--format" and place + 1 < len(options):
            return options[place + 1]
    return None


def _summarised(
        rows: Manifest, run: int, photos: DataFrame, count: int, gone: int, batches: int, digests: Digests, seconds: float) -> Summary:
    counted: dict[str, int] = {}
    faces = doubtful = 0
    if batches:
        for row in rows.of_runs([run]).groupBy("status").agg(
                F.count("*").alias("count"), F.sum("faces").alias("faces"),
                F.sum((F.col("doubtful") > 0).cast("long")).alias("doubtful")).collect():
            counted[row["status"]] = row["count"]
            faces += row["faces"] or 0
            doubtful += row["doubtful"] or 0
    if gone:
        # The others are of the list.
        counted["skipped"] -= gone
    failed = counted.get("failed", 0)
    all_failed = rows.state("key", "status").where("status = 'failed'").join(photos.select("key"), "key", "left_semi").count()
    return Summary(
        run, count, count - sum(counted.values()), all_failed - failed, counted.get("done", 0), counted.get("skipped", 0),
        counted.get("review", 0), failed, counted.get("other", 0), faces, doubtful, round(seconds, 1), digests.settings, digests.models)


def _check_places(source: str, target: str, manifest: str, default: str) -> None:
    for inner, outer, why in (
            (target, source, "TARGET lies in SOURCE: outputs would be photos of the next run"),
            (source, target, "SOURCE lies in TARGET: originals would be published"),
            (manifest, source, "the manifest lies in SOURCE"),
            (manifest, target, "the manifest lies in TARGET: it says where faces are and is not for publishing")):
        if hadoop.within(inner, outer, default):
            raise RunError(USAGE, why)


def _check_options(options: Sequence[str]) -> None:
    for option in options:
        if option.split("=", 1)[0] in _OURS:
            raise RunError(USAGE, f"{option} is not for a cluster's workers, or is given to them by itself")


def _slots(spark: SparkSession, setup: Setup) -> int:
    """Photos that the cluster does at once."""
    cpus = int(spark.conf.get("spark.task.cpus", "1") or 1)
    return max(1, spark.sparkContext.defaultParallelism // cpus) * setup.jobs


def ship(context: SparkContext) -> None:
    """Sends this package to the executors, once: they run the code that the driver runs and need nothing but Spark's own Python."""
    if getattr(context, "_faceblur_shipped", False):
        return
    root = os.path.dirname(os.path.abspath(__file__))
    if not os.path.isdir(root):
        # It came as an archive itself, by --py-files, and so the executors have it.
        return
    made = tempfile.mkdtemp(prefix="faceblur-spark-")
    # Executors fetch it from here as long as this process lives.
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    path = os.path.join(made, "faceblur_spark.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for folder, _, names in os.walk(root):
            for name in sorted(names):
                if name.endswith(".py"):
                    file = os.path.join(folder, name)
                    archive.write(file, os.path.join("faceblur_spark", os.path.relpath(file, root)))
    context.addPyFile(path)
    context._faceblur_shipped = True  # type: ignore[attr-defined]


def _first_line(error: BaseException) -> str:
    """What Java said, without where."""
    if isinstance(error, Py4JJavaError):
        return str(error.java_exception.getMessage()).splitlines()[0][:500]
    return (str(error).splitlines() or [type(error).__name__])[0][:500]


def now() -> str:
    """The time as runs have it in what is written of them: ISO 8601, UTC."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
