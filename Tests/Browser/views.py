"""A photo that not all viewers show alike: its faces and the whole of it are seen as each of them shows it."""
from access import check
from reviewing import Skipped, expect, wait

# The mean of each colour in the middle of a canvas.
MEANS = """selector => {
  const canvas = document.querySelector(selector), side = Math.round(Math.min(canvas.width, canvas.height) / 4);
  const data = canvas.getContext('2d').getImageData((canvas.width - side) / 2, (canvas.height - side) / 2, side, side).data;
  const sums = [0, 0, 0];
  for (let place = 0; place < data.length; place += 1) if (place % 4 < 3) sums[place % 4] += data[place];
  return sums.map((sum) => 4 * sum / data.length);
}"""


def differ(a, b):
    return max(abs(x - y) for x, y in zip(a, b)) > 8


def views(reviewer):
    """A face is shown as each viewer shows it, V and a button lead through the views of the photo and its original, and nothing is answered before."""
    page = reviewer.page
    photos = [(n, reviewer.photo(n)) for n, each in enumerate(reviewer.queue()["photos"]) if each["faces"] > 0 and not each.get("film")]
    number, photo = next(((n, p) for n, p in photos if p.get("views")), (None, None))
    if photo is None:
        raise Skipped("this review has no photo that viewers show in more than one way")
    alike = next((n for n, p in photos if not p.get("views")), None)
    count = len(photo["views"]) + 1
    expect(any("some viewers show it otherwise" in words for words in photo["warnings"]), f"no warning says so: {photo['warnings']}")

    region = photo["regions"][-1]["id"]
    held, is_held = [], [True]
    page.route("**/face/*view=*", lambda route: held.append(route) if is_held[0] else route.continue_())
    # What was loaded before is not there any more.
    page.reload()
    wait(page, "() => !document.getElementById('app').hidden")
    reviewer.go(number, region)
    reviewer.press("x")
    page.wait_for_timeout(300)
    expect(reviewer.region(number, region)["state"] == "applied", "a face was answered that was not shown as every viewer shows it")
    is_held[0] = False
    for route in held:
        route.continue_()
    page.wait_for_selector("#face-views:not([hidden])")
    tiles = page.locator("#face-views button")
    words = tiles.all_inner_texts()
    expect(words[0] == "as most show it" and set(words[1:]) <= set(photo["views"]) and len(words) > 1, f"the face is shown: {words}")
    expect(all(tile.get_attribute("aria-pressed") is not None for tile in tiles.all()), "no tile says whether it is looked at")
    usual, other = (page.evaluate(MEANS, f"#face-views button:nth-child({n}) canvas") for n in (1, 2))
    expect(differ(usual, other), f"two views of the face show the same: {usual}, {other}")

    # A tile shows all of the photo so, and the face large.
    tiles.nth(1).click()
    view = photo["views"].index(words[1]) + 1
    wait(page, "view => document.getElementById('stage').dataset.view === String(view)", view)
    expect(page.locator("#view-name").inner_text() == words[1], "the photo does not say how it is shown")
    expect(tiles.nth(1).get_attribute("aria-pressed") == "true" and tiles.nth(0).get_attribute("aria-pressed") == "false", "the tile does not say that it is looked at")
    expect(not differ(page.evaluate(MEANS, "#face-picture"), other), "the face is not shown large as it was chosen")
    check(reviewer, "another view")

    # V leads through all of them, and back; what is asked for is the original in the same view.
    page.locator("#stage").focus()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/original" in request.url else None)
    seen = []
    for step in range(count):
        reviewer.press("v")
        at = (view + 1 + step) % count
        wait(page, "view => document.getElementById('stage').dataset.view === String(view)", at)
        reviewer.wait_until_drawn()
        seen.append(page.evaluate(MEANS, "#stage canvas"))
        expect(f"{at + 1} of {count}" in page.locator('[data-act="view"]').inner_text(), "the button does not say which view is shown")
        page.keyboard.down("o")
        page.wait_for_selector("#stage.original")
        page.keyboard.up("o")
        page.wait_for_selector("#stage:not(.original)")
        expect((f"view={at}" in asked[-1]) == (at > 0), f"in view {at} the original was asked for as {asked[-1]}")
    expect(any(differ(a, b) for a in seen for b in seen), f"the photo looks the same in all views: {seen}")

    # Another photo begins as most viewers show it, and one that all show alike has none of this.
    if alike is not None:
        reviewer.press("v")
        reviewer.go(alike)
        expect(page.locator("#stage").get_attribute("data-view") == "0", "another photo is shown in the last one's view")
        expect(page.locator('[data-act="view"]').is_hidden() and page.locator("#face-views").is_hidden(), "a photo with one view offers others")
        reviewer.go(number, region)
    reviewer.press("x")
    reviewer.until(lambda: reviewer.region(number, region)["state"] == "excluded", "X did nothing once every view was shown")
    reviewer.press("Control+z")
    reviewer.until(lambda: reviewer.region(number, region)["state"] == "applied", "undo did not take it back")


SCENARIOS = {"views": views}
