"""What becomes of photos, and of others in flight, whatever a worker does."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faceblur_spark.client import Digests, PhotoEndsWorkers, Workers
from faceblur_spark.errors import RunError

STUB = str(Path(__file__).parent / "stub_worker.py")


class Bench:
    """A worker with its folders."""

    def __init__(self, folder: Path, *options: str, timeout: float = 60, expected: Digests | None = None):
        self.folder = folder
        for name in ("in", "out"):
            (folder / name).mkdir(exist_ok=True)
        self.workers = Workers([STUB, "worker", str(folder / "in"), "-o", str(folder / "out"), *options], timeout, expected)

    def photo(self, name: str, text: str) -> dict[str, str]:
        (self.folder / "in" / name).write_text(text)
        return {"id": name, "source": str(self.folder / "in" / name), "target": name}

    def ask(self, name: str, text: str) -> tuple[dict[str, object], int]:
        return self.workers.ask(self.photo(name, text))


def test_an_answer_is_of_the_photo_that_was_asked_about(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "--jobs", "2")
    requests = [bench.photo(str(number), f"photo {number}") for number in range(40)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(bench.workers.ask, requests))
    assert [answer["id"] for answer, _ in answers] == [str(number) for number in range(40)]
    assert all((tmp_path / "out" / str(number)).read_text().endswith(f"photo {number}") for number in range(40))
    bench.workers.stop()


@pytest.mark.parametrize("poison", ["crash", "hang"])
def test_a_photo_that_ends_workers_is_tried_alone_and_no_other_fails(tmp_path: Path, poison: str) -> None:
    bench = Bench(tmp_path, timeout=3)
    requests = [bench.photo(str(number), poison if number == 5 else f"photo {number}") for number in range(12)]

    def ask(request: dict[str, str]) -> object:
        try:
            return bench.workers.ask(request)[0]["status"]
        except PhotoEndsWorkers as error:
            return str(error)

    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(ask, requests))
    assert told[:5] + told[6:] == ["done"] * 11
    assert ("SIGKILL" if poison == "crash" else "no answer after 3 seconds") in str(told[5])
    bench.workers.stop()


def test_a_photo_that_ended_one_worker_only_is_done(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    answer, attempts = bench.ask("a", f"once:{tmp_path}/met photo")
    assert (answer["status"], attempts) == ("done", 2)
    bench.workers.stop()


def test_a_heartbeat_is_no_answer(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "--heartbeat", "0.05", timeout=2)
    # The process goes on and tells that it lives; its photo does not come.
    with pytest.raises(PhotoEndsWorkers, match="no answer after 2 seconds"):
        bench.ask("a", "sleep")
    bench.workers.stop()


def test_what_is_no_request_for_the_worker_is_the_photos_failure(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    answer, _ = bench.workers.ask({**bench.photo("a", "photo"), "surprise": "1"})
    assert answer["event"] == "refused"
    bench.workers.stop()


def test_a_worker_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="the networks are missing") as caught:
        Bench(tmp_path, "--unusable").workers.ready()
    assert caught.value.code == 69
    with pytest.raises(RunError, match="not on this machine") as caught:
        Workers([str(tmp_path / "nothing")], 1).ready()
    assert caught.value.code == 69


def test_a_worker_with_other_models_ends_the_run_and_both_are_named(tmp_path: Path) -> None:
    mine = Bench(tmp_path).workers.ready().digests
    other = Digests(mine.settings, "0" * 64)
    with pytest.raises(RunError) as caught:
        Bench(tmp_path, expected=other).ask("a", "photo")
    assert caught.value.code == 69
    assert mine.models in caught.value.reason and other.models in caught.value.reason


@pytest.mark.parametrize("state", ["photo", "hang"])
def test_a_worker_ends_with_who_started_it(tmp_path: Path, state: str) -> None:
    """Also where nobody could say goodbye, and where it hangs."""
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in/a").write_text(state)
    code = (
        "import sys, threading; from faceblur_spark.client import WorkerClient\n"
        f"client = WorkerClient([{STUB!r}, 'worker', 'in', '-o', 'out'], 60)\n"
        "threading.Thread(target=lambda: client.ask({'id': '1', 'source': 'in/a', 'target': 'a'}), daemon=True).start()\n"
        "print(client._process.pid, flush=True); sys.stdin.read()")
    parent = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])})
    assert parent.stdout
    worker = os.pidfd_open(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    ended, _, _ = select.select([worker], [], [], 60)
    assert ended
