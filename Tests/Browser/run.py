#!/usr/bin/env python3
"""Runs scenarios at the review page in a real browser: run.py SCENARIO|GROUP|all [URL].

The URL is what `faceblur review --no-open` prints, with its token, which is used up: one scenario per URL. Without one, each
scenario has a stand-in for the program. Ends with 0, or with 1 and what does not hold; 77 where the review named cannot show
it (no burst in it, for example).
"""
import sys
import threading
import traceback

import access
import deciding
import ending
import pictures
import speed
import touch
from mock import server as stand_in
from reviewing import Failed, Reviewer, Skipped, browser

GROUPS = {
    "deciding": deciding.SCENARIOS, "ending": ending.SCENARIOS, "access": access.SCENARIOS, "touch": touch.SCENARIOS, "speed": speed.SCENARIOS,
    "pictures": pictures.SCENARIOS,
}
OPTIONS = {"fingers": touch.OPTIONS}
# What "all" leaves out: these show and measure, and decide nothing.
ASKED_FOR = {"pictures", "dialogs", "speed"}


def play(chromium, name, scenario, url):
    server = None
    if url is None:
        server, url = stand_in.serve(stand_in.usual(30))
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        reviewer = Reviewer(chromium, url, **OPTIONS.get(name, {}))
        try:
            scenario(reviewer)
        finally:
            reviewer.close()
    finally:
        if server:
            server.shutdown()
            server.server_close()


def main(arguments):
    if not arguments or len(arguments) > 2:
        print(__doc__, file=sys.stderr)
        for group, scenarios in GROUPS.items():
            print(f"{group}: {', '.join(scenarios)}", file=sys.stderr)
        return 64
    wanted, url = arguments[0], arguments[1] if len(arguments) > 1 else None
    every = {name: scenario for group in GROUPS.values() for name, scenario in group.items()}
    if wanted == "all":
        chosen = {name: scenario for name, scenario in every.items() if name not in ASKED_FOR}
    else:
        chosen = {wanted: every[wanted]} if wanted in every and not (wanted in GROUPS and url is None) else GROUPS.get(wanted)
    if not chosen:
        print(f"There is no scenario '{wanted}'.", file=sys.stderr)
        return 64
    code = 0
    with browser() as chromium:
        for name, scenario in chosen.items():
            try:
                play(chromium, name, scenario, url)
                print(f"ok {name}", file=sys.stderr)
            except Skipped as reason:
                print(f"skipped {name}: {reason}", file=sys.stderr)
                code = code or 77
            except Failed as reason:
                print(f"FAILED {name}: {scenario.__doc__}\n  {reason}", file=sys.stderr)
                code = 1
            except Exception as error:
                # The line of the scenario tells what was waited for.
                steps = [f"{f.filename}:{f.lineno}: {f.line}" for f in traceback.extract_tb(error.__traceback__) if "Tests/Browser" in f.filename]
                print(f"FAILED {name}: {scenario.__doc__}\n  {error}\n  " + "\n  ".join(steps[1:]), file=sys.stderr)
                code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
