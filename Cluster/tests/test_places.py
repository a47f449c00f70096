"""Which URLs are one place, so that no run writes where its photos are."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from support.runs import STUB
from support.s3 import S3Server

from faceblur_spark import RunError, hadoop, scrub

_DEFAULT = "hdfs://nn:8020"


def _absolute(url: str) -> str:
    return hadoop.absolute(url, "SOURCE")


@pytest.mark.parametrize(("url", "same"), [
    ("s3a://b/in", "s3a://b//in"), ("s3a://b/in", "s3a://b/in///"), ("s3a://b/x/in", "s3a://b/x//in"), ("s3a://b/in", "S3A://b/in"),
    ("s3a://b", "s3a://b//"), ("hdfs:/x", "hdfs:///x"), ("hdfs:/x", "hdfs:////x"), ("/tmp/x", "file:/tmp/x"), ("/tmp/x", "file:///tmp/x"),
    ("/tmp/x", "//tmp/x"), ("/tmp/x", "file:////tmp/x"), ("/tmp/x", "FILE:/tmp/x"), ("/tmp/x", "file://localhost/tmp//x/"),
    ("/tmp/x", "/tmp/y/../x")])
def test_a_folder_has_one_name(url: str, same: str) -> None:
    assert _absolute(url) == _absolute(same)


@pytest.mark.parametrize("url", ["s3a://b/in/../out", "s3a://b/./in", "s3a://b/in/..", "s3a:in", "file:in", "file://elsewhere/in"])
def test_what_may_mean_another_place_is_refused(url: str) -> None:
    with pytest.raises(RunError) as caught:
        _absolute(url)
    assert caught.value.code == 64


@pytest.mark.parametrize(("inner", "outer"), [
    ("s3a://b/in/x", "s3://b/in"), ("s3n://b/in", "s3a://b//in"), ("hdfs:///x", "hdfs://nn:8020/x"), ("hdfs://nn/x/y", "hdfs:/x"),
    ("hdfs://NN:8020/x", "hdfs://nn/x"), ("webhdfs://nn:9870/x", "hdfs://nn:8020/x"), ("abfss://c@a/x", "abfs://c@a/x"), ("s3a://b/x", "s3a://b"),
    ("file:/tmp/x", "/tmp")])
def test_one_place_is_seen_under_other_names(inner: str, outer: str) -> None:
    assert hadoop.within(_absolute(inner), _absolute(outer), _DEFAULT)


@pytest.mark.parametrize(("inner", "outer"), [
    ("s3a://b/inner", "s3a://b/in"), ("s3a://b/in", "s3a://c/in"), ("s3a://b/in", "hdfs://b/in"), ("hdfs:///x", "hdfs://other/x"),
    ("abfs://c@a/x", "abfs://d@a/x"), ("s3a://b", "s3a://b/in"), ("/tmp/xy", "/tmp/x")])
def test_other_places_are_other_places(inner: str, outer: str) -> None:
    assert not hadoop.within(_absolute(inner), _absolute(outer), _DEFAULT)


@pytest.mark.parametrize(("target", "manifest"), [("/in", "m"), ("out", "/out/m"), ("out", "in//m")])
def test_no_slash_too_many_gets_round_that(
        spark: SparkSession, s3: S3Server, bucket: str, target: str, manifest: str, tmp_path: Path) -> None:
    s3.put(bucket, "in/a.jpg", b"photo original")
    with pytest.raises(RunError) as caught:
        scrub(
            spark, f"s3a://{bucket}/in", f"s3a://{bucket}/{target}", manifest=f"s3a://{bucket}/{manifest}", faceblur=str(STUB), timeout=60.0)
    assert caught.value.code == 64
    assert s3.get(bucket, "in/a.jpg") == b"photo original" and s3.keys(bucket) == ["in/a.jpg"]
