"""What every store must do, on this machine's files, through Hadoop on files, and through Hadoop's S3A."""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyspark
import pytest
from pyspark.sql import SparkSession
from support.s3 import S3Server
from support.sockets import listening
from support.spark import Cluster

from faceblur_spark.stores import Stat, Store, StoreError, gateway, hadoop, hadoop_options, join, local, open_store
from faceblur_spark.stores.hadoop import HadoopStore

PHOTO = bytes(range(256)) * 700


@dataclass
class Place:
    """A store, an empty folder in it, and how what lies there is read and written without the store."""

    store: Store
    base: str
    put: Callable[[str, bytes], None]
    get: Callable[[str], bytes]
    names: Callable[[], list[str]]


def on_disk(store: Store, folder: Path) -> Place:
    folder.mkdir()

    def put(key: str, content: bytes) -> None:
        (folder / key).parent.mkdir(parents=True, exist_ok=True)
        (folder / key).write_bytes(content)

    def names() -> list[str]:
        found = (path for path in folder.rglob("*") if path.is_file())
        # Hadoop writes sums beside its files.
        return sorted(str(path.relative_to(folder)) for path in found if path.suffix != ".crc")

    return Place(store, f"file:{folder}", put, lambda key: (folder / key).read_bytes(), names)


@pytest.fixture(scope="session")
def java(s3: S3Server, s3_jar: Path) -> Iterator[HadoopStore]:
    """One Java process for all tests that do not end it."""
    # Pieces of three names, so that a list of ten needs several.
    store = HadoopStore({**s3.options, "faceblur.classpath": str(s3_jar), "fs.s3a.paging.maximum": "3"})
    yield store
    store.gateway.close()


@pytest.fixture(params=["local", "hadoop", "s3a"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "local":
        return on_disk(open_store("file:/", {}), tmp_path / "store")
    store = request.getfixturevalue("java")
    if request.param == "hadoop":
        return on_disk(store, tmp_path / "store")
    s3 = request.getfixturevalue("s3")
    bucket = s3.make_bucket()
    return Place(
        store,
        f"s3a://{bucket}",
        lambda key, content: s3.put(bucket, key, content),
        lambda key: s3.get(bucket, key),
        lambda: sorted(s3.keys(bucket)),
    )


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "photo"
    path.write_bytes(PHOTO)
    return str(path)


def refused(kind: str, work: Callable[[], object], secret: str = "Jane") -> StoreError:
    """The error, which must be of this kind and must not tell the name."""
    with pytest.raises(StoreError) as caught:
        work()
    assert caught.value.kind == kind, caught.value.reason
    assert secret not in f"{caught.value} {caught.value!r} {caught.value.reason}"
    return caught.value


ODD = [
    "plain.jpg",
    "folder/in a folder/photo.jpg",
    "100%/a%20b%2Fc.jpg",
    "what?#it=&is;+,@!$'()*.jpg",
    "back\\slash.jpg",
    "a\ttab\x7f.jpg",
    "Jürgen Müller – 東京 🙂.jpg",
    "e\u0301 is not \u00e9.jpg",
    " spaces .jpg ",
    "~/[a]{b}|<c>\"d\"^`.jpg",
    "..hidden/...jpg",
    "\u0085\u00a0\u2028\ufeff.jpg",
    "%2e%2e/%00.jpg",
]


class TestEveryStore:
    @pytest.mark.parametrize("key", ODD, ids=range(len(ODD)))
    def test_odd_names_are_other_files_than_their_look_alikes(self, place: Place, photo: str, tmp_path: Path, key: str) -> None:
        place.put(key, PHOTO)
        url = join(place.base, key)
        fetched = str(tmp_path / "fetched")
        assert place.store.fetch(url, fetched) == place.store.stat(url)
        assert Path(fetched).read_bytes() == PHOTO
        assert [name for name, _ in place.store.list(place.base)] == [key]
        place.store.remove(url)
        assert place.names() in ([], [key.rpartition("/")[0] + "/"])
        place.store.publish(photo, url, "1")
        assert place.get(key) == PHOTO

    # The server of the tests takes no such names.
    @pytest.mark.parametrize("place", ["local", "hadoop"], indirect=True)
    def test_newlines(self, place: Place, photo: str) -> None:
        url = join(place.base, "a\nb/two\nlines\r\n.jpg")
        place.store.publish(photo, url, "1")
        assert place.get("a\nb/two\nlines\r\n.jpg") == PHOTO
        assert place.store.stat(url).size == len(PHOTO)
        assert [name for name, _ in place.store.list(place.base)] == ["a\nb/two\nlines\r\n.jpg"]

    # Hadoop's sums beside local files do not take them.
    @pytest.mark.parametrize("place", ["local", "s3a"], indirect=True)
    def test_colons(self, place: Place, photo: str) -> None:
        for key in ("a:b.jpg", "x/12:30:00.jpg", "s3a:/c.jpg"):
            place.store.publish(photo, join(place.base, key), "1")
            assert place.get(key) == PHOTO
            assert place.store.stat(join(place.base, key)).size == len(PHOTO)

    def test_stat_tells_size_and_changes(self, place: Place) -> None:
        place.put("a.jpg", PHOTO)
        first = place.store.stat(join(place.base, "a.jpg"))
        assert first.size == len(PHOTO)
        assert first.modified_ms is not None and first.modified_ms > 1_600_000_000_000
        assert (first.etag is not None) == place.base.startswith("s3a:")
        assert place.store.stat(join(place.base, "a.jpg")) == first
        place.put("a.jpg", PHOTO[::-1] + b"!")
        assert place.store.stat(join(place.base, "a.jpg")) != first

    def test_publishes_again_and_over_what_was_there(self, place: Place, photo: str, tmp_path: Path) -> None:
        url = join(place.base, "x/a.jpg")
        place.put("x/a.jpg", b"earlier")
        for attempt in ("1", "1", "2"):
            place.store.publish(photo, url, attempt)
            assert place.get("x/a.jpg") == PHOTO
        other = tmp_path / "other"
        other.write_bytes(b"")
        place.store.publish(str(other), url, "3")
        assert place.get("x/a.jpg") == b""
        assert place.names() == ["x/a.jpg"]

    # Hadoop's renaming of local files with their sums is several steps; that of HDFS is one.
    @pytest.mark.parametrize("place", ["local", "s3a"], indirect=True)
    def test_attempts_at_once_do_not_disturb_each_other(self, place: Place, photo: str) -> None:
        errors: list[BaseException] = []

        def publish(attempt: int) -> None:
            try:
                place.store.publish(photo, join(place.base, "x/a.jpg"), str(attempt))
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=publish, args=(attempt,)) for attempt in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
        assert place.get("x/a.jpg") == PHOTO
        assert place.names() == ["x/a.jpg"]

    def test_what_cannot_be_read_to_its_end_is_not_published(self, place: Place) -> None:
        place.put("old.jpg", b"earlier")
        for key in ("new.jpg", "old.jpg"):
            # It can be opened, and then fails to be read.
            refused("transient", lambda: place.store.publish("/proc/self/mem", join(place.base, key), "1"))
        assert place.names() == ["old.jpg"]
        assert place.get("old.jpg") == b"earlier"

    def test_what_is_not_there(self, place: Place, tmp_path: Path) -> None:
        place.put("folder/a.jpg", PHOTO)
        for key in ("Jane.jpg", "Jane/Doe.jpg", "folder", "folder/a.jpg/Jane"):
            url = join(place.base, key)
            refused("missing", lambda: place.store.stat(url))
            refused("missing", lambda: place.store.fetch(url, str(tmp_path / "fetched")))
            assert not (tmp_path / "fetched").exists()
        place.store.remove(join(place.base, "Jane.jpg"))
        assert "folder/a.jpg" in place.names()

    def test_lists_in_pieces(self, place: Place) -> None:
        keys = [f"{number % 3}/{number}.jpg" for number in range(10)] + ["top.jpg"]
        for key in keys:
            place.put(key, key.encode())
        assert sorted((key, stat.size) for key, stat in place.store.list(place.base)) == sorted((key, len(key)) for key in keys)
        below = dict(place.store.list(join(place.base, "1")))
        assert set(below) == {"1.jpg", "4.jpg", "7.jpg"}
        assert below["4.jpg"] == place.store.stat(join(place.base, "1/4.jpg"))

    def test_a_folder_that_is_not_there_is_no_empty_list(self, place: Place) -> None:
        refused("missing", lambda: list(place.store.list(join(place.base, "Jane"))))

    def test_replaces_no_local_file(self, place: Place, tmp_path: Path) -> None:
        place.put("a.jpg", PHOTO)
        (tmp_path / "mine").write_bytes(b"mine")
        with pytest.raises(StoreError):
            place.store.fetch(join(place.base, "a.jpg"), str(tmp_path / "mine"))
        assert (tmp_path / "mine").read_bytes() == b"mine"

    def test_what_changes_while_it_is_read_is_not_taken(
        self, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place.put("Jane.jpg", PHOTO)
        # Another content of the same length, between the first look and the reading; and back after it.
        copy = shutil.copyfileobj

        def copied(source: BinaryIO, target: BinaryIO, size: int) -> None:
            place.put("Jane.jpg", PHOTO[::-1])
            copy(source, target, size)

        told = hadoop._stat
        looks = []

        def looked(status: object) -> Stat:
            found = told(status)
            looks.append(found)
            if len(looks) == 1:
                place.put("Jane.jpg", PHOTO[::-1])
            return found

        monkeypatch.setattr(shutil, "copyfileobj", copied)
        monkeypatch.setattr(hadoop, "_stat", looked)
        refused("changed", lambda: place.store.fetch(join(place.base, "Jane.jpg"), str(tmp_path / "fetched")))
        assert not (tmp_path / "fetched").exists()
        monkeypatch.undo()
        place.store.fetch(join(place.base, "Jane.jpg"), str(tmp_path / "fetched"))
        assert (tmp_path / "fetched").read_bytes() == PHOTO[::-1]

    # S3 has no folders.
    @pytest.mark.parametrize("place", ["local", "hadoop"], indirect=True)
    def test_a_file_in_the_place_of_a_folder(self, place: Place, photo: str) -> None:
        place.put("Jane", PHOTO)
        for key in ("Jane/a.jpg", "Jane/b/a.jpg"):
            refused("refused", lambda: place.store.publish(photo, join(place.base, key), "1"))
        assert place.names() == ["Jane"]


class TestNames:
    @pytest.mark.parametrize(
        "key",
        ["", "/", "/etc/passwd", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "./a", "a/.", "a\0b", "\udcff.jpg", "a" * 1025]
        + ["é" * 513],
    )
    def test_names_that_lead_elsewhere_are_refused(self, key: str) -> None:
        with pytest.raises(StoreError) as caught:
            join("s3a://bucket/folder", key)
        assert caught.value.kind == "refused"

    @pytest.mark.parametrize(
        ("base", "url"),
        [
            ("s3a://bucket", "s3a://bucket/x/a.jpg"),
            ("s3a://bucket/", "s3a://bucket/x/a.jpg"),
            ("s3a://bucket/in//", "s3a://bucket/in/x/a.jpg"),
            ("hdfs:///", "hdfs:/x/a.jpg"),
            ("file:///photos/", "file:///photos/x/a.jpg"),
            ("/photos", "/photos/x/a.jpg"),
            ("/", "/x/a.jpg"),
        ],
    )
    def test_joins(self, base: str, url: str) -> None:
        assert join(base, "x/a.jpg") == url
        assert len(join(base, "a" * 1024)) > 1024

    def test_other_machines_files_are_not_ours(self, tmp_path: Path) -> None:
        for url in ("file://elsewhere/etc/passwd", "file:relative", "file://photos"):
            refused("refused", lambda: open_store(url, {}).stat(url))

    def test_forms_of_a_local_name(self, tmp_path: Path) -> None:
        (tmp_path / "a b%20.jpg").write_bytes(PHOTO)
        for head in ("", "file:", "file://", "file://localhost", "FILE:"):
            url = f"{head}{tmp_path}/a b%20.jpg"
            assert open_store(url, {}).stat(url).size == len(PHOTO)

    def test_errors_travel(self) -> None:
        error = pickle.loads(pickle.dumps(StoreError("missing", "no file is there")))
        assert (error.kind, error.reason, str(error)) == ("missing", "no file is there", "no file is there")

    def test_one_store_for_each_process(self) -> None:
        options = {"fs.defaultFS": "hdfs://name:8020"}
        assert open_store("s3a://a/b", options) is open_store("s3a://c/d", dict(options))
        assert open_store("/photos", options) is open_store("hdfs://name:8020/photos", options)
        assert open_store("s3a://a/b", {}) is not open_store("s3a://a/b", options)
        assert open_store("/photos", {}) is open_store("file:/photos", options)
        assert open_store("/photos", {}) is not open_store("/copies", {})
        refused("refused", lambda: open_store("/photos", {}).stat("/copies/a.jpg"))


class TestLocalFiles:
    @pytest.fixture
    def named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file system on which each file has a name from the first moment on."""
        real = os.open

        def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
            if flags & os.O_TMPFILE == os.O_TMPFILE:
                raise OSError(errno.EOPNOTSUPP, "unknown")
            return real(path, flags, *more, **named)

        monkeypatch.setattr(os, "open", opened)

    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.jpg")
        (tmp_path / "a.jpg").write_bytes(PHOTO)
        (tmp_path / "round").symlink_to(".")
        store = open_store("file:/", {})
        refused("missing", lambda: store.fetch(f"file:{tmp_path}/pipe.jpg", str(tmp_path / "fetched")))
        assert [key for key, _ in store.list(f"file:{tmp_path}")] == ["a.jpg"]

    def test_a_killed_attempt_leaves_nothing(self, tmp_path: Path, photo: str) -> None:
        (tmp_path / "old.jpg").write_bytes(b"earlier")
        for name in ("new.jpg", "old.jpg"):
            child = os.fork()
            if child == 0:
                os.fsync = lambda fd: os.kill(os.getpid(), signal.SIGKILL)
                with contextlib.suppress(BaseException):
                    open_store("file:/", {}).publish(photo, f"file:{tmp_path}/{name}", "1")
                os._exit(1)
            assert os.waitpid(child, 0)[1] == signal.SIGKILL
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != Path(photo).name} == {"old.jpg": b"earlier"}

    def test_where_files_without_a_name_are_unknown(self, tmp_path: Path, photo: str, named: None) -> None:
        store = open_store("file:/", {})
        folder = tmp_path / "out"
        for _ in range(2):
            store.publish(photo, f"file:{folder}/a.jpg", "1")
            assert (folder / "a.jpg").read_bytes() == PHOTO
        refused("transient", lambda: store.publish("/proc/self/mem", f"file:{folder}/b.jpg", "1"))
        assert os.listdir(folder) == ["a.jpg"]

    def test_what_a_killed_attempt_left_is_no_photo(
            self, tmp_path: Path, photo: str, named: None, monkeypatch: pytest.MonkeyPatch) -> None:
        store = open_store("file:/", {})
        folder = tmp_path / "out"

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(local, "_unlink", lambda *_: None)
            patch.setattr(os, "replace", killed)
            with pytest.raises(KeyboardInterrupt):
                store.publish(photo, f"file:{folder}/a.jpg", "1")
        assert len(os.listdir(folder)) == 1
        # What somebody has called nearly so is theirs.
        (folder / ".0123.faceblur-part").write_bytes(PHOTO)
        assert [key for key, _ in store.list(f"file:{folder}")] == [".0123.faceblur-part"]
        (folder / ".0123.faceblur-part").unlink()
        assert list(store.list(f"file:{folder}")) == []
        store.publish(photo, f"file:{folder}/a.jpg", "1")
        assert os.listdir(folder) == ["a.jpg"]

    def test_a_full_disk(self, tmp_path: Path, photo: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "full", "Jane")

        monkeypatch.setattr(os, "fsync", full)
        refused("transient", lambda: open_store("file:/", {}).publish(photo, f"file:{tmp_path}/out/Jane.jpg", "1"))
        assert os.listdir(tmp_path / "out") == []

    @pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
    def test_no_room_here_is_not_the_sources_fault(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
        (tmp_path / "Jane.jpg").write_bytes(PHOTO)

        def full(*_: object) -> None:
            raise OSError(error, "full", "Jane")

        monkeypatch.setattr(shutil, "copyfileobj", full)
        refused("disk", lambda: open_store("file:/", {}).fetch(f"file:{tmp_path}/Jane.jpg", str(tmp_path / "fetched")))
        assert not (tmp_path / "fetched").exists()

    def test_no_room_here_through_hadoop(self, java: HadoopStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "Jane.jpg").write_bytes(PHOTO)
        copy = str(tmp_path / "fetched")
        java.stat(f"file:{tmp_path}/Jane.jpg")
        # A device that is always full.
        monkeypatch.setattr(os, "open", lambda *_: os.dup(0))
        os.symlink("/dev/full", copy)
        refused("disk", lambda: java.fetch(f"file:{tmp_path}/Jane.jpg", copy))

    def test_links_are_followed_only_below_the_folder(self, tmp_path: Path) -> None:
        base = tmp_path / "in"
        for name in ("in/x/a.jpg", "out/Jane.jpg"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(PHOTO)
        for name, end in {
                "in.jpg": "x/a.jpg", "whole.jpg": str(base / "x/a.jpg"), "out.jpg": "../out/Jane.jpg", "folder": "../out", "own": "x",
                "nowhere.jpg": "Jane", "loop.jpg": "loop.jpg"}.items():
            (base / name).symlink_to(end)
        (tmp_path / "named").symlink_to("in")
        # The folder itself may be named by a link.
        for root in ("in", "named"):
            url = f"file:{tmp_path}/{root}"
            store = open_store(url, {})
            assert sorted(key for key, _ in store.list(url)) == [
                "folder", "in.jpg", "loop.jpg", "nowhere.jpg", "out.jpg", "whole.jpg", "x/a.jpg"]
            for number, key in enumerate(("in.jpg", "whole.jpg", "own/a.jpg", "x/a.jpg")):
                path = tmp_path / f"{root}-{number}"
                assert store.fetch(f"{url}/{key}", str(path)) == store.stat(f"{url}/{key}")
                assert path.read_bytes() == PHOTO
            for key, why in {
                    "out.jpg": "out of the folder", "folder/Jane.jpg": "out of the folder", "folder": "out of the folder",
                    "loop.jpg": "in a circle", "nowhere.jpg": "nowhere"}.items():
                for work in (lambda: store.stat(f"{url}/{key}"), lambda: store.fetch(f"{url}/{key}", str(tmp_path / "fetched"))):
                    assert why in refused("missing", work).reason
        assert not (tmp_path / "fetched").exists()

    def test_nothing_is_written_or_removed_through_a_link(self, tmp_path: Path, photo: str) -> None:
        original = tmp_path / "in/x/a.jpg"
        original.parent.mkdir(parents=True)
        original.write_bytes(b"original")
        out = tmp_path / "out"
        out.mkdir()
        for name, end in {"x": "../in/x", "nowhere": "Jane", "a.jpg": "../in/x/a.jpg"}.items():
            (out / name).symlink_to(end)
        url = f"file:{out}"
        store = open_store(url, {})
        for key in ("x/a.jpg", "x/y/a.jpg", "nowhere/a.jpg"):
            assert "folder 1" in refused("refused", lambda: store.publish(photo, f"{url}/{key}", "1")).reason
        for key in ("x/a.jpg", "nowhere/a.jpg"):
            refused("refused", lambda: store.remove(f"{url}/{key}"))
        # What is there under the photo's own name is replaced, and not what it leads to.
        store.publish(photo, f"{url}/a.jpg", "1")
        assert (out / "a.jpg").read_bytes() == PHOTO and not (out / "a.jpg").is_symlink()
        assert original.read_bytes() == b"original" and os.listdir(original.parent) == ["a.jpg"]

    def test_copies_give_no_more_rights_than_their_photo(self, tmp_path: Path, photo: str) -> None:
        source = tmp_path / "in/x/a.jpg"
        source.parent.mkdir(parents=True)
        source.write_bytes(PHOTO)
        (source.parent / "private").mkdir()
        (source.parent / "private/b.jpg").write_bytes(PHOTO)
        (source.parent / "private").chmod(0o700)
        (source.parent / "link.jpg").symlink_to("private/b.jpg")
        url = f"file:{tmp_path}/in"

        def published(key: str, name: str) -> Path:
            path = tmp_path / f"fetched-{name}"
            stat = open_store(url, {}).fetch(f"{url}/{key}", str(path))
            assert path.stat().st_mode & 0o777 == 0o600
            target = f"file:{tmp_path}/{name}"
            open_store(target, {}).publish(photo, f"{target}/{key}", "1", stat.modes)
            return tmp_path / name

        for number, (root, folder, file) in enumerate(((0o700, 0o750, 0o600), (0o755, 0o500, 0o640), (0o755, 0o755, 0o644))):
            for path, mode in ((source, file), (source.parent, folder), (source.parent.parent, root)):
                path.chmod(mode)
            out = published("x/a.jpg", f"out-{number}")
            told = [path.stat().st_mode & 0o777 for path in (out, out / "x", out / "x/a.jpg")]
            assert told == [root, folder | 0o200, file]
        # Whom a folder keeps out of a photo, a link to it elsewhere does not let in.
        assert (published("x/link.jpg", "out") / "x/link.jpg").stat().st_mode & 0o777 == 0o600

    def test_hadoop_gives_no_more_rights_either(self, java: HadoopStore, tmp_path: Path, photo: str) -> None:
        (tmp_path / "a.jpg").write_bytes(PHOTO)
        (tmp_path / "a.jpg").chmod(0o600)
        stat = java.fetch(f"file:{tmp_path}/a.jpg", str(tmp_path / "fetched"))
        assert stat.modes == (0o600,)
        java.publish(photo, f"file:{tmp_path}/out/a.jpg", "1", stat.modes)
        assert (tmp_path / "out/a.jpg").stat().st_mode & 0o777 == 0o600

    def test_names_that_are_no_text_are_told(self, tmp_path: Path) -> None:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jpg")).write_bytes(PHOTO)
        assert [key for key, _ in open_store("file:/", {}).list(f"file:{tmp_path}")] == ["\ufffd.jpg"]


class TestObjectStores:
    def test_a_photo_is_one_request_to_put_and_three_to_fetch(
        self, java: HadoopStore, s3: S3Server, bucket: str, photo: str, tmp_path: Path
    ) -> None:
        url = f"s3a://{bucket}/out/x/a.jpg"
        java.publish(photo, url, "0")

        def asked(work: Callable[[], object]) -> list[str]:
            before = len(s3.requests)
            work()
            return [next(word for word in ("PUT", "GET", "HEAD", "POST", "DELETE") if word in line) for line in s3.requests[before:]]

        assert asked(lambda: java.publish(photo, url, "1")) == ["PUT"]
        assert asked(lambda: java.fetch(url, str(tmp_path / "fetched"))) == ["HEAD", "GET", "HEAD"]
        assert asked(lambda: java.stat(url)) == ["HEAD"]

    def test_large_files_in_parts(self, s3: S3Server, hadoop: dict[str, str], bucket: str, tmp_path: Path) -> None:
        content = os.urandom(1 << 20) * 13
        (tmp_path / "large").write_bytes(content)
        store = HadoopStore({**hadoop, "fs.s3a.multipart.size": "5M", "faceblur.gateway.memory": "64m"})
        try:
            store.publish(str(tmp_path / "large"), f"s3a://{bucket}/large.tif", "1")
            store.fetch(f"s3a://{bucket}/large.tif", str(tmp_path / "fetched"))
        finally:
            store.gateway.close()
        assert (tmp_path / "fetched").read_bytes() == content == s3.get(bucket, "large.tif")

    def test_half_a_photo_is_never_there(self, s3: S3Server, hadoop: dict[str, str], bucket: str, tmp_path: Path) -> None:
        content = os.urandom(1 << 20) * 13
        store = HadoopStore({**hadoop, "fs.s3a.multipart.size": "5M"})
        list(store.list(f"s3a://{bucket}"))
        first = store.gateway.process
        assert first is not None
        java = os.pidfd_open(first)
        os.mkfifo(tmp_path / "pipe")
        seen: list[list[str]] = []

        def write() -> None:
            with open(tmp_path / "pipe", "wb", buffering=0) as pipe:
                # Two parts are sent, and then Java is killed.
                pipe.write(content[: 12 << 20])
                os.kill(first, signal.SIGKILL)
            # The next to open the pipe is the next Java.
            select.select([java], [], [])
            with open(tmp_path / "pipe", "wb") as pipe:
                seen.append(s3.keys(bucket))
                pipe.write(content)

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        try:
            store.publish(str(tmp_path / "pipe"), f"s3a://{bucket}/large.tif", "1")
        finally:
            store.gateway.close()
        writer.join()
        os.close(java)
        assert seen == [[]]
        assert s3.get(bucket, "large.tif") == content

    def test_what_the_store_refuses(self, java: HadoopStore, photo: str) -> None:
        url = "s3a://no-such-bucket/Jane.jpg"
        refused("refused", lambda: java.stat(url))
        refused("refused", lambda: java.publish(photo, url, "1"))
        refused("refused", lambda: java.stat("nonsense://x/Jane.jpg"))
        refused("refused", lambda: java.stat("s3a://"))

    def test_with_what_spark_has_itself(self, photo: str, tmp_path: Path) -> None:
        place = on_disk(HadoopStore({}), tmp_path / "store")
        assert isinstance(place.store, HadoopStore)
        try:
            refused("refused", lambda: place.store.stat("s3a://bucket/Jane.jpg"))
            for attempt in ("1", "2"):
                place.store.publish(photo, join(place.base, "a/b.jpg"), attempt)
            place.store.fetch(join(place.base, "a/b.jpg"), str(tmp_path / "fetched"))
            assert (tmp_path / "fetched").read_bytes() == PHOTO
            assert [key for key, _ in place.store.list(place.base)] == ["a/b.jpg"]
        finally:
            place.store.gateway.close()

    def test_a_store_that_does_not_answer(self, hadoop: dict[str, str], tmp_path: Path, photo: str) -> None:
        # Nothing listens there: the port is the system's own.
        store = HadoopStore({**hadoop, "fs.s3a.endpoint": "http://127.0.0.1:1", "fs.s3a.bucket.probe": "0"})
        try:
            refused("transient", lambda: store.stat("s3a://bucket/Jane.jpg"))
            refused("transient", lambda: store.fetch("s3a://bucket/Jane.jpg", str(tmp_path / "fetched")))
            refused("transient", lambda: store.publish(photo, "s3a://bucket/Jane.jpg", "1"))
        finally:
            store.gateway.close()


class TestJava:
    def test_it_starts_again_where_it_ended(self, s3: S3Server, hadoop: dict[str, str], bucket: str, photo: str) -> None:
        store = HadoopStore({**hadoop, "fs.s3a.paging.maximum": "1"})
        try:
            for key in ("a.jpg", "b.jpg", "c.jpg"):
                store.publish(photo, f"s3a://{bucket}/{key}", "1")
            first = store.gateway.process
            assert first is not None
            names = store.list(f"s3a://{bucket}")
            next(names)
            os.kill(first, signal.SIGKILL)
            os.waitpid(first, os.WNOHANG)
            refused("transient", lambda: list(names))
            assert store.stat(f"s3a://{bucket}/a.jpg").size == len(PHOTO)
            assert store.gateway.process not in (None, first)
        finally:
            store.gateway.close()

    def test_it_ends_with_us_whatever_happens(self, hadoop: dict[str, str], bucket: str) -> None:
        program = (
            "import sys, faceblur_spark.stores as stores\n"
            f"store = stores.open_store('s3a://x', {hadoop!r})\n"
            f"list(store.list('s3a://{bucket}'))\n"
            "print(store.gateway.process, flush=True)\n"
            "sys.stdin.read()\n"
        )
        for end in (signal.SIGKILL, None):
            with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdin is not None and process.stdout is not None
                java = os.pidfd_open(int(process.stdout.readline()))
                if end is None:
                    process.stdin.close()
                else:
                    process.kill()
            ended = select.poll()
            ended.register(java, select.POLLIN)
            assert ended.poll(300_000), "Java outlives the process that started it"
            os.close(java)

    def test_secrets_are_not_told(self, java: HadoopStore, s3: S3Server, bucket: str) -> None:
        list(java.list(f"s3a://{bucket}"))
        process = Path(f"/proc/{java.gateway.process}")
        secret = s3.options["fs.s3a.secret.key"].encode()
        assert b"py4j.GatewayServer" in (process / "cmdline").read_bytes()
        assert secret not in (process / "cmdline").read_bytes() + (process / "environ").read_bytes()

    def test_it_listens_on_loopback(self, java: HadoopStore, bucket: str) -> None:
        list(java.list(f"s3a://{bucket}"))
        assert java.gateway.process is not None
        addresses = listening(java.gateway.process)
        assert addresses
        assert all(address.is_loopback for address in addresses)

    def test_names_do_not_depend_on_the_machines_language(
        self, s3: S3Server, hadoop: dict[str, str], bucket: str, photo: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LC_ALL", "C")
        store = HadoopStore(hadoop)
        try:
            store.publish(photo, f"s3a://{bucket}/München/東京.jpg", "1")
            assert [key for key, _ in store.list(f"s3a://{bucket}")] == ["München/東京.jpg"] == s3.keys(bucket)
        finally:
            store.gateway.close()

    def test_a_machine_without_java(self, hadoop: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("JAVA_HOME", "/nonexistent")
        refused("refused", lambda: HadoopStore(hadoop).stat("s3a://bucket/Jane.jpg"))

    def test_jars_without_hadoop(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        jar = next((Path(pyspark.__file__).parent / "jars").glob("py4j*.jar"))
        (tmp_path / "jars").mkdir()
        (tmp_path / "jars" / jar.name).symlink_to(jar)
        monkeypatch.setattr(gateway, "_jars", lambda: str(tmp_path / "jars"))
        refused("refused", lambda: HadoopStore({}).stat("s3a://bucket/Jane.jpg"))


class TestOnACluster:
    def test_executors_use_the_drivers_settings(self, spark: SparkSession, cluster: Cluster, s3: S3Server, bucket: str) -> None:
        s3.put(bucket, "in/a b.jpg", PHOTO)
        options = spark.sparkContext.broadcast(hadoop_options(spark))
        assert options.value["fs.s3a.secret.key"] == s3.options["fs.s3a.secret.key"]
        # Hadoop's own hundreds of defaults stay where they are.
        assert len(options.value) < 100

        def copy(number: int) -> tuple[int, int]:
            import tempfile

            store = open_store("s3a://x", options.value)
            with tempfile.TemporaryDirectory() as folder:
                store.fetch(f"s3a://{bucket}/in/a b.jpg", f"{folder}/a")
                store.publish(f"{folder}/a", f"s3a://{bucket}/out/{number}.jpg", str(number))
            assert isinstance(store, HadoopStore) and store.gateway.process is not None
            return os.getpid(), store.gateway.process

        done = spark.sparkContext.parallelize(range(12), 12).map(copy).collect()
        assert sorted(s3.keys(bucket)) == sorted(["in/a b.jpg"] + [f"out/{number}.jpg" for number in range(12)])
        assert all(s3.get(bucket, f"out/{number}.jpg") == PHOTO for number in range(12))
        # One Java for each Python process, not for each task.
        assert len({java for _, java in done}) == len({python for python, _ in done}) <= cluster.WORKERS

    def test_a_killed_executors_work_is_done_elsewhere(self, spark: SparkSession, cluster: Cluster, s3: S3Server, bucket: str) -> None:
        options = spark.sparkContext.broadcast(hadoop_options(spark))
        seen = spark.sparkContext.parallelize(range(4), 4).map(lambda _: os.getpid()).collect()
        killed = cluster.kill_executor()

        def publish(number: int) -> int:
            import tempfile

            with tempfile.NamedTemporaryFile() as file:
                file.write(PHOTO)
                file.flush()
                open_store("s3a://x", options.value).publish(file.name, f"s3a://{bucket}/{number}.jpg", str(number))
            return os.getpid()

        assert len(seen) == len(spark.sparkContext.parallelize(range(20), 20).map(publish).collect()) - 16
        assert len(s3.keys(bucket)) == 20
        assert killed not in cluster.executors()

    def test_tables_lie_in_the_store_too(self, spark: SparkSession, bucket: str) -> None:
        spark.range(100).write.parquet(f"s3a://{bucket}/manifest/run=1")
        assert spark.read.parquet(f"s3a://{bucket}/manifest").count() == 100

    def test_nothing_listens_but_on_loopback(self, spark: SparkSession, cluster: Cluster) -> None:
        spark.sparkContext.parallelize(range(4), 4).count()
        processes = cluster.processes()
        assert len(processes) >= 1 + cluster.WORKERS
        for process in [*processes, os.getpid()]:
            assert all(address.is_loopback for address in listening(process)), process
        gateway = spark.sparkContext._gateway
        assert gateway is not None
        driver = gateway.proc.pid
        assert listening(driver) and all(address.is_loopback for address in listening(driver))
