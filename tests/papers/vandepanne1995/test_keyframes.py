"""The keyframe law against a calculation by hand, compiled and as plain Python."""

from typing import Any

import numpy as np
import pytest

from gaitsmith.kernels.records import Actuation, BodyState, ContactState, Senses
from gaitsmith.papers.vandepanne1995.keyframes import (
    MEMORY,
    KeyframeLaw,
    follow_keyframes,
    written_sample,
)

CYCLE = [[0.1, -0.2], [0.5, 0.0], [0.3, 0.4]]  # rad, three samples of two joints
SAMPLE_TIME = 0.25  # s
QPOS = [9.0, 0.05, 0.15]  # the first is no joint's
QVEL = [9.0, 1.0, -2.0]


def a_body(qpos: list[float], qvel: list[float]) -> BodyState:
    """The engine's state as far as the law looks at it."""
    unseen = dict.fromkeys(BodyState._fields, np.zeros((1, 1)))
    vectors = dict.fromkeys(("com", "com_velocity"), np.zeros(3))
    joints = {"qpos": np.array(qpos), "qvel": np.array(qvel)}
    return BodyState(**(unseen | vectors | joints))


def no_contact() -> ContactState:
    """Of a law without feedback, which has no legs to look at."""
    return ContactState(*[np.zeros(0) for _ in ContactState._fields])


@pytest.fixture
def drive(version):
    """Asks a law at a time; gives the targets that its torques mean, and the rest."""

    def ask(time: float, targets: list[list[float]], cycle: int = 3, linear=False):
        law = KeyframeLaw(
            position=np.array([1, 2]),
            axis=np.array([1, 2]),
            stiffness=np.array([100.0, 40.0]),
            damping=np.array([10.0, 4.0]),
            targets=np.array(targets),
            sample_time=SAMPLE_TIME,
            cycle=cycle,
            is_linear=linear,
        )
        memory: Any = np.zeros(1, dtype=MEMORY).view(np.recarray)
        actuation = Actuation(np.zeros(3), np.zeros(3), np.zeros((0, 0)))
        body, nothing = a_body(QPOS, QVEL), None
        senses = Senses(time, 0.001, 0.0, body, nothing, no_contact(), nothing)
        version(follow_keyframes)(law, memory[0], senses, actuation)
        return actuation, int(memory["state"][0])

    return ask


def targets_meant(actuation: Actuation) -> list[float]:
    """Desired angles [rad] behind kp (target - angle)."""
    return [
        actuation.torque[1] / 100.0 + QPOS[1],
        actuation.torque[2] / 40.0 + QPOS[2],
    ]


def test_the_torque_is_kp_times_the_error_and_the_damping_is_left_to_the_step(drive):
    actuation, state = drive(0.3, CYCLE)
    assert actuation.torque == pytest.approx([0.0, 100.0 * (0.5 - 0.05), 40.0 * -0.15])
    assert actuation.damping.tolist() == [0.0, 10.0, 4.0]
    assert state == 1


@pytest.mark.parametrize(
    ("time", "sample"),
    [(0.0, 0), (0.249, 0), (0.25, 1), (0.5, 2), (0.749, 2), (0.75, 0), (7.6, 0)],
)
def test_piecewise_constant_targets_are_held_and_repeat(drive, time, sample):
    actuation, state = drive(time, CYCLE)
    assert targets_meant(actuation) == pytest.approx(CYCLE[sample])
    assert state == sample


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        (0.0, [0.1, -0.2]),
        (0.1, [0.1 + 0.4 * 0.4, -0.2 + 0.4 * 0.2]),
        (0.25, [0.5, 0.0]),
        (0.625, [0.2, 0.1]),  # half-way from the last sample to the first
        (0.75 + 0.1, [0.1 + 0.4 * 0.4, -0.2 + 0.4 * 0.2]),
    ],
)
def test_piecewise_linear_targets_are_on_the_way_to_the_next(drive, time, expected):
    actuation, _ = drive(time, CYCLE, linear=True)
    assert targets_meant(actuation) == pytest.approx(expected)


def test_written_strides_are_followed_once_and_then_the_last_repeats(drive):
    second = [[0.2, 0.0], [0.6, 0.1], [0.0, 0.3]]
    written = CYCLE + second
    expected = [*CYCLE, *second, *second, *second]
    for sample, angles in enumerate(expected):
        actuation, state = drive((sample + 0.5) * SAMPLE_TIME, written)
        assert targets_meant(actuation) == pytest.approx(angles)
        assert state == sample % 3


def test_the_last_written_stride_leads_back_to_its_own_start(drive):
    second = [[0.2, 0.0], [0.6, 0.1], [0.0, 0.3]]
    actuation, _ = drive(5.5 * SAMPLE_TIME, CYCLE + second, linear=True)
    assert targets_meant(actuation) == pytest.approx([0.1, 0.15])


def test_a_sample_that_starts_at_a_time_step_is_not_late_by_rounding(drive):
    # 0.75 / 0.25 could come out as 2.9999999999999996 with other numbers.
    actuation, state = drive(0.75 - 1e-13, CYCLE)
    assert state == 0
    assert targets_meant(actuation) == pytest.approx(CYCLE[0])


def test_rows_repeat_after_the_last_that_is_written(version):
    rows = [version(written_sample)(sample, 5, 2) for sample in range(9)]
    assert rows == [0, 1, 2, 3, 4, 3, 4, 3, 4]
