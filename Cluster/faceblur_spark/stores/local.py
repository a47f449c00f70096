"""Files of this machine, or of a file system that every machine has at the same place."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat as modes
from collections.abc import Iterator
from typing import BinaryIO

from .names import is_part, local_path, part_name
from .store import FOLDER_IN_PLACE, Kind, Stat, StoreError

_PIECE = 1 << 20


class LocalStore:
    """`file:` by the system's own calls."""

    def stat(self, url: str) -> Stat:
        """Links are followed."""
        try:
            return _stat(os.stat(local_path(url)))
        except OSError as error:
            raise _told(error) from None

    def fetch(self, url: str, path: str) -> Stat:
        """What changed while it was copied is a `transient` error."""
        try:
            # Without waiting: a pipe in the folder would hold us forever.
            with open(os.open(local_path(url), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as source:
                before = os.fstat(source.fileno())
                found = _stat(before)
                with _new(path) as target:
                    shutil.copyfileobj(source, target, _PIECE)
                    copied = target.tell()
                    if copied != found.size or _mark(os.fstat(source.fileno())) != _mark(before):
                        raise StoreError("transient", "it changed while it was read")
                return found
        except IsADirectoryError:
            raise StoreError("missing", "what is there is no file") from None
        except OSError as error:
            raise _told(error) from None

    def publish(self, path: str, url: str, attempt: str) -> None:
        """The bytes are on the disk before they get their name."""
        place = local_path(url)
        folder, name = os.path.split(place)
        part = os.path.join(folder, part_name(name, attempt))
        try:
            with open(path, "rb") as source:
                os.makedirs(folder, exist_ok=True)
                # An earlier try of the same attempt may have left it.
                _unlink(part)
                with _new(part, 0o666) as target:
                    shutil.copyfileobj(source, target, _PIECE)
                    target.flush()
                    os.fsync(target.fileno())
                    # Before the block ends, because what fails in it removes the part.
                    os.replace(part, place)
            _sync_folder(folder)
        except NotADirectoryError:
            raise StoreError("refused", "a file is in the place of a folder") from None
        except OSError as error:
            raise _told(error) from None

    def remove(self, url: str) -> None:
        try:
            _unlink(local_path(url))
        except OSError as error:
            raise _told(error) from None

    def list(self, url: str) -> Iterator[tuple[str, Stat]]:
        """Links to folders are not followed. A name that is no UTF-8 is told with replaced characters, and is then not found."""
        root = local_path(url)
        waiting = [""]
        while waiting:
            below = waiting.pop()
            try:
                with os.scandir(os.path.join(root, below)) as entries:
                    for entry in entries:
                        key = os.path.join(below, entry.name)
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(key)
                        elif not is_part(key):
                            found = _regular(entry)
                            if found is not None:
                                yield os.fsencode(key).decode("utf-8", "replace"), found
            except OSError as error:
                raise _told(error) from None


def _stat(found: os.stat_result) -> Stat:
    if not modes.S_ISREG(found.st_mode):
        raise StoreError("missing", "what is there is no file")
    return Stat(found.st_size, None, found.st_mtime_ns // 1_000_000)


def _regular(entry: os.DirEntry[str]) -> Stat | None:
    """None for pipes, devices, links that lead nowhere, and what was removed meanwhile."""
    try:
        return _stat(entry.stat())
    except (FileNotFoundError, StoreError):
        return None


def _mark(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


@contextlib.contextmanager
def _new(path: str, mode: int = 0o600) -> Iterator[BinaryIO]:
    """A file that was not there before, and is not there after an error."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with open(descriptor, "wb") as file:
            yield file
    except BaseException:
        _unlink(path)
        raise


def _unlink(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some network file systems cannot; there the name is as safe as it gets.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)


def _told(error: OSError) -> StoreError:
    kinds: dict[int | None, tuple[Kind, str]] = {
        errno.ENOENT: ("missing", "no file is there"),
        errno.ENOTDIR: ("missing", "no file is there"),
        errno.EISDIR: ("refused", FOLDER_IN_PLACE),
        errno.EEXIST: ("refused", "something is in its place"),
        errno.EACCES: ("refused", "the rights do not allow it"),
        errno.EPERM: ("refused", "the rights do not allow it"),
        errno.EROFS: ("refused", "the file system cannot be written"),
        errno.ENAMETOOLONG: ("refused", "the name is too long for the file system"),
        errno.EILSEQ: ("refused", "the file system does not allow the name"),
        errno.ELOOP: ("refused", "links lead in a circle"),
    }
    # The system's own words have no name in them; those of OSError do.
    return StoreError(*kinds.get(error.errno, ("transient", os.strerror(error.errno or errno.EIO))))
