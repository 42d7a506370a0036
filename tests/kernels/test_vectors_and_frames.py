"""Three-vectors and world angles against NumPy and SciPy."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from gaitsmith.kernels.frames import (
    heading_of,
    pitch_of_up_axis,
    roll_of_up_axis,
    wrapped,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.vectors import cross, dot, minus, plus, rotated, times

A, B = (1.0, -2.0, 3.0), (0.5, 4.0, -1.0)
ALONG_X = (1.0, 0.0)


def test_vector_algebra_equals_numpy(version):
    a, b = np.array(A), np.array(B)
    assert version(plus)(A, B) == tuple(a + b)
    assert version(minus)(A, B) == tuple(a - b)
    assert version(times)(2.5, A) == tuple(2.5 * a)
    assert version(dot)(A, B) == a @ b
    assert version(cross)(A, B) == tuple(np.cross(a, b))


def test_rotated_applies_the_bodys_rotation(version):
    rotation = Rotation.from_rotvec([0.3, -1.0, 0.7])
    orientation = np.vstack([np.eye(3).ravel(), rotation.as_matrix().ravel()])
    assert version(rotated)(orientation, 1, A) == pytest.approx(rotation.apply(A))
    assert version(rotated)(orientation, 0, A) == A


@pytest.mark.parametrize("angle", [-1.2, -0.1, 0.0, 0.4, 1.5])
def test_angles_of_pure_rotations_are_the_rotations(version, angle):
    def up(axis):
        return tuple(Rotation.from_rotvec(angle * np.eye(3)[axis]).apply([0, 0, 1]))

    assert version(roll_of_up_axis)(up(0), ALONG_X) == pytest.approx(angle)
    assert version(pitch_of_up_axis)(up(1), ALONG_X) == pytest.approx(angle)
    forward = tuple(Rotation.from_rotvec([0, 0, angle]).apply([1, 0, 0]))
    assert version(yaw_of_forward_axis)(forward, ALONG_X) == pytest.approx(angle)


def test_leaning_forward_is_a_positive_pitch():
    assert pitch_of_up_axis((0.1, 0.0, 0.99), ALONG_X) > 0.0


def test_tipping_to_the_right_is_a_positive_roll():
    assert roll_of_up_axis((0.0, -0.1, 0.99), ALONG_X) > 0.0


def test_turning_the_world_turns_the_result(version):
    """Angles relative to a heading do not change when everything is turned."""
    part = Rotation.from_euler("yxz", [0.4, 0.2, 0.1])
    for turn in (0.0, 0.7, -2.5):
        world = Rotation.from_rotvec([0, 0, turn])
        up = tuple((world * part).apply([0, 0, 1]))
        forward = tuple((world * part).apply([1, 0, 0]))
        heading = (math.cos(turn), math.sin(turn))
        angles = (
            version(pitch_of_up_axis)(up, heading),
            version(roll_of_up_axis)(up, heading),
            version(yaw_of_forward_axis)(forward, heading),
        )
        reference = angles if turn == 0.0 else reference  # noqa: F821
        assert angles == pytest.approx(reference)


def test_roll_does_not_flip_when_a_part_pitches_past_the_horizontal():
    rolls = [
        roll_of_up_axis(
            tuple(Rotation.from_euler("YX", [pitch, 0.1]).apply([0, 0, 1])), ALONG_X
        )
        for pitch in (1.4, 1.7)
    ]
    assert rolls[0] == pytest.approx(rolls[1], abs=0.01)


def test_heading_of_a_vertical_axis_is_forward(version):
    assert version(heading_of)((0.0, 0.0, 1.0)) == (1.0, 0.0)
    assert version(heading_of)((3.0, 4.0, 9.0)) == pytest.approx((0.6, 0.8))


def test_wrapped_angles_are_within_half_a_turn(version):
    assert version(wrapped)(3.5 * math.pi) == pytest.approx(-0.5 * math.pi)
    assert version(wrapped)(-1.0) == pytest.approx(-1.0)
