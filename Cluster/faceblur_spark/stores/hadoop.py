"""Every store that Hadoop has a file system for: `s3a:`, `hdfs:`, `abfs:`, `gs:`, …"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from py4j.protocol import Py4JError, Py4JJavaError

from .gateway import Gateway
from .names import FILE_SYSTEMS, OBJECT_STORES, is_part, part_name, scheme
from .store import FOLDER_IN_PLACE, Kind, Stat, StoreError

Answer = TypeVar("Answer")

_BUFFER = 1 << 17
# What Java says of this machine's disk, in the words of the system.
_FULL = {os.strerror(number) for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)}


class HadoopStore:
    """A store by Hadoop's FileSystem, in a Java process of our own. No byte of a file goes through Python."""

    def __init__(self, options: Mapping[str, str]):
        self.gateway = Gateway(options)

    def stat(self, url: str) -> Stat:
        return self._ask(lambda java, configuration: _stat(_status(*_place(java, configuration, url))))

    def fetch(self, url: str, path: str) -> Stat:
        """What changed while it was copied is a `changed` error."""

        def work(java: Any, configuration: Any) -> Stat:
            system, place = _place(java, configuration, url)
            status = _status(system, place)
            found = _stat(status)
            # With what is known already, an object store needs one request, and it tells where the object is another by now.
            opened = system.openFile(place).withFileStatus(status).build().get()
            with _closed(opened), _closed(java.jvm.java.io.FileOutputStream(path)) as target:
                java.jvm.org.apache.hadoop.io.IOUtils.copyBytes(opened, target, _BUFFER, False)
            # For those that do not tell.
            if os.path.getsize(path) != found.size or _stat(_status(system, place)) != found:
                raise StoreError("changed", "it changed while it was read")
            return replace(found, modes=_modes(status)) if scheme(url) in FILE_SYSTEMS else found

        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except OSError as error:
            raise StoreError("disk", "the local copy cannot be made: " + os.strerror(error.errno or 0)) from None
        try:
            return self._ask(work)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
            raise

    def publish(self, path: str, url: str, attempt: str, modes: tuple[int, ...] | None = None) -> None:
        """Object stores get it under its own name at once, others under the attempt's, which is then renamed."""

        def work(java: Any, configuration: Any) -> None:
            system, place = _place(java, configuration, url)
            direct = scheme(url) in OBJECT_STORES
            part = place if direct else _path(java, place.getParent(), part_name(place.getName(), attempt))
            # The option spares three requests for each photo that ask whether a folder is in the way; stores that do
            # not have it ignore it.
            builder = system.createFile(part).overwrite(True).recursive().opt("fs.s3a.create.performance", True)
            if modes and not direct:
                builder.permission(java.jvm.org.apache.hadoop.fs.permission.FsPermission(f"{modes[-1] & 0o666:03o}"))
            target = builder.build()
            try:
                with _closed(java.jvm.java.io.FileInputStream(path)) as source:
                    java.jvm.org.apache.hadoop.io.IOUtils.copyBytes(source, target, _BUFFER, False)
            except BaseException:
                # Closed, an object store would publish the half of it.
                with contextlib.suppress(Py4JError):
                    target.abort() if direct else target.close()
                raise
            target.close()
            if not direct:
                _rename(java, configuration, part, place)

        def cleared(java: Any, configuration: Any) -> None:
            system, place = _place(java, configuration, url)
            system.delete(_path(java, place.getParent(), part_name(place.getName(), attempt)), False)

        try:
            self._ask(work)
        except StoreError as error:
            if scheme(url) not in OBJECT_STORES:
                with contextlib.suppress(StoreError):
                    self._ask(cleared)
            if error.kind == "missing":
                raise StoreError("refused", "the place to put it in is not there") from None
            raise

    def remove(self, url: str) -> None:
        def work(java: Any, configuration: Any) -> None:
            system, place = _place(java, configuration, url)
            system.delete(place, False)

        try:
            self._ask(work)
        except StoreError as error:
            if error.kind != "missing":
                raise

    def list(self, url: str) -> Iterator[tuple[str, Stat]]:
        """An object whose name Hadoop would write in another way (`a//b`) is told under that name, and is then not found. Those whose names
        end with a slash Hadoop takes for folders, and tells none of them.
        """

        def first(java: Any, configuration: Any) -> tuple[str, Any]:
            system, place = _place(java, configuration, url)
            return system.makeQualified(place).toString().rstrip("/") + "/", system.listFiles(place, True)

        def following(java: Any, configuration: Any) -> tuple[str, Stat] | None:
            if not files.hasNext():
                return None
            status = files.next()
            return status.getPath().toString(), _of_file(status)

        root, files = self._ask(first)
        # Java's place in the list is gone with Java: nothing is asked twice here.
        while (found := self._ask(following, again=False)) is not None:
            path, stat = found
            if not path.startswith(root):
                raise StoreError("refused", "the store lists what is not below the folder")
            key = path[len(root) :]
            if not is_part(key):
                yield key, stat

    def _ask(self, work: Callable[[Any, Any], Answer], again: bool = True) -> Answer:
        try:
            return self.gateway.ask(work, again)
        except Py4JJavaError as error:
            # Without the error it comes from: its text names the file.
            told = _told(self.gateway, error)
        raise told


def _place(java: Any, configuration: Any, url: str) -> tuple[Any, Any]:
    """The file system of a URL, which Java keeps, and the path."""
    place = java.jvm.org.apache.hadoop.fs.Path(url)
    return place.getFileSystem(configuration), place


def _path(java: Any, folder: Any, name: str) -> Any:
    return java.jvm.org.apache.hadoop.fs.Path(folder, name)


def _rename(java: Any, configuration: Any, part: Any, place: Any) -> None:
    """One step in HDFS. Elsewhere Hadoop takes two, and another attempt may have come in between: then both go again."""
    rename = java.jvm.org.apache.hadoop.fs.Options.Rename
    options = java.new_array(rename, 1)
    options[0] = rename.OVERWRITE
    files = java.jvm.org.apache.hadoop.fs.FileContext.getFileContext(part.toUri(), configuration)
    for tries in range(20, 0, -1):
        try:
            files.rename(part, place, options)
            return
        except Py4JJavaError as error:
            if tries == 1 or error.java_exception.getClass().getName() != "org.apache.hadoop.fs.FileAlreadyExistsException":
                raise


def _status(system: Any, place: Any) -> Any:
    return system.getFileStatus(place)


def _stat(status: Any) -> Stat:
    if status.isDirectory():
        raise StoreError("missing", "what is there is no file")
    return _of_file(status)


def _of_file(status: Any) -> Stat:
    try:
        etag = status.getEtag()
    except Py4JError:
        # HDFS has no such function.
        etag = None
    return Stat(status.getLen(), etag or None, status.getModificationTime())


def _modes(status: Any) -> tuple[int, ...]:
    return (status.getPermission().toShort() & 0o777,)


@contextlib.contextmanager
def _closed(stream: Any) -> Iterator[Any]:
    try:
        yield stream
    finally:
        stream.close()


# In place of a class, where the words of the system say it.
_DISK = "a full disk"
_KINDS: list[tuple[str, Kind, str]] = [
    (_DISK, "disk", "the disk of this machine is full"),
    ("org.apache.hadoop.util.DiskChecker$DiskErrorException", "disk", "the folder for what is being sent cannot be used"),
    ("java.io.FileNotFoundException", "missing", "no file is there"),
    ("org.apache.hadoop.fs.s3a.RemoteFileChangedException", "changed", "it changed while it was read"),
    ("java.nio.file.AccessDeniedException", "refused", "the store does not allow it"),
    ("org.apache.hadoop.security.AccessControlException", "refused", "the store does not allow it"),
    ("org.apache.hadoop.fs.UnsupportedFileSystemException", "refused", "Hadoop knows no such store; its jar may be missing"),
    ("java.lang.ClassNotFoundException", "refused", "Hadoop knows no such store; its jar may be missing"),
    ("java.lang.NoClassDefFoundError", "refused", "a jar of the store is missing, or is of another version"),
    ("org.apache.hadoop.fs.s3a.UnknownStoreException", "refused", "there is no such bucket"),
    ("org.apache.hadoop.fs.s3a.AWSBadRequestException", "refused", "the store does not understand the request"),
    ("org.apache.hadoop.fs.s3a.AWSRedirectException", "refused", "the bucket is in another region"),
    ("org.apache.hadoop.fs.FileAlreadyExistsException", "refused", "something is in its place"),
    ("org.apache.hadoop.fs.ParentNotDirectoryException", "refused", "a file is in the place of a folder"),
    ("org.apache.hadoop.fs.PathIsNotEmptyDirectoryException", "refused", FOLDER_IN_PLACE),
    ("java.lang.IllegalArgumentException", "refused", "the store does not take such a name or setting"),
]


def _told(gateway: Gateway, error: Py4JJavaError) -> StoreError:
    """What Java threw, by its class: its text names the file."""
    name = "an error"
    try:
        names = gateway.ask(lambda java, _: _causes(java, error.java_exception), again=False)
    except (Py4JError, StoreError):
        return StoreError("transient", "the Java process that asks the store ended")
    for above in names:
        for known, kind, reason in _KINDS:
            if known in above:
                return StoreError(kind, f"{reason} ({_short(above[0])})")
    if names:
        name = _short(names[0][0])
    return StoreError("transient", f"the store cannot be asked, or its answer is an error ({name})")


def _causes(java: Any, thrown: Any) -> list[list[str]]:
    """The class of an error, with those above it; then the same of what caused it."""
    causes: list[list[str]] = []
    while thrown is not None and len(causes) < 10:
        classes = []
        kind = thrown.getClass()
        while kind is not None:
            classes.append(kind.getName())
            kind = kind.getSuperclass()
        causes.append([*classes, _DISK] if thrown.getMessage() in _FULL else classes)
        thrown = thrown.getCause()
    return causes


def _short(name: str) -> str:
    return name.rpartition(".")[2]
