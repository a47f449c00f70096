"""The list of the photos: from a file of the store's or of one's own, or, where there is none, from the source itself.

It has the columns `key` (below the source), `size`, `etag` and `modified_ms`, of which all but the first may be null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import LongType, StringType, StructField, StructType

from . import keys, reading
from .errors import NO_INPUT, USAGE, RunError
from .executor import Setup
from .stores import StoreError, open_store

_SCHEMA = StructType([
    StructField("key", StringType(), False), StructField("size", LongType()), StructField("etag", StringType()),
    StructField("modified_ms", LongType())])
# What the columns are called elsewhere, too: S3's own inventories have the second names.
_SIZE = ("size",)
_ETAG = ("etag", "e_tag")
_MODIFIED = ("modified_ms", "modified", "last_modified_date", "last_modified")
_S3 = ("s3", "s3a", "s3n")


def read(spark: SparkSession, url: str, source: str) -> DataFrame:
    """A list that is there: Parquet, or CSV with a first line of names.

    With `key` names are below the source; with `url`, or with `bucket` and `key` as S3's inventories have them, they are whole, and what is
    not below the source is left out. A photo that stands there twice is one. Raises RunError.
    """
    try:
        if url.lower().endswith((".csv", ".csv.gz")):
            found = reading.csv(spark, url, header=True, multiLine=True, quote='"', escape='"')
        else:
            found = reading.parquet(spark, url)
    except AnalysisException as error:
        raise RunError(NO_INPUT, f"the inventory cannot be read: {str(error).splitlines()[0]}") from None
    names = {name.lower(): name for name in found.columns}

    def column(choice: tuple[str, ...]) -> Column | None:
        return next((F.col(f"`{names[name]}`") for name in choice if name in names), None)

    for mark, kept in (("is_latest", True), ("is_delete_marker", False)):
        if mark in names:
            found = found.where(F.coalesce(F.col(names[mark]).cast("boolean"), F.lit(kept)) == F.lit(kept))
    whole = column(("url",))
    if whole is None and "bucket" in names and "key" in names:
        whole = F.concat(F.lit("s3://"), F.col(names["bucket"]), F.lit("/"), F.col(names["key"]))
    if whole is not None:
        scheme = source.split("://", 1)[0]
        if scheme in _S3:
            # They mean the same place to different programs.
            whole = F.regexp_replace(whole, f"^({'|'.join(_S3)})://", f"{scheme}://")
        every = found.withColumn("_url", whole).where(F.col("_url").isNotNull())
        found = every.where(F.col("_url").startswith(source + "/"))
        if found.isEmpty() and not every.isEmpty():
            raise RunError(NO_INPUT, "the inventory is of another place: none of its names is below SOURCE")
        found = found.withColumn("_key", F.expr(f"substring(_url, {len(source) + 2})"))
    elif "key" in names:
        found = found.withColumn("_key", F.coalesce(F.col(names["key"]).cast("string"), F.lit("")))
    else:
        raise RunError(USAGE, "the inventory has neither a column 'key' nor a column 'url'")
    etag = column(_ETAG)
    cleaned = F.lit(None) if etag is None else F.nullif(
        F.regexp_replace(F.trim(etag.cast("string")), r'^(W/)?"?|"$', ""), F.lit(""))
    found = found.select(
        F.col("_key").alias("key"), _number(column(_SIZE)).alias("size"), cleaned.cast("string").alias("etag"),
        _milliseconds(found, column(_MODIFIED)).alias("modified_ms"))
    newest = F.max(F.struct("modified_ms", "size", "etag")).alias("newest")
    return found.groupBy("key").agg(newest).select("key", "newest.size", "newest.etag", "newest.modified_ms")


def _number(column: Column | None) -> Column:
    if column is None:
        return F.lit(None).cast("long")
    return F.when(column.cast("string").rlike(r"^\d{1,18}$"), column.cast("long"))


def _milliseconds(found: DataFrame, modified: Column | None) -> Column:
    """Milliseconds since 1970 of a number of them, a text or a time."""
    if modified is None:
        return F.lit(None).cast("long")
    kind = found.select(modified.alias("modified")).schema["modified"].dataType.simpleString()
    if kind in ("bigint", "int"):
        return modified.cast("long")
    time = F.try_to_timestamp(modified) if kind == "string" else modified.cast("timestamp")
    milliseconds = (time.cast("double") * 1000).cast("long")
    return F.coalesce(_number(modified), milliseconds) if kind == "string" else milliseconds


def listed(spark: SparkSession, setup: Setup, url: str) -> tuple[DataFrame, list[str]]:
    """The source's own listing, which one task writes to `url` piece by piece: no machine holds all names. With it what it cannot tell."""
    def entries(_: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        try:
            for key, stat in open_store(setup.source, setup.hadoop).list(setup.source):
                yield key, stat.size, keys.etag(stat.etag), stat.modified_ms
        except StoreError as error:
            raise RunError(NO_INPUT, f"the source cannot be listed: {error.reason}") from None

    names = spark.sparkContext.parallelize([0], 1).mapPartitions(entries)
    spark.createDataFrame(names, _SCHEMA, verifySchema=False).write.parquet(url)
    found = reading.parquet(spark, url, schema=_SCHEMA)
    # Hadoop tells names that it would write in another way under that one, so that two objects may have one name here: then it is not
    # known which of them was told. Names that are not UTF-8 are told with U+FFFD for what is not: such a photo is refused later.
    told = found.groupBy("key").agg(F.count("*").alias("_count"), *(F.first(name).alias(name) for name in _SCHEMA.names[1:]))
    once = F.col("_count") == 1
    twice = told.agg(F.sum(F.col("_count") - 1)).collect()[0][0]
    return told.select("key", *(F.when(once, F.col(name)).alias(name) for name in _SCHEMA.names[1:])), _warnings(twice or 0)


def _warnings(twice: int) -> list[str]:
    if not twice:
        return []
    return [
        f"{twice} names were listed twice or more: of objects that differ by a//b, . or .., or of names that are not UTF-8, only one has a row."
        " An inventory names them all."]
