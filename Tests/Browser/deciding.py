"""Deciding about faces: every act, and that the program has it afterwards."""
from reviewing import Skipped, expect, wait


def take_back(reviewer):
    """A box that is no face is left visible by one key, and the next question comes."""
    number, region, _, _ = reviewer.question(lambda q: q[2] == "doubtful", "no doubtful face")
    left = len(reviewer.queue()["questions"])
    reviewer.go(number, region)
    reviewer.press("x")
    reviewer.until(lambda: answered(reviewer, number, region)["state"] == "excluded", "X did not leave the box visible")
    queue = reviewer.queue()
    expect(len(queue["questions"]) <= left, "the question was not answered")
    expect(not any(q[0] == number and q[1] == region for q in queue["questions"]), "the question is still open")
    expect(queue["photos"][number]["changed"], "the photo is not said to be changed")
    if queue["questions"]:
        expect((reviewer.number, reviewer.here) != (number, region), "the page stayed where it was")
    return number, region


def answered(reviewer, number, region):
    """The region; where more than one may be meant, this one alone is."""
    if reviewer.page.locator('dialog[data-dialog="alike"]').count():
        reviewer.choose("alike", "Only this one")
    return reviewer.region(number, region)


def confirm(reviewer):
    """Space says that it is right; nothing is rendered for that."""
    number, region, _, _ = reviewer.question(lambda q: q[1] is not None, "no question about a region")
    before = reviewer.region(number, region)["state"]
    changed = reviewer.queue()["changed"]
    reviewer.go(number, region)
    reviewer.press("Space")
    reviewer.until(lambda: reviewer.region(number, region)["looked"], "Space did not answer the question")
    expect(reviewer.region(number, region)["state"] == before, "Space changed the region")
    expect(reviewer.queue()["changed"] == changed, "a confirmed face is to be rendered")


def draw(reviewer):
    """A missed face is drawn with the mouse, where the mouse went."""
    number = reviewer.number
    reviewer.settle()
    before = {r["id"] for r in reviewer.photo(number)["regions"]}
    stage = reviewer.edges("#stage")
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    reviewer.press("a")
    reviewer.drag((x - 20, y + 30), (x + 50, y + 110))
    added = reviewer.until(
        lambda: [r for r in reviewer.photo(number)["regions"] if r["id"] not in before], "the program has no new region")
    expect(len(added) == 1 and added[0]["origin"] == "manual" and added[0]["state"] == "applied", f"drawn: {added}")
    reviewer.wait_for(number, added[0]["id"])
    box = reviewer.edges(f'.box[data-region="{added[0]["id"]}"]')
    off = max(abs(box["x"] - (x - 20)), abs(box["y"] - (y + 30)), abs(box["width"] - 70), abs(box["height"] - 80))
    expect(off < 4, f"the box is {off:.1f} pixels from where it was drawn")
    return number, added[0]["id"]


def move_and_resize(reviewer):
    """A box is dragged, pulled at a corner, and moved by arrow keys."""
    number, region = draw(reviewer)
    box = f'.box[data-region="{region}"]'
    before = reviewer.edges(box)
    was = reviewer.region(number, region)
    middle = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    reviewer.drag(middle, (middle[0] - 40, middle[1] - 50))
    now = reviewer.until(lambda: moved(was, reviewer.region(number, region)), "dragging did not move the box")
    expect(abs(now["width"] - was["width"]) < 0.002 and now["x"] < was["x"] and now["y"] < was["y"], f"dragged: {was} → {now}")
    reviewer.settle()

    after = reviewer.edges(box)
    corner = after["x"] + after["width"], after["y"] + after["height"]
    was = now
    reviewer.drag(corner, (corner[0] + 30, corner[1] + 20))
    now = reviewer.until(lambda: moved(was, reviewer.region(number, region)), "the corner did not move")
    expect(now["width"] > was["width"] and now["height"] > was["height"] and abs(now["x"] - was["x"]) < 0.002, f"pulled: {was} → {now}")
    reviewer.settle()

    was = now
    reviewer.press("ArrowRight")
    reviewer.press("Shift+ArrowRight")
    now = reviewer.until(lambda: moved(was, reviewer.region(number, region)), "arrow keys did not move the box")
    expect(now["x"] > was["x"] and abs(now["y"] - was["y"]) < 1e-6, f"by arrows: {was} → {now}")
    was = now
    reviewer.press("Alt+ArrowDown")
    now = reviewer.until(lambda: moved(was, reviewer.region(number, region)), "Alt and an arrow key did not resize the box")
    expect(now["height"] > was["height"] and abs(now["x"] - was["x"]) < 1e-6, f"by Alt and an arrow: {was} → {now}")


def moved(was, now):
    keys = ("x", "y", "width", "height")
    return now if any(abs(was[k] - now[k]) > 1e-6 for k in keys) else None


def undo_and_redo(reviewer):
    """Steps in two photos are taken back and done again, the page going to where they were."""
    queue = reviewer.queue()["questions"]
    first = next((q for q in queue if q[1] is not None and q[3] == 0), None)
    second = next((q for q in queue if first and q[1] is not None and q[3] == 0 and q[0] != first[0]), None)
    if not second:
        first, second = [q for q in queue if q[1] is not None][:2]
    places = [(q[0], q[1]) for q in (first, second)]
    states = []
    for number, region in places:
        states.append(reviewer.region(number, region)["state"])
        reviewer.go(number, region)
        reviewer.press("Delete")
        reviewer.until(lambda: answered(reviewer, number, region)["state"] != states[-1], "Delete did nothing")
    for (number, region), state in reversed(list(zip(places, states))):
        reviewer.press("Control+z")
        reviewer.until(lambda: reviewer.region(number, region)["state"] == state, "undo did not take the step back")
        reviewer.wait_for(number, region)
    expect(reviewer.queue()["changed"] == 0, "after undo photos are still said to be changed")
    for (number, region), state in zip(places, states):
        reviewer.press("Control+Shift+z")
        reviewer.until(lambda: reviewer.region(number, region)["state"] != state, "redo did not do the step again")
        reviewer.wait_for(number, region)
    reviewer.page.get_by_role("button", name="Undo").click()
    reviewer.until(lambda: reviewer.region(*places[1])["state"] == states[1], "the button did not undo")


def alike(reviewer):
    """The same false box in similar photos is shown as a grid and answered once, as one step."""
    number, region, _, _ = reviewer.question(lambda q: q[3] > 0, "no questions that may be the same")
    members = reviewer.ask(f"/api/alike?photo={number}&region={region}")["members"]
    if len({(m["photo"], m["region"]) for m in members} - {(number, region)}) == 0:
        raise Skipped("this review has no pictures that are the same")
    reviewer.go(number, region)
    reviewer.press("g")
    dialog = reviewer.dialog("alike")
    tiles = dialog.locator(".tile").count()
    expect(tiles == len({(m["photo"], m["region"]) for m in members} | {(number, region)}), f"{tiles} pictures are shown of {len(members)}")
    wait(reviewer.page, "() => [...document.querySelectorAll('.tile input')].every((e) => e.checked)")
    expect(all(reviewer.region(m["photo"], m["region"])["state"] == "applied" for m in members), "something changed before it was confirmed")
    reviewer.choose("alike", "None is a face")
    for m in members:
        reviewer.until(lambda: reviewer.region(m["photo"], m["region"])["state"] == "excluded", f"{m} was not left visible")
    reviewer.press("Control+z")
    for m in members:
        reviewer.until(lambda: reviewer.region(m["photo"], m["region"])["state"] == "applied", f"undo left {m} visible")


def original(reviewer):
    """The original is fetched while a key is held, and gone when it is let go."""
    asked = []
    reviewer.page.on("request", lambda request: asked.append(request.url) if "/original" in request.url else None)
    reviewer.settle()
    for _ in range(2):
        reviewer.page.keyboard.down("o")
        reviewer.page.wait_for_selector("#stage.original")
        reviewer.page.keyboard.up("o")
        reviewer.page.wait_for_selector("#stage:not(.original)")
    expect(len(asked) == 2, f"the original was asked for {len(asked)} times: it is kept, or was not shown")


def looks(reviewer):
    """Another style and a tone are chosen by their previews, a slider changes the margin."""
    number = reviewer.number
    reviewer.settle()
    page = reviewer.page
    if not page.locator("#looks").evaluate("e => e.open"):
        page.locator("#looks summary").click()
    page.wait_for_selector('[data-look="blur"] canvas.loaded')
    page.locator('[data-look="blur"]').click()
    reviewer.until(lambda: reviewer.photo(number)["style"] == "blur", "the style was not changed")
    page.locator('[data-look="sepia"]').click()
    reviewer.until(lambda: (reviewer.photo(number)["sepia"] or 0) > 0, "sepia was not switched on")
    page.locator('[data-look="sepia"]').click()
    reviewer.until(lambda: not reviewer.photo(number)["sepia"], "sepia was not switched off")
    page.locator('[data-look="posterize"]').click()
    reviewer.until(lambda: reviewer.photo(number)["hasTable"], "no table was put in")
    page.locator('[data-look="none"]').click()
    reviewer.until(lambda: not reviewer.photo(number)["hasTable"], "the table stayed")
    page.locator('[data-slider="margin"]').focus()
    before = reviewer.photo(number)["margin"]
    page.keyboard.press("ArrowRight")
    reviewer.until(lambda: reviewer.photo(number)["margin"] > before, "the slider did nothing")


def hurry(reviewer):
    """Keys pressed faster than the program answers are all answered, each for the question that was shown."""
    answered_here = []
    for _ in range(min(8, len(reviewer.queue()["questions"]) - 1)):
        # Only where the face is there can it be meant.
        reviewer.page.wait_for_selector("#placeholder", state="hidden")
        wait(reviewer.page, "() => document.querySelector('[data-act=right] .words').textContent !== 'Next'")
        answered_here.append((reviewer.number, reviewer.here))
        reviewer.press("Space")
    expect(len(set(answered_here)) == len(answered_here), f"it came back to what was answered: {answered_here}")
    reviewer.until(
        lambda: not {(q[0], q[1]) for q in reviewer.queue()["questions"]} & set(answered_here), f"of these some were passed without an answer: {answered_here}")


def unseen(reviewer):
    """What is not shown yet cannot be answered: keys do nothing until the face or its photo is there."""
    page = reviewer.page
    held, is_held = [], [True]
    page.route("**/picture/**", lambda route: held.append(route) if is_held[0] else route.continue_())
    page.reload()
    wait(page, "() => !document.getElementById('app').hidden && document.querySelector('#face-title').textContent !== 'Opening…'")
    place = reviewer.number, reviewer.here

    def is_open():
        return place in {(q[0], q[1]) for q in reviewer.queue()["questions"]}

    reviewer.press("Space")
    reviewer.press("x")
    page.wait_for_timeout(300)
    expect(is_open(), "a question was answered whose picture was not shown")
    expect((reviewer.number, reviewer.here) == place, "the page went on from what was not shown")
    is_held[0] = False
    for route in held:
        route.continue_()
    reviewer.settle()
    reviewer.press("Space")
    reviewer.until(lambda: not is_open(), "Space did nothing once the picture was shown")


def take_back_photo(reviewer):
    """R takes a photo's edit back as a whole, and undo brings it again."""
    # What a run has hidden is nobody's edit.
    number, region, _, _ = reviewer.question(
        lambda q: q[1] is not None and (reviewer.photo(q[0])["steps"][1:] or reviewer.queue()["kind"] == "photos"), "no edit of a person's")
    reviewer.go(number, region)
    reviewer.press("r")
    reviewer.choose("history", "Take everything back")
    reviewer.until(lambda: reviewer.photo(number)["reverted"] or reviewer.photo(number)["changed"], "nothing was taken back")
    reviewer.press("Control+z")
    reviewer.until(lambda: not reviewer.photo(number)["reverted"], "undo did not bring it again")


SCENARIOS = {
    "take-back": take_back, "confirm": confirm, "draw": draw, "move": move_and_resize, "undo": undo_and_redo, "alike": alike,
    "hurry": hurry, "unseen": unseen, "original": original, "looks": looks, "revert": take_back_photo,
}
