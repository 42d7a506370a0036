"""OpenSim's files, read back by OpenSim itself and by a reader of our own."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaitsmith.characters.character import GRAVITY, Character, character_from_values
from gaitsmith.export.motion import Motion
from gaitsmith.export.opensim import mot_text, sto_text
from gaitsmith.gait.kinematics import body_poses, kinematics_of
from gaitsmith.gait.kinetics import joint_torques
from gaitsmith.simulation.recording import Recording
from gaitsmith.workflows import load_solution, simulate, with_setting

Table = dict[str, np.ndarray]
SIDES = ("left", "right")
# Columns: our x, y, z in OpenSim's axes (x forward, y up, z right).
OPENSIM_FROM_OURS = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], dtype=float)

COLUMNS = {
    "left_hip_y": "hip_flexion_l",
    "left_hip_x": "hip_adduction_l",
    "right_hip_x": "hip_adduction_r",
    "right_knee_y": "knee_angle_r",
    "left_ankle_y": "ankle_angle_l",
    "back_z": "lumbar_rotation",
}


def parsed(text: str) -> tuple[dict[str, str], Table]:
    """A storage file as the format's description has it, knowing nothing of ours."""
    header, _, body = text.partition("endheader\n")
    settings = dict(line.split("=") for line in header.splitlines() if "=" in line)
    names, *rows = (line.split("\t") for line in body.splitlines())
    assert len(set(names)) == len(names)
    values = np.array(rows, dtype=float)
    return settings, {name: values[:, i] for i, name in enumerate(names)}


def turned(axis: str, degrees: np.ndarray) -> np.ndarray:
    """(frames, 3, 3) rotations about an axis."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    found = np.tile(np.eye(3), (len(degrees), 1, 1))
    found[:, first, first] = found[:, second, second] = cosine
    found[:, first, second], found[:, second, first] = -sine, sine
    return found


def pelvis_turn(table: Table) -> np.ndarray:
    return (
        turned("z", table["pelvis_tilt"])
        @ turned("x", table["pelvis_list"])
        @ turned("y", table["pelvis_rotation"])
    )


def in_opensim(rotation: np.ndarray) -> np.ndarray:
    return OPENSIM_FROM_OURS @ rotation @ OPENSIM_FROM_OURS.T


@pytest.fixture(scope="module")
def walk() -> Motion:
    solution = with_setting(load_solution("wang2009/stocky"), duration=3.0)
    problem = solution.problem
    rollout = simulate(solution, frame_rate=100.0).rollout
    return Motion(solution.name, problem.character, problem.setting, rollout)


@pytest.fixture(scope="module")
def coordinates(walk: Motion) -> Table:
    return parsed(mot_text(walk))[1]


@pytest.fixture(scope="module")
def forces(walk: Motion) -> Table:
    return parsed(sto_text(walk))[1]


@pytest.mark.parametrize(
    ("text_of", "suffix", "in_degrees"),
    [(mot_text, ".mot", True), (sto_text, ".sto", False)],
)
def test_opensim_itself_reads_every_number(
    text_of: Callable[[Motion], str],
    suffix: str,
    in_degrees: bool,
    walk: Motion,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(tmp_path)  # where OpenSim leaves its log
    opensim = pytest.importorskip("opensim")
    file = tmp_path / f"walk{suffix}"
    file.write_text(text_of(walk), encoding="utf-8")
    settings, table = parsed(text_of(walk))
    read = opensim.TimeSeriesTable(str(file))
    assert ["time", *read.getColumnLabels()] == list(table)
    assert settings["nRows"] == str(read.getNumRows()) == str(len(table["time"]))
    assert settings["nColumns"] == str(len(table))
    times = np.array(read.getIndependentColumn())
    assert times == pytest.approx(walk.recording.time, abs=1e-9)
    for name in read.getColumnLabels():
        column = read.getDependentColumn(name).to_numpy()
        assert column == pytest.approx(table[name], abs=1e-9)
    storage = opensim.Storage(str(file))
    assert storage.isInDegrees() is in_degrees
    assert storage.getSize() == len(table["time"])


def test_a_name_from_a_stranger_does_not_spoil_the_header(walk: Motion):
    text = mot_text(replace(walk, name="x\nnRows=3\nendheader\n"))
    settings, table = parsed(text)
    assert text.splitlines()[0] == "x_nRows_3_endheader_ coordinates"
    assert settings["nRows"] == str(len(table["time"]))


def test_joint_angles_are_those_of_the_kinematics(walk: Motion, coordinates: Table):
    kinematics = kinematics_of(walk.character, walk.recording)
    for side, name in enumerate("lr"):
        for joint, column in {
            "hip": "hip_flexion",
            "knee": "knee_angle",
            "ankle": "ankle_angle",
            "shoulder": "arm_flex",
        }.items():
            given = coordinates[f"{column}_{name}"]
            assert given == pytest.approx(kinematics.sides[side][joint], abs=0.1)
            assert np.ptp(given) > 5.0
    assert coordinates["knee_angle_r"].max() > 40.0  # flexion is positive
    assert coordinates["elbow_flex_r"].max() > 5.0


def test_the_pelvis_is_where_and_as_it_was(walk: Motion, coordinates: Table):
    poses = body_poses(walk.character, walk.recording)
    pelvis = walk.character.roles.pelvis
    wanted = in_opensim(poses.orientation[:, pelvis])
    assert pelvis_turn(coordinates) == pytest.approx(wanted, abs=1e-8)
    x, y, z = walk.recording.qpos[:, :3].T
    assert coordinates["pelvis_tx"] == pytest.approx(x, abs=1e-8)
    assert coordinates["pelvis_ty"] == pytest.approx(z, abs=1e-8)
    assert coordinates["pelvis_tz"] == pytest.approx(-y, abs=1e-8)
    assert np.ptp(coordinates["pelvis_tx"]) > 2.0


@pytest.mark.parametrize("side", SIDES)
def test_limbs_turned_as_opensim_turns_them_are_where_ours_are(
    side: str, walk: Motion, coordinates: Table
):
    """The Rajagopal model's axes: z, x, y; on the left, x and y count the other way."""
    mirror = 1.0 if side == "right" else -1.0

    def angle(name: str) -> np.ndarray:
        return coordinates[f"{name}_{side[0]}"]

    thigh = (
        pelvis_turn(coordinates)
        @ turned("z", angle("hip_flexion"))
        @ turned("x", mirror * angle("hip_adduction"))
        @ turned("y", mirror * angle("hip_rotation"))
    )
    foot = (
        thigh
        @ turned("z", -angle("knee_angle"))
        @ turned("z", angle("ankle_angle"))
        @ turned("x", mirror * angle("subtalar_angle"))
    )
    trunk = (
        pelvis_turn(coordinates)
        @ turned("z", coordinates["lumbar_extension"])
        @ turned("x", coordinates["lumbar_bending"])
        @ turned("y", coordinates["lumbar_rotation"])
    )
    forearm = (
        trunk
        @ turned("z", angle("arm_flex"))
        @ turned("x", mirror * angle("arm_add"))
        @ turned("y", mirror * angle("arm_rot"))
        @ turned("z", angle("elbow_flex"))
        @ turned("y", mirror * angle("pro_sup"))
    )
    poses = body_poses(walk.character, walk.recording)
    for name, found in {
        f"{side}_thigh": thigh,
        f"{side}_foot": foot,
        f"{side}_toes": foot @ turned("z", angle("mtp_angle")),
        "torso": trunk,
        f"{side}_forearm": forearm,
    }.items():
        body = walk.character.body_index(name)
        assert found == pytest.approx(in_opensim(poses.orientation[:, body]), abs=1e-8)


def test_angles_count_from_the_standing_pose_of_a_body_with_turned_frames(
    odd_gymnastics: Motion,
):
    character = odd_gymnastics.character
    table = parsed(mot_text(odd_gymnastics))[1]
    poses = body_poses(character, odd_gymnastics.recording)
    thigh = (
        pelvis_turn(table)
        @ turned("z", table["hip_flexion_l"])
        @ turned("x", -table["hip_adduction_l"])
        @ turned("y", -table["hip_rotation_l"])
    )
    for name, found in {"my pelvis": pelvis_turn(table), "left thigh": thigh}.items():
        body = character.body_index(name)
        standing = character.standing_orientation[body]
        assert not np.allclose(poses.orientation[:, body], standing, atol=0.5)
        wanted = in_opensim(poses.orientation[:, body] @ standing.T)
        assert found == pytest.approx(wanted, abs=1e-7)


def with_recording(motion: Motion, recording: Recording) -> Motion:
    return replace(motion, rollout=replace(motion.rollout, recording=recording))


def test_a_turn_all_the_way_round_has_no_jump(walk: Motion):
    frames = len(walk.recording.time)
    yaw = np.linspace(0.0, 400.0, frames)
    qpos = np.tile(walk.character.model.qpos0, (frames, 1))
    qpos[:, 3], qpos[:, 6] = np.cos(np.radians(yaw / 2)), np.sin(np.radians(yaw / 2))
    round_about = with_recording(walk, replace(walk.recording, qpos=qpos))
    table = parsed(mot_text(round_about))[1]
    assert table["pelvis_rotation"] == pytest.approx(yaw, abs=1e-6)
    assert table["pelvis_tilt"] == pytest.approx(0.0, abs=1e-6)


def test_leaning_back_and_to_the_right_is_positive(walk: Motion):
    frames = len(walk.recording.time)
    half = np.radians(10.0 / 2)
    for axis, sign, column in ((5, -1.0, "pelvis_tilt"), (4, 1.0, "pelvis_list")):
        qpos = np.tile(walk.character.model.qpos0, (frames, 1))
        qpos[:, 3], qpos[:, axis] = np.cos(half), sign * np.sin(half)
        recording = replace(walk.recording, qpos=qpos)
        table = parsed(mot_text(with_recording(walk, recording)))[1]
        assert table[column] == pytest.approx(10.0)
        pose = body_poses(walk.character, recording)
        up = pose.direction(walk.character.roles.pelvis, (0.0, 0.0, 1.0))[0]
        assert (up[0] < -0.1) if column == "pelvis_tilt" else (up[1] < -0.1)


def test_a_planar_body_has_planar_coordinates_only(planar_walk: Motion):
    table = parsed(mot_text(planar_walk))[1]
    legs = {
        f"{joint}_{side}"
        for joint in ("hip_flexion", "knee_angle", "ankle_angle")
        for side in "lr"
    }
    assert set(table) == {"time", "pelvis_tilt", "pelvis_tx", "pelvis_ty", *legs}
    lean = -np.degrees(planar_walk.recording.qpos[:, 2])
    assert table["pelvis_tilt"] == pytest.approx(lean, abs=1e-6)
    kinematics = kinematics_of(planar_walk.character, planar_walk.recording)
    right = kinematics.sides[1]["hip"]
    assert table["hip_flexion_r"] == pytest.approx(right, abs=1e-6)
    assert table["pelvis_ty"].min() > 0.7


def own_character(own_model: Any) -> Character:
    """A joint that turns other than its name says, an odd one, and a known one."""
    extra = """
      <body name="tail" pos="-0.1 0 0.1">
        <joint name="back_y" axis="0 -1 0"/>
        <joint name="my tail" axis="0 0 1"/>
        <geom type="sphere" size="0.05" mass="1"/>
        <body name="tip" pos="-0.1 0 0.1">
          <joint name="neck_y" axis="0 1 0"/>
          <geom type="sphere" size="0.05" mass="1"/>
        </body>
      </body>
    </body>
  </worldbody>"""
    xml = own_model.xml.replace("</body>\n  </worldbody>", extra)
    assert "tail" in xml
    values = {"model_xml": xml, "roles": own_model.roles}
    return character_from_values(values, "own.toml", "own", Path())


def test_unknown_joints_keep_their_own_name_and_sign(own_model, posed):
    character = own_character(own_model)
    qpos = np.tile(character.model.qpos0, (3, 1))
    for number, hinge in enumerate(character.roles.hinges):
        qpos[:, hinge.position] = np.radians(number + 1.0)
    table = parsed(mot_text(posed(character, qpos)))[1]
    angles = {h.name: i + 1.0 for i, h in enumerate(character.roles.hinges)}
    assert table["back_y"][0] == pytest.approx(angles["back_y"])
    assert table["neck_extension"][0] == pytest.approx(-angles["neck_y"])
    assert table["my_tail"][0] == pytest.approx(angles["my tail"])
    assert table["hip_flexion_l"][0] == pytest.approx(-angles["left_hip"])
    assert "lumbar_extension" not in table


def test_the_ground_carries_and_drives_the_body(walk: Motion, forces: Table):
    recording, mass = walk.recording, walk.character.mass
    seconds = recording.time[-1] - recording.time[0]
    speeds = np.gradient(recording.com, recording.time, axis=0)
    gained = OPENSIM_FROM_OURS @ (speeds[-1] - speeds[0]) / seconds
    wanted = mass * (gained + np.array([0.0, GRAVITY, 0.0]))
    for axis, expected in zip("xyz", wanted, strict=True):
        total = forces[f"ground_force_r_v{axis}"] + forces[f"ground_force_l_v{axis}"]
        assert total.mean() == pytest.approx(expected, abs=0.03 * mass * GRAVITY)


def test_forces_follow_the_acceleration_from_frame_to_frame(
    walk: Motion, forces: Table
):
    recording = walk.recording
    change = np.gradient(np.gradient(recording.com[:, 2], 0.01), 0.01)
    vertical = forces["ground_force_r_vy"] + forces["ground_force_l_vy"]
    wanted = walk.character.mass * (change + GRAVITY)
    assert np.corrcoef(vertical[5:-5], wanted[5:-5])[0, 1] > 0.8


@pytest.mark.parametrize("side", SIDES)
def test_pressure_is_centred_under_the_foot(side: str, walk: Motion, forces: Table):
    mine = walk.character.points.side == SIDES.index(side)
    corners = walk.recording.contact_position[:, mine] @ OPENSIM_FROM_OURS.T
    loaded = forces[f"ground_force_{side[0]}_vy"] > 0.01 * walk.character.weight
    assert 0.4 < loaded.mean() < 0.8
    for number, axis in enumerate("xyz"):
        place = forces[f"ground_force_{side[0]}_p{axis}"]
        assert np.all(place > corners[:, :, number].min(axis=1) - 1e-9)
        assert np.all(place < corners[:, :, number].max(axis=1) + 1e-9)
    height = forces[f"ground_force_{side[0]}_py"][loaded]
    assert np.all(np.abs(height) < 0.03)  # the ground gives way a little


@pytest.mark.parametrize("side", SIDES)
def test_force_point_and_torque_do_what_all_points_do(
    side: str, walk: Motion, forces: Table
):
    def vector(name: str) -> np.ndarray:
        return np.stack([forces[f"{name}{axis}"] for axis in "xyz"], axis=1)

    force = vector(f"ground_force_{side[0]}_v")
    place = vector(f"ground_force_{side[0]}_p")
    torque = vector(f"ground_torque_{side[0]}_")
    mine = walk.character.points.side == SIDES.index(side)
    each = walk.recording.contact_force[:, mine] @ OPENSIM_FROM_OURS.T
    places = walk.recording.contact_position[:, mine] @ OPENSIM_FROM_OURS.T
    assert force == pytest.approx(each.sum(axis=1), abs=1e-6)
    wanted = np.cross(places, each).sum(axis=1)
    assert np.cross(place, force) + torque == pytest.approx(wanted, abs=1e-5)
    about_x, about_y, about_z = np.abs(torque).mean(axis=0)
    assert about_y > 1.0  # friction turns the foot,
    assert max(about_x, about_z) < 0.3  # and hardly anything else does


def test_a_foot_in_the_air_feels_nothing(walk: Motion, forces: Table):
    is_free = forces["ground_force_l_vy"] == 0.0
    assert 0.2 < is_free.mean() < 0.6
    for axis in "xyz":
        assert np.all(forces[f"ground_force_l_v{axis}"][is_free] == 0.0)
        assert np.all(forces[f"ground_torque_l_{axis}"][is_free] == 0.0)


def test_round_feet_touch_with_their_lowest_point(planar_walk: Motion):
    radius = planar_walk.character.points.radius
    assert np.all(radius > 0.0)
    heights = parsed(sto_text(planar_walk))[1]["ground_force_r_py"]
    mine = planar_walk.character.points.side == 1
    lowest = planar_walk.recording.contact_position[:, mine, 2].min(axis=1)
    assert np.all(heights >= lowest - radius[0] - 1e-9)
    assert np.any(heights < lowest - 0.5 * radius[0])


def test_moments_of_the_forces_drive_the_angles_of_the_motion(
    walk: Motion, coordinates: Table, forces: Table
):
    """Moment times rate is power, whatever the sign of the axis."""
    torques = joint_torques(walk.character, walk.recording)
    assert sum(name.endswith("_moment") for name in forces) == 30
    for hinge in walk.character.roles.hinges:
        if hinge.name not in COLUMNS:
            continue
        name = COLUMNS[hinge.name]
        rate = np.gradient(np.radians(coordinates[name]), 0.01)
        power = torques[:, hinge.axis] * walk.recording.qvel[:, hinge.axis]
        assert np.corrcoef(forces[f"{name}_moment"] * rate, power)[0, 1] > 0.8, name


def test_moments_have_the_sign_of_their_angle(walk: Motion, forces: Table):
    torques = joint_torques(walk.character, walk.recording)
    leg = walk.character.roles.legs[1]
    for column, hinge, sign in (
        ("hip_flexion_r", leg.hip[0], -1.0),
        ("hip_adduction_r", leg.hip[1], 1.0),
        ("knee_angle_r", leg.knee, 1.0),
        ("ankle_angle_r", leg.ankle[0], -1.0),
    ):
        wanted = sign * torques[:, hinge.axis]
        assert forces[f"{column}_moment"] == pytest.approx(wanted, abs=1e-6)
        assert np.abs(wanted).max() > 5.0
