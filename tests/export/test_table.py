"""The CSV, read back with the standard library."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.export.motion import Motion
from gaitsmith.export.table import csv_text
from gaitsmith.gait.kinematics import body_poses, kinematics_of
from gaitsmith.gait.kinetics import joint_torques
from gaitsmith.workflows import initial_solution, load_solution, simulate, with_setting

SIDES = ("left", "right")


def columns_of(motion: Motion) -> dict[str, np.ndarray]:
    names, *rows = csv.reader(io.StringIO(csv_text(motion)))
    assert len(set(names)) == len(names)
    values = np.array(rows, dtype=float)
    return {name: values[:, i] for i, name in enumerate(names)}


def recorded(solution, duration: float) -> Motion:
    solution = with_setting(solution, duration=duration)
    problem = solution.problem
    rollout = simulate(solution, frame_rate=100.0).rollout
    return Motion(solution.name, problem.character, problem.setting, rollout)


@pytest.fixture(scope="module")
def walk() -> Motion:
    return recorded(load_solution("wang2009/stocky"), 3.0)


@pytest.fixture(scope="module")
def table(walk: Motion) -> dict[str, np.ndarray]:
    return columns_of(walk)


def test_one_row_per_frame(walk: Motion, table):
    assert table["time_s"] == pytest.approx(walk.recording.time)
    assert len(table["time_s"]) == 300
    assert np.array_equal(table["controller_state"], walk.recording.state)
    assert set(table["controller_state"]) == {0, 1, 2, 3}


def test_every_name_ends_in_its_unit(table):
    ends = {name.rpartition("_")[2] for name in table}
    assert ends == {"s", "m", "deg", "N", "Nm", "state"}
    assert sum(name.endswith("_torque_Nm") for name in table) == 30
    assert len(table) == 1 + 3 + 6 + 30 + 30 + 12 + 1


def test_the_centre_of_mass_is_the_recorded_one(walk: Motion, table):
    for number, axis in enumerate("xyz"):
        wanted = walk.recording.com[:, number]
        assert table[f"com_{axis}_m"] == pytest.approx(wanted, abs=1e-8)


def test_angles_are_the_anatomists(walk: Motion, table):
    kinematics = kinematics_of(walk.character, walk.recording)
    for side, name in enumerate(SIDES):
        for joint, motion in {
            "hip": "hip_flexion",
            "knee": "knee_flexion",
            "ankle": "ankle_dorsiflexion",
            "shoulder": "shoulder_flexion",
        }.items():
            wanted = kinematics.sides[side][joint]
            assert table[f"{name}_{motion}_deg"] == pytest.approx(wanted, abs=1e-6)


def test_legs_that_come_together_adduct_on_both_sides(walk: Motion):
    left, right = walk.character.roles.legs
    qpos = np.tile(walk.character.model.qpos0, (len(walk.recording.time), 1))
    qpos[:, left.hip[1].position], qpos[:, right.hip[1].position] = -0.1, 0.1
    recording = replace(walk.recording, qpos=qpos)
    narrow = replace(walk, rollout=replace(walk.rollout, recording=recording))
    places = body_poses(walk.character, recording).position[0, :, 1]
    assert places[left.foot] < places[left.thigh]
    assert places[right.foot] > places[right.thigh]
    table = columns_of(narrow)
    for side in SIDES:
        assert table[f"{side}_hip_adduction_deg"] == pytest.approx(np.degrees(0.1))


def test_torques_drive_their_angles(walk: Motion, table):
    torques = joint_torques(walk.character, walk.recording)
    hip, knee = walk.character.roles.legs[0].hip[0], walk.character.roles.legs[0].knee
    wanted = pytest.approx(-torques[:, hip.axis], abs=1e-6)
    assert table["left_hip_flexion_torque_Nm"] == wanted
    wanted = pytest.approx(torques[:, knee.axis], abs=1e-6)
    assert table["left_knee_flexion_torque_Nm"] == wanted


def test_the_pelvis_is_as_it_was(walk: Motion, table):
    poses = body_poses(walk.character, walk.recording)
    pelvis = walk.character.roles.pelvis
    for number, axis in enumerate("xyz"):
        wanted = poses.position[:, pelvis, number]
        assert table[f"pelvis_{axis}_m"] == pytest.approx(wanted, abs=1e-8)
    yaw, pitch, roll = (
        np.radians(table[f"pelvis_{turn}_deg"]) for turn in ("yaw", "pitch", "roll")
    )
    forward = poses.direction(pelvis, (1.0, 0.0, 0.0))
    wanted = np.stack(
        [np.cos(yaw) * np.cos(pitch), np.sin(yaw) * np.cos(pitch), -np.sin(pitch)],
        axis=1,
    )
    assert forward == pytest.approx(wanted, abs=1e-8)
    left = poses.direction(pelvis, (0.0, 1.0, 0.0))
    assert left[:, 2] == pytest.approx(np.cos(pitch) * np.sin(roll), abs=1e-8)


def test_feet_are_pressed_where_they_are(walk: Motion, table):
    for side, name in enumerate(SIDES):
        mine = walk.character.points.side == side
        for number, axis in enumerate("xyz"):
            force = walk.recording.contact_force[:, mine, number].sum(axis=1)
            assert table[f"{name}_force_{axis}_N"] == pytest.approx(force, abs=1e-6)
        ahead = walk.recording.contact_position[:, mine, 0]
        place = table[f"{name}_center_of_pressure_x_m"]
        assert np.all((place >= ahead.min(axis=1)) & (place <= ahead.max(axis=1)))


def test_a_planar_body_has_the_same_kinds_of_columns(make_experiment, table):
    planar = columns_of(recorded(initial_solution(make_experiment()), 1.0))
    assert set(planar) <= set(table)
    assert "left_knee_flexion_deg" in planar
    assert np.all(planar["pelvis_yaw_deg"] == 0.0)
    assert np.ptp(planar["pelvis_pitch_deg"]) > 0.1
