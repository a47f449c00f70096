"""Where photos are fetched from and put: folders of this machine, and every store that Hadoop has a file system for."""

from __future__ import annotations

import os
from collections.abc import Mapping

from .gateway import hadoop_options
from .hadoop import HadoopStore
from .local import LocalStore
from .names import join, local_path, refusal, scheme
from .store import FOLDER_IN_PLACE, LINK_IN_PLACE, Stat, Store, StoreError

__all__ = ["FOLDER_IN_PLACE", "LINK_IN_PLACE", "Stat", "Store", "StoreError", "hadoop_options", "join", "open_store", "refusal"]

_LOCAL: dict[str, LocalStore] = {}
_HADOOP: dict[tuple[int, frozenset[tuple[str, str]]], HadoopStore] = {}


def open_store(url: str, hadoop: Mapping[str, str]) -> Store:
    """The store of a URL, with Hadoop's options (`hadoop_options`): one for each process, however often it is asked for.
    That of this machine's files takes no others than those below the URL.

    A bare path is in Hadoop's own store (`fs.defaultFS`), or on this machine where there is none.
    """
    kind = scheme(url) or scheme(hadoop.get("fs.defaultFS", "")) or "file"
    if kind == "file":
        path = local_path(url)
        return _LOCAL.setdefault(path, LocalStore(path))
    # What another process started is not ours.
    key = (os.getpid(), frozenset(hadoop.items()))
    return _HADOOP.setdefault(key, HadoopStore(hadoop))
