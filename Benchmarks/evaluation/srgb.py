"""The light behind the numbers of a picture: sRGB, IEC 61966-2-1, whose white is D65."""

import numpy as np

_coded = np.arange(256) / 255
# By the 8 bits of a channel; 1 is white.
LINEAR = np.where(_coded <= 0.04045, _coded / 12.92, ((_coded + 0.055) / 1.055) ** 2.4).astype(np.float32)
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def coded(light):
    """Linear light, of which what is brighter than white is clipped, as 8 bits a channel."""
    light = np.clip(light, 0, 1)
    return np.rint(255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)).astype(np.uint8)


def lightness(picture, box):
    """L* of CIE 1976, 0 to 100, of the mean luminance in the middle half of a box; None outside the picture."""
    x, y, w, h = box
    left, top = max(0, round(x + w / 4)), max(0, round(y + h / 4))
    middle = picture[top:max(top + 1, round(y + 3 * h / 4)), left:max(left + 1, round(x + 3 * w / 4))]
    if not middle.size:
        return None
    luminance = float(LINEAR[middle].mean(axis=(0, 1)) @ LUMINANCE)
    return 116 * luminance ** (1 / 3) - 16 if luminance > 216 / 24389 else luminance * 24389 / 27
