"""SIMBICON (Yin, Loken & van de Panne 2007): a pose graph with balance feedback.

Per step the law goes through a few states, each with target angles; a state ends after
its dwell or when the swing foot strikes. Then the same states run mirrored. Torso and
swing thigh are servoed in the world; the stance hip delivers what the torso needs. The
same law drives planar and 3D bodies: torques are vectors, and a hinge with world axis a
takes the share a . T.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.control.hips import Hips, ankle_place, balance_pelvis
from gaitsmith.control.law import controls
from gaitsmith.kernels.balance import swing_hip_pitch, swing_hip_roll
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import atan2
from gaitsmith.kernels.frames import ahead, heading_of, leftward, wrapped
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import maximum, minimum, negated, select
from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.kernels.servo import limit_torque
from gaitsmith.kernels.spatial import point_velocity
from gaitsmith.kernels.vectors import minus, plus, rotated, row

MEMORY = np.dtype([("state", np.int64), ("since", np.float64)])


class SimbiconLaw(NamedTuple):
    """All numbers of the law. States count twice: right leg swings first, then left."""

    dwell: LaneFloats  # (states,) s; the least time before a strike counts
    ends_on_strike: Flags  # (states,) else it ends after its dwell
    strikes_with_heel: bool  # only the heel's contact counts as a strike
    stance: Integers  # (states,) LEFT or RIGHT
    torso_pitch: LaneFloats  # (states,) rad, world
    hip_pitch: LaneFloats  # (states,) rad, world, of the swing thigh
    hip_roll: LaneFloats  # (states,) rad, world, of the swing thigh
    hip_pitch_range: LaneFloats  # (2,) rad, to which feedback is clamped
    balances_hips: bool  # balance looks at the hips and the stance heel, as the applet
    heel: Floats  # (2, 3) m, heel point in each foot's frame
    feedback: (
        LaneFloats  # (states, 4): sagittal offset, velocity; coronal offset, velocity
    )
    strike_load: float  # N under the swing foot that counts as a strike
    stance_load: float  # N under the stance foot that lets it turn the body
    turn_limit: float  # rad; a larger error of heading turns the body no faster
    torso_gains: LaneFloats  # (3, 2) kp, kd about forward, left, up
    hip_gains: LaneFloats  # (3, 2) kp, kd about forward, left, up
    torque_limit: LaneFloats  # (nv,) N m
    joint_position: Integers  # (joints,) qpos addresses of the locally servoed joints
    joint_axis: Integers  # (joints,) qvel addresses
    joint_target: LaneFloats  # (states, joints) rad
    joint_gains: LaneFloats  # (joints, 2) kp, kd
    hips: Hips


@controls(SimbiconLaw, lanes=True)
@compiled
def simbicon(law, memory, senses, actuation_out):
    """One control step: state machine, local servos, world-frame torso and hips."""
    body_state = senses.body
    advance_state(law, memory, senses.time, senses.contact)
    for axis in range(actuation_out.torque.shape[0]):
        actuation_out.torque[axis] = 0.0
        actuation_out.damping[axis] = 0.0
    servo_joints(law, memory.state, body_state, actuation_out)
    drive_hips(law, memory.state, senses, actuation_out)
    for axis in range(actuation_out.torque.shape[0]):
        actuation_out.torque[axis], actuation_out.damping[axis] = limit_torque(
            actuation_out.torque[axis],
            actuation_out.damping[axis],
            body_state.qvel[axis],
            law.torque_limit[axis],
        )


@compiled
def advance_state(law, memory, time, contact):
    """Go to the next state after the dwell, or when the swing foot strikes."""
    state, since = memory.state, memory.since
    is_early = time - since < law.dwell[state]
    swing = 1 - law.stance[state]
    loads = contact.heel_load if law.strikes_with_heel else contact.foot_load
    is_in_air = law.ends_on_strike[state] & (loads[swing] < law.strike_load)
    ends = negated(is_early | is_in_air)
    coming = select(state + 1 == law.dwell.shape[0], 0, state + 1)
    memory.state = select(ends, coming, state)
    memory.since = select(ends, time, since)


@compiled
def servo_joints(law, state, body_state, actuation_out):
    """Local servos tau = kp (target - angle) - kd velocity (Yin et al. 2007)."""
    for joint in range(law.joint_axis.shape[0]):
        axis = law.joint_axis[joint]
        error = law.joint_target[state, joint]
        error -= body_state.qpos[law.joint_position[joint]]
        actuation_out.torque[axis] = law.joint_gains[joint, 0] * error
        actuation_out.damping[axis] = law.joint_gains[joint, 1]


@compiled
def drive_hips(law, state, senses, actuation_out):
    """Swing hip where balance needs it, torso upright and turned to the command."""
    body_state = senses.body
    hips, stance = law.hips, law.stance[state]
    forward = rotated(body_state.orientation, hips.pelvis, hips.pelvis_forward)
    heading = heading_of(forward)
    pitch, roll = swing_targets(law, state, heading, body_state)
    turn = wrapped(senses.heading - atan2(heading[1], heading[0]))
    balance_pelvis(
        hips,
        stance,
        law.hip_gains,
        law.torso_gains,
        pitch,
        roll,
        0.0,
        law.torso_pitch[state],
        0.0,
        minimum(maximum(turn, -law.turn_limit), law.turn_limit),
        senses.contact.foot_load[stance] > law.stance_load,
        heading,
        body_state,
        actuation_out,
    )


@compiled
def swing_targets(law, state, heading, body_state):
    """Pitch and roll [rad] of the swing thigh, where balance needs the next step."""
    offset, velocity = balance_state(law, law.stance[state], body_state)
    pitch = swing_hip_pitch(
        law.hip_pitch[state],
        law.feedback[state, 0],
        law.feedback[state, 1],
        ahead(offset, heading),
        ahead(velocity, heading),
    )
    pitch = minimum(maximum(pitch, law.hip_pitch_range[0]), law.hip_pitch_range[1])
    roll = swing_hip_roll(
        law.hip_roll[state],
        law.feedback[state, 2],
        law.feedback[state, 3],
        leftward(offset, heading),
        leftward(velocity, heading),
    )
    return pitch, roll


@compiled
def balance_state(law, stance, body_state):
    """Offset [m] of the body from the stance foot, and its velocity [m/s].

    The body is its centre of mass and the foot its ankle; in the authors' planar
    applet, the hips and the heel.
    """
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    foot = law.hips.foot[stance]
    ankle = ankle_place(law.hips, stance, body_state)
    if not law.balances_hips:
        velocity = body_state.com_velocity
        return minus(com, ankle), (velocity[0], velocity[1], velocity[2])
    heel = plus(
        row(body_state.position, foot),
        rotated(body_state.orientation, foot, row(law.heel, stance)),
    )
    pelvis = law.hips.pelvis
    hips = row(body_state.position, pelvis)
    velocity_of_hips = point_velocity(body_state.velocity, pelvis, minus(hips, com))
    return minus(hips, heel), velocity_of_hips
