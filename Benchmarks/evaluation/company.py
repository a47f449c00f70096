"""What the faces around a place say of it, as FaceNeighbors and FaceEvidence reckon it, fitted and cross-validated by photo.

The slope is that of a logistic regression over what the looks say of each place by itself and its company, relative to the former.
The start is the highest one at which, were it to lower places without company as it raises the others, no more false boxes would be
left than without it. The product lowers none.
"""

import math

import numpy as np

from evaluation.measure import iou

SIZE_DEVIATION = 0.5
DISTANCE_DEVIATION = 6.0
FARTHEST = 3.0
SAME_FACE = 0.1
BELIEVED = 0.65


def log_odds(probability):
    bounded = min(max(probability, 1e-9), 1 - 1e-9)
    return math.log(bounded / (1 - bounded))


def companies(places):
    """The company of each place of a photo."""
    def described(place):
        x, y, w, h = place["box"]
        return x + w / 2, y + h / 2, math.sqrt(w * h)

    believed = [(place["box"], *described(place)) for place in places if place["alone"] >= BELIEVED]
    answers = []
    for place in places:
        x, y, size = described(place)
        total = 0.0
        for box, other_x, other_y, other_size in believed:
            distance = math.hypot(other_x - x, other_y - y) / size / DISTANCE_DEVIATION
            difference = math.log(other_size / size) / SIZE_DEVIATION
            if distance < FARTHEST and abs(difference) < FARTHEST and iou(place["box"], box) <= SAME_FACE:
                total += math.exp(-(distance ** 2 + difference ** 2) / 2)
        answers.append(math.log1p(total))
    return answers


def gained(places, company, start, slope, lowers=False):
    """The places of a photo, each as sure as its company makes it."""
    def probability(place, value):
        gain = start + slope * value
        return 1 / (1 + math.exp(-log_odds(place["alone"]) - (gain if lowers else max(0, gain))))

    return [place | {"probability": probability(place, value)} for place, value in zip(places, company)]


def fit(photos, places, company, rows, regression, false_boxes):
    """Start and slope from some photos."""
    chosen = [row for photo in photos for row in rows[photo.file]]
    weights = regression([row[:2] for row in chosen], [row[2] for row in chosen])
    slope = float(weights[2] / weights[1])

    def count(start, slope):
        return sum(false_boxes(photo, [place["box"] for place in gained(
            places[photo.file], company[photo.file], start, slope, lowers=True) if place["probability"] >= BELIEVED])
            for photo in photos)

    most = count(0, 0)
    start = next(step / 100 for step in range(0, -200, -1) if count(step / 100, slope) <= most)
    return start, slope


def validate(photos, fitted_to, places, fold, folds, examples, regression, false_boxes, counted):
    """What is hidden without company, with the product's, and with what was fitted without each photo."""
    company = {photo.file: companies(places[photo.file]) for photo in photos}
    rows = {}
    for photo in fitted_to:
        told = [place | {"yunet": log_odds(place["alone"]), "centerface": value}
                for place, value in zip(places[photo.file], company[photo.file])]
        rows[photo.file] = list(examples(photo, told))

    def fitted(some):
        return fit(some, places, company, rows, regression, false_boxes)

    by_fold = [fitted([photo for photo in fitted_to if fold[photo.file] != number]) for number in range(folds)]
    whole = fitted(fitted_to)

    def judged(coefficients, lowers=False):
        return {photo.file: gained(places[photo.file], company[photo.file], *coefficients(photo), lowers)
                for photo in photos}

    def held_out(photo):
        return by_fold[fold[photo.file]] if photo.file in fold else whole

    return {
        "fitted to all": [round(value, 2) for value in whole],
        "fitted by fold": [[round(value, 2) for value in found] for found in by_fold],
        "by itself": counted(photos, judged(lambda photo: (0, 0))),
        "with company": counted(photos, judged(held_out)),
        "with company, lowering too": counted(photos, judged(held_out, lowers=True)),
        "the product's": counted(photos, places)}
