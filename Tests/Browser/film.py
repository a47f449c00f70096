"""A film at the page: its tracks are shown doubtful ones first, decided about, drawn into, played, and rendered."""
import access
from reviewing import expect, wait

# What the page leaves around a frame, in pixels.
ROOM = 8


def shown(reviewer):
    """Waits until the frame that is looked at is drawn."""
    wait(reviewer.page, "() => { const s = document.getElementById('stage').dataset; return s.frame !== undefined && s.shown?.startsWith(s.photo + '@'); }")
    return int(reviewer.page.locator("#stage").get_attribute("data-frame"))


def seek(reviewer, frame):
    """To a frame, by the keys that go from one to the next."""
    at = shown(reviewer)
    reviewer.page.locator("#stage").focus()
    while at != frame:
        reviewer.press("." if frame > at else ",")
        at += 1 if frame > at else -1
        wait(reviewer.page, "frame => document.getElementById('stage').dataset.frame === String(frame)", at)


def rows(reviewer):
    return reviewer.page.eval_on_selector_all(".track", "rows => rows.map((row) => row.dataset.track)")


def film(reviewer, work):
    """One of two faces is left visible, a box is drawn for a while, and Done makes the film."""
    page = reviewer.page
    reviewer.until(lambda: reviewer.queue()["waiting"] == 0, "faces are looked for without end")
    wait(page, "() => document.querySelectorAll('.track').length === 2")
    photo = reviewer.photo(0)
    doubtful = [r["id"] for r in photo["regions"] if r["doubtful"]]
    sure = [r["id"] for r in photo["regions"] if not r["doubtful"]]
    expect(len(doubtful) == 1 and len(sure) == 1, f"not one face of each kind: {photo['regions']}")
    expect(rows(reviewer) == doubtful + sure, f"the doubtful face is not first: {rows(reviewer)}")
    # The first question, seen where its face is.
    wait(page, "id => document.querySelector('.box.here')?.dataset.region === id", doubtful[0])
    wait(page, "() => [...document.querySelectorAll('.moment canvas')].every((each) => each.classList.contains('loaded'))")
    wait(page, "() => document.getElementById('face-picture').classList.contains('loaded')")
    expect(shown(reviewer) == work["seen"], "the film is not shown where the face is seen")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)
        access.check(reviewer, scheme)
    page.emulate_media(color_scheme="light")

    page.locator("#stage").focus()
    reviewer.press("x")
    reviewer.until(lambda: reviewer.region(0, doubtful[0])["state"] == "excluded", "X did not leave the face visible")
    expect(not [q for q in reviewer.queue()["questions"] if q[1]], "the question is still open")

    first, last = work["from"], work["to"]
    seek(reviewer, first)
    stage = reviewer.edges("#stage")
    scale = min((stage["width"] - 2 * ROOM) / photo["width"], (stage["height"] - 2 * ROOM) / photo["height"])
    width, height = photo["width"] * scale, photo["height"] * scale
    corner = lambda x, y: (stage["x"] + (stage["width"] - width) / 2 + x * width, stage["y"] + (stage["height"] - height) / 2 + y * height)
    x, y, across, down = work["rect"]
    reviewer.press("a")
    reviewer.drag(corner(x, y), corner(x + across, y + down))
    drawn = lambda: next((r for r in reviewer.photo(0)["regions"] if r["origin"] == "manual"), None)
    region = reviewer.until(drawn, "nothing was drawn")
    expect(region["times"]["frames"] == [0, photo["film"]["frames"] - 1], "what is drawn is not hidden through the whole film")
    wait(page, "id => document.querySelector('.box.here')?.dataset.region === id", region["id"])
    reviewer.press("i")
    reviewer.until(lambda: drawn()["times"]["frames"][0] == first, "I did not begin it here")
    seek(reviewer, last)
    reviewer.press("u")
    reviewer.until(lambda: drawn()["times"]["frames"] == [first, last], "U did not end it here")
    reviewer.press("Control+z")
    reviewer.until(lambda: drawn()["times"]["frames"] == [first, photo["film"]["frames"] - 1], "undo did not take the end back")
    row = page.locator(f'.track[data-track="{region["id"]}"]')
    row.locator("input").last.fill(work["end"])
    row.locator("input").last.press("Enter")
    reviewer.until(lambda: drawn()["times"]["frames"] == [first, last], "the field did not end it there")

    # The film plays as it is, from where the track begins; some browsers cannot, and say so.
    page.locator(f'.track[data-track="{sure[0]}"] [aria-label^="Play"]').click()
    wait(page, "() => document.getElementById('stage').classList.contains('playing') || document.getElementById('film-note').textContent !== ''")
    wait(page, "() => !document.getElementById('stage').classList.contains('playing')")
    hasPlayed = page.locator("#film-note").inner_text() == ""
    expect(not hasPlayed or shown(reviewer) >= 0, "nothing is shown after playing")

    page.locator("#stage").focus()
    reviewer.press("Control+s")
    reviewer.dialog("done")
    results = reviewer.ask("/api/work")["results"]
    expect(len(results) == 1 and not results[0]["error"], f"not made: {results}")
    reviewer.choose("done", "Close the review")
    page.wait_for_selector("#end:not([hidden])")
    return {"excluded": doubtful[0], "kept": sure[0], "drawn": region["id"], "hasPlayed": hasPlayed}


SCENARIOS = {"film": film}
