"""Formulas of balance, servos and guide, each against its paper."""

import math

import numpy as np
import pytest

from gaitsmith.kernels.balance import swing_hip_pitch, swing_hip_roll
from gaitsmith.kernels.external import guide_torque, is_pushing
from gaitsmith.kernels.servo import joint_stop, limit_torque
from gaitsmith.simulation.disturbances import Guide


def test_balance_feedback_is_linear_in_offset_and_velocity(version):
    """theta = theta_0 + c_d d + c_v v, in the P-convention with the sign turned."""
    found = version(swing_hip_pitch)(-0.4, 2.2, 0.2, 0.1, 1.0)
    assert found == pytest.approx(-(0.4 + 2.2 * 0.1 + 0.2 * 1.0))
    assert version(swing_hip_roll)(0.1, 0.5, 0.2, 0.02, -0.3) == pytest.approx(0.05)


def test_falling_forward_or_sideways_steps_to_that_side(version):
    assert version(swing_hip_pitch)(0.0, 1.0, 1.0, 0.1, 0.1) < 0.0  # thigh forward
    assert version(swing_hip_roll)(0.0, 1.0, 1.0, 0.1, 0.1) > 0.0  # leg to the left


@pytest.mark.parametrize("velocity", [-30.0, 0.0, 30.0])
@pytest.mark.parametrize("torque", [-500.0, -50.0, 0.0, 50.0, 500.0])
def test_limited_torque_stays_within_the_limit(version, torque, velocity):
    explicit, damping = version(limit_torque)(torque, 5.0, velocity, 100.0)
    wanted = torque - 5.0 * velocity
    assert explicit - damping * velocity == pytest.approx(
        min(max(wanted, -100.0), 100.0)
    )


def test_joint_stop_acts_beyond_the_range_only(version):
    assert version(joint_stop)(0.5, -1.0, 1.0, 800.0) == (0.0, False)
    assert version(joint_stop)(1.1, -1.0, 1.0, 800.0) == (pytest.approx(-80.0), True)
    assert version(joint_stop)(-1.1, -1.0, 1.0, 800.0) == (pytest.approx(80.0), True)


def a_guide(**changes: float) -> Guide:
    upright = Guide(1, 3000.0, 300.0, (0.0, 0.0, 1.0), 0.0, 1.0, 0.0, math.inf)
    return upright._replace(**changes)


def test_guide_torque_is_kp_b_cross_u_minus_kd_omega(version):
    guide = a_guide()
    up = np.array([math.sin(0.2), 0.0, math.cos(0.2)])
    omega = np.array([0.1, -0.2, 0.3])
    expected = 3000.0 * np.cross(up, [0.0, 0.0, 1.0]) - 300.0 * omega
    assert version(guide_torque)(guide, 0.3, tuple(up), tuple(omega)) == pytest.approx(
        expected
    )


def test_the_guides_vertical_sways_to_left_and_right(version):
    guide = a_guide(damping=0.0, sway=0.1, sway_rate=2.0 * math.pi)
    at_rest = (0.0, 0.0, 0.0)
    for time, sway in ((0.0, 0.0), (0.25, 0.1), (0.75, -0.1)):
        vertical = [0.0, math.sin(sway), math.cos(sway)]
        expected = 3000.0 * np.cross([0.0, 0.0, 1.0], vertical)
        torque = version(guide_torque)(guide, time, (0.0, 0.0, 1.0), at_rest)
        assert torque == pytest.approx(expected, abs=1e-9)


def test_a_push_acts_for_its_duration_once_or_again(version):
    acts = version(is_pushing)
    assert [acts(t, 1.0, 0.4, math.inf) for t in (0.9, 1.0, 1.39, 1.41, 9.1)] == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert [acts(t, 1.0, 0.4, 4.0) for t in (4.9, 5.1, 5.5)] == [False, True, False]
