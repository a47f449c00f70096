"""How photos are dealt out: each once, large ones first, and the same again whoever asks."""

from __future__ import annotations

from collections import Counter

import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from faceblur_spark import partitions


@pytest.mark.parametrize(("count", "batch"), [(0, None), (1, None), (1000, None), (20_000, 3000)])
def test_every_photo_has_one_place(spark: SparkSession, count: int, batch: int | None) -> None:
    photos = spark.range(count).select(
        F.concat(F.lit("photo/"), "id").alias("key"), (F.col("id") * F.col("id") % 97 * 200_000 + 1000).alias("size"))
    plan = partitions.plan(photos, 4, batch)
    assert plan.photos == count
    dealt = partitions.with_place(photos, plan)

    def places(seen: object) -> dict[str, tuple[int, int]]:
        return {row["key"]: (row["_batch"], plan.task(row["_kind"], row["_spread"])) for row in seen.collect()}  # type: ignore[attr-defined]

    found = places(dealt)
    assert len(found) == count
    assert found == places(partitions.with_place(photos.repartition(7), plan))
    assert all(0 <= batch < plan.batches and 0 <= task < plan.tasks for batch, task in found.values())
    if batch:
        sizes = Counter(number for number, _ in found.values())
        assert len(sizes) == plan.batches == 7 and max(sizes.values()) < 1.2 * batch


def test_tasks_take_about_as_long_and_the_largest_photos_come_first(spark: SparkSession) -> None:
    photos = spark.range(5000).select(
        F.col("id").cast("string").alias("key"), F.when(F.col("id") < 20, 200_000_000).otherwise(1_000_000).alias("size"))
    plan = partitions.plan(photos, 2, None)
    rows = partitions.with_place(photos, plan).withColumn("_cost", partitions.cost()).collect()
    seconds: Counter[int] = Counter()
    for row in rows:
        seconds[plan.task(row["_kind"], row["_spread"])] += row["_cost"]
    large = [plan.task(row["_kind"], row["_spread"]) for row in rows if row["size"] > 1_000_000]
    small = [plan.task(row["_kind"], row["_spread"]) for row in rows if row["size"] == 1_000_000]
    assert max(large) < min(small)
    of_small = [seconds[task] for task in set(small)]
    assert max(of_small) < 1.6 * min(of_small) and max(of_small) < 1.5 * partitions.LONGEST


def test_sizes_that_lists_lie_about_break_nothing(spark: SparkSession) -> None:
    photos = spark.createDataFrame([("a", -5), ("b", None), ("c", 2 ** 62), ("d", 0)], "key string, size long")
    plan = partitions.plan(photos, 2, None)
    assert plan.photos == 4
    tasks = [plan.task(row["_kind"], row["_spread"]) for row in partitions.with_place(photos, plan).collect()]
    assert all(0 <= task < plan.tasks < 1_000_000 for task in tasks)
