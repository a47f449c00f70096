"""Files of this machine, or of a file system that every machine has at the same place."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat as modes_of
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from .names import is_part, local_path, part_name
from .store import FOLDER_IN_PLACE, LINK_IN_PLACE, Kind, Stat, StoreError

_PIECE = 1 << 20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
# Within the class `list` is a function.
_Parts = list[str]
_Modes = list[int]
# What a disk without room says.
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class _Link(Exception):
    """A link is on the way. `place` counts the parts of the name from 1."""

    def __init__(self, place: int):
        super().__init__(place)
        self.place = place


class LocalStore:
    """`file:` by the system's own calls, below one folder: no link leads out of it, and nothing is written through one."""

    def __init__(self, root: str = "/"):
        self._root = root.rstrip("/") or "/"

    def stat(self, url: str) -> Stat:
        """A link is followed to what lies below the folder."""
        try:
            with self._opened(url, os.O_PATH) as (file, _):
                return _stat(os.fstat(file))
        except OSError as error:
            raise _told(error) from None

    def fetch(self, url: str, path: str) -> Stat:
        """What changed while it was copied is a `changed` error. A link is followed to what lies below the folder."""
        try:
            # Without waiting: a pipe in the folder would hold us forever.
            with self._opened(url, os.O_RDONLY | os.O_NONBLOCK) as (file, modes):
                before = os.fstat(file)
                found = replace(_stat(before), modes=modes)
                with open(file, "rb", closefd=False) as source, _copy(path) as target:
                    shutil.copyfileobj(source, target, _PIECE)
                    copied = target.tell()
                    if copied != found.size or _mark(os.fstat(file)) != _mark(before):
                        raise StoreError("changed", "it changed while it was read")
                return found
        except OSError as error:
            raise _told(error) from None

    def publish(self, path: str, url: str, attempt: str, modes: tuple[int, ...] | None = None) -> None:
        """The bytes are on the disk before they get their name. New folders get the modes of the photo's, too."""
        *folders, name = self._parts(url) or [""]
        try:
            with open(path, "rb") as source, self._made(folders, modes) as folder:
                _put(source, name, part_name(name, attempt), modes[-1] & 0o666 if modes else 0o666, folder)
                _sync_folder(folder)
        except _Link as link:
            raise StoreError("refused", f"{LINK_IN_PLACE}: folder {link.place}") from None
        except NotADirectoryError:
            raise StoreError("refused", "a file is in the place of a folder") from None
        except OSError as error:
            raise _told(error) from None

    def remove(self, url: str) -> None:
        *folders, name = self._parts(url) or [""]
        try:
            with self._folder(folders) as (folder, _):
                _unlink(name, folder)
        except _Link as link:
            raise StoreError("refused", f"{LINK_IN_PLACE}: folder {link.place}") from None
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            raise _told(error) from None

    def list(self, url: str) -> Iterator[tuple[str, Stat]]:
        """Links to folders are not followed; those that lead nowhere or out of the folder are told, and are then not fetched.

        A name that is no UTF-8 is told with replaced characters, and is then not found.
        """
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
                            found = self._linked(entry) if entry.is_symlink() else _regular(entry)
                            if found is not None:
                                yield os.fsencode(key).decode("utf-8", "replace"), found
            except OSError as error:
                raise _told(error) from None

    def _parts(self, url: str) -> _Parts:
        """The names from the folder to a file; none where the URL is the folder's own."""
        path, root = local_path(url), self._root.rstrip("/")
        if path != root and not path.startswith(root + "/"):
            raise StoreError("refused", "it is not below the folder of the store")
        parts = [part for part in path[len(root):].split("/") if part]
        if "." in parts or ".." in parts:
            raise StoreError("refused", "the name leads elsewhere: it holds . or .. as a folder")
        return parts

    @contextlib.contextmanager
    def _opened(self, url: str, flags: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """A file, and the modes of the folders that it is in, and its own. Of a link what it leads to below the folder."""
        parts = self._parts(url)
        if not parts:
            file = os.open(self._root, flags | os.O_CLOEXEC)
            modes = [os.fstat(file).st_mode]
        else:
            try:
                file, modes = self._straight(parts, flags)
            except _Link:
                file, modes = self._through(parts, flags)
        try:
            yield file, tuple(mode & 0o777 for mode in modes)
        finally:
            os.close(file)

    def _straight(self, parts: _Parts, flags: int) -> tuple[int, _Modes]:
        """A file to which no link leads. Raises _Link where one does."""
        with self._folder(parts[:-1]) as (folder, modes):
            try:
                file = os.open(parts[-1], flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            except OSError as error:
                if error.errno == errno.ELOOP:
                    raise _Link(len(parts)) from None
                raise
        mode = os.fstat(file).st_mode
        if modes_of.S_ISLNK(mode):
            os.close(file)
            raise _Link(len(parts))
        return file, [*modes, mode]

    def _through(self, parts: _Parts, flags: int) -> tuple[int, _Modes]:
        """What links lead to, by a way without links."""
        real = _below(os.path.realpath(os.path.join(self._root, *parts)), os.path.realpath(self._root))
        if real is None:
            raise StoreError("missing", "it is a link that leads out of the folder, and was not followed")
        try:
            file, (*above, mode) = self._straight(real, flags)
        except (_Link, FileNotFoundError):
            raise StoreError("missing", "it is a link that leads nowhere or in a circle") from None
        for one in above:
            # Whom a folder keeps out, the link does not let in.
            mode &= ~sum(bits for bits, enters in ((0o070, 0o010), (0o007, 0o001)) if not one & enters)
        try:
            with self._folder(parts[:-1]) as (_, named):
                return file, [*named, mode]
        except (_Link, OSError):
            return file, [*[0o700] * len(parts), mode]

    @contextlib.contextmanager
    def _folder(self, parts: _Parts) -> Iterator[tuple[int, _Modes]]:
        """A folder to which no link leads from the store's, and the modes of the folders on the way. Raises _Link where one does."""
        folder = os.open(self._root, _FOLDER)
        try:
            modes = [os.fstat(folder).st_mode]
            for place, part in enumerate(parts, 1):
                folder = _entered(folder, part, place)
                modes.append(os.fstat(folder).st_mode)
            yield folder, modes
        finally:
            os.close(folder)

    @contextlib.contextmanager
    def _made(self, parts: _Parts, modes: tuple[int, ...] | None) -> Iterator[int]:
        """The same folder, made where it is not there, with these modes."""
        # Of another store only the photo's own is known.
        known = modes if modes is not None and len(modes) == len(parts) + 2 else (0o777,) * (len(parts) + 1)
        try:
            folder = os.open(self._root, _FOLDER)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(self._root), exist_ok=True)
            _make(self._root, known[0])
            folder = os.open(self._root, _FOLDER)
        try:
            for place, part in enumerate(parts, 1):
                try:
                    folder = _entered(folder, part, place)
                except FileNotFoundError:
                    _make(part, known[place], folder)
                    folder = _entered(folder, part, place)
            yield folder
        finally:
            os.close(folder)

    def _linked(self, entry: os.DirEntry[str]) -> Stat | None:
        """None for links to folders below the store's, and to pipes and devices. What is not to be followed is told as the link itself."""
        try:
            found = entry.stat()
            inside = _below(os.path.realpath(entry.path), os.path.realpath(self._root)) is not None
            if modes_of.S_ISREG(found.st_mode) and inside:
                return _stat(found)
            if inside or not modes_of.S_ISREG(found.st_mode) and not modes_of.S_ISDIR(found.st_mode):
                return None
        except OSError:
            # It leads nowhere, or in a circle, or where we may not look.
            pass
        try:
            return Stat(0, None, entry.stat(follow_symlinks=False).st_mtime_ns // 1_000_000)
        except FileNotFoundError:
            return None


def _entered(folder: int, part: str, place: int) -> int:
    """The folder of this name in another one, which is closed then. Raises _Link where it is a link."""
    try:
        entered = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and modes_of.S_ISLNK(os.lstat(part, dir_fd=folder).st_mode):
            raise _Link(place) from None
        raise
    os.close(folder)
    return entered


def _make(folder: str, mode: int, within: int | None = None) -> None:
    """A new folder, which its owner can use whatever the mode says; another attempt may have made it meanwhile."""
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, mode & 0o777 | 0o700, dir_fd=within)


def _below(path: str, root: str) -> list[str] | None:
    """The names from a folder to what is below it, both without links; None where it is not."""
    root = root.rstrip("/")
    return [part for part in path[len(root):].split("/") if part] if path.startswith(root + "/") else None


def _stat(found: os.stat_result) -> Stat:
    if not modes_of.S_ISREG(found.st_mode):
        raise StoreError("missing", "what is there is no file")
    return Stat(found.st_size, None, found.st_mtime_ns // 1_000_000)


def _regular(entry: os.DirEntry[str]) -> Stat | None:
    """None for pipes, devices, and what was removed meanwhile."""
    try:
        return _stat(entry.stat(follow_symlinks=False))
    except (FileNotFoundError, StoreError):
        return None


def _mark(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


@contextlib.contextmanager
def _new(path: str, mode: int = 0o600, folder: int | None = None) -> Iterator[BinaryIO]:
    """A file that was not there before, and is not there after an error."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode, dir_fd=folder)
    try:
        with open(descriptor, "wb") as file:
            yield file
    except BaseException:
        _unlink(path, folder)
        raise


def _put(source: BinaryIO, name: str, part: str, mode: int, folder: int) -> None:
    """A file of this name in a folder, whole from the first moment on, in place of what had the name before.

    Until it is whole it has no name where the file system can do that: what is killed meanwhile leaves nothing behind. Elsewhere it has
    the part's.
    """
    # An earlier try of the same attempt may have left it.
    _unlink(part, folder)
    try:
        descriptor = os.open(".", os.O_WRONLY | os.O_TMPFILE | os.O_CLOEXEC, mode, dir_fd=folder)
    except OSError:
        # Each system says in another way that it has no such files, NFS among them. What else is wrong comes up again here.
        with _new(part, mode, folder) as target:
            _copied(source, target)
            # Before the block ends, because what fails in it removes the part.
            os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        return
    with open(descriptor, "wb") as target:
        _copied(source, target)
        unnamed = f"/proc/self/fd/{descriptor}"
        try:
            os.link(unnamed, name, dst_dir_fd=folder, follow_symlinks=True)
        except FileExistsError:
            # Only a rename puts one file in another's place.
            os.link(unnamed, part, dst_dir_fd=folder, follow_symlinks=True)
            try:
                os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                _unlink(part, folder)
                raise


def _copied(source: BinaryIO, target: BinaryIO) -> None:
    """The bytes are on the disk then."""
    shutil.copyfileobj(source, target, _PIECE)
    target.flush()
    os.fsync(target.fileno())


@contextlib.contextmanager
def _copy(path: str) -> Iterator[BinaryIO]:
    """A new local file. That it cannot be made, or has no room, is no fault of the store's."""
    try:
        with _new(path) as file:
            yield file
    except OSError as error:
        if error.errno in _FULL:
            raise StoreError("disk", os.strerror(error.errno or errno.EIO)) from None
        raise


def _unlink(path: str, folder: int | None = None) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path, dir_fd=folder)


def _sync_folder(folder: int) -> None:
    try:
        os.fsync(folder)
    except OSError as error:
        # Some network file systems cannot; there the name is as safe as it gets.
        if error.errno != errno.EINVAL:
            raise


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
