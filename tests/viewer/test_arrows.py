"""Forces as arrows."""

import numpy as np
import pytest

from gaitsmith.viewer.scene_view import foot_force, turned_up


def test_the_force_on_a_foot_acts_at_its_centre_of_pressure():
    position = np.array([[0.0, 0.0, 0.0], [0.2, 0.0, 0.0]])
    force = np.array([[10.0, 0.0, 300.0], [0.0, 5.0, 100.0]])
    place, total = foot_force(position, force)
    assert place == pytest.approx((0.05, 0.0, 0.0))
    assert total == pytest.approx((10.0, 5.0, 400.0))
    assert not np.any(foot_force(position, np.zeros((2, 3)))[1])


@pytest.mark.parametrize(
    "direction", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0), (0.6, 0.0, -0.8)]
)
def test_an_arrow_is_turned_where_the_force_goes(direction):
    w, x, y, z = turned_up(np.array(direction, dtype=float))
    up = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    assert up == pytest.approx(direction, abs=1e-9)
