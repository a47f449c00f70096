"""WebPs with loss and without. Builds them, and says how one is stored.

    webp.py build PHOTO FOLDER        runs in the benchmark's own environment

Chunks are those of RFC 9649.
"""

import struct
import sys
from pathlib import Path

QUALITY = 80
# By the file's name: what it is, and how it is saved.
TITLES = {"lossless": ("without loss", "lossless"), "lossy": (f"with loss, quality {QUALITY}", str(QUALITY))}
# Among the options of libvips.
OPTIONS = {"lossless": "lossless=True", str(QUALITY): f"Q={QUALITY}"}


def build(photo, folder):
    import pyvips

    source = pyvips.Image.new_from_file(photo)
    source.webpsave(f"{folder}/lossless.webp", lossless=True, keep="icc", profile="p3")
    source.webpsave(f"{folder}/lossy.webp", Q=QUALITY, keep="icc", profile="p3")


def chunks(file):
    """By name, of what is known to be sound."""
    data, place, found = Path(file).read_bytes(), 12, {}
    while place + 8 <= len(data):
        name, count = struct.unpack("<4sI", data[place:place + 8])
        found.setdefault(name.decode(), data[place + 8:place + 8 + count])
        place += 8 + count + count % 2
    return found


def described(file):
    """How the picture is stored, and what is kept beside that of what a photo built here has."""
    found = chunks(file)
    return {"stored": "VP8L" in found, "kept": {"profile": "ICCP" in found}}


if __name__ == "__main__":
    build(*sys.argv[2:])
