"""Turns what was counted into lines, tables and a plot."""

from evaluation.measure import COVERED, overlap

MARGIN = 1.3


def line(name, result):
    whole = result["sets"]["all"]
    return (f"{name:32} privacy recall {whole['privacy recall']}  recall {whole['recall']}  "
            f"false boxes a photo {whole['false boxes a photo']}  {result['milliseconds a photo']} ms a photo")


def row(cells):
    return "| " + " | ".join(str(cell) if cell is not None else "–" for cell in cells) + " |\n"


def head(cells):
    return row(cells) + row(["---"] * len(cells))


def curve(photos, scored):
    """Faces that the boxes with their margin cover, and boxes that touch none, over the threshold."""
    points = []
    for step in range(1, 20):
        threshold = step / 20
        hidden = faces = false = 0
        for photo in photos:
            boxes = [box for box, score in scored.get(photo.file, []) if score >= threshold]
            grown = [[x - w * (MARGIN - 1) / 2, y - h * (MARGIN - 1) / 2, w * MARGIN, h * MARGIN]
                     for x, y, w, h in boxes]
            faces += len(photo.faces)
            hidden += sum(any(overlap(face, box) >= COVERED * face[2] * face[3] for box in grown)
                          for face in photo.faces)
            known = photo.faces + photo.ignore
            false += sum(not any(overlap(box, other) for other in known) for box in boxes)
        points.append({"threshold": threshold, "privacy recall": round(hidden / faces, 4) if faces else None,
                       "false boxes a photo": round(false / len(photos), 4)})
    return points


def markdown(results):
    text = f"# Detection\n\n{results['date']}, data: {results['data']}. A face is hidden where at least " \
           f"{COVERED:.0%} of its labelled box was changed in the render. Recall and precision: boxes at IoU 0.5.\n\n"
    text += "![Faces hidden over false boxes](eval.png)\n\n## By set, upright\n\n"
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
    sizes = list(next(iter(results["tools"].values()))["sets"]["all"]["privacy recall by size"])
    text += head(["tool", *sizes])
    for name, tool in results["tools"].items():
        by_size = tool["sets"]["all"]["privacy recall by size"]
        text += row([name, *(by_size[size] for size in sizes)])
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
        whole = tool["sets"]["all"]
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
