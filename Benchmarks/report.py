"""Turns the numbers into lines, tables and verdicts."""

import plan
from plan import Photo

TITLES = {
    "bitCopy": "bit-copy", "coefficients": "coefficients", "pixels": "pixels", "scan": "bare skip-scan",
    "gate": "leak gate", "look": "second look",
    "libjpeg-turbo": "libjpeg-turbo", "opencv": "OpenCV", "pillow": "Pillow", "libvips": "libvips",
    "imagemagick": "ImageMagick", "faceblur": "faceblur render"}


def title(name):
    return TITLES.get(name, name)


def own_path(photo):
    """The path that the command takes."""
    return "coefficients" if photo.progressive else "bitCopy"


def engine_line(photo, found):
    return f"{photo.title:32}" + "  ".join(f"{title(n)} {c['cpu']['median']:.1f}" for n, c in found.items()) + "  ms"


def process_line(photo, found):
    costs = (f"{title(n)} {c['wall']['median']:.0f} ms {c['peak']['median']:.0f} MB" for n, c in found.items())
    return f"{photo.title:32}" + "  ".join(costs)


def row(cells):
    return "| " + " | ".join(cells) + " |\n"


def head(cells):
    return row(cells) + row(["---"] * len(cells))


def number(value):
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"


def engine_table(results):
    names = list(dict.fromkeys(name for found in results["engine"].values() for name in found))
    text = head(["photo", "bytes per pixel", *map(title, names)])
    for key, found in results["engine"].items():
        photo = Photo.named(key)
        ours = found.get(own_path(photo))
        cells = [photo.title, f"{results['bytes_per_pixel'][key]:.2f}"]
        for name in names:
            if name not in found:
                cells.append("–")
                continue
            cost = found[name]
            cell = f"{number(cost['cpu']['median'])} ({number(cost['wall']['median'])}, {number(cost['wall']['min'])})"
            if ours and name != own_path(photo):
                cell += f" {cost['cpu']['median'] / ours['cpu']['median']:.1f}×"
            cells.append(f"**{cell}**" if name == own_path(photo) else cell)
        text += row(cells)
    return text


def cost_table(groups, ours):
    text = head(["photo", "tool", "wall ms (min)", "CPU ms", "peak MB", "wall", "CPU", "peak"])
    for label, found in groups:
        base = found.get(ours)
        for name, cost in found.items():
            ratios = ["", "", ""]
            if base and name != ours:
                ratios = [f"{cost[k]['median'] / base[k]['median']:.1f}×" for k in ("wall", "cpu", "peak")]
            text += row([
                label, title(name), f"{number(cost['wall']['median'])} ({number(cost['wall']['min'])})",
                number(cost["cpu"]["median"]), number(cost["peak"]["median"]), *ratios])
    return text


# The least that a stage can take: reading every symbol once, or the arithmetic of the networks.
SCANNING = ["index of units", "gate: the picture"]
LOOKING = ["first look", "second look"]
BARE_SCAN = "bare skip-scan"


def stages_table(found):
    """One line for each stage, with the share of its time that nothing could take away."""
    stages, least = found["stages"], {}
    scan = stages[BARE_SCAN]["cpu"]["min"]
    for name in SCANNING:
        least[name] = (scan, "a bare skip-scan")
    for name in LOOKING:
        operations = found["multiply_adds"][name]
        least[name] = (operations / found["peak"] * 1e3, f"{operations / 1e9:.2f} billion multiply-adds")
    text = head(["stage", "CPU ms (min)", "wall ms (min)", "least CPU ms", "share", "what that is"])
    total = {"cpu": 0.0, "wall": 0.0, "least": 0.0}
    for name, cost in stages.items():
        if name == BARE_SCAN:
            continue
        least_time, what = least.get(name, (None, "–"))
        share = "–" if not least_time else f"{least_time / cost['cpu']['median']:.0%}"
        text += row([
            name, *(f"{number(cost[kind]['median'])} ({number(cost[kind]['min'])})" for kind in ("cpu", "wall")),
            "–" if least_time is None else number(least_time), share, what])
        total["cpu"] += cost["cpu"]["median"]
        total["wall"] += cost["wall"]["median"]
        total["least"] += least_time or 0.0
    text += row(["**all, one after the other**", number(total["cpu"]), number(total["wall"]), number(total["least"]),
                 f"{total['least'] / total['cpu']:.0%}", "–"])
    return text


def line_through(points):
    """Least squares of the relative deviations: what it takes at nothing, per megapixel, and the worst of them."""
    weights = [1 / y ** 2 for _, y in points]
    total = sum(weights)
    mean_x = sum(w * x for w, (x, _) in zip(weights, points)) / total
    mean_y = sum(w * y for w, (_, y) in zip(weights, points)) / total
    spread = sum(w * (x - mean_x) ** 2 for w, (x, _) in zip(weights, points))
    slope = sum(w * (x - mean_x) * (y - mean_y) for w, (x, y) in zip(weights, points)) / spread
    start = mean_y - slope * mean_x
    return start, slope, max(abs(start + slope * x - y) / y for x, y in points)


def growth(results, label, unit, value):
    """Whether what `value` reads of each baseline 4:2:0 photo lies on a line over the megapixels."""
    points = [(m, value(Photo(m).name)) for m in plan.MEGAPIXELS if Photo(m).name in results["process"]]
    if len(points) < 3:
        return None
    start, slope, worst = line_through(points)
    text = f"{start:.1f} {unit} + {slope:.2f} {unit} per MP, every point within {worst:.0%}"
    return goal(f"{label} linear in megapixels (within {plan.LINEAR_DEVIATION:.0%})", text,
                worst <= plan.LINEAR_DEVIATION, f"{worst - plan.LINEAR_DEVIATION:.0%}")


def goal(name, measured, met, by):
    return {"goal": name, "measured": measured, "met": met, "verdict": "met" if met else f"MISSED by {by}"}


def at_least(name, ratio, bound, least):
    measured = f"{ratio:.1f}× of the medians, {least:.1f}× of the least wall times"
    return goal(f"{name}: ≥ {bound:g}× faster", measured, ratio >= bound, f"{(bound - ratio) / bound:.0%}")


def at_most(name, value, bound, unit, note=""):
    measured = f"{value:.2f}{unit}{note}"
    return goal(f"{name}: ≤ {bound:g}{unit}", measured, value <= bound, f"{(value - bound) / bound:.0%}")


def goals(results):
    found = []
    engine, process = results["engine"], results["process"]
    for photo in (Photo(12, quality=q) for q in (85, plan.QUALITY, 95)):
        if photo.name not in engine:
            continue
        times = engine[photo.name]
        ours, turbo, scan = times["bitCopy"], times["libjpeg-turbo"], times["scan"]
        found.append(at_least(
            f"engine against libjpeg-turbo decode+encode, {photo.title}, CPU",
            turbo["cpu"]["median"] / ours["cpu"]["median"], plan.ENGINE_SPEEDUP,
            turbo["wall"]["min"] / ours["wall"]["min"]))
        found.append(at_most(
            f"engine against the bare skip-scan, {photo.title}, CPU",
            ours["cpu"]["median"] / scan["cpu"]["median"], plan.SCAN_FACTOR, "×",
            f" of the medians, {ours['wall']['min'] / scan['wall']['min']:.2f}× of the least wall times"))
    reference = process[plan.REFERENCE.name]
    for name in ("imagemagick", "pillow"):
        if name in reference:
            ours, peer = reference["faceblur"], reference[name]
            ratio = peer["wall"]["median"] / ours["wall"]["median"]
            found.append(at_least(
                f"whole process against {title(name)}, {plan.REFERENCE.title}, wall", ratio,
                plan.PROCESS_SPEEDUP, peer["wall"]["min"] / ours["wall"]["min"]))
        else:
            found.append(goal(f"whole process against {title(name)}", "not measured", False, "being skipped"))
    found.append(at_most(
        f"peak memory, {plan.REFERENCE.title}", reference["faceblur"]["peak"]["median"],
        plan.PEAK_MEGABYTES, " MB"))
    checks = engine[plan.REFERENCE.name]
    whole = results["detection"].get("faceblur blur")
    if whole and "gate" in checks and "look" in checks:
        gate, look = (checks[name]["cpu"]["median"] for name in ("gate", "look"))
        found.append(at_most(
            f"leak gate and second look, {plan.REFERENCE.title}, of the whole with detection, CPU",
            (gate + look) / whole["cpu"]["median"], plan.GATE_PART, "", f" ({gate:.1f} + {look:.1f} ms)"))
    start = results["start"]["faceblur"]["wall"]
    found.append(at_most(
        "start-up, faceblur --version", start["median"], plan.START_MILLISECONDS, " ms",
        f" median, {start['min']:.2f} ms at least"))
    found += filter(None, [
        growth(results, "engine, CPU time", "ms", lambda name: engine[name]["bitCopy"]["cpu"]["median"]),
        growth(results, "whole process, CPU time", "ms",
               lambda name: process[name]["faceblur"]["cpu"]["median"]),
        growth(results, "peak memory", "MB", lambda name: process[name]["faceblur"]["peak"]["median"])])
    return found


def markdown(results):
    machine = results["machine"]
    text = "# Results\n\n"
    text += (f"{machine['date']}, {machine['processor']}, {machine['cores']} cores, {machine['swift']}, "
             f"source at {machine.get('source') or 'an unknown state'}. "
             f"Load {results['load_before'][0]:.1f} before, {results['load_after'][0]:.1f} after.\n")
    text += "Measured against " + ", ".join(
        f"{title(name)} {version}" for name, version in results["versions"].items()) + ".\n\n"
    text += "![Time and peak memory over megapixels](plot.png)\n\n## Goals\n\n"
    text += head(["goal", "measured", "verdict"])
    text += "".join(row([g["goal"], g["measured"], g["verdict"]]) for g in results["goals"])
    text += ("\n## Engine alone\n\nMedian CPU milliseconds of the rounds (wall: median, least), and how many times as "
             "much as the path that faceblur takes (bold). From memory to memory, one thread; OpenCV as imread and imwrite. "
             "The peers only decode and encode.\n\n")
    text += engine_table(results)
    text += ("\n## Whole process, four given regions\n\nMedian (least) of the rounds, and how many times as much "
             "as faceblur. faceblur waits until the file is on disk, the others do not.\n\n")
    text += cost_table(
        [(Photo.named(key).title, found) for key, found in results["process"].items()], "faceblur")
    text += "\n## Start-up\n\nfaceblur --version; convert -version; Python and the import.\n\n"
    text += cost_table([("–", results["start"])], "faceblur").replace("faceblur render", "faceblur")
    if "stages" in results:
        text += (f"\n## Where the time goes\n\n{plan.REFERENCE.title}, the stages of `faceblur blur` one after the other in a "
                 "process that is warm; the command does several of them at once. A bare skip-scan takes "
                 f"{number(results['stages']['stages'][BARE_SCAN]['cpu']['min'])} ms, and one thread does "
                 f"{results['stages']['peak'] / 1e9:.0f} billion multiply-adds a second at best.\n\n")
        text += stages_table(results["stages"])
    text += f"\n## With detection\n\n{plan.REFERENCE.title}.\n\n"
    text += cost_table([(plan.REFERENCE.title, results["detection"])], "faceblur blur")
    if results["skipped"]:
        text += "\n## Skipped\n\n"
        text += "".join(f"- {name}: {reason}\n" for name, reason in results["skipped"].items())
    return text
