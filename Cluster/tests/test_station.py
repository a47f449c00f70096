"""What a task makes of what its store and its disk refuse."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.runs import STUB

from faceblur_spark import RunError, executor
from faceblur_spark.executor import Photo, Setup, Station
from faceblur_spark.stores import Stat, StoreError, local


@pytest.fixture
def station(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Station]:
    monkeypatch.setenv("SPARK_LOCAL_DIRS", str(tmp_path / "scratch"))
    (tmp_path / "in").mkdir()
    station = Station(Setup(1, f"file://{tmp_path}/in", f"file://{tmp_path}/out", str(STUB), (), 1, 60.0, None, {}))
    yield station
    station.workers.stop()


def _photo(key: str, size: int = 0) -> Photo:
    return Photo(key, Stat(size, None, None))


def _room(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    real = os.statvfs

    def told(path: Any) -> os.statvfs_result:
        found = list(real(path))
        found[1], found[4] = 1, size
        return os.statvfs_result(found)

    monkeypatch.setattr(os, "statvfs", told)


def test_what_is_larger_than_the_disk_is_not_fetched(station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in/film.mp4").write_bytes(b"photo " + bytes(2000))
    (tmp_path / "in/a.jpg").write_bytes(b"photo a")
    _room(monkeypatch, 1000)
    row = station.scrub(_photo("film.mp4", 2006), "1")
    assert row is not None and (row.status, row.fault) == ("failed", "store") and "larger than the room" in str(row.reason)
    # A list may lie.
    row = station.scrub(_photo("a.jpg", 1 << 60), "1")
    assert row is not None and row.status == "done"


def test_a_full_disk_is_no_fault_of_the_source(station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in/a.jpg").write_bytes(b"photo a")
    real = shutil.copyfileobj

    def full(source: Any, target: Any, size: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(RunError) as caught:
        station.scrub(_photo("a.jpg"), "1")
    assert caught.value.code == 73 and "the disk of an executor" in caught.value.reason
    # Where no list has told how large it is.
    _room(monkeypatch, 1)
    row = station.scrub(_photo("a.jpg"), "1")
    assert row is not None and "larger than the room" in str(row.reason)
    monkeypatch.setattr(shutil, "copyfileobj", real)


@pytest.mark.parametrize(("changes", "status"), [(1, "done"), (2, "failed")])
def test_a_photo_that_is_being_written_fails_alone(
        station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: int, status: str) -> None:
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / "in" / name).write_bytes(b"photo")
    real, times = shutil.copyfileobj, []

    def copied(source: Any, target: Any, size: int) -> None:
        real(source, target, size)
        times.append(1)
        if len(times) <= changes:
            os.utime(tmp_path / "in/a.jpg", (len(times), 1))

    monkeypatch.setattr(shutil, "copyfileobj", copied)
    row = station.scrub(_photo("a.jpg"), "1")
    assert row is not None and row.status == status
    assert status == "done" or (row.fault, row.reason) == ("store", "the source: it changed while it was read")
    other = station.scrub(_photo("b.jpg"), "1")
    assert other is not None and other.status == "done"


def _refusing(monkeypatch: pytest.MonkeyPatch, name: str, refused: str) -> None:
    """The local store says no to what is called so."""
    real = getattr(local.LocalStore, name)

    def work(store: Any, *arguments: Any) -> Any:
        if any(refused in str(argument) for argument in arguments):
            raise StoreError("refused", "the rights do not allow it")
        return real(store, *arguments)

    monkeypatch.setattr(local.LocalStore, name, work)


@pytest.mark.parametrize("name", ["fetch", "publish"])
def test_photos_that_are_refused_one_after_the_other_end_nothing_where_others_are_not(
        station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for number in range(50):
        (tmp_path / f"in/bad{number}.jpg").write_bytes(b"photo")
    (tmp_path / "in/good.jpg").write_bytes(b"photo, and larger than the others")
    _refusing(monkeypatch, name, "/bad")
    rows = [station.scrub(_photo(f"bad{number}.jpg"), "1") for number in range(50)]
    assert {row.status for row in rows if row is not None} == {"failed"} and len(rows) == 50
    row = station.scrub(_photo("good.jpg"), "1")
    assert row is not None and row.status == "done"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["good.jpg"]


def test_who_may_not_list_may_still_read(station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("good.jpg", *(f"bad{number}.jpg" for number in range(executor._REFUSALS))):
        (tmp_path / "in" / name).write_bytes(b"photo")
    _refusing(monkeypatch, "list", "file:")
    _refusing(monkeypatch, "fetch", "/bad")
    station.scrub(_photo("good.jpg"), "1")
    rows = [station.scrub(_photo(f"bad{number}.jpg"), "1") for number in range(executor._REFUSALS)]
    assert {row.status for row in rows if row is not None} == {"failed"}


@pytest.mark.parametrize(("name", "code"), [("fetch", 66), ("publish", 73)])
def test_a_store_that_refuses_everything_ends_the_run(
        station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int) -> None:
    for number in range(executor._REFUSALS):
        (tmp_path / f"in/{number}.jpg").write_bytes(b"photo")
    _refusing(monkeypatch, name, "file:")
    with pytest.raises(RunError) as caught:
        for number in range(executor._REFUSALS):
            station.scrub(_photo(f"{number}.jpg"), "1")
    assert caught.value.code == code
    assert list((tmp_path / "scratch").rglob("*.jpg")) == []
