"""A collection in a folder, and runs over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession

from faceblur_spark import Summary, scrub
from faceblur_spark.manifest import Manifest

STUB = Path(__file__).resolve().parent.parent / "stub_worker.py"


class Collection:
    """`in`, `out` and `manifest` below a folder, with the stub for a worker."""

    def __init__(self, spark: SparkSession, folder: Path, faceblur: Path = STUB):
        self.spark = spark
        self.faceblur = faceblur
        self.source = folder / "in"
        self.target = folder / "out"
        self.manifest = folder / "manifest"
        self.source.mkdir(parents=True)

    def put(self, **photos: str) -> None:
        """Photos by their names, in which `_` is a dot."""
        for name, text in photos.items():
            self.put_at(name.replace("_", "."), text)

    def put_at(self, key: str, content: str | bytes) -> None:
        path = self.source / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def scrub(self, *options: str, **more: Any) -> Summary:
        arguments: dict[str, Any] = {"faceblur": str(self.faceblur), "timeout": 60.0, **more}
        return scrub(self.spark, str(self.source), str(self.target), manifest=str(self.manifest), options=options, **arguments)

    def state(self) -> dict[str, Row]:
        """The newest rows. Fails where a photo has two in one run."""
        rows = Manifest(self.spark, self.manifest.as_uri()).rows().collect()
        assert len({(row["key"], row["run"]) for row in rows}) == len(rows)
        return {row["key"]: row for row in sorted(rows, key=lambda row: row["run"])}

    def outputs(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.target)): path.read_bytes()
            for path in self.target.rglob("*") if path.is_file()} if self.target.exists() else {}


def made(text: str, *options: str) -> bytes:
    """What the stub makes of a photo."""
    import json

    return b"scrubbed " + json.dumps(list(options)).encode() + text.encode()
