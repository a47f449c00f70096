"""Names are hostile: none leads out of the target, and none is done under another."""

from __future__ import annotations

import pytest

from faceblur_spark import keys


@pytest.mark.parametrize("key", [
    "", "/etc/passwd", "../a.jpg", "a/../../b.jpg", "a/./b.jpg", "a//b.jpg", "a/..", "a\0.jpg", "\ufffd.jpg", "\udcff.jpg",
    "a" * 1025, "é" * 513])
def test_is_refused(key: str) -> None:
    assert keys.problem(key)


@pytest.mark.parametrize("key", [
    "a.jpg", "a\nb.jpg", "%2e%2e/a.jpg", "..a/b..jpg", "a b/c?d#e.jpg", "-o.jpg", "a" * 1024, "é" * 512, "s3:/a.jpg"])
def test_is_taken(key: str) -> None:
    assert keys.problem(key) is None


def test_file_systems_take_shorter_parts() -> None:
    assert keys.problem("a" * 256, files=True)
    assert keys.problem("/".join(["a" * 255] * 4), files=True) is None


@pytest.mark.parametrize(("key", "suffix"), [
    ("a/b.JPG", ".JPG"), ("b.tar.gz", ".gz"), ("a.b/c", ""), ("a.j pg", ""), ("a.../..;rm -rf", ""), ("a.\n", ""), ("a.123456789", "")])
def test_local_names_take_nothing_but_a_plain_suffix(key: str, suffix: str) -> None:
    assert keys.suffix(key) == suffix


def test_outputs_are_called_as_their_photos_with_what_the_worker_adds() -> None:
    assert keys.output("x/a.heic", "7.heic", "7.heic.jpg") == "x/a.heic.jpg"
    assert keys.output("x/a", "7", "7") == "x/a"
    for given in ("8.heic", "../7.heic", "7.heic/../../b"):
        with pytest.raises(ValueError):
            keys.output("x/a.heic", "7.heic", given)


def test_an_output_has_one_of_two_names() -> None:
    assert (keys.other("x/a.heic", "x/a.heic"), keys.other("x/a.heic", "x/a.heic.jpg")) == ("x/a.heic.jpg", "x/a.heic")
    assert (keys.other("x/a.JPEG", "x/a.JPEG"), keys.other("x/jpg", "x/jpg")) == (None, "x/jpg.jpg")


def test_etags_are_one_however_they_are_written() -> None:
    assert {keys.etag(told) for told in ('"abc-3"', "abc-3", 'W/"abc-3"')} == {"abc-3"}
    assert keys.etag('""') is None and keys.etag(None) is None
