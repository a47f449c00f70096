"""What a person decides about: it goes back, stays, and nothing else does."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from support.runs import STUB, Collection, made

from faceblur_spark import RunError, audit, driver, fetch, publish
from faceblur_spark.manifest import Manifest
from faceblur_spark.rows import SCHEMA, Row

_LOW = "--threshold=0.2"
_SCHEMA = """
    CREATE TABLE entries (target BLOB, status TEXT, run INTEGER, settings TEXT, model TEXT, out_sha256 TEXT, boxes TEXT);
    CREATE TABLE decisions (target BLOB, found TEXT);
    CREATE TABLE recipes (settings TEXT, model TEXT, recipe TEXT);
    PRAGMA application_id = 1178760042;
    PRAGMA user_version = 3;
"""


def region(name: str, place: float, size: float = 0.2) -> dict[str, Any]:
    return {
        "id": name, "state": "applied", "origin": "manual" if name.startswith("m") else "detected",
        "rect": {"x": place, "y": place, "width": size, "height": size}}


# What the stub finds, with a low threshold the second one, too, and what a person draws.
FIRST, SECOND, DRAWN = region("f1", 0.1), region("f2", 0.6), region("m1", 0.4, 0.1)


class Desk:
    """Where photos are fetched to, with what `faceblur scrub` and `faceblur review` would have left there."""

    def __init__(self, folder: Path):
        folder.mkdir(exist_ok=True)
        self.folder = folder / "desk"
        self.command = folder / "review"
        self.answers(0)
        # A person has changed the style, too.
        (folder / "shown.json").write_text(json.dumps({
            "strength": {"style": ["decided"], "shape": "box", "cells": 12, "margin": 1.3}}))

    def answers(self, code: int) -> None:
        """What `faceblur review --check` ends with."""
        self.command.write_text(
            f'#!/bin/sh\n[ "$1 $2" = "show --json" ] && exec cat "{self.folder.parent}/shown.json"\n'
            f'[ "$1 $2" = "review --check" ] || exit 64\nexit {code}\n')
        self.command.chmod(0o755)

    def names(self) -> dict[str, str]:
        """The local names of the photos that were fetched."""
        return {photo["key"]: photo["name"] for photo in json.loads((self.folder / "fetched.json").read_text())["photos"]}

    def decide(
            self, *, complete: bool = True, other: bool = False, settings: str | None = None, toned: bool = False,
            found: tuple[dict[str, Any], ...] = (FIRST,), hidden: tuple[dict[str, Any], ...] = (FIRST, DRAWN),
            ending: str = "") -> None:
        """What a person leaves who was shown what was `found`, and has `hidden` this.

        `ending`: what the format adds to names; `other`: the output has changed since; `settings`: it was made with others than the run's; `toned`: faces are not all of the edit.
        """
        state = self.folder / "published.faceblur"
        for folder in (self.folder / "published", state):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        run = json.loads((self.folder / "fetched.json").read_text())
        made_with = (settings or run["settings_sha256"], run["model_sha256"])
        journal = sqlite3.connect(state / "journal.sqlite")
        journal.executescript(_SCHEMA)
        journal.execute("INSERT INTO recipes VALUES (?, ?, ?)", (*made_with, json.dumps({"obscuring": {"style": [], "margin": 1.3}})))
        photos, lines = [], []
        for path in sorted((self.folder / "photos").iterdir()):
            if path.suffix in (".AAE", ".aae"):
                continue
            content = made(path.read_text(), "decided") + (b"brighter" if toned else b"")
            name = path.name + ending
            (self.folder / "published" / name).write_bytes(content + (b"changed since" if other else b""))
            journal.execute("INSERT INTO entries VALUES (?, 'done', 1, ?, ?, ?, ?)", (
                name.encode(), *made_with, hashlib.sha256(content).hexdigest(), json.dumps({"regions": hidden})))
            journal.execute("INSERT INTO decisions VALUES (?, ?)", (name.encode(), json.dumps({"regions": found})))
            lines.append({"file": str(path), "target": name, "way": "bitCopy"})
            photos.append({
                "output": name, "sha256": hashlib.sha256(content).hexdigest(), "complete": complete, "shown": [], "width": 4,
                "sourceSHA256": hashlib.sha256(path.read_bytes()).hexdigest(), "height": 3, "decisions": []})
        (state / "report.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        (state / "review.json").write_text(json.dumps({"photos": photos}))
        journal.commit()
        journal.close()


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
    (collection.source / "b.jpg").chmod(0o600)
    desk = _desk(collection, tmp_path)
    # Photos lie there for their owner alone, under names that tell nothing.
    assert set(desk.names()) == {"b.jpg", "folder/who is it?.jpg"}
    assert sorted(path.name for path in (desk.folder / "photos").iterdir()) == ["000001.jpg", "000002.jpg"]
    assert (desk.folder.stat().st_mode & 0o777, (desk.folder / "fetched.json").stat().st_mode & 0o777) == (0o700, 0o600)
    desk.decide()
    assert publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).photos == 2
    decided = {
        "a.jpg": made("photo a"), "b.jpg": made("doubtful b", "decided"), "folder/who is it?.jpg": made("doubtful c", "decided")}
    assert collection.outputs() == decided
    # Who may not read the photo may not read that.
    assert (collection.target / "b.jpg").stat().st_mode & 0o777 == 0o600
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


def _published(collection: Collection, tmp_path: Path, **decided: Any) -> None:
    desk = _desk(collection, tmp_path)
    desk.decide(**decided)
    assert publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).failures == []


def _boxes(row: Any) -> set[str]:
    return {region["id"] for region in json.loads(row["edit"])["regions"]}


def test_the_same_photo_with_another_time_stays_as_a_person_decided(collection: Collection, tmp_path: Path) -> None:
    _published(collection, tmp_path)
    decided = collection.outputs()
    os.utime(collection.source / "b.jpg", (1, 1))
    collection.scrub()
    row = collection.state()["b.jpg"]
    assert collection.outputs() == decided
    assert (row["reviewed"], row["doubtful"], _boxes(row)) == (True, 0, {"f1", "m1"}) and not row["warnings"]
    # Its new time is known from now on; other settings change nothing of it.
    assert collection.scrub().unchanged == 4
    os.utime(collection.source / "b.jpg", (2, 2))
    collection.scrub("--style=fill")
    assert collection.outputs()["b.jpg"] == decided["b.jpg"] and collection.state()["b.jpg"]["reviewed"]


def test_what_a_person_hid_stays_hidden_where_the_photo_is_redone(collection: Collection, tmp_path: Path) -> None:
    _published(collection, tmp_path)
    collection.scrub("--style=fill", redo_reviewed=True)
    row = collection.state()["b.jpg"]
    assert collection.outputs()["b.jpg"] == made("doubtful b", "--style=fill")
    # It is another output than the person has seen.
    assert (row["reviewed"], _boxes(row)) == (False, {"f1", "m1"})
    assert row["doubtful"] and "made anew with other settings, and what that hid stays hidden" in row["warnings"][0]
    # So it does in every run after that, unless all is to be forgotten.
    collection.scrub("--style=blur")
    assert _boxes(collection.state()["b.jpg"]) == {"f1", "m1"}
    collection.scrub("--style=fill", forget=True)
    assert _boxes(collection.state()["b.jpg"]) == {"f1"}


def test_a_decision_outlives_a_source_that_could_not_be_read(collection: Collection, tmp_path: Path) -> None:
    _published(collection, tmp_path)
    decided = collection.outputs()
    for meanwhile in ("failed", "text", "another photo"):
        collection.put(b_jpg=meanwhile)
        collection.scrub()
        assert collection.outputs().get("b.jpg") != decided["b.jpg"]
        collection.put(b_jpg="doubtful b")
        collection.scrub("--style=fill")
        row = collection.state()["b.jpg"]
        assert collection.outputs()["b.jpg"] == decided["b.jpg"]
        assert (row["reviewed"], row["doubtful"], row["target_key"], row["stale_key"]) == (True, 0, "b.jpg", None)
        collection.scrub()


def test_a_decision_that_cannot_be_made_again_is_in_doubt_and_hides_as_much(collection: Collection, tmp_path: Path) -> None:
    _published(collection, tmp_path, toned=True)
    collection.put(b_jpg="failed")
    collection.scrub()
    collection.put(b_jpg="doubtful b")
    collection.scrub()
    row = collection.state()["b.jpg"]
    assert (row["reviewed"], row["doubtful"], _boxes(row)) == (False, 1, {"f1", "m1"})
    assert "cannot be made again to the last byte" in row["warnings"][0]


def test_a_decision_of_which_nobody_knows_what_it_hid_is_not_replaced_by_less(collection: Collection, tmp_path: Path) -> None:
    _published(collection, tmp_path)
    decided = collection.outputs()
    # Earlier versions did not write it down.
    rows = Manifest(collection.spark, collection.manifest.as_uri())
    row = Row(**{**{name: collection.state()["b.jpg"][name] for name in SCHEMA.names}, "edit": None})
    facts = rows.last()
    rows.write(collection.spark.createDataFrame([row.values()], SCHEMA), rows.begin(facts["source"], facts["target"], facts), 0, 1)
    collection.scrub("--style=fill", redo_reviewed=True)
    assert collection.outputs()["b.jpg"] == decided["b.jpg"]
    collection.put(b_jpg="failed")
    collection.scrub()
    collection.put(b_jpg="doubtful b")
    collection.scrub()
    assert "b.jpg" not in collection.outputs() and "what that hid is not told" in collection.state()["b.jpg"]["reason"]
    collection.scrub("--style=fill", redo_reviewed=True, forget=True)
    assert "only what this run finds is hidden" in collection.state()["b.jpg"]["warnings"][0]


def test_a_decided_output_is_back_after_a_run_that_was_to_replace_it(collection: Collection, tmp_path: Path) -> None:
    collection.put(b_jpg="doubtful b, which is done first " + "x" * 100)
    collection.scrub()
    _published(collection, tmp_path)
    decided = collection.outputs()
    collection.put(a_jpg="pending")
    with pytest.raises(RunError):
        collection.scrub("--style=fill", redo_reviewed=True, forget=True)
    assert collection.outputs() != decided
    collection.put(a_jpg="photo a")
    collection.scrub()
    assert collection.outputs() == decided and collection.state()["b.jpg"]["reviewed"]


def test_each_decision_is_of_its_own_bytes(collection: Collection, tmp_path: Path) -> None:
    _published(collection, tmp_path)
    decided = collection.outputs()
    for next_one in ("doubtful, but another", "photo"):
        # Another one is in the place of the photo, and a person decides about that, too.
        collection.put(b_jpg=next_one)
        collection.scrub()
        desk = Desk(tmp_path / next_one.split(",")[0])
        fetch(collection.spark, str(collection.manifest), str(desk.folder))
        desk.decide(hidden=(FIRST,))
        assert publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).failures == []
    collection.put(b_jpg="doubtful b")
    collection.scrub()
    row = collection.state()["b.jpg"]
    assert (row["reviewed"], row["doubtful"], _boxes(row)) == (True, 0, {"f1", "m1"})
    assert collection.outputs() == decided
    # What was hidden in it is known, too, where nobody has decided since.
    collection.scrub("--style=fill", redo_reviewed=True)
    collection.put(b_jpg="photo")
    collection.scrub("--style=fill", redo_reviewed=True)
    collection.put(b_jpg="doubtful b")
    collection.scrub("--style=blur", redo_reviewed=True)
    assert _boxes(collection.state()["b.jpg"]) == {"f1", "m1"}


def test_what_a_killed_run_was_to_remove_is_removed_by_who_comes_next(
        collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    for number, next_one in enumerate(("scrub", "publish")):
        collection.put(a_jpg="photo a")
        collection.scrub(retry_failed=True)
        collection.put(a_jpg="failed" + " by now" * number)
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(driver, "sweep", killed)
            collection.scrub()
        assert "a.jpg" in collection.outputs()
        if next_one == "publish":
            _published(collection, tmp_path)
        else:
            collection.scrub()
        assert "a.jpg" not in collection.outputs()


def test_an_output_of_another_name_is_removed_once_another_is_decided(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_png="doubtful a", z_jpg="photo z")
    collection.scrub()
    listed = tmp_path / "list.csv"
    listed.write_text("key\nz.jpg\n")
    collection.scrub("--format", "jpeg", inventory_url=str(listed))
    _published(collection, tmp_path, ending=".jpg")
    assert set(collection.outputs()) == {"a.png.jpg", "z.jpg"}
    assert collection.state()["a.png"]["faces"] == 2


def test_a_decided_output_is_not_overwritten_by_another_photo_of_its_name(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_png="photo a")
    collection.put_at("a.png.jpg", "doubtful b")
    collection.scrub()
    _published(collection, tmp_path)
    decided = collection.outputs()["a.png.jpg"]
    assert collection.scrub("--format", "jpeg").failed == 1
    assert collection.outputs() == {"a.png.jpg": decided}
    assert collection.state()["a.png.jpg"]["reviewed"] and "gets its name" in collection.state()["a.png"]["reason"]


def test_of_two_runs_at_once_the_first_one_stops(
        collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(collection.source / "b.jpg", (1, 1))
    desk = _desk(collection, tmp_path)
    desk.decide()

    def put(**more: Any) -> int:
        return publish(collection.spark, str(desk.folder), faceblur=str(desk.command), **more).photos

    real = Manifest.write

    def write(self: Manifest, *arguments: Any) -> None:
        monkeypatch.setattr(Manifest, "write", real)
        with pytest.raises(RunError, match="has not ended") as caught:
            put()
        assert caught.value.code == 75
        # Whoever says that it was killed is believed; it was not.
        assert put(none_runs=True) == 2
        real(self, *arguments)

    monkeypatch.setattr(Manifest, "write", write)
    with pytest.raises(RunError, match="has begun while run") as caught:
        collection.scrub()
    assert caught.value.code == 75
    # It has put something by then, over what was decided.
    assert collection.outputs()["b.jpg"] == made("doubtful b")
    collection.scrub()
    assert collection.outputs()["b.jpg"] == made("doubtful b", "decided") and collection.state()["b.jpg"]["reviewed"]
    # A run that says that it stops does not keep anybody from it.
    collection.put(a_jpg="pending")
    with pytest.raises(RunError, match="gave a photo back"):
        collection.scrub()
    assert put() == 2


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
    desk.decide(other=True)
    assert len(publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).failures) == 2
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


def test_what_records_of_edits_hide_or_refuse_is_not_published_without_them(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_jpg="failed a", b_jpg="failed b", c_jpg="failed c", d_jpg="failed d")
    records = {"a.AAE": "text 0.3", "b.jpg.aae": "text 0.4", "c.AAE": "text 0.5"}
    for name, text in records.items():
        collection.put_at(name, text)
    collection.scrub()
    desk = _desk(collection, tmp_path, which="failed")
    lying = {path.name: path.read_text() for path in (desk.folder / "photos").iterdir() if path.suffix != ".jpg"}
    # They lie where scrub looks for them.
    assert lying == {"000001.AAE": "text 0.3", "000002.jpg.aae": "text 0.4", "000003.AAE": "text 0.5"}
    (desk.folder / "photos/000001.AAE").unlink()
    (desk.folder / "photos/000002.jpg.aae").write_text("text")
    desk.decide()

    def put() -> Any:
        return publish(spark, str(desk.folder), faceblur=str(desk.command))

    found = put()
    assert (found.photos, set(collection.outputs())) == (2, {"c.jpg", "d.jpg"})
    assert len(found.failures) == 2 and all("a record of an edit" in why for why in found.failures)
    # A record that is new since then was not at the desk either.
    for name, text in lying.items():
        (desk.folder / "photos" / name).write_text(text)
    collection.put_at("a.aae", "text 0.6")
    collection.scrub()
    found = put()
    assert (found.photos, len(found.failures)) == (3, 1) and "others than when it was fetched" in found.failures[0]
    assert set(collection.outputs()) == {"b.jpg", "c.jpg", "d.jpg"}
    # Desks of earlier versions had none.
    listed = desk.folder / "fetched.json"
    told = json.loads(listed.read_text())
    for photo in told["photos"]:
        del photo["records"]
    listed.write_text(json.dumps(told))
    assert put().photos == 1


def test_a_photo_is_not_fetched_without_its_records(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_jpg="failed", b_jpg="failed")
    for name in ("a.AAE", "b.AAE", "b.jpg.AAE"):
        collection.put_at(name, "text 0.3")
    collection.scrub()
    # Rows of earlier versions do not name them.
    rows = Manifest(spark, collection.manifest.as_uri())
    row = Row(**{**{name: collection.state()["b.jpg"][name] for name in SCHEMA.names}, "records": None})
    facts = rows.last()
    rows.write(spark.createDataFrame([row.values()], SCHEMA), rows.begin(facts["source"], facts["target"], facts), 0, 1)
    (collection.source / "a.AAE").unlink()
    desk = _desk(collection, tmp_path, which="failed")
    assert desk.fetched.failures == ["a record of an edit beside a source cannot be fetched: no file is there"]  # type: ignore[attr-defined]
    assert {path.name for path in (desk.folder / "photos").iterdir()} == {"000002.jpg", "000002.AAE", "000002.jpg.AAE"}
    for name in ("b.AAE", "b.jpg.AAE"):
        (collection.source / name).unlink()
    again = fetch(spark, str(collection.manifest), str(tmp_path / "again"), which="failed")
    assert (again.photos, len(again.failures), list((tmp_path / "again/photos").iterdir())) == (0, 2, [])


def test_a_part_is_fetched_and_a_folder_is_not_used_twice(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path, limit=1)
    assert (desk.fetched.photos, desk.fetched.left) == (1, 1)  # type: ignore[attr-defined]
    with pytest.raises(RunError) as caught:
        fetch(collection.spark, str(collection.manifest), str(desk.folder))
    assert caught.value.code == 73
    failed = fetch(collection.spark, str(collection.manifest), str(tmp_path / "failed"), which="failed")
    assert failed.photos == 1


def test_photos_that_cannot_be_fetched_hide_no_others(collection: Collection, tmp_path: Path) -> None:
    photo = collection.source / "b.jpg"
    photo.rename(tmp_path / "away.jpg")
    first = fetch(collection.spark, str(collection.manifest), str(tmp_path / "first"), limit=1)
    assert (first.photos, first.left, len(first.failures), first.code) == (1, 0, 1, 1)
    assert [photo["key"] for photo in json.loads((tmp_path / "first/fetched.json").read_text())["photos"]] == ["folder/who is it?.jpg"]
    (collection.source / "folder/who is it?.jpg").unlink()
    second = fetch(collection.spark, str(collection.manifest), str(tmp_path / "second"), limit=1)
    assert (second.photos, second.code) == (0, 1)
    assert second.text() == "No photo could be fetched; 2 are to be looked at.\n2 × a source cannot be fetched: no file is there"
    none = fetch(collection.spark, str(collection.manifest), str(tmp_path / "third"), which="review")
    assert (none.code, none.text()) == (0, "Nothing is left to look at.")


def test_what_hides_less_than_the_target_is_put_only_where_a_person_said_so(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(b_jpg="doubtful b")
    collection.scrub(_LOW)
    before = collection.outputs()
    desk = _desk(collection, tmp_path)

    def put(**more: Any) -> Any:
        return publish(spark, str(desk.folder), faceblur=str(desk.command), **more)

    # The look at the desk has missed a face that the target hides.
    desk.decide()
    found = put()
    assert (found.photos, found.code, collection.outputs()) == (0, 1, before)
    # It says how to hide it there, too.
    assert "000001.jpg --add 2,1,2,2" in found.failures[0] and "--hide-less" in found.failures[0]
    # A box that is not as large is not enough.
    desk.decide(hidden=(FIRST, region("m1", 0.65, 0.1)))
    assert put().photos == 0
    # A box around it is, and so is the answer of a person that it is no face.
    desk.decide(hidden=(FIRST, region("m1", 0.58, 0.25)))
    assert put().photos == 1
    desk.decide(found=(FIRST, SECOND), hidden=(FIRST, region("m1", 0.58, 0.25)))
    assert put().photos == 1
    desk.decide(found=(FIRST, region("f2", 0.58, 0.25)), hidden=(FIRST,))
    assert put().photos == 1
    # What a person has decided is not undone by another one who was not shown it.
    desk.decide(hidden=(FIRST, DRAWN))
    assert put().photos == 1
    desk.decide(hidden=(FIRST,))
    assert "hides less" in put().failures[0]
    assert _boxes(collection.state()["b.jpg"]) == {"f1", "m1"}
    # With the flag it is.
    assert put(hide_less=True).photos == 1
    assert _boxes(collection.state()["b.jpg"]) == {"f1"}


def test_what_was_made_with_other_settings_is_not_put(collection: Collection, tmp_path: Path) -> None:
    collection.scrub("--style=fill", "--note=no records")
    before = collection.outputs()
    desk = _desk(collection, tmp_path)
    line = f"faceblur scrub {desk.folder}/photos -o {desk.folder}/published --style=fill '--note=no records'"
    # Whoever does what fetch says has the settings of the run.
    assert line in desk.fetched.text()  # type: ignore[attr-defined]
    desk.decide(settings="0" * 64)
    with pytest.raises(RunError) as caught:
        publish(collection.spark, str(desk.folder), faceblur=str(desk.command))
    assert caught.value.code == 64 and caught.value.reason.endswith(line)
    assert collection.outputs() == before
    desk.decide()
    assert publish(collection.spark, str(desk.folder), faceblur=str(desk.command)).photos == 2
    # Other options that the run has got since are to be those of the desk, too.
    collection.scrub("--style=blur", redo_reviewed=True)
    with pytest.raises(RunError, match="--style=blur"):
        publish(collection.spark, str(desk.folder), faceblur=str(desk.command))


def test_a_desk_whose_files_were_changed_is_not_put(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path)
    desk.decide()
    for name, spoiled in (
            ("published.faceblur/report.jsonl", "7"), ("published.faceblur/review.json", '{"photos": [{}]}'), ("fetched.json", "{}"),
            ("fetched.json", "[]")):
        path = desk.folder / name
        whole = path.read_text()
        path.write_text(spoiled)
        with pytest.raises(RunError) as caught:
            publish(collection.spark, str(desk.folder), faceblur=str(desk.command))
        assert caught.value.code == 66 and path.name in caught.value.reason
        path.write_text(whole)


def test_a_desk_without_a_journal_that_tells_what_is_hidden_is_not_put(collection: Collection, tmp_path: Path) -> None:
    desk = _desk(collection, tmp_path)
    for spoiled in ("", "DROP TABLE recipes", "UPDATE entries SET boxes = 'none'", "PRAGMA user_version = 9"):
        desk.decide()
        path = desk.folder / "published.faceblur" / "journal.sqlite"
        if spoiled:
            journal = sqlite3.connect(path)
            journal.execute(spoiled)
            journal.commit()
            journal.close()
        else:
            path.unlink()
        with pytest.raises(RunError) as caught:
            publish(collection.spark, str(desk.folder), faceblur=str(desk.command))
        assert caught.value.code == 66
