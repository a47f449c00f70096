"""What is computed of a manifest alone: its root, and the page about it."""

from __future__ import annotations

import hashlib
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from support.runs import Collection

from faceblur_spark import RunError, audit, report, root
from faceblur_spark.manifest import Manifest
from faceblur_spark.rows import SCHEMA, Row


def _written(spark: SparkSession, folder: Path, rows: list[Row], parts: int) -> str:
    manifest = Manifest(spark, folder.as_uri())
    run = manifest.begin("file:///in", "file:///out", {"settings_sha256": "5", "model_sha256": "6"})
    manifest.write(spark.createDataFrame([row.values() for row in rows], SCHEMA).repartition(parts), run, 0, parts * 100_000)
    return manifest.url


def _rows(count: int) -> list[Row]:
    return [
        Row(f"é\n{number}", source_sha256="1", settings_sha256="2", model_sha256="3", status="done", target_key=f"é\n{number}",
            target_sha256="4", faces=number, edit='{"a":0.1}', seconds=number / 7, executor=str(number)) for number in range(count)]


def test_the_root_is_what_the_documentation_says(spark: SparkSession, tmp_path: Path) -> None:
    url = _written(spark, tmp_path / "m", _rows(50), 3)
    buckets: list[list[tuple[bytes, str]]] = [[] for _ in range(4096)]
    for number in range(50):
        key = f"é\n{number}"
        line = json.dumps({
            "doubtful": 0, "edit": '{"a":0.1}', "faces": number, "height": None, "key": key, "model_sha256": "3", "reviewed": False,
            "settings_sha256": "2", "source_sha256": "1", "status": "done", "target_key": key, "target_sha256": "4", "width": None,
        }, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(key.encode()).hexdigest()
        buckets[int(digest[:3], 16)].append((key.encode(), line + "\n"))
    digests = [hashlib.sha256("".join(line for _, line in sorted(lines)).encode()).digest() for lines in buckets]
    assert root(spark, url) == hashlib.sha256(b"".join(digests)).hexdigest()


def test_the_root_is_of_photos_and_not_of_how_they_were_done(spark: SparkSession, tmp_path: Path) -> None:
    rows = _rows(40)
    first = root(spark, _written(spark, tmp_path / "a", rows, 1))
    for row in rows:
        row.seconds, row.executor, row.attempts = 1.0, "another", 2
    assert root(spark, _written(spark, tmp_path / "b", rows[::-1], 7)) == first
    rows[7].faces += 1
    assert root(spark, _written(spark, tmp_path / "c", rows, 1)) != first
    rows[7].faces -= 1
    # What an earlier run says of a photo does not count once a later one has said more.
    url = _written(spark, tmp_path / "d", [Row("é\n7", status="failed")], 1)
    assert _written(spark, tmp_path / "d", rows, 2) == url
    assert root(spark, url) == first


def test_an_audit_makes_photos_with_the_options_of_their_run(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_jpg="photo a", b_jpg="photo b")
    collection.scrub("--metadata=all")
    found = audit(spark, str(collection.manifest), faceblur=str(collection.faceblur))
    assert (found.remade, found.differences) == (2, [])
    other = audit(spark, str(collection.manifest), faceblur=str(collection.faceblur), options=["--memory=1G"])
    assert len(other.differences) == 2


def test_a_sample_follows_from_the_seed(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    for number in range(60):
        collection.put_at(f"{number}.jpg", f"photo {number}")
    collection.scrub()
    for path in collection.target.iterdir():
        path.unlink()

    def sampled(seed: str) -> list[str]:
        found = audit(spark, str(collection.manifest), sample=10, seed=seed, faceblur=str(collection.faceblur))
        assert {what for _, what in found.differences} == {"the target does not have it"}
        return sorted(key for key, _ in found.differences)

    assert len(sampled("a")) == 10
    assert sampled("a") == sampled("a") != sampled("b")


def test_an_edit_that_was_changed_is_found(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_jpg="photo a", b_jpg="photo b", c_jpg="photo c")
    collection.scrub()
    manifest = Manifest(spark, collection.manifest.as_uri())
    rows = [Row(**{name: row[name] for name in SCHEMA.names}) for row in manifest.rows().collect()]
    for row in rows:
        if row.key == "b.jpg":
            row.edit = '{"style":["fill"]}'
        if row.key == "c.jpg":
            row.source_sha256 = "0" * 64
    facts = manifest.last()
    manifest.write(
        spark.createDataFrame([row.values() for row in rows], SCHEMA), manifest.begin(facts["source"], facts["target"], {}), 0, 3)
    found = audit(spark, manifest.url, faceblur=str(collection.faceblur))
    assert (found.sampled, found.remade) == (3, 1)
    assert {key for key, _ in found.differences} == {"b.jpg", "c.jpg"}
    assert "other bytes" in dict(found.differences)["b.jpg"]


def test_an_audit_of_a_run_that_has_not_ended_says_so(spark: SparkSession, tmp_path: Path) -> None:
    collection = Collection(spark, tmp_path)
    collection.put(a_jpg="photo a", f_jpg="failed", d_jpg="doubtful", q_jpg="pending")
    with pytest.raises(RunError):
        collection.scrub()
    found = audit(spark, str(collection.manifest), faceblur=str(collection.faceblur))
    assert (found.unfinished, found.differences, found.code) == (1, [], 1) and "run 1 has not ended" in found.text()
    collection.put(q_jpg="photo q")
    collection.scrub()
    found = audit(spark, str(collection.manifest), faceblur=str(collection.faceblur))
    assert (found.unfinished, found.failed, found.doubtful, found.code) == (None, 1, 1, 0)
    assert "1 photos failed, 1 are in doubt" in found.text() and "not ended" not in found.text()


def test_an_audit_knows_what_outputs_may_be_called(spark: SparkSession, tmp_path: Path) -> None:
    def differences() -> list[tuple[str, str]]:
        return audit(spark, str(collection.manifest), faceblur=str(collection.faceblur)).differences

    collection = Collection(spark, tmp_path)
    for key in ("a.png", "a.png.jpg", "b.png"):
        collection.put_at(key, f"photo {key}")
    listed = tmp_path / "list.csv"
    listed.write_text("key\na.png\na.png.jpg\nb.png\nx//y.jpg\n" + "z" * 300 + "\n")
    collection.scrub("--format", "jpeg", inventory_url=str(listed))
    assert collection.state()["a.png.jpg"]["status"] == "failed"
    # Its name is that of the output of another photo.
    assert differences() == []
    collection.put_at("b.png", "failed")
    collection.scrub("--format", "jpeg", inventory_url=str(listed))
    (collection.target / "b.png.jpg").write_text("left")
    assert differences() == [("b.png", "it is not done, but the target has something under its name")]


class _Page(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attributes if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_report_names_what_needs_a_person_and_runs_nothing(spark: SparkSession, tmp_path: Path) -> None:
    rows = _rows(3) + [
        Row("<script>alert(1)</script>", reason="<img src=x onerror=alert(1)>", fault="photo"), Row("in doubt\u202egpj.exe", status="done", doubtful=2),
        Row("decided", status="done", doubtful=2, reviewed=True)]
    page = _Page(report(spark, _written(spark, tmp_path / "m", rows, 1)))
    assert not page.tags & {"script", "img", "iframe", "link"} and page.links == []
    assert "<script>alert(1)</script>" in page.text and "<img src=x onerror=alert(1)>" in page.text
    assert "in doubt\\u{202e}gpj.exe" in page.text
    assert "In doubt, and nobody has decided: 1" in page.text and "Failed: 1" in page.text
    assert "decided\n" not in page.text


def test_there_is_nothing_to_say_of_no_manifest(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(RunError) as caught:
        report(spark, str(tmp_path / "nothing"))
    assert caught.value.code == 66
