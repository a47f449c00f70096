"""What runs on executors: one worker for each of Spark's Python processes, which fetches, asks and puts photo by photo."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import re
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from itertools import islice
from typing import Any, TypeVar

from . import keys
from .client import Digests, PhotoEndsWorkers, Ready, Workers
from .errors import CANNOT_WRITE, INTERRUPTED, NO_INPUT, UNAVAILABLE, RunError
from .rows import Row, edit_text
from .scratch import Scratch
from .stores import FOLDER_IN_PLACE, LINK_IN_PLACE, Stat, Store, StoreError, join, open_store
from .stores.names import FILE_SYSTEMS, part_name, scheme

# Photos at once besides those that a worker scrubs: one is fetched and one is put meanwhile.
_AHEAD = 2
# So many photos after each other that a store refuses may say more of the store than of the photos: then it is tried with so many others.
_REFUSALS = 16
_TRIED = 100
_TOO_LARGE = "it is larger than the room on the executor's disk"

# Why a worker cannot do a photo that others of its kind can: faceblur's helper for formats, or a library of it, is missing there.
_LACKING = re.compile(
    r"^(?:[^:]*: )?(faceblur-codec, which decodes this photo, cannot be (?:used|confined here):.*|a library that reads or writes [^:]* is missing.*)", re.DOTALL)

# What a worker can say of a photo that it has not given back.
_STATUSES = {"done", "skipped", "review", "failed", "other"}

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Setup:
    """What every task of a run must know."""

    run: int
    source: str
    target: str
    faceblur: str
    options: tuple[str, ...]
    jobs: int
    # Seconds for each photo.
    timeout: float
    # What workers must say of themselves; None takes what comes.
    digests: Digests | None
    # The driver's configuration of Hadoop. It may hold passwords.
    hadoop: Mapping[str, str] = field(repr=False)
    # Whether what a person has decided about is done again with other settings.
    redo_reviewed: bool = False
    # Whether only what this run finds is hidden.
    forget: bool = False
    # Of faceblur, as workers must say it, too; None takes what comes.
    version: str | None = None


@dataclass(frozen=True)
class Photo:
    """A photo to be done, with what the list and the manifest say of it."""

    key: str
    stat: Stat
    # What it was when it was done last, where the list does not tell whether it still is.
    known: Stat | None = None
    # Why it cannot be done, where that is known already.
    refused: str | None = None
    # Where its output of an earlier run is.
    output: str | None = None
    # The rows of what people have decided about it, or about what it was: one for each SHA-256 of its source.
    decisions: tuple[Row, ...] = ()
    # What its outputs hide, as JSON, after the SHA-256 of the source that they were made of, the newest first.
    earlier: tuple[tuple[str, str], ...] = ()
    # Whether a run that was interrupted may have put an output of it that no row tells of.
    unsettled: bool = False
    # The names of the records of edits beside it, those that are called after its whole name first, and what a row says of them.
    records: tuple[str, ...] = ()
    records_sha256: str | None = None
    # Whether it is not on the list, and an interrupted run may have put an output of it.
    gone: bool = False


def same(known: Stat, now: Stat) -> bool:
    """Whether a source is what it was, by ETag, or by size and time where one of them has none."""
    if known.etag is not None and now.etag is not None:
        return known.etag == now.etag
    return now.modified_ms is not None and (known.size, known.modified_ms) == (now.size, now.modified_ms)


class _Untold(Exception):
    """What is to stay hidden in a photo is not known."""

    def __str__(self) -> str:
        return "a person had decided about this photo, and what that hid is not told: --redo-reviewed --forget hides what is found now"


class _Damaged(Exception):
    """What a row says that an output hides is no edit."""

    def __str__(self) -> str:
        return (
            "its row in the manifest is damaged: what is to stay hidden cannot be read. --forget hides what is found now, with --redo-reviewed also"
            " where a person had decided")


class _Unclear(Exception):
    """A worker's answer is not in the form of the contract."""

    def __str__(self) -> str:
        return "the worker's answer is not in the form of the contract"


# What a row says of an output, however it came to be there.
_OF_OUTPUT = (
    "source_sha256", "settings_sha256", "model_sha256", "status", "target_key", "target_sha256", "faces", "doubtful", "width", "height",
    "edit", "way", "reviewed")


def _held(decision: Row, row: Row) -> Row:
    """A row that says the same of the output as what a person has decided, of the source as it is now."""
    for name in _OF_OUTPUT:
        setattr(row, name, getattr(decision, name))
    if row.stale_key == row.target_key:
        row.stale_key = None
    return row


def _swept(row: Row, photo: Photo) -> Row:
    """A row that also takes away what a run that was interrupted may have put under the other name of an output."""
    if photo.unsettled and row.stale_key is None:
        row.stale_key = keys.other(photo.key, str(row.target_key))
    return row


class Station:
    """A worker and its folders, for all tasks of this process."""

    def __init__(self, setup: Setup):
        self.setup = setup
        self.scratch = Scratch()
        self.workers = Workers(self._command(), setup.timeout, setup.digests, setup.version)
        self.executor = f"{socket.gethostname()}/{os.getppid()}"
        self._refusals = 0
        # The name of the photo that was fetched last.
        self._good: str | None = None
        atexit.register(self.workers.stop)

    def _command(self) -> list[str]:
        setup = self.setup
        options = list(setup.options)
        if not any(option == "--memory" or option.startswith("--memory=") for option in options):
            options += ["--memory", f"{_memory(setup.jobs) >> 20}M"]
        return [setup.faceblur, "worker", self.scratch.into, "-o", self.scratch.out, "--jobs", str(setup.jobs), *options]

    def suits(self, setup: Setup) -> bool:
        """Whether its worker is what another run would start."""
        mine = self.setup
        return (mine.faceblur, mine.options, mine.jobs, mine.timeout) == (setup.faceblur, setup.options, setup.jobs, setup.timeout)

    def scrub(self, photo: Photo, attempt: str) -> Row | None:
        """What became of a photo; None where it is what it was, and nothing was to be done.

        Raises RunError where it was not done and the photo cannot help it.
        """
        begun = time.monotonic()
        row = Row(
            photo.key, photo.stat.etag, photo.stat.size, photo.stat.modified_ms, executor=self.executor, stale_key=photo.output,
            records_sha256=photo.records_sha256, records=list(photo.records))
        if self.setup.digests is not None:
            row.settings_sha256, row.model_sha256 = self.setup.digests.settings, self.setup.digests.models
        name = self.scratch.name(keys.suffix(photo.key))
        source = os.path.join(self.scratch.into, name)
        written: str | None = None
        beside: list[str] = []
        try:
            if photo.gone:
                row.status, row.reason = "skipped", "it is not on the list any more; what an interrupted run had put of it was taken back"
                return row
            if keys.is_folder(photo.key):
                if photo.known is not None:
                    return None
                row.status, row.reason = "other", "a folder"
                return row
            refused = photo.refused or keys.problem(
                photo.key, any(scheme(url) in FILE_SYSTEMS for url in (self.setup.source, self.setup.target)))
            if refused is not None:
                if photo.known is not None:
                    return None
                row.reason, row.fault = refused, "name"
                return row
            store = open_store(self.setup.source, self.setup.hadoop)
            url = join(self.setup.source, photo.key)
            if photo.known is not None and same(photo.known, _told(store.stat(url))):
                return None
            if self._too_large(photo.stat.size) and self._too_large(store.stat(url).size):
                # Whatever a list says, the store knows.
                row.reason, row.fault = _TOO_LARGE, "store"
                return row
            try:
                stat = _told(_fetched(store, url, source))
            except StoreError as error:
                if error.kind != "disk" or not self._too_large(store.stat(url).size):
                    raise
                row.reason, row.fault = _TOO_LARGE, "store"
                return row
            self._good = photo.key
            row.source_etag, row.source_size, row.source_modified_ms = stat.etag, stat.size, stat.modified_ms
            decision = self._decision(photo, source)
            if decision is not None and self._holds(decision):
                if self.published(str(decision.target_key)) == decision.target_sha256:
                    self._refusals = 0
                    return _swept(_held(decision, row), photo)
                written = self._restored(decision, source, row)
            if written is None:
                self._fetch_records(photo, source, beside)
                request: dict[str, Any] = {"id": name, "source": source, "target": name}
                earlier = self._earlier(photo, decision, source)
                if earlier is not None:
                    request["earlier"] = {"sourceSHA256": earlier[0], "edit": _edit(earlier[1])}
                answer, row.attempts = self.workers.ask(request)
                written = self._take(answer, row, name)
            if written is not None:
                target = join(self.setup.target, str(row.target_key))
                open_store(self.setup.target, self.setup.hadoop).publish(written, target, f"{attempt}-{name}", stat.modes)
                if row.target_key == photo.output:
                    row.stale_key = None
                _swept(row, photo)
            if photo.decisions and row.status == "done" and not row.reviewed:
                row.doubtful = max(row.doubtful, 1)
                row.warnings = [*(row.warnings or []), self._warning(decision)]
            self._refusals = 0
        except (_Untold, _Damaged, _Unclear) as error:
            row.status, row.reason, row.fault = "failed", str(error), "photo"
            row.edit = None
            row.faces = row.doubtful = 0
        except PhotoEndsWorkers as error:
            row.attempts, row.status, row.reason, row.fault = 2, "failed", str(error), "photo"
        except StoreError as error:
            self._store_failed(error, row, written is not None)
        finally:
            for path in (source, *beside, written or os.path.join(self.scratch.out, name)):
                _unlink(path)
            row.seconds = round(time.monotonic() - begun, 3)
            row.finished_at = datetime.now(timezone.utc)
        return row

    def _fetch_records(self, photo: Photo, source: str, beside: list[str]) -> None:
        """Fetches the records beside a photo to where a worker looks for them, because what they hide is to be hidden, too."""
        for record in photo.records:
            path = keys.record_beside(source, photo.key, record)
            if path not in beside:
                _fetched(open_store(self.setup.source, self.setup.hadoop), join(self.setup.source, record), path)
                beside.append(path)

    def _too_large(self, size: int) -> bool:
        """Whether so many bytes find no room in the folder for photos."""
        free = os.statvfs(self.scratch.into)
        return size > free.f_bavail * free.f_frsize

    def _decision(self, photo: Photo, source: str) -> Row | None:
        """What a person has decided about these very bytes: a copy of them with another time is the same photo."""
        digest = sha256(source) if photo.decisions else None
        return next((decision for decision in photo.decisions if decision.source_sha256 == digest), None)

    def _holds(self, decision: Row) -> bool:
        """Whether what a person has decided stays as it is."""
        if not self.setup.redo_reviewed:
            return True
        if self.setup.digests == Digests(str(decision.settings_sha256), str(decision.model_sha256)):
            return True
        # Nobody knows what is to stay hidden, so nothing is made anew.
        return decision.edit is None and not self.setup.forget

    def _restored(self, decision: Row, source: str, row: Row) -> str | None:
        """The path of the decided output, made anew to the last byte where a failure had taken it back; None where that cannot be."""
        if decision.edit is None:
            return None
        name = self.scratch.name(keys.suffix(decision.key))
        answer, path = self._again(source, name, _edit(decision.edit), decision.source_sha256)
        if path is not None and sha256(path) == decision.target_sha256:
            _held(decision, row).attempts = 1
            return path
        _unlink(path or os.path.join(self.scratch.out, name))
        return None

    def _earlier(self, photo: Photo, decision: Row | None, source: str) -> tuple[str, str] | None:
        """What stays hidden besides what is found now, after the SHA-256 of its photo. Raises _Untold where nobody knows."""
        if decision is None:
            if len(photo.earlier) < 2:
                return next(iter(photo.earlier), None)
            # It is what it was before it was another one.
            digest = sha256(source)
            return next((earlier for earlier in photo.earlier if earlier[0] == digest), photo.earlier[0])
        if self.setup.redo_reviewed and self.setup.forget:
            return None
        if decision.edit is None:
            raise _Untold
        return str(decision.source_sha256), decision.edit

    def _warning(self, decision: Row | None) -> str:
        """Why a person should look again, given what was decided about these very bytes."""
        if decision is None:
            return "a person had decided about what this photo was; it has changed since"
        if not self._holds(decision):
            kept = "only what this run finds is hidden" if self.setup.forget else "what that hid stays hidden"
            return f"a person had decided about this photo; it was made anew with other settings, and {kept}"
        return "what a person had decided cannot be made again to the last byte; what that hid stays hidden"

    def _take(self, answer: dict[str, Any], row: Row, name: str) -> str | None:
        """Puts an answer into the row. Returns the path of the output, where there is one. Raises _Unclear."""
        if answer["event"] == "refused":
            row.status, row.reason, row.fault = "failed", self._cleaned(answer.get("reason")), "photo"
            return None
        status = answer.get("status")
        if status == "pending":
            raise RunError(INTERRUPTED, f"a worker gave a photo back: {self._cleaned(answer.get('reason')) or 'it was ended'}")
        if status not in _STATUSES:
            raise _Unclear
        if status == "failed" and (lacking := _LACKING.search(self._cleaned(answer.get("reason")) or "")) is not None:
            # Other machines may have it, and no photo can help it.
            raise RunError(UNAVAILABLE, f"a machine is not whole: {lacking.group(1)}")
        row.source_sha256, row.way = _text(answer, "sourceSHA256"), _text(answer, "way")
        row.faces, row.doubtful = _number(answer, "hiddenCount") or 0, _number(answer, "doubtfulCount") or 0
        row.width, row.height = _number(answer, "width"), _number(answer, "height")
        row.reason = self._cleaned(answer.get("reason"))
        row.warnings = [str(self._cleaned(text)) for text in _typed(answer, "warnings", list) or []]
        if status == "done":
            edit = _typed(answer, "edit", dict)
            row.edit = None if edit is None else edit_text(edit)
            path, row.target_key, row.target_sha256 = self._proven(answer, row.key, name)
        else:
            path = None
        row.status = str(status)
        if status == "failed":
            row.fault = "photo"
        return path

    def _proven(self, answer: dict[str, Any], key: str, name: str) -> tuple[str, str, str]:
        """The path of an output, its name in the target and its SHA-256. Nothing goes out that is not what the gate has proven."""
        given, digest = _text(answer, "target"), _text(answer, "targetSHA256")
        if given is None or digest is None:
            raise _Unclear
        try:
            target = keys.output(key, name, given)
            path = os.path.join(self.scratch.out, given)
            found = sha256(path)
        except (ValueError, FileNotFoundError):
            raise _Unclear from None
        if found != digest:
            raise RunError(CANNOT_WRITE, "an output is not what its worker proved: is the disk of this machine sound?")
        return path, target, digest

    def _cleaned(self, text: Any) -> str | None:
        """A reason without the names of our folders."""
        return None if text is None else str(text).replace(self.scratch.folder + "/in/", "").replace(self.scratch.folder, "")

    def _store_failed(self, error: StoreError, row: Row, writing: bool) -> None:
        """A failure of the photo, or of the task where other photos would fail for the same reason."""
        if error.kind == "disk":
            raise RunError(CANNOT_WRITE, f"the disk of an executor: {error.reason}") from None
        what = "the target" if writing else "the source"
        code = CANNOT_WRITE if writing else NO_INPUT
        # Where something is to be put, nothing can be missing but the place.
        if error.kind == "transient" or (writing and error.kind == "missing"):
            raise RunError(code, f"{what} cannot be reached: {error.reason}") from None
        if error.kind == "refused":
            self._refusals += 1
            if self._refusals >= _REFUSALS:
                if not (self._writes() if writing else self._reads()):
                    raise RunError(code, f"{what} refuses one photo after the other: {error.reason}") from None
                self._refusals = 0
        row.status, row.reason, row.fault = "failed", f"{what}: {error.reason}", "store"
        row.target_key = row.target_sha256 = row.edit = row.way = None
        row.faces = row.doubtful = 0
        row.reviewed = False

    def _reads(self) -> bool:
        """Whether any photo can be read in the source: the last good one, or one of those that it lists first, small ones before large ones.

        That it lists them is not enough: where none can be read, outputs of all photos would be taken back.
        """
        store = open_store(self.setup.source, self.setup.hadoop)
        path = os.path.join(self.scratch.into, self.scratch.name(""))
        first: list[tuple[int, str]] = []
        # Who may read photos may not always list them.
        if self._good is not None and self._read(self._good, path):
            return True
        with contextlib.suppress(StoreError):
            first = sorted((stat.size, key) for key, stat in islice(store.list(self.setup.source), _TRIED))
        return any(self._read(key, path) for _, key in first)

    def _read(self, key: str, path: str) -> bool:
        try:
            open_store(self.setup.source, self.setup.hadoop).fetch(join(self.setup.source, key), path)
            return True
        except StoreError:
            return False
        finally:
            _unlink(path)

    def _writes(self) -> bool:
        """Whether anything can be put into the target: under a name that counts as no photo's."""
        store = open_store(self.setup.target, self.setup.hadoop)
        path = os.path.join(self.scratch.out, self.scratch.name(""))
        url = join(self.setup.target, part_name("", self.executor + path))
        try:
            with open(path, "wb"):
                pass
            store.publish(path, url, "probe")
            store.remove(url)
            return True
        except StoreError:
            return False
        finally:
            _unlink(path)

    def remake(self, photo: Photo, edit: Mapping[str, Any], source_sha256: str | None) -> tuple[dict[str, Any], str | None]:
        """An answer to a photo that is made anew from its recorded edit, and the SHA-256 of what came of it.

        Raises StoreError and PhotoEndsWorkers.
        """
        name = self.scratch.name(keys.suffix(photo.key))
        source = os.path.join(self.scratch.into, name)
        made: str | None = None
        try:
            open_store(self.setup.source, self.setup.hadoop).fetch(join(self.setup.source, photo.key), source)
            answer, made = self._again(source, name, edit, source_sha256)
            return answer, None if made is None else sha256(made)
        finally:
            _unlink(source)
            _unlink(made or os.path.join(self.scratch.out, name))

    def _again(
            self, source: str, name: str, edit: Mapping[str, Any], source_sha256: str | None) -> tuple[dict[str, Any], str | None]:
        """An answer to a photo of ours that is made anew from an edit, and the path of what came of it, if anything did."""
        request = {"id": name, "source": source, "target": name, "edit": edit}
        if source_sha256 is not None:
            request["sourceSHA256"] = source_sha256
        answer, _ = self.workers.ask(request)
        if answer.get("status") == "pending":
            raise RunError(INTERRUPTED, "a worker gave a photo back")
        if answer.get("status") != "done":
            return answer, None
        try:
            return answer, self._proven(answer, name, name)[0]
        except _Unclear as error:
            return {**answer, "reason": str(error)}, None

    def published(self, key: str) -> str | None:
        """The SHA-256 of what the target has under a name now; None where it has nothing."""
        path = os.path.join(self.scratch.into, self.scratch.name(""))
        try:
            open_store(self.setup.target, self.setup.hadoop).fetch(join(self.setup.target, key), path)
            return sha256(path)
        except StoreError as error:
            if error.kind == "missing":
                return None
            if error.kind == "disk":
                raise RunError(CANNOT_WRITE, f"the disk of an executor: {error.reason}") from None
            raise RunError(NO_INPUT, f"the target cannot be read: {error.reason}") from None
        finally:
            _unlink(path)


_station: Station | None = None


def station(setup: Setup) -> Station:
    """The station of this process; another one where a run asks for something else."""
    global _station
    if _station is not None and _station.suits(setup):
        _station.setup = setup
        _station.workers.expect(setup.digests, setup.version)
    else:
        if _station is not None:
            _station.workers.stop()
        _station = Station(setup)
    return _station


def ready(setup: Setup) -> Ready:
    """What a worker of this process says of itself. Raises RunError where there is none."""
    return station(setup).workers.ready()


def in_order(items: Iterable[Item], work: Callable[[Item], Result], threads: int) -> Iterator[Result]:
    """Does a bounded number of items at once, and gives results in the order of the items."""
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def scrub_all(setup: Setup, photos: Iterable[Photo], attempt: str) -> Iterator[Row]:
    """Rows of photos, in their order; of those that are what they were there is none."""
    here = station(setup)
    for row in in_order(photos, lambda photo: here.scrub(photo, attempt), setup.jobs + _AHEAD):
        if row is not None:
            yield row


def remove_all(setup: Setup, names: Iterable[str]) -> None:
    """Removes outputs, where they are there. Raises RunError where one is still there."""
    store = open_store(setup.target, setup.hadoop)
    for name in names:
        # Nothing was ever put under such a name.
        if keys.is_folder(name) or keys.problem(name, scheme(setup.target) in FILE_SYSTEMS) is not None:
            continue
        try:
            store.remove(join(setup.target, name))
        except StoreError as error:
            # Nothing is put where a folder is, or behind a link: what is there is none of ours.
            if error.kind != "missing" and not error.reason.startswith((FOLDER_IN_PLACE, LINK_IN_PLACE)):
                raise RunError(CANNOT_WRITE, f"an output that is no longer good cannot be removed: {error.reason}") from None


def sha256(path: str) -> str:
    """Of a file, in hexadecimal digits."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def _fetched(store: Store, url: str, path: str) -> Stat:
    """Fetches a file, and once more where it changed meanwhile. One that is written all the time is a failure of its own, and the next run tries it again."""
    try:
        return store.fetch(url, path)
    except StoreError as error:
        if error.kind != "changed":
            raise
        return store.fetch(url, path)


def _edit(text: str) -> dict[str, Any]:
    """The edit of a row. Raises _Damaged."""
    try:
        edit = json.loads(text)
    except ValueError:
        edit = None
    if not isinstance(edit, dict):
        raise _Damaged
    return edit


def _typed(answer: Mapping[str, Any], name: str, kind: type) -> Any:
    """What an answer has under a name, of a kind, or None. Raises _Unclear."""
    value = answer.get(name)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise _Unclear
    return value


def _text(answer: Mapping[str, Any], name: str) -> str | None:
    text: str | None = _typed(answer, name, str)
    return text


def _number(answer: Mapping[str, Any], name: str) -> int | None:
    """A number that a column of the manifest takes."""
    number: int | None = _typed(answer, name, int)
    if number is not None and not 0 <= number < 1 << 31:
        raise _Unclear
    return number


def _told(stat: Stat) -> Stat:
    return replace(stat, etag=keys.etag(stat.etag))


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def _memory(jobs: int) -> int:
    """Bytes for the photos of one worker: its share of half of what is free, by how many of them this machine has cores for."""
    free = 1 << 30
    with open("/proc/meminfo") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) << 10
    try:
        with open("/sys/fs/cgroup/memory.max") as file, open("/sys/fs/cgroup/memory.current") as used:
            free = min(free, int(file.read()) - int(used.read()))
    except (OSError, ValueError):
        pass
    workers = max(1, len(os.sched_getaffinity(0)) // jobs)
    return max(256 << 20, free // 2 // workers)
