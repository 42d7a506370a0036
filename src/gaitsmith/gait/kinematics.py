"""Sagittal angles as anatomists count them, from a recording.

Inside the package angles follow the P-convention (leg forward -, knee flexion +,
plantarflexion +). Here they become degrees with hip flexion +, knee flexion +, ankle
dorsiflexion + and shoulder flexion +. All are zero in the standing pose.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording

SIDES = ("left", "right")
# Joint, and the sign that turns its angle in the P-convention into the anatomist's.
ANATOMICAL_SIGN = {"hip": -1.0, "knee": 1.0, "ankle": -1.0, "shoulder": -1.0}


@dataclass(frozen=True)
class Kinematics:
    """How the body is held in every frame; what a character lacks is absent."""

    time: Floats  # (frames,) s
    heading: Floats  # (frames,) rad, where the pelvis points, left positive
    trunk: Floats  # (frames,) degrees from the vertical, forward positive
    ankles: Floats  # (frames, 2, 3) m, the ankle joints of left and right
    sides: tuple[Mapping[str, Floats], Mapping[str, Floats]]
    """Left and right: (frames,) degrees by name.

    `hip`, `knee`, `ankle`, `shoulder`: flexion (dorsiflexion) of the joint.
    `thigh`: against the vertical, knee forward positive.
    `foot`: against the horizontal, toes up positive.
    """


@dataclass(frozen=True)
class BodyPoses:
    """Where all bodies are in every frame."""

    position: Floats  # (frames, bodies, 3) m
    quaternion: Floats  # (frames, bodies, 4)
    orientation: Floats  # (frames, bodies, 3, 3) body to world

    def direction(self, body: int, axis: tuple[float, float, float]) -> Floats:
        """(frames, 3) in the world, of an axis given in the body's frame."""
        return self.orientation[:, body] @ np.array(axis)


def kinematics_of(character: Character, recording: Recording) -> Kinematics:
    """The angles of a recording, in the upright plane that the pelvis faces.

    That plane turns with the pelvis, so that a walk around a corner is measured like
    one straight ahead.
    """
    poses = body_poses(character, recording)
    roles = character.roles
    forward = poses.direction(roles.pelvis, character.standing_forward(roles.pelvis))
    heading = np.arctan2(forward[:, 1], forward[:, 0])
    trunk = poses.direction(roles.trunk, character.standing_up(roles.trunk))
    left, right = (
        _side_angles(character, recording, poses, heading, side) for side in range(2)
    )
    return Kinematics(
        time=recording.time,
        heading=heading,
        trunk=np.degrees(np.arctan2(ahead(trunk, heading), trunk[:, 2])),
        ankles=np.stack([_ankle(character, poses, side) for side in range(2)], axis=1),
        sides=(left, right),
    )


def body_poses(character: Character, recording: Recording) -> BodyPoses:
    """Positions [m] and orientations of all bodies, frame by frame."""
    bodies = character.model.nbody
    frames = len(recording.time)
    position = np.zeros((frames, bodies, 3))
    quaternion = np.zeros((frames, bodies, 4))
    orientation = np.zeros((frames, bodies, 9))
    for frame, data in enumerate(posed_frames(character, recording)):
        position[frame] = data.xpos
        quaternion[frame] = data.xquat
        orientation[frame] = data.xmat
    matrices = orientation.reshape(frames, bodies, 3, 3)
    return BodyPoses(position, quaternion, matrices)


def posed_frames(
    character: Character, recording: Recording, moves: bool = False
) -> Iterator[mujoco.MjData]:
    """The engine's data in the pose of every frame; the same object each time.

    Args:
        character: who was recorded.
        recording: of it.
        moves: whether velocities are wanted, too.
    """
    model = character.model
    data = mujoco.MjData(model)
    for qpos, qvel in zip(recording.qpos, recording.qvel, strict=True):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        if moves:
            data.qvel[:] = qvel
            mujoco.mj_comPos(model, data)
            mujoco.mj_comVel(model, data)
            mujoco.mj_subtreeVel(model, data)
        yield data


def ahead(vectors: Floats, heading: Floats | float) -> Floats:
    """Parts of (..., 3) vectors along headings [rad]."""
    return vectors[..., 0] * np.cos(heading) + vectors[..., 1] * np.sin(heading)


def leftward(vectors: Floats, heading: Floats | float) -> Floats:
    """Parts of (..., 3) vectors to the left of headings [rad]."""
    return vectors[..., 1] * np.cos(heading) - vectors[..., 0] * np.sin(heading)


def mean_heading(heading: Floats) -> float:
    """Mean of headings [rad]; north-west and south-west make west, not east."""
    return float(np.arctan2(np.mean(np.sin(heading)), np.mean(np.cos(heading))))


def joint_angles(
    character: Character, recording: Recording, side: int
) -> dict[str, Floats]:
    """(frames,) degrees of the joints of a side that there are; quick to compute."""
    hinges = {hinge.role: hinge for hinge in character.roles.hinges}
    angles: dict[str, Floats] = {}
    for joint, sign in ANATOMICAL_SIGN.items():
        hinge = hinges.get(f"{SIDES[side]}_{joint}_y")
        if hinge is not None:
            angles[joint] = sign * np.degrees(recording.qpos[:, hinge.position])
    return angles


def _side_angles(
    character: Character,
    recording: Recording,
    poses: BodyPoses,
    heading: Floats,
    side: int,
) -> dict[str, Floats]:
    angles = joint_angles(character, recording, side)
    leg = character.roles.legs[side]
    up = poses.direction(leg.thigh, character.standing_up(leg.thigh))
    toward_toes = poses.direction(leg.foot, character.standing_forward(leg.foot))
    angles["thigh"] = -np.degrees(np.arctan2(ahead(up, heading), up[:, 2]))
    angles["foot"] = np.degrees(
        np.arctan2(toward_toes[:, 2], ahead(toward_toes, heading))
    )
    return angles


def _ankle(character: Character, poses: BodyPoses, side: int) -> Floats:
    foot = character.roles.legs[side].foot
    arm = poses.direction(foot, character.ankle_offset(side))
    place = poses.position[:, foot] + arm
    if character.is_planar:
        place[:, 1] = 0.0  # its legs are side by side for the eye only
    return place
