"""Small photos that differ from each other in their pixels, made of the portraits of the self-test without any library for pictures."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

_PORTRAITS = Path(__file__).resolve().parents[3] / "Sources/CSelfTestPhotos/photos"


def png(number: int) -> bytes:
    """The portrait with a palette of other colours for each number below 500."""
    data = (_PORTRAITS / "portrait.png").read_bytes()
    place = data.index(b"PLTE") - 4
    length = struct.unpack(">I", data[place:place + 4])[0]
    palette = bytearray(data[place + 8:place + 8 + length])
    # A color here and there, as little as it takes.
    for digit in range(3):
        color = number // 8 ** digit % 8 + 8 * digit
        palette[color * 3] ^= 1
        palette[color * 3 + 1] ^= digit + 1
    chunk = b"PLTE" + bytes(palette)
    return data[:place] + struct.pack(">I", length) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[place + 12 + length:]


def jpeg(number: int) -> bytes:
    """The portrait as a JPEG, with other fine detail for each number below 500."""
    data = bytearray((_PORTRAITS / "portrait.jpg").read_bytes())
    # The quantization of luminance: marker, length, and a byte before the 64 numbers.
    place = data.index(b"\xff\xdb") + 5
    for digit in range(3):
        data[place + 12 + digit] = max(1, data[place + 12 + digit] + number // 8 ** digit % 8)
    return bytes(data)


def bomb() -> bytes:
    """A PNG that says that it has 4 thousand million pixels."""
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", 65535, 65535, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1 << 16))) + chunk(b"IEND", b"")
