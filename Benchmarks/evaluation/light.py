"""How many faces are hidden in photos in harder light than they were taken in, made of those at hand.

All of it is reckoned in linear light, and kept as JPEGs at a camera's quality:

- as it is: the same light, to compare.
- dim: an eighth of the light, as in a room in the evening that nobody made up for.
- noisy: a quarter of that again, with the noise of photons, whose variance is their number. Gaussian, by channel.
- backlit: .15 of the light where faces are, in boxes 1.5 times as large that fade out to 2.5 times, and 1.5 times the
  light everywhere else, clipped.
"""

import zlib

import numpy as np
from PIL import Image

from evaluation.measure import Counts
from evaluation.photos import groups
from evaluation.srgb import LINEAR, coded
from evaluation.tools import obscured, pixels

DIM = 0.12
NOISY = 0.25 * DIM
# How many of them make white.
PHOTONS = 2000
SHADOW, GLARE = 0.15, 1.5
# How large the shadow is, in faces, where it is whole, and where it ends.
WHOLE, END = 1.5, 2.5
QUALITY = 85


def noisy(light, photo):
    """The same noise each time, another one for each photo."""
    random = np.random.default_rng(zlib.crc32(photo.file.encode()))
    dark = light * NOISY
    return dark + random.standard_normal(dark.shape, np.float32) * np.sqrt(dark / PHOTONS)


def shadow(photo):
    """How much of the shadow falls on each pixel, 0 to 1."""
    def ramp(count, start, length):
        away = np.abs(np.arange(count) + 0.5 - start - length / 2) / (length / 2)
        return np.clip((END - away) / (END - WHOLE), 0, 1)

    fallen = np.zeros((photo.height, photo.width), np.float32)
    for x, y, w, h in photo.faces + photo.ignore:
        if w > 0 and h > 0:
            np.maximum(fallen, np.outer(ramp(photo.height, y, h), ramp(photo.width, x, w)), out=fallen)
    return fallen[:, :, None]


def backlit(light, photo):
    return light * (GLARE + (SHADOW - GLARE) * shadow(photo))


VERSIONS = {
    "as it is": lambda light, photo: light, "dim": lambda light, photo: light * DIM, "noisy": noisy, "backlit": backlit}


def make(photos, folder, target, version):
    """Writes each photo in another light."""
    target.mkdir(parents=True, exist_ok=True)
    for photo in photos:
        light = VERSIONS[version](LINEAR[pixels(folder / photo.file)], photo)
        Image.fromarray(coded(light)).save(target / photo.file, quality=QUALITY)


def measure(tools, photos, folder, target, work):
    """What each tool hides in each light, by set."""
    results = {"tools": {name: {} for name in tools}}
    for version in VERSIONS:
        lit = target / version.replace(" ", "-")
        make(photos, folder, lit, version)
        for name, tool in tools.items():
            found, seconds = tool.run(photos, lit, work)
            sets = {}
            for photo, _, boxes, changed in obscured(photos, found, lit, work):
                for group in groups(photo):
                    sets.setdefault(group, Counts()).add(photo, boxes, changed)
            results["tools"][name][version] = {
                "sets": {key: counts.summary() for key, counts in sets.items()},
                "milliseconds a photo": round(1000 * seconds / len(photos), 1)}
            print(f"{name}, {version}: " + ", ".join(
                f"{key} {counts.summary()['privacy recall']}" for key, counts in sets.items()), flush=True)
    return results
