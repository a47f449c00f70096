#!/usr/bin/env python3
"""`poison.py FACEBLUR FOLDER worker …`: a worker that some photos end, for what a real one would not let them do.

A photo that ends with `poison: crash` kills it, one with `poison: hang` stops it for good, and one with `poison: executor` kills Spark's
executor, once: a file in FOLDER says that it was done.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path


def executor() -> int:
    """The Java process that this one descends from."""
    number = os.getppid()
    while b"CoarseGrainedExecutorBackend" not in Path(f"/proc/{number}/cmdline").read_bytes():
        number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        if number <= 1:
            raise SystemExit("no executor above us")
    return number


def main() -> None:
    program, folder, *arguments = sys.argv[1:]
    worker = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE)
    assert worker.stdin
    # It ends when the worker does.
    threading.Thread(target=lambda: os._exit(worker.wait()), daemon=True).start()
    for line in sys.stdin.buffer:
        end = Path(json.loads(line)["source"]).read_bytes()[-64:]
        if b"poison: crash" in end:
            worker.kill()
            os.kill(os.getpid(), signal.SIGKILL)
        elif b"poison: hang" in end:
            os.kill(os.getpid(), signal.SIGSTOP)
        elif b"poison: executor" in end:
            try:
                (Path(folder) / "executor-killed").open("x").close()
                os.kill(executor(), signal.SIGKILL)
            except FileExistsError:
                pass
        worker.stdin.write(line)
        worker.stdin.flush()
    worker.stdin.close()
    threading.Event().wait()


main()
