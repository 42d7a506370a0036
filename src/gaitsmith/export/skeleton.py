"""The character as animation programs see it: bones that turn about their joints.

A body is one bone, or several where its hinges do not meet in one point. In the
standing pose every bone is unturned, whatever the frames of the model's bodies are.
Axes are those of BVH and glTF: x to the character's left, y up, z ahead; metres.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import mujoco
import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.characters.character import Character
from gaitsmith.errors import WorkFailedError
from gaitsmith.export.motion import Motion
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording

SAME_PLACE = 1e-9  # m; hinges this near to each other meet in one point


@dataclass(frozen=True)
class Bone:
    """Something rigid that turns about one point of its parent."""

    name: str
    parent: int | None  # number of the bone that it hangs on; None for the root
    body: int  # that it moves
    hinges: tuple[int, ...]  # joints that turn it, from the parent outward
    place: Floats  # (3,) m, the point it turns about, in the standing pose


@dataclass(frozen=True)
class BoneMotion:
    """How bones move; quaternions are x y z w and never change sign between frames."""

    time: Floats  # (frames,) s, from zero
    root: Floats  # (frames, 3) m, where the root bone's point is
    turns: Floats  # (frames, bones, 4) from the bone to its parent


def y_up(vectors: Floats) -> Floats:
    """(..., 3) vectors of the simulation (x ahead, y left, z up) in a file's axes."""
    return vectors[..., [1, 2, 0]]


def y_up_rotation(quaternions: Floats) -> Rotation:
    """(..., 4) quaternions w x y z of the simulation as rotations in a file's axes."""
    return Rotation.from_quat(quaternions[..., [2, 3, 1, 0]])


def standing_pose(character: Character) -> mujoco.MjData:
    """The engine's state with all bodies in the standing pose."""
    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    return data


def bones_of(character: Character) -> tuple[Bone, ...]:
    """The bones, depth first, as the engine orders bodies."""
    model, roles = character.model, character.roles
    data = standing_pose(character)
    names = body_bone_names(character)
    bones: list[Bone] = []
    carriers: dict[int, int] = {}  # body -> bone
    for body in range(1, model.nbody):
        parent = carriers.get(int(model.body_parentid[body]))
        groups = list(_meeting_joints(model, body))
        for joints in groups:
            name = names[body]
            if joints is not groups[-1]:
                name = model.joint(joints[-1]).name or f"{name}_upper"
            place = y_up(data.xanchor[joints[-1]] if joints else data.xpos[body])
            hinges = () if parent is None else joints
            bones.append(Bone(name, parent, body, hinges, place))
            parent = carriers[body] = len(bones) - 1
    if roles.trunk == roles.pelvis:
        # Without a bone of its own, the trunk would not be seen between the legs.
        bones.append(Bone("Spine", 0, roles.pelvis, (), bones[0].place))
    unique = unique_names(bone.name for bone in bones)
    pairs = zip(bones, unique, strict=True)
    return tuple(replace(bone, name=name) for bone, name in pairs)


def _meeting_joints(model: mujoco.MjModel, body: int) -> Iterator[tuple[int, ...]]:
    """A body's joints in groups that share a point; one empty group if it has none."""
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    is_root = model.body_parentid[body] == 0  # it moves freely: any point will do
    group: tuple[int, ...] = ()
    for joint in range(first, first + count):
        shift = model.jnt_pos[joint] - model.jnt_pos[joint - 1]
        if group and not is_root and np.linalg.norm(shift) > SAME_PLACE:
            yield group
            group = ()
        group = (*group, joint)
    yield group


def bone_motion(motion: Motion, bones: Sequence[Bone]) -> BoneMotion:
    """How the bones moved, in all frames of the recording."""
    character, recording = motion.character, motion.recording
    _require_numbers(motion)
    data = standing_pose(character)
    turns = np.zeros((len(recording.time), len(bones), 4))
    root, turns[:, 0] = _root_motion(character, recording, bones[0], data)
    for number, bone in enumerate(bones[1:], start=1):
        turn = Rotation.identity(len(recording.time))
        for hinge in bone.hinges:
            angle = recording.qpos[:, character.model.jnt_qposadr[hinge]]
            # In the standing pose all angles are zero, so axes are the world's there.
            turn = turn * Rotation.from_rotvec(np.outer(angle, y_up(data.xaxis[hinge])))
        turns[:, number] = turn.as_quat()
    is_turned_over = np.sum(turns[1:] * turns[:-1], axis=-1) < 0.0
    turns[1:] *= np.cumprod(np.where(is_turned_over, -1.0, 1.0), axis=0)[..., None]
    return BoneMotion(recording.time - recording.time[0], root, turns)


def _root_motion(
    character: Character, recording: Recording, root: Bone, standing: mujoco.MjData
) -> tuple[Floats, Floats]:
    """Places [m] of the root bone's point, and quaternions against its stand."""
    poses = body_poses(character, recording)
    upright = y_up_rotation(standing.xquat[root.body])
    turn = y_up_rotation(poses.quaternion[:, root.body]) * upright.inv()
    arm = root.place - y_up(standing.xpos[root.body])
    return y_up(poses.position[:, root.body]) + turn.apply(arm), turn.as_quat()


def _require_numbers(motion: Motion) -> None:
    recording = motion.recording
    if len(recording.time) == 0:
        raise WorkFailedError(f"{motion.name}: there is no frame to export.")
    is_number = np.isfinite(recording.qpos).all(axis=1)
    if not is_number.all():
        time = recording.time[np.argmin(is_number)]
        raise WorkFailedError(
            f"{motion.name}: the pose at {time:g} s is no number, so the motion cannot"
            " be exported; make it shorter than that."
        )


ARM = re.compile(r"(left|right)_(shoulder|elbow|wrist)(_[xyz])?")
ARM_BONES = {"shoulder": "Arm", "elbow": "ForeArm", "wrist": "Hand"}


def body_bone_names(character: Character) -> dict[int, str]:
    """A name for the bone of every body: Hips, LeftUpLeg, ..., or the body's own."""
    names = {
        body: character.body_name(body) or f"body{body}"
        for body in range(1, character.model.nbody)
    }
    return names | _standard_names(character)


def unique_names(names: Iterable[str]) -> list[str]:
    """The names without spaces and special characters, each only once."""
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9_:]+", "_", name)
        unique, number = plain, 1
        while unique in found:
            number += 1
            unique = f"{plain}_{number}"
        found.append(unique)
    return found


def _standard_names(character: Character) -> dict[int, str]:
    roles = character.roles
    names = {roles.head: "Head"} if roles.head is not None else {}
    names |= {roles.trunk: "Spine", roles.pelvis: "Hips"}
    for leg in roles.legs:
        side = leg.name.title().replace("_", "")
        names |= {leg.foot: f"{side}Foot"} if leg.ankle else {}
        names |= {leg.knee.body: f"{side}Leg"} if leg.knee else {}
        names |= {leg.thigh: f"{side}UpLeg"}
        names |= {leg.toe.body: f"{side}ToeBase"} if leg.toe else {}
    for hinge in roles.others:
        if found := ARM.fullmatch(hinge.role):
            names[hinge.body] = found[1].capitalize() + ARM_BONES[found[2]]
    return names
