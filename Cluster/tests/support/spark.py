"""Spark's standalone master and workers on this machine."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType

import pyspark

_HOME = Path(pyspark.__file__).parent
# Seconds; for machines that do much else.
_PATIENCE = 300
_PR_SET_PDEATHSIG = 1
# Every Java here lives for seconds: the second compiler would cost more than it gives.
_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_LIBC = ctypes.CDLL(None)


class Cluster:
    """A master and two workers of one core each. All of them end with the block, and with the process of the tests."""

    WORKERS = 2

    def __init__(self, folder: Path, jar: Path, hadoop: dict[str, str]):
        self.folder = folder
        self._settings = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            "spark.executor.cores": "1",
            "spark.driver.extraJavaOptions": _JAVA,
            "spark.executor.extraJavaOptions": _JAVA,
            "spark.ui.port": "0",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.shuffle.partitions": "4",
            "spark.driver.extraClassPath": str(jar),
            "spark.executor.extraClassPath": str(jar),
            **{f"spark.hadoop.{name}": value for name, value in hadoop.items()},
        }

    def __enter__(self) -> Cluster:
        self._daemons: list[_Daemon] = []
        self._workers: list[_Daemon] = []
        try:
            master = self._start(
                "org.apache.spark.deploy.master.Master",
                ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"],
                r"Starting Spark master at (spark://127\.0\.0\.1:\d+)",
            )
            # What a driver connects to.
            self.url = master.found
            self._workers = [self._start_worker() for _ in range(self.WORKERS)]
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end()

    def settings(self, **more: str) -> dict[str, str]:
        """What a session of these tests is made with, for SparkSession.builder."""
        return {"spark.master": self.url, **self._settings, **more}

    def arguments(self, **more: str) -> str:
        """The same for a driver in a process of its own: the value of PYSPARK_SUBMIT_ARGS."""
        file = self.folder / "driver.conf"
        file.write_text("".join(f"{name} {value}\n" for name, value in self.settings(**more).items()))
        return f"--properties-file {file} pyspark-shell"

    def executors(self) -> list[int]:
        """The numbers of the executors' Java processes."""
        return [number for number, words in _processes() if "CoarseGrainedExecutorBackend" in words and self._ours(number)]

    def kill_executor(self) -> int:
        """Kill one executor as a machine that fails would. A worker starts another one."""
        number = self.executors()[0]
        os.kill(number, signal.SIGKILL)
        return number

    def kill_worker(self) -> None:
        """Kill one worker and what it started; `heal` starts another."""
        self._workers.pop(0).end()

    def heal(self) -> None:
        """Start as many workers as are missing."""
        self._workers = [worker for worker in self._workers if worker.running]
        while len(self._workers) < self.WORKERS:
            self._workers.append(self._start_worker())

    def processes(self) -> list[int]:
        """All Java processes of the cluster, executors too."""
        return [daemon.number for daemon in self._daemons if daemon.running] + self.executors()

    def _ours(self, number: int) -> bool:
        parents = {worker.number for worker in self._workers}
        try:
            return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1]) in parents
        except OSError:
            return False

    def _start_worker(self) -> _Daemon:
        return self._start(
            "org.apache.spark.deploy.worker.Worker",
            ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0", "--cores", "1", "--memory", "1g"]
            + ["--work-dir", str(self.folder / "work"), self.url],
            r"Successfully registered with master (spark://\S+)",
        )

    def _start(self, kind: str, arguments: list[str], sign: str) -> _Daemon:
        environment = {
            **os.environ,
            "SPARK_HOME": str(_HOME),
            "SPARK_CONF_DIR": str(self.folder / "conf"),
            "SPARK_LOCAL_DIRS": str(self.folder / "local"),
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_DAEMON_JAVA_OPTS": f"{_JAVA} -Dspark.master.rest.enabled=false",
            "PYSPARK_PYTHON": sys.executable,
        }
        (self.folder / "conf").mkdir(exist_ok=True)
        log = self.folder / f"{kind.rpartition('.')[2].lower()}-{len(self._daemons)}.log"
        daemon = _Daemon([str(_HOME / "bin/spark-class"), kind, *arguments], environment, sign, log)
        self._daemons.append(daemon)
        daemon.wait()
        return daemon

    def _end(self) -> None:
        for daemon in reversed(self._daemons):
            daemon.end()


class _Daemon:
    """A process that says in a line of its log when it is ready, in a process group of its own."""

    def __init__(self, command: list[str], environment: dict[str, str], sign: str, log: Path):
        self._ready = threading.Event()
        self._log = log
        self.found = ""
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            # Also where the process of the tests is killed.
            preexec_fn=lambda: _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL),
        )
        threading.Thread(target=self._read, args=(re.compile(sign),), daemon=True).start()

    @property
    def number(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def wait(self) -> None:
        if not self._ready.wait(_PATIENCE) or not self.found:
            raise RuntimeError(f"Spark has not started; its log:\n{self._log.read_text()}")

    def end(self) -> None:
        # Of one that has ended already the number may be another program's.
        if self.running:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _read(self, sign: re.Pattern[str]) -> None:
        assert self._process.stdout is not None
        with self._log.open("w") as log:
            for line in self._process.stdout:
                log.write(line)
                log.flush()
                match = sign.search(line)
                if match and not self.found:
                    self.found = match.group(1)
                    self._ready.set()
        self._ready.set()


def _processes() -> list[tuple[int, str]]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                found.append((int(entry.name), (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")))
            except OSError:
                continue
    return found
