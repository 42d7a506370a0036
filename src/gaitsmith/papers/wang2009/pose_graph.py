"""The pose graph of Wang, Fleet & Hertzmann 2009: four states with ankle push-off.

State 0 begins at foot strike; it ends when the centre of mass has passed the stance
ankle. In state 1 the stance ankle pushes off and the swing leg prepares to land; it
ends when the swing foot, toes up, touches the ground. States 2 and 3 mirror 0 and 1.
Torso, swing hip and both ankles are servoed in the world; the stance hip delivers what
the torso needs; the arms swing against the legs. All gains belong to a state; no state
is timed.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.control.hips import Hips, ankle_place, balance_pelvis
from gaitsmith.control.law import controls
from gaitsmith.kernels.balance import swing_hip_pitch, swing_hip_roll
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import atan2
from gaitsmith.kernels.frames import (
    ahead,
    heading_of,
    leftward,
    pitch_of_forward_axis,
    roll_of_left_axis,
    wrapped,
)
from gaitsmith.kernels.lane_records import LaneFloat, LaneFloats
from gaitsmith.kernels.lanes import maximum, negated, select
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Integers
from gaitsmith.kernels.spatial import rotation_part
from gaitsmith.kernels.vectors import dot, minus, rotated, row

TOE_UP = 0.1  # rad; a foot must point up by so much for its contact to count
DEAF_TIME = 0.05  # s after a strike during which no contact counts (proposed)
IS_AFTER_STRIKE = np.array([True, False, True, False])  # by state
STRUCK = np.array([2, 2, 0, 0])  # state that a strike leads to, by state
PLANTED_POINTS = 3  # more contact points than this let the stance hip turn the body

MEMORY = np.dtype([("state", np.int64), ("since", np.float64)])


class PoseGraphLaw(NamedTuple):
    """All numbers of the law, by state where they differ."""

    stance: Integers  # (4,) RIGHT, RIGHT, LEFT, LEFT
    strike_load: float  # N under the swing foot that counts as contact
    transition: (
        LaneFloat  # m, c_trans: how far the body passes the ankle before push-off
    )
    torso_pitch: LaneFloats  # (4,) rad, world
    torso_gains: LaneFloats  # (4, 3, 2) kp, kd about forward, left, up
    hip_pitch: LaneFloats  # (4,) rad, world, of the swing thigh
    hip_gains: LaneFloats  # (4, 3, 2)
    feedback: LaneFloats  # (4,) sagittal offset, velocity; coronal offset, velocity
    joint_position: Integers  # (joints,) qpos addresses of the locally servoed joints
    joint_axis: Integers  # (joints,) qvel addresses
    joint_target: LaneFloats  # (4, joints) rad
    joint_gains: LaneFloats  # (4, joints, 2) kp, kd
    arm_swing: LaneFloat  # alpha_arm
    arm: Integers  # (2,) index among the joints of the shoulders' y hinges
    ankle_axis: Integers  # (2, 2) qvel addresses, per side: y, x
    ankle_joint: Integers  # (2, 2) engine joint numbers
    ankle_pitch: LaneFloats  # (4, 2) rad, world, per side
    ankle_gains: (
        LaneFloats  # (4, 2, 2, 2) per side: about left (y), forward (x); kp, kd
    )
    foot_forward: Floats  # (2, 3) in each foot's frame
    foot_left: Floats  # (2, 3)
    hips: Hips


@controls(PoseGraphLaw, lanes=True)
@compiled
def pose_graph(law, memory, senses, actuation_out):
    """One control step: state machine, local servos, arms, ankles, hips."""
    hips, body_state = law.hips, senses.body
    forward = rotated(body_state.orientation, hips.pelvis, hips.pelvis_forward)
    heading = heading_of(forward)
    advance_graph(law, memory, senses, heading)
    state = memory.state
    for joint in range(law.joint_axis.shape[0]):
        axis = law.joint_axis[joint]
        error = law.joint_target[state, joint]
        error -= body_state.qpos[law.joint_position[joint]]
        actuation_out.torque[axis] = law.joint_gains[state, joint, 0] * error
        actuation_out.damping[axis] = law.joint_gains[state, joint, 1]
    swing_arms(law, state, body_state, actuation_out)
    for side in (LEFT, RIGHT):
        drive_ankle(law, state, side, heading, body_state, actuation_out)
    balance_on_hips(law, state, senses, heading, actuation_out)


@compiled
def foot_pitch(law, side, heading, body_state):
    """Pitch [rad] of a foot in the world, toes down positive."""
    foot = law.hips.foot[side]
    forward = rotated(body_state.orientation, foot, row(law.foot_forward, side))
    return pitch_of_forward_axis(forward, heading)


@compiled
def advance_graph(law, memory, senses, heading):
    """0 to 1 by the body passing the ankle; 1 to 2 (and 0 to 2) by contact, toes up."""
    time, body_state = senses.time, senses.body
    state, since = memory.state, memory.since
    stance = law.stance[state]
    swing = 1 - stance
    has_just_struck = IS_AFTER_STRIKE[state]
    is_deaf = has_just_struck & (time - since < DEAF_TIME)
    is_up = foot_pitch(law, swing, heading, body_state) < -TOE_UP
    is_loaded = senses.contact.foot_load[swing] > law.strike_load
    strikes = is_loaded & is_up & negated(is_deaf)
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    ankle = ankle_place(law.hips, stance, body_state)
    is_past = ahead(minus(com, ankle), heading) > law.transition
    passes = has_just_struck & is_past & negated(strikes)
    memory.state = select(strikes, STRUCK[state], select(passes, state + 1, state))
    memory.since = select(strikes | passes, time, since)


@compiled
def swing_arms(law, state, body_state, actuation_out):
    """Left shoulder: alpha (right hip - left hip); the right one opposite (eq. 2)."""
    hips = law.hips
    left_hip = body_state.qpos[hips.position[LEFT, 0]]
    right_hip = body_state.qpos[hips.position[RIGHT, 0]]
    target = law.arm_swing * (right_hip - left_hip)
    for side in (LEFT, RIGHT):
        joint = law.arm[side]
        axis = law.joint_axis[joint]
        error = (target if side == LEFT else -target) - body_state.qpos[
            law.joint_position[joint]
        ]
        actuation_out.torque[axis] = law.joint_gains[state, joint, 0] * error


@compiled
def drive_ankle(law, state, side, heading, body_state, actuation_out):
    """Servo the foot's pitch and roll in the world with the ankle's two hinges."""
    foot = law.hips.foot[side]
    left = rotated(body_state.orientation, foot, row(law.foot_left, side))
    rates = rotation_part(body_state.velocity, foot)
    pitch_error = law.ankle_pitch[state, side]
    pitch_error -= foot_pitch(law, side, heading, body_state)
    gains = law.ankle_gains
    about_left = gains[state, side, 0, 0] * pitch_error
    about_left -= gains[state, side, 0, 1] * leftward(rates, heading)
    about_forward = -gains[state, side, 1, 0] * roll_of_left_axis(left)
    about_forward -= gains[state, side, 1, 1] * ahead(rates, heading)
    torque = (
        about_forward * heading[0] - about_left * heading[1],
        about_forward * heading[1] + about_left * heading[0],
        0.0 * about_left,
    )
    for hinge in range(2):
        axis = law.ankle_axis[side, hinge]
        damping = gains[state, side, hinge, 1]
        direction = row(body_state.joint_axis, law.ankle_joint[side, hinge])
        undamped = dot(direction, torque) + damping * body_state.qvel[axis]
        actuation_out.torque[axis] = undamped
        actuation_out.damping[axis] = damping


@compiled
def balance_on_hips(law, state, senses, heading, actuation_out):
    """Swing hip where balance needs it, torso upright and turned to the command."""
    body_state, contact = senses.body, senses.contact
    hips, stance = law.hips, law.stance[state]
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    offset = minus(com, ankle_place(hips, stance, body_state))
    velocity = body_state.com_velocity
    pitch = swing_hip_pitch(
        law.hip_pitch[state],
        law.feedback[0],
        law.feedback[1],
        ahead(offset, heading),
        ahead(velocity, heading),
    )
    roll = swing_hip_roll(
        0.0,
        law.feedback[2],
        law.feedback[3],
        leftward(offset, heading),
        leftward(velocity, heading),
    )
    turn = wrapped(senses.heading - atan2(heading[1], heading[0]))
    planted = maximum(contact.foot_points[stance], contact.toe_points[stance])
    balance_pelvis(
        hips,
        stance,
        law.hip_gains[state],
        law.torso_gains[state],
        pitch,
        roll,
        0.0,
        law.torso_pitch[state],
        0.0,
        turn,
        planted > PLANTED_POINTS,
        heading,
        body_state,
        actuation_out,
    )
