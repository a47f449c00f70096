"""Turns what was counted into lines, tables and a plot."""

import json
from pathlib import Path

from evaluation.crossvalidationpage import crossvalidated
from evaluation.measure import COVERED, hides, overlap
from evaluation.photos import DECIDED, FITTED, HELD_OUT
from evaluation.stitched import LARGE
from evaluation.tables import head, row

# Fewer faces than that say little about a step of lightness.
ENOUGH = 30
# What others measured, in photos that nobody here has seen.
INDEPENDENT = json.loads((Path(__file__).parent / "independent.json").read_text())


DECISIONS = "Decided: a face is what a person drew or moved, none is what a person took out, and what nobody decided about " \
            "counts neither way. So these are mostly faces that had been missed: recall is how many of them are found now.\n\n"


def main_set(sets):
    """What the main numbers are of: the sets that something was fitted to, together, or else the only one."""
    return sets[FITTED] if FITTED in sets else next(iter(sets.values()))


def line(name, result):
    whole = main_set(result["sets"])
    return (f"{name:32} privacy recall {whole['privacy recall']}  recall {whole['recall']}  "
            f"false boxes a photo {whole['false boxes a photo']}  {result['milliseconds a photo']} ms a photo")


def curve(photos, scored):
    """Faces that the boxes with their margin cover, and boxes that touch none, over the threshold."""
    points = []
    for step in range(1, 20):
        threshold = step / 20
        hidden = faces = false = 0
        for photo in photos:
            boxes = [box for box, score in scored.get(photo.file, []) if score >= threshold]
            faces += len(photo.faces)
            hidden += sum(any(hides(box, face) for box in boxes) for face in photo.faces)
            known = photo.faces + photo.ignore
            false += sum(not any(overlap(box, other) for other in known) for box in boxes)
        points.append({"threshold": threshold, "privacy recall": round(hidden / faces, 4) if faces else None,
                       "false boxes a photo": round(false / len(photos), 4)})
    return points


def markdown(results):
    text = f"# Detection\n\nA face is hidden where at least {COVERED:.0%} of its labelled box is. Recall and precision: boxes " \
           "at IoU 0.5.\n\n"
    text += independent()
    if "cross-validation" in results:
        text += crossvalidated(results["cross-validation"])
    if "renders" in results:
        text += rendered(results["renders"])
        text += by_lightness(results["renders"])
    if "light" in results:
        text += in_light(results["light"])
    if "stitched" in results:
        text += stitched(results["stitched"])
    return text


def independent():
    text = f"## Independent\n\n{INDEPENDENT['what']}\n\n"
    text += head(["set", "photos", "faces", "effort", "faces hidden", "false boxes"])
    for found in INDEPENDENT["sets"]:
        text += row([found["set"], found.get("photos"), found["faces"], found["effort"], found.get("hidden"),
                     found.get("false boxes")])
    return text + "\n"


def rendered(results):
    text = f"## By set, upright\n\n{results['date']}, data: {results['data']}, in the renders; the sets that the " \
           f"coefficients were fitted to are in-sample.\n\n![Faces hidden over false boxes](eval.png)\n\n"
    if any(DECIDED in tool["sets"] for tool in results["tools"].values()):
        text += DECISIONS
    text += head(["tool", "set", "photos", "faces", "privacy recall", "recall", "precision", "false boxes a photo"])
    for name, tool in results["tools"].items():
        for key, found in tool["sets"].items():
            text += row([name, key, found["photos"], found["faces"], found["privacy recall"], found["recall"],
                         found["precision"], found["false boxes a photo"]])
    text += "\n## Privacy recall by turn, in degrees against the clock\n\n"
    turns = sorted({int(t) for tool in results["tools"].values() for t in tool["turns"]})
    text += head(["tool", *turns, "ms a photo"])
    for name, tool in results["tools"].items():
        by_turn = {int(t): found["privacy recall"] for t, found in tool["turns"].items()}
        text += row([name, *(by_turn.get(t) for t in turns), tool["milliseconds a photo"]])
    text += "\n## Privacy recall by size of the face, as a part of the picture's longer side, upright\n\n"
    sizes = list(main_set(next(iter(results["tools"].values()))["sets"])["privacy recall by size"])
    text += head(["tool", *sizes])
    for name, tool in results["tools"].items():
        by_size = main_set(tool["sets"])["privacy recall by size"]
        text += row([name, *(by_size[size] for size in sizes)])
    return text


def by_lightness(results):
    found = [(name, key, counts["by lightness"]) for name, tool in results["tools"].items()
             for key, counts in tool["sets"].items() if counts.get("by lightness")]
    if not found:
        return ""
    text = "\n## Privacy recall by lightness of the face, upright\n\nL* of CIE 1976, 0 to 100, of the mean luminance in the " \
           "middle half of the box, and how many faces there are.\n\n"
    names = sorted({step for _, _, steps in found for step in steps}, key=lambda step: int(step.partition("–")[0]))
    text += head(["tool", "set", *names])
    for name, key, steps in found:
        text += row([name, key, *(f"{steps[step]['privacy recall']} of {steps[step]['faces']}" if step in steps else None
                                  for step in names)])
    lines = ""
    for name, key, steps in found:
        enough = {step: of["privacy recall"] for step, of in steps.items() if of["faces"] >= ENOUGH}
        if len(enough) > 1:
            worst, best = min(enough, key=enough.get), max(enough, key=enough.get)
            lines += f"- {name}, {key}: the worst step, {worst}, is {enough[best] - enough[worst]:.4f} below the best, {best}.\n"
    return text + (f"\nOf the steps with {ENOUGH} faces and more:\n\n{lines}" if lines else "")


def in_light(results):
    text = f"\n## In harder light\n\n{results['date']}, data: {results['data']}, upright; made of the photos as " \
           "`evaluation/light.py` says. eval.json has each set by itself.\n\n"
    text += head(["tool", "light", "set", "photos", "faces", "privacy recall", "recall", "precision", "false boxes a photo",
                  "ms a photo"])
    for name, versions in results["tools"].items():
        for version, tool in versions.items():
            for key in sorted(tool["sets"].keys() & {FITTED, *HELD_OUT}, reverse=True):
                found = tool["sets"][key]
                text += row([name, version, key, found["photos"], found["faces"], found["privacy recall"], found["recall"],
                             found["precision"], found["false boxes a photo"], tool["milliseconds a photo"]])
    return text


def added(sums):
    """Sums of several pictures; None where one of them is not told."""
    sums = list(sums)
    return {key: None if any(s[key] is None for s in sums) else sum(s[key] for s in sums) for key in sums[0]}


def stitched(results):
    text = f"\n## Stitched pictures\n\n{results['date']}, data: {results['data']}. Pictures larger than any photo, made of " \
           "photos, against the same photos by themselves, as large as they are there. Recall is privacy recall, of all " \
           f"faces and of those of at least {LARGE} pixels; as good: stitched by singly. Turned pictures are held against " \
           "upright photos, and are not part of the sum.\n\n"
    text += head(["tool", "picture", "MP", "faces", "singly", "stitched", "as good", f"faces ≥ {LARGE}", "singly", "stitched",
                  "as good", "false boxes a MP, singly", "stitched", "seconds, singly", "stitched"])

    def part(a, b, digits=4):
        return round(a / b, digits) if b and a is not None else None

    for name, pictures in results["tools"].items():
        rows = {picture: (found["singly"], found["stitched"]) for picture, found in pictures.items()}
        plain = [found for found in pictures.values() if not found["turned"]]
        if len(plain) > 1:
            rows["all that are upright"] = added(f["singly"] for f in plain), added(f["stitched"] for f in plain)
        for picture, (singly, large) in rows.items():
            cells = [name, picture, round(large["megapixels"], 1)]
            for faces, hidden in (("faces", "hidden"), ("large faces", "large hidden")):
                recalls = part(singly[hidden], singly[faces]), part(large[hidden], large[faces])
                cells += [large[faces], *recalls, part(large[hidden], singly[hidden])]
            cells += [part(sums["false boxes"], sums["megapixels"]) for sums in (singly, large)]
            text += row([*cells, round(singly["seconds"], 1), round(large["seconds"], 1)])
    return text


def plot(results, target):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 5))
    for name, points in results["curves"].items():
        axes.plot([p["false boxes a photo"] for p in points], [p["privacy recall"] for p in points], marker=".",
                  label=f"{name}, threshold .05 to .95")
    for name, tool in results["tools"].items():
        whole = main_set(tool["sets"])
        if whole["false boxes a photo"] is not None:
            axes.plot(whole["false boxes a photo"], whole["privacy recall"], "o", label=f"{name}, as it comes")
        else:
            axes.axhline(whole["privacy recall"], linestyle="--", color="gray", label=f"{name}, which tells no boxes")
    axes.set_xlabel("boxes a photo that touch no face")
    axes.set_ylabel("faces hidden")
    # Nobody wants more false boxes than that.
    axes.set_xlim(0, 2)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(target, dpi=110)
