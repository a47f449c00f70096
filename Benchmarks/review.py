#!/usr/bin/env python3
"""Measures how long people wait at the page of `faceblur review`, on photos that it builds and in a real browser."""

import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

from goals import PACKAGE, PORTRAITS, GoalBenchmark
from measure import NOBODYS_SETTINGS
from tools import Tools

WIDTH, HEIGHT = 4000, 3000
# So much that is no face is taken for one that there is something to decide.
THRESHOLD = "0.2"
TINY = 10_000


def draw(folder, count):
    """Cuts 12 MP photos out of one picture, and draws one tiny one. Runs in the environment."""
    import photos
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    Image.effect_noise((96, 64), 60).convert("RGB").save(folder / "tiny.jpg", "JPEG", quality=85)
    if all((folder / "large" / f"IMG_{n:02}.jpg").exists() for n in range(count)):
        return
    picture = photos.build_picture(WIDTH + 16 * count, HEIGHT + 16 * count, PORTRAITS)
    (folder / "large").mkdir(exist_ok=True)
    for n in range(count):
        part = picture.crop((16 * n, 16 * n, 16 * n + WIDTH, 16 * n + HEIGHT))
        part.save(folder / "large" / f"IMG_{n:02}.jpg", "JPEG", quality=92)


class Review:
    """A run of `faceblur review`, and somebody who asks its server. It ends with its `with`, whatever ends that."""

    def __init__(self, faceblur, subject, folder):
        environment = {**NOBODYS_SETTINGS, "XDG_STATE_HOME": str(folder / "state")}
        start = time.monotonic()
        self.process = subprocess.Popen(
            [faceblur, "review", subject, "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
        self.address = self.process.stdout.readline().strip()
        self.started = time.monotonic() - start
        if "#token=" not in self.address:
            self.__exit__()
            sys.exit(f"{subject}: {self.address or 'no review'}")
        page, self.token = self.address.removeprefix("http://").split("/#token=")
        self.host, self.folder = page.split("/", 1)
        self.cookie = None

    def ask(self, method, target, body=None):
        connection = http.client.HTTPConnection(self.host)
        headers = {"Sec-Fetch-Site": "same-origin", "Origin": f"http://{self.host}", "Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request(method, f"/{self.folder}{target}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            sys.exit(f"{method} {target}: {answer.status} {content[:200]}")
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return json.loads(content) if answer.getheader("Content-Type", "").startswith("application/json") else None

    def sign_in(self):
        self.ask("POST", "/session", {"token": self.token})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Benchmark(GoalBenchmark):
    name = "review"

    def __init__(self, options):
        super().__init__(options)
        self.count = 4 if options.quick else 12
        self.tiny = 1_000 if options.quick else TINY
        self.python = options.python or Tools(self.folder.parent / "peers", True).python
        self.results |= {"photos": self.count, "tiny": self.tiny}

    @classmethod
    def add_options(cls, parser):
        parser.add_argument("--python", help="one with numpy, matplotlib and Pillow; else an environment is made")

    def run(self, *words):
        start = time.monotonic()
        done = subprocess.run([self.faceblur, *map(str, words)], capture_output=True, text=True, env=NOBODYS_SETTINGS)
        if done.returncode:
            sys.exit(f"{words}: {done.stderr}")
        return time.monotonic() - start

    def play(self, scenario, address):
        """A scenario's line of numbers."""
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE / ".build/peers/browser"), "REVIEW_STEPS": str(self.count)}
        done = subprocess.run(
            [sys.executable, PACKAGE / "Tests/Browser/run.py", scenario, address], capture_output=True, text=True, env=environment)
        if done.returncode:
            sys.exit(f"{scenario}: {done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def scrubbed(self, source, *options):
        target = self.folder / f"{source.name}-published"
        for folder in (target, target.with_name(target.name + ".faceblur")):
            shutil.rmtree(folder, ignore_errors=True)
        self.run("scrub", source, "-o", target, "-q", *options)
        return target

    def measure(self):
        self.draw(self.python, self.folder, self.count)
        self.deciding()
        self.finishing()
        self.opening()

    def deciding(self):
        with Review(self.faceblur, self.scrubbed(self.folder / "large", "--threshold", THRESHOLD), self.folder) as review:
            self.results["deciding"] = self.play("speed", review.address)

    def finishing(self):
        """One face of a photo is drawn, then all of it rendered by the page, and by the command from the record that it left."""
        folder = self.folder / "single"
        photo = folder / "photo.jpg"
        done, rendered = [], []
        for _ in range(3 if self.quick else 7):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(self.folder / "state", ignore_errors=True)
            folder.mkdir()
            shutil.copy(self.folder / "large" / "IMG_00.jpg", photo)
            self.run("blur", photo, "-q")
            with Review(self.faceblur, photo, self.folder) as review:
                review.sign_in()
                shown = review.ask("GET", "/api/photo/0")
                change = {"kind": "add", "rect": [0.01, 0.01, 0.05, 0.05]}
                review.ask("POST", "/api/photo/0", {"basis": shown["basis"], "change": change})
                review.ask("GET", "/picture/0/shown?v=1&side=1600")
                start = time.monotonic()
                review.ask("POST", "/api/finish", {})
                while (work := review.ask("GET", "/api/work"))["phase"] != "ended":
                    # To ask more often would take from Done what it measures.
                    time.sleep(0.008)
                done.append(time.monotonic() - start)
            if len(work["results"]) != 1 or work["results"][0]["error"]:
                sys.exit(f"Done has not made it: {work}")
            rendered.append(self.run("render", photo, "-o", folder / "again.jpg", "-q"))
        self.results["finishing"] = {"done": 1000 * statistics.median(done), "render": 1000 * statistics.median(rendered)}

    def opening(self):
        source = self.folder / f"tiny{self.tiny}"
        if not source.exists():
            partial = source.with_suffix(".partial")
            tiny = (self.folder / "tiny.jpg").read_bytes()
            for number in range(self.tiny):
                photo = partial / f"{number // 1000}" / f"{number}.jpg"
                photo.parent.mkdir(parents=True, exist_ok=True)
                photo.write_bytes(tiny)
            partial.rename(source)
        target = self.scrubbed(source, "--effort", "fast", "--detector", "yunet")
        starts, queues = [], []
        for _ in range(3):
            with Review(self.faceblur, target, self.folder) as review:
                review.sign_in()
                start = time.monotonic()
                review.ask("GET", "/api/queue")
                queues.append(time.monotonic() - start)
                starts.append(review.started)
        with Review(self.faceblur, target, self.folder) as review:
            page = self.play("opening", review.address)
        self.results["opening"] = {
            "start": 1000 * statistics.median(starts), "queue": 1000 * statistics.median(queues), "page": page["opened"]}

    def goals(self):
        deciding, finishing, opening = (self.results[part] for part in ("deciding", "finishing", "opening"))
        yield "key to the next face, neighbours loaded", deciding["keyToNextFace"]["median"], 50
        yield "change to what is shown of it", deciding["changeToPreview"]["median"], 100
        yield f"Done, which `faceblur render` takes {finishing['render']:.0f} ms for", finishing["done"], round(finishing["render"] + 50)
        yield f"start with {self.tiny} photos in the queue, until the address is there", opening["start"], 1000
        yield f"page with {self.tiny} photos in the queue", opening["page"], 1000

    def page(self):
        lines = ["# Waiting at the review page", "",
                 f"{self.count} photos of 12 MP, in Chromium, on {os.cpu_count()} cores with a load of {os.getloadavg()[0]:.1f}."
                 " Medians; the browser and the program share the cores.", "",
                 "| from | milliseconds | goal | |", "|---|---|---|---|"]
        for name, value, goal in self.goals():
            lines.append(f"| {name} | {value:.0f} | {goal} | {'met' if value <= goal else 'missed'} |")
        worst = self.results["deciding"]
        lines += ["", f"The longest of {worst['keyToNextFace']['count']} keys took {worst['keyToNextFace']['worst']:.0f} ms, of"
                  f" {worst['changeToPreview']['count']} changes {worst['changeToPreview']['worst']:.0f} ms; the queue of {self.tiny} photos is sent"
                  f" in {self.results['opening']['queue']:.0f} ms. Done looks for faces in what it has made, as `faceblur edit` does and"
                  " `faceblur render` does not."]
        return lines


if __name__ == "__main__":
    Benchmark.main(__doc__, draw)
