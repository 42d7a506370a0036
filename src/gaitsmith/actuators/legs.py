"""Muscles on two legs: what every muscle model shares.

Eight muscles a leg turn hip, knee and ankle in the sagittal plane. A model says what
force a muscle has; here is how it is attached, the soft ends of the joints' ranges,
and what the muscles cost.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.actuators.muscle_table import NUM_JOINTS, empty_muscle_state
from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.errors import InputError
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import absolute, select
from gaitsmith.kernels.metabolics import muscle_power
from gaitsmith.kernels.muscle_path import ANGLE_SIGNS, TORQUE_SIGNS
from gaitsmith.kernels.records import (
    LEFT,
    RIGHT,
    Floats,
    Integers,
    Muscles,
    MuscleState,
)

# Soft ends of the joints' ranges (Geyer's release): -c d (1 + w / w_max), d beyond it.
LIMIT_STIFFNESS = 17.189  # N m/rad
LIMIT_RATE = 0.017453  # rad/s
# rad: hip extension, knee extension, dorsiflexion and plantarflexion.
JOINT_LIMITS = ((-0.8727, 3.0), (0.0873, 3.0), (-0.3491, 0.6981))
ENERGIES = ("activation", "maintenance", "shortening", "work")
SQUARED, CUBED, LIMIT = 0, 1, 2  # columns of `MuscledLegs.sums`


class MuscledLegs(NamedTuple):
    """Two legs with muscles: what they are like, what they do and what they cost."""

    muscles: Muscles
    state: MuscleState
    axis: Integers  # (2, 3) qvel addresses of hip, knee, ankle, sagittal
    position: Integers  # (2, 3) qpos addresses
    limits: Floats  # (3, 2) rad, in the paper's signs: soft ends of the joints' ranges
    angles: LaneFloats  # (2, 3) rad, hip and knee flexion and plantarflexion
    energy: LaneFloats  # (2, muscles, 4) J so far, of each kind of `ENERGIES`
    sums: (
        LaneFloats  # (3,) integrals of sum a^2 [s], sum a^3 [s], limit torque^2 [N2m2s]
    )


def muscled_legs(character: Character, muscles: Muscles) -> MuscledLegs:
    """The muscles on the legs of one character, before its start."""
    hinges = sagittal_hinges(character)
    return MuscledLegs(
        muscles=muscles,
        state=empty_muscle_state(muscles),
        axis=np.array([[hinge.axis for hinge in leg] for leg in hinges]),
        position=np.array([[hinge.position for hinge in leg] for leg in hinges]),
        limits=np.array(JOINT_LIMITS),
        angles=np.zeros((2, NUM_JOINTS)),
        energy=np.zeros((*muscles.max_force.shape, len(ENERGIES))),
        sums=np.zeros(3),
    )


def sagittal_hinges(character: Character) -> list[tuple[Hinge, Hinge, Hinge]]:
    """Hip, knee and ankle of both legs, or a refusal that says what is missing."""
    legs = character.roles.legs
    if len(legs) != 2:
        raise InputError(
            f"muscles are known for two legs, and character '{character.name}' has"
            f" {len(legs)}; leave the table out."
        )
    found = []
    for side, leg in zip(("left", "right"), legs, strict=True):
        if not leg.knee or not leg.ankle:
            part = "ankle" if leg.knee else "knee"
            raise InputError(
                f"muscles need hips, knees and ankles, and character"
                f" '{character.name}' has no {side} {part}; leave the table out."
            )
        found.append((leg.hip[0], leg.knee, leg.ankle[0]))
    return found


@compiled
def sense_angles(legs, body_state):
    """Hip and knee flexion and plantarflexion [rad] of both legs, to `legs.angles`."""
    for side in (LEFT, RIGHT):
        for joint in range(3):
            angle = body_state.qpos[legs.position[side, joint]]
            legs.angles[side, joint] = ANGLE_SIGNS[joint] * angle


@compiled
def pull_legs(legs, senses, actuation_out):
    """Torques of muscles and soft ends on the joints, instead of motors; the costs."""
    pull_joints(legs, senses, actuation_out)
    for side in (LEFT, RIGHT):
        for muscle in range(legs.state.force.shape[1]):
            spend(legs, side, muscle, senses.dt)


@compiled
def pull_joints(legs, senses, actuation_out):
    """Torques of muscles and soft ends on hips, knees and ankles, instead of motors."""
    qvel, dt = senses.body.qvel, senses.dt
    for side in (LEFT, RIGHT):
        for joint in range(3):
            axis = legs.axis[side, joint]
            torque, damping = limit_torque(
                legs.angles[side, joint],
                ANGLE_SIGNS[joint] * qvel[axis],
                legs.limits[joint, 0],
                legs.limits[joint, 1],
            )
            # Torque and angle of the limit have the same sign, unlike the muscles'.
            actuation_out.torque[axis] = (
                TORQUE_SIGNS[joint] * legs.state.torque[side, joint]
                + ANGLE_SIGNS[joint] * torque
            )
            actuation_out.damping[axis] = damping
            whole = torque - damping * ANGLE_SIGNS[joint] * qvel[axis]
            legs.sums[LIMIT] += dt * whole * whole


@compiled
def limit_torque(angle, rate, lower, upper):
    """Torque [N m] and damping [N m s/rad] of a soft end of a range.

    -c d (1 + w / w_max) is a spring and a damper that grows with d. The damper is left
    to the integrator; as an explicit torque it would be unstable. Moving back into the
    range faster than w_max, the joint is let go.
    """
    is_low, is_high = angle < lower, angle > upper
    beyond = select(is_low, angle - lower, select(is_high, angle - upper, 0.0))
    outward = select(is_low, -rate, rate)
    beyond = select(outward <= -LIMIT_RATE, 0.0, beyond)
    return -LIMIT_STIFFNESS * beyond, LIMIT_STIFFNESS * absolute(beyond) / LIMIT_RATE


@compiled
def spend(legs, side, muscle, dt):
    """Add what a muscle costs in this step."""
    active = legs.state.activation[side, muscle]
    legs.sums[SQUARED] += dt * (active * active)
    legs.sums[CUBED] += dt * (active * active * active)
    heat = muscle_power(legs.muscles, legs.state, side, muscle)
    for kind in range(4):
        legs.energy[side, muscle, kind] += dt * heat[kind]
