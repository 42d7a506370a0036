"""A left leg that is shorter than the right one."""

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values
from gaitsmith.characters.shapes import posed


def ankle_heights(**changes):
    values = {"based_on": "adult", **changes}
    model = character_from_values(values, "one", "one", None).model
    data = posed(model)
    names = ("left_ankle_y", "right_ankle_y")
    return np.array([data.xanchor[model.joint(name).id][2] for name in names])


def test_legs_are_equal_unless_one_is_said_to_be_shorter():
    assert np.ptp(ankle_heights()) == 0.0


@pytest.mark.parametrize("shorter", [0.03, -0.02])
def test_the_left_leg_is_shorter_by_what_is_said(shorter):
    left, right = ankle_heights(left_leg_shorter=shorter)
    assert left - right == pytest.approx(shorter)
