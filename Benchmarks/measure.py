"""Takes the times: every tool once per round, in an order that turns, so that a busy machine is busy for all."""

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

# Programs that are measured do what they do of their own accord, not what whoever measures has stored for them: there is nothing
# below a file.
NOBODYS_SETTINGS = {**os.environ, "XDG_CONFIG_HOME": os.devnull}


class Samples:
    """Numbers of one kind."""

    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value)

    def summary(self):
        digits = lambda value: round(value, 3)
        return {"median": digits(statistics.median(self.values)), "min": digits(min(self.values)),
                "max": digits(max(self.values)), "n": len(self.values)}


def in_rounds(count, runs):
    """Calls each of the named runs `count` times; one that fails is left out of the rest. Returns the failures."""
    failures = {}
    names = list(runs)
    for number in range(count):
        turned = names[number % len(names):] + names[:number % len(names)]
        for name in turned:
            if name in failures:
                continue
            try:
                runs[name]()
            except Failure as failure:
                failures[name] = str(failure)
    return failures


class Failure(Exception):
    pass


class Engine:
    """A process that holds one engine ready and runs it on demand."""

    def __init__(self, command, line):
        self.line = line
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**NOBODYS_SETTINGS, "VIPS_CONCURRENCY": "1"})

    def run(self, photo, path):
        """What one run cost, in milliseconds."""
        try:
            self.process.stdin.write(self.line(photo, path) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().split()
        except BrokenPipeError:
            answer = []
        if len(answer) != 2:
            raise Failure("the engine stopped")
        return {"wall": float(answer[0]), "cpu": float(answer[1])}

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Launcher:
    """Runs whole processes."""

    def __init__(self, measure):
        self.measure = measure

    def run(self, command, output=None):
        """What one run cost; `output` is removed first and must be there afterwards."""
        if output is not None:
            Path(output).unlink(missing_ok=True)
        done = subprocess.run([self.measure, *command], capture_output=True, text=True, env=NOBODYS_SETTINGS)
        fields = done.stdout.split()
        if len(fields) != 5 or fields[4] != "0":
            reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise Failure(f"exit {fields[4] if len(fields) == 5 else '?'}: {reason}")
        if output is not None and not Path(output).exists():
            raise Failure("it wrote nothing")
        wall, user, system, kilobytes = (float(field) for field in fields[:4])
        return {"wall": wall, "cpu": user + system, "peak": kilobytes / 1024}


class Costs:
    """Wall and CPU milliseconds, and of a command peak megabytes, of every run."""

    def __init__(self):
        self.samples = {}

    def add(self, cost):
        for kind, value in cost.items():
            self.samples.setdefault(kind, Samples()).add(value)

    def summary(self):
        return {kind: samples.summary() for kind, samples in self.samples.items()}


def processes_below(process):
    """The numbers of a process and of all that it has started, as far as they run."""
    numbers = [process]
    for number in numbers:
        try:
            for task in Path(f"/proc/{number}/task").iterdir():
                numbers += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return numbers


def resident(process):
    """Megabytes that a process and all that it has started hold now."""
    pages = 0
    for number in processes_below(process):
        try:
            pages += int(Path(f"/proc/{number}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 2 ** 20


def cost_of_all(command):
    """Wall and CPU seconds of a command and of all that it starts, and the most megabytes that they held at one time.

    What is shared by several of them counts for each. For commands that run for seconds: they are asked fifty times a second."""
    start, peak = time.monotonic(), 0.0
    with tempfile.TemporaryFile() as errors:
        running = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=NOBODYS_SETTINGS)
        while True:
            number, status, usage = os.wait4(running.pid, os.WNOHANG)
            if number:
                break
            peak = max(peak, resident(running.pid))
            time.sleep(0.02)
        wall = time.monotonic() - start
        running.returncode = os.waitstatus_to_exitcode(status)
        if running.returncode:
            errors.seek(0)
            reason = errors.read().decode(errors="replace").strip().splitlines() or ["no message"]
            raise Failure(f"exit {running.returncode}: {reason[-1]}")
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": peak}


def peak_of_all(command, count):
    """Megabytes: the sum of what a command and the processes that it starts take at most, each by itself. The system tells the
    largest of them alone. A process is asked every few milliseconds what it has taken so far."""
    samples = Samples()
    for _ in range(count):
        with subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=NOBODYS_SETTINGS) as running:
            peaks = {}
            while running.poll() is None:
                for number in processes_below(running.pid):
                    try:
                        status = Path(f"/proc/{number}/status").read_text()
                    except OSError:
                        continue
                    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
                    if found:
                        peaks[number] = max(peaks.get(number, 0), int(found[0]))
                time.sleep(0.003)
        if running.returncode != 0:
            raise subprocess.CalledProcessError(running.returncode, command)
        samples.add(sum(peaks.values()) / 1024)
    return samples.summary()
