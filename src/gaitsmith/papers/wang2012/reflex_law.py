"""The law of Wang, Hamner, Delp & Koltun 2012: sixteen muscles, and servos elsewhere.

Hips, knees and ankles are moved by muscles in the sagittal plane. All other joints are
servoed, with targets in the world where balance needs it (section 7 of their paper's
predecessor, Wang et al. 2009): pelvis and trunk level, swing leg where the body goes
sideways, feet flat, arms against the legs.
"""

from typing import NamedTuple

from gaitsmith.control.hips import Hips, ankle_place, balance_pelvis
from gaitsmith.control.law import controls
from gaitsmith.kernels.balance import swing_hip_roll
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import atan2
from gaitsmith.kernels.frames import (
    ahead,
    heading_of,
    leftward,
    roll_of_left_axis,
    roll_of_up_axis,
    wrapped,
)
from gaitsmith.kernels.lane_records import LaneFloat, LaneFloats
from gaitsmith.kernels.lanes import negated, select
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Integers
from gaitsmith.kernels.spatial import rotation_part
from gaitsmith.kernels.vectors import dot, minus, rotated, row
from gaitsmith.papers.wang2012.reflex_senses import sense_legs, sensed, trunk_lean
from gaitsmith.papers.wang2012.reflexes import (
    NUM_MUSCLES,
    ReflexGains,
    excite_stance,
    excite_swing,
)

STANCE_LOAD = 20.0  # N under a foot: it stands (proposed)
LEAST_PHASE = 0.1  # s of stance or swing before it may change (proposed)
PLANTED_POINTS = 3  # contact points that let the stance hip turn the body


class ReflexLaw(NamedTuple):
    """All numbers of the law; states count LEFT, RIGHT: the leg that struck last."""

    gains: ReflexGains
    delays: Floats  # (2, 3) s: of muscles at each leg's ankle, knee, hip
    contact_delay: Floats  # (2,) s
    leg_length: float  # m
    trunk: int
    trunk_up: tuple[float, float, float]  # in the trunk's frame
    leg_axis: Integers  # (2, 3) qvel addresses of hip, knee, ankle, sagittal
    leg_position: Integers  # (2, 3) qpos addresses
    hip_gains: LaneFloats  # (3, 2) of the swing hip: kp, kd about forward, left (0), up
    torso_gains: LaneFloats  # (3, 2) of the pelvis, by the stance hip
    pelvis_roll: LaneFloats  # (2,) rad, toward the stance leg, if it is this one
    swing_roll: LaneFloats  # (2,) rad, outward, of each leg in swing
    swing_yaw: LaneFloats  # (2,) rad, outward
    coronal: LaneFloats  # (2,) offset [rad/m] and velocity [rad s/m] feedback
    foot_gains: LaneFloats  # (2, 2) ankle roll: in stance, in swing; kp, kd
    foot_roll: LaneFloats  # (2, 2) rad, outward, of each foot in stance and in swing
    ankle_roll_axis: Integers  # (2,)
    ankle_roll_joint: Integers  # (2,)
    foot_left: Floats  # (2, 3) in each foot's frame
    back_axis: int  # qvel address of the back's roll
    back_joint: int
    back_gains: LaneFloats  # (2,) kp, kd of the back's roll
    joint_position: Integers  # (joints,) of the locally servoed joints
    joint_axis: Integers  # (joints,)
    joint_target: LaneFloats  # (2, joints) rad
    joint_gains: LaneFloats  # (joints, 2) kp, kd
    arm: Integers  # (2,) index among the joints of the shoulders' y hinges
    arm_swing: LaneFloat  # per difference of the hips
    hips: Hips


@controls(ReflexLaw, lanes=True)
@compiled
def reflex_walk(law, memory, senses, actuation_out):
    """One control step: feel, decide which leg stands, excite, balance."""
    body_state = senses.body
    heading = pelvis_heading(law, body_state)
    lean, lean_rate = trunk_lean(law, heading, body_state)
    sense_legs(law, memory, lean, lean_rate, senses)
    for side in (LEFT, RIGHT):
        change_phase(law, memory, side, senses.time, senses.dt)
    for side in (LEFT, RIGHT):
        excite_leg(law, memory, side, senses, heading, actuation_out)
    for axis in range(actuation_out.torque.shape[0]):
        actuation_out.torque[axis] = 0.0
        actuation_out.damping[axis] = 0.0
    hold_joints(law, memory, body_state, actuation_out)
    hold_back(law, heading, body_state, actuation_out)
    for side in (LEFT, RIGHT):
        hold_foot(law, memory, side, heading, body_state, actuation_out)
    balance_sideways(law, memory, senses, heading, actuation_out)
    memory.step = memory.step + 1


@compiled
def pelvis_heading(law, body_state):
    """The level direction that the pelvis faces."""
    hips = law.hips
    forward = rotated(body_state.orientation, hips.pelvis, hips.pelvis_forward)
    return heading_of(forward)


@compiled
def ahead_of_ankle(law, side, heading, body_state):
    """How far [m] the body is ahead of an ankle."""
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    return ahead(minus(com, ankle_place(law.hips, side, body_state)), heading)


@compiled
def change_phase(law, memory, side, time, dt):
    """A foot stands when its load, felt late, says so; a strike changes the state."""
    arrived = sensed(law, memory, side, dt)
    stands, stood = arrived.load > STANCE_LOAD, memory.is_stance[side] == 1
    is_first = memory.step == 0
    is_late = time - memory.since[side] >= LEAST_PHASE
    is_late = is_late & negated(is_first)
    strikes = is_late & stands & negated(stood)
    leaves = is_late & stood & negated(stands)
    stands = stood | strikes
    stands = stands & negated(leaves)
    stands = select(is_first, arrived.load > STANCE_LOAD, stands)
    memory.is_stance[side] = select(stands, 1, 0)
    memory.since[side] = select(strikes | leaves, time, memory.since[side])
    memory.state = select(strikes, side, memory.state)
    memory.take_off_lean[side] = select(
        leaves, arrived.leg.lean, memory.take_off_lean[side]
    )


@compiled
def progress(law, memory, side, heading, body_state):
    """How far one leg has come in its stance.

    Returns:
        How far the body is ahead of its ankle [leg lengths], whether it leads those
        that stand, and whether it initiates its swing, if it stands.
    """
    other = 1 - side
    offset = ahead_of_ankle(law, side, heading, body_state)
    share = offset / law.leg_length
    other_stands = memory.is_stance[other] == 1
    other_offset = ahead_of_ankle(law, other, heading, body_state)
    is_leading = negated(other_stands) | (offset <= other_offset)
    # The trailing leg of two that stand; a leg behind the body has not been passed.
    is_trailing = other_stands & negated(is_leading) & (offset > 0.0)
    return share, is_leading, (share > law.gains.initiate_at[side]) | is_trailing


@compiled
def excite_leg(law, memory, side, senses, heading, actuation_out):
    """Excitations of one leg's muscles."""
    gains, body_state, dt = law.gains, senses.body, senses.dt
    u = actuation_out.excitation[side]
    sense = sensed(law, memory, side, dt).leg
    other = 1 - side
    stands, other_stands = memory.is_stance[side] == 1, memory.is_stance[other] == 1
    share, is_leading, is_initiating = progress(law, memory, side, heading, body_state)
    excite_stance(gains, side, sense, is_leading, is_initiating, u)
    standing = (u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7])
    carrying = select(other_stands, other, memory.state)
    hip_target = gains.hip_target[side]
    hip_target = hip_target + gains.hip_offset[side] * ahead_of_ankle(
        law, carrying, heading, body_state
    )
    hip_target = hip_target + gains.hip_velocity[side] * ahead(
        body_state.com_velocity, heading
    )
    is_preparing = share < gains.prepare_at[side]
    excite_swing(gains, side, sense, hip_target, is_preparing, u)
    for muscle in range(NUM_MUSCLES):
        u[muscle] = select(stands, standing[muscle], u[muscle])


@compiled
def hold_joints(law, memory, body_state, actuation_out):
    """Local servos of back, neck, arms and toes; arms swing against the legs."""
    hips = law.hips
    left = body_state.qpos[hips.position[LEFT, 0]]
    right = body_state.qpos[hips.position[RIGHT, 0]]
    for joint in range(law.joint_axis.shape[0]):
        axis = law.joint_axis[joint]
        target = law.joint_target[memory.state, joint]
        if joint == law.arm[LEFT]:
            target = target + law.arm_swing * (right - left)
        elif joint == law.arm[RIGHT]:
            target = target + law.arm_swing * (left - right)
        error = target - body_state.qpos[law.joint_position[joint]]
        actuation_out.torque[axis] = law.joint_gains[joint, 0] * error
        actuation_out.damping[axis] = law.joint_gains[joint, 1]


@compiled
def hold_back(law, heading, body_state, actuation_out):
    """The back rolls the trunk upright in the world."""
    up = rotated(body_state.orientation, law.trunk, law.trunk_up)
    rates = rotation_part(body_state.velocity, law.trunk)
    torque = -law.back_gains[0] * roll_of_up_axis(up, heading)
    torque -= law.back_gains[1] * ahead(rates, heading)
    axis = law.back_axis
    # The part of the damping that the hinge's own velocity makes is implicit.
    actuation_out.torque[axis] = torque + law.back_gains[1] * body_state.qvel[axis]
    actuation_out.damping[axis] = law.back_gains[1]


@compiled
def hold_foot(law, memory, side, heading, body_state, actuation_out):
    """The ankle rolls its foot flat in the world."""
    foot = law.hips.foot[side]
    phase = 1 - memory.is_stance[side]
    left = rotated(body_state.orientation, foot, row(law.foot_left, side))
    rates = rotation_part(body_state.velocity, foot)
    outward = 1.0 if side == LEFT else -1.0
    error = outward * law.foot_roll[side, phase] - roll_of_left_axis(left)
    about_forward = law.foot_gains[phase, 0] * error
    about_forward -= law.foot_gains[phase, 1] * ahead(rates, heading)
    still = 0.0 * about_forward
    torque = (about_forward * heading[0], about_forward * heading[1], still)
    axis = law.ankle_roll_axis[side]
    direction = row(body_state.joint_axis, law.ankle_roll_joint[side])
    damping = law.foot_gains[phase, 1]
    actuation_out.torque[axis] = (
        dot(direction, torque) + damping * body_state.qvel[axis]
    )
    actuation_out.damping[axis] = damping


@compiled
def balance_sideways(law, memory, senses, heading, actuation_out):
    """Pelvis level, swing leg where the body goes sideways; pitch is the muscles'."""
    hips, stance = law.hips, memory.state
    body_state, contact = senses.body, senses.contact
    swings_left = stance == RIGHT
    outward = select(swings_left, 1.0, -1.0)  # of the swing leg
    swing_roll = select(swings_left, law.swing_roll[LEFT], law.swing_roll[RIGHT])
    swing_yaw = select(swings_left, law.swing_yaw[LEFT], law.swing_yaw[RIGHT])
    pelvis_roll = select(swings_left, law.pelvis_roll[RIGHT], law.pelvis_roll[LEFT])
    com = body_state.com[0], body_state.com[1], body_state.com[2]
    offset = minus(com, ankle_place(hips, stance, body_state))
    roll = swing_hip_roll(
        outward * swing_roll,
        law.coronal[0],
        law.coronal[1],
        leftward(offset, heading),
        leftward(body_state.com_velocity, heading),
    )
    turn = wrapped(senses.heading - atan2(heading[1], heading[0]))
    planted = contact.foot_points[stance] + contact.toe_points[stance]
    balance_pelvis(
        hips,
        stance,
        law.hip_gains,
        law.torso_gains,
        0.0,
        roll,
        outward * swing_yaw,
        0.0,
        outward * pelvis_roll,
        turn,
        planted >= PLANTED_POINTS,
        heading,
        body_state,
        actuation_out,
    )
