"""The command as people and their schedulers call it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.runs import STUB

import faceblur_spark.command

ROOT = Path(__file__).resolve().parents[1]


class Command:
    """`faceblur-spark` in a process of its own, on the cluster of the tests."""

    def __init__(self, cluster: Any, folder: Path):
        cluster.heal()
        self.folder = folder
        self.environment = {**os.environ, "PYSPARK_SUBMIT_ARGS": cluster.arguments(), "PYTHONPATH": str(ROOT)}
        (folder / "in").mkdir()

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "faceblur_spark", *arguments], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def run(self, *arguments: str) -> tuple[int, str, str]:
        process = self.start(*arguments)
        out, errors = process.communicate()
        return process.returncode, out, errors

    def scrub(self, *more: str) -> tuple[int, str, str]:
        return self.run("scrub", "in", "out", "--manifest", "m", "--faceblur", str(STUB), *more)


@pytest.fixture
def command(cluster: Any, tmp_path: Path) -> Command:
    return Command(cluster, tmp_path)


def test_a_collection_from_the_command_line(command: Command) -> None:
    for number in range(5):
        (command.folder / f"in/secret-name-{number}.jpg").write_text(f"photo {number}")
    code, out, errors = command.scrub("--json", "--", "--style", "fill")
    told = json.loads(out)
    assert (code, told["done"], told["photos"]) == (0, 5, 5)
    # Names identify people: neither progress nor Spark's log has them.
    assert "secret-name" not in out + errors
    (command.folder / "in/failing.jpg").write_text("failed")
    code, out, _ = command.scrub("-q", "--", "--style", "fill")
    assert code == 1 and "5 unchanged" in out and "1 failed" in out
    code, out, _ = command.run("audit", "--manifest", "m", "--faceblur", str(STUB))
    assert code == 0 and "6 photos sampled, 5 made anew and the same, 0 differences" in out
    assert out.startswith("root " + command.run("root", "--manifest", "m")[1])
    page = command.folder / "report.html"
    page.write_text("an earlier one")
    page.chmod(0o644)
    code, _, _ = command.run("report", "--manifest", "m", "-o", "report.html")
    assert sorted(path.name for path in command.folder.iterdir()) == ["in", "m", "out", "report.html"]
    assert code == 0 and "failing.jpg" in page.read_text() and page.stat().st_mode & 0o777 == 0o600


def test_wrong_use_says_what_is_wrong(command: Command) -> None:
    for arguments in (
            ("scrub", "in"), ("scrub", "in", "out", "--manifest", "m", "--timeout", "-1"), ("nothing",),
            ("scrub", "in", "out", "--manifest", "m", "--timeout", "inf"), ("scrub", "in", "out", "--manifest", "m", "--timeout", "nan"),
            ("root", "--manifest", "m", "--", "--style", "fill")):
        code, out, errors = command.run(*arguments)
        assert (code, out) == (64, "") and errors.splitlines()[-1].startswith("faceblur-spark: ")
    for arguments, expected in (
            (("root", "--manifest", "nothing"), 66), (("scrub", "in", "out", "--manifest", "m", "--inventory", "nothing.parquet"), 66),
            (("scrub", "in", "out", "--manifest", "m", "--", "--metadata", "nonsense"), 64)):
        more = ("--faceblur", str(STUB)) if arguments[0] == "scrub" else ()
        code, _, errors = command.run(*arguments[:1], *more, *arguments[1:])
        assert code == expected and "Traceback" not in errors


def test_an_error_that_nobody_thought_of_is_not_some_photos(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(*_: Any) -> int:
        raise KeyError("secret-name")

    monkeypatch.setattr(faceblur_spark.command, "_session", lambda _: SimpleNamespace(stop=lambda: None))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setitem(faceblur_spark.command._COMMANDS, "root", fails)
    assert faceblur_spark.command.run(["root", "--manifest", "m"]) == 70
    told = capsys.readouterr().err
    assert "internal error: KeyError" in told and "secret-name" not in told and "Traceback" not in told


def test_a_signal_ends_it_and_the_same_command_goes_on(command: Command, tmp_path: Path) -> None:
    (command.folder / "in/a.jpg").write_text("sleep")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command.environment["TMPDIR"] = str(temporary)
    process = command.start("scrub", "in", "out", "--manifest", "m", "--faceblur", str(STUB))
    assert process.stderr
    # It says how much there is to do when it begins to.
    for line in process.stderr:
        if line.startswith("Run 1: 1 names"):
            break
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate()
    assert process.returncode == 75 and errors.splitlines()[-1].endswith("the same command goes on") and "Traceback" not in errors
    # Nor does it leave what it has sent to the executors.
    assert list(temporary.iterdir()) == []
    (command.folder / "in/a.jpg").write_text("photo a")
    assert command.scrub("-q")[0] == 0
    assert [path.name for path in (command.folder / "out").iterdir()] == ["a.jpg"]
