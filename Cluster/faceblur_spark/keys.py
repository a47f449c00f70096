"""The names of photos: which can be used, and what their outputs are called. Names are hostile; none may lead out of the target."""

from __future__ import annotations

import os
import re

from .stores import refusal

# Bytes of the longest part of a name that file systems take.
LONGEST_PART = 255

# What --format jpeg adds to a name, but for one that ends so already. Patterns are Java's.
JPEG = ".jpg"
IS_JPEG = r"(?i)\.jpe?g\z"
# The record of an edit beside a photo: `a.AAE` or `a.jpg.AAE` beside `a.jpg`. These are the endings that faceblur takes.
IS_RECORD = r"\.(AAE|aae)\z"
# What it is called after: the name without its ending, or the whole name.
ENDING = r"(?<=[^/])\.[^./]*\z"

_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,8}\Z")


def problem(key: str, files: bool = False) -> str | None:
    """Why a photo cannot be called this; None where it can. `files`: it also goes where file systems limit names."""
    if "\ufffd" in key:
        return "the name is not UTF-8"
    reason = refusal(key)
    if reason is None and files and any(len(part.encode()) > LONGEST_PART for part in key.split("/")):
        return f"a part of the name is longer than {LONGEST_PART} bytes"
    return reason


def is_folder(key: str) -> bool:
    """Whether it is what object stores keep in place of a folder."""
    return key.endswith("/")


def suffix(key: str) -> str:
    """The end of a name that says what it is, for a file of ours; nothing where it is unusual."""
    found = _SUFFIX.search(key.rsplit("/", 1)[-1])
    return found.group() if found else ""


def output(key: str, asked: str, given: str) -> str:
    """The name of an output of `key`, where a local one was asked for and another one given: a suffix may have been added.

    Raises ValueError where more than that is different.
    """
    if not given.startswith(asked) or "/" in given[len(asked):]:
        raise ValueError("the worker has written somewhere else")
    return key + given[len(asked):]


def other(key: str, name: str) -> str | None:
    """The name that the output of `key` can have besides this one; None where there is none."""
    if name != key:
        return key
    return None if key.lower().endswith((".jpg", ".jpeg")) else key + JPEG


def records(key: str) -> list[str]:
    """All that a record of the photo `key` can be called, after its whole name first."""
    stem = re.sub(r"(?<=[^/])\.[^./]*\Z", "", key)
    return list(dict.fromkeys(base + ending for base in (key, stem) for ending in (".AAE", ".aae")))


def record_beside(source: str, key: str, record: str) -> str:
    """Where the record of the photo `key` goes, so that it is found beside a copy of the photo under another name."""
    named, ending = os.path.splitext(record)
    return (source if named == key else os.path.splitext(source)[0]) + ending


def etag(told: str | None) -> str | None:
    """An ETag as all stores and lists of theirs would tell it: without quotes, and without the mark of a weak one."""
    if told is None:
        return None
    told = told.strip()
    return (told[2:] if told.startswith("W/") else told).strip('"') or None
