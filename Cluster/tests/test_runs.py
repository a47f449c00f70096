"""What a run does and leaves, and what the next one takes up."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from support.runs import Collection, made

from faceblur_spark import RunError, audit
from faceblur_spark.manifest import Manifest
from faceblur_spark.rows import SCHEMA, Row


@pytest.fixture
def photos(spark: SparkSession, tmp_path: Path) -> Collection:
    return Collection(spark, tmp_path)


def test_every_photo_has_a_row_and_every_good_one_an_output(photos: Collection) -> None:
    photos.put(a_jpg="photo a", c_txt="text", d_jpg="failed", e_jpg="crash", f_jpg="doubtful f")
    photos.put_at("folder/new\nline %2e%2e.jpg", "photo b")
    photos.put_at("empty.jpg", "")
    summary = photos.scrub()
    assert (summary.photos, summary.done, summary.failed, summary.other, summary.doubtful) == (7, 4, 2, 1, 1)
    assert summary.code == 1
    rows = photos.state()
    assert {key: row["status"] for key, row in rows.items()} == {
        "a.jpg": "done", "c.txt": "other", "d.jpg": "failed", "e.jpg": "failed", "f.jpg": "done", "empty.jpg": "done",
        "folder/new\nline %2e%2e.jpg": "done"}
    assert photos.outputs() == {
        "a.jpg": made("photo a"), "f.jpg": made("doubtful f"), "empty.jpg": made(""), "folder/new\nline %2e%2e.jpg": made("photo b")}
    assert rows["e.jpg"]["attempts"] == 2 and "SIGKILL" in rows["e.jpg"]["reason"]
    # A reason does not say where on the executor a photo was.
    assert rows["d.jpg"]["reason"].endswith("holds two pictures") and "/" not in rows["d.jpg"]["reason"]
    assert {row["settings_sha256"] for row in rows.values()} == {summary.settings}


def test_a_manifest_whose_name_looks_like_a_pattern_is_itself(photos: Collection) -> None:
    photos.put(a_jpg="photo a")
    photos.manifest.with_name("m1").mkdir()
    photos.manifest = photos.manifest.with_name("m[1]")
    assert photos.scrub().done == 1
    assert photos.scrub().unchanged == 1


def test_a_second_run_does_nothing_and_other_settings_do_all(photos: Collection) -> None:
    photos.put(a_jpg="photo a", b_jpg="failed")
    photos.scrub()
    before = {path: path.stat().st_mtime_ns for path in photos.target.rglob("*")}
    again = photos.scrub()
    assert (again.unchanged, again.done, again.failed) == (2, 0, 0)
    # What has failed has failed, as long as nobody tries it again.
    assert (again.code, again.still_failed) == (1, 1) and "1 of those that are unchanged have failed" in again.text()
    assert {path: path.stat().st_mtime_ns for path in photos.target.rglob("*")} == before
    other = photos.scrub("--style=fill")
    assert (other.unchanged, other.done, other.failed) == (0, 1, 1)
    assert photos.outputs() == {"a.jpg": made("photo a", "--style=fill")}


def test_what_was_hidden_stays_hidden_unless_it_is_to_be_forgotten(photos: Collection) -> None:
    def kept() -> dict[str, object]:
        return {key: json.loads(row["edit"]).get("kept") for key, row in photos.state().items() if row["status"] == "done"}

    photos.put(a_jpg="photo a", b_jpg="photo b")
    photos.scrub()
    assert kept() == {"a.jpg": None, "b.jpg": None}
    # What fails in between knows nothing of the photo, and of another photo nothing is known.
    photos.put(a_jpg="failed", b_jpg="photo, another")
    photos.scrub()
    photos.put(a_jpg="photo a")
    photos.scrub("--style=fill")
    assert kept() == {"a.jpg": [], "b.jpg": []}
    photos.scrub("--style=blur", forget=True)
    assert kept() == {"a.jpg": None, "b.jpg": None}


def test_what_changed_is_done_anew_and_what_cannot_be_is_taken_back(photos: Collection) -> None:
    photos.put(a_jpg="photo a", b_jpg="photo b", c_jpg="photo c")
    photos.scrub()
    photos.put(a_jpg="photo, another", b_jpg="failed by now")
    summary = photos.scrub()
    assert (summary.unchanged, summary.done, summary.failed) == (1, 1, 1)
    assert photos.outputs() == {"a.jpg": made("photo, another"), "c.jpg": made("photo c")}


def test_failed_photos_are_tried_again_on_request(photos: Collection, tmp_path: Path) -> None:
    photos.put(a_jpg="failed")
    photos.scrub()
    summary = photos.scrub(retry_failed=True)
    assert (summary.unchanged, summary.failed) == (0, 1)


def test_what_the_store_was_the_cause_of_is_always_tried_again(photos: Collection, tmp_path: Path) -> None:
    photos.put(a_jpg="photo a")
    listed = tmp_path / "list.csv"
    listed.write_text("key\na.jpg\nb.jpg\n")
    first = photos.scrub(inventory_url=str(listed))
    assert (first.done, first.failed) == (1, 1)
    photos.put(b_jpg="photo b")
    # The list says nothing but names: what is as it was is found by asking the store.
    second = photos.scrub(inventory_url=str(listed))
    assert (second.unchanged, second.done, second.failed) == (1, 1, 0)
    third = photos.scrub(inventory_url=str(listed))
    assert (third.unchanged, third.done) == (2, 0)


def test_hostile_names_have_rows_and_lead_nowhere(photos: Collection, tmp_path: Path, spark: SparkSession) -> None:
    (tmp_path / "secret.jpg").write_text("photo secret")
    photos.put(a_jpg="photo a")
    names = ["../secret.jpg", "/etc/passwd", "a//b", "x/../../secret.jpg", "a.jpg/", "", "a" * 300, "a.jpg"]
    spark.createDataFrame([(name,) for name in [*names, "a.jpg"]], "key string").write.parquet(str(tmp_path / "list"))
    summary = photos.scrub(inventory_url=str(tmp_path / "list"))
    rows = photos.state()
    assert set(rows) == set(names)
    assert (summary.done, summary.other, summary.failed) == (1, 1, 6)
    assert all(row["reason"] for key, row in rows.items() if key != "a.jpg")
    assert list(photos.outputs()) == ["a.jpg"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["in", "list", "manifest", "out", "secret.jpg"]
    assert photos.scrub(inventory_url=str(tmp_path / "list")).unchanged == len(names)


def test_with_another_format_no_two_photos_get_one_name(photos: Collection) -> None:
    photos.put(a_heic="photo a", b_jpg="photo b", c_JPEG="photo c")
    photos.put_at("a.heic.jpg", "photo named like its copy")
    photos.put_at("b.jpg.jpg", "photo d")
    summary = photos.scrub("--format", "jpeg")
    assert (summary.done, summary.failed) == (4, 1)
    style = ("--format", "jpeg")
    assert photos.outputs() == {
        "a.heic.jpg": made("photo a", *style), "b.jpg": made("photo b", *style), "c.JPEG": made("photo c", *style),
        "b.jpg.jpg": made("photo d", *style)}
    assert "gets its name" in photos.state()["a.heic.jpg"]["reason"]
    # Back to their own formats: nothing of another format is left, and what has its name by now stays.
    photos.scrub()
    assert photos.outputs() == {
        "a.heic": made("photo a"), "a.heic.jpg": made("photo named like its copy"), "b.jpg": made("photo b"), "c.JPEG": made("photo c"),
        "b.jpg.jpg": made("photo d")}


def test_a_run_that_ends_early_keeps_its_batches_and_the_next_goes_on(photos: Collection, tmp_path: Path) -> None:
    for number in range(40):
        photos.put_at(f"{number}.jpg", f"photo {number}")
    photos.put_at("39.jpg", "pending")
    with pytest.raises(RunError, match="gave a photo back") as caught:
        photos.scrub(batch=5)
    assert caught.value.code == 75
    kept = photos.state()
    assert 0 < len(kept) < 40
    photos.put_at("39.jpg", "photo 39")
    summary = photos.scrub(batch=5)
    assert (summary.unchanged, summary.done) == (len(kept), 40 - len(kept))
    assert len(photos.outputs()) == 40


def test_a_batch_that_was_not_committed_does_not_count(photos: Collection) -> None:
    photos.put(a_jpg="photo a")
    photos.scrub()
    next(photos.manifest.rglob("batch=*/_SUCCESS")).unlink()
    file = photos.manifest / "_runs/run=00001.json"
    facts = json.loads(file.read_text())
    del facts["ended"]
    _rewrite(file, json.dumps({**facts, "stopped": "now"}).encode())
    assert photos.scrub().done == 1


def test_a_run_waits_for_one_that_may_go_on(photos: Collection, spark: SparkSession) -> None:
    def audited() -> tuple[int, int]:
        found = audit(spark, str(photos.manifest), faceblur=str(photos.faceblur))
        return found.untold, found.code

    photos.put(a_jpg="photo a")
    rows = Manifest(spark, photos.manifest.as_uri())
    first = rows.begin(photos.source.as_uri(), photos.target.as_uri(), {})
    rows.deal(first, spark.createDataFrame([("a.jpg", 0)], "key string, _batch int"), 1)
    with pytest.raises(RunError, match="scrub --none-runs") as caught:
        photos.scrub()
    assert caught.value.code == 75 and photos.outputs() == {}
    # Whoever says that it was killed is believed, once for all; it was not.
    assert photos.scrub(none_runs=True).done == 1
    assert (photos.scrub().unchanged, audited()) == (1, (0, 0))
    with pytest.raises(RunError, match="has begun while run"):
        rows.check_newest(first)
    # It may have put something over what the newer run had put.
    assert audited() == (1, 1)
    assert (photos.scrub().done, audited()) == (1, (0, 0))


def _rewrite(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    # Hadoop's check sum of what was there.
    (path.parent / f".{path.name}.crc").unlink(missing_ok=True)


def test_what_an_interrupted_run_has_put_does_not_stay(photos: Collection) -> None:
    photos.put(a_png="photo a, which is done first " + "x" * 100, b_jpg="photo b")
    photos.scrub()
    before = photos.outputs()
    for options in (("--style=pixelate",), ("--format", "jpeg")):
        photos.put(b_jpg="pending")
        with pytest.raises(RunError) as caught:
            photos.scrub(*options, forget=True)
        assert caught.value.code == 75 and photos.outputs() != before
        photos.put(b_jpg="photo b")
        # The options that it has rows of: only these rows say nothing of what lies there now.
        assert photos.scrub().code == 0
        assert photos.outputs() == before
        assert photos.scrub().unchanged == 2


def test_what_an_interrupted_run_has_put_does_not_stay_where_its_photo_is_taken_away(photos: Collection, spark: SparkSession) -> None:
    def untold() -> tuple[int, int]:
        found = audit(spark, str(photos.manifest), faceblur=str(photos.faceblur))
        return found.untold, found.code

    photos.put(a_png="photo a " + "x" * 100, b_jpg="photo b " + "x" * 100, z_jpg="photo z")
    photos.scrub("--style=fill")
    photos.put(d_png="photo d " + "x" * 100, z_jpg="pending")
    with pytest.raises(RunError):
        photos.scrub("--format", "jpeg")
    assert "d.png.jpg" in photos.outputs() and untold()[1] == 1
    for name in ("a.png", "d.png"):
        (photos.source / name).unlink()
    photos.put(z_jpg="photo z")
    again = photos.scrub("--style=fill")
    # Nobody has ever told of the one; of the other it is not known that OUT has what its row says.
    assert (again.photos, again.unchanged, again.done, again.skipped, again.failed) == (2, 0, 2, 0, 0)
    assert "1 photos that an interrupted run may have put are not on the list any more" in again.warnings[0]
    assert not {name for name in photos.outputs() if name.startswith("d.png")} and photos.state()["d.png"]["status"] == "skipped"
    assert untold() == (1, 1)
    assert photos.scrub("--style=fill").warnings == []
    # Back on the list they are done.
    photos.put(a_png="photo a " + "x" * 100, d_png="photo d " + "x" * 100)
    assert photos.scrub("--style=fill").done == 2
    assert untold() == (0, 0) and set(photos.outputs()) == {"a.png", "b.jpg", "d.png", "z.jpg"}


def test_batches_that_were_kept_are_not_done_again_after_an_interruption(photos: Collection) -> None:
    for number in range(12):
        photos.put_at(f"{number}.jpg", f"photo {number}")
    photos.scrub()
    photos.put_at("11.jpg", "pending")
    with pytest.raises(RunError):
        photos.scrub("--style=fill", batch=3)
    kept = sum(row["run"] == 2 for row in photos.state().values())
    photos.put_at("11.jpg", "photo 11")
    again = photos.scrub("--style=fill", batch=3)
    assert (again.unchanged, again.done) == (kept, 12 - kept)


def test_a_photo_that_fails_has_no_output_though_no_row_tells_of_one(photos: Collection) -> None:
    photos.put(a_png="photo a, which is done first " + "x" * 100, b_jpg="pending")
    with pytest.raises(RunError):
        photos.scrub("--format", "jpeg")
    assert list(photos.outputs()) == ["a.png.jpg"] and photos.state() == {}
    photos.put(a_png="failed", b_jpg="photo b")
    photos.scrub("--format", "jpeg")
    assert list(photos.outputs()) == ["b.jpg"]
    # So it is with a new manifest, of which the target is not.
    photos.manifest.rename(photos.manifest.with_name("earlier"))
    photos.put(b_jpg="failed by now")
    (photos.target / "a.png").mkdir()
    photos.scrub()
    assert photos.outputs() == {}


def test_a_manifest_that_is_not_whole_is_not_read(photos: Collection) -> None:
    photos.put(a_jpg="photo a", b_jpg="photo b")
    photos.scrub()
    part = next(photos.manifest.rglob("batch=*/*.parquet"))
    mark = part.with_name("_SUCCESS")
    run = photos.manifest / "_runs/run=00001.json"
    odd = run.with_name("run=x.json")

    def refused(names: str) -> None:
        with pytest.raises(RunError, match=names) as caught:
            photos.scrub()
        assert caught.value.code == 66

    for file, name in ((part, str(photos.manifest)), (mark, str(photos.manifest)), (run, run.name)):
        content = file.read_bytes()
        _rewrite(file, content[:50])
        refused(name)
        if file != run:
            file.unlink()
            refused(name)
        _rewrite(file, content)
    _rewrite(run, b"")
    refused(run.name)
    for damaged in ({}, {"source": "file:///in", "target": "file:///out"}, {"source": "file:///in", "target": "file:///out", "run": 1, "options": 7}):
        _rewrite(run, json.dumps(damaged).encode())
        refused(run.name)
    _rewrite(run, json.dumps({"source": photos.source.as_uri(), "target": photos.target.as_uri(), "run": 1, "stopped": "now"}).encode())
    odd.write_text("{}")
    refused(odd.name)
    odd.unlink()
    # Marks of earlier versions name nothing.
    content = part.read_bytes()
    _rewrite(mark, b"")
    _rewrite(part, content[:50])
    refused(part.name)
    _rewrite(part, content)
    assert photos.scrub().unchanged == 2


def test_a_row_that_was_changed_fails_its_photo_alone(photos: Collection, spark: SparkSession) -> None:
    photos.put(a_jpg="photo a", b_jpg="photo b", c_jpg="photo c")
    photos.scrub()
    rows = Manifest(spark, photos.manifest.as_uri())
    state = photos.state()
    changed = [
        Row(**{**{name: state[key][name] for name in SCHEMA.names}, "edit": edit}) for key, edit in (("a.jpg", "no JSON"), ("b.jpg", "7"))]
    facts = rows.last()
    rows.write(spark.createDataFrame([row.values() for row in changed], SCHEMA), rows.begin(facts["source"], facts["target"], facts), 0, 2)
    found = audit(spark, str(photos.manifest), faceblur=str(photos.faceblur))
    assert {key for key, _ in found.differences} == {"a.jpg", "b.jpg"}
    summary = photos.scrub("--style=fill")
    assert (summary.done, summary.failed) == (1, 2) and "--forget" in photos.state()["a.jpg"]["reason"]
    assert list(photos.outputs()) == ["c.jpg"]
    assert photos.scrub("--style=fill", forget=True, retry_failed=True).done == 2


def test_an_output_of_what_is_no_longer_listed_is_not_overwritten(photos: Collection) -> None:
    photos.put(a_png="photo a")
    photos.put_at("a.png.jpg", "photo b")
    photos.scrub()
    (photos.source / "a.png.jpg").unlink()
    assert photos.scrub("--format", "jpeg").failed == 1
    assert photos.outputs() == {"a.png.jpg": made("photo b")}
    assert "gets its name" in photos.state()["a.png"]["reason"]


def test_of_two_photos_with_one_output_one_is_done_again(photos: Collection, spark: SparkSession) -> None:
    photos.put(a_png="photo a")
    photos.scrub("--format", "jpeg")
    photos.put_at("a.png.jpg", "photo b")
    # Earlier versions may have left it so.
    rows = Manifest(spark, photos.manifest.as_uri())
    row = Row(**{**{name: photos.state()["a.png"][name] for name in SCHEMA.names}, "key": "a.png.jpg"})
    rows.write(spark.createDataFrame([row.values()], SCHEMA), rows.begin(photos.source.as_uri(), photos.target.as_uri(), {"stopped": "now"}), 0, 1)
    photos.scrub("--format", "jpeg")
    assert {key: row["status"] for key, row in photos.state().items()} == {"a.png": "failed", "a.png.jpg": "done"}
    assert photos.outputs() == {"a.png.jpg": made("photo b", "--format", "jpeg")}
    assert photos.scrub("--format", "jpeg").unchanged == 2


@pytest.mark.parametrize("odd", [
    {"target": None}, {"target": "../a.jpg"}, {"target": 7}, {"targetSHA256": None}, {"hiddenCount": "two"}, {"width": 1 << 40},
    {"warnings": "none"}, {"edit": "none"}, {"status": "wonderful"}])
def test_an_answer_that_is_none_is_a_failure_of_its_photo(photos: Collection, odd: dict[str, object]) -> None:
    photos.put(a_jpg=f"odd:{json.dumps(odd, separators=(',', ':'))} photo", b_jpg="photo b")
    summary = photos.scrub()
    assert (summary.done, summary.failed) == (1, 1)
    assert "not in the form of the contract" in photos.state()["a.jpg"]["reason"]
    assert list(photos.outputs()) == ["b.jpg"]


def test_originals_do_not_stay_on_executors(photos: Collection, cluster: object) -> None:
    photos.put(a_jpg="photo a", b_jpg="crash", c_jpg="failed")
    photos.scrub()
    left = [
        path for path in Path(cluster.folder).rglob("faceblur-scratch-*/*/*")]  # type: ignore[attr-defined]
    assert left == []


@pytest.mark.parametrize(("source", "target", "manifest"), [
    ("in", "in", "m"), ("in", "in/out", "m"), ("out/in", "out", "m"), ("in", "out", "out/m"), ("in", "out", "in"), ("in", "link", "m")])
def test_places_that_would_publish_originals_are_refused(
        spark: SparkSession, tmp_path: Path, source: str, target: str, manifest: str) -> None:
    from faceblur_spark import scrub

    (tmp_path / source).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "in")
    with pytest.raises(RunError) as caught:
        scrub(spark, str(tmp_path / source), str(tmp_path / target), manifest=str(tmp_path / manifest))
    assert caught.value.code == 64


def test_no_copy_and_no_manifest_has_more_rights_than_its_photos(photos: Collection) -> None:
    photos.put_at("x/a.jpg", "photo a")
    photos.put_at("b.jpg", "photo b")
    for path, mode in ((photos.source / "x/a.jpg", 0o600), (photos.source / "x", 0o700), (photos.source, 0o750)):
        path.chmod(mode)
    photos.scrub()
    told = {name: (photos.target / name).stat().st_mode & 0o777 for name in (".", "x", "x/a.jpg", "b.jpg")}
    assert told == {".": 0o750, "x": 0o700, "x/a.jpg": 0o600, "b.jpg": (photos.source / "b.jpg").stat().st_mode & 0o777}
    assert photos.manifest.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in photos.manifest.glob("_runs/*.json")} == {0o600}


def test_no_link_in_the_target_leads_to_an_original(photos: Collection) -> None:
    photos.put_at("x/a.jpg", "photo original")
    photos.put(b_jpg="photo b")
    photos.target.mkdir()
    (photos.target / "x").symlink_to("../in/x")
    summary = photos.scrub()
    assert (summary.done, summary.failed) == (1, 1)
    assert "a link is in the place" in photos.state()["x/a.jpg"]["reason"]
    assert (photos.source / "x/a.jpg").read_text() == "photo original"


def test_no_link_in_the_source_leads_out_of_it(photos: Collection, tmp_path: Path) -> None:
    (tmp_path / "private.jpg").write_text("photo private")
    photos.put(a_jpg="photo a")
    for name, end in {"out.jpg": "../private.jpg", "loop.jpg": "loop.jpg", "in.jpg": "a.jpg"}.items():
        (photos.source / name).symlink_to(end)
    summary = photos.scrub()
    assert (summary.done, summary.failed) == (2, 2)
    rows = photos.state()
    assert "out of the folder" in rows["out.jpg"]["reason"] and "in a circle" in rows["loop.jpg"]["reason"]
    assert photos.outputs() == {"a.jpg": made("photo a"), "in.jpg": made("photo a")}


def test_a_manifest_is_of_one_collection(photos: Collection, spark: SparkSession, tmp_path: Path) -> None:
    photos.put(a_jpg="photo a")
    photos.scrub()
    (tmp_path / "other").mkdir()
    other = Collection(spark, tmp_path / "other")
    other.manifest = photos.manifest
    with pytest.raises(RunError) as caught:
        other.scrub()
    assert caught.value.code == 64


def test_no_worker_no_source_and_options_of_ours_say_so(photos: Collection, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="networks are missing") as caught:
        photos.scrub("--unusable")
    assert caught.value.code == 69
    with pytest.raises(RunError, match="not on this machine") as caught:
        photos.scrub(faceblur=str(tmp_path / "nothing"))
    assert caught.value.code == 69
    with pytest.raises(RunError) as caught:
        photos.scrub("--jobs=3")
    assert caught.value.code == 64
    for timeout in (float("inf"), float("nan"), 0.0):
        with pytest.raises(RunError) as caught:
            photos.scrub(timeout=timeout)
        assert caught.value.code == 64
    photos.source.rmdir()
    with pytest.raises(RunError) as caught:
        photos.scrub()
    assert caught.value.code == 66
    with pytest.raises(RunError) as caught:
        photos.scrub(inventory_url=str(tmp_path / "nothing.parquet"))
    assert caught.value.code == 66


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_target_that_refuses_everything_ends_the_run(photos: Collection) -> None:
    for number in range(40):
        photos.put_at(f"{number}.jpg", f"photo {number}")
    photos.target.mkdir(mode=0o500)
    with pytest.raises(RunError) as caught:
        photos.scrub()
    assert caught.value.code == 73


def test_a_machine_that_lacks_a_helper_is_no_fault_of_the_photo(photos: Collection) -> None:
    why = "faceblur-codec, which decodes this photo, cannot be used: there is neither /a nor /b"
    odd = json.dumps({"status": "failed", "reason": f"1.heic: {why}"}, separators=(",", ":")).replace(" ", "\\u0020")
    photos.put(a_heic=f"odd:{odd} photo")
    with pytest.raises(RunError, match="not whole: faceblur-codec") as caught:
        photos.scrub()
    assert caught.value.code == 69 and photos.state() == {}


@pytest.mark.parametrize("what", ["STUB_MODELS", "STUB_VERSION"])
def test_machines_that_disagree_end_the_run(photos: Collection, tmp_path: Path, what: str) -> None:
    photos.put(**{f"p{number}_jpg": f"photo {number}" for number in range(20)})
    # Of the workers that are started the first has other models than the rest, or is of another version.
    script = tmp_path / "faceblur"
    script.write_text(
        "#!/bin/sh\n"
        f"if mkdir {tmp_path}/first 2>/dev/null; then export {what}=other; fi\n"
        f"exec {photos.faceblur} \"$@\"\n")
    script.chmod(0o755)
    photos.put(q_jpg="crash")
    with pytest.raises(RunError, match="machines disagree") as caught:
        photos.scrub(faceblur=str(script))
    assert caught.value.code == 69
    assert not photos.outputs() or Manifest(photos.spark, photos.manifest.as_uri()).batches() == []


def test_a_bucket_is_scrubbed_as_a_folder_is(spark: SparkSession, s3: object, bucket: str) -> None:
    from faceblur_spark import scrub
    from support.runs import STUB

    texts = {"a.jpg": "photo a", "x/b c%20.jpg": "photo b", "x/c.jpg": "failed"}
    for key, text in texts.items():
        s3.put(bucket, f"in/{key}", text.encode())  # type: ignore[attr-defined]

    def run() -> object:
        return scrub(spark, f"s3a://{bucket}/in", f"s3a://{bucket}/out", manifest=f"s3a://{bucket}/manifest", faceblur=str(STUB))

    summary = run()
    assert (summary.done, summary.failed) == (2, 1)  # type: ignore[attr-defined]
    for key in ("a.jpg", "x/b c%20.jpg"):
        assert s3.get(bucket, f"out/{key}") == made(texts[key])  # type: ignore[attr-defined]
    assert sorted(key for key in s3.keys(bucket) if key.startswith("out/")) == ["out/a.jpg", "out/x/b c%20.jpg"]  # type: ignore[attr-defined]
    rows = Manifest(spark, f"s3a://{bucket}/manifest").state("key", "source_etag").collect()
    assert all(row["source_etag"] for row in rows)
    again = run()
    assert (again.unchanged, again.done) == (3, 0)  # type: ignore[attr-defined]


def test_what_an_edit_beside_a_photo_hides_is_hidden(photos: Collection, tmp_path: Path) -> None:
    def hidden() -> dict[str, int]:
        return {
            key: len(json.loads(row["edit"])["regions"]) - 1 for key, row in sorted(photos.state().items()) if row["status"] == "done"}

    for name in ("a.jpg", "b.jpg", "c.jpg", "folder/a.jpg", ".jpg", "d"):
        photos.put_at(name, f"photo {name}")
    photos.put_at("a.AAE", "text 0.3")
    photos.put_at("b.jpg.aae", "text 0.3 0.4")
    # Of no ending that faceblur takes, and of nothing.
    photos.put_at("c.Aae", "text 0.3")
    photos.put_at("folder/.AAE", "text 0.3")
    photos.put_at("d.AAE", "text 0.3 0.4")
    first = photos.scrub()
    assert hidden() == {".jpg": 0, "a.jpg": 1, "b.jpg": 2, "c.jpg": 0, "d": 2, "folder/a.jpg": 0}
    assert photos.scrub().unchanged == first.photos
    # A record that is another, that is new, and that is gone: what was hidden stays so.
    photos.put_at("a.AAE", "text 0.3 0.5 0.6")
    photos.put_at("folder/a.AAE", "text 0.3")
    (photos.source / "b.jpg.aae").unlink()
    assert photos.scrub().done == 3
    assert hidden() == {".jpg": 0, "a.jpg": 3, "b.jpg": 2, "c.jpg": 0, "d": 2, "folder/a.jpg": 1}
    # A list of names alone does not tell which record it is.
    listed = tmp_path / "list.csv"
    listed.write_text("key\na.jpg\na.AAE\nc.jpg\n")
    assert [photos.scrub(inventory_url=str(listed)).done for _ in range(2)] == [1, 1]
    # One that is not there by now cannot be taken along.
    (photos.source / "a.AAE").unlink()
    photos.scrub(inventory_url=str(listed))
    row = photos.state()["a.jpg"]
    assert (row["status"], row["fault"]) == ("failed", "store") and "a.jpg" not in photos.outputs()
    assert not list((tmp_path / "in").rglob("*.tmp"))


def test_what_a_listing_cannot_tell_apart_is_said(spark: SparkSession, s3: object, bucket: str, tmp_path: Path) -> None:
    from faceblur_spark import scrub
    from support.runs import STUB

    for key in ("x/b.jpg", "x//b.jpg", "y/../c.jpg", "c.jpg", ".0123.faceblur-part", "f/", "/lead.jpg", "d.jpg"):
        s3.put(bucket, f"in/{key}", f"photo {key}".encode())  # type: ignore[attr-defined]

    def run() -> object:
        return scrub(
            spark, f"s3a://{bucket}/in", f"s3a://{bucket}/out", manifest=str(tmp_path / "manifest"), faceblur=str(STUB), timeout=60.0)

    summary = run()
    rows = {row["key"]: row["status"] for row in Manifest(spark, f"file://{tmp_path}/manifest").state("key", "status").collect()}
    assert rows == {"x/b.jpg": "done", "c.jpg": "done", ".0123.faceblur-part": "done", "lead.jpg": "failed", "d.jpg": "done"}
    for key in ("x/b.jpg", "c.jpg"):
        assert s3.get(bucket, f"out/{key}") == made(f"photo {key}")  # type: ignore[attr-defined]
    (warning,) = summary.warnings  # type: ignore[attr-defined]
    assert "2 names were listed twice" in warning and "warning: 2 names" in summary.text()  # type: ignore[attr-defined]
    # Which of the two was told nobody knows, so the store is asked whether it has changed.
    assert (run().unchanged, s3.get(bucket, "in/x/b.jpg")) == (4, b"photo x/b.jpg")  # type: ignore[attr-defined]
