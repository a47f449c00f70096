"""Folders and small files on the driver, through the file systems of its own JVM."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from .errors import CANNOT_WRITE, USAGE, RunError
from .stores import StoreError
from .stores.names import OBJECT_STORES, local_path, scheme

Result = TypeVar("Result")


# Schemes that lead to the same place. Of HDFS each has a port of its own.
_SAME = {"s3": "s3a", "s3n": "s3a", "abfss": "abfs", "wasbs": "wasb", "webhdfs": "hdfs", "swebhdfs": "hdfs"}


def absolute(url: str, what: str) -> str:
    """A URL with a scheme, as Hadoop writes it: one folder has one name. A path is one of this machine's.

    Raises RunError where it is none, or where it may mean another place than it seems to.
    """
    if scheme(url) in ("", "file"):
        try:
            path = local_path(url) if scheme(url) else url
        except StoreError as error:
            raise RunError(USAGE, f"{what}: {error.reason}") from None
        # Two slashes at the beginning stay two in Python, and mean one to the system.
        return "file:///" + os.path.realpath(path).lstrip("/")
    authority, parts = _split(url)
    if any(part in (".", "..") for part in parts):
        raise RunError(USAGE, f"{what}: a URL with '.' or '..' may mean another place")
    rest = url.partition(":")[2]
    if not rest.startswith("/"):
        raise RunError(USAGE, f"{what}: the path of the store is not absolute")
    return f"{scheme(url)}://" + "/".join((authority, *parts))


def within(inner: str, outer: str, default: str = "") -> bool:
    """Whether a URL is another one or below it. `default` is Hadoop's own store, where URLs without a machine or a bucket are."""
    kind, parts = _place(inner, default)
    other, above = _place(outer, default)
    return kind == other and parts[:len(above)] == above


def default_store(spark: SparkSession) -> str:
    """The URL of Hadoop's own store."""
    return str(_java(spark).hadoopConfiguration().get("fs.defaultFS") or "")


def _place(url: str, default: str) -> tuple[tuple[str, str], list[str]]:
    """What decides whether two URLs are one place: the store, and the folders in it. In doubt two stores are one."""
    kind = scheme(url)
    authority, parts = _split(url)
    if not authority and kind == scheme(default):
        authority = _split(default)[0]
    kind = _SAME.get(kind, kind)
    # Names of machines have no case, and where one has several ports they lead to the same files.
    authority = authority.lower().rpartition("@")[2] if kind in ("s3a", "hdfs") else authority.lower()
    return (kind, authority.partition(":")[0] if kind == "hdfs" else authority), parts


def _split(url: str) -> tuple[str, list[str]]:
    """The machine or bucket of a URL, and the parts of its path; Hadoop drops slashes that are not needed."""
    rest = url.partition(":")[2]
    authority = ""
    if rest.startswith("//"):
        authority, _, rest = rest[2:].partition("/")
    return authority, [part for part in rest.split("/") if part]


class Folder:
    """A folder of any of Hadoop's file systems. Everything raises RunError where it cannot be reached."""

    def __init__(self, spark: SparkSession, url: str):
        self.url = url
        self._spark = spark
        self._jvm: Any = spark.sparkContext._jvm
        self._conf = _java(spark).hadoopConfiguration()

    def names(self, below: str = "") -> list[str]:
        """The names of what is in it, sorted; none where it is not there."""
        def work() -> list[str]:
            path = self._path(below)
            files = path.getFileSystem(self._conf)
            if not files.exists(path):
                return []
            return sorted(status.getPath().getName() for status in files.listStatus(path))
        return self._reached(work)

    def sizes(self, below: str) -> dict[str, int]:
        """The names of what is in a folder of it, with their bytes."""
        def work() -> dict[str, int]:
            path = self._path(below)
            return {status.getPath().getName(): int(status.getLen()) for status in path.getFileSystem(self._conf).listStatus(path)}
        return self._reached(work)

    def exists(self, name: str) -> bool:
        """Whether it has a file or a folder of this name, which may have slashes."""
        def work() -> bool:
            path = self._path(name)
            return bool(path.getFileSystem(self._conf).exists(path))
        return self._reached(work)

    def read(self, name: str) -> str:
        """A small text file."""
        def work() -> str:
            path = self._path(name)
            stream = path.getFileSystem(self._conf).open(path)
            try:
                return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream)).decode()
            finally:
                stream.close()
        return self._reached(work)

    def write(self, name: str, text: str, replace: bool) -> None:
        """A small text file, whole or not at all, for its owner alone; folders are made, and so is this one. RunError where it is there and is not
        to be replaced."""
        def work() -> None:
            path = self._path(name)
            files = path.getFileSystem(self._conf)
            # An object store shows what is written once it is closed; elsewhere it gets its name then.
            direct = scheme(self.url) in OBJECT_STORES
            if not direct and not files.exists(self._path("")):
                # What Spark writes below it has the modes of its own, and nobody else comes there.
                files.mkdirs(self._path(""))
                files.setPermission(self._path(""), self._rights("700"))
            part = path if direct else self._path(f"{name.rpartition('/')[0]}/.{uuid.uuid4().hex}.part".lstrip("/"))
            stream = files.create(part, replace)
            try:
                if not direct:
                    files.setPermission(part, self._rights("600"))
                stream.write(bytearray(text.encode()))
            finally:
                stream.close()
            if not direct:
                options = self._jvm.org.apache.hadoop.fs.Options.Rename
                rename = _gateway(self._spark).new_array(options, 1)
                rename[0] = options.OVERWRITE if replace else options.NONE
                self._jvm.org.apache.hadoop.fs.FileContext.getFileContext(path.toUri(), self._conf).rename(part, path, rename)
        self._reached(work)

    def _path(self, name: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(f"{self.url}/{name}" if name else self.url)

    def _rights(self, mode: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.permission.FsPermission(mode)

    def _reached(self, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except Py4JJavaError as error:
            why = error.java_exception.getClass().getSimpleName()
            raise RunError(CANNOT_WRITE, f"{self.url} cannot be read or written: {why}: {error.java_exception.getMessage()}") from None


def _java(spark: SparkSession) -> Any:
    return spark.sparkContext._jsc


def _gateway(spark: SparkSession) -> Any:
    return spark.sparkContext._gateway
