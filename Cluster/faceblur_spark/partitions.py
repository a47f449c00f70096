"""Which photo is done in which batch and by which task, without any machine knowing all names.

Both follow from a photo's name and estimated cost alone and from one small table, so that whoever computes them anew, after an executor
was lost, comes to the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

# Seconds that a photo takes on one core, whatever it is, and bytes that are read, scrubbed and checked in a second: JPEGs of 0.5 to 12
# megapixels on the machine that Benchmarks/results name. Only proportions matter.
_BASE = 0.05
_BYTES_A_SECOND = 8e6
# Bytes of a photo whose size nobody has told.
_USUAL = 2_000_000
# Bytes of the largest photo that is read at all, whatever a list says.
_LARGEST = 1 << 30
# Seconds of work for a task: so much is lost with an executor, and starting one takes hundredths of it.
LONGEST = 60.0
SHORTEST = 2.0
# Tasks for each core: the end of a batch waits for the last of them.
_TURNS = 10
# Classes of cost to the power of two.
_FINENESS = 4
# Seconds of work for a batch: so much is lost with the driver.
_BATCH = 3600.0


def cost() -> Column:
    """Estimated seconds of a photo with the column `size`."""
    size = F.least(F.greatest(F.coalesce(F.col("size"), F.lit(_USUAL)), F.lit(0)), F.lit(_LARGEST))
    return F.lit(_BASE) + size / F.lit(_BYTES_A_SECOND)


@dataclass(frozen=True)
class Plan:
    """How photos are dealt out."""

    photos: int
    batches: int
    # Tasks of each batch.
    tasks: int
    # Of each class of cost its first task and how many there are. Large photos come first, because Spark starts with the first tasks.
    places: dict[int, tuple[int, int]]

    def task(self, kind: int, spread: int) -> int:
        """The task of a photo of this class of cost."""
        first, count = self.places[kind]
        return first + spread % count


def plan(photos: DataFrame, slots: int, batch: int | None) -> Plan:
    """Deals out photos with the column `size` to batches of about `batch` photos and to tasks for `slots` cores."""
    kinds = with_kind(photos).groupBy("_kind").agg(F.count("*").alias("count"), F.sum(cost()).alias("cost")).collect()
    total = sum(row["count"] for row in kinds)
    seconds = sum(row["cost"] for row in kinds)
    if total == 0:
        return Plan(0, 0, 0, {})
    wanted = total / batch if batch else seconds / slots / _BATCH
    batches = max(1, math.ceil(wanted))
    share = min(LONGEST, max(SHORTEST, seconds / batches / slots / _TURNS))
    places: dict[int, tuple[int, int]] = {}
    first = 0
    group: list[int] = []
    held = 0.0

    def close() -> None:
        nonlocal first, held
        count = max(1, round(held / share))
        places.update((kind, (first, count)) for kind in group)
        first += count
        held = 0.0
        group.clear()

    for row in sorted(kinds, key=lambda row: -row["_kind"]):
        group.append(row["_kind"])
        held += row["cost"] / batches
        if held >= share:
            close()
    if group:
        close()
    return Plan(total, batches, first, places)


def with_kind(photos: DataFrame) -> DataFrame:
    """With the class of cost as `_kind`."""
    return photos.withColumn("_kind", F.floor(F.log2(cost()) * _FINENESS).cast("int"))


def with_place(photos: DataFrame, dealt: Plan) -> DataFrame:
    """With `_kind`, the number of the batch as `_batch`, and `_spread`, by which Plan.task chooses."""
    digest = F.xxhash64("key", F.lit("batch"))
    return (with_kind(photos)
            .withColumn("_batch", F.pmod(digest, F.lit(max(1, dealt.batches))).cast("int"))
            .withColumn("_spread", F.pmod(F.xxhash64("key", F.lit("task")), F.lit(1 << 30)).cast("int")))
