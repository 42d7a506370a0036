"""Lengths, moment arms and torques of muscles in a pose."""

import math

import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import (
    MUSCLE_NAMES,
    MUSCLE_TABLE,
    build_muscles,
    muscles_at_rest,
)
from gaitsmith.kernels.muscle_path import (
    ANGLE_SIGNS,
    LENGTHENING,
    TORQUE_SIGNS,
    moment_arm,
    pull_on_joints,
    update_paths,
)
from gaitsmith.kernels.records import (
    ANKLE,
    GAS,
    GLU,
    HAM,
    HFL,
    HIP,
    KNEE,
    LEFT,
    RF,
    RIGHT,
    SOL,
    TA,
    VAS,
)

MUSCLES = build_muscles()
POSES = ((0, 0, 0), (30, 5, 0), (-10, 10, -5), (60, 100, 10), (15, 65, 20))


def angles_of(left, right=None):
    return np.radians(np.array([left, left if right is None else right], float))


def paths(version, angles):
    state = muscles_at_rest(MUSCLES, np.zeros((2, 3)))
    state.arm[:] = 0.0
    state.length[:] = 0.0
    version(update_paths)(MUSCLES, angles, state)
    return state


def test_arms_at_hand_computed_angles(version):
    # Straight leg, square foot: cosines of the distance to the angle of the best arm.
    arm = paths(version, angles_of((0, 0, 0))).arm[LEFT]
    expected = np.zeros((8, 3))
    expected[SOL, ANKLE] = 0.05 * math.cos(math.radians(20))
    expected[TA, ANKLE] = -0.04 * math.cos(math.radians(10))
    expected[GAS, KNEE] = -0.05 * math.cos(math.radians(40))
    expected[GAS, ANKLE] = 0.05 * math.cos(math.radians(20))
    expected[VAS, KNEE] = 0.06 * math.cos(math.radians(15))
    expected[HAM, HIP], expected[HAM, KNEE] = 0.08, -0.05
    expected[RF, HIP] = -0.08
    expected[RF, KNEE] = 0.06 * math.cos(0.40158 * math.radians(15))
    expected[GLU, HIP], expected[HFL, HIP] = 0.10, -0.10
    np.testing.assert_allclose(arm, expected, atol=1e-7)


def test_the_arm_of_rectus_femoris_is_two_thirds_at_135_degrees(version):
    arm = paths(version, angles_of((0, 135, 0))).arm[LEFT, RF, KNEE]
    assert arm == pytest.approx(0.04)


def test_lengths_by_the_published_formulas(version):
    hip, knee, ankle = (math.radians(angle) for angle in (25.0, 50.0, -8.0))

    def swing(angle, best, reference):
        best, reference = math.radians(best), math.radians(reference)
        return math.sin(angle - best) - math.sin(reference - best)

    s, best = 0.4015813, math.radians(15.0)
    expected = {
        SOL: 0.04 + 0.26 - 0.5 * 0.05 * swing(ankle, 20, -10),
        TA: 0.06 + 0.24 + 0.7 * 0.04 * swing(ankle, -10, 20),
        GAS: 0.05 + 0.40 - 0.7 * 0.05 * (swing(ankle, 20, -10) + swing(knee, 40, 15)),
        VAS: 0.08 + 0.23 + 0.7 * 0.06 * swing(knee, 15, 55),
        HAM: 0.10 + 0.31 - 0.7 * 0.05 * math.sin(knee),  # hip at its reference
        RF: 0.08
        + 0.35
        - 0.3 * 0.08 * math.radians(15.0)
        + 0.5
        * 0.06
        / s
        * (math.sin(s * (knee - best)) - math.sin(s * math.radians(40.0))),
        GLU: 0.11 + 0.13 - 0.5 * 0.10 * math.radians(5.0),
        HFL: 0.11 + 0.10 - 0.5 * 0.10 * hip,
    }
    length = paths(version, np.array([[hip, knee, ankle]] * 2)).length[LEFT]
    for muscle, value in expected.items():
        assert length[muscle] == pytest.approx(value, abs=1e-8), MUSCLE_NAMES[muscle]


def test_at_the_reference_angles_fibres_are_optimal_and_tendons_slack(version):
    for muscle, row in enumerate(MUSCLE_TABLE):
        angles = np.zeros((2, 3))
        for crossing in row.crossings:
            angles[:, crossing.joint] = math.radians(crossing.reference)
        length = paths(version, angles).length[RIGHT, muscle]
        assert length == pytest.approx(row.optimal_length + row.slack_length)


@pytest.mark.parametrize("pose", POSES)
def test_arms_are_slopes_of_the_length_over_pennation(version, pose):
    step = 1e-6
    arm = paths(version, angles_of(pose)).arm
    for joint in (HIP, KNEE, ANKLE):
        shift = np.zeros((2, 3))
        shift[:, joint] = step
        longer = paths(version, angles_of(pose) + shift).length
        shorter = paths(version, angles_of(pose) - shift).length
        slope = LENGTHENING[joint] * (longer - shorter) / (2.0 * step)
        pennation = MUSCLES.pennation[:, :, joint]
        np.testing.assert_allclose(slope, pennation * arm[:, :, joint], atol=1e-9)


def test_an_arm_of_almost_no_scale_is_a_constant_one(version):
    reference = version(moment_arm)(0.08, 0.3, 0.0, 0.0)
    nearly = version(moment_arm)(0.08, 0.3, 0.0, 1e-5)
    assert nearly == pytest.approx(reference, rel=1e-9)


def test_each_leg_has_its_own_angles(version):
    both = paths(version, angles_of((30, 5, 0), (-10, 10, -5)))
    swapped = paths(version, angles_of((-10, 10, -5), (30, 5, 0)))
    np.testing.assert_array_equal(both.length[LEFT], swapped.length[RIGHT])
    np.testing.assert_array_equal(both.arm[RIGHT], swapped.arm[LEFT])
    assert not np.allclose(both.length[LEFT], both.length[RIGHT])


@pytest.mark.parametrize(
    ("muscle", "torques"),
    [
        # Extension, extension, plantarflexion of 100 N at the straight, square leg.
        (GLU, (10.0, 0.0, 0.0)),
        (HFL, (-10.0, 0.0, 0.0)),
        (HAM, (8.0, -5.0, 0.0)),
        (RF, (-8.0, 5.96686, 0.0)),
        (VAS, (0.0, 5.79555, 0.0)),
        (GAS, (0.0, -3.83022, 4.69846)),
        (SOL, (0.0, 0.0, 4.69846)),
        (TA, (0.0, 0.0, -3.93923)),
    ],
)
def test_muscles_turn_joints_as_their_names_say(version, muscle, torques):
    state = paths(version, angles_of((0, 0, 0)))
    state.force[:] = 0.0
    state.force[RIGHT, muscle] = 100.0
    version(pull_on_joints)(state)
    np.testing.assert_allclose(state.torque[RIGHT], torques, atol=1e-4)
    np.testing.assert_array_equal(state.torque[LEFT], 0.0)


@pytest.mark.parametrize("pose", POSES)
def test_joint_power_is_the_muscles_power_over_pennation(version, pose):
    # Of single-joint muscles; pennation shortens their way but not their force.
    rates, dt = np.array([1.0, -2.0, 3.0]), 1e-6
    angles = angles_of(pose)
    now, later = paths(version, angles), paths(version, angles + dt * rates)
    for muscle, joint in ((SOL, ANKLE), (TA, ANKLE), (VAS, KNEE), (GLU, HIP)):
        now.force[:] = 0.0
        now.force[LEFT, muscle] = 250.0
        version(pull_on_joints)(now)
        # Torques are positive where LENGTHENING is against the angle.
        joint_power = -now.torque[LEFT, joint] * LENGTHENING[joint] * rates[joint]
        rate = (later.length - now.length)[LEFT, muscle] / dt
        muscle_power = -250.0 * rate
        pennation = MUSCLES.pennation[LEFT, muscle, joint]
        assert joint_power == pytest.approx(muscle_power / pennation, rel=1e-4)


def test_signs_of_the_house_agree_with_those_of_power():
    # A torque that raises the house's angle does positive work on it: the house's
    # generalised force is minus the change of length, over pennation, with its angle.
    for joint in (HIP, KNEE, ANKLE):
        assert TORQUE_SIGNS[joint] == -LENGTHENING[joint] * ANGLE_SIGNS[joint]
