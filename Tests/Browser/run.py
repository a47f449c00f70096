#!/usr/bin/env python3
"""Runs scenarios at the review page in a real browser: run.py SCENARIO|GROUP|all [URL], or run.py -.

The URL is what `faceblur review --no-open` prints, with its token, which is used up: one scenario per URL. Without one, each
scenario has a stand-in for the program. Ends with 0, or with 1 and what does not hold; 77 where the review named cannot show
it (no burst in it, for example).

With - it takes orders from standard input, one a line: {"scenario": …, "url": …, "work": what the scenario is to do}. It answers
each with a line: {"scenario": …, "outcome": "ok"|"failed"|"skipped", "words": …, "told": what the scenario says}. One browser
serves all of them.
"""
import json
import sys
import threading
import traceback

import access
import collection
import deciding
import ending
import film
import pictures
import speed
import touch
import views
from mock import server as stand_in
from reviewing import Failed, Reviewer, Skipped, browser

GROUPS = {
    "deciding": deciding.SCENARIOS, "ending": ending.SCENARIOS, "access": access.SCENARIOS, "touch": touch.SCENARIOS, "speed": speed.SCENARIOS,
    "views": views.SCENARIOS, "pictures": pictures.SCENARIOS,
}
EVERY = {name: scenario for group in GROUPS.values() for name, scenario in group.items()}
# What is told what to do.
WORKING = collection.SCENARIOS | film.SCENARIOS
OPTIONS = {"fingers": touch.OPTIONS}
# What "all" leaves out: these show and measure, and decide nothing.
ASKED_FOR = {"pictures", "dialogs", "speed", "opening"}


def play(chromium, name, scenario, url, *work):
    server = None
    if url is None:
        server, url = stand_in.serve(stand_in.usual(30))
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        reviewer = Reviewer(chromium, url, **OPTIONS.get(name, {}))
        try:
            return scenario(reviewer, *work)
        except Exception as error:
            error.add_note(f"unanswered: {reviewer.unanswered[-8:]}")
            raise
        finally:
            reviewer.close()
    finally:
        if server:
            server.shutdown()
            server.server_close()


def attempt(chromium, name, scenario, url, *work):
    """What came of a scenario: its outcome, words for people, and what it told."""
    try:
        return "ok", "", play(chromium, name, scenario, url, *work)
    except Skipped as reason:
        return "skipped", str(reason), None
    except Exception as error:
        # The lines of the scenario tell what was waited for.
        steps = [f"{f.filename}:{f.lineno}: {f.line}" for f in traceback.extract_tb(error.__traceback__) if "Tests/Browser" in f.filename]
        kind = "" if isinstance(error, Failed) else f"{type(error).__name__}: "
        return "failed", "\n  ".join([scenario.__doc__, f"{kind}{error}", *steps[1:], *getattr(error, "__notes__", [])]), None


def serve(lines):
    """Plays what each line orders."""
    with browser() as chromium:
        for line in lines:
            order = json.loads(line)
            name = order["scenario"]
            if name in WORKING:
                outcome = attempt(chromium, name, WORKING[name], order["url"], order["work"])
            else:
                outcome = attempt(chromium, name, EVERY[name], order["url"])
            print(json.dumps({"scenario": name} | dict(zip(("outcome", "words", "told"), outcome))), flush=True)
    return 0


def main(arguments):
    if arguments == ["-"]:
        return serve(sys.stdin)
    if not arguments or len(arguments) > 2:
        print(__doc__, file=sys.stderr)
        for group, scenarios in GROUPS.items():
            print(f"{group}: {', '.join(scenarios)}", file=sys.stderr)
        return 64
    wanted, url = arguments[0], arguments[1] if len(arguments) > 1 else None
    if wanted == "all":
        chosen = {name: scenario for name, scenario in EVERY.items() if name not in ASKED_FOR}
    else:
        chosen = {wanted: EVERY[wanted]} if wanted in EVERY and not (wanted in GROUPS and url is None) else GROUPS.get(wanted)
    if not chosen:
        print(f"There is no scenario '{wanted}'.", file=sys.stderr)
        return 64
    code = 0
    with browser() as chromium:
        for name, scenario in chosen.items():
            outcome, words, _ = attempt(chromium, name, scenario, url)
            print(f"{outcome if outcome != 'failed' else 'FAILED'} {name}{words and f': {words}'}", file=sys.stderr)
            code = 1 if outcome == "failed" or code == 1 else 77 if outcome == "skipped" else code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
