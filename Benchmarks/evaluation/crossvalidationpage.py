"""Turns what cross-validation counted into lines and tables."""

from evaluation.tables import head, row


def crossvalidated(found):
    """What is found in photos that the coefficients were not fitted to, beside what is found in those they were."""
    text = f"## Cross-validated\n\n{found['date']}, data: {found['data']}. The product's coefficients, which make " \
           f"probabilities of scores, were fitted to the sets dlib, masks and noface, so what it finds there is in-sample. " \
           f"Cross-validated: each of these photos is judged by coefficients fitted to {found['folds'] - 1} of " \
           f"{found['folds']} folds, without its own. Nothing was ever fitted to crowds: there, cross-validated means fitted " \
           f"to all the others. Hidden: in a box with its margin, at the usual threshold.\n\n"
    same = {way: sums["hidden"] / sums["faces"] for way, sums in found["same places"].items()}
    text += f"How much fitting flatters: by coefficients fitted to all photos {same['fitted to all']:.4f} of the faces are " \
            f"hidden in the same places, by those fitted without the photo {same['fitted without']:.4f}. What else differs is " \
            f"how much is let through: the product's coefficients are the more cautious ones, with more false boxes. " \
            f"\"Equal\" is the threshold, {found['equal threshold']}, at which the cross-validated ones let as many through.\n\n"
    text += head(["coefficients", "set", "photos", "faces", "hidden", "recall", "precision", "false boxes a photo"])
    for way in ("cross-validated", "cross-validated, equal", "in-sample", "in-sample, thorough"):
        for key, sums in found[way].items():
            def part(a, b):
                return round(sums[a] / sums[b], 4) if sums[b] else None
            label = way.replace("in-sample", "the product's") if key == "crowds" else way
            text += row([label, key, sums["photos"], sums["faces"], part("hidden", "faces"), part("found", "faces"),
                         part("found", "boxes"), part("false boxes", "photos")])
    text += "\n" + (decided_last(found["decided last"]) if "decided last" in found else "")
    return text + (nested(found["nested"]) if "nested" in found else "")


def decided_last(found):
    """What the faces around a place and repeated looks add."""
    text = f"### Company and repeated looks\n\nWhat the faces around a doubtful place say of it, and where looks were repeated those and " \
           f"these: start and the weights of what was said before, of the repeated looks' score and of company, fitted to all of dlib, " \
           f"masks and noface {found['fitted to all']}, by fold {found['fitted by fold']}. Each photo is judged by what was fitted " \
           f"without it, and crowds by what was fitted to all the others. As in the product the start is {found['shift']} higher, and " \
           f"company counts for {found['company']} more.\n\n"
    text += head(["judged", "set", "photos", "faces", "hidden", "false boxes a photo"])
    for way in ("by itself", "with company", "with repeated looks, cross-validated", "the product's"):
        for key, sums in found[way].items():
            hidden = round(sums["hidden"] / sums["faces"], 4) if sums["faces"] else None
            text += row([way, key, sums["photos"], sums["faces"], hidden, round(sums["false boxes"] / sums["photos"], 4)])
    return text + "\n"


def nested(found):
    """What is hidden where the photo had no part in the constants, either."""
    def pairs(chosen):
        return ", ".join(f"{shift:g} / {company:g}" for shift, company in chosen)

    text = "### Held out, constants included\n\nBoth constants above were chosen by hand, by what each finds in all these photos and turns, " \
           "crowds included, so the product's figures flatter it. Held out: each photo, with all its turned versions, is judged by what the " \
           "photos of the other folds say, the weights by what is fitted to them as they are, and of a grid of constants the pair that " \
           "hides the most of their faces, as the mean share of every set at every turn, with at most " \
           f"{' or '.join(str(budget) for budget in found['chosen by fold'])} false boxes a photo over all turns. Crowds have no part in it, " \
           "and are judged by what all other photos say. Not held out, because it was designed by people who saw what it finds in these " \
           "photos: which places are looked at and how often, how far regions reach, chin included, and what the product's coefficients " \
           "say of a place before repeated looks or without them.\n\n" \
           "Chosen, as how much higher the start is / how much more company counts: " + "; ".join(
               f"with at most {budget} false boxes {pairs(chosen)} by fold, and {pairs([found['chosen on all'][budget]])} for crowds"
               for budget, chosen in found["chosen by fold"].items()) + ".\n\n"
    turns = found["turns"]
    first = next(iter(turns.values()))
    text += head(["set", "turned by", "photos", "faces", *(cell for way in first for cell in (f"{way}: hidden", "false boxes a photo"))])
    for key in first["the product's"]:
        for turn, ways in turns.items():
            cells = []
            for sets in ways.values():
                sums = sets[key]
                cells += [round(sums["hidden"] / sums["faces"], 4) if sums["faces"] else None,
                          round(sums["false boxes"] / sums["photos"], 4)]
            text += row([key, f"{turn}°", sums["photos"], sums["faces"], *cells])
    return text + "\n"
