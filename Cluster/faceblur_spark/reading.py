"""What Spark reads: the file or folder that is named, whatever signs its name has, and all of it, whatever the site has set."""

from __future__ import annotations

import re
from typing import Any

from pyspark.sql import DataFrame, DataFrameReader, SparkSession
from pyspark.sql.types import StructType

from .errors import USAGE, RunError

# What Spark and Hadoop take for a pattern.
_PATTERN = re.compile(r"[\\{}\[\]*?]")


def parquet(spark: SparkSession, *urls: str, schema: StructType | None = None, base: str | None = None) -> DataFrame:
    """Rows of Parquet. `base` is the folder below which names of folders are columns."""
    reader = _reader(spark)
    if schema is not None:
        reader = reader.schema(schema)
    if base is not None:
        reader = reader.option("basePath", base)
    return reader.parquet(*(_PATTERN.sub(lambda found: "\\" + found.group(), url) for url in urls))


def csv(spark: SparkSession, url: str, **options: Any) -> DataFrame:
    """Rows of CSV. RunError where the name may be taken for a pattern: of such files Spark reads the names of columns elsewhere."""
    if _PATTERN.search(url):
        raise RunError(USAGE, "the name of a list in CSV may not hold any of \\ { } [ ] * ?, which Spark takes for a pattern: give it another name")
    return _reader(spark).csv(url, **options)


def _reader(spark: SparkSession) -> DataFrameReader:
    # A part that is damaged or gone is an error, and no shorter list.
    return spark.read.option("ignoreCorruptFiles", "false").option("ignoreMissingFiles", "false")
