"""Builds the photos that everything is measured on: the same bytes on every machine with the same requirements.

A sky-like gradient, textures of many sizes, four portraits where `REGIONS` are, and the noise of a sensor, so that
a photo takes about as many bytes per pixel as one from a camera. Runs in the benchmark's own environment.
"""

import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from plan import REGIONS, Photo

Image.MAX_IMAGE_PIXELS = None
ROWS_AT_ONCE = 512
NOISE_TILE = 1024
SENSOR_NOISE = 7
# Cells across the picture and contrast, from the coarsest texture to the finest.
OCTAVES = [(5, 30), (13, 22), (40, 16), (120, 11), (360, 8), (900, 5)]
# Where the portraits of Tests/TestSupport/Photos show the face: centre and height in pixels.
PORTRAITS = {"astronaut.jpg": (225, 121, 111), "grace_hopper.jpg": (267, 228, 210)}
# How many times as high as the face a pasted portrait is.
SURROUNDINGS = 2.6


def textures(generator):
    """One coarse raster per octave; they are enlarged row by row."""
    rasters = []
    for across, contrast in OCTAVES:
        values = generator.normal(0, contrast, (across * 3 // 4 + 2, across)).astype(np.float32)
        rasters.append(Image.fromarray(values, mode="F"))
    return rasters


def background(width, height, top, rows, rasters):
    y = np.linspace(top / height, (top + rows) / height, rows, dtype=np.float32)[:, None, None]
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    upper, lower = np.array([105, 150, 205], np.float32), np.array([125, 115, 90], np.float32)
    picture = upper + (lower - upper) * y + 18 * x
    for raster in rasters:
        box = (0, top / height * raster.height, raster.width, (top + rows) / height * raster.height)
        enlarged = raster.resize((width, rows), Image.Resampling.BICUBIC, box=box)
        # The sky is smooth and the ground is not.
        picture += np.asarray(enlarged)[:, :, None] * (0.15 + 0.85 * np.clip(2.5 * y - 0.5, 0, 1))
    return picture


def paste_portraits(picture, folder):
    sources = list(PORTRAITS.items())
    for number, (x, y, width, height) in enumerate(REGIONS):
        name, (centre_x, centre_y, face) = sources[number % len(sources)]
        reach = SURROUNDINGS * face / 2
        scale = height * picture.height / face
        with Image.open(folder / name) as source:
            box = (
                max(0, centre_x - reach), max(0, centre_y - reach),
                min(source.width, centre_x + reach), min(source.height, centre_y + reach))
            size = (round((box[2] - box[0]) * scale), round((box[3] - box[1]) * scale))
            portrait = source.convert("RGB").resize(size, Image.Resampling.BICUBIC, box=box)
        if number >= len(sources):
            portrait = portrait.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        edge = max(4, min(size) // 24)
        mask = Image.new("L", size, 0)
        ImageDraw.Draw(mask).rectangle((edge, edge, size[0] - edge, size[1] - edge), fill=255)
        mask = mask.filter(ImageFilter.BoxBlur(edge // 2))
        offset_x, offset_y = (centre_x - box[0]) * scale, (centre_y - box[1]) * scale
        if number >= len(sources):
            offset_x = size[0] - offset_x
        corner = ((x + width / 2) * picture.width - offset_x, (y + height / 2) * picture.height - offset_y)
        picture.paste(portrait, (round(corner[0]), round(corner[1])), mask)


def add_noise(picture, generator):
    """Noise of a sensor behind a demosaicing filter: a little of it is shared by neighbours."""
    white = generator.normal(0, SENSOR_NOISE, (NOISE_TILE, NOISE_TILE, 3)).astype(np.float32)
    white = 0.6 * white + 0.4 * np.roll(white, 1, axis=1) + 0.3 * np.roll(white, 1, axis=0)
    gray = white.mean(axis=2, keepdims=True)
    tile = np.rint(0.5 * white + 1.2 * gray).astype(np.int16)
    width, height = picture.size
    across = -(-width // NOISE_TILE) + 1
    for top in range(0, height, NOISE_TILE):
        rows = min(NOISE_TILE, height - top)
        shift = int(generator.integers(NOISE_TILE))
        strip = np.tile(np.roll(tile, shift, axis=0)[:rows], (1, across, 1))[:, shift : shift + width]
        box = (0, top, width, top + rows)
        noisy = np.asarray(picture.crop(box)).astype(np.int16) + strip
        picture.paste(Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)), box)


def build_picture(width, height, portraits):
    generator = np.random.default_rng(width)
    picture = Image.new("RGB", (width, height))
    rasters = textures(generator)
    for top in range(0, height, ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, height - top)
        strip = background(width, height, top, rows, rasters)
        picture.paste(Image.fromarray(np.clip(strip, 0, 255).astype(np.uint8)), (0, top))
    paste_portraits(picture, portraits)
    add_noise(picture, generator)
    return picture


def main(folder, portraits, names):
    """Builds what is missing of the photos named; those of one size share one picture."""
    missing = [photo for photo in map(Photo.named, names) if not (folder / photo.file).exists()]
    for megapixels in sorted({photo.megapixels for photo in missing}):
        same = [photo for photo in missing if photo.megapixels == megapixels]
        print(f"building {len(same)} photos of {megapixels} MP", flush=True)
        picture = build_picture(*same[0].size, portraits)
        for photo in same:
            partial = folder / (photo.file + ".partial")
            picture.save(
                partial, "JPEG", quality=photo.quality, progressive=photo.progressive,
                subsampling="4:2:0" if photo.subsampling == "420" else "4:4:4")
            partial.rename(folder / photo.file)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3]))
