"""Muscles on two legs: soft ends of the joints' ranges, torques with their signs."""

import numpy as np
import pytest

from gaitsmith.actuators.legs import JOINT_LIMITS, LIMIT, limit_torque
from gaitsmith.characters.character import load_character
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.papers.wang2012.reflex_controller import ReflexController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

RATE = 1200.0
DT = 1.0 / RATE


@pytest.fixture
def first_step():
    """The muscled legs and what acts on the joints, after the first step of a walk."""

    def take(**angles):
        adult = load_character("adult_muscles")
        controller = ReflexController(adult, "walk")
        start = {f"start.angle.{name}": angle for name, angle in angles.items()}
        drive = controller.drive(controller.space.initial_values() | start)
        simulation = Simulation(adult, Setting(duration=1.0, rate=RATE))
        simulation.start(drive)
        simulation.advance(DT)
        return simulation._moving.actuators[-1].legs, simulation._moving.state.actuation

    return take


@pytest.mark.parametrize(
    ("angle", "rate", "expected"),
    [
        (0.5, 3.0, (0.0, 0.0)),  # within
        (-0.1, 0.0, (1.7189, 98.487)),  # below: pushed up
        (1.1, 0.0, (-1.7189, 98.487)),  # above: pushed down
        (-0.1, -2.0, (1.7189, 98.487)),  # moving out
        (-0.1, 0.01, (1.7189, 98.487)),  # moving back slowly
        (-0.1, 0.02, (0.0, 0.0)),  # moving back fast: let go
        (1.1, -0.02, (0.0, 0.0)),
        (1.1, -0.01, (-1.7189, 98.487)),
    ],
)
def test_a_soft_end_pushes_back_and_damps(version, angle, rate, expected):
    # c d = 17.189 N m/rad x 0.1 rad; damping c d / w_max, w_max 0.017453 rad/s.
    found = version(limit_torque)(angle, rate, 0.0, 1.0)
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-12)


def test_spring_and_damper_together_are_the_published_torque(version):
    # -c d (1 + w / w_max), d beyond the end and w the rate out of the range.
    for angle, rate in ((-0.1, -0.5), (-0.03, 0.004), (1.2, 0.3), (1.01, -0.01)):
        torque, damping = version(limit_torque)(angle, rate, 0.0, 1.0)
        beyond = -angle if angle < 0.0 else angle - 1.0
        outward = -rate if angle < 0.0 else rate
        expected = 17.189 * beyond * (1.0 + outward / 0.017453)
        expected *= 1.0 if angle < 0.0 else -1.0
        assert torque - damping * rate == pytest.approx(expected)


def test_the_ends_are_geyers():
    degrees = np.degrees(JOINT_LIMITS)
    assert degrees[0, 0] == pytest.approx(-50.0, abs=0.01)  # hip extension
    assert degrees[1, 0] == pytest.approx(5.0, abs=0.01)  # knee flexion
    assert degrees[2] == pytest.approx([-20.0, 40.0], abs=0.01)  # plantarflexion


def test_torques_reach_hip_knee_and_ankle_with_their_signs(first_step):
    legs, actuation = first_step(left_knee_y=0.4, right_knee_y=0.5)
    assert legs.axis.shape == (2, 3)
    for side in (LEFT, RIGHT):
        pulled = actuation.torque[legs.axis[side]]
        # Within the soft ends: + hip extension, - knee extension, + plantarflexion.
        assert pulled == pytest.approx(legs.state.torque[side] * [1.0, -1.0, 1.0])
    assert np.abs(legs.state.torque).min() > 0.1


def test_a_knee_beyond_its_soft_end_is_bent_by_it(first_step):
    # 0.0073 rad short of the end: + flexion, as the house counts, on top of muscles.
    legs, actuation = first_step(left_knee_y=0.08, right_knee_y=0.5)
    axis = legs.axis[LEFT, 1]
    limit = actuation.torque[axis] + legs.state.torque[LEFT, 1]
    assert limit == pytest.approx(17.189 * 0.0073, rel=1e-3)
    damping = actuation.damping[axis]
    assert damping == pytest.approx(17.189 * 0.0073 / 0.017453, rel=1e-3)
    # It counts for J_L.
    assert legs.sums[LIMIT] == pytest.approx(DT * limit**2)


def test_a_hip_beyond_its_soft_end_is_flexed_by_it(first_step):
    legs, actuation = first_step(left_hip_y=0.9)
    axis = legs.axis[LEFT, 0]
    limit = actuation.torque[axis] - legs.state.torque[LEFT, 0]
    assert limit == pytest.approx(-17.189 * (0.9 - 0.8727), rel=1e-3)
