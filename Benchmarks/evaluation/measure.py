"""Recall, precision and what was really obscured, from boxes and pictures."""

from collections import defaultdict

import numpy as np

from evaluation.srgb import lightness

IOU = 0.5
COVERED = 0.8
# What is hidden is a box that many times as wide and as high.
MARGIN = 1.3
# The longer side of a face as a part of the picture's longer side.
SIZES = [(0, 0.02), (0.02, 0.05), (0.05, 0.1), (0.1, 0.2), (0.2, 10)]
# Of a face's lightness.
STEP = 15


def overlap(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0) * max(height, 0)


def iou(a, b):
    common = overlap(a, b)
    return common / (a[2] * a[3] + b[2] * b[3] - common) if common else 0


def hides(box, face):
    """Whether a box with its margin covers enough of a face."""
    x, y, w, h = box
    return overlap(face, [x - w * (MARGIN - 1) / 2, y - h * (MARGIN - 1) / 2, w * MARGIN, h * MARGIN]) >= COVERED * face[2] * face[3]


def matches(faces, boxes):
    """How many faces have a box of their own, the best pairs first."""
    pairs = sorted(((iou(f, b), i, j) for i, f in enumerate(faces) for j, b in enumerate(boxes)), reverse=True)
    used = set()
    for value, i, j in pairs:
        if value < IOU:
            break
        if ("f", i) not in used and ("b", j) not in used:
            used |= {("f", i), ("b", j)}
    return len(used) // 2


def coverage(face, changed):
    """The part of a face's pixels that were changed, given a map of the changed ones."""
    height, width = changed.shape
    left, top = max(0, round(face[0])), max(0, round(face[1]))
    right, bottom = min(width, round(face[0] + face[2])), min(height, round(face[1] + face[3]))
    if right <= left or bottom <= top:
        return 1.0
    return float(changed[top:bottom, left:right].mean())


def changed_map(before, after):
    """Where a picture was obscured: places of 8 × 8 pixels that differ, so that a pixel that happened to keep its
    tone counts too."""
    difference = np.abs(before.astype(np.int16) - after.astype(np.int16)).max(axis=2) > 0
    height, width = difference.shape
    padded = np.zeros((-(-height // 8) * 8, -(-width // 8) * 8), bool)
    padded[:height, :width] = difference
    cells = padded.reshape(padded.shape[0] // 8, 8, padded.shape[1] // 8, 8).mean(axis=(1, 3)) > 0.1
    return np.kron(cells, np.ones((8, 8), bool))[:height, :width]


def false_boxes(photo, boxes):
    """How many boxes touch nothing that is known."""
    known = photo.faces + photo.ignore
    return sum(not any(overlap(box, other) for other in known) for box in boxes)


def step_name(value):
    low = int(value // STEP) * STEP
    return f"{low}–{min(low + STEP, 100)}"


class Counts:
    """What adds up over photos."""

    def __init__(self):
        self.values = defaultdict(float)

    def add(self, photo, boxes, changed, picture=None):
        """
        boxes: of the detector, without margin; None where a tool does not tell them.
        changed: a map of the obscured pixels; None where nothing was rendered.
        picture: the pixels of the photo, where the lightness of its faces is to count.
        """
        v = self.values
        v["photos"] += 1
        v["faces"] += len(photo.faces)
        if boxes is not None:
            found = matches(photo.faces, boxes)
            v["found"] += found
            v["boxes"] += sum(1 for b in boxes if not any(overlap(b, i) for i in photo.ignore)
                              or any(overlap(b, f) for f in photo.faces))
            v["false"] += false_boxes(photo, boxes)
        if changed is not None:
            longest = max(photo.width, photo.height)
            for face in photo.faces:
                hidden = coverage(face, changed) >= COVERED
                v["hidden"] += hidden
                share = max(face[2], face[3]) / longest
                for low, high in SIZES:
                    if low <= share < high:
                        v[f"faces {low:g}–{high:g}"] += 1
                        v[f"hidden {low:g}–{high:g}"] += hidden
                light = lightness(picture, face) if picture is not None else None
                if light is not None:
                    v[f"faces of L* {step_name(light)}"] += 1
                    v[f"hidden of L* {step_name(light)}"] += hidden

    def summary(self):
        v = self.values

        def part(a, b):
            return round(v[a] / v[b], 4) if v.get(b) else None

        return {
            "photos": int(v["photos"]), "faces": int(v["faces"]), "recall": part("found", "faces") if "boxes" in v else None,
            "precision": part("found", "boxes"), "privacy recall": part("hidden", "faces"),
            "false boxes a photo": part("false", "photos") if "boxes" in v else None,
            "privacy recall by size": {f"{low:g}–{high:g}": part(f"hidden {low:g}–{high:g}", f"faces {low:g}–{high:g}")
                                       for low, high in SIZES},
            "by lightness": {name: {"faces": int(v[f"faces of L* {name}"]),
                                    "privacy recall": part(f"hidden of L* {name}", f"faces of L* {name}")}
                             for name in map(step_name, range(0, 100, STEP)) if v.get(f"faces of L* {name}")},
        }
