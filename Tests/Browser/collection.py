"""Work at photos that the tests of the program know: what is to be done where comes as JSON, what was done goes back as JSON.

A place is {"name": "missed.jpg", "rect": [x, y, width, height]}, in fractions of the photo.
"""
import os
import signal

from reviewing import expect, wait

# What the page leaves around a photo, in pixels.
ROOM = 8


def number_of(reviewer, name):
    names = [photo["name"] for photo in reviewer.queue()["photos"]]
    expect(name in names, f"{name} is not among {names}")
    return names.index(name)


def region_at(reviewer, number, rect):
    """The region that covers the middle of a place."""
    middle = rect[0] + rect[2] / 2, rect[1] + rect[3] / 2
    for region in reviewer.photo(number)["regions"]:
        if abs(region["x"] + region["width"] / 2 - middle[0]) < rect[2] / 2 and abs(region["y"] + region["height"] / 2 - middle[1]) < rect[3] / 2:
            return region["id"]
    return None


def draw_at(reviewer, number, rect):
    """Draws a box with the mouse around what a person sees at a place. Returns the region's name."""
    reviewer.go(number)
    photo = reviewer.photo(number)
    stage = reviewer.edges("#stage")
    scale = min((stage["width"] - 2 * ROOM) / photo["width"], (stage["height"] - 2 * ROOM) / photo["height"])
    width, height = photo["width"] * scale, photo["height"] * scale
    left, top = stage["x"] + (stage["width"] - width) / 2, stage["y"] + (stage["height"] - height) / 2
    corner = lambda x, y: (left + x * width, top + y * height)
    before = {r["id"] for r in photo["regions"]}
    reviewer.press("a")
    reviewer.drag(corner(rect[0], rect[1]), corner(rect[0] + rect[2], rect[1] + rect[3]))
    added = reviewer.until(
        lambda: [r for r in reviewer.photo(number)["regions"] if r["id"] not in before], "the program has no new region")
    region = added[0]
    off = max(abs(region[k] - v) for k, v in zip(("x", "y", "width", "height"), rect))
    expect(off < 0.01, f"drawn at {rect}, and the program has {region}")
    reviewer.settle()
    return region["id"]


def take_back_at(reviewer, place):
    """Says by a key that a box is no face, in all photos in which it is the same."""
    number = number_of(reviewer, place["name"])
    region = region_at(reviewer, number, place["rect"])
    expect(region, f"nothing is hidden at {place}")
    members = reviewer.ask(f"/api/alike?photo={number}&region={region}")["members"]
    members = {(m["photo"], m["region"]) for m in members} | {(number, region)}
    expect(len(members) >= place.get("alike", 1), f"the same is seen {len(members)} times")
    reviewer.go(number, region)
    reviewer.press("x")
    if len(members) > 1:
        dialog = reviewer.dialog("alike")
        expect(dialog.locator(".tile").count() == len(members), "not every photo of the burst is shown")
        wait(reviewer.page, "() => [...document.querySelectorAll('dialog .tile input')].every((box) => box.checked)")
        expect(all(reviewer.region(*m)["state"] == "applied" for m in members), "something changed before it was confirmed")
        reviewer.choose("alike", "None is a face")
    reviewer.until(lambda: all(reviewer.region(*m)["state"] == "excluded" for m in members), "the box was not taken back everywhere")
    expect(not [q for q in reviewer.queue()["questions"] if (q[0], q[1]) in members], "the questions were not answered")
    return [[reviewer.queue()["photos"][photo]["name"], name] for photo, name in sorted(members)]


def answer_everything(reviewer):
    """Space until nothing is asked any more, however often."""
    most = 2 * len(reviewer.queue()["questions"]) + 2
    reviewer.page.locator("#stage").focus()
    for count in range(most):
        if reviewer.page.locator("#left").inner_text() == "All decided":
            return count
        reviewer.settle()
        # Where regions of a photo are answered, it is asked about once more as a whole.
        place = "() => ['left', 'photo-name', 'face-title'].map((id) => document.getElementById(id).textContent).join()"
        before = reviewer.page.evaluate(place)
        reviewer.press("Space")
        wait(reviewer.page, f"before => ({place})() !== before", before)
    expect(False, f"after {most} answers {len(reviewer.queue()['questions'])} questions are left")


def correct(reviewer, work):
    """A false box is taken back in a whole burst, a missed face drawn, both undone and done again, everything else looked at; Done."""
    first = reviewer.queue()["questions"][0]
    expect(first[2] == "doubtful" and (reviewer.number, reviewer.here) == (first[0], first[1]), "it does not begin with a doubtful face")
    visible = take_back_at(reviewer, work["false"])
    missed = number_of(reviewer, work["missed"]["name"])
    expect(reviewer.queue()["photos"][missed]["status"] == "noFace", "the face was not missed")
    drawn = draw_at(reviewer, missed, work["missed"]["rect"])

    names = [photo["name"] for photo in reviewer.queue()["photos"]]
    isVisible = lambda: [reviewer.region(names.index(n), r)["state"] for n, r in visible] == ["excluded"] * len(visible)
    reviewer.press("Control+z")
    reviewer.until(lambda: not reviewer.photo(missed)["regions"], "undo left what was drawn")
    expect(isVisible(), "undo took two steps back")
    reviewer.press("Control+z")
    reviewer.until(lambda: not isVisible(), "undo left the burst visible")
    expect(reviewer.queue()["changed"] == 0, "after undo photos are still said to be changed")
    reviewer.press("Control+Shift+z")
    reviewer.until(isVisible, "redo did not take the burst back again")
    reviewer.press("Control+Shift+z")
    reviewer.until(lambda: region_at(reviewer, missed, work["missed"]["rect"]), "redo did not draw again")

    answers = answer_everything(reviewer)
    queue = reviewer.queue()
    expect(not queue["questions"] and all(photo["looked"] for photo in queue["photos"]), "not everything is looked at")
    reviewer.press("Control+s")
    dialog = reviewer.dialog("done")
    work = reviewer.ask("/api/work")
    expect(not work["error"] and not [r for r in work["results"] if r["error"]], f"not made: {work}")
    changed = {name for name, _ in visible} | {names[missed]}
    expect({r["name"] for r in work["results"]} == changed, f"made were {[r['name'] for r in work['results']]}, not {changed}")
    for name in changed:
        expect(name in dialog.inner_text(), f"the report does not name {name}")
    expect(work["signOff"] and work["signOff"] in dialog.inner_text(), "the report does not name the sign-off")
    reviewer.choose("done", "Close the review")
    reviewer.page.wait_for_selector("#end:not([hidden])")
    return {"visible": visible, "drawn": drawn, "answers": answers}


def killed(reviewer, work):
    """The program is killed after a change was made and before another could be: the page says so, and keeps what it could not send."""
    visible = take_back_at(reviewer, work["false"])
    missed = number_of(reviewer, work["missed"]["name"])
    drawn = draw_at(reviewer, missed, work["missed"]["rect"])
    os.kill(work["process"], signal.SIGKILL)
    reviewer.press("ArrowLeft")
    reviewer.page.wait_for_selector("#gone:not([hidden])")
    # A picture may have been missed before.
    wait(reviewer.page, "() => document.getElementById('gone').textContent.includes('1 change')")
    return {"visible": visible, "drawn": drawn}


def loose(reviewer, work):
    """Photos that nobody has scrubbed: a face is drawn, one said to be right, one left visible; Done makes edits of what is hidden."""
    page = reviewer.page
    reviewer.until(lambda: reviewer.queue()["waiting"] == 0, "faces are looked for without end")
    drawn = draw_at(reviewer, number_of(reviewer, work["missed"]["name"]), work["missed"]["rect"])
    for key, wanted in (("visible", "x"), ("right", "Space")):
        number = number_of(reviewer, work[key]["name"])
        region = region_at(reviewer, number, work[key]["rect"])
        expect(region, f"the face of {work[key]['name']} was not found")
        reviewer.go(number, region)
        reviewer.press(wanted)
        reviewer.until(lambda: reviewer.region(number, region)["looked"], f"{wanted} did not answer")
        expect(reviewer.region(number, region)["state"] == ("excluded" if key == "visible" else "applied"), f"{wanted} did something else")
    reviewer.press("Control+s")
    reviewer.dialog("done")
    results = reviewer.ask("/api/work")["results"]
    expect(not [r for r in results if r["error"]], f"not made: {results}")
    expect({r["name"] for r in results} == {work["missed"]["name"], work["right"]["name"]}, f"made were {results}")
    reviewer.choose("done", "Close the review")
    page.wait_for_selector("#end:not([hidden])")
    return {"drawn": drawn}


SCENARIOS = {"correct": correct, "killed": killed, "loose": loose}
