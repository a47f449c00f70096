"""Whether everybody can use the page: keys alone, names for screen readers, narrow windows, large text, no motion."""
from reviewing import PHONE, expect, wait

# What a person can do something with.
CONTROLS = {
    "button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "listbox", "option", "slider", "spinbutton", "switch",
    "DisclosureTriangle", "progressbar", "dialog",
}


def nodes(reviewer):
    session = reviewer.context.new_cdp_session(reviewer.page)
    tree = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [n for n in tree if not n.get("ignored")]


def nameless(reviewer):
    role = lambda n: n.get("role", {}).get("value")
    return [role(n) for n in nodes(reviewer) if role(n) in CONTROLS and not n.get("name", {}).get("value", "").strip()]


def findings(reviewer):
    """What axe-core finds serious; nothing where it is not installed."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        return []
    response = Axe().run(reviewer.page).response
    return [
        f"{v['id']}: {v['help']}: {'; '.join(' '.join(n['target']) for n in v['nodes'][:4])}"
        for v in response["violations"] if v["impact"] in ("serious", "critical", "moderate")
    ]


def check(reviewer, where):
    names = nameless(reviewer)
    expect(not names, f"{where}: controls without a name: {names}")
    found = findings(reviewer)
    expect(not found, f"{where}: " + " | ".join(found))


def names(reviewer):
    """Every control has a name, on the page and in every dialog, light and dark; axe-core has nothing serious to say."""
    page = reviewer.page
    reviewer.settle()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        if page.locator("#looks").evaluate("e => e.open") is False:
            page.locator("#looks summary").click()
        page.wait_for_timeout(300)
        check(reviewer, scheme)
        for key, name in (("?", "help"), ("r", "history")):
            page.locator("#stage").focus()
            reviewer.press(key)
            reviewer.dialog(name)
            check(reviewer, f"{scheme}, {name}")
            reviewer.press("Escape")
            page.wait_for_selector(f'dialog[data-dialog="{name}"]', state="detached")
        page.get_by_role("button", name="Settings").click()
        reviewer.dialog("settings")
        check(reviewer, f"{scheme}, settings")
        reviewer.press("Escape")
        page.wait_for_selector('dialog[data-dialog="settings"]', state="detached")


def spoken(reviewer):
    """What happens is said in a live region, and boxes say what they are."""
    number, region, _, _ = reviewer.question(lambda q: q[1] is not None, "no question about a region")
    reviewer.go(number, region)
    label = reviewer.page.locator(f'.box[data-region="{region}"]').get_attribute("aria-label")
    expect("hidden" in label and " of " in label, f"the box says: {label}")
    before = reviewer.page.locator("#spoken").inner_text()
    reviewer.press("Space")
    reviewer.until(lambda: reviewer.page.locator("#spoken").inner_text() not in ("", before), "nothing was said")
    role = reviewer.page.locator("#spoken").get_attribute("role")
    expect(role == "status", f"what is said has the role {role}")


def keyboard(reviewer):
    """A face is drawn, moved, left visible and taken back, settings seen and the work done without a mouse."""
    page = reviewer.page
    reviewer.settle()
    number = reviewer.number
    before = {r["id"] for r in reviewer.photo(number)["regions"]}
    reviewer.press("a")
    reviewer.press("Enter")
    added = reviewer.until(lambda: [r for r in reviewer.photo(number)["regions"] if r["id"] not in before], "Enter drew no box")[0]
    reviewer.wait_for(number, added["id"])
    reviewer.press("ArrowLeft")
    reviewer.until(lambda: reviewer.region(number, added["id"])["x"] < added["x"], "an arrow key did not move the box")

    # Every control is come to by Tab, is seen to have the focus, and none holds it.
    reviewer.press("Escape")
    seen = set()
    page.locator("#stage").focus()
    for _ in range(80):
        reviewer.press("Tab")
        at = page.evaluate(
            "() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return [e.dataset.act ?? (e.id || e.dataset.look || e.dataset.slider || e.dataset.region || e.tagName),"
            " s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2]; }"
        )
        if at[0] in seen and at[0] == "photo-filter":
            break
        expect(at[0] == "BODY" or at[1], f"{at[0]} does not show that it has the focus")
        seen.add(at[0])
    wanted = {"undo", "redo", "settings", "help", "cancel", "done", "photo-filter", "photo-search", "photo-list", "draw", "zoom", "history", "right", "wrong"}
    expect(wanted <= seen, f"Tab does not come to {sorted(wanted - seen)}")

    # The list by keys.
    page.locator("#photo-list").focus()
    reviewer.press("End")
    last = len(reviewer.queue()["photos"]) - 1
    wait(page, "n => document.getElementById('stage').dataset.photo === String(n)", last)
    expect(page.evaluate("document.activeElement.id") == "photo-list", "the list lost the focus")
    page.locator("#stage").focus()
    reviewer.press("Control+z")
    reviewer.press("Control+z")
    reviewer.until(lambda: reviewer.queue()["changed"] == 0, "undo by keys did not take everything back")


def narrow(reviewer):
    """At 400 pixels, and with text twice as large, nothing has to be scrolled sideways and every control is large enough."""
    page = reviewer.page
    page.set_viewport_size(PHONE)
    reviewer.settle()
    for scale in (100, 200):
        page.evaluate("scale => { document.documentElement.style.fontSize = `${scale}%`; }", scale)
        page.wait_for_timeout(200)
        width = page.evaluate("document.documentElement.scrollWidth")
        wide = page.evaluate("() => [...document.querySelectorAll('#app *')].filter((e) => e.offsetParent && !e.closest('.rolls > *') && e.getBoundingClientRect().right > innerWidth + 1)"
                             ".map((e) => e.id || e.className || e.tagName).slice(0, 8)")
        expect(width <= PHONE["width"], f"at {scale} % text the page is {width} pixels wide: {wide}")
        beyond = page.evaluate(
            """() => [...document.querySelectorAll('button:not(.box):not(.look), select, summary')]
               .filter((e) => e.offsetParent && !e.closest('.photos'))
               .map((e) => [e.dataset.act ?? e.id ?? e.tagName, e.getBoundingClientRect()])
               .filter(([, r]) => r.left < -1 || r.right > innerWidth + 1 || r.width < 24 || r.height < 24)
               .map(([name, r]) => `${name} ${Math.round(r.left)}…${Math.round(r.right)}`)"""
        )
        expect(not beyond, f"at {scale} % text these are cut off or too small: {beyond}")
        outside = page.evaluate(
            """() => [...document.querySelectorAll('.answers .button > *, .tools .tool > *, .foot .tool > *')].filter((e) => {
                 const [inner, outer] = [e.getBoundingClientRect(), e.parentElement.getBoundingClientRect()];
                 return e.checkVisibility() && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
               }).map((e) => e.textContent || e.parentElement.dataset.act)"""
        )
        expect(not outside, f"at {scale} % text these stick out of their buttons: {outside}")
        cut = page.evaluate(
            """() => [...document.querySelectorAll('.answers .words, .tools span, .ask h2')]
               .filter((e) => e.offsetParent && !e.closest('.rolls > *') && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
               .map((e) => e.textContent)"""
        )
        expect(not cut, f"at {scale} % text words are cut: {cut}")
        check(reviewer, f"400 pixels, {scale} % text")
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page.get_by_role("button", name="Photos", exact=True).click()
    page.wait_for_selector("#photos [role=option]")
    check(reviewer, "400 pixels, list of photos")


def still(reviewer):
    """Where the system asks for no motion nothing moves."""
    page = reviewer.page
    page.emulate_media(reduced_motion="reduce")
    moving = page.evaluate(
        """() => [...document.querySelectorAll('*')].filter((e) => {
             const s = getComputedStyle(e);
             return s.animationName !== 'none' || s.transitionDuration.split(', ').some((d) => parseFloat(d) > 0);
           }).map((e) => e.id || e.className)"""
    )
    expect(not moving, f"these move: {moving}")


SCENARIOS = {"names": names, "spoken": spoken, "keyboard": keyboard, "narrow": narrow, "still": still}
