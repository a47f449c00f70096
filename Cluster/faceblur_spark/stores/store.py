"""What every store can do, and how it says what it could not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["missing", "refused", "changed", "transient", "disk"]
# Why a file cannot be where it should be: the reason of a StoreError begins with it.
FOLDER_IN_PLACE = "a folder is in its place"
LINK_IN_PLACE = "a link is in the place of a folder of its name"


@dataclass(frozen=True)
class Stat:
    """What a store knows of a file without reading it: bytes, its mark of the content, and milliseconds since 1970."""

    size: int
    etag: str | None
    modified_ms: int | None
    # Who may read it, where it was fetched from a file system: the modes of its folders from the store's on, as far as they are known, and its own.
    modes: tuple[int, ...] | None = field(default=None, compare=False)


class StoreError(Exception):
    """What a store could not do.

    `missing`: no file is there. `refused`: the store says no, and will say so again. `changed`: the file is being written, or was another one before it was read to its end. `transient`: it may go
    another time or from another machine. `disk`: this machine has no room for it. The reason does not name the file, because names identify people.
    """

    def __init__(self, kind: Kind, reason: str):
        # Both go to the base class, so that the error can travel from an executor to the driver.
        super().__init__(kind, reason)
        self.kind: Kind = kind
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Store(Protocol):
    """Files by their URL. A URL is written as Hadoop writes a path: nothing in it is percent-encoded.

    Every function raises StoreError. A store may be used from several threads at once.
    """

    def stat(self, url: str) -> Stat:
        """What is there now."""
        ...

    def fetch(self, url: str, path: str) -> Stat:
        """Copy a file to a new local file. The answer is of the bytes that were copied: where they changed
        meanwhile, or where anything fails, nothing is left at the path.
        """
        ...

    def publish(self, path: str, url: str, attempt: str, modes: tuple[int, ...] | None = None) -> None:
        """Put a local file in its place, whole or not at all, whatever was there before.

        `attempt` differs between tries that may run at once; they do not disturb each other. `modes` are those of its photo: no more
        rights are given, where the store knows any.
        """
        ...

    def remove(self, url: str) -> None:
        """Remove a file. That none is there is no error."""
        ...

    def list(self, url: str) -> Iterator[tuple[str, Stat]]:
        """The files below a folder, by their names from there, in no certain order, as the store tells them."""
        ...
