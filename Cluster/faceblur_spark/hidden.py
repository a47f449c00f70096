"""What an edit of a photo hides, compared with another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

# The same box may differ in its last digits after it was enlarged by a margin of 1.
_EASE = 1 + 1e-9
# Boxes that share more than this part of their union are of one face, as faceblur has it where a person has excluded one.
_SAME_PLACE = 0.5

Edit = Mapping[str, Any]
Region = Mapping[str, Any]
# Left, top, right and bottom, in parts of the photo.
_Box = tuple[float, float, float, float]


def opened(before: Edit, now: Edit, found: Sequence[Region]) -> list[Region]:
    """The regions that one edit hides and another one of the same photo shows, unless a person has opened them.

    A region is hidden where one of the other edit, with its margin, holds the whole face, as faceblur itself has it, of an ellipse the box in
    it; what only several together would hold counts as shown. `found` are the regions that were hidden before a person came: which of them are open now is what a
    person has opened. Raises KeyError, TypeError or ValueError where an edit is none.
    """
    length = _length(float(now["margin"]), str(now["shape"]))
    hiding = [_scaled(_box(region), length) for region in _applied(now["regions"])]

    def shown(regions: Sequence[Region]) -> list[Region]:
        return [region for region in _applied(regions) if not any(_holds(outer, _clamped(_box(region))) for outer in hiding)]

    asked = [_box(region) for region in shown(found)]
    return [region for region in shown(before["regions"]) if not any(_shared(_box(region), one) > _SAME_PLACE for one in asked)]


def pixels(region: Region, width: int, height: int) -> str:
    """A box that holds a region, as `faceblur edit --add` takes it: X,Y,W,H in whole pixels."""
    left, top, right, bottom = _clamped(_box(region))
    x, y = int(left * width), int(top * height)
    return f"{x},{y},{min(width, int(right * width) + 1) - x},{min(height, int(bottom * height) + 1) - y}"


def _length(margin: float, shape: str) -> float:
    """How many times as long as a face's the sides of the box are in which its region hides all."""
    return _EASE * (margin if shape == "box" else max(margin, sqrt(2)) / sqrt(2))


def _applied(regions: Sequence[Region]) -> list[Region]:
    return [region for region in regions if region["state"] == "applied"]


def _box(region: Region) -> _Box:
    x, y, width, height = (float(region["rect"][name]) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def _scaled(box: _Box, factor: float) -> _Box:
    """A box about the same middle."""
    left, top, right, bottom = box
    across, down = (right - left) * (factor - 1) / 2, (bottom - top) * (factor - 1) / 2
    return left - across, top - down, right + across, bottom + down


def _clamped(box: _Box) -> _Box:
    left, top, right, bottom = (min(max(side, 0.0), 1.0) for side in box)
    return left, top, right, bottom


def _holds(outer: _Box, inner: _Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _shared(one: _Box, other: _Box) -> float:
    """The part of their union that two boxes share."""
    common = _area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))
    union = _area(one) + _area(other) - common
    return common / union if union > 0 else 0.0


def _area(box: _Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
