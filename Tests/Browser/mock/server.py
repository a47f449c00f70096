#!/usr/bin/env python3
"""A stand-in for faceblur-review: answers the page as the program does, and keeps everything in memory.

The page's own tests run against it where no program is built, and its developers look at the page with it. It hides nothing
and checks little: nothing may be concluded from it about the program. With Pillow it shows what is hidden as coarse cells;
without, it serves the photos as they are.
"""
import argparse
import copy
import hashlib
import io
import json
import pathlib
import re
import secrets
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

try:
    from PIL import Image, ImageFilter, ImageOps
except ImportError:
    Image = None

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "Sources/CReviewPage/page"
PHOTOS = ROOT / "Tests/TestSupport/Photos"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LOOKS = {"sepia", "vignette", "chrome", "instant", "invert", "posterize", "table"}


def size_of(path):
    """Width and height from a JPEG's frame header."""
    data = path.read_bytes()
    place = 2
    while place < len(data):
        marker, length = data[place + 1], struct.unpack(">H", data[place + 2 : place + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return width, height
        place += 2 + length
    raise ValueError(path)


def region(name, rect, score, **more):
    x, y, width, height = rect
    return {
        "id": name, "x": x, "y": y, "width": width, "height": height, "state": "applied", "origin": "detected", "kind": "face",
        "score": score, "doubtful": score < 0.9, "seenAgain": False, "looked": False, **more,
    }


# What stands in the photos that ship with the project; the second box of each is none.
ASTRONAUT = [(0.35, 0.13, 0.18, 0.27), (0.86, 0.29, 0.1, 0.16)]
HOPPER = [(0.41, 0.14, 0.24, 0.31), (0.62, 0.72, 0.12, 0.12)]


class Session:
    def __init__(self, photos, delay):
        self.lock = threading.RLock()
        self.delay = delay
        self.photos = photos
        self.recorded = copy.deepcopy([p["state"] for p in photos])
        self.revision = 1
        self.undone, self.done = [], []
        self.answered = 0
        self.settings = dict.fromkeys(("style", "shape", "cells", "margin", "metadata", "effort"))
        self.work = {"phase": "idle", "through": 0, "total": 0, "signOff": None, "results": []}
        self.pictures = {}
        self.log = []

    # Settings

    def is_weaker(self, wanted):
        """Whether something is to be stored that hides less, tells more or finds less than the defaults, and was not stored before."""
        margin = wanted.get("margin")
        weaker = {
            "style": wanted.get("style") == "pixelate", "margin": margin is not None and margin < 1.3,
            "metadata": wanted.get("metadata") not in (None, "none", "minimal"), "effort": wanted.get("effort") == "fast",
        }
        return any(is_so and wanted.get(name) != self.settings[name] for name, is_so in weaker.items())

    # Questions

    def burst(self, number, name):
        photo = self.photos[number]
        if not photo["burst"]:
            return []
        return [
            (other, r["id"]) for other, p in enumerate(self.photos) if p["burst"] == photo["burst"]
            for r in p["state"]["regions"] if r["id"] == name and not r["looked"]
        ]

    def questions(self):
        doubtful, again, none, rest = [], [], [], []
        counts = {}
        for number, p in enumerate(self.photos):
            state = p["state"]
            for r in state["regions"]:
                if r["doubtful"] and not r["looked"] and p["burst"]:
                    counts[p["burst"], r["id"]] = counts.get((p["burst"], r["id"]), 0) + 1
        for number, p in enumerate(self.photos):
            state = p["state"]
            if p["status"] in ("waiting", "failed"):
                continue
            for r in state["regions"]:
                if r["looked"]:
                    continue
                if r["seenAgain"]:
                    again.append([number, r["id"], "seenAgain", 0])
                elif r["doubtful"]:
                    doubtful.append([number, r["id"], "doubtful", max(counts.get((p["burst"], r["id"]), 1) - 1, 0)])
            if not state["looked"]:
                if not any(r["state"] == "applied" for r in state["regions"]):
                    none.append([number, None, "noFace", 0])
                elif not any(r["doubtful"] or r["seenAgain"] for r in state["regions"]):
                    rest.append([number, None, "rest", 0])
        doubtful.sort(key=lambda q: -q[3])
        return doubtful + again + none + rest

    def is_changed(self, number):
        return self.essence(self.photos[number]["state"]) != self.essence(self.recorded[number])

    @staticmethod
    def essence(state):
        regions = [{k: v for k, v in r.items() if k != "looked"} for r in state["regions"]]
        return {**{k: v for k, v in state.items() if k != "looked"}, "regions": regions}

    def basis(self, number):
        """Stands for what is decided on."""
        essence = json.dumps(self.essence(self.photos[number]["state"]), sort_keys=True)
        return hashlib.sha256(essence.encode()).hexdigest()[:16]

    def expect_basis(self, number, basis):
        if basis != self.basis(number):
            words = "what is decided about the photo has changed since it was shown: look at it again"
            raise Refused(409, None, {"revision": self.revision, "cause": "decision", "photo": number, "error": words})

    def counts(self):
        return {
            "revision": self.revision, "answered": self.answered,
            "changed": sum(p["changed"] for p in self.photos),
            "waiting": sum(p["status"] == "waiting" for p in self.photos), "canUndo": bool(self.done), "canRedo": bool(self.undone),
            "questions": self.questions(),
        }

    def queue(self):
        counts = self.counts()
        open_photos = {q[0] for q in counts["questions"]}
        photos = [
            {
                "name": p["name"], "status": p["status"], "faces": sum(r["state"] == "applied" for r in p["state"]["regions"]),
                "looked": n not in open_photos, "changed": p["changed"], "reason": p.get("reason"),
            }
            for n, p in enumerate(self.photos)
        ]
        return {"kind": "collection", "name": "published", "photos": photos, **counts}

    def photo(self, number):
        p = self.photos[number]
        if p["status"] in ("waiting", "failed"):
            raise Refused(422, p.get("reason") or "Nobody has looked for faces in it yet.")
        return {
            "photo": number, "version": p["version"], "basis": self.basis(number), "name": p["name"], "width": p["size"][0], "height": p["size"][1], **p["state"],
            "hasTable": p["state"]["look"] is not None, "steps": p["steps"], "changed": p["changed"], "warnings": p.get("warnings", []),
            **({"views": p["views"]} if p.get("views") else {}),
        }

    # Changes

    def step(self, revision, numbers, act):
        with self.lock:
            self.expect(revision)
            before = [(n, copy.deepcopy(self.photos[n]["state"]), self.answered) for n in numbers]
            left = len(self.questions()) if len(self.photos) < 1000 else 0
            act()
            self.answered += max(left - len(self.questions()), 0) if left else 1
            after = [(n, copy.deepcopy(self.photos[n]["state"]), self.answered) for n in numbers]
            self.done.append((before, after))
            self.undone.clear()
            self.bump(numbers)
            return self.answer(numbers[0])

    def expect(self, revision):
        if revision is not None and revision != self.revision:
            raise Refused(409, None, {"revision": self.revision, "cause": "revision", "error": "something else was changed since"})

    def bump(self, numbers):
        self.revision += 1
        for n in numbers:
            p = self.photos[n]
            p["version"] += 1
            p["changed"] = self.is_changed(n)

    def answer(self, number):
        return {"photo": self.photo(number), "queue": self.counts()}

    def travel(self, revision, back):
        with self.lock:
            self.expect(revision)
            source, target = (self.done, self.undone) if back else (self.undone, self.done)
            if not source:
                return None
            step = source.pop()
            target.append(step)
            for number, state, answered in step[0 if back else 1]:
                self.photos[number]["state"] = copy.deepcopy(state)
                self.answered = answered
            numbers = [n for n, _, _ in step[0]]
            self.bump(numbers)
            return self.answer(numbers[0])

    def change(self, number, revision, basis, change):
        self.expect_basis(number, basis)
        state = self.photos[number]["state"]
        kind = change["kind"]
        self.log.append([number, change])

        def each(names, **more):
            found = [r for r in state["regions"] if r["id"] in names]
            if len(found) != len(set(names)):
                raise Refused(422, "There is no such region.")
            for r in found:
                r.update(more)

        def act():
            if kind == "confirm":
                each(change["regions"], looked=True)
            elif kind == "exclude":
                each(change["regions"], looked=True, state="excluded")
            elif kind == "include":
                each(change["regions"], looked=True, state="applied")
            elif kind == "excludeAll":
                each([r["id"] for r in state["regions"]], looked=True, state="excluded")
            elif kind == "look":
                state["looked"] = True
                each([r["id"] for r in state["regions"]], looked=True)
            elif kind == "move":
                each([change["region"]], looked=True, **dict(zip(("x", "y", "width", "height"), check(change["rect"]))))
            elif kind == "add":
                name = f"m{sum(r['origin'] == 'manual' for r in state['regions']) + 1}"
                state["regions"].append(region(name, check(change["rect"]), 1, origin="manual", looked=True) | {"score": None})
            elif kind == "strength":
                state.update({k: change[k] for k in ("style", "shape", "cells", "margin") if k in change})
            elif kind == "tone":
                state.update({k: change[k] for k in ("sepia", "vignette", "look") if k in change})
            elif kind in ("revert", "reset", "goBack"):
                self.photos[number]["state"] = copy.deepcopy(self.recorded[number]) | {"reverted": kind == "revert"}
            else:
                raise Refused(422, "There is no such change.")

        return self.step(revision, [number], act)

    def alike(self, revision, members, face):
        for number, _, basis in members:
            self.expect_basis(number, basis)

        def act():
            for number, name, _ in members:
                for r in self.photos[number]["state"]["regions"]:
                    if r["id"] == name:
                        r.update(looked=True, state="applied" if face else "excluded")

        self.log.append(["alike", members, face])
        return self.step(revision, [m[0] for m in members], act)

    # Done

    def finish(self, revision):
        with self.lock:
            self.expect(revision)
            if self.work["phase"] == "working":
                return
            numbers = [n for n, p in enumerate(self.photos) if p["changed"]]
            self.work = {"phase": "working", "through": 0, "total": len(numbers), "signOff": None, "results": []}
        threading.Thread(target=self.render, args=(numbers,), daemon=True).start()

    def render(self, numbers):
        for number in numbers:
            time.sleep(self.delay)
            with self.lock:
                p = self.photos[number]
                self.recorded[number] = copy.deepcopy(p["state"])
                p["changed"] = False
                p["steps"] = p["steps"] + [{"number": len(p["steps"]) + 1, "kind": "FaceBlur", "time": "2026-11-23T16:00:00Z", "enabled": True}]
                self.work["through"] += 1
                self.work["results"].append({
                    "photo": number, "name": p["name"], "error": None, "notes": [], "warnings": [], "written": p["name"],
                })
        with self.lock:
            self.work.update(phase="ended", signOff="published.scrub/review.json")

    def discard(self, revision):
        with self.lock:
            self.expect(revision)
            for number, p in enumerate(self.photos):
                looked = {r["id"] for r in p["state"]["regions"] if r["looked"]}
                p["state"] = copy.deepcopy(self.recorded[number])
                p["changed"] = False
                for r in p["state"]["regions"]:
                    r["looked"] = r["looked"] or r["id"] in looked

    # Pictures

    def picture(self, number, kind, more, query):
        p = self.photos[number]
        raw = p["path"].read_bytes()
        if Image is None:
            return raw
        with self.lock:
            picture = self.pictures.get(p["path"])
            if picture is None:
                picture = ImageOps.exif_transpose(Image.open(io.BytesIO(raw))).convert("RGB")
                self.pictures[p["path"]] = picture
            state = copy.deepcopy(p["state"])
        view = int(query.get("view", ["0"])[0])
        if view > len(p.get("views", [])):
            raise Refused(404, "There is no such view.")
        # The last view shows nothing else in the first region.
        if kind == "face" and view == len(p.get("views", [])) > 0 and more == state["regions"][0]["id"]:
            return None
        if view > 0:
            picture = ImageOps.invert(picture) if view % 2 else ImageOps.posterize(picture, 2)
        if kind == "face":
            r = next((r for r in state["regions"] if r["id"] == more), None)
            if r is None:
                raise Refused(404, "There is no such region.")
            w, h = picture.size
            side = max(3 * max(r["width"] * w, r["height"] * h), 160)

            def span(start, length, whole):
                taken = min(side, whole)
                begin = min(max((start + length / 2) * whole - taken / 2, 0), whole - taken)
                return begin, begin + taken

            (left, right), (top, bottom) = span(r["x"], r["width"], w), span(r["y"], r["height"], h)
            crop = picture.crop((round(left), round(top), round(right), round(bottom)))
            scale = min(640 / max(crop.size), 4)
            crop = crop.resize((round(crop.width * scale), round(crop.height * scale)))
            return jpeg(crop)
        side = 240 if kind == "look" else min(int(query.get("side", ["1600"])[0]), 4000)
        small = picture.copy()
        small.thumbnail((side, side))
        if kind == "original":
            return jpeg(small)
        style = query.get("style", [state["style"]])[0]
        tone = query.get("look", [None])[0]
        if kind == "look" and tone not in LOOKS | {None}:
            raise Refused(422, "There is no such look.")
        return jpeg(rendered(small, state, style, {tone} if tone else tones_of(state)))


def tones_of(state):
    return {name for name in ("sepia", "vignette") if state[name]} | ({state["look"]} if state["look"] else set())


def rendered(picture, state, style, tones):
    w, h = picture.size
    out = picture.copy()
    grey = ImageOps.grayscale(picture)
    if "sepia" in tones:
        out = ImageOps.colorize(grey, "#1d0f03", "#fff0d0")
    if "invert" in tones:
        out = ImageOps.invert(out)
    if "posterize" in tones:
        out = ImageOps.posterize(out, 2)
    if "chrome" in tones:
        out = ImageOps.autocontrast(out, cutoff=4)
    if "instant" in tones:
        out = Image.blend(out, Image.new("RGB", out.size, "#e8c9a0"), 0.25)
    for r in state["regions"]:
        if r["state"] != "applied" or state["reverted"]:
            continue
        margin = (state["margin"] - 1) / 2
        box = [
            round((r["x"] - r["width"] * margin) * w), round((r["y"] - r["height"] * margin) * h),
            round((r["x"] + r["width"] * (1 + margin)) * w), round((r["y"] + r["height"] * (1 + margin)) * h),
        ]
        box = [max(box[0], 0), max(box[1], 0), min(box[2], w), min(box[3], h)]
        if box[2] - box[0] < 1 or box[3] - box[1] < 1:
            continue
        crop = out.crop(box)
        cells = 1 if style == "fill" else state["cells"]
        tiny = crop.filter(ImageFilter.GaussianBlur(max(crop.size) / 5)).resize((min(cells, crop.width), min(cells, crop.height)), 4)
        out.paste(tiny.resize(crop.size, 3 if style == "blur" else 0), box[:2])
    return out


def jpeg(picture):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=85)
    return file.getvalue()


def check(rect):
    if len(rect) != 4 or not all(0 <= v <= 1 for v in rect) or rect[0] + rect[2] > 1.0001 or rect[1] + rect[3] > 1.0001 or min(rect[2:]) <= 0:
        raise Refused(422, "The rectangle is not within the photo.")
    return rect


class Refused(Exception):
    def __init__(self, status, words, answer=None):
        super().__init__(words)
        self.status, self.answer = status, answer or {"error": words}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    session = None
    token = ""
    cookie = ""
    is_used = False

    def log_message(self, *arguments):
        pass

    def reply(self, status, body=b"", kind="application/json", headers=()):
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind != "image/jpeg" else kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", POLICY)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self, value):
        if value is None:
            return self.reply(204)
        self.reply(200, json.dumps(value).encode())

    def guarded(self, act):
        try:
            act()
        except Refused as refused:
            self.reply(refused.status, json.dumps(refused.answer).encode())
        except (KeyError, ValueError, TypeError) as error:
            self.reply(400, json.dumps({"error": f"Not understood: {error!r}"}).encode())
        except (BrokenPipeError, ConnectionResetError):
            pass

    def do_GET(self):
        self.guarded(self.get)

    def do_POST(self):
        self.guarded(self.post)

    def expect_cookie(self):
        if f"faceblur={Handler.cookie}" not in self.headers.get("Cookie", ""):
            raise Refused(401, "Only the browser that was opened may ask.")

    def get(self):
        url = urlsplit(self.path)
        path, query = url.path, parse_qs(url.query)
        name = {"/": "index.html", "/review.js": "review.js", "/review.css": "review.css"}.get(path)
        if match := re.fullmatch(r"/page/(\w+\.js)", path):
            name = match[1]
        if name:
            file = PAGE / name
            if not file.exists():
                raise Refused(404, "There is no such file.")
            return self.reply(200, file.read_bytes(), TYPES[file.suffix])
        self.expect_cookie()
        session = self.session
        if path == "/api/queue":
            return self.answer(session.queue())
        if match := re.fullmatch(r"/api/photo/(\d+)", path):
            return self.answer(session.photo(self.number(match[1])))
        if path == "/api/alike":
            members = session.burst(self.number(query["photo"][0]), query["region"][0])
            return self.answer({"members": [{"photo": n, "region": r, "name": session.photos[n]["name"], "basis": session.basis(n)} for n, r in members]})
        if path == "/api/work":
            return self.answer(session.work)
        if path == "/api/settings":
            return self.answer(session.settings)
        if path == "/mock/log":
            return self.answer(session.log)
        if match := re.fullmatch(r"/picture/(\d+)/(shown|original|look|face)(?:/(.+))?", path):
            picture = session.picture(self.number(match[1]), match[2], unquote(match[3] or ""), query)
            return self.reply(204) if picture is None else self.reply(200, picture, "image/jpeg")
        raise Refused(404, "There is nothing here.")

    def number(self, text):
        if int(text) >= len(self.session.photos):
            raise Refused(404, "There is no such photo.")
        return int(text)

    def post(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        path = urlsplit(self.path).path
        if "Origin" not in self.headers:
            raise Refused(403, "Only this page may ask.")
        if path == "/session":
            if Handler.is_used or body.get("token") != Handler.token:
                raise Refused(403, "This address was used already.")
            Handler.is_used = True
            return self.reply(204, headers=[("Set-Cookie", f"faceblur={Handler.cookie}; HttpOnly; SameSite=Strict; Path=/")])
        self.expect_cookie()
        session, revision = self.session, body.get("revision")
        if match := re.fullmatch(r"/api/photo/(\d+)", path):
            return self.answer(session.change(self.number(match[1]), revision, body.get("basis"), body["change"]))
        if path in ("/api/undo", "/api/redo"):
            return self.answer(session.travel(revision, path == "/api/undo"))
        if path == "/api/alike":
            return self.answer(session.alike(revision, body["members"], body["face"]))
        if path == "/api/finish":
            session.finish(revision)
            return self.reply(202)
        if path == "/api/discard":
            session.discard(revision)
            return self.reply(204)
        if path == "/api/settings":
            if session.is_weaker(body) and body.get("weaker") is not True:
                raise Refused(422, "These settings are weaker than the defaults.")
            session.settings = {k: body.get(k) for k in session.settings}
            return self.reply(204)
        if path == "/api/quit":
            self.reply(204)
            threading.Thread(target=self.server.shutdown, daemon=True).start()
            return None
        raise Refused(404, "There is nothing here.")


def state(regions):
    return {
        "regions": regions, "looked": False, "style": "mosaic", "shape": "box", "cells": 12, "margin": 1.3, "sepia": None, "vignette": None,
        "look": None, "reverted": False,
    }


def entry(name, path, regions, burst=None, **more):
    status = "doubtful" if any(r["doubtful"] for r in regions) else "clear" if regions else "noFace"
    return {
        "name": name, "path": path, "size": size_of(path), "status": status, "burst": burst, "version": 1, "changed": False,
        "steps": [{"number": 1, "kind": "FaceBlur", "time": "2026-11-22T09:30:00Z", "enabled": True}], "state": state(regions), **more,
    }


def usual(count):
    """So many photos made of three: two kinds of doubt, a burst with one false box, photos without a face, clear ones."""
    photos = []
    astronaut, hopper, cameraman = (PHOTOS / f"{n}.jpg" for n in ("astronaut", "grace_hopper", "cameraman"))
    for number in range(count):
        kind = number % 10
        if kind in (0, 5):
            regions = [region("f1", ASTRONAUT[0], 0.97), region("f2", ASTRONAUT[1], 0.63)]
            photos.append(entry(f"portraits/IMG_{1000 + number}.jpg", astronaut, regions))
        elif kind in (1, 2, 3, 4) and number < 10:
            regions = [region("f1", HOPPER[0], 0.98), region("f2", HOPPER[1], 0.55)]
            photos.append(entry(f"burst/IMG_{1000 + number}.jpg", hopper, regions, burst="burst"))
        elif kind == 6:
            photos.append(entry(f"street/IMG_{1000 + number}.jpg", cameraman, []))
        elif kind == 7:
            regions = [region("f1", HOPPER[0], 0.98, seenAgain=True)]
            photos.append(entry(f"portraits/IMG_{1000 + number}.jpg", hopper, regions))
        elif kind == 8:
            views = {"views": ["over black", "without transparency"], "warnings": ["some viewers show it otherwise: over black; without transparency. Look at it in each of these ways"]}
            regions = [region("f1", ASTRONAUT[0], 0.97), region("f2", ASTRONAUT[1], 0.98)]
            photos.append(entry(f"portraits/IMG_{1000 + number}.png", astronaut, regions, **views))
        else:
            photos.append(entry(f"portraits/IMG_{1000 + number}.jpg", astronaut, [region("f1", ASTRONAUT[0], 0.97)]))
    return photos


def described(path):
    """Photos and their boxes from a file: [{"name", "path", "regions": [[x, y, width, height, score]…], "burst"?}…]."""
    photos = []
    for each in json.loads(pathlib.Path(path).read_text()):
        regions = [region(f"f{n + 1}", r[:4], r[4]) for n, r in enumerate(each["regions"])]
        photos.append(entry(each["name"], pathlib.Path(each["path"]), regions, each.get("burst")))
    return photos


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        """A browser that goes away is no error."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def serve(photos, port=0, delay=0.1):
    """@returns the server, which `serve_forever` starts, and the address with its token."""
    Handler.session = Session(photos, delay)
    Handler.token, Handler.cookie, Handler.is_used = secrets.token_urlsafe(16), secrets.token_urlsafe(16), False
    server = Server(("127.0.0.1", port), Handler)
    return server, f"http://127.0.0.1:{server.server_address[1]}/#token={Handler.token}"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--photos", type=int, default=30)
    options.add_argument("--described", help="a file of photos and boxes instead")
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--delay", type=float, default=0.1, help="seconds that Done takes for a photo")
    arguments = options.parse_args()
    server, address = serve(described(arguments.described) if arguments.described else usual(arguments.photos), arguments.port, arguments.delay)
    print(address, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
