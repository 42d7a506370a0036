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
    pitch_of_up_axis,
    roll_of_up_axis,
    rotate,
    wrapped,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.kernels.sensing import foot_load
from gaitsmith.kernels.servo import limit_torque
from gaitsmith.kernels.spatial import point_velocity

STRIKE_LOAD = 1.0  # N under the swing foot that counts as a strike
STANCE_LOAD = 100.0  # N under the stance foot that lets it turn the body

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
    pelvis_up: Floats  # (3,) in the pelvis frame
    pelvis_forward: Floats  # (3,)
    thigh_up: Floats  # (2, 3)
    thigh_forward: Floats  # (2, 3)


@compiled
def simbicon(
    law, memory, time, dt, body_state, points, touch, command, scratch, servos_out
):
    """One control step: state machine, local servos, world-frame torso and hips."""
    mind = memory[0]
    advance_state(law, mind, time, points, touch)
    state = mind.state
    stance = law.stance[state]
    swing = 1 - stance
    for axis in range(servos_out.torque.shape[0]):
        servos_out.torque[axis] = 0.0
        servos_out.damping[axis] = 0.0
    servo_joints(law, state, body_state, servos_out)
    rotate(body_state.orientation[law.pelvis], law.pelvis_forward, scratch.forward)
    length = math.hypot(scratch.forward[0], scratch.forward[1])
    forward_x, forward_y = 1.0, 0.0
    if length > 0.0:
        forward_x, forward_y = scratch.forward[0] / length, scratch.forward[1] / length
    drive_hips(
        law,
        state,
        stance,
        swing,
        forward_x,
        forward_y,
        heading_at(command, time),
        foot_load(points, touch, stance, False) > STANCE_LOAD,
        body_state,
        scratch,
        servos_out,
    )
    for axis in range(servos_out.torque.shape[0]):
        servos_out.torque[axis], servos_out.damping[axis] = limit_torque(
            servos_out.torque[axis],
            servos_out.damping[axis],
            body_state.qvel[axis],
            law.torque_limit[axis],
        )


@compiled
def advance_state(law, mind, time, points, touch):
    """Go to the next state after the dwell, or when the swing foot strikes."""
    state = mind.state
    if time - mind.since < law.dwell[state]:
        return
    if law.ends_on_strike[state]:
        swing = 1 - law.stance[state]
        if foot_load(points, touch, swing, law.strikes_with_heel) < STRIKE_LOAD:
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
def world_servo(gains, roll, pitch, yaw, velocity, forward_x, forward_y, moment_out):
    """Torque vector [N m] that turns a part by (roll, pitch, yaw) errors [rad].

    `gains` are kp, kd about forward, left and up; `velocity` is the part's angular one.
    """
    rate_forward = velocity[0] * forward_x + velocity[1] * forward_y
    rate_left = -velocity[0] * forward_y + velocity[1] * forward_x
    about_forward = gains[0, 0] * roll - gains[0, 1] * rate_forward
    about_left = gains[1, 0] * pitch - gains[1, 1] * rate_left
    moment_out[0] = about_forward * forward_x - about_left * forward_y
    moment_out[1] = about_forward * forward_y + about_left * forward_x
    moment_out[2] = gains[2, 0] * yaw - gains[2, 1] * velocity[2]


@compiled
def balance_state(law, stance, body_state, work, offset_out, velocity_out):
    """Offset [m] of the body from the stance foot, and its velocity [m/s].

    The body is its centre of mass and the foot its ankle; in the authors' planar applet,
    the hips and the heel.
    """
    foot = law.foot[stance]
    if not law.balances_hips:
        for axis in range(3):
            offset_out[axis] = body_state.com[axis] - body_state.position[foot, axis]
            velocity_out[axis] = body_state.com_velocity[axis]
        return
    rotate(body_state.orientation[foot], law.heel[stance], offset_out)
    for axis in range(3):
        hips = body_state.position[law.pelvis, axis]
        offset_out[axis] = hips - body_state.position[foot, axis] - offset_out[axis]
        work[axis] = hips - body_state.com[axis]
    point_velocity(body_state.velocity[law.pelvis], work, velocity_out)


@compiled
def drive_hips(
    law,
    state,
    stance,
    swing,
    forward_x,
    forward_y,
    heading,
    is_planted,
    body_state,
    scratch,
    servos_out,
):
    """Swing hip in the world; stance hip = -(torso + swing hip + waist) torque.

    The pelvis then feels exactly the torso servo's torque. Its yaw part, which turns the
    body to the commanded `heading` [rad], needs a planted foot; else the stance hip's
    own rotation is held at zero.
    """
    offset, velocity = scratch.up, scratch.vector
    balance_state(law, stance, body_state, scratch.moment, offset, velocity)
    offset_x, offset_y = offset[0], offset[1]
    feedback = law.feedback[state]
    pitch_target = swing_hip_pitch(
        law.hip_pitch[state],
        feedback[0],
        feedback[1],
        offset_x * forward_x + offset_y * forward_y,
        velocity[0] * forward_x + velocity[1] * forward_y,
    )
    low, high = law.hip_pitch_range[0], law.hip_pitch_range[1]
    pitch_target = min(max(pitch_target, low), high)
    roll_target = swing_hip_roll(
        law.hip_roll[state],
        feedback[2],
        feedback[3],
        -offset_x * forward_y + offset_y * forward_x,
        -velocity[0] * forward_y + velocity[1] * forward_x,
    )
    thigh = law.thigh[swing]
    rotate(body_state.orientation[thigh], law.thigh_up[swing], scratch.up)
    rotate(body_state.orientation[thigh], law.thigh_forward[swing], scratch.forward)
    world_servo(
        law.hip_gains,
        roll_target - roll_of_up_axis(scratch.up, forward_x, forward_y),
        pitch_target - pitch_of_up_axis(scratch.up, forward_x, forward_y),
        -yaw_of_forward_axis(scratch.forward, forward_x, forward_y),
        body_state.velocity[thigh],
        forward_x,
        forward_y,
        scratch.moment,
    )
    # The part of the damping that the hinge's own velocity makes is left to the
    # integrator: -kd w_thigh = -kd w_rest - kd qdot.
    for hinge in range(law.hip_axis.shape[1]):
        axis = law.hip_axis[swing, hinge]
        damping = law.hip_gains[law.hip_gain_row[hinge], 1]
        direction = body_state.joint_axis[law.hip_joint[swing, hinge]]
        servos_out.torque[axis] = (
            dot(direction, scratch.moment) + damping * body_state.qvel[axis]
        )
        servos_out.damping[axis] = damping
    needed = scratch.vector
    rotate(body_state.orientation[law.pelvis], law.pelvis_up, scratch.up)
    yaw_error = wrapped(heading - math.atan2(forward_y, forward_x))
    world_servo(
        law.torso_gains,
        -roll_of_up_axis(scratch.up, forward_x, forward_y),
        law.torso_pitch[state] - pitch_of_up_axis(scratch.up, forward_x, forward_y),
        yaw_error,
        body_state.velocity[law.pelvis],
        forward_x,
        forward_y,
        needed,
    )
    for axis in range(3):
        needed[axis] = -needed[axis] - scratch.moment[axis]
    for index in range(law.waist_axis.shape[0]):
        axis = law.waist_axis[index]
        torque = servos_out.torque[axis]
        torque -= servos_out.damping[axis] * body_state.qvel[axis]
        direction = body_state.joint_axis[law.waist_joint[index]]
        for component in range(3):
            needed[component] -= torque * direction[component]
    for hinge in range(law.hip_axis.shape[1]):
        axis = law.hip_axis[stance, hinge]
        direction = body_state.joint_axis[law.hip_joint[stance, hinge]]
        servos_out.torque[axis] = dot(direction, needed)
        servos_out.damping[axis] = 0.0
        if law.hip_gain_row[hinge] == 2 and not is_planted:  # noqa: PLR2004
            angle = body_state.qpos[law.hip_position[stance, hinge]]
            servos_out.torque[axis] = -law.hip_gains[2, 0] * angle
            servos_out.damping[axis] = law.hip_gains[2, 1]


@compiled
def dot(a, b):
    """Inner product of two 3-vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
