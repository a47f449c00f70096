"""What company and repeated looks say of the places that all other looks leave in doubt, fitted and cross-validated by photo.

Where looks were repeated the logarithm of the odds is a logistic regression over what it was before, the square root of the repeated
looks' mean score, and company, as FaceNeighbors reckons it. Its start is raised by SHIFT: that much less is needed to believe a place
than the fit says, as one who is lost costs more than a box too many. Company counts for COMPANY more than the fit says, which knows
groups and hardly any crowd. Elsewhere the product's company counts.
"""

import math

SHIFT = 1.47
COMPANY = 0.28


def log_odds(probability):
    bounded = min(max(probability, 1e-9), 1 - 1e-9)
    return math.log(bounded / (1 - bounded))


def row(place):
    return [log_odds(place["alone"]), math.sqrt(place["repeated"]), place["company"]]


def judged(places, weights):
    """The places of a photo by other weights."""
    def probability(place):
        if place.get("repeated") is None:
            return place["probability"]
        value = weights[0] + SHIFT + sum(w * x for w, x in zip(weights[1:], row(place))) + COMPANY * place["company"]
        return 1 / (1 + math.exp(-value))

    return [place | {"probability": probability(place)} for place in places]


def with_company(places, start=-0.37, slope=0.34):
    """What the product would say without repeated looks."""
    return [place | {"probability": 1 / (1 + math.exp(
        -log_odds(place["alone"]) - max(0, start + slope * place["company"])))} for place in places]


def validate(photos, fitted_to, places, fold, folds, known, regression, counted):
    """What is hidden without company, with it, and with repeated looks by what was fitted without each photo."""
    rows = {photo.file: [(row(place), is_face) for place, is_face in known(photo, places[photo.file])
                         if place.get("repeated") is not None] for photo in fitted_to}

    def fitted(files):
        chosen = [one for file in files for one in rows[file]]
        return [float(value) for value in regression([one[0] for one in chosen], [one[1] for one in chosen])]

    by_fold = [fitted([file for file in rows if fold[file] != number]) for number in range(folds)]
    whole = fitted(rows)
    held_out = {photo.file: by_fold[fold[photo.file]] if photo.file in fold else whole for photo in photos}
    ways = {
        "by itself": lambda file: [place | {"probability": place["alone"]} for place in places[file]],
        "with company": lambda file: with_company(places[file]),
        "with repeated looks, cross-validated": lambda file: judged(places[file], held_out[file]),
        "the product's": lambda file: places[file]}
    return {"fitted to all": [round(value, 2) for value in whole], "shift": SHIFT, "company": COMPANY,
            "fitted by fold": [[round(value, 2) for value in weights] for weights in by_fold],
            **{name: counted(photos, {photo.file: way(photo.file) for photo in photos}) for name, way in ways.items()}}
