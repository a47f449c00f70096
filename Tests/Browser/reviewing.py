"""How scenarios use the review page: a real browser, the page as a person sees it, and what the program says of it."""
import contextlib
import os
import pathlib
import shutil
import time
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

# Milliseconds; a machine that does much else besides takes longer for everything.
PATIENCE = int(os.environ.get("REVIEW_PATIENCE", "15000"))
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 400, "height": 800}
# Debian's name and others'; REVIEW_BROWSER names another one.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Failed(Exception):
    """What a person was promised does not hold."""


def expect(holds, words):
    if not holds:
        raise Failed(words)


def wait(page, holds, arg=None):
    """Waits until a function holds in the page. Playwright's own way evaluates text, which the page's policy forbids."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(holds, arg):
        if time.monotonic() > end:
            raise Failed(f"the page does not come to: {holds} {'' if arg is None else arg}")
        time.sleep(0.02)


@contextlib.contextmanager
def browser():
    with sync_playwright() as playwright:
        path = os.environ.get("REVIEW_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
        # Chromium's own sandbox does not work for root.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=path, args=arguments, headless=True)
        try:
            yield chromium
        finally:
            chromium.close()


class Reviewer:
    """A person at the page. Reads what is shown; `queue` and `photo` ask the program itself."""

    def __init__(self, chromium, url, viewport=DESKTOP, **options):
        self.url = url
        self.context = chromium.new_context(viewport=viewport, **options)
        self.context.set_default_timeout(PATIENCE)
        self.problems = []
        # Told where a scenario fails: some requests are given up on purpose.
        self.unanswered = []
        self.page = self.open(url)

    def open(self, url):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"error in the page: {error}"))
        page.on("requestfailed", lambda request: self.unanswered.append(f"{request.method} {urlsplit(request.url).path}: {request.failure}"))
        page.on("console", lambda each: self.problems.append(f"console: {each.text}") if "Content Security" in each.text else None)
        page.goto(url)
        wait(page, "() => !document.getElementById('app').hidden || !document.getElementById('end').hidden")
        expect(page.locator("#end").is_hidden(), f"the page did not open: {page.locator('#end').inner_text()}")
        return page

    def close(self):
        self.context.close()
        expect(not self.problems, "; ".join(self.problems))

    # What the program says

    def ask(self, path, page=None):
        answer = (page or self.page).evaluate("async (path) => { const r = await fetch(path.slice(1)); return [r.status, await r.json()]; }", path)
        expect(answer[0] == 200, f"GET {path} answered {answer}")
        return answer[1]

    def say(self, path, body, page=None):
        return (page or self.page).evaluate(
            "async ([path, body]) => (await fetch(path.slice(1), {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})).status",
            [path, body],
        )

    def queue(self):
        return self.ask("/api/queue")

    def photo(self, number):
        return self.ask(f"/api/photo/{number}")

    def region(self, number, name):
        return next((r for r in self.photo(number)["regions"] if r["id"] == name), None)

    def until(self, holds, words):
        """Waits for what the program will say."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            value = holds()
            if value:
                return value
            if time.monotonic() > end:
                raise Failed(words)
            time.sleep(0.05)

    # What is shown

    @property
    def number(self):
        return int(self.page.locator("#stage").get_attribute("data-photo"))

    @property
    def here(self):
        """The region that is looked at."""
        box = self.page.locator(".box.here")
        return box.get_attribute("data-region") if box.count() else None

    def settle(self):
        """Waits until the photo is drawn with all that was said."""
        wait(
            self.page,
            "() => { const s = document.getElementById('stage').dataset; return s.shown && s.shown.startsWith(s.photo + '@') && !document.querySelector('.box.pending'); }"
        )

    def wait_until_drawn(self):
        """Waits until the stage has drawn what it shows by now: it draws with the browser's next frame."""
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def wait_for(self, number, region=None):
        wait(
            self.page,
            "([photo, region]) => document.getElementById('stage').dataset.photo === String(photo) &&"
            " (region === null || document.querySelector('.box.here')?.dataset.region === region)",
            [number, region],
        )
        self.settle()

    def go(self, number, region=None):
        """To a photo by the list, as a person would; to a region of it by its box."""
        name = self.queue()["photos"][number]["name"]
        self.page.select_option("#photo-filter", "all")
        self.page.fill("#photo-search", name)
        self.page.locator(f"#photo-{number}").click()
        self.page.fill("#photo-search", "")
        self.wait_for(number)
        if region:
            self.page.locator(f'.box[data-region="{region}"]').click()
            self.wait_for(number, region)
        else:
            self.page.locator("#stage").focus()

    def press(self, keys):
        self.page.keyboard.press(keys)

    def dialog(self, name):
        self.page.wait_for_selector(f'dialog[data-dialog="{name}"][open]')
        return self.page.locator(f'dialog[data-dialog="{name}"]')

    def choose(self, name, words):
        self.dialog(name).get_by_role("button", name=words).click()
        self.page.wait_for_selector(f'dialog[data-dialog="{name}"]', state="detached")

    def drag(self, start, end, steps=8):
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=steps)
        mouse.up()

    def edges(self, selector):
        return self.page.locator(selector).bounding_box()

    def question(self, holds, words):
        """The first question of a kind; None is reported by the scenario as not to be had here."""
        found = next((q for q in self.queue()["questions"] if holds(q)), None)
        if found is None:
            raise Skipped(f"this review has {words}")
        return found


class Skipped(Exception):
    """The review that was named cannot show this."""


def picture_folder():
    folder = pathlib.Path(os.environ.get("REVIEW_PICTURES", ".build/review-pictures"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
