"""What a person draws on a photo, with the real command at both ends."""

from __future__ import annotations

import hashlib
import json
import os
import plistlib
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from support.runs import Collection

from faceblur_spark import RunError, fetch, publish

# Of its two faces one is in doubt, and is seen with a low threshold alone.
_PHOTO = Path(__file__).resolve().parents[2] / "Tests/TestSupport/Photos/cameraman.jpg"
_OPTIONS = ("--threshold", "0.3")


class Desk:
    """Where somebody sits with what was fetched."""

    def __init__(self, collection: Collection, folder: Path, which: str = "doubtful"):
        self.spark = collection.spark
        self.faceblur = collection.faceblur
        self.folder = folder
        self.output = folder / "published" / "000001.jpg"
        # The line to scrub it with.
        self.line = fetch(self.spark, str(collection.manifest), str(folder), which=which).text().splitlines()[2]

    def run(self, line: str) -> None:
        path = f"{self.faceblur.parent}:{os.environ['PATH']}"
        subprocess.run(line, shell=True, check=True, capture_output=True, env={**os.environ, "PATH": path})

    def sign(self) -> None:
        """As the page does once everything was looked at."""
        state = self.folder / "published.faceblur"
        line = json.loads((state / "report.jsonl").read_text().splitlines()[0])
        time = "2026-11-26T18:00:00Z"
        photo = {
            "output": self.output.name, "sha256": hashlib.sha256(self.output.read_bytes()).hexdigest(),
            "sourceSHA256": line["sourceSHA256"], "time": time, "width": line["width"], "height": line["height"],
            "shown": line["regions"], "decisions": [], "complete": True}
        signed = {"$schema": "review.schema.json", "schema": 1, "target": str(self.output.parent), "made": time, "photos": [photo]}
        (state / "review.json").write_text(json.dumps(signed))
        (state / "review.json").chmod(0o600)

    def publish(self) -> Any:
        return publish(self.spark, str(self.folder), faceblur=str(self.faceblur))


def test_what_a_person_drew_is_hidden_until_they_say_otherwise(spark: SparkSession, tmp_path: Path, faceblur: Path) -> None:
    collection = Collection(spark, tmp_path, faceblur)
    photo = _PHOTO.read_bytes()
    collection.put_at("a.jpg", photo)
    assert collection.scrub(*_OPTIONS).faces == 2
    desk = Desk(collection, tmp_path / "desk")
    # Without the options of the run the face in doubt would be open.
    desk.run(desk.line.removesuffix(" ".join(_OPTIONS)))
    desk.sign()
    with pytest.raises(RunError, match="other settings") as caught:
        desk.publish()
    # Who does what it says has both.
    desk.run(caught.value.reason.rsplit(": ", 1)[1])
    desk.run(f"faceblur edit {desk.output} --add 0,0,60,40")
    desk.sign()
    decided = desk.output.read_bytes()
    assert desk.publish().photos == 1 and collection.outputs() == {"a.jpg": decided}

    def drawn() -> bool:
        regions = json.loads(collection.state()["a.jpg"]["edit"])["regions"]
        return any(region["origin"] == "manual" and region["rect"]["x"] == 0 for region in regions) and len(regions) == 3

    os.utime(collection.source / "a.jpg", (1, 1))
    collection.scrub(*_OPTIONS)
    assert collection.outputs() == {"a.jpg": decided} and drawn()
    # It cannot be read for a while.
    collection.put_at("a.jpg", photo[:len(photo) // 2])
    assert collection.scrub(*_OPTIONS).failed == 1 and collection.outputs() == {}
    collection.put_at("a.jpg", photo)
    collection.scrub(*_OPTIONS)
    assert collection.outputs() == {"a.jpg": decided} and collection.state()["a.jpg"]["reviewed"]
    # With another style it is another picture, which hides as much.
    collection.scrub("--style", "fill", redo_reviewed=True)
    row = collection.state()["a.jpg"]
    assert drawn() and collection.outputs() != {"a.jpg": decided} and row["doubtful"] and not row["reviewed"]


def test_what_the_desk_did_not_find_is_hidden_as_it_says(spark: SparkSession, tmp_path: Path, faceblur: Path) -> None:
    collection = Collection(spark, tmp_path, faceblur)
    collection.put_at("a.jpg", _PHOTO.read_bytes())
    collection.scrub(*_OPTIONS)
    # It finds less, and hides what the run before has found.
    assert collection.scrub().faces == 2
    before = collection.outputs()
    desk = Desk(collection, tmp_path / "desk")
    desk.run(desk.line)
    desk.sign()
    found = desk.publish()
    assert (found.photos, collection.outputs()) == (0, before)
    desk.run(found.failures[0].split("review it again: ")[1].split("; or")[0])
    desk.sign()
    assert desk.publish().photos == 1
    assert len(json.loads(collection.state()["a.jpg"]["edit"])["regions"]) == 2


def test_what_another_program_has_edited_is_refused_at_the_desk_as_in_the_run(spark: SparkSession, tmp_path: Path, faceblur: Path) -> None:
    collection = Collection(spark, tmp_path, faceblur)
    collection.put_at("a.jpg", _PHOTO.read_bytes())
    collection.put_at("a.AAE", plistlib.dumps({
        "adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.5", "adjustmentBaseVersion": 0,
        "adjustmentEditorBundleID": "com.apple.mobileslideshow", "adjustmentRenderTypes": 0,
        "adjustmentData": zlib.compress(b'{"adjustments":[{"identifier":"Crop"}]}')}))
    assert collection.scrub().failed == 1
    desk = Desk(collection, tmp_path / "desk", "failed")
    with pytest.raises(subprocess.CalledProcessError):
        desk.run(desk.line)
    assert not desk.output.exists()
