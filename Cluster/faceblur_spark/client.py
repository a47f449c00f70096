"""The client of `faceblur worker`: one process, asked by several threads (Documentation/worker.md)."""

from __future__ import annotations

import json
import os
import queue
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import UNAVAILABLE, USAGE, RunError

# Seconds that a worker may take to load its models.
_START = 120.0
# Characters of its messages that are kept, to say why it would not start.
_MESSAGES = 2000
# Bytes of the longest answer: it may hold an edit, which is at most what a request holds.
_LINE = 16 << 20


@dataclass(frozen=True)
class Digests:
    """All that decides what an output looks like, as SHA-256 of the settings and of the models."""

    settings: str
    models: str


@dataclass(frozen=True)
class Ready:
    """What a worker says first."""

    version: str
    digests: Digests
    jobs: int


class WorkerGone(Exception):
    """A worker ended, or was ended because it was silent for too long, before it answered."""


class _Waiting:
    """A request without an answer."""

    def __init__(self) -> None:
        self.begun: float | None = None
        self.answer: dict[str, Any] | None = None


class _Starter:
    """A thread that starts processes and lives as long as this one: the kernel ends them with the thread that started them."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[tuple[Any, BaseException | None]]]]
        self._asked = queue.SimpleQueue()
        threading.Thread(target=self._run, name="faceblur-starter", daemon=True).start()

    def _run(self) -> None:
        while True:
            start, told = self._asked.get()
            try:
                told.put((start(), None))
            except BaseException as error:  # it belongs to who asked
                told.put((None, error))

    def start(self, command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
        told: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._asked.put((lambda: subprocess.Popen(command, **options), told))
        process, error = told.get()
        if error is not None:
            raise error
        assert isinstance(process, subprocess.Popen)
        return process


_starter: _Starter | None = None
_starter_lock = threading.Lock()


def _start(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    global _starter
    with _starter_lock:
        if _starter is None:
            _starter = _Starter()
    return _starter.start(command, **options)


class WorkerClient:
    """One worker process from its start to its end. It ends with the process that started it, however that ends."""

    def __init__(self, command: Sequence[str], timeout: float):
        """Starts a worker and waits until it is ready.

        `timeout` is in seconds: what a photo may take from when the worker can have begun with it.
        Raises RunError where there is no worker, or none that could do its work.
        """
        self._timeout = timeout
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._waiting: dict[str, _Waiting] = {}
        self._ready: Ready | None = None
        self._ended: str | None = None
        self._silent = False
        self._life = threading.Lock()
        self._waited_for = False
        self._messages = ""
        program = shutil.which(command[0])
        if program is None:
            raise RunError(UNAVAILABLE, f"{command[0]} is not on this machine")
        # Whatever becomes of this process, its worker is not to go on: its end is the end of the worker's requests, and where the
        # worker hangs, the kernel ends it.
        guard = shutil.which("setpriv")
        prefix = [guard, "--pdeathsig", "KILL", "--"] if guard else []
        try:
            self._process = _start(
                [*prefix, program, *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, env={**os.environ, "XDG_CONFIG_HOME": os.devnull})
        except OSError as error:
            raise RunError(UNAVAILABLE, f"{command[0]} cannot be started: {error.strerror}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        os.set_blocking(self._process.stdin.fileno(), False)
        self._listener = threading.Thread(target=self._listen, name="faceblur-answers", daemon=True)
        self._messenger = threading.Thread(target=self._keep_messages, name="faceblur-messages", daemon=True)
        self._messenger.start()
        self._listener.start()
        self.ready = self._await_ready()

    @property
    def alive(self) -> bool:
        return self._ended is None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The worker's answer, `answer` or `refused`, to a request with an `id` that is unlike those in flight.

        Raises WorkerGone where the worker ends first, or takes too long for this photo and is ended.
        """
        identifier = request["id"]
        waiting = _Waiting()
        with self._changed:
            if self._ended is not None:
                raise WorkerGone(self._ended)
            self._waiting[identifier] = waiting
            self._begin()
        self._write(json.dumps(request).encode() + b"\n", waiting)
        with self._changed:
            while waiting.answer is None and self._ended is None:
                left = None if waiting.begun is None else waiting.begun + self._timeout - time.monotonic()
                if left is not None and left <= 0:
                    self._silence()
                    left = None
                self._changed.wait(left)
            self._waiting.pop(identifier, None)
            if waiting.answer is None:
                raise WorkerGone(self._ended or "it ended")
            return waiting.answer

    def stop(self) -> None:
        """Ends the worker with all that it has started."""
        self._kill()
        self._listener.join()

    def _begin(self) -> None:
        """Notes which requests the worker can have begun with: the oldest, as many as it does at once."""
        jobs = self._ready.jobs if self._ready else 1
        for waiting in list(self._waiting.values())[:jobs]:
            if waiting.begun is None:
                waiting.begun = time.monotonic()
                # Who waits for it looks at the clock from now on.
                self._changed.notify_all()

    def _write(self, line: bytes, waiting: _Waiting) -> None:
        """Writes a request. A worker that reads nothing is silent, too, and is ended after the same time."""
        assert self._process.stdin
        file = self._process.stdin.fileno()
        deadline = time.monotonic() + self._timeout
        with self._writing:
            left = memoryview(line)
            while left and self.alive and waiting.answer is None:
                try:
                    _, writable, _ = select.select([], [file], [], 1.0)
                    if writable:
                        left = left[os.write(file, left):]
                except BlockingIOError:
                    pass
                except (BrokenPipeError, ValueError):
                    # Why it has ended is told by who listens.
                    return
                if left and time.monotonic() > deadline:
                    with self._changed:
                        self._silence()
                    return

    def _await_ready(self) -> Ready:
        deadline = time.monotonic() + _START
        with self._changed:
            while self._ready is None and self._ended is None:
                left = deadline - time.monotonic()
                if left <= 0:
                    self._kill()
                    raise RunError(UNAVAILABLE, f"the worker was not ready after {_START:.0f} seconds")
                self._changed.wait(left)
            ready = self._ready
        if ready is None:
            self._messenger.join(5)
            # It does not take its options.
            code = USAGE if self._process.returncode == USAGE else UNAVAILABLE
            raise RunError(code, f"the worker does not start: {self._messages.strip() or self._ended}")
        return ready

    def _listen(self) -> None:
        assert self._process.stdout
        output = self._process.stdout
        why = None
        while line := output.readline(_LINE):
            try:
                self._hear(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                why = "its answer is not in the form of the contract"
                self._kill()
                break
        # It has ended, and until it is waited for nobody else gets its number: what it has left in its group can be ended.
        os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        with self._life:
            self._kill_group()
            code = self._process.wait()
            self._waited_for = True
        if why is None:
            why = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        with self._changed:
            self._ended = f"no answer after {self._timeout:.0f} seconds" if self._silent else f"it ended with {why}"
            self._changed.notify_all()

    def _hear(self, line: dict[str, Any]) -> None:
        event = line["event"]
        with self._changed:
            if event == "ready":
                self._ready = Ready(
                    str(line["version"]), Digests(str(line["settingsSHA256"]), str(line["modelSHA256"])), int(line["jobs"]))
            elif event in ("answer", "refused") and "id" in line:
                waiting = self._waiting.pop(line["id"], None)
                if waiting is not None:
                    waiting.answer = line
                    self._begin()
            elif event == "refused":
                # A line of ours was no request at all: nobody knows which photo waits in vain.
                raise ValueError
            else:
                # A heartbeat is no answer, and names may be added.
                return
            self._changed.notify_all()

    def _keep_messages(self) -> None:
        assert self._process.stderr
        while piece := os.read(self._process.stderr.fileno(), 4096):
            self._messages = (self._messages + piece.decode(errors="replace"))[-_MESSAGES:]

    def _silence(self) -> None:
        self._silent = True
        self._kill()

    def _kill(self) -> None:
        with self._life:
            # Afterwards its number may be another program's.
            if not self._waited_for:
                self._kill_group()

    def _kill_group(self) -> None:
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class PhotoEndsWorkers(Exception):
    """Two workers ended on one photo, the second of them with this photo alone."""


class Workers:
    """One worker at a time for several threads, started anew where it has ended."""

    def __init__(self, command: Sequence[str], timeout: float, expected: Digests | None = None, version: str | None = None):
        """`expected` and `version` are what a worker must say of itself; another one ends the run. None takes what comes."""
        self._command = list(command)
        self._timeout = timeout
        self._expected = expected
        self._version = version
        self._client: WorkerClient | None = None
        self._starting = threading.Lock()
        self._turn = threading.Condition()
        self._asking = 0
        self._alone = False
        self._wanting = 0

    def expect(self, digests: Digests | None, version: str | None = None) -> None:
        """What a worker must say of itself from now on. Raises RunError where the one that runs says something else."""
        self._expected, self._version = digests, version
        if self._client is not None and self._client.alive:
            self._check_ready(self._client.ready)

    def ready(self) -> Ready:
        """What the worker says of itself; starts it where there is none."""
        return self._running().ready

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], int]:
        """An answer, and how often the photo was tried.

        Whichever photo it was that ended a worker, those that it had in flight are tried again one by one. Raises PhotoEndsWorkers with
        the reason where a worker ends on this photo alone.
        """
        try:
            return self._once(request, alone=False), 1
        except WorkerGone:
            pass
        try:
            return self._once(request, alone=True), 2
        except WorkerGone as error:
            raise PhotoEndsWorkers(f"two workers ended on it, the second one alone: {error}") from None

    def stop(self) -> None:
        """Ends the worker, if there is one."""
        with self._starting:
            if self._client is not None:
                self._client.stop()
                self._client = None

    def _once(self, request: dict[str, Any], alone: bool) -> dict[str, Any]:
        with self._turn:
            # Who must be alone goes first: others come all the time.
            self._wanting += alone
            while self._alone or (self._asking if alone else self._wanting):
                self._turn.wait()
            self._wanting -= alone
            self._asking += 1
            self._alone = alone
        try:
            answer = self._running().ask(request)
        finally:
            with self._turn:
                self._asking -= 1
                self._alone = False
                self._turn.notify_all()
        if answer["event"] == "answer":
            self._check(Digests(str(answer.get("settingsSHA256")), str(answer.get("modelSHA256"))))
        return answer

    def _running(self) -> WorkerClient:
        with self._starting:
            if self._client is None or not self._client.alive:
                self._client = WorkerClient(self._command, self._timeout)
                try:
                    self._check_ready(self._client.ready)
                except RunError:
                    self._client.stop()
                    raise
            return self._client

    def _check_ready(self, ready: Ready) -> None:
        if self._version is not None and ready.version != self._version:
            raise RunError(
                UNAVAILABLE, f"machines disagree: a worker here is of faceblur {ready.version}, the run is of {self._version}")
        self._check(ready.digests)

    def _check(self, digests: Digests) -> None:
        if self._expected is not None and digests != self._expected:
            raise RunError(
                UNAVAILABLE, f"machines disagree: a worker here has settings {digests.settings} and models {digests.models}, the run"
                f" has settings {self._expected.settings} and models {self._expected.models}")
