"""A store on this machine that speaks S3, and what Hadoop needs to speak to it."""

from __future__ import annotations

import itertools
import logging
import os
import sys
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Any

import boto3
from moto.server import ThreadedMotoServer


class S3Server:
    """moto's server, in this process: what it keeps is gone at the end. `requests` counts what it was asked."""

    def __enter__(self) -> S3Server:
        self.requests: list[str] = []
        log = logging.getLogger("werkzeug")
        log.setLevel(logging.INFO)
        log.propagate = False
        log.addHandler(_Lines(self.requests))
        self._server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        self._server.start()
        self._names = itertools.count(1)
        self.endpoint = "http://{}:{}".format(*self._server.get_host_and_port())
        self.client: Any = boto3.client(
            "s3",
            endpoint_url=self.endpoint,
            region_name="us-east-1",
            aws_access_key_id="somebody",
            aws_secret_access_key="something",
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.stop()

    def make_bucket(self) -> str:
        name = f"photos-{next(self._names)}"
        self.client.create_bucket(Bucket=name)
        return name

    def put(self, bucket: str, key: str, content: bytes) -> None:
        self.client.put_object(Bucket=bucket, Key=key, Body=content)

    def get(self, bucket: str, key: str) -> bytes:
        return bytes(self.client.get_object(Bucket=bucket, Key=key)["Body"].read())

    def keys(self, bucket: str) -> list[str]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=bucket)
        return [item["Key"] for page in pages for item in page.get("Contents", [])]

    @property
    def options(self) -> dict[str, str]:
        """Hadoop's options for this server. Errors are told at once."""
        return {
            "fs.s3a.endpoint": self.endpoint,
            "fs.s3a.endpoint.region": "us-east-1",
            "fs.s3a.access.key": "somebody",
            "fs.s3a.secret.key": "something",
            "fs.s3a.aws.credentials.provider": "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider",
            "fs.s3a.path.style.access": "true",
            "fs.s3a.connection.ssl.enabled": "false",
            "fs.s3a.attempts.maximum": "1",
            "fs.s3a.retry.limit": "1",
            "fs.s3a.retry.interval": "10ms",
        }


class _Lines(logging.Handler):
    def __init__(self, lines: list[str]):
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())


# What of h2o's jar is Hadoop with its S3A, Amazon's library, and what these need that Spark does not have.
_KEPT = (
    "org/apache/hadoop/",
    "com/amazonaws/",
    "com/ctc/wstx/",
    "org/codehaus/stax2/",
    "org/apache/commons/collections/",
    "org/apache/commons/configuration2/",
    "com/google/re2j/",
    "META-INF/services/org.apache.hadoop.",
    "core-default.xml",
    "common-version-info",
    "mime.types",
)
_LEFT_OUT = ("org/apache/hadoop/hive/",)


def connector(folder: Path) -> Path:
    """A jar with Hadoop's S3A, made once of what the package h2o ships."""
    jar = folder / "s3a.jar"
    if jar.exists():
        return jar
    whole = next((path for path in (Path(place) / "h2o/backend/bin/h2o.jar" for place in sys.path) if path.exists()), None)
    if whole is None:
        raise FileNotFoundError("the package h2o is missing: pip install './Cluster[test]'")
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"s3a.{os.getpid()}.part"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for entry in source.infolist():
            if entry.filename.startswith(_KEPT) and not entry.filename.startswith(_LEFT_OUT) and not entry.is_dir():
                content = source.read(entry)
                if entry.filename.startswith("META-INF/services/"):
                    # h2o's own classes are not here.
                    content = b"".join(line for line in content.splitlines(True) if not line.startswith(b"water."))
                target.writestr(entry.filename, content)
    os.replace(part, jar)
    return jar
