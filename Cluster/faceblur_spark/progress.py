"""How far a run is, on standard error: a line that is written anew on a terminal, one a minute elsewhere. It never names a photo."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TextIO

from pyspark import Accumulator, SparkContext

_TERMINAL = 1.0
_LOG = 60.0


class Counters:
    """What tasks count as they end. A task that Spark does twice counts twice: the summary is counted from the manifest's rows."""

    def __init__(self, context: SparkContext):
        self.photos: Accumulator[int] = context.accumulator(0)
        self.failed: Accumulator[int] = context.accumulator(0)
        self.faces: Accumulator[int] = context.accumulator(0)
        self.bytes: Accumulator[int] = context.accumulator(0)


class Progress:
    """Tells how far a run is, until it is left."""

    def __init__(self, context: SparkContext, counters: Counters, photos: int, output: TextIO | None = None):
        self._context = context
        self._counters = counters
        self._photos = photos
        self._output = output or sys.stderr
        self._begun = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="faceblur-progress", daemon=True)
        self.batch = ""

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()
        if self._output.isatty():
            self._output.write("\n")

    def line(self) -> str:
        """How far it is now."""
        done = self._counters.photos.value
        seconds = max(time.monotonic() - self._begun, 1e-3)
        parts = [f"{done} of {self._photos} photos", f"{done / seconds:.1f}/s", f"{self._counters.failed.value} failed"]
        if 0 < done < self._photos:
            parts.append(f"about {_span((self._photos - done) * seconds / done)} left")
        tasks, running = self._tasks()
        if tasks:
            parts.append(f"{self.batch}, {running} of {tasks} tasks running")
        return ", ".join(parts)

    def _tasks(self) -> tuple[int, int]:
        tracker = self._context.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        return sum(stage.numTasks for stage in stages if stage), sum(stage.numActiveTasks for stage in stages if stage)

    def _run(self) -> None:
        terminal = self._output.isatty()
        while not self._ended.wait(_TERMINAL if terminal else _LOG):
            try:
                line = self.line()
            except Exception:  # Spark is ending; the run says why
                return
            self._output.write(f"\r{line:<100}" if terminal else line + "\n")
            self._output.flush()


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
