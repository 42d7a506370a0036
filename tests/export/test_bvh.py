"""BVH files, read back by a reader that knows only the format."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import Character, character_from_values
from gaitsmith.errors import WorkFailedError
from gaitsmith.export.bvh import bvh_text
from gaitsmith.export.motion import Motion
from gaitsmith.gait.events import events_of
from gaitsmith.gait.kinematics import SIDES, kinematics_of

# From the simulation's axes (ahead, left, up) to the file's (left, up, ahead).
TO_FILE = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
NEAR = 1e-4  # m
SAME_TRAVEL = 1e-3  # m

HUMANOID = {"Hips": "root", "Spine": "back_y", "Neck": "neck_y"} | {
    f"{side}{bone}": f"{side.lower()}_{joint}_y"
    for side in ("Left", "Right")
    for bone, joint in (
        ("UpLeg", "hip"),
        ("Leg", "knee"),
        ("Foot", "ankle"),
        ("ToeBase", "toe"),
        ("Arm", "shoulder"),
        ("ForeArm", "elbow"),
    )
}
PLANAR = {"Hips": "root_y", "Spine": "root_y"} | {
    f"{side}{bone}": f"{side.lower()}_{joint}"
    for side in ("Left", "Right")
    for bone, joint in (("UpLeg", "hip"), ("Leg", "knee"), ("Foot", "ankle"))
}
ODD = {"bend": "bend", "Spine": "lean"} | {
    f"{side}{bone}": f"{side.lower()}_{joint}"
    for side in ("Left", "Right")
    for bone, joint in (("UpLeg", "hip_z"), ("Leg", "knee"), ("Foot", "ankle"))
}
ODD |= {f"{side}_hip": f"{side}_hip_y" for side in ("left", "right")}
SIMPLETON = {
    f"{side}{bone}": f"{side.lower()}_{joint}"
    for side in ("Left", "Right")
    for bone, joint in (("UpLeg", "hip_x"), ("Leg", "knee"))
}
# Which joint of the model each bone turns about.
MOTIONS = [
    ("stocky_walk", HUMANOID),
    ("planar_walk", PLANAR),
    ("odd_gymnastics", ODD),
    ("simpleton_walk", SIMPLETON),
]


@dataclass
class Joint:
    """A joint of the file, and where it is."""

    parent: str | None
    offset: np.ndarray
    channels: list[str]
    end: np.ndarray | None = None
    position: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (frames, 3)
    rotation: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (frames, 3, 3)


@dataclass
class BvhFile:
    joints: dict[str, Joint]
    frame_time: float
    values: np.ndarray  # (frames, channels)


def read_bvh(text: str) -> BvhFile:
    hierarchy, motion = text.split("MOTION\n")
    words = iter(hierarchy.split())
    assert next(words) == "HIERARCHY"
    assert next(words) == "ROOT"
    joints: dict[str, Joint] = {}
    read_joint(words, None, joints)
    assert next(words, None) is None
    frames, frame_time, *rows = motion.splitlines()
    values = np.array([[float(word) for word in row.split()] for row in rows])
    assert frames == f"Frames: {len(values)}"
    file = BvhFile(joints, float(frame_time.removeprefix("Frame Time: ")), values)
    place_joints(file)
    return file


def read_vector(words: Iterator[str]) -> np.ndarray:
    assert next(words) == "OFFSET"
    return np.array([float(next(words)) for _ in range(3)])


def read_joint(
    words: Iterator[str], parent: str | None, joints: dict[str, Joint]
) -> None:
    name = next(words)
    assert name not in joints
    assert next(words) == "{"
    offset = read_vector(words)
    assert next(words) == "CHANNELS"
    channels = [next(words) for _ in range(int(next(words)))]
    joint = joints[name] = Joint(parent, offset, channels)
    while (word := next(words)) != "}":
        if word == "JOINT":
            read_joint(words, name, joints)
        else:
            assert (word, next(words), next(words)) == ("End", "Site", "{")
            joint.end = read_vector(words)
            assert next(words) == "}"


def about(axis: str, degrees: np.ndarray) -> np.ndarray:
    """(frames, 3, 3) rotations about one of the file's axes."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    first, second = {"X": (1, 2), "Y": (2, 0), "Z": (0, 1)}[axis]
    rotation = np.tile(np.eye(3), (len(degrees), 1, 1))
    rotation[:, first, first] = rotation[:, second, second] = cosine
    rotation[:, first, second], rotation[:, second, first] = -sine, sine
    return rotation


def place_joints(file: BvhFile) -> None:
    """Forward kinematics: every channel in its turn, from the root outward."""
    columns = iter(file.values.T)
    for joint in file.joints.values():
        move = np.tile(joint.offset, (len(file.values), 1))
        turn = np.tile(np.eye(3), (len(file.values), 1, 1))
        for channel in joint.channels:
            axis, kind, column = channel[0], channel[1:], next(columns)
            if kind == "position":
                move[:, "XYZ".index(axis)] += column
            else:
                turn = turn @ about(axis, column)
        if joint.parent is not None:
            above = file.joints[joint.parent]
            move = above.position + np.einsum("fij,fj->fi", above.rotation, move)
            turn = above.rotation @ turn
        joint.position, joint.rotation = move, turn
    assert next(columns, None) is None


def engine_poses(motion: Motion) -> Iterator[mujoco.MjData]:
    data = mujoco.MjData(motion.character.model)
    for qpos in motion.recording.qpos:
        data.qpos[:] = qpos
        mujoco.mj_kinematics(motion.character.model, data)
        yield data


def anchors(motion: Motion) -> dict[str, np.ndarray]:
    """(frames, 3) where the engine has each joint, in the file's axes."""
    places = [np.array(data.xanchor) @ TO_FILE.T for data in engine_poses(motion)]
    model = motion.character.model
    return {
        model.joint(joint).name: np.array(places)[:, joint]
        for joint in range(model.njnt)
    }


def standing(character: Character) -> mujoco.MjData:
    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    return data


@pytest.mark.parametrize(("name", "bones"), MOTIONS)
def test_joints_are_where_the_engine_has_them(request, name: str, bones: dict):
    motion = request.getfixturevalue(name)
    file = read_bvh(bvh_text(motion))
    places = anchors(motion)
    for bone, joint in bones.items():
        np.testing.assert_allclose(
            file.joints[bone].position, places[joint], atol=NEAR, err_msg=bone
        )


@pytest.mark.parametrize(("name", "bones"), MOTIONS)
def test_bones_turn_with_their_bodies_and_are_unturned_when_standing(
    request, name: str, bones: dict
):
    motion = request.getfixturevalue(name)
    model = motion.character.model
    rest = standing(motion.character).xmat.reshape(-1, 3, 3)
    turns = np.array(
        [d.xmat.reshape(-1, 3, 3) @ rest.swapaxes(1, 2) for d in engine_poses(motion)]
    )
    file = read_bvh(bvh_text(motion))
    is_person = "LeftArm" in file.joints
    for bone, joint in (bones | ({"Head": "neck_y"} if is_person else {})).items():
        if bone in ("bend", "Neck"):
            continue  # halfway between two bodies
        wanted = TO_FILE @ turns[:, model.jnt_bodyid[model.joint(joint).id]] @ TO_FILE.T
        # An arm at rest is level: the turn that lets it hang comes first.
        quarter = {"LeftArm": -90.0, "LeftForeArm": -90.0}.get(bone, 0.0)
        quarter += {"RightArm": 90.0, "RightForeArm": 90.0}.get(bone, 0.0)
        wanted = wanted @ about("Z", np.array([quarter]))
        np.testing.assert_allclose(
            file.joints[bone].rotation, wanted, atol=1e-6, err_msg=bone
        )


@pytest.mark.parametrize("name", ["stocky_walk", "planar_walk"])
def test_sagittal_angles_are_those_of_the_gait_analysis(request, name: str):
    motion = request.getfixturevalue(name)
    file = read_bvh(bvh_text(motion))
    angles = kinematics_of(motion.character, motion.recording).sides
    bones = {"hip": ("UpLeg", -1.0), "knee": ("Leg", 1.0), "ankle": ("Foot", -1.0)}
    for side, wanted in zip(SIDES, angles, strict=True):
        for joint, (bone, sign) in bones.items():
            found = file.joints[side.capitalize() + bone]
            above = file.joints[found.parent or ""]
            turn = above.rotation.swapaxes(1, 2) @ found.rotation
            flexion = sign * np.degrees(np.arctan2(turn[:, 2, 1], turn[:, 1, 1]))
            np.testing.assert_allclose(flexion, wanted[joint], atol=0.01)


def test_the_hierarchy_is_the_one_that_retargeting_tools_know(stocky_walk: Motion):
    file = read_bvh(bvh_text(stocky_walk))
    added = {"Head", "LeftShoulder", "LeftHand", "RightShoulder", "RightHand"}
    assert set(file.joints) == set(HUMANOID) | added
    assert file.joints["LeftToeBase"].parent == "LeftFoot"
    assert file.joints["RightForeArm"].parent == "RightArm"
    assert file.joints["Head"].parent == "Neck"
    assert [len(joint.channels) for joint in file.joints.values()] == [6] + [3] * 19


def test_names_of_an_own_model_are_single_words_and_differ(odd_gymnastics: Motion):
    names = read_bvh(bvh_text(odd_gymnastics)).joints
    assert set(names) == {"Hips", "body3", "antenna"} | set(ODD)
    for name in names:
        assert name.isidentifier()


def own_joints(xml: str, roles: dict, posed) -> dict[str, Joint]:
    values = {"model_xml": xml, "roles": roles}
    character = character_from_values(values, "own.toml", "own", Path())
    return read_bvh(bvh_text(posed(character, character.model.qpos0[None]))).joints


def test_hinges_without_names_make_bones_with_names(own_model, posed):
    knee = '<joint name="left_knee" axis="0 1 0"/>'
    assert knee in own_model.xml
    xml = own_model.xml.replace(knee, f'<joint axis="1 0 0" pos="0 0 0.1"/>{knee}')
    joints = own_joints(xml, own_model.roles, posed)
    assert joints["LeftLeg_upper"].parent == "LeftUpLeg"
    assert joints["LeftLeg"].parent == "LeftLeg_upper"
    assert joints["LeftFoot"].parent == "LeftLeg"


def test_limbs_end_where_their_shapes_end(stocky_walk: Motion):
    joints = read_bvh(bvh_text(stocky_walk)).joints
    character = stocky_walk.character
    data, model = standing(character), character.model
    toes = model.geom_bodyid == character.body_index("left_toes")
    toe_front = np.max(data.geom_xpos[toes, 0] + model.geom_size[toes, 0])
    ankle = data.xpos[character.body_index("left_foot")]
    end = joints["LeftToeBase"].offset + joints["LeftToeBase"].end
    assert ankle[0] + end[2] == pytest.approx(toe_front, abs=1e-5)
    skull = joints["Head"].offset + joints["Head"].end
    assert skull[1] == pytest.approx(0.1265 * 1.65, abs=0.01)
    fingers = joints["LeftHand"].offset + joints["LeftHand"].end
    np.testing.assert_allclose(fingers, [0.41, 0.0, 0.0], atol=0.01)
    without_children = set(joints) - {joint.parent for joint in joints.values()}
    assert without_children == {
        n for n, joint in joints.items() if joint.end is not None
    }


def test_the_trunk_of_a_body_without_pelvis_is_a_bone(planar_walk: Motion):
    joints = read_bvh(bvh_text(planar_walk)).joints
    assert joints["Spine"].parent == "Hips"
    assert joints["Spine"].end[1] > 0.4
    assert not np.any(joints["Spine"].offset)


def test_a_trunk_ends_at_its_top_even_if_it_is_wider_than_high(own_model, posed):
    joints = own_joints(own_model.xml, own_model.roles, posed)
    np.testing.assert_allclose(joints["Spine"].end, [0.0, 0.1, 0.0], atol=1e-6)


@pytest.mark.parametrize(
    ("height", "end"), [(0.04, [0.0, 0.09, 0.1]), (-0.3, [0.0, -0.35, 0.1])]
)
def test_a_head_ends_at_its_top_unless_it_hangs(own_model, posed, height, end):
    head = (
        '<body name="head" pos="0 0 0.2"><joint name="neck" axis="0 1 0"/>'
        f'<geom type="box" size="0.2 0.08 0.05" pos="0.1 0 {height}"/></body>'
    )
    xml = own_model.xml.replace("<freejoint/>", f"<freejoint/>{head}")
    joints = own_joints(xml, own_model.with_role("head", "head"), posed)
    np.testing.assert_allclose(joints["Head"].end, end, atol=1e-6)


def test_a_leg_on_a_point_ends_at_the_point(simpleton_walk: Motion):
    joints = read_bvh(bvh_text(simpleton_walk)).joints
    np.testing.assert_allclose(joints["LeftLeg"].end, [0.0, -0.465, 0.0], atol=1e-6)


def test_a_planar_root_may_turn_about_any_point(own_model, posed):
    root = (
        '<joint name="x" type="slide" axis="1 0 0"/>'
        '<joint name="z" type="slide" axis="0 0 1"/>'
        '<joint name="tilt" axis="0 1 0" pos="0.05 0 0.3"/>'
    )
    values = {"model_xml": own_model.xml.replace("<freejoint/>", root)}
    values |= {"roles": own_model.roles}
    character = character_from_values(values, "own.toml", "own", Path())
    qpos = np.linspace(0.0, 1.0, 30)[:, None] * np.arange(1, 10)
    motion = posed(character, qpos)
    joints = read_bvh(bvh_text(motion)).joints
    places = anchors(motion)
    bones = {"Hips": "tilt", "LeftUpLeg": "left_hip", "RightFoot": "right_ankle"}
    for bone, joint in bones.items():
        np.testing.assert_allclose(joints[bone].position, places[joint], atol=NEAR)


def test_angles_go_on_beyond_a_round(stocky_walk: Motion, posed):
    character = stocky_walk.character
    frames = 300
    qpos = np.tile(character.model.qpos0, (frames, 1))
    heading = np.linspace(0.0, 6.0 * np.pi, frames)
    qpos[:, 3], qpos[:, 6] = np.cos(heading / 2.0), np.sin(heading / 2.0)
    hinges = {hinge.role: hinge.position for hinge in character.roles.hinges}
    qpos[:, hinges["left_knee_y"]] = np.linspace(0.0, 2.5, frames)
    qpos[:, hinges["left_shoulder_x"]] = np.linspace(0.0, 2.5, frames)
    file = read_bvh(bvh_text(posed(character, qpos)))
    angles = np.diff(file.values[:, 3:], axis=0)
    assert np.abs(angles).max() < 5.0  # degrees
    assert file.values[-1, :6].tolist()[3:] == pytest.approx([0.0, 0.0, 1080.0])
    knee, upper_arm = (file.joints[name].rotation for name in ("LeftLeg", "LeftArm"))
    assert knee[-1, 1, 1] == pytest.approx(np.cos(2.5))
    assert upper_arm[-1, 1, 0] == pytest.approx(-np.cos(2.5))


def test_a_pose_in_gimbal_lock_is_still_right(stocky_walk: Motion, posed):
    character = stocky_walk.character
    qpos = np.tile(character.model.qpos0, (1, 1))
    hinges = {hinge.role: hinge.position for hinge in character.roles.hinges}
    for axis, angle in (("y", -0.6), ("x", np.pi / 2.0), ("z", 0.3)):
        qpos[0, hinges[f"left_shoulder_{axis}"]] = angle
    motion = posed(character, qpos)
    file = read_bvh(bvh_text(motion))
    elbow = anchors(motion)["left_elbow_y"]
    np.testing.assert_allclose(file.joints["LeftForeArm"].position, elbow, atol=NEAR)
    assert file.frame_time == pytest.approx(1.0 / 60.0)


def test_time_is_exact_to_the_end(stocky_walk: Motion):
    file = read_bvh(bvh_text(stocky_walk))
    assert len(file.values) == len(stocky_walk.recording.time) == 600
    assert 599 * file.frame_time == pytest.approx(
        stocky_walk.recording.time[-1], abs=1e-6
    )


def test_feet_slide_no_more_than_in_the_simulation(stocky_walk: Motion):
    file = read_bvh(bvh_text(stocky_walk))
    character, recording = stocky_walk.character, stocky_walk.recording
    data, events = standing(character), events_of(character, recording)
    ankles = kinematics_of(character, recording).ankles
    for side, foot in enumerate(("LeftFoot", "RightFoot")):
        joint = file.joints[foot]
        body = character.roles.legs[side].foot
        points = character.points
        heel = np.flatnonzero((points.body == body) & points.is_heel)[0]
        arm = data.xmat[body].reshape(3, 3) @ points.offset[heel]
        sole = joint.position + joint.rotation @ (TO_FILE @ arm)
        assert len(events.feet[side].stances) > 5
        for start, end in events.feet[side].stances:
            for found, wanted in (
                (joint.position, ankles[:, side]),
                (sole, recording.contact_position[:, heel]),
            ):
                difference = travel(found[start:end] @ TO_FILE) - travel(
                    wanted[start:end]
                )
                assert abs(difference) < SAME_TRAVEL


def travel(places: np.ndarray) -> float:
    """m, the horizontal way along (frames, 3) places."""
    return float(np.linalg.norm(np.diff(places[:, :2], axis=0), axis=1).sum())


def test_what_is_no_number_is_never_written(stocky_walk: Motion):
    recording = stocky_walk.recording
    qpos = recording.qpos.copy()
    qpos[30, 9] = np.nan
    rollout = replace(stocky_walk.rollout, recording=replace(recording, qpos=qpos))
    with pytest.raises(
        WorkFailedError, match=r"stocky: the pose at 0\.5 s is no number"
    ):
        bvh_text(replace(stocky_walk, rollout=rollout))


def test_a_motion_without_frames_is_refused(stocky_walk: Motion):
    recording = stocky_walk.recording
    empty = {name: array[:0] for name, array in recording.arrays().items()}
    rollout = replace(stocky_walk.rollout, recording=replace(recording, **empty))
    with pytest.raises(WorkFailedError, match="there is no frame to export"):
        bvh_text(replace(stocky_walk, rollout=rollout))
