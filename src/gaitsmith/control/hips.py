"""Torso and hips in the world frame, shared by all laws that balance on two legs.

Servo torques are vectors; a hinge with world axis a takes the share a . T. The stance
hip has no target of its own: it delivers what torso, swing hip and waist leave over, so
that the pelvis feels exactly the torso servo's torque (Yin et al. 2007, section 3).
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.errors import InputError
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import (
    ahead,
    leftward,
    pitch_of_up_axis,
    roll_of_up_axis,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.lanes import select
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.spatial import rotation_part
from gaitsmith.kernels.vectors import dot, minus, plus, rotated, row, times

YAW = 2  # row of gains about the vertical


class Hips(NamedTuple):
    """Addresses and axes of pelvis, waist and thighs."""

    pelvis: int
    pelvis_up: tuple[float, float, float]  # in the pelvis frame
    pelvis_forward: tuple[float, float, float]
    thigh: Integers  # (2,)
    thigh_up: Floats  # (2, 3) in each thigh's frame
    thigh_forward: Floats  # (2, 3)
    foot: Integers  # (2,)
    ankle: Floats  # (2, 3) m, the ankle joint in each foot's frame
    axis: Integers  # (2, hinges) qvel addresses of the hips, left and right
    position: Integers  # (2, hinges) qpos addresses
    joint: Integers  # (2, hinges) engine joint numbers
    gain_row: (
        Integers  # (hinges,) row of the gains that damps each hinge: y 1, x 0, z 2
    )
    waist_axis: (
        Integers  # (waist hinges,) qvel addresses of what else hangs on the pelvis
    )
    waist_joint: Integers  # (waist hinges,) engine joint numbers
    waist_sign: Floats  # (waist hinges,) -1: the pelvis itself hangs on this hinge


def require_two_legs(character: Character, law: str) -> None:
    """Refuse a body that has not a left and a right leg and no others."""
    names = [leg.name for leg in character.roles.legs]
    if names != ["left", "right"]:
        raise InputError(
            f"law '{law}' is for two legs, left and right, and character"
            f" '{character.name}' has {len(names)} ({', '.join(names)}); law"
            " 'keyframes' drives any legs."
        )


def require_knees(character: Character, law: str) -> None:
    """Refuse a body without knees; it may go without ankles, on points."""
    require_two_legs(character, law)
    for leg in character.roles.legs:
        if not leg.knee:
            raise InputError(
                f"law '{law}' needs legs with knees, and character '{character.name}'"
                f" has no {leg.name} knee; law 'keyframes' drives any legs."
            )


def hips_of(character: Character) -> Hips:
    """Resolve the hips of one character."""
    roles, legs = character.roles, character.roles.legs
    model = character.model
    below = [h for h in roles.others if model.body_parentid[h.body] == roles.pelvis]
    upward = _bodies_above(character, roles.pelvis)
    above = [hinge for hinge in roles.others if hinge.body in upward]
    waist = below + above
    return Hips(
        pelvis=roles.pelvis,
        pelvis_up=character.standing_up(roles.pelvis),
        pelvis_forward=character.standing_forward(roles.pelvis),
        thigh=np.array([leg.thigh for leg in legs], dtype=np.int64),
        thigh_up=np.array([character.standing_up(leg.thigh) for leg in legs]),
        thigh_forward=np.array([character.standing_forward(leg.thigh) for leg in legs]),
        foot=np.array([leg.foot for leg in legs], dtype=np.int64),
        ankle=np.array([character.ankle_offset(side) for side in range(2)]),
        axis=np.array([addresses(leg.hip, "axis") for leg in legs]),
        position=np.array([addresses(leg.hip, "position") for leg in legs]),
        joint=np.array([addresses(leg.hip, "joint") for leg in legs]),
        gain_row=np.array([1, 0, YAW][: len(legs[0].hip)], dtype=np.int64),
        waist_axis=addresses(waist, "axis"),
        waist_joint=addresses(waist, "joint"),
        waist_sign=np.repeat((1.0, -1.0), (len(below), len(above))),
    )


def addresses(hinges: list[Hinge] | tuple[Hinge, ...], field: str) -> Integers:
    """One address of each hinge."""
    return np.array([getattr(hinge, field) for hinge in hinges], dtype=np.int64)


def _bodies_above(character: Character, body: int) -> set[int]:
    """The body and those that it hangs on, without the root."""
    found = set()
    while body != character.roles.root:
        found.add(body)
        body = int(character.model.body_parentid[body])
    return found


@compiled
def ankle_place(hips, side, body_state):
    """Where an ankle is [m]."""
    foot = hips.foot[side]
    arm = rotated(body_state.orientation, foot, row(hips.ankle, side))
    return plus(row(body_state.position, foot), arm)


@compiled
def world_servo(gains, roll, pitch, yaw, rates, heading):
    """Torque vector [N m] that turns a part by (roll, pitch, yaw) errors [rad].

    `gains` are kp, kd about forward, left and up; `rates` is its angular velocity.
    """
    about_forward = gains[0, 0] * roll - gains[0, 1] * ahead(rates, heading)
    about_left = gains[1, 0] * pitch - gains[1, 1] * leftward(rates, heading)
    about_up = gains[YAW, 0] * yaw - gains[YAW, 1] * rates[2]
    return (
        about_forward * heading[0] - about_left * heading[1],
        about_forward * heading[1] + about_left * heading[0],
        about_up,
    )


@compiled
def thigh_torque(
    hips, side, gains, roll_target, pitch_target, yaw_target, heading, body_state
):
    """Torque [N m] that brings a thigh to its angles [rad] in the world."""
    thigh = hips.thigh[side]
    up = rotated(body_state.orientation, thigh, row(hips.thigh_up, side))
    forward = rotated(body_state.orientation, thigh, row(hips.thigh_forward, side))
    return world_servo(
        gains,
        roll_target - roll_of_up_axis(up, heading),
        pitch_target - pitch_of_up_axis(up, heading),
        yaw_target - yaw_of_forward_axis(forward, heading),
        rotation_part(body_state.velocity, thigh),
        heading,
    )


@compiled
def torso_torque(hips, gains, roll_target, pitch_target, turn, heading, body_state):
    """Torque [N m] that keeps the pelvis at its angles and turns it by `turn` [rad]."""
    up = rotated(body_state.orientation, hips.pelvis, hips.pelvis_up)
    return world_servo(
        gains,
        roll_target - roll_of_up_axis(up, heading),
        pitch_target - pitch_of_up_axis(up, heading),
        turn,
        rotation_part(body_state.velocity, hips.pelvis),
        heading,
    )


@compiled
def waist_torque(hips, body_state, actuation):
    """Torque [N m] on what else hangs on the pelvis; its motors must be set."""
    nothing = 0.0 * body_state.com[0]
    total = (nothing, nothing, nothing)
    for index in range(hips.waist_axis.shape[0]):
        axis = hips.waist_axis[index]
        torque = (
            actuation.torque[axis] - actuation.damping[axis] * body_state.qvel[axis]
        )
        direction = row(body_state.joint_axis, hips.waist_joint[index])
        total = minus(total, times(-hips.waist_sign[index] * torque, direction))
    return total


@compiled
def balance_pelvis(
    hips,
    stance,
    hip_gains,
    torso_gains,
    swing_pitch,
    swing_roll,
    swing_yaw,
    torso_pitch,
    torso_roll,
    turn,
    is_planted,
    heading,
    body_state,
    actuation_out,
):
    """Swing thigh and torso to their targets [rad]; the stance hip makes up for all.

    Stance hip = -(torso + swing hip + waist) torque. The waist's motors must be set.
    """
    swing = 1 - stance
    swing_torque = thigh_torque(
        hips,
        swing,
        hip_gains,
        swing_roll,
        swing_pitch,
        swing_yaw,
        heading,
        body_state,
    )
    set_swing_hip(hips, swing, hip_gains, swing_torque, body_state, actuation_out)
    upright = torso_torque(
        hips, torso_gains, torso_roll, torso_pitch, turn, heading, body_state
    )
    waist = waist_torque(hips, body_state, actuation_out)
    needed = times(-1.0, plus(plus(upright, swing_torque), waist))
    set_stance_hip(
        hips, stance, hip_gains, needed, is_planted, body_state, actuation_out
    )


@compiled
def set_swing_hip(hips, side, gains, torque, body_state, actuation_out):
    """Share a torque vector [N m] among the swing hip's hinges.

    The part of the damping that a hinge's own velocity makes is left to the integrator:
    -kd w_thigh = -kd w_rest - kd qdot.
    """
    for hinge in range(hips.axis.shape[1]):
        axis = hips.axis[side, hinge]
        damping = gains[hips.gain_row[hinge], 1]
        direction = row(body_state.joint_axis, hips.joint[side, hinge])
        undamped = dot(direction, torque) + damping * body_state.qvel[axis]
        actuation_out.torque[axis] = undamped
        actuation_out.damping[axis] = damping


@compiled
def set_stance_hip(hips, side, gains, torque, is_planted, body_state, actuation_out):
    """Share a torque vector [N m] among the stance hip's hinges.

    Its yaw part turns the body and needs a planted foot; without one, the hip's own
    rotation is held at zero with `gains`.
    """
    for hinge in range(hips.axis.shape[1]):
        axis = hips.axis[side, hinge]
        direction = row(body_state.joint_axis, hips.joint[side, hinge])
        share = dot(direction, torque)
        if hips.gain_row[hinge] == YAW:
            angle = body_state.qpos[hips.position[side, hinge]]
            holding = -gains[YAW, 0] * angle
            actuation_out.torque[axis] = select(is_planted, share, holding)
            actuation_out.damping[axis] = select(is_planted, 0.0, gains[YAW, 1])
        else:
            actuation_out.torque[axis] = share
            actuation_out.damping[axis] = 0.0
