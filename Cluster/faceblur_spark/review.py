"""What a person should look at: fetched to this machine, where `faceblur review` asks about it, and put back.

A folder of such photos holds `photos`, under numbers for names and with the records of edits beside them, and `fetched.json`, which says what
they are. Whoever has them runs `faceblur
scrub` and `faceblur review` there. What comes back is made as the run makes it, and hides no less than what it replaces.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import Row as SparkRow

from . import desk, hidden, keys
from .client import Digests
from .driver import TIMEOUT, now, prepare, stopping, sweep, told
from .errors import CANNOT_WRITE, DONE, NO_INPUT, SOME_FAILED, UNAVAILABLE, USAGE, RunError
from .executor import sha256
from .hadoop import absolute
from .manifest import Manifest
from .rows import SCHEMA, Row, edit_text
from .stores import Store, StoreError, hadoop_options, join, open_store

_LIST = "fetched.json"
_PHOTOS = "photos"
_PUBLISHED = "published"
# So many after each other that a store does not answer: it is out of reach.
_UNANSWERED = 16
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
        failures = [f"{count} × {why}" for why, count in sorted(Counter(self.failures).items())]
        if not self.photos:
            if not failures and not self.left:
                return "Nothing is left to look at."
            return "\n".join([f"No photo could be fetched; {self.left + len(self.failures)} are to be looked at.", *failures])
        photos, published = os.path.join(self.folder, _PHOTOS), os.path.join(self.folder, _PUBLISHED)
        lines = [
            f"{self.photos} photos are in {photos}; {self.left} more are to be looked at later.", "Now:",
            f"    {desk.command(photos, published, self.options)}", f"    faceblur review {shlex.quote(published)}",
            f"    faceblur-spark publish {shlex.quote(self.folder)}"]
        return "\n".join(lines + failures)


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
        found = rows.state("key", "status", "doubtful", "reviewed", "records", "records_sha256").where(_WHICH[which])
        count = found.count()
        hadoop = hadoop_options(spark)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        os.mkdir(os.path.join(folder, _PHOTOS), 0o700)
    except OSError as error:
        raise RunError(CANNOT_WRITE, f"{folder}: {error.strerror}; take a new folder") from None
    failures: list[str] = []
    listed: list[dict[str, Any]] = []
    unanswered = 0
    with told():
        # Those that cannot be fetched hide none that come after them.
        for row in found.orderBy("key").toLocalIterator():
            if len(listed) == limit or unanswered == _UNANSWERED:
                break
            name = f"{len(listed) + len(failures) + 1:06}{keys.suffix(row['key'])}"
            path = os.path.join(folder, _PHOTOS, name)
            what = "a source"
            try:
                store = open_store(last["source"], hadoop)
                stat = store.fetch(join(last["source"], row["key"]), path)
                what = "a record of an edit beside a source"
                records = _fetch_records(store, last["source"], row, path)
            except StoreError as error:
                # Without its records a photo is not looked at: what they hide would be open.
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
                if error.kind == "disk":
                    raise RunError(CANNOT_WRITE, f"{folder}: {error.reason}") from None
                failures.append(f"{what} cannot be fetched: {error.reason}")
                unanswered = unanswered + 1 if error.kind == "transient" else 0
                continue
            unanswered = 0
            listed.append({
                "name": name, "key": row["key"], "source_sha256": sha256(path), "source_etag": keys.etag(stat.etag),
                "source_size": stat.size, "source_modified_ms": stat.modified_ms, "modes": stat.modes,
                "records": records, "records_sha256": row["records_sha256"]})
    told_all = {
        "manifest": rows.url, "source": last["source"], "target": last["target"], "settings_sha256": last["settings_sha256"],
        "model_sha256": last["model_sha256"], "photos": listed}
    with open(os.path.join(folder, _LIST), "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        json.dump(told_all, file, indent=1)
    return Fetched(folder, len(listed), count - len(listed) - len(failures), failures, last.get("options", []))


def _fetch_records(store: Store, source: str, row: SparkRow, path: str) -> list[dict[str, str]]:
    """Fetches the records of edits beside a photo to where `faceblur scrub` looks for them: their names, in the source and here, and SHA-256.

    Raises StoreError, and leaves none then.
    """
    told = row["records"] is not None
    found: dict[str, dict[str, str]] = {}
    try:
        for record in row["records"] if told else keys.records(row["key"]):
            beside = keys.record_beside(path, row["key"], record)
            try:
                if not os.path.exists(beside):
                    store.fetch(join(source, record), beside)
            except StoreError as error:
                if told or error.kind != "missing":
                    raise
                continue
            found[beside] = {"key": record, "name": os.path.basename(beside), "sha256": sha256(beside)}
        if row["records_sha256"] is not None and not found:
            raise StoreError("missing", "it is not there any more")
    except StoreError:
        for beside in found:
            os.unlink(beside)
        raise
    return list(found.values())


def publish(
        spark: SparkSession, folder: str, *, faceblur: str = "faceblur", hide_less: bool = False, none_runs: bool = False) -> Published:
    """Puts what a person has decided about into the target, with new rows.

    RunError where something is not decided yet, or was made with other settings than the run's, and where a run may go on, unless `none_runs`
    says that it was killed. An output that hides less than the target's is not put, unless a person has opened that at the desk, or
    `hide_less` is given.
    """
    folder = os.path.abspath(folder)
    fetched = _json(os.path.join(folder, _LIST), ("manifest", "source", "target"), (
        "name", "key", "source_sha256", "source_etag", "source_size", "source_modified_ms"))
    rows = Manifest(spark, fetched["manifest"])
    failures: list[str] = []
    made: list[tuple[dict[str, Any], Row]] = []
    with told():
        last = rows.last()
        rows.check_none_goes(none_runs, "publish")
        there = _Desk(folder, fetched, last, faceblur)
        swept = rows.unswept()
        run = rows.begin(fetched["source"], fetched["target"], {
            "begun": now(), "settings_sha256": last["settings_sha256"], "model_sha256": last["model_sha256"], "review": True,
            "options": last.get("options", [])})
        with stopping(rows, run):
            # Read now: whoever begins later is noticed before the rows are kept.
            state = {row["key"]: row for row in _chosen(spark, rows, fetched["photos"]).collect()}
            for photo in fetched["photos"]:
                row = there.row(photo, state.get(photo["key"]), hide_less)
                if isinstance(row, str):
                    failures.append(row)
                else:
                    made.append((photo, row))
            if made:
                _put(spark, rows, run, fetched["target"], there, made)
            setup = prepare(spark, fetched["source"], fetched["target"], faceblur, (), TIMEOUT)
            sweep(spark, setup, rows, rows.of_runs([*swept, run]))
            rows.note(run, {"ended": now(), "done": len(made)})
    return Published(len(made), failures)


def _put(
        spark: SparkSession, rows: Manifest, run: int, target: str, there: _Desk, made: list[tuple[dict[str, Any], Row]]) -> None:
    """Puts outputs into the target and keeps their rows."""
    rows.deal(run, spark.createDataFrame([(row.key, 0) for _, row in made], "key string, _batch int"), 1)
    rows.check_newest(run)
    store = open_store(target, hadoop_options(spark))
    for photo, row in made:
        try:
            store.publish(
                there.path(row, photo), join(target, str(row.target_key)), f"{run}-{photo['name']}", photo.get("modes"))
        except StoreError as error:
            raise RunError(CANNOT_WRITE, f"the target cannot be written: {error.reason}") from None
    rows.write(spark.createDataFrame([row.values() for _, row in made], SCHEMA), run, 0, len(made))


class _Desk:
    """The collection at a desk, where everything is decided, and made as the newest run makes it; else RunError."""

    def __init__(self, folder: str, fetched: dict[str, Any], last: dict[str, Any], faceblur: str):
        self._photos = os.path.join(folder, _PHOTOS)
        self._published = os.path.join(folder, _PUBLISHED)
        _check(faceblur, self._published)
        beside = self._published + ".faceblur"
        self._decided = {photo["output"]: photo for photo in _json(os.path.join(beside, "review.json"), (), (
            "output", "sha256", "sourceSHA256", "complete", "width", "height"))["photos"]}
        self._report = {os.path.basename(line["file"]): line for line in _lines(os.path.join(beside, "report.jsonl"))}
        targets = [self._report.get(photo["name"], {}).get("target") for photo in fetched["photos"]]
        self._made = desk.made(self._published, [target for target in targets if target is not None], faceblur)
        expected = Digests(last["settings_sha256"], last["model_sha256"])
        if any(made.digests != expected for made in self._made.values()):
            line = desk.command(self._photos, self._published, last.get("options", []))
            raise RunError(USAGE, (
                "outputs here were made with other settings or models than the run's. Do them again with the faceblur of the executors,"
                f" which keeps what was decided, and review them: {line}"))

    def path(self, row: Row, photo: dict[str, Any]) -> str:
        """Where the output of a photo lies."""
        return os.path.join(self._published, str(photo["name"]) + str(row.target_key)[len(row.key):])

    def row(self, photo: dict[str, Any], before: SparkRow | None, hide_less: bool) -> Row | str:
        """The row of a photo that a person has decided about, or why its output is not to be put; `before` is what holds of it now."""
        row = self._row(photo)
        if isinstance(row, str):
            return row
        if before is None or (before["source_sha256"] or photo["source_sha256"]) != photo["source_sha256"]:
            return "a photo has changed in the source since it was fetched: fetch it anew"
        unseen = self._unseen(photo, before)
        if unseen is not None:
            return unseen
        less = None if hide_less else self._less(before, row, self.path(row, photo))
        if less is not None:
            return less
        if before["target_key"] not in (None, row.target_key):
            row.stale_key = before["target_key"]
        row.records_sha256, row.records = before["records_sha256"], before["records"]
        return row

    def _unseen(self, photo: dict[str, Any], before: SparkRow) -> str | None:
        """Why an output may show what records of edits beside its photo hide or refuse; None where the desk had them all."""
        records = photo.get("records")
        if records is None:
            # Earlier versions fetched none. Of what a run could scrub it is known what its records hide, and that is asked for besides.
            if before["status"] == "done" and before["records_sha256"] is None and not before["records"]:
                return None
            return "a photo was fetched without the records of edits beside it: fetch it anew"
        names = {record["name"] for record in records}
        listed = {os.path.basename(keys.record_beside(photo["name"], photo["key"], record)) for record in before["records"] or ()}
        if not listed <= names or photo["records_sha256"] != before["records_sha256"]:
            return "the records of edits beside a photo are others than when it was fetched: fetch it anew"
        for record in records:
            try:
                same = sha256(os.path.join(self._photos, record["name"])) == record["sha256"]
            except OSError:
                same = False
            if not same:
                return "a record of an edit beside a photo here is not what was fetched: what it hides may be open. Fetch the photo anew"
        return None

    def _row(self, photo: dict[str, Any]) -> Row | str:
        line = self._report.get(photo["name"])
        output = line.get("target") if line else None
        if line is None or output is None:
            return "a photo is not in the reviewed collection"
        review = self._decided.get(output)
        if review is None or not review["complete"]:
            return "a photo is not decided about"
        try:
            digest = sha256(os.path.join(self._published, output))
        except OSError:
            return "an output is not there"
        made = self._made.get(output)
        if made is None or not digest == review["sha256"] == made.sha256 or review["sourceSHA256"] != photo["source_sha256"]:
            return "an output is not what was decided about"
        try:
            target = keys.output(photo["key"], photo["name"], output)
        except ValueError:
            return "an output has another name than it should"
        return Row(
            photo["key"], photo["source_etag"], photo["source_size"], photo["source_modified_ms"], photo["source_sha256"],
            made.digests.settings, made.digests.models, "done", target, digest, faces=_hidden(made.edit), width=review["width"],
            height=review["height"], edit=edit_text(made.edit), way=line.get("way"), warnings=[], attempts=1, reviewed=True,
            finished_at=datetime.now(timezone.utc))

    def _less(self, before: SparkRow, row: Row, path: str) -> str | None:
        """Why an output hides less than the last one of the same photo without a person having said so; None where it does not."""
        known = [*(before["decisions"] or ()), *(before["edits"] or ())]
        hid = [one["edit"] for one in known if one["source_sha256"] == row.source_sha256]
        if not hid:
            return None
        made = self._made[os.path.basename(path)]
        try:
            shown = hidden.opened(json.loads(hid[0]), made.edit, made.found)
        except (KeyError, TypeError, ValueError):
            return f"{path}: what the target's output hides is not told; publish --hide-less has what this one hides"
        if not shown:
            return None
        boxes = " ".join(f"--add {hidden.pixels(region, row.width or 1, row.height or 1)}" for region in shown)
        return (
            f"{path} hides less than the target's, and nobody has opened that here. Hide it, too, and review it again: faceblur edit"
            f" {shlex.quote(path)} {boxes}; or have it open with publish --hide-less")


def _chosen(spark: SparkSession, rows: Manifest, photos: list[dict[str, Any]]) -> DataFrame:
    """What holds of some photos now, with what their last outputs hide, and what people have decided."""
    names = spark.createDataFrame([(photo["key"],) for photo in photos], "key string")
    state = rows.state("key", "status", "source_sha256", "target_key", "records_sha256", "records").join(names, "key")
    return state.join(rows.edits(), "key", "left").join(rows.decisions(), "key", "left")


def _hidden(edit: dict[str, Any]) -> int:
    """How many regions an edit hides."""
    return sum(region.get("state") == "applied" for region in edit["regions"])


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


def _json(path: str, names: Sequence[str], of_photos: Sequence[str]) -> dict[str, Any]:
    """An object with these names and `photos`, each of which has its names. RunError where there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        raise RunError(NO_INPUT, f"{path} is missing or is no JSON") from None
    photos = found.get("photos") if isinstance(found, dict) else None
    if not isinstance(photos, list) or not set(names) <= found.keys() or not all(
            isinstance(photo, dict) and set(of_photos) <= photo.keys() for photo in photos):
        raise RunError(NO_INPUT, f"{path} is damaged: it lacks names that it had when it was written")
    return dict(found)


def _lines(path: str) -> Iterator[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                found = json.loads(line)
                yield {**found, "file": str(found["file"])}
    except (OSError, ValueError, KeyError, TypeError):
        raise RunError(NO_INPUT, f"{path} is missing or is no report") from None
