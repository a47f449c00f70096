"""Draws time and peak memory over megapixels. Runs in the benchmark's own environment."""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

from plan import MEGAPIXELS, Photo
from report import title

COLOURS = {
    "faceblur": "#c1121f", "bitCopy": "#c1121f", "coefficients": "#e07a1f", "pixels": "#d4a017",
    "scan": "#e59aa0", "libjpeg-turbo": "#1d3557", "opencv": "#457b9d", "pillow": "#2a9d8f",
    "libvips": "#7b5ea7", "imagemagick": "#6c757d"}
OURS = {"bitCopy": "faceblur bit-copy", "coefficients": "faceblur coefficients", "pixels": "faceblur pixels"}
DASHED = {"scan": (0, (3, 2))}


def series(found, value):
    """By tool, megapixels and values of the baseline 4:2:0 photos."""
    lines = {}
    for megapixels in MEGAPIXELS:
        for name, entry in found.get(Photo(megapixels).name, {}).items():
            # What is done with a render afterwards is no way to make one.
            if name not in COLOURS:
                continue
            lines.setdefault(name, []).append((megapixels, value(entry)))
    return lines


def draw(axes, lines, heading, unit):
    ends = []
    for name, points in lines.items():
        across, up = zip(*points)
        ours = name in ("faceblur", "bitCopy")
        axes.plot(across, up, marker="o", markersize=4, color=COLOURS[name], linewidth=2.6 if ours else 1.4,
                  linestyle=DASHED.get(name, "-"), zorder=3 if ours else 2)
        # Less for a larger photo: what does not fit was put into a file.
        ends.append((up[-1], name, ours, "\n(its pixels in a file)" if up[-1] < max(up) / 2 else ""))
    axes.set(xscale="log", yscale="log", title=heading, xlabel="megapixels", ylabel=unit)
    axes.set_xticks([points[0] for points in max(lines.values(), key=len)])
    plain = FuncFormatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_major_formatter(plain)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(plain)
    axes.yaxis.set_minor_formatter(NullFormatter())
    guide(axes, across)
    axes.grid(True, which="major", color="#dddddd", linewidth=0.8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    label(axes, ends, across[-1], unit)


def guide(axes, across):
    """The slope of whatever grows with the megapixels."""
    low, high = axes.get_ylim()
    for step in range(-6, 9):
        start = 10 ** (step / 2)
        axes.plot((across[0], across[-1]), (start, start * across[-1] / across[0]), color="#bbbbbb",
                  linewidth=0.8, linestyle=":", zorder=1)
    axes.set_ylim(low, high)


def label(axes, ends, last, unit):
    """Names every line at its end, apart from each other."""
    ends.sort()
    low, high = axes.get_ylim()
    gap = (high / low) ** 0.052
    places = [end[0] for end in ends]
    for _ in range(40):
        for i in range(1, len(places)):
            if places[i] < places[i - 1] * gap:
                middle = (places[i] * places[i - 1]) ** 0.5
                places[i - 1], places[i] = middle / gap ** 0.501, middle * gap ** 0.501
    for (value, name, ours, remark), place in zip(ends, places):
        shown = f"{value:.0f}" if value >= 10 else f"{value:.1f}"
        text = f"{OURS.get(name, title(name))} {shown} {unit}{remark}"
        axes.annotate(text, (last, value), (last * 1.12, place), va="center", color=COLOURS[name],
                      fontsize=9, fontweight="bold" if ours else "normal", annotation_clip=False)


def main(source, target):
    with open(source) as file:
        results = json.load(file)
    figure, axes = plt.subplots(1, 3, figsize=(17, 5.4))
    draw(axes[0], series(results["engine"], lambda e: e["cpu"]["median"]), "Engine alone, CPU time", "ms")
    draw(axes[1], series(results["process"], lambda e: e["wall"]["median"]), "Whole process, wall time", "ms")
    draw(axes[2], series(results["process"], lambda e: e["peak"]["median"]), "Whole process, peak memory", "MB")
    figure.suptitle(
        "Hiding four given faces in a baseline 4:2:0 photo: logarithmic axes, dotted where cost is proportional to size",
        fontsize=13)
    figure.tight_layout(w_pad=1)
    figure.subplots_adjust(wspace=0.68, right=0.895, top=0.86)
    figure.savefig(target, dpi=90)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
