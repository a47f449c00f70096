"""What lists of photos may look like."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from faceblur_spark import RunError, inventory

_SOURCE = "s3a://bucket/in"


def _read(spark: SparkSession, url: Path) -> dict[str, tuple[object, ...]]:
    return {row["key"]: (row["size"], row["etag"], row["modified_ms"]) for row in inventory.read(spark, str(url), _SOURCE).collect()}


def test_names_alone(spark: SparkSession, tmp_path: Path) -> None:
    list_ = tmp_path / "list.csv"
    list_.write_bytes("key\na.jpg\n\"two\nlines, \"\"quoted\"\".jpg\"\nx/é%20.jpg\n".encode())
    assert _read(spark, list_) == {name: (None, None, None) for name in ("a.jpg", 'two\nlines, "quoted".jpg', "x/é%20.jpg")}


def test_an_inventory_of_s3(spark: SparkSession, tmp_path: Path) -> None:
    time = datetime(2026, 11, 1, 12, 0, 0, tzinfo=timezone.utc)
    rows = [
        ("bucket", "in/a.jpg", 7, '"abc"', time, True, False), ("bucket", "in/a.jpg", 6, '"old"', time, False, False),
        ("bucket", "in/gone.jpg", 0, None, time, True, True), ("bucket", "out/b.jpg", 7, '"abc"', time, True, False),
        ("bucket", "input/c.jpg", 7, '"abc"', time, True, False), ("other", "in/d.jpg", 7, '"abc"', time, True, False)]
    columns = (
        "bucket string, key string, size long, e_tag string, last_modified_date timestamp, is_latest boolean, is_delete_marker boolean")
    spark.createDataFrame(rows, columns).write.parquet(str(tmp_path / "list"))
    assert _read(spark, tmp_path / "list") == {"a.jpg": (7, "abc", int(time.timestamp() * 1000))}


def test_whole_urls_of_any_of_the_names_of_s3(spark: SparkSession, tmp_path: Path) -> None:
    list_ = tmp_path / "list.csv"
    list_.write_text(
        "url,size,modified\ns3://bucket/in/a.jpg,5,2026-11-01T00:00:00Z\ns3a://bucket/in/b.jpg,nonsense,17\nhttps://bucket/in/c.jpg,1,\n")
    assert _read(spark, list_) == {"a.jpg": (5, None, 1793491200000), "b.jpg": (None, None, 17)}


def test_a_photo_that_stands_there_twice_is_one(spark: SparkSession, tmp_path: Path) -> None:
    list_ = tmp_path / "list.csv"
    list_.write_text("key,size,etag,modified_ms\na.jpg,1,old,1000\na.jpg,2,new,2000\na.jpg,1,old,1000\n")
    assert _read(spark, list_) == {"a.jpg": (2, "new", 2000)}


def test_a_list_of_another_place_is_none(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("url,size\ns3://other/in/a.jpg,1\ns3://bucket/input/a.jpg,1\n")
    with pytest.raises(RunError, match="none of its names is below") as caught:
        _read(spark, tmp_path / "list.csv")
    assert caught.value.code == 66
    # One without a name is as good as an empty folder.
    (tmp_path / "empty.csv").write_text("url,size\n")
    assert _read(spark, tmp_path / "empty.csv") == {}


def test_a_list_without_names_is_none(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name,size\na.jpg,1\n")
    with pytest.raises(RunError) as caught:
        _read(spark, tmp_path / "list.csv")
    assert caught.value.code == 64


def test_a_name_that_looks_like_a_pattern_is_a_name(spark: SparkSession, tmp_path: Path) -> None:
    for name, key in (("list[1]", "a.jpg"), ("list1", "other.jpg"), ("l{a,b}*?", "b.jpg"), ("back\\[2]", "c.jpg"), ("list", "d.jpg")):
        spark.createDataFrame([(key,)], "key string").write.parquet(str(tmp_path / name))
    assert [set(_read(spark, tmp_path / name)) for name in ("list[1]", "l{a,b}*?", "back\\[2]")] == [{"a.jpg"}, {"b.jpg"}, {"c.jpg"}]
    for name in ("list[1].csv", "list1.csv"):
        (tmp_path / name).write_text("key\na.jpg\n")
    with pytest.raises(RunError, match="another name") as caught:
        _read(spark, tmp_path / "list[1].csv")
    assert caught.value.code == 64


def test_no_part_of_a_list_is_left_out(spark: SparkSession, tmp_path: Path) -> None:
    spark.createDataFrame([(f"{number}.jpg",) for number in range(6)], "key string").repartition(3).write.parquet(str(tmp_path / "list"))
    part = min((tmp_path / "list").glob("*.parquet"))
    content = bytearray(part.read_bytes())
    content[10:60] = bytes(50)
    part.write_bytes(content)
    (tmp_path / "list" / f".{part.name}.crc").unlink()
    spark.conf.set("spark.sql.files.ignoreCorruptFiles", "true")
    try:
        with pytest.raises(Exception, match="parquet"):
            _read(spark, tmp_path / "list")
    finally:
        spark.conf.unset("spark.sql.files.ignoreCorruptFiles")
