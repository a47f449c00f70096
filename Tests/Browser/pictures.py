"""Pictures of the page, for README and Documentation and for looking at it: into the folder REVIEW_PICTURES."""
from reviewing import DESKTOP, PHONE, picture_folder


def shoot(reviewer, name):
    reviewer.page.wait_for_timeout(4200)  # until what was said last has gone
    reviewer.page.screenshot(path=picture_folder() / f"review-{name}.png")


def pictures(reviewer):
    """Desktop and phone, light and dark, at the first question about a face."""
    page = reviewer.page
    reviewer.settle()
    for size, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
        page.set_viewport_size(viewport)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            shoot(reviewer, f"{size}-{scheme}")


def dialogs(reviewer):
    """Every dialog, light."""
    page = reviewer.page
    reviewer.settle()
    for key, name in (("?", "help"), ("r", "history"), ("g", "alike")):
        page.locator("#stage").focus()
        reviewer.press(key)
        page.wait_for_timeout(300)
        if page.locator("dialog[open]").count():
            shoot(reviewer, name)
            reviewer.press("Escape")
    page.get_by_role("button", name="Settings").click()
    reviewer.dialog("settings")
    shoot(reviewer, "settings")
    reviewer.press("Escape")
    page.locator("#stage").focus()
    reviewer.press("a")
    stage = reviewer.edges("#stage")
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    reviewer.drag((x - 30, y - 30), (x + 60, y + 90))
    shoot(reviewer, "drawn")
    reviewer.press("Control+s")
    reviewer.dialog("done")
    shoot(reviewer, "done")


SCENARIOS = {"pictures": pictures, "dialogs": dialogs}
