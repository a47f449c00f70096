"""What a person decides about: it goes back, stays, and nothing else does."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from support.runs import STUB, Collection, made

from faceblur_spark import RunError, audit, fetch, publish


class Desk:
    """Where photos are fetched to, with what `faceblur scrub` and `faceblur review` would have left there."""

    def __init__(self, folder: Path):
        self.folder = folder / "desk"
        self.command = folder / "review"
        self.answers(0)

    def answers(self, code: int) -> None:
        """What `faceblur review --check` ends with."""
        self.command.write_text(f'#!/bin/sh\n[ "$1 $2" = "review --check" ] || exit 64\nexit {code}\n')
        self.command.chmod(0o755)

    def names(self) -> dict[str, str]:
        """The local names of the photos that were fetched."""
        return {photo["key"]: photo["name"] for photo in json.loads((self.folder / "fetched.json").read_text())["photos"]}

    def decide(self, *, complete: bool = True, other: bool = False) -> None:
        state = self.folder / "published.faceblur"
        for path in (self.folder / "published", state):
            path.mkdir()
        photos, lines = [], []
        for path in sorted((self.folder / "photos").iterdir()):
            content = b"decided " + path.read_bytes()
            (self.folder / "published" / path.name).write_bytes(content + (b"changed since" if other else b""))
            lines.append({"file": str(path), "target": path.name, "way": "bitCopy"})
            photos.append({
                "output": path.name, "sha256": hashlib.sha256(content).hexdigest(), "complete": complete, "shown": [{}, {}], "width": 4,
                "sourceSHA256": hashlib.sha256(path.read_bytes()).hexdigest(), "height": 3, "decisions": []})
        (state / "report.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        (state / "review.json").write_text(json.dumps({"photos": photos}))


@pytest.fixture
def collection(spark: SparkSession, tmp_path: Path) -> Collection:
    photos = Collection(spark, tmp_path)
    photos.put(a_jpg="photo a", b_jpg="doubtful b", d_jpg="failed")
    photos.put_at("folder/who is it?.jpg", "doubtful c")
    photos.scrub()
    return photos


def _desk(collection: Collection, tmp_path: Path, **more: Any) -> Desk:
    desk = Desk(tmp_path)
    desk.fetched = fetch(collection.spark, str(collection.manifest), str(desk.folder), **more)  # type: ignore[attr-defined]
    return desk


def test_what_was_decided_is_published_and_stays(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path)
    # Photos lie there for their owner alone, under names that tell nothing.
    assert set(desk.names()) == {"b.jpg", "folder/who is it?.jpg"}
    assert sorted(path.name for path in (desk.folder / "photos").iterdir()) == ["000001.jpg", "000002.jpg"]
    assert (desk.folder.stat().st_mode & 0o777, (desk.folder / "fetched.json").stat().st_mode & 0o777) == (0o700, 0o600)
    desk.decide()
    assert publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).photos == 2
    decided = {
        "a.jpg": made("photo a"), "b.jpg": b"decided doubtful b", "folder/who is it?.jpg": b"decided doubtful c"}
    assert collection.outputs() == decided
    row = collection.state()["b.jpg"]
    assert (row["reviewed"], row["status"], row["faces"], row["doubtful"]) == (True, "done", 2, 0)
    # Neither the same settings nor others undo it.
    assert collection.scrub().unchanged == 4
    assert collection.scrub("--style=fill").unchanged == 2
    assert collection.outputs() == {**decided, "a.jpg": made("photo a", "--style=fill")}
    # Nothing is left to look at.
    again = fetch(collection.spark, str(collection.manifest), str(tmp_path / "again"))
    assert again.photos == 0
    found = audit(collection.spark, str(collection.manifest), faceblur=str(STUB))
    assert (found.sampled, found.remade, found.differences) == (4, 1, []) and found.notes
    # On request they are.
    assert collection.scrub("--style=fill", redo_reviewed=True).unchanged == 4 - 2
    assert collection.outputs()["b.jpg"] == made("doubtful b", "--style=fill")


def test_a_photo_that_changed_after_a_person_decided_is_in_doubt_again(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path)
    desk.decide()
    publish(collection.spark, str(desk.folder), faceblur=str(desk.command))
    collection.put(b_jpg="another photo")
    assert collection.scrub().done == 1
    row = collection.state()["b.jpg"]
    assert not row["reviewed"] and row["doubtful"] == 1 and "changed since" in row["warnings"][0]


def test_what_is_not_decided_or_not_what_was_decided_is_not_published(collection: Collection, tmp_path: Path) -> None:
    before = collection.outputs()
    desk = _desk(collection, tmp_path)
    desk.answers(1)
    desk.decide()
    with pytest.raises(RunError) as caught:
        publish(collection.spark, str(desk.folder), faceblur=str(desk.command))
    assert caught.value.code == 1
    desk.answers(0)
    for changed in ("published", "published.faceblur"):
        subprocess.run(["rm", "-r", desk.folder / changed], check=True)
    desk.decide(other=True)
    assert len(publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).failures) == 2
    for changed in ("published", "published.faceblur"):
        subprocess.run(["rm", "-r", desk.folder / changed], check=True)
    desk.decide(complete=False)
    assert len(publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).failures) == 2
    assert collection.outputs() == before


def test_a_source_that_changed_meanwhile_is_not_overwritten(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path)
    desk.decide()
    collection.put(b_jpg="doubtful, but another")
    collection.scrub()
    found = publish(collection.spark, str(desk.folder), faceblur=str(desk.command))
    assert (found.photos, len(found.failures)) == (1, 1)
    assert collection.outputs()["b.jpg"] == made("doubtful, but another")


def test_a_part_is_fetched_and_a_folder_is_not_used_twice(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path, limit=1)
    assert (desk.fetched.photos, desk.fetched.left) == (1, 1)  # type: ignore[attr-defined]
    with pytest.raises(RunError) as caught:
        fetch(collection.spark, str(collection.manifest), str(desk.folder))
    assert caught.value.code == 73
    failed = fetch(collection.spark, str(collection.manifest), str(tmp_path / "failed"), which="failed")
    assert failed.photos == 1
