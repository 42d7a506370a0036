"""Moments, powers, ground forces and whole-body motion, from a recording.

Moments count as anatomists count the muscles': hip extension +, knee extension +,
plantarflexion +, in N m per kg of body mass. They are the torques that act in the
joints, of motors and joint stops together, as inverse dynamics of a person would find.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import GRAVITY, Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.gait.kinematics import SIDES, ahead, leftward, posed_frames
from gaitsmith.kernels.records import LEFT, Floats
from gaitsmith.simulation.recording import Recording

MOMENTS = ("hip", "knee", "ankle")
FORCES = ("vertical", "fore_aft", "medio_lateral")
# Joint, and the sign that turns its torque in the P-convention into the anatomist's.
MOMENT_SIGN = {"hip": 1.0, "knee": -1.0, "ankle": 1.0}


@dataclass(frozen=True)
class Kinetics:
    """What drives the body and what it does to the ground; left and right each."""

    moments: tuple[Mapping[str, Floats], Mapping[str, Floats]]
    """(frames,) N m/kg about the sagittal axis of `hip`, `knee`, `ankle`: the body's
    own, without what devices do."""
    powers: tuple[Mapping[str, Floats], Mapping[str, Floats]]
    """(frames,) W/kg of the whole joint, all its axes; generated +, absorbed -."""
    forces: tuple[Mapping[str, Floats], Mapping[str, Floats]]
    """(frames,) body weights on the foot: `vertical` up +, `fore_aft` forward +,
    `medio_lateral` toward the midline +; the last is absent in the plane."""
    device_moments: tuple[Mapping[str, Floats], Mapping[str, Floats]] = ({}, {})
    """As `moments`, of the devices on the joints; without any, empty."""


def kinetics_of(
    character: Character, recording: Recording, heading: Floats
) -> Kinetics:
    """The kinetics of a recording.

    Args:
        character: who was recorded.
        recording: of a walk or run.
        heading: (frames,) rad, see `Kinematics.heading`.
    """
    torque = joint_torques(character, recording) / character.mass
    left, right = (leg_hinges(character, side) for side in SIDES)
    force_left, force_right = (
        _ground_force(character, recording, heading, side) for side in range(2)
    )
    worn = recording.device_torque / character.mass
    return Kinetics(
        moments=(_moments(left, torque), _moments(right, torque)),
        powers=(_powers(left, torque, recording), _powers(right, torque, recording)),
        forces=(force_left, force_right),
        device_moments=(_moments(left, worn), _moments(right, worn))
        if worn.shape[1]
        else ({}, {}),
    )


def joint_moments(
    character: Character, recording: Recording
) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """(frames,) N m/kg of left and right about the sagittal axis of each joint."""
    torque = joint_torques(character, recording) / character.mass
    left, right = (_moments(leg_hinges(character, side), torque) for side in SIDES)
    return left, right


def leg_hinges(character: Character, side: str) -> dict[str, list[Hinge]]:
    """The hinges of each joint of a leg, the sagittal one first.

    Args:
        character: joints that it lacks are left out.
        side: "left" or "right".
    """
    hinges = {hinge.role: hinge for hinge in character.roles.hinges}
    joints = {
        joint: [
            hinges[role]
            for role in (f"{side}_{joint}_{axis}" for axis in "yxz")
            if role in hinges
        ]
        for joint in MOMENTS
    }
    return {joint: found for joint, found in joints.items() if found}


def _moments(joints: Mapping[str, list[Hinge]], torque: Floats) -> dict[str, Floats]:
    return {
        joint: MOMENT_SIGN[joint] * torque[:, hinges[0].axis]
        for joint, hinges in joints.items()
    }


def _powers(
    joints: Mapping[str, list[Hinge]], torque: Floats, recording: Recording
) -> dict[str, Floats]:
    power = torque * recording.qvel
    return {
        joint: power[:, [hinge.axis for hinge in hinges]].sum(axis=1)
        for joint, hinges in joints.items()
    }


def joint_torques(character: Character, recording: Recording) -> Floats:
    """(frames, nv) torques [N m] in the joints: of motors, joint stops and own springs.

    P-convention: a torque is positive where it turns its joint to larger angles.
    """
    total = np.array(recording.torque)
    stop = character.spec.joint_stop
    for hinge in character.roles.hinges:
        angle = recording.qpos[:, hinge.position]
        beyond = angle - np.clip(angle, *hinge.range)  # rad, 0 within the range
        damping = stop.damping * recording.qvel[:, hinge.axis]
        resistance = stop.stiffness * beyond + damping
        total[:, hinge.axis] -= np.where(beyond != 0.0, resistance, 0.0)
        model = character.model
        stretch = angle - model.qpos_spring[hinge.position]
        total[:, hinge.axis] -= model.jnt_stiffness[hinge.joint] * stretch
        damping = model.dof_damping[hinge.axis] * recording.qvel[:, hinge.axis]
        total[:, hinge.axis] -= damping
    return total


def _ground_force(
    character: Character, recording: Recording, heading: Floats, side: int
) -> dict[str, Floats]:
    mine = character.points.side == side
    force = recording.contact_force[:, mine].sum(axis=1) / character.weight
    inward = -1.0 if side == LEFT else 1.0
    found = {"vertical": force[:, 2], "fore_aft": ahead(force, heading)}
    if not character.is_planar:
        found["medio_lateral"] = inward * leftward(force, heading)
    return found


@dataclass(frozen=True)
class WholeBody:
    """How the body moves as a whole, frame by frame."""

    com: Floats  # (frames, 3) m, centre of mass
    head: Floats  # (frames, 3) m, the head's centre of mass; of the trunk without one
    head_pitch: Floats  # (frames,) degrees from the vertical, forward positive
    angular_momentum: Floats
    """(frames, 3) about the centre of mass, forward, left and up, as a share of
    mass * height * sqrt(g * height), height that of the standing centre of mass."""


def whole_body_of(
    character: Character, recording: Recording, heading: Floats
) -> WholeBody:
    """Centre of mass, head and angular momentum; `heading` as in `kinetics_of`."""
    roles = character.roles
    watched = roles.trunk if roles.head is None else roles.head
    own_up = np.array(character.standing_up(watched))
    frames = len(recording.time)
    head, up, momentum = (np.zeros((frames, 3)) for _ in range(3))
    for frame, data in enumerate(posed_frames(character, recording, moves=True)):
        head[frame] = data.xipos[watched]
        up[frame] = data.xmat[watched].reshape(3, 3) @ own_up
        momentum[frame] = data.subtree_angmom[roles.root]
    height = float(character.standing_com[2])
    scale = character.mass * height * np.sqrt(GRAVITY * height)
    turned = [ahead(momentum, heading), leftward(momentum, heading), momentum[:, 2]]
    return WholeBody(
        com=recording.com,
        head=head,
        head_pitch=np.degrees(np.arctan2(ahead(up, heading), up[:, 2])),
        angular_momentum=np.stack(turned, axis=1) / scale,
    )
