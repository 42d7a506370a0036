"""Balance feedback for any number of legs, around motions that follow the clock.

A leg without load swings: its hip aims where SIMBICON's would, ahead and outward of
where the body goes (Yin et al. 2007, eq. 1), from the point between the loaded feet.
Legs with load share a torque that keeps the pelvis upright. Legs ahead of the centre of
mass step to the side that the body is to turn to, legs behind it to the other one.
"""

from typing import NamedTuple

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.hips import addresses
from gaitsmith.declarations import Declaration
from gaitsmith.kernels.balance import swing_hip_pitch, swing_hip_roll
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import atan2
from gaitsmith.kernels.frames import (
    ahead,
    heading_of,
    leftward,
    pitch_of_up_axis,
    roll_of_up_axis,
    wrapped,
)
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.spatial import rotation_part
from gaitsmith.kernels.vectors import minus, plus, rotated, row, times
from gaitsmith.parameters import Parameter

LOADED = 0.01  # of the weight: a leg that carries more than this stands


class BalanceSpec(Declaration):
    """Where balance feedback begins; its gains are searched for."""

    ahead: tuple[float, float] = (0.0, 0.0)
    """Swing hips forward: rad/m of offset, rad s/m of velocity."""
    left: tuple[float, float] = (0.0, 0.0)
    """Swing hips sideways, the same."""
    pitch: tuple[float, float] = (0.0, 0.0)
    """Of the pelvis, by the legs that stand: N m/rad, N m s/rad."""
    roll: tuple[float, float] = (0.0, 0.0)
    """The same about the forward axis."""
    turn: float = 0.0
    """rad/rad: how far legs step sideways to turn to the commanded heading."""


class LegBalance(NamedTuple):
    """Gains, and what they work with."""

    pelvis: int
    pelvis_up: tuple[float, float, float]  # in the pelvis frame
    pelvis_forward: tuple[float, float, float]
    foot: Integers  # (legs,)
    ankle: Floats  # (legs, 3) m, in each foot's frame
    lever: Floats  # (legs,) 1: the hip is ahead of the centre of mass, -1: behind
    loaded: float  # N, under a foot that stands
    hip: Integers  # (hips,) which joint of the law
    leg: Integers  # (hips,) of which leg
    is_roll: Integers  # (hips,) 1: it turns about x, 0: about y
    axis: Integers  # (hips,) qvel addresses
    swing: Floats  # (2, 2) rad/m and rad s/m, forward and to the left
    upright: Floats  # (2, 2) N m/rad and N m s/rad, of pitch and roll
    turn: float  # rad/rad


NO_BALANCE = LegBalance(
    pelvis=0,
    pelvis_up=(0.0, 0.0, 1.0),
    pelvis_forward=(1.0, 0.0, 0.0),
    foot=np.zeros(0, dtype=np.int64),
    ankle=np.zeros((0, 3)),
    lever=np.zeros(0),
    loaded=0.0,
    hip=np.zeros(0, dtype=np.int64),
    leg=np.zeros(0, dtype=np.int64),
    is_roll=np.zeros(0, dtype=np.int64),
    axis=np.zeros(0, dtype=np.int64),
    swing=np.zeros((2, 2)),
    upright=np.zeros((2, 2)),
    turn=0.0,
)


def leg_balance(character: Character, values: dict[str, float]) -> LegBalance:
    """The feedback of one character, with the gains in `values`."""
    roles = character.roles
    hips = [
        (hinge, leg, kind)
        for leg, parts in enumerate(roles.legs)
        for kind, hinge in enumerate(parts.hip[:2])
    ]
    order = [hinge.axis for hinge in roles.hinges]

    def pair(name: str, fields: tuple[str, str]) -> list[float]:
        return [values[f"balance.{name}.{field}"] for field in fields]

    steps, servo = ("offset", "velocity"), ("kp", "kd")
    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    places = data.xanchor[[leg.hip[0].joint for leg in roles.legs], 0]
    return LegBalance(
        pelvis=roles.pelvis,
        pelvis_up=character.standing_up(roles.pelvis),
        pelvis_forward=character.standing_forward(roles.pelvis),
        foot=np.array([leg.foot for leg in roles.legs], dtype=np.int64),
        ankle=np.array([character.ankle_offset(i) for i in range(len(roles.legs))]),
        lever=np.sign(places - float(character.standing_com[0])),
        loaded=LOADED * character.weight,
        hip=np.array([order.index(hinge.axis) for hinge, _, _ in hips], dtype=np.int64),
        leg=np.array([leg for _, leg, _ in hips], dtype=np.int64),
        is_roll=np.array([kind for _, _, kind in hips], dtype=np.int64),
        axis=addresses([hinge for hinge, _, _ in hips], "axis"),
        swing=np.array([pair("ahead", steps), pair("left", steps)]),
        upright=np.array([pair("pitch", servo), pair("roll", servo)]),
        turn=values["balance.turn"],
    )


def balance_parameters(spec: BalanceSpec, gain_scale: float) -> list[Parameter]:
    """The gains by name, all free; scales go with those of keyframes, whole ranges."""
    found = [
        Parameter(f"balance.{way}.{kind}", unit, value, 2.0, f"swing hips, {way}")
        for way, pair in (("ahead", spec.ahead), ("left", spec.left))
        for kind, unit, value in zip(
            ("offset", "velocity"), ("rad/m", "rad s/m"), pair, strict=True
        )
    ]
    found += [
        Parameter(
            f"balance.{angle}.{kind}",
            unit,
            value,
            scale * gain_scale,
            "pelvis upright, by legs that stand",
            lower=0.0,
        )
        for angle, pair in (("pitch", spec.pitch), ("roll", spec.roll))
        for kind, unit, value, scale in zip(
            ("kp", "kd"), ("N m/rad", "N m s/rad"), pair, (1000.0, 100.0), strict=True
        )
    ]
    turn = Parameter("balance.turn", "rad/rad", spec.turn, 2.0, "steps that turn")
    return [*found, turn]


@compiled
def support_place(balance, body, contact):
    """Between the loaded feet [m], each by its load; the centre of mass without any."""
    total, place = 0.0, (0.0, 0.0, 0.0)
    for leg in range(balance.foot.shape[0]):
        load = contact.foot_load[leg]
        if load >= balance.loaded:
            foot = balance.foot[leg]
            arm = rotated(body.orientation, foot, row(balance.ankle, leg))
            ankle = plus(row(body.position, foot), arm)
            place = plus(place, times(load, ankle))
            total += load
    if total == 0.0:
        return body.com[0], body.com[1], body.com[2]
    return times(1.0 / total, place)


@compiled
def balance_legs(balance, senses, stiffness, actuation_out):
    """Add the feedback to hip servos that are set, of the given `stiffness` [N m/rad].

    A swing hip's target moves by an angle, so its torque by stiffness times angle.
    """
    if balance.hip.shape[0] == 0:
        return
    body, contact = senses.body, senses.contact
    forward = rotated(body.orientation, balance.pelvis, balance.pelvis_forward)
    up = rotated(body.orientation, balance.pelvis, balance.pelvis_up)
    rates = rotation_part(body.velocity, balance.pelvis)
    heading = heading_of(forward)
    turn = wrapped(senses.heading - atan2(heading[1], heading[0]))
    com = body.com[0], body.com[1], body.com[2]
    offset = minus(com, support_place(balance, body, contact))
    velocity = body.com_velocity[0], body.com_velocity[1], body.com_velocity[2]
    standing = 0
    for leg in range(balance.foot.shape[0]):
        if contact.foot_load[leg] >= balance.loaded:
            standing += 1
    pitching = balance.upright[0, 0] * pitch_of_up_axis(up, heading)
    pitching += balance.upright[0, 1] * leftward(rates, heading)
    rolling = balance.upright[1, 0] * roll_of_up_axis(up, heading)
    rolling += balance.upright[1, 1] * ahead(rates, heading)
    gains = balance.swing
    swing_pitch = swing_hip_pitch(
        0.0, gains[0, 0], gains[0, 1], ahead(offset, heading), ahead(velocity, heading)
    )
    swing_roll = swing_hip_roll(
        0.0,
        gains[1, 0],
        gains[1, 1],
        leftward(offset, heading),
        leftward(velocity, heading),
    )
    for index in range(balance.hip.shape[0]):
        leg, axis = balance.leg[index], balance.axis[index]
        is_roll = balance.is_roll[index] == 1
        if contact.foot_load[leg] >= balance.loaded:
            torque = (rolling if is_roll else pitching) / standing
        else:
            angle = swing_pitch
            if is_roll:
                angle = swing_roll + balance.turn * balance.lever[leg] * turn
            torque = stiffness[balance.hip[index]] * angle
        actuation_out.torque[axis] += torque
