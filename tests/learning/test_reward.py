"""The three parts of the reward."""

import numpy as np
import pytest

from gaitsmith.learning.task import WalkTask, reward_of, tracking


@pytest.mark.parametrize(
    ("speed", "wanted", "expected"),
    [
        (1.2, 1.2, 1.0),
        (0.6, 1.2, 0.5),
        (1.8, 1.2, 0.5),
        (0.0, 1.2, 0.0),
        (-1.2, 1.2, -1.0),
        (9.0, 1.2, -1.0),
        (-0.8, -0.8, 1.0),
        (0.25, 0.0, 0.5),
        (0.0, 0.0, 1.0),
    ],
)
def test_tracking_is_one_at_the_speed_asked_for_and_zero_at_a_standstill(
    speed, wanted, expected
):
    assert tracking(speed, wanted) == pytest.approx(expected)


def test_each_part_has_its_weight_and_sign():
    task = WalkTask(speed_weight=2.0, alive_weight=0.5, torque_weight=0.1)
    effort = np.array([1.0, -1.0, 0.0, 0.0])
    assert reward_of(task, 0.6, 1.2, False, effort) == pytest.approx((1.0, 0.5, -0.05))
    assert reward_of(task, 0.6, 1.2, True, effort).alive == 0.0
