"""What ends a run, and the exit codes that say so."""

from __future__ import annotations

import re

DONE = 0
SOME_FAILED = 1
USAGE = 64
NO_INPUT = 66
UNAVAILABLE = 69
INTERNAL = 70
CANNOT_WRITE = 73
INTERRUPTED = 75

_MARK = re.compile(r"\[faceblur-spark (\d+)\] ([^\n]*)")


class RunError(Exception):
    """Ends a task, and with it a run where other machines fare no better. The reason never names a photo: it stands in logs."""

    def __init__(self, code: int, reason: str):
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"[faceblur-spark {self.code}] {' '.join(self.reason.split())}"


def from_spark(error: BaseException) -> RunError | None:
    """The error that ended a task, out of what Spark tells the driver of it; None where it is none of ours."""
    found = _MARK.search(str(error))
    return RunError(int(found.group(1)), found.group(2).strip()) if found else None
