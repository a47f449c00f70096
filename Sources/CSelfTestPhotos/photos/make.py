#!/usr/bin/env python3
"""Makes the portraits of `faceblur selftest` from Tests/TestSupport/Photos/astronaut.jpg.

None of our own encoders takes part: the photos come from the programs that photos come from. README.md says which. What they
write differs from version to version, so the files are kept.

    python3 make.py PATH_OF_CJXL
"""

import subprocess
import sys
from pathlib import Path

import pillow_heif
from PIL import Image

FOLDER = Path(__file__).resolve().parent
PORTRAIT = FOLDER.parents[2] / "Tests/TestSupport/Photos/astronaut.jpg"
# Face and shoulders. The face lies at x 66, y 32.5, and is 44.5 wide and 55.5 high, in pixels of the result.
CROP = (48, 0, 400, 352)
SIDE = 176
# Enough that a palette of so few colours still shows the face.
COLORS = 48


def main():
    cjxl = sys.argv[1]
    pillow_heif.register_heif_opener()
    with Image.open(PORTRAIT) as photo:
        picture = photo.convert("RGB").crop(CROP).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    palette = picture.quantize(COLORS, dither=Image.Dither.NONE)
    jpeg = FOLDER / "portrait.jpg"
    picture.save(jpeg, quality=80, optimize=True)
    palette.save(FOLDER / "portrait.png", optimize=True)
    picture.save(FOLDER / "portrait.heic", quality=60)
    picture.save(FOLDER / "portrait.avif", quality=60)
    # Each sample is stored as its difference from the one before it.
    picture.convert("L").save(FOLDER / "portrait.tif", compression="tiff_adobe_deflate", tiffinfo={317: 2})
    picture.save(FOLDER / "portrait.webp", quality=75, method=6)
    jxl = FOLDER / "portrait.jxl"
    subprocess.run([cjxl, "--lossless_jpeg=1", str(jpeg), str(jxl)], check=True, stderr=subprocess.DEVNULL)


main()
