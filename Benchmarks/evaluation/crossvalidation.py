"""How many faces are found in photos that the coefficients of FaceEvidence were not fitted to.

Each photo is judged by coefficients that were fitted to the photos of the other folds, by logistic regression over the
highest score of each network, as FaceEvidence describes it.
"""

import json
import math
import subprocess

import numpy as np

from evaluation import nested, repeated
from evaluation.measure import false_boxes, hides, iou, matches, overlap
from evaluation.photos import FITTED, HELD_OUT, groups

FOLDS = 10
THRESHOLD = 0.65
# From this overlap with a label on a place is a face, and without any it is none; those between say nothing.
SURELY = 0.4


class Places:
    """The program beside this that tells every place with its scores."""

    def __init__(self, program):
        self.program = program

    def of(self, photos, folder, effort, coefficients=None):
        """The places of each photo by file name, judged by some coefficients or, without any, by the product's."""
        lines = []
        for photo in photos:
            words = [str(folder / photo.file)]
            if coefficients is not None:
                words.append(" ".join(f"{c:.6f}" for c in coefficients[photo.file]))
            lines.append("\t".join(words))
        done = subprocess.run([self.program, effort], input="\n".join(lines) + "\n", capture_output=True, text=True)
        answers = [json.loads(line)["places"] for line in done.stdout.splitlines()]
        if done.returncode != 0 or len(answers) != len(photos):
            raise RuntimeError(f"{self.program} failed: {done.stderr.strip()}")
        return {photo.file: places for photo, places in zip(photos, answers)}


def known(photo, places):
    """Each place of which the labels say whether a face is there, and whether one is."""
    for place in places:
        box = place["box"]
        if any(overlap(box, other) for other in photo.ignore):
            continue
        best = max((iou(box, face) for face in photo.faces), default=0)
        if best >= SURELY or best == 0:
            yield place, best >= SURELY


def examples(photo, places):
    """The scores of each place, and whether a face is there."""
    for place, is_face in known(photo, places):
        yield place.get("yunet"), place.get("centerface"), is_face


def regression(scores, labels):
    """Start and slopes of the logarithm of the odds, by Newton's method."""
    x = np.column_stack([np.ones(len(labels)), np.array(scores, float)])
    y = np.array(labels, float)
    weights = np.zeros(x.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-x @ weights))
        # A little pull towards nothing, so that it ends where the two kinds can be told apart.
        gradient = x.T @ (p - y) + 1e-3 * weights
        step = np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]) + 1e-3 * np.eye(len(weights)), gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def fit(rows):
    """The seven coefficients in the order of FaceEvidence: each network alone, and both."""
    alone = [regression([[row[i]] for row in rows if row[i]], [row[2] for row in rows if row[i]]) for i in (0, 1)]
    known = [row for row in rows if row[0] is not None and row[1] is not None]
    both = regression([row[:2] for row in known], [row[2] for row in known])
    return [float(value) for part in (*alone, both) for value in part]


def folds(photos):
    """The fold of each photo by its original's name: the photos of each set by turns."""
    numbers = {}
    for name in sorted({photo.set for photo in photos}):
        for index, photo in enumerate(sorted((p for p in photos if p.set == name), key=lambda p: p.file)):
            numbers[photo.original] = index % FOLDS
    return numbers


def judged(places, coefficients):
    """The same places by other coefficients, given by file name."""
    def probability(place, c):
        yunet, centerface = place.get("yunet"), place.get("centerface")
        if yunet is None:
            odds = c[2] + c[3] * centerface
        elif centerface is None:
            odds = c[0] + c[1] * yunet
        else:
            odds = c[4] + c[5] * yunet + c[6] * centerface
        return 1 / (1 + math.exp(-odds))

    return {file: [place | {"probability": probability(place, coefficients[file])} for place in of]
            for file, of in places.items()}


def counted(photos, places, threshold=THRESHOLD):
    """By set, what the boxes at a threshold find and, with their margin, hide."""
    sums = {}
    for photo in photos:
        boxes = [place["box"] for place in places[photo.file] if place["probability"] >= threshold]
        values = {
            "photos": 1, "faces": len(photo.faces),
            "hidden": sum(any(hides(box, face) for box in boxes) for face in photo.faces),
            "found": matches(photo.faces, boxes),
            # Boxes around what counts neither way are not counted against it.
            "boxes": sum(not any(overlap(b, i) for i in photo.ignore) or any(overlap(b, f) for f in photo.faces)
                         for b in boxes),
            "false boxes": false_boxes(photo, boxes)}
        for group in groups(photo):
            total = sums.setdefault(group, dict.fromkeys(values, 0))
            for key, value in values.items():
                total[key] += value
    return dict(sorted(sums.items()))


def validate(program, all_turns, folder):
    """What is found in each fold by coefficients fitted to the others, beside what the product's find: upright, and turned by what was
    fitted and chosen for repeated looks alone."""
    told = Places(program)
    photos = [photo for photo in all_turns if photo.turn == 0]
    turned = [photo for photo in all_turns if photo.turn in nested.TURNS]
    fitted_to = [photo for photo in photos if photo.set not in HELD_OUT]
    # Both networks look at every size there, so that every place has both scores.
    seen = told.of(photos, folder, "thorough")
    fold = folds(fitted_to)
    rows = {photo.original: list(examples(photo, seen[photo.file])) for photo in fitted_to}
    by_fold = [fit([row for name, of in rows.items() if fold[name] != number for row in of]) for number in range(FOLDS)]
    whole = fit([row for of in rows.values() for row in of])
    coefficients = {photo.file: by_fold[fold[photo.original]] if photo.original in fold else whole for photo in photos}
    product = told.of(photos, folder, "normal")
    held_out = told.of(photos, folder, "normal", coefficients)
    found = summary(photos, rows, by_fold, whole, coefficients, seen, product, held_out)
    found["decided last"] = repeated.validate(photos, fitted_to, product, fold, FOLDS, known, regression, counted)
    found["nested"] = nested.validate(photos + turned, product | told.of(turned, folder, "normal"), fold, FOLDS, known, regression,
                                      counted, THRESHOLD)
    return found


def summary(photos, rows, by_fold, whole, coefficients, seen, product, held_out):
    """What all that comes to."""
    in_sample = counted(photos, product)
    # The least threshold that lets no more false boxes through than the product does.
    equal = next(step / 100 for step in range(1, 100)
                 if counted(photos, held_out, step / 100)[FITTED]["false boxes"] <= in_sample[FITTED]["false boxes"])
    everywhere = {photo.file: whole for photo in photos}
    return {
        "folds": FOLDS, "examples": sum(map(len, rows.values())),
        "fitted to all": [round(c, 2) for c in whole],
        "fitted by fold": [[round(c, 2) for c in found] for found in by_fold],
        # How much a fit flatters itself: the same places, by what was fitted to all photos and by what was fitted without.
        "same places": {way: counted(photos, judged(product, by))[FITTED]
                        for way, by in (("fitted to all", everywhere), ("fitted without", coefficients))},
        "equal threshold": equal,
        "cross-validated": counted(photos, held_out),
        "cross-validated, equal": counted(photos, held_out, equal),
        "in-sample": in_sample,
        "in-sample, thorough": counted(photos, seen)}
