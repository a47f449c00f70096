"""Folders for photos in flight, on an executor's own disk. They hold originals: only this user may look into them."""

from __future__ import annotations

import atexit
import fcntl
import glob
import itertools
import os
import shutil
import stat
import tempfile

_NAME = "faceblur-scratch-"
# The folders that Spark's Java processes make below the one that they are given.
_JAVAS = "blockmgr-*"


class Scratch:
    """`into` for sources and `out` for outputs, below the first of Spark's local folders."""

    def __init__(self) -> None:
        base = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0] or tempfile.gettempdir()
        os.makedirs(base, exist_ok=True)
        _sweep(base)
        # It is locked before it has a name that others sweep.
        made = tempfile.mkdtemp(prefix=".faceblur-new-", dir=base)
        self._lock = _lock(made)
        self.folder = os.path.realpath(os.path.join(base, _NAME + os.path.basename(made).rsplit("-", 1)[-1]))
        os.rename(made, self.folder)
        self.into = os.path.join(self.folder, "in")
        self.out = os.path.join(self.folder, "out")
        os.mkdir(self.into)
        os.mkdir(self.out)
        # Several threads ask at once; each `next` is one step.
        self._numbers = itertools.count(1)
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)

    def name(self, suffix: str) -> str:
        """A name that no other file here has had."""
        return f"{next(self._numbers)}{suffix}"


def _lock(folder: str) -> int | None:
    """An open file that is locked until this process ends; None where another one has the lock."""
    file = os.open(os.path.join(folder, "lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return file
    except OSError:
        os.close(file)
        return None


def _sweep(base: str) -> None:
    """Removes what processes that were killed have left: nobody holds its lock any more."""
    for folder in _bases(base):
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith(_NAME) and _ours(entry.path):
                _remove(entry.path)


def _bases(base: str) -> list[str]:
    """Where this process and those of others may have had such folders: each Java process makes itself a new one."""
    above = os.path.dirname(base.rstrip("/"))
    others = [os.path.join(glob.escape(above), _JAVAS)]
    # An executor's of Spark's own master.
    others.append(os.path.join(glob.escape(os.path.dirname(os.path.dirname(above))), "spark-*", "executor-*", _JAVAS))
    found = (folder for pattern in others for folder in glob.glob(pattern))
    return [base, *(folder for folder in found if folder != base and _ours(folder))]


def _ours(folder: str) -> bool:
    """Whether it is a folder of this user's, to which no link leads."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def _remove(folder: str) -> None:
    try:
        lock = _lock(folder)
    except OSError:
        return
    if lock is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)
