"""Names of files below a folder, and what URLs mean."""

from __future__ import annotations

import hashlib
import re

from .store import StoreError

# What S3 allows; other stores allow more.
LONGEST_KEY = 1024
# Stores whose names have limits as file systems have them, and which tell who may read a file without being asked for that.
FILE_SYSTEMS = {"file", "hdfs", "viewfs", "webhdfs", "swebhdfs"}
# Where what is being written is there only once it is closed, whole, and where a rename would copy it.
OBJECT_STORES = {"s3a", "s3", "s3n", "gs", "oss", "cosn", "obs"}


def join(base: str, key: str) -> str:
    """The URL of a name below a folder. StoreError `refused` where it would not lie there under exactly this name.

    Hadoop resolves `.` and `..` and drops slashes that are not needed, so that a name with these would be another file's.
    """
    reason = refusal(key)
    if reason is not None:
        raise StoreError("refused", reason)
    return base.rstrip("/") + "/" + key


def refusal(key: str) -> str | None:
    """Why a name cannot be one of a file below a folder, or None where it can."""
    if not key:
        return "the name is empty"
    if "\0" in key:
        return "the name holds a zero byte"
    try:
        length = len(key.encode())
    except UnicodeEncodeError:
        return "the name is no Unicode text"
    if length > LONGEST_KEY:
        return f"the name is longer than {LONGEST_KEY} bytes"
    parts = key.split("/")
    if "." in parts or ".." in parts:
        return "the name leads elsewhere: it holds . or .. as a folder"
    if "" in parts:
        return "the name begins or ends with a slash, or has two in a row"
    return None


def scheme(url: str) -> str:
    """What stands before the first colon, in small letters; empty where the URL is only a path."""
    head, colon, _ = url.partition(":")
    return head.lower() if colon and "/" not in head else ""


def local_path(url: str) -> str:
    """The path that a `file:` URL, or a bare path, means. StoreError `refused` where it is on another machine."""
    path = url.partition(":")[2] if scheme(url) == "file" else url
    if path.startswith("//"):
        host, slash, rest = path[2:].partition("/")
        if host not in ("", "localhost") or not slash:
            raise StoreError("refused", "the URL names a machine; file: is for this one")
        path = "/" + rest.lstrip("/")
    if not path.startswith("/"):
        raise StoreError("refused", "the path of the store is not absolute")
    return path


_PART = ".faceblur-part"
_LEFT = re.compile(r"\.[0-9a-f]{32}" + re.escape(_PART))


def part_name(name: str, attempt: str) -> str:
    """The hidden name, in the same folder, under which an attempt writes before its file is whole."""
    digest = hashlib.sha256(f"{attempt}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()
    return f".{digest[:32]}{_PART}"


def is_part(key: str) -> bool:
    """Whether this is what an attempt left that was killed."""
    return _LEFT.fullmatch(key.rpartition("/")[2]) is not None
