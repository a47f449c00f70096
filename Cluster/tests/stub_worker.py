#!/usr/bin/env python3
"""Speaks the contract of `faceblur worker` (Documentation/worker.md) without looking at pictures.

What it does with a file follows from the file's first word: a file that begins with `crash`, `hang`, `sleep`, `pending` or `failed` does that, one that
begins with `odd:JSON` is answered with what that object says besides, and one that begins with `once:NAME` ends the process unless the file NAME
is there, which it makes; `text` is no photo; everything else is scrubbed, which is to say that its output is `scrubbed `, its style and its bytes. In
every photo it finds a face, with a low threshold two, and besides one at each place that the record of an edit beside it names after a word.
"""

import hashlib
import json
import os
import signal
import sys
import threading
import time

TELLING = "--metadata=all"
LOW = "--threshold=0.2"


def found(*places):
    return [
        {"id": f"f{number}", "origin": "detected", "state": "applied", "rect": {"x": place, "y": place, "width": 0.2, "height": 0.2}}
        for number, place in enumerate(places, 1)]


def main():
    arguments = sys.argv[1:]
    assert arguments.pop(0) == "worker"
    options, sources, target, jobs, heartbeat = [], [], None, 1, 10.0
    while arguments:
        argument = arguments.pop(0)
        if argument == "-o":
            target = arguments.pop(0)
        elif argument == "--jobs":
            jobs = int(arguments.pop(0))
        elif argument == "--heartbeat":
            heartbeat = float(arguments.pop(0))
        elif argument == "--memory":
            arguments.pop(0)
        elif argument.startswith("--unusable"):
            print("the networks are missing", file=sys.stderr)
            sys.exit(69)
        elif arguments[:1] == ["nonsense"]:
            print("it takes no such value", file=sys.stderr)
            sys.exit(64)
        elif argument.startswith("-"):
            options.append(argument)
            if "=" not in argument and arguments and not arguments[0].startswith("-"):
                options.append(arguments.pop(0))
        else:
            sources.append(argument)
    settings = hashlib.sha256("\n".join(options).encode()).hexdigest()
    models = hashlib.sha256(b"models").hexdigest()
    if os.environ.get("STUB_MODELS"):
        models = hashlib.sha256(os.environ["STUB_MODELS"].encode()).hexdigest()
    state = {"settingsSHA256": settings, "modelSHA256": models}
    lock = threading.Lock()
    answered = 0

    def tell(event, **names):
        with lock:
            print(json.dumps({"schema": 1, "command": "worker", "event": event, **names}), flush=True)

    def beat():
        while True:
            time.sleep(heartbeat)
            tell("heartbeat", answered=answered, inFlight=0, waiting=0)

    if heartbeat:
        threading.Thread(target=beat, daemon=True).start()
    tell("ready", version=os.environ.get("STUB_VERSION", "stub"), jobs=jobs, requests=4 * jobs, **state)
    failed = 0
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(1))
    for number, line in enumerate(sys.stdin, 1):
        try:
            request = json.loads(line)
            identifier, source, name = request["id"], request["source"], request["target"]
        except (ValueError, KeyError):
            tell("refused", line=number, reason="not a request")
            continue
        if set(request) - {"id", "source", "target", "sourceSHA256", "edit", "earlier"}:
            tell("refused", line=number, reason="it has other names", id=identifier)
            continue
        answer = {
            "id": identifier, **state, "file": source, "regions": [], "hiddenCount": 0, "doubtfulCount": 0, "warnings": [],
            "seconds": 0.0}
        with open(source, "rb") as file:
            data = file.read()
        answer["sourceSHA256"] = hashlib.sha256(data).hexdigest()
        word = data.split(None, 1)[0] if data.split() else b""
        if stopped:
            word = b"pending"
        if word == b"crash":
            os.kill(os.getpid(), signal.SIGKILL)
        elif word == b"hang":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif word == b"sleep":
            threading.Event().wait()
        elif word.startswith(b"once:") and not os.path.exists(word[5:]):
            open(word[5:], "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        if request.get("sourceSHA256", answer["sourceSHA256"]) != answer["sourceSHA256"]:
            word = b"failed"
        if word == b"text":
            answer.update(status="other", reason="not a photo")
        elif word == b"pending":
            answer.update(status="pending", reason="ended by a signal")
        elif word == b"failed":
            answer.update(status="failed", reason=f"{source} holds two pictures")
            failed += 1
        else:
            edit = request.get("edit", {
                "style": [option for option in options if option != TELLING], "at": 0.1, "margin": 1.3,
                "regions": found(0.1, 0.6) if LOW in options else found(0.1)})
            for record in {source, os.path.splitext(source)[0]}:
                for ending in (".AAE", ".aae"):
                    if os.path.exists(record + ending) and "edit" not in request:
                        with open(record + ending) as file:
                            edit["regions"] += found(*map(float, file.read().split()[1:]))
            # What it hid before, it hides now.
            if request.get("earlier", {}).get("sourceSHA256") == answer["sourceSHA256"]:
                earlier = request["earlier"]["edit"]
                edit["kept"] = earlier["style"]
                here = [region["rect"] for region in edit["regions"]]
                edit["regions"] += [region for region in earlier["regions"] if region["rect"] not in here]
            if "jpeg" in options and not name.lower().endswith((".jpg", ".jpeg")):
                name += ".jpg"
            out = os.path.join(target, name)
            os.makedirs(os.path.dirname(out), exist_ok=True)
            # What a copy tells besides is in no edit.
            made = b"scrubbed " + json.dumps(edit["style"]).encode() + (b"told" if TELLING in options else b"") + data
            with open(out, "wb") as file:
                file.write(made)
            answer.update(
                status="done", target=name, targetSHA256=hashlib.sha256(made).hexdigest(), edit=edit, hiddenCount=1, way="bitCopy",
                doubtfulCount=int(word == b"doubtful"), width=4, height=3, regions=[])
            if word.startswith(b"odd:"):
                answer.update(json.loads(word[4:]))
        answered += 1
        tell("answer", **answer)
    tell("ended", answered=answered, failed=failed, interrupted=bool(stopped))
    sys.exit(1 if failed else 0)


main()
