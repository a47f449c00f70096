"""Where photos are fetched from and put: only `file:` for now."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Stat:
    """What a store knows of a file without reading it."""

    size: int
    etag: str | None
    modified_ms: int | None


class StoreError(Exception):
    """What a store could not do; the reason does not name the file."""

    def __init__(self, kind: Literal["missing", "refused", "transient"], reason: str):
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class Store(Protocol):
    def stat(self, url: str) -> Stat: ...
    def fetch(self, url: str, path: str) -> Stat: ...
    def publish(self, path: str, url: str, attempt: str) -> None: ...
    def remove(self, url: str) -> None: ...
    def list(self, url: str) -> Iterator[tuple[str, Stat]]: ...


def _local(url: str) -> str:
    return url[len("file:"):].replace("//", "", 1) if url.startswith("file://") else url.removeprefix("file:")


def _told(error: OSError) -> StoreError:
    if isinstance(error, FileNotFoundError):
        return StoreError("missing", "it is not there")
    if isinstance(error, PermissionError):
        return StoreError("refused", "it may not be read or written")
    return StoreError("transient", error.strerror or "it cannot be read or written")


class _Files:
    def stat(self, url: str) -> Stat:
        try:
            found = os.stat(_local(url))
        except OSError as error:
            raise _told(error) from None
        return Stat(found.st_size, None, found.st_mtime_ns // 1_000_000)

    def fetch(self, url: str, path: str) -> Stat:
        try:
            shutil.copyfile(_local(url), path)
        except OSError as error:
            raise _told(error) from None
        return self.stat(url)

    def publish(self, path: str, url: str, attempt: str) -> None:
        place = _local(url)
        partial = os.path.join(os.path.dirname(place), f".{attempt}.partial")
        try:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copyfile(path, partial)
            os.replace(partial, place)
        except OSError as error:
            raise _told(error) from None

    def remove(self, url: str) -> None:
        try:
            os.unlink(_local(url))
        except FileNotFoundError:
            pass
        except OSError as error:
            raise _told(error) from None

    def list(self, url: str) -> Iterator[tuple[str, Stat]]:
        root = _local(url)
        if not os.path.isdir(root):
            raise StoreError("missing", "it is not there")
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                yield os.path.relpath(path, root), self.stat("file:" + path)


_FILES = _Files()


def open_store(url: str, hadoop: Mapping[str, str]) -> Store:
    if urlsplit(url).scheme != "file":
        raise StoreError("refused", "no such store")
    return _FILES


def join(base: str, key: str) -> str:
    if key.startswith("/") or any(part in ("", ".", "..") for part in key.split("/")):
        raise StoreError("refused", "the name leads out of its folder")
    return base.rstrip("/") + "/" + key
