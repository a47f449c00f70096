"""How long a person waits, in milliseconds; prints one line of JSON."""
import json
import os
import statistics
import time

from reviewing import expect, wait

# Measured in the page: from the key to the frame in which the face and its photo, or the new picture, have been drawn.
WATCH = """(wanted) => new Promise((resolve) => {
  const stage = document.getElementById('stage').dataset, frame = document.getElementById('face-frame').dataset;
  const before = {shown: stage.shown, face: frame.shown};
  addEventListener('keydown', (event) => {
    const start = event.timeStamp;
    const look = () => {
      const isThere = stage.shown && stage.shown.startsWith(stage.photo + '@') && document.getElementById('placeholder').hidden;
      const isOther = wanted === 'place' ? frame.shown && frame.shown !== before.face : stage.shown !== before.shown;
      if (isThere && isOther) requestAnimationFrame(() => resolve(performance.now() - start));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, {once: true, capture: true});
})"""


def timed(reviewer, wanted, key):
    reviewer.page.evaluate(f"() => {{ window.measured = ({WATCH})('{wanted}'); }}")
    reviewer.press(key)
    return reviewer.page.evaluate("window.measured")


def summary(values):
    ordered = sorted(values)
    return {"median": round(statistics.median(values), 1), "worst": round(ordered[-1], 1), "count": len(values)}


def speed(reviewer):
    """Key to next face with neighbours loaded, change to shown preview, and the time in which the page opens."""
    page = reviewer.page
    count = int(os.environ.get("REVIEW_STEPS", "12"))
    opened = page.evaluate("performance.getEntriesByName('opened')[0]?.startTime ?? null")
    reviewer.settle()
    page.wait_for_load_state("networkidle")
    steps, changes = [], []
    questions = [q for q in reviewer.queue()["questions"] if q[1] is not None]
    expect(len(questions) >= 2, "too few questions about regions to measure")
    # The page begins there.
    reviewer.wait_for(*questions[0][:2])
    for _ in range(min(count, len(questions) - 1)):
        reviewer.settle()
        page.wait_for_load_state("networkidle")
        # Neighbours are loaded while a person looks at a face.
        time.sleep(0.4)
        steps.append(timed(reviewer, "place", "PageDown"))
    for _ in range(count):
        reviewer.settle()
        page.wait_for_load_state("networkidle")
        number, region = reviewer.number, reviewer.here
        if not region:
            break
        state = reviewer.region(number, region)
        if not state["looked"]:
            reviewer.say(f"/api/photo/{number}", {
                "revision": None, "basis": reviewer.photo(number)["basis"], "change": {"kind": "confirm", "regions": [region]}})
            page.evaluate("window.dispatchEvent(new Event('focus'))")
            wait(page, "() => document.querySelector('[data-act=right] .words').textContent === 'Next'")
            reviewer.settle()
        changes.append(timed(reviewer, "version", "x"))
    print(json.dumps({
        "photos": len(reviewer.queue()["photos"]), "opened": opened and round(opened, 1), "keyToNextFace": summary(steps),
        "changeToPreview": summary(changes) if changes else None,
    }))


def opening(reviewer):
    """The time in which the page shows the first question, however many there are."""
    reviewer.settle()
    print(json.dumps({
        "photos": len(reviewer.queue()["photos"]), "opened": round(reviewer.page.evaluate("performance.getEntriesByName('opened')[0].startTime"), 1)}))


SCENARIOS = {"speed": speed, "opening": opening}
