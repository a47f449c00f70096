"""What a person should look at: fetched to this machine, where `faceblur review` asks about it, and put back.

A folder of such photos holds `photos`, under numbers for names, and `fetched.json`, which says what they are. Whoever has them runs `faceblur
scrub` and `faceblur review` there.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from . import keys
from .driver import now, told
from .errors import CANNOT_WRITE, DONE, NO_INPUT, SOME_FAILED, UNAVAILABLE, USAGE, RunError
from .executor import sha256
from .hadoop import absolute
from .manifest import Manifest
from .rows import SCHEMA, Row
from .stores import StoreError, hadoop_options, join, open_store

_LIST = "fetched.json"
_PHOTOS = "photos"
_PUBLISHED = "published"
_WHICH = {
    "doubtful": "status = 'done' and doubtful > 0 and not reviewed",
    "review": "status = 'review'",
    "failed": "status = 'failed'",
}


@dataclass(frozen=True)
class Fetched:
    """What was fetched, and how many more there are."""

    folder: str
    photos: int
    left: int
    # Why photos could not be fetched; without their names.
    failures: list[str]
    options: list[str]

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return SOME_FAILED if self.failures else DONE

    def text(self) -> str:
        """For people, with what to do next."""
        if not self.photos:
            return "Nothing is left to look at."
        photos, published = os.path.join(self.folder, _PHOTOS), os.path.join(self.folder, _PUBLISHED)
        options = " ".join(["", *self.options])
        lines = [f"{self.photos} photos are in {photos}; {self.left} more are to be looked at later.", "Now:"]
        lines += [f"    faceblur scrub {photos} -o {published}{options}", f"    faceblur review {published}"]
        return "\n".join(lines + ["    faceblur-spark publish " + self.folder] + sorted(set(self.failures)))


@dataclass(frozen=True)
class Published:
    """What was put back."""

    photos: int
    # Why photos could not be put; without their names.
    failures: list[str]

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return SOME_FAILED if self.failures else DONE

    def text(self) -> str:
        """For people."""
        return "\n".join([f"{self.photos} photos were put into the target as they were decided.", *self.failures])


def fetch(spark: SparkSession, manifest: str, folder: str, *, which: str = "doubtful", limit: int = 500) -> Fetched:
    """Fetches sources that a person should look at into a new folder on this machine, for its owner alone."""
    if which not in _WHICH:
        raise RunError(USAGE, f"which photos: {', '.join(_WHICH)}")
    rows = Manifest(spark, absolute(manifest, "--manifest"))
    folder = os.path.abspath(folder)
    with told():
        last = rows.last()
        found = rows.state("key", "status", "doubtful", "reviewed").where(_WHICH[which])
        count = found.count()
        chosen = found.orderBy("key").limit(limit).collect()
        hadoop = hadoop_options(spark)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        os.mkdir(os.path.join(folder, _PHOTOS), 0o700)
    except OSError as error:
        raise RunError(CANNOT_WRITE, f"{folder}: {error.strerror}; take a new folder") from None
    failures, listed = [], []
    for number, row in enumerate(chosen, 1):
        name = f"{number:06}{keys.suffix(row['key'])}"
        path = os.path.join(folder, _PHOTOS, name)
        try:
            stat = open_store(last["source"], hadoop).fetch(join(last["source"], row["key"]), path)
        except StoreError as error:
            failures.append(f"a source cannot be fetched: {error.reason}")
            continue
        listed.append({
            "name": name, "key": row["key"], "source_sha256": sha256(path), "source_etag": keys.etag(stat.etag),
            "source_size": stat.size, "source_modified_ms": stat.modified_ms})
    told_all = {
        "manifest": rows.url, "source": last["source"], "target": last["target"], "settings_sha256": last["settings_sha256"],
        "model_sha256": last["model_sha256"], "photos": listed}
    with open(os.path.join(folder, _LIST), "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        json.dump(told_all, file, indent=1)
    return Fetched(folder, len(listed), count - len(chosen), failures, last.get("options", []))


def publish(spark: SparkSession, folder: str, *, faceblur: str = "faceblur") -> Published:
    """Puts what a person has decided about into the target, with new rows. RunError where something is not decided yet."""
    folder = os.path.abspath(folder)
    published = os.path.join(folder, _PUBLISHED)
    fetched = _json(os.path.join(folder, _LIST))
    _check(faceblur, published)
    decided = {photo["output"]: photo for photo in _json(os.path.join(published + ".faceblur", "review.json"))["photos"]}
    report = {os.path.basename(line["file"]): line for line in _lines(os.path.join(published + ".faceblur", "report.jsonl"))}
    rows = Manifest(spark, fetched["manifest"])
    failures: list[str] = []
    made: list[Row] = []
    with told():
        hadoop = hadoop_options(spark)
        known = {photo["key"]: photo for photo in fetched["photos"]}
        state = {
            row["key"]: row for row in _chosen(spark, rows, known).collect()}
        last = rows.last()
        run = rows.begin(fetched["source"], fetched["target"], {
            "begun": now(), "settings_sha256": fetched["settings_sha256"], "model_sha256": fetched["model_sha256"], "review": True,
            "options": last.get("options", [])})
        store = open_store(fetched["target"], hadoop)
        for photo in fetched["photos"]:
            row = _row(photo, report.get(photo["name"]), decided, published, fetched)
            if isinstance(row, str):
                failures.append(row)
                continue
            before = state.get(photo["key"])
            if before is None or (before["source_sha256"] or photo["source_sha256"]) != photo["source_sha256"]:
                failures.append("a photo has changed in the source since it was fetched: fetch it anew")
                continue
            if before["target_key"] not in (None, row.target_key):
                row.stale_key = before["target_key"]
            try:
                store.publish(
                    os.path.join(published, _local(row, photo)), join(fetched["target"], str(row.target_key)), f"{run}-{photo['name']}")
            except StoreError as error:
                raise RunError(CANNOT_WRITE, f"the target cannot be written: {error.reason}") from None
            made.append(row)
        if made:
            rows.write(spark.createDataFrame([row.values() for row in made], SCHEMA), run, 0, len(made))
        rows.note(run, {"ended": now(), "done": len(made)})
    return Published(len(made), failures)


def _row(
        photo: dict[str, Any], line: dict[str, Any] | None, decided: dict[str, dict[str, Any]], published: str,
        fetched: dict[str, Any]) -> Row | str:
    """The row of a photo that a person has decided about, or why there is none."""
    output = line.get("target") if line else None
    if line is None or output is None:
        return "a photo is not in the reviewed collection"
    review = decided.get(output)
    if review is None or not review["complete"]:
        return "a photo is not decided about"
    path = os.path.join(published, output)
    try:
        digest = sha256(path)
    except OSError:
        return "an output is not there"
    if digest != review["sha256"] or review["sourceSHA256"] != photo["source_sha256"]:
        return "an output is not what was decided about"
    try:
        target = keys.output(photo["key"], photo["name"], output)
    except ValueError:
        return "an output has another name than it should"
    return Row(
        photo["key"], photo["source_etag"], photo["source_size"], photo["source_modified_ms"], photo["source_sha256"],
        fetched["settings_sha256"], fetched["model_sha256"], "done", target, digest, faces=len(review["shown"]), width=review["width"],
        height=review["height"], way=line.get("way"), warnings=[], attempts=1, reviewed=True, finished_at=datetime.now(timezone.utc))


def _local(row: Row, photo: dict[str, Any]) -> str:
    return str(photo["name"]) + str(row.target_key)[len(row.key):]


def _chosen(spark: SparkSession, rows: Manifest, known: dict[str, Any]) -> DataFrame:
    names = spark.createDataFrame([(key,) for key in known], "key string")
    return rows.state("key", "source_sha256", "target_key").join(names, "key")


def _check(faceblur: str, published: str) -> None:
    try:
        checked = subprocess.run(
            [faceblur, "review", "--check", published], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    except OSError as error:
        raise RunError(UNAVAILABLE, f"{faceblur} cannot be started: {error.strerror}") from None
    if checked.returncode == SOME_FAILED:
        raise RunError(SOME_FAILED, f"not everything is decided: faceblur review {published}")
    if checked.returncode != DONE:
        raise RunError(checked.returncode, checked.stderr.strip())


def _json(path: str) -> Any:
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        raise RunError(NO_INPUT, f"{path} is missing or is no JSON") from None


def _lines(path: str) -> Iterator[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except (OSError, ValueError):
        raise RunError(NO_INPUT, f"{path} is missing or is no JSON") from None
