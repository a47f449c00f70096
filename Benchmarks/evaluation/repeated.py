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


def fitted(photos, places, known, regression):
    """Start and weights as some photos have them."""
    rows = [(row(place), is_face) for photo in photos for place, is_face in known(photo, places[photo.file])
            if place.get("repeated") is not None]
    return [float(value) for value in regression([one[0] for one in rows], [one[1] for one in rows])]


def raised(weights, shift, company):
    """What is fitted with both constants added."""
    start, before, score, beside = weights
    return [start + shift, before, score, beside + company]


def judged(places, weights, shift=SHIFT, company=COMPANY):
    """The places of a photo by other weights."""
    start, *slopes = raised(weights, shift, company)

    def probability(place):
        if place.get("repeated") is None:
            return place["probability"]
        return 1 / (1 + math.exp(-start - sum(slope * value for slope, value in zip(slopes, row(place)))))

    return [place | {"probability": probability(place)} for place in places]


def with_company(places, start=-0.37, slope=0.34):
    """What the product would say without repeated looks."""
    return [place | {"probability": 1 / (1 + math.exp(
        -log_odds(place["alone"]) - max(0, start + slope * place["company"])))} for place in places]


def validate(photos, fitted_to, places, fold, folds, known, regression, counted):
    """What is hidden without company, with it, and with repeated looks by what was fitted without each photo."""
    by_fold = [fitted([photo for photo in fitted_to if fold[photo.original] != number], places, known, regression)
               for number in range(folds)]
    whole = fitted(fitted_to, places, known, regression)
    held_out = {photo.file: by_fold[fold[photo.original]] if photo.original in fold else whole for photo in photos}
    ways = {
        "by itself": lambda file: [place | {"probability": place["alone"]} for place in places[file]],
        "with company": lambda file: with_company(places[file]),
        "with repeated looks, cross-validated": lambda file: judged(places[file], held_out[file]),
        "the product's": lambda file: places[file]}
    return {"fitted to all": [round(value, 2) for value in whole], "shift": SHIFT, "company": COMPANY,
            "fitted by fold": [[round(value, 2) for value in weights] for weights in by_fold],
            **{name: counted(photos, {photo.file: way(photo.file) for photo in photos}) for name, way in ways.items()}}
