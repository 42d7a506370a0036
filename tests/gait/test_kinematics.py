from pathlib import Path

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values
from gaitsmith.gait.kinematics import kinematics_of, mean_heading


@pytest.fixture
def stride(stocky, blank, bend):
    """Left leg forward and bent, right leg back, right arm forward."""
    recording = blank(stocky, 2)
    bend(stocky, recording, "left_hip_y", -30.0)
    bend(stocky, recording, "left_knee_y", 20.0)
    bend(stocky, recording, "left_ankle_y", -5.0)
    bend(stocky, recording, "right_hip_y", 12.0)
    bend(stocky, recording, "right_ankle_y", 8.0)
    bend(stocky, recording, "right_shoulder_y", -25.0)
    return recording


def last(angles):
    return {name: round(float(curve[-1]), 6) for name, curve in angles.items()}


def test_everything_is_zero_in_the_standing_pose(stocky, blank):
    kinematics = kinematics_of(stocky, blank(stocky, 1))
    for side in kinematics.sides:
        names = {"hip", "knee", "ankle", "shoulder", "thigh", "foot"}
        assert last(side) == dict.fromkeys(names, 0.0)
    assert kinematics.trunk[0] == pytest.approx(0.0)


def test_flexion_is_positive_on_the_side_that_flexes(stocky, stride):
    left, right = kinematics_of(stocky, stride).sides
    assert last(left) == {
        "hip": 30.0,
        "knee": 20.0,
        "ankle": 5.0,
        "shoulder": 0.0,
        "thigh": 30.0,
        "foot": 15.0,  # 30 - 20 + 5, toes up
    }
    assert last(right) == {
        "hip": -12.0,
        "knee": 0.0,
        "ankle": -8.0,
        "shoulder": 25.0,
        "thigh": -12.0,
        "foot": -20.0,
    }


def test_leaning_forward_turns_what_is_measured_in_the_world_only(stocky, stride, face):
    face(stride, pitch=10.0)
    kinematics = kinematics_of(stocky, stride)
    assert kinematics.trunk[-1] == pytest.approx(10.0)
    left = last(kinematics.sides[0])
    assert (left["hip"], left["thigh"], left["foot"]) == (30.0, 20.0, 5.0)


@pytest.mark.parametrize("yaw", [90.0, 180.0, -135.0])
def test_angles_do_not_depend_on_where_the_body_faces(stocky, stride, face, yaw):
    straight = kinematics_of(stocky, stride)
    face(stride, yaw=yaw)
    turned = kinematics_of(stocky, stride)
    assert np.cos(turned.heading[0] - np.radians(yaw)) == pytest.approx(1.0)
    for before, after in zip(straight.sides, turned.sides, strict=True):
        assert last(before) == last(after)


def test_the_ankles_are_where_the_joints_are(stocky, blank):
    left, right = kinematics_of(stocky, blank(stocky, 1)).ankles[0]
    spec = stocky.spec
    height = spec.height * spec.proportions.ankle_height
    width = spec.height * spec.proportions.hip_half_width
    assert left == pytest.approx([0.0, width, height])
    assert right == pytest.approx([0.0, -width, height])


def test_what_a_body_lacks_is_absent(planar, blank, bend):
    recording = blank(planar, 1)
    bend(planar, recording, "left_hip_y", -30.0)
    recording.qpos[:, 2] = np.radians(10.0)
    kinematics = kinematics_of(planar, recording)
    left = last(kinematics.sides[0])
    assert left == {"hip": 30.0, "knee": 0.0, "ankle": 0.0, "thigh": 20.0, "foot": 20.0}
    assert kinematics.trunk[0] == pytest.approx(10.0)


def test_limbs_whose_frames_are_askew_are_measured_from_the_standing_pose(
    own_model, blank
):
    # The left foot's own frame is pitched; the joint must turn about the world's y.
    xml = own_model.xml.replace(
        '<body name="left_foot" pos="0 0 -0.45">',
        '<body name="left_foot" pos="0 0 -0.45" euler="0 35 0">',
    )
    assert xml != own_model.xml
    character = character_from_values(
        {"model_xml": xml, "roles": own_model.roles}, "own.toml", "own", Path()
    )
    kinematics = kinematics_of(character, blank(character, 1))
    assert kinematics.sides[0]["foot"][0] == pytest.approx(0.0, abs=1e-9)


def test_an_empty_recording_has_no_angles(stocky, blank):
    kinematics = kinematics_of(stocky, blank(stocky, 0))
    assert kinematics.sides[0]["knee"].shape == (0,)
    assert kinematics.ankles.shape == (0, 2, 3)


def test_the_mean_of_headings_across_the_seam_is_on_the_seam():
    assert abs(mean_heading(np.radians([170.0, -170.0]))) == pytest.approx(np.pi)
