"""The ends of a review, two windows, and a program that does not answer."""
from deciding import draw, take_back
from playwright.sync_api import TimeoutError as TooLate
from reviewing import Skipped, expect, wait


def done(reviewer):
    """A false box is taken back, a face drawn, a step undone; Done renders and reports."""
    drawn, name = draw(reviewer)
    excluded, region = take_back(reviewer)
    changed = reviewer.queue()["changed"]
    reviewer.press("Control+s")
    dialog = reviewer.dialog("done")
    work = reviewer.ask("/api/work")
    expect(work["phase"] == "ended", f"the report was shown while {work['phase']}")
    expect(len(work["results"]) == changed, f"{len(work['results'])} results for {changed} changed photos")
    expect(not [r for r in work["results"] if r["error"]], f"not made: {work['results']}")
    for result in work["results"]:
        expect(result["name"] in dialog.inner_text(), f"the report does not name {result['name']}")
    expect(reviewer.queue()["changed"] == 0, "photos are still to be rendered")
    expect(reviewer.region(excluded, region)["state"] == "excluded", "the box that was taken back is hidden again")
    expect(reviewer.region(drawn, name) is not None or len(reviewer.photo(drawn)["regions"]) > 0, "the drawn face is lost")
    reviewer.choose("done", "Close the review")
    reviewer.page.wait_for_selector("#end:not([hidden])")


def cancel_without_work(reviewer):
    """Esc ends a review in which nothing was changed, without a question."""
    reviewer.settle()
    reviewer.press("Escape")
    reviewer.page.wait_for_selector("#end:not([hidden])")
    expect(reviewer.page.locator("dialog").count() == 0, "it asked although nothing would be lost")
    expect("Every photo is as it was" in reviewer.page.locator("#end").inner_text(), "it does not say that nothing has changed")


def cancel_after_done(reviewer):
    """Who cancels after a Done is not told that every photo is as it was."""
    take_back(reviewer)
    reviewer.press("Control+s")
    reviewer.choose("done", "Go on")
    reviewer.settle()
    reviewer.page.get_by_role("button", name="Cancel", exact=True).click()
    reviewer.page.wait_for_selector("#end:not([hidden])")
    words = reviewer.page.locator("#end").inner_text()
    expect("as it was" not in words and "What was not rendered yet is forgotten" in words, f"it says: {words}")


def cancel_with_work(reviewer):
    """Where work would be lost Cancel asks; going on keeps it, forgetting forgets it."""
    number, region = take_back(reviewer)
    page = reviewer.page
    page.get_by_role("button", name="Cancel", exact=True).click()
    reviewer.choose("cancel", "Go on reviewing")
    expect(reviewer.region(number, region)["state"] == "excluded", "going on lost the change")
    states = []
    # The program ends right after: what it has forgotten is asked for before that.
    page.route("**/api/quit", lambda route: (states.append(None), route.continue_()))
    # Once: the dialog opens when the program has answered, and a second Esc would close it.
    reviewer.settle()
    expect(page.locator(".box.selected").count() == 0, "going on has selected a box")
    reviewer.press("Escape")
    with page.expect_request("**/api/discard"):
        reviewer.dialog("cancel").get_by_role("button", name="forget").click()
    page.wait_for_selector("#end:not([hidden])")
    expect(states, "the program was not told to end")


def two_windows(reviewer):
    """A change of another photo in another window is not overwritten silently: take theirs, or do mine as well."""
    page = reviewer.page
    ours, our_region, *_ = reviewer.question(lambda q: q[1] is not None and q[3] == 0, "no single question about a region")
    theirs, their_region = another_photo(reviewer, ours)
    reviewer.go(ours, our_region)

    def meddle(kind):
        status = decide(reviewer, theirs, {"kind": kind, "regions": [their_region]})
        expect(status == 200, f"the other window was answered {status}")

    meddle("exclude")
    reviewer.press("Delete")
    reviewer.choose("conflict", "Take theirs")
    expect(reviewer.region(ours, our_region)["state"] == "applied", "what was given up was done")
    expect(reviewer.region(theirs, their_region)["state"] == "excluded", "their change is lost")

    reviewer.go(ours, our_region)
    meddle("include")
    reviewer.press("Delete")
    reviewer.choose("conflict", "Do mine as well")
    reviewer.until(lambda: reviewer.region(ours, our_region)["state"] == "excluded", "mine was not done")
    expect(reviewer.region(theirs, their_region)["state"] == "applied", "their change is lost")
    reviewer.settle()
    expect(page.locator("dialog").count() == 0, "it asks again")


def decide(reviewer, number, change):
    """Changes a photo as another window does that shows it as it is. @returns the status."""
    return reviewer.say(f"/api/photo/{number}", {"revision": None, "basis": reviewer.photo(number)["basis"], "change": change})


def another_photo(reviewer, number):
    """Another photo and one of its regions."""
    for other, entry in enumerate(reviewer.queue()["photos"]):
        if other == number or entry["status"] in ("waiting", "failed") or entry.get("film"):
            continue
        if regions := reviewer.photo(other)["regions"]:
            return other, regions[0]["id"]
    raise Skipped("this review has no two photos with faces")


def look_again(reviewer):
    """What was said of a photo that is not as it was shown is never done, whoever changed it: the person looks again."""
    number, region, *_ = reviewer.question(lambda q: q[1] is not None and q[3] == 0, "no single question about a region")
    reviewer.go(number, region)
    expect(decide(reviewer, number, {"kind": "exclude", "regions": [region]}) == 200, "the other window was refused")
    # Here it is hidden still, and right so.
    reviewer.press("Space")
    dialog = reviewer.dialog("changed")
    name = reviewer.queue()["photos"][number]["name"]
    expect(name in dialog.inner_text(), f"it does not name the photo: {dialog.inner_text()}")
    expect(dialog.get_by_role("button", name="mine").count() == 0, "it offers to do it unseen")
    reviewer.choose("changed", "Look at it again")
    reviewer.wait_for(number)
    expect(reviewer.region(number, region)["state"] == "excluded", "something was done all the same")
    expect(reviewer.page.locator("dialog").count() == 0, "it asks again")
    reviewer.go(number, region)
    reviewer.press("x")
    reviewer.until(lambda: reviewer.region(number, region)["state"] == "applied", "who has looked again is refused")


def gone(reviewer):
    """While the program does not answer the page says so, keeps what was decided, and sends it when it is back."""
    number, region, _, alike = reviewer.question(lambda q: q[1] is not None and q[3] == 0, "no single question about a region")
    reviewer.go(number, region)
    pattern = "**/api/**"
    reviewer.page.route(pattern, lambda route: route.abort())
    reviewer.press("Space")
    reviewer.page.wait_for_selector("#gone:not([hidden])")
    expect("1 change" in reviewer.page.locator("#gone").inner_text(), "it does not say what waits")
    again = reviewer.page.get_by_role("button", name="Try again")
    place = again.bounding_box()
    reviewer.page.unroute(pattern)
    try:
        again.click(timeout=5000)
    except TooLate:
        # The page tries again by itself, too, and takes the button away.
        expect(not again.is_visible(), "nothing can be tried again")
    reviewer.until(lambda: reviewer.region(number, region)["looked"], "the answer was lost")
    reviewer.page.wait_for_selector("#gone", state="hidden")
    under = "([x, y]) => document.elementFromPoint(x, y).closest('[data-act]')?.dataset.act"
    act = reviewer.page.evaluate(under, [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2])
    expect(act is None, f"who clicks too late hits {act}")


def reload(reviewer):
    """Loading the page again goes on where it was, without the token, which stands nowhere any more."""
    number, region = take_back(reviewer)
    expect("token" not in reviewer.page.url, f"the token is still in the address: {reviewer.page.url}")
    reviewer.page.reload()
    wait(reviewer.page, "() => !document.getElementById('app').hidden")
    expect(reviewer.region(number, region)["state"] == "excluded", "a decision was lost")


SCENARIOS = {
    "done": done, "cancel-without-work": cancel_without_work, "cancel-after-done": cancel_after_done,
    "cancel-with-work": cancel_with_work, "two-windows": two_windows, "look-again": look_again, "gone": gone, "reload": reload,
}
