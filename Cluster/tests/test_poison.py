"""Five hundred photos and the real command, with all that can go wrong at once."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from support import photos as small
from support.runs import Collection

from faceblur_spark import Summary, audit
from faceblur_spark.executor import sha256

_OPTIONS = ("--effort", "fast")
_POISON = Path(__file__).parent / "poison.py"
# How the ten poisoned photos end, and a part of what is said of them.
_ENDS = {
    **{f"folder/crash{number}.jpg": ("failed", "SIGKILL") for number in range(2)},
    "hang.jpg": ("failed", "no answer after"),
    **{f"bomb{number}.png": ("failed", "memory") for number in range(3)},
    "text.txt": ("other", "not a photo"),
    "text.jpg": ("failed", "not a photo"),
    "empty.jpg": ("failed", "empty"),
    "cut.jpg": ("failed", "cut short"),
}


@pytest.fixture(scope="module")
def spark(cluster: Any) -> Iterator[SparkSession]:
    """With speculation, as eager as Spark allows."""
    cluster.heal()
    builder = SparkSession.builder
    settings = cluster.settings(**{
        "spark.speculation": "true", "spark.speculation.multiplier": "1.1", "spark.speculation.quantile": "0.1",
        "spark.speculation.interval": "100ms", "spark.speculation.minTaskRuntime": "100ms"})
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


class Run:
    """The collection, and what came of the first run."""

    def __init__(self, spark: SparkSession, folder: Path, faceblur: Path):
        script = folder / "faceblur"
        script.write_text(f'#!/bin/sh\nexec "{_POISON}" "{faceblur}" "{folder}" "$@"\n')
        script.chmod(0o755)
        self.collection = Collection(spark, folder / "collection", script)
        self.good: dict[str, bytes] = {}
        for number in range(490):
            key = f"folder {number % 7}/{number}" + (".png" if number % 2 else ".jpg")
            self.good[key] = small.png(number) if number % 2 else small.jpeg(number)
        # Not poison, but the end of the executor that has it.
        self.good["folder 0/140.jpg"] += b"poison: executor"
        for key, content in self.good.items():
            self.collection.put_at(key, content)
        for key in _ENDS:
            kind = Path(key).stem.rstrip("0123456789")
            self.collection.put_at(key, {
                "crash": small.jpeg(1) + b"poison: crash", "hang": small.jpeg(2) + b"poison: hang", "bomb": small.bomb(),
                "text": b"This is no photo.\n", "empty": b"", "cut": small.jpeg(3)[:4000]}[kind])
        self.killed = folder / "executor-killed"
        self.summary: Summary = self.scrub()

    def scrub(self, *options: str) -> Summary:
        return self.collection.scrub(*_OPTIONS, *options, timeout=20.0)


@pytest.fixture(scope="module")
def run(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory, faceblur: Path) -> Run:
    return Run(spark, tmp_path_factory.mktemp("poison"), faceblur)


@pytest.fixture(scope="module")
def alone(run: Run, tmp_path_factory: pytest.TempPathFactory, faceblur: Path) -> dict[str, bytes]:
    """What `faceblur scrub` makes of the good photos on one machine."""
    folder = tmp_path_factory.mktemp("alone")
    for key, content in run.good.items():
        path = folder / "in" / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    subprocess.run([faceblur, "scrub", folder / "in", "-o", folder / "out", "-q", *_OPTIONS], check=True)
    return {str(path.relative_to(folder / "out")): path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}


def test_every_photo_has_one_row_that_says_what_became_of_it(run: Run) -> None:
    assert run.killed.exists()
    rows = run.collection.state()
    assert set(rows) == set(run.good) | set(_ENDS)
    assert (run.summary.photos, run.summary.done, run.summary.failed, run.summary.other) == (500, 490, 9, 1)
    assert {key for key, row in rows.items() if row["status"] == "done"} == set(run.good)
    for key, (status, reason) in _ENDS.items():
        assert rows[key]["status"] == status
        assert rows[key]["reason"] and reason in rows[key]["reason"]
        assert rows[key]["target_key"] is None and rows[key]["target_sha256"] is None
    # More executors than there are at once: one of them was killed.
    assert len({row["executor"] for row in rows.values()}) >= 2


def test_outputs_are_those_of_one_machine_to_the_last_byte(run: Run, alone: dict[str, bytes]) -> None:
    outputs = run.collection.outputs()
    assert outputs.keys() == alone.keys() == run.good.keys()
    assert outputs == alone
    assert len(set(outputs.values())) == len(outputs)
    rows = run.collection.state()
    assert all(rows[key]["target_sha256"] == sha256(str(run.collection.target / key)) for key in outputs)


def test_a_second_run_does_nothing(run: Run) -> None:
    before = {path: path.stat().st_mtime_ns for path in run.collection.target.rglob("*")}
    again = run.scrub()
    assert (again.photos, again.unchanged) == (500, 500)
    assert {path: path.stat().st_mtime_ns for path in run.collection.target.rglob("*")} == before


def test_a_sample_is_made_anew_and_what_was_changed_is_found(run: Run) -> None:
    collection = run.collection
    arguments: dict[str, Any] = {"sample": 500, "faceblur": str(collection.faceblur), "timeout": 20.0}
    found = audit(collection.spark, str(collection.manifest), **arguments)
    assert (found.sampled, found.remade, found.differences) == (500, 490, [])
    victim = next(path for path in collection.target.rglob("*.jpg"))
    kept = victim.read_bytes()
    victim.write_bytes(kept[:-2] + b"\0\0")
    other = next(path for path in collection.target.rglob("*.png"))
    other.rename(other.with_suffix(".gone"))
    (collection.target / "hang.jpg").write_bytes(kept)
    found = audit(collection.spark, str(collection.manifest), **arguments)
    other.with_suffix(".gone").rename(other)
    victim.write_bytes(kept)
    (collection.target / "hang.jpg").unlink()
    assert {key for key, _ in found.differences} == {
        str(victim.relative_to(collection.target)), str(other.relative_to(collection.target)), "hang.jpg"}
    assert found.code == 1


def test_other_settings_redo_all(run: Run) -> None:
    before = run.collection.outputs()
    other = run.scrub("--style", "fill")
    assert (other.unchanged, other.done, other.failed, other.other) == (0, 490, 9, 1)
    after = run.collection.outputs()
    assert after.keys() == before.keys()
    assert all(after[key] != before[key] for key in after)
