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
from .stores.hadoop import OBJECT_STORES
from .stores.names import local_path, scheme

Result = TypeVar("Result")


def absolute(url: str, what: str) -> str:
    """A URL with a scheme, without a slash at its end. A path is one of this machine's. Raises RunError where it is none."""
    if scheme(url) in ("", "file"):
        # One folder has one name, so that one in another is seen.
        try:
            path = local_path(url) if url.startswith("file:") else url
        except StoreError as error:
            raise RunError(USAGE, f"{what}: {error.reason}") from None
        return "file://" + os.path.realpath(path)
    if any(part in (".", "..") for part in url.split("/")):
        raise RunError(USAGE, f"{what}: a URL with '.' or '..' may mean another place")
    return url.rstrip("/")


def within(inner: str, outer: str) -> bool:
    """Whether a URL is another one or below it."""
    return (inner + "/").startswith(outer + "/")


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
        """A small text file, whole or not at all; folders are made. RunError where it is there and is not to be replaced."""
        def work() -> None:
            path = self._path(name)
            # An object store shows what is written once it is closed; elsewhere it gets its name then.
            direct = scheme(self.url) in OBJECT_STORES
            part = path if direct else self._path(f"{name.rpartition('/')[0]}/.{uuid.uuid4().hex}.part".lstrip("/"))
            stream = part.getFileSystem(self._conf).create(part, replace)
            try:
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
