"""How footprints look."""

import math

import numpy as np
import pytest

from gaitsmith.scene.colors import mixed, rgb, uncertainty_color
from gaitsmith.scene.footprint import Footprint, sole


def test_a_sole_is_as_long_as_the_foot_and_begins_at_the_heel():
    edge = sole()
    assert edge[:, 0].min() == pytest.approx(0.0)
    assert edge[:, 0].max() == pytest.approx(1.0)
    assert edge[:, 1].min() == pytest.approx(-edge[:, 1].max())
    wider = sole(0.1)
    np.testing.assert_allclose(np.ptp(wider, axis=0), np.ptp(edge, axis=0) + 0.2)
    x, y = edge.T
    assert x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0  # counter-clockwise


def test_an_outline_is_where_the_foot_points():
    left = Footprint("real", (1.0, 2.0, 0.0), math.pi / 2, 0.2, "#000000").outline
    assert left[:, 1].min() == pytest.approx(2.0)
    assert left[:, 1].max() == pytest.approx(2.2)
    assert left[:, 0].mean() == pytest.approx(1.0)


def test_the_less_sure_the_less_green():
    colors = [uncertainty_color(unsure, 0.4) for unsure in (0.0, 0.025, 0.1, 0.4, 9.0)]
    assert colors[-1] == colors[-2]
    assert len(set(colors)) == 4


def test_colors_are_mixed_part_by_part():
    assert rgb("#0102ff") == (1, 2, 255)
    assert mixed("#000000", "#ff8000", 0.5) == "#804000"
