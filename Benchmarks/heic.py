"""HEICs as phones write them: a grid of tiles of 512 × 512. Builds them, compares them and says what is in them.

    heic.py build PHOTO TARGET        runs in the benchmark's own environment
    heic.py compare BEFORE AFTER BOXES

Boxes are those of ISO/IEC 14496-12 and 23008-12.
"""

import io
import json
import struct
import sys
from pathlib import Path

TILE = 512
# As libheif counts: about as many bytes per pixel as phones take.
QUALITY = 55
# Samples that may change around a box: a unit of 16 pixels, and what chroma reaches into.
REACH = 18
# What is said of how the picture is shown: sRGB by numbers (ITU-T H.273), 8 bits, how light it is, square pixels.
NCLX = b"nclx" + struct.pack(">HHHB", 1, 13, 6, 0x80)
PROPERTIES = {b"colr": NCLX, b"pixi": bytes([0, 0, 0, 0, 3, 8, 8, 8]), b"clli": struct.pack(">HH", 400, 90),
              b"pasp": struct.pack(">II", 1, 1)}


def box(kind, content):
    return struct.pack(">I", len(content) + 8) + kind + content


def full(kind, version, flags, content):
    return box(kind, struct.pack(">I", version << 24 | flags) + content)


def boxes(data, start=0, end=None):
    """Kind, and where the content begins and ends, of the boxes side by side; of what is known to be sound."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start:start + 8])
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", data[start + 8:start + 16])[0], 16
        size = size or end - start
        yield kind, start + head, start + size
        start += size


def found(data, *path):
    """What the first box at a path holds; nothing where there is none."""
    start, end = 0, len(data)
    for kind in path:
        start, end = next(((s, e) for k, s, e in boxes(data, start, end) if k == kind), (end, end))
        if kind == b"meta":
            start += 4
    return data[start:end]


def put_together(tiles, configuration, columns, rows, width, height):
    """The file of a grid."""
    number = len(tiles)
    grid = number + 1
    properties = [box(b"hvcC", configuration), full(b"ispe", 0, 0, struct.pack(">II", TILE, TILE)),
                  *[box(kind, content) for kind, content in PROPERTIES.items()],
                  full(b"ispe", 0, 0, struct.pack(">II", width, height))]
    shown = bytes(range(3, 3 + len(PROPERTIES)))
    associations = b"".join(struct.pack(">HB", index + 1, 4) + b"\x81\x02\x03\x04" for index in range(number))
    associations += struct.pack(">HB", grid, 1 + len(shown)) + bytes([len(properties)]) + shown
    items = b"".join(full(b"infe", 2, 1, struct.pack(">HH4s", index + 1, 0, b"hvc1") + b"\0") for index in range(number))
    items += full(b"infe", 2, 0, struct.pack(">HH4s", grid, 0, b"grid") + b"\0")
    order = b"".join(struct.pack(">H", index + 1) for index in range(number))
    head = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(place):
        places = b""
        for index, tile in enumerate(tiles):
            places += struct.pack(">HHHHII", index + 1, 0, 0, 1, place, len(tile))
            place += len(tile)
        places += struct.pack(">HHHHII", grid, 1, 0, 1, 0, 8)
        return full(b"meta", 0, 0, b"".join([
            full(b"hdlr", 0, 0, bytes(4) + b"pict" + bytes(13)),
            full(b"pitm", 0, 0, struct.pack(">H", grid)),
            full(b"iloc", 1, 0, struct.pack(">HH", 0x4400, number + 1) + places),
            full(b"iinf", 0, 0, struct.pack(">H", number + 1) + items),
            full(b"iref", 0, 0, box(b"dimg", struct.pack(">HH", grid, number) + order)),
            box(b"iprp", box(b"ipco", b"".join(properties)) + full(
                b"ipma", 0, 0, struct.pack(">I", number + 1) + associations)),
            box(b"idat", struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height))]))

    return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", b"".join(tiles))


def build(photo, target):
    """Every tile is a picture of its own by x265; beyond the photo's edges its last pixels go on."""
    import numpy as np
    import pillow_heif
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    pixels = np.asarray(Image.open(photo).convert("RGB"))
    height, width = pixels.shape[:2]
    columns, rows = -(-width // TILE), -(-height // TILE)
    pixels = np.pad(pixels, ((0, rows * TILE - height), (0, columns * TILE - width), (0, 0)), mode="edge")
    tiles, configurations = [], set()
    for row in range(rows):
        for column in range(columns):
            part = pixels[row * TILE:(row + 1) * TILE, column * TILE:(column + 1) * TILE]
            coded = io.BytesIO()
            pillow_heif.from_pillow(Image.fromarray(part)).save(
                coded, quality=QUALITY, chroma=420, matrix_coefficients=6, color_primaries=1,
                transfer_characteristics=13, full_range_flag=1)
            data = coded.getvalue()
            configurations.add(found(data, b"meta", b"iprp", b"ipco", b"hvcC"))
            tiles.append(found(data, b"mdat"))
    if len(configurations) != 1:
        sys.exit("The tiles are not coded alike.")
    Path(target).write_bytes(put_together(tiles, configurations.pop(), columns, rows, width, height))


def described(file):
    """What a file says of its picture: how its samples are stored, and what is kept of what a photo built here says."""
    data = Path(file).read_bytes()
    container = found(data, b"meta", b"iprp", b"ipco")
    properties = {}
    for kind, start, end in boxes(container):
        properties.setdefault(kind, []).append(container[start:end])
    configuration = properties[b"hvcC"][0]
    kept = [name.decode() for name, content in PROPERTIES.items() if content in properties.get(name, [])]
    return {"stored": [configuration[16] & 3, 8 + (configuration[17] & 7)],
            "kept": (["tiles"] if b"dimg" in found(data, b"meta", b"iref") else []) + kept}


def compare(before, after, places):
    """The part of the pixels outside of the boxes that are the same, and how near the others come."""
    import numpy as np
    import pillow_heif

    def samples(file):
        return np.asarray(pillow_heif.open_heif(file, convert_hdr_to_8bit=False)).astype(np.int16)

    first, second = samples(before), samples(after)
    mask = np.ones(first.shape[:2], bool)
    for left, top, right, bottom in places:
        mask[max(top - REACH, 0):bottom + REACH, max(left - REACH, 0):right + REACH] = False
    difference = (first - second)[mask]
    error = float((difference.astype(float) ** 2).mean())
    return {"identical": float((difference == 0).all(axis=1).mean()),
            "psnr": None if error == 0 else 10 * float(np.log10(255 ** 2 / error))}


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(sys.argv[2], sys.argv[3])
    else:
        print(json.dumps(compare(sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))))
