"""What is hidden in photos that the constants of repeated looks were not chosen on, either: nested cross-validation, also of turned photos.

A photo and all its turned versions are in one fold. From the photos of the other folds come the weights of `repeated`, fitted to them as they
are, and both constants, SHIFT and COMPANY, by one rule: of all pairs in SHIFTS and COMPANIES at which these photos, at all turns together,
have at most so many false boxes a photo, the one that hides the most faces, as the mean of the shares of every set at every turn; of
several the one with the fewest false boxes. By these the photos of the fold are judged. Crowds are in no fold: nothing is fitted to them or
chosen on them, and they are judged by what comes from all other photos. How many false boxes there may be, BUDGETS, is not chosen anew.
"""

import itertools

import numpy as np

from evaluation import repeated
from evaluation.measure import false_boxes, hides
from evaluation.photos import HELD_OUT

# A photo leans by these, and lies on its side.
TURNS = [30, -30, 45, -45, 90]
SHIFTS = [step / 4 for step in range(13)]
# Company is not to count for less than the fit says.
COMPANIES = [step / 10 for step in range(11)]
# False boxes a photo: as many as the product has in all photos but crowds, over the turns, and as many as were thought bearable.
BUDGETS = [0.2, 0.23]


class Outcomes:
    """What is hidden in some photos and which boxes are false, over the weights: what no weight changes is counted once."""

    def __init__(self, photos, places, threshold):
        self.needed = repeated.log_odds(threshold)
        kinds = sorted({(photo.set, photo.turn) for photo in photos})
        self.photos = len(photos)
        # Of every face its set and turn, and whether it is hidden whatever the weights are.
        self.kind, hidden = [], []
        # Of every place that was looked at repeatedly what the weights are of, and whether its box is false.
        rows, false = [], []
        # Places and the faces that each would hide.
        pairs = []
        self.false_anyway = 0
        for photo in photos:
            first = len(hidden)
            self.kind += [kinds.index((photo.set, photo.turn))] * len(photo.faces)
            hidden += [False] * len(photo.faces)
            for place in places[photo.file]:
                covered = [first + index for index, face in enumerate(photo.faces) if hides(place["box"], face)]
                if place.get("repeated") is not None:
                    pairs += [(len(rows), face) for face in covered]
                    rows.append([1, *repeated.row(place)])
                    false.append(false_boxes(photo, [place["box"]]))
                elif place["probability"] >= threshold:
                    self.false_anyway += false_boxes(photo, [place["box"]])
                    for face in covered:
                        hidden[face] = True
        self.hidden = np.array(hidden, bool)
        self.faces = np.bincount(self.kind, minlength=len(kinds))
        self.rows, self.false = np.array(rows, float).reshape(-1, 4), np.array(false, int)
        self.pairs = np.array(pairs, int).reshape(-1, 2)

    def of(self, weights):
        """The mean share of the hidden faces of each set and turn that has faces, and false boxes a photo."""
        believed = self.rows @ weights >= self.needed
        hidden = self.hidden.copy()
        hidden[self.pairs[believed[self.pairs[:, 0]], 1]] = True
        some = self.faces > 0
        shares = np.bincount(self.kind, hidden, len(self.faces))[some] / self.faces[some]
        return float(shares.mean()), float(self.false_anyway + self.false[believed].sum()) / self.photos


def choose(outcomes, weights):
    """Shift and company by the rule above for each budget; where all pairs have more false boxes, the one with the fewest."""
    found = {pair: outcomes.of(repeated.raised(weights, *pair)) for pair in itertools.product(SHIFTS, COMPANIES)}

    def best(budget):
        within = [pair for pair, (_, false) in found.items() if false <= budget]
        # Means of the same shares may differ in their last digits.
        return max(within or found, key=lambda pair: (round(found[pair][0], 9) if within else 0, -found[pair][1]))

    return {budget: best(budget) for budget in BUDGETS}


def validate(photos, places, fold, folds, known, regression, counted, threshold):
    """By turn, what the product hides and what is hidden by what was fitted and chosen without each photo."""
    others = [photo for photo in photos if photo.set not in HELD_OUT]

    def learned(training):
        upright = [photo for photo in training if photo.turn == 0]
        weights = repeated.fitted(upright, places, known, regression)
        return weights, choose(Outcomes(training, places, threshold), weights)

    by_fold = [learned([photo for photo in others if fold[photo.original] != number]) for number in range(folds)]
    whole = learned(others)
    ways = {"the product's": places}
    for budget in BUDGETS:
        judged = {}
        for photo in photos:
            weights, pairs = by_fold[fold[photo.original]] if photo.original in fold else whole
            judged[photo.file] = repeated.judged(places[photo.file], weights, *pairs[budget])
        ways[f"held out, {budget}"] = judged
    turns = {}
    for turn in sorted({photo.turn for photo in photos}, key=lambda turn: (abs(turn), -turn)):
        those = [photo for photo in photos if photo.turn == turn]
        turns[turn] = {way: counted(those, judged) for way, judged in ways.items()}
    return {"chosen by fold": {budget: [pairs[budget] for _, pairs in by_fold] for budget in BUDGETS},
            "chosen on all": whole[1], "turns": turns}
