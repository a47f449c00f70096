"""TIFFs as scanners and editors write them. Builds them, and says how one is stored.

    tiff.py build PHOTO FOLDER        runs in the benchmark's own environment

Tags are those of TIFF 6.0.
"""

import struct
import sys
from pathlib import Path

# By the file's name: what it is, and how it is compressed.
TITLES = {"lzw8": ("RGB, 8 bits, LZW, strips", "lzw"), "deflate16": ("RGB, 16 bits, deflate, tiles", "deflate"),
          "plain8": ("RGB, 8 bits, uncompressed, strips", "none")}
WIDTH, BITS, COMPRESSION, PHOTOMETRIC, SAMPLES, ROWS, RESOLUTION, PREDICTOR, TILE = (
    256, 258, 259, 262, 277, 278, 282, 317, 322)
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}


def build(photo, folder):
    import pyvips

    source = pyvips.Image.new_from_file(photo)
    options = {"keep": "none", "xres": 11.811, "yres": 11.811}
    source.tiffsave(f"{folder}/lzw8.tif", compression="lzw", predictor="horizontal", tile_height=16, **options)
    source.tiffsave(f"{folder}/plain8.tif", compression="none", tile_height=16, **options)
    noise = pyvips.Image.gaussnoise(source.width, source.height, sigma=60, mean=0, seed=3)
    wide = (source.cast("float") * 257 + noise).cast("ushort").copy(interpretation="rgb16")
    wide.tiffsave(f"{folder}/deflate16.tif", compression="deflate", predictor="horizontal", tile=True, tile_width=256,
                  tile_height=256, **options)


def tags(file):
    """The values of the first directory's tags, as bytes; of what is known to be sound."""
    data = Path(file).read_bytes()
    order = "<" if data[:2] == b"II" else ">"
    place = struct.unpack(order + "I", data[4:8])[0]
    found = {}
    for index in range(struct.unpack(order + "H", data[place:place + 2])[0]):
        start = place + 2 + 12 * index
        tag, kind, count = struct.unpack(order + "HHI", data[start:start + 8])
        size = SIZES.get(kind, 1) * count
        value = start + 8 if size <= 4 else struct.unpack(order + "I", data[start + 8:start + 12])[0]
        numbers = {3: "H", 4: "I", 5: "II"}.get(kind, "B")
        found[tag] = struct.unpack(order + numbers * count, data[value:value + struct.calcsize(order + numbers) * count])
    return found


def described(file):
    """How the picture is stored, and what is kept beside that of what a photo built here has."""
    found = tags(file)
    return {"stored": [found.get(tag) for tag in (BITS, PHOTOMETRIC, SAMPLES)],
            "kept": {"compression": found.get(COMPRESSION), "predictor": found.get(PREDICTOR, (1,)),
                     "strips or tiles": (found.get(TILE), None if TILE in found else found.get(ROWS)),
                     "resolution": found.get(RESOLUTION)}}


if __name__ == "__main__":
    build(*sys.argv[2:])
