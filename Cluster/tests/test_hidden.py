"""Which regions of one edit another one shows."""

from __future__ import annotations

from typing import Any

import pytest

from faceblur_spark import hidden


def _region(x: float, y: float, side: float) -> dict[str, Any]:
    return {"state": "applied", "rect": {"x": x, "y": y, "width": side, "height": side}}


@pytest.mark.parametrize(("shape", "count"), [("box", 0), ("ellipse", 1)])
def test_what_lies_in_the_corner_of_a_region_is_hidden_by_a_box_alone(shape: str, count: int) -> None:
    face, corner = _region(0.4, 0.4, 0.1), _region(0.35, 0.35, 0.03)
    both = {"margin": 2, "shape": shape, "regions": [face, corner]}
    assert hidden.opened(both, both, []) == []
    assert len(hidden.opened(both, {**both, "regions": [face]}, [])) == count
