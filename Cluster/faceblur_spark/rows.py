"""A row of the manifest: what became of one photo."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from pyspark.sql.types import (
    ArrayType, BooleanType, DataType, DoubleType, IntegerType, LongType, StringType, StructField, StructType, TimestampType)


@dataclass
class Row:
    """What became of one photo. The names are those of the manifest's columns; None is null."""

    key: str
    source_etag: str | None = None
    source_size: int | None = None
    # Milliseconds since 1970, by the store's clock.
    source_modified_ms: int | None = None
    source_sha256: str | None = None
    settings_sha256: str | None = None
    model_sha256: str | None = None
    # As in scrub's reports: done, skipped, review, failed, other.
    status: str = "failed"
    target_key: str | None = None
    target_sha256: str | None = None
    faces: int = 0
    doubtful: int = 0
    width: int | None = None
    height: int | None = None
    # What a worker needs to make the same bytes again, as JSON. It says where faces are. Of what a person has decided it is what the output
    # hides; the bytes may differ, where tones were changed.
    edit: str | None = None
    reason: str | None = None
    # Whose a failure is: photo, store or name.
    fault: str | None = None
    warnings: list[str] | None = None
    way: str | None = None
    seconds: float | None = None
    attempts: int = 0
    executor: str | None = None
    # Whether a person has decided about it.
    reviewed: bool = False
    # An earlier output, to be removed once this row is committed.
    stale_key: str | None = None
    finished_at: datetime | None = None
    # Of the records of edits beside the source, by their names and what the list says of them; none where there was none.
    records_sha256: str | None = None
    # Their names; null in rows of earlier versions, which do not name them.
    records: list[str] | None = None

    def values(self) -> tuple[Any, ...]:
        """In the order of SCHEMA."""
        return tuple(getattr(self, field.name) for field in fields(self))


def edit_text(edit: Mapping[str, Any]) -> str:
    """An edit as rows have it: one text, whichever machine writes it."""
    return json.dumps(edit, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


_TYPES: dict[str, DataType] = {
    "str": StringType(), "int": IntegerType(), "float": DoubleType(), "bool": BooleanType(), "datetime": TimestampType(),
    "list[str]": ArrayType(StringType(), False)}
_LONG = {"source_size", "source_modified_ms"}

SCHEMA = StructType([
    StructField(
        field.name, LongType() if field.name in _LONG else _TYPES[str(field.type).removesuffix(" | None")],
        nullable=str(field.type).endswith(" | None"))
    for field in fields(Row)])
