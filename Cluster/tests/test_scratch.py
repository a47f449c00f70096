"""Where photos lie while they are scrubbed, and what is left of that."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faceblur_spark.scratch import Scratch

ROOT = Path(__file__).resolve().parents[1]
_PROGRAM = """
import sys
from pathlib import Path
from faceblur_spark.scratch import Scratch
scratch = Scratch()
Path(scratch.into, "original.jpg").write_text("photo")
print(scratch.folder, flush=True)
sys.stdin.read()
"""


def _started(base: Path) -> tuple[subprocess.Popen[str], Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], cwd=ROOT, env={"SPARK_LOCAL_DIRS": str(base)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    return process, Path(process.stdout.readline().strip())


def test_no_two_threads_get_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_LOCAL_DIRS", str(tmp_path))
    scratch = Scratch()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            names = list(pool.map(lambda _: scratch.name(".jpg"), range(20_000)))
    finally:
        sys.setswitchinterval(interval)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("folder", ["", "spark-{0}/executor-{0}/"])
def test_what_killed_processes_left_is_removed_by_those_of_another_java(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    places = [tmp_path / f"{folder.format(name)}blockmgr-{name}" for name in ("a", "b", "c")]
    dead, left = _started(places[0])
    alive, used = _started(places[1])
    dead.kill()
    dead.wait()
    # Nobody of ours has made these, whatever they are called.
    (tmp_path / "blockmgr-d").symlink_to(tmp_path / "elsewhere")
    other = tmp_path / "elsewhere/faceblur-scratch-x/in"
    other.mkdir(parents=True)
    try:
        monkeypatch.setenv("SPARK_LOCAL_DIRS", str(places[2]))
        own = Scratch()
        assert not left.exists()
        assert (used / "in/original.jpg").exists() and Path(own.into).is_dir() and other.is_dir()
    finally:
        alive.communicate("")
    assert not used.exists()
