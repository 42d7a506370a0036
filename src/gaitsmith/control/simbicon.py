"""SIMBICON (Yin, Loken & van de Panne 2007): a pose graph with balance feedback.

Per step the law goes through a few states, each with target angles; a state ends after
its dwell or when the swing foot strikes. Then the same states run mirrored. Torso and
swing thigh are servoed in the world; the stance hip delivers what the torso needs. The
same law drives planar and 3D bodies: torques are vectors, and a hinge with world axis a
takes the share a . T.
"""

import math
from typing import NamedTuple

import numpy as np

from gaitsmith.control.command import heading_at
from gaitsmith.kernels.balance import swing_hip_pitch, swing_hip_roll
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import (
    ahead,
    heading_of,
    leftward,
    pitch_of_up_axis,
    roll_of_up_axis,
    wrapped,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.kernels.servo import limit_torque
from gaitsmith.kernels.spatial import point_velocity, rotation_part
from gaitsmith.kernels.vectors import dot, minus, plus, rotated, row, times

STRIKE_LOAD = 1.0  # N under the swing foot that counts as a strike
STANCE_LOAD = 100.0  # N under the stance foot that lets it turn the body
YAW = 2  # row of gains about the vertical

MEMORY = np.dtype([("state", np.int64), ("since", np.float64), ("strikes", np.int64)])


class SimbiconLaw(NamedTuple):
    """All numbers of the law. States count twice: left leg swings first, then right."""

    dwell: Floats  # (states,) s; the least time before a strike counts
    ends_on_strike: Flags  # (states,) else it ends after its dwell
    strikes_with_heel: bool  # only the heel's contact counts as a strike
    stance: Integers  # (states,) LEFT or RIGHT
    torso_pitch: Floats  # (states,) rad, world
    hip_pitch: Floats  # (states,) rad, world, of the swing thigh
    hip_roll: Floats  # (states,) rad, world, of the swing thigh
    hip_pitch_range: Floats  # (2,) rad, to which feedback is clamped
    balances_hips: bool  # balance looks at the hips and the stance heel, as the applet
    heel: Floats  # (2, 3) m, heel point in each foot's frame
    feedback: Floats  # (states, 4): sagittal offset, velocity; coronal offset, velocity
    turn_limit: float  # rad; a larger error of heading turns the body no faster
    torso_gains: Floats  # (3, 2) kp, kd about forward, left, up
    hip_gains: Floats  # (3, 2) kp, kd about forward, left, up
    torque_limit: Floats  # (nv,) N m
    joint_position: Integers  # (joints,) qpos addresses of the locally servoed joints
    joint_axis: Integers  # (joints,) qvel addresses
    joint_target: Floats  # (states, joints) rad
    joint_gains: Floats  # (joints, 2) kp, kd
    waist_axis: Integers  # (waist joints,) joints between pelvis and trunk, qvel
    waist_joint: Integers  # (waist joints,) engine joint numbers
    hip_axis: Integers  # (2, hinges) qvel addresses of the hips, left and right
    hip_position: Integers  # (2, hinges) qpos addresses
    hip_joint: Integers  # (2, hinges) engine joint numbers
    hip_gain_row: Integers  # (hinges,) row of hip_gains that damps each hinge: 1, 0, 2
    pelvis: int
    thigh: Integers  # (2,)
    foot: Integers  # (2,)
    pelvis_up: tuple[float, float, float]  # in the pelvis frame
    pelvis_forward: tuple[float, float, float]
    thigh_up: Floats  # (2, 3)
    thigh_forward: Floats  # (2, 3)


@compiled
def simbicon(law, memory, time, dt, body_state, points, touch, command, servos_out):
    """One control step: state machine, local servos, world-frame torso and hips."""
    mind = memory[0]
    advance_state(law, mind, time, touch)
    for axis in range(servos_out.torque.shape[0]):
        servos_out.torque[axis] = 0.0
        servos_out.damping[axis] = 0.0
    servo_joints(law, mind.state, body_state, servos_out)
    drive_hips(law, mind.state, time, body_state, touch, command, servos_out)
    for axis in range(servos_out.torque.shape[0]):
        servos_out.torque[axis], servos_out.damping[axis] = limit_torque(
            servos_out.torque[axis],
            servos_out.damping[axis],
            body_state.qvel[axis],
            law.torque_limit[axis],
        )


@compiled
def advance_state(law, mind, time, touch):
    """Go to the next state after the dwell, or when the swing foot strikes."""
    state = mind.state
    if time - mind.since < law.dwell[state]:
        return
    if law.ends_on_strike[state]:
        swing = 1 - law.stance[state]
        load = (
            touch.heel_load[swing] if law.strikes_with_heel else touch.foot_load[swing]
        )
        if load < STRIKE_LOAD:
            return
        mind.strikes += 1
    mind.state = (state + 1) % law.dwell.shape[0]
    mind.since = time


@compiled
def servo_joints(law, state, body_state, servos_out):
    """Local servos tau = kp (target - angle) - kd velocity (Yin et al. 2007)."""
    for joint in range(law.joint_axis.shape[0]):
        axis = law.joint_axis[joint]
        error = law.joint_target[state, joint]
        error -= body_state.qpos[law.joint_position[joint]]
        servos_out.torque[axis] = law.joint_gains[joint, 0] * error
        servos_out.damping[axis] = law.joint_gains[joint, 1]


@compiled
def drive_hips(law, state, time, body_state, touch, command, servos_out):
    """Swing hip in the world; stance hip = -(torso + swing hip + waist) torque.

    The pelvis then feels exactly the torso servo's torque.
    """
    stance = law.stance[state]
    forward = rotated(body_state.orientation, law.pelvis, law.pelvis_forward)
    heading = heading_of(forward)
    swing_torque = swing_hip_torque(law, state, heading, body_state)
    set_swing_hip(law, 1 - stance, swing_torque, body_state, servos_out)
    turn = wrapped(heading_at(command, time) - math.atan2(heading[1], heading[0]))
    torso_torque = upright_torque(law, state, heading, turn, body_state)
    needed = minus(times(-1.0, torso_torque), swing_torque)
    for index in range(law.waist_axis.shape[0]):
        axis = law.waist_axis[index]
        torque = servos_out.torque[axis]
        torque -= servos_out.damping[axis] * body_state.qvel[axis]
        direction = row(body_state.joint_axis, law.waist_joint[index])
        needed = minus(needed, times(torque, direction))
    is_planted = touch.foot_load[stance] > STANCE_LOAD
    set_stance_hip(law, stance, needed, is_planted, body_state, servos_out)


@compiled
def balance_state(law, stance, body_state):
    """Offset [m] of the body from the stance foot, and its velocity [m/s].

    The body is its centre of mass and the foot its ankle; in the authors' planar
    applet, the hips and the heel.
    """
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    foot = law.foot[stance]
    ankle = row(body_state.position, foot)
    if not law.balances_hips:
        velocity = body_state.com_velocity
        return minus(com, ankle), (velocity[0], velocity[1], velocity[2])
    heel = plus(ankle, rotated(body_state.orientation, foot, row(law.heel, stance)))
    hips = row(body_state.position, law.pelvis)
    velocity_of_hips = point_velocity(body_state.velocity, law.pelvis, minus(hips, com))
    return minus(hips, heel), velocity_of_hips


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
def swing_hip_torque(law, state, heading, body_state):
    """Torque [N m] that brings the swing thigh to where balance needs the next step."""
    stance = law.stance[state]
    offset, velocity = balance_state(law, stance, body_state)
    pitch_target = swing_hip_pitch(
        law.hip_pitch[state],
        law.feedback[state, 0],
        law.feedback[state, 1],
        ahead(offset, heading),
        ahead(velocity, heading),
    )
    pitch_target = max(pitch_target, law.hip_pitch_range[0])
    pitch_target = min(pitch_target, law.hip_pitch_range[1])
    roll_target = swing_hip_roll(
        law.hip_roll[state],
        law.feedback[state, 2],
        law.feedback[state, 3],
        leftward(offset, heading),
        leftward(velocity, heading),
    )
    swing = 1 - stance
    thigh = law.thigh[swing]
    up = rotated(body_state.orientation, thigh, row(law.thigh_up, swing))
    forward = rotated(body_state.orientation, thigh, row(law.thigh_forward, swing))
    return world_servo(
        law.hip_gains,
        roll_target - roll_of_up_axis(up, heading),
        pitch_target - pitch_of_up_axis(up, heading),
        -yaw_of_forward_axis(forward, heading),
        rotation_part(body_state.velocity, thigh),
        heading,
    )


@compiled
def upright_torque(law, state, heading, turn, body_state):
    """Torque [N m] that keeps the torso at its pitch and turns it by `turn` [rad]."""
    up = rotated(body_state.orientation, law.pelvis, law.pelvis_up)
    return world_servo(
        law.torso_gains,
        -roll_of_up_axis(up, heading),
        law.torso_pitch[state] - pitch_of_up_axis(up, heading),
        min(max(turn, -law.turn_limit), law.turn_limit),
        rotation_part(body_state.velocity, law.pelvis),
        heading,
    )


@compiled
def set_swing_hip(law, swing, torque, body_state, servos_out):
    """Share a torque vector [N m] among the swing hip's hinges.

    The part of the damping that a hinge's own velocity makes is left to the integrator:
    -kd w_thigh = -kd w_rest - kd qdot.
    """
    for hinge in range(law.hip_axis.shape[1]):
        axis = law.hip_axis[swing, hinge]
        damping = law.hip_gains[law.hip_gain_row[hinge], 1]
        direction = row(body_state.joint_axis, law.hip_joint[swing, hinge])
        undamped = dot(direction, torque) + damping * body_state.qvel[axis]
        servos_out.torque[axis] = undamped
        servos_out.damping[axis] = damping


@compiled
def set_stance_hip(law, stance, torque, is_planted, body_state, servos_out):
    """Share a torque vector [N m] among the stance hip's hinges.

    Its yaw part turns the body and needs a planted foot; without one, the hip's own
    rotation is held at zero.
    """
    for hinge in range(law.hip_axis.shape[1]):
        axis = law.hip_axis[stance, hinge]
        if law.hip_gain_row[hinge] == YAW and not is_planted:
            angle = body_state.qpos[law.hip_position[stance, hinge]]
            servos_out.torque[axis] = -law.hip_gains[YAW, 0] * angle
            servos_out.damping[axis] = law.hip_gains[YAW, 1]
        else:
            direction = row(body_state.joint_axis, law.hip_joint[stance, hinge])
            servos_out.torque[axis] = dot(direction, torque)
            servos_out.damping[axis] = 0.0
