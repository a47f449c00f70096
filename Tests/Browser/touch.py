"""Fingers: pinching, drawing, tapping."""
from reviewing import PHONE, expect, wait

OPTIONS = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def touch(session, kind, *points):
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]})


def fingers(reviewer):
    """Two fingers come nearer, one draws after Draw was tapped, and a tap on the answers answers."""
    page = reviewer.page
    reviewer.settle()
    session = reviewer.context.new_cdp_session(page)
    stage = reviewer.edges("#stage")
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    touch(session, "touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 9):
        touch(session, "touchMove", (x - 20 - 8 * step, y), (x + 20 + 8 * step, y))
    touch(session, "touchEnd")
    wait(page, "() => parseInt(document.getElementById('zoom-words').textContent) > 150")
    page.get_by_role("button", name="Zoom").tap()

    number = reviewer.number
    before = len(reviewer.photo(number)["regions"])
    page.locator('.tools [data-act="draw"]').tap()
    touch(session, "touchStart", (x, y))
    for step in range(1, 6):
        touch(session, "touchMove", (x + 8 * step, y + 10 * step))
    touch(session, "touchEnd")
    reviewer.until(lambda: len(reviewer.photo(number)["regions"]) == before + 1, "a finger drew no box")
    # A finger that comes down as soon as another one has left is no tap to Chromium.
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Undo").tap()
    reviewer.until(lambda: len(reviewer.photo(number)["regions"]) == before, "a tap on Undo did nothing")

    number, region, _, _ = reviewer.question(lambda q: q[1] is not None and q[3] == 0, "no single question about a region")
    while (reviewer.number, reviewer.here) != (number, region):
        place = reviewer.number, reviewer.here
        page.locator('[data-act="later"]').tap()
        reviewer.until(lambda: (reviewer.number, reviewer.here) != place, "Decide later did not go on")
    page.locator('[data-act="right"]').tap()
    reviewer.until(lambda: reviewer.region(number, region)["looked"], "a tap did not answer")


SCENARIOS = {"fingers": fingers}
