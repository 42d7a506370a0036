"""What acts in joints besides a law: soft stops, springs and dampers."""

from typing import NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats, Integers


class JointStops(NamedTuple):
    """Soft ends of the joint ranges."""

    axis: Integers  # (joints,) qvel addresses
    position: Integers  # (joints,) qpos addresses
    lower: Floats  # (joints,) rad
    upper: Floats  # (joints,) rad
    stiffness: float  # N m/rad
    damping: float  # N m s/rad


class PassiveJoints(NamedTuple):
    """Springs and dampers that the body itself has in its joints."""

    axis: Integers  # (axes,) qvel addresses
    position: Integers  # (axes,) qpos addresses; of any number where there is no spring
    stiffness: Floats  # (axes,) N m/rad, or N/m
    rest: Floats  # (axes,) rad or m
    damping: Floats  # (axes,) N m s/rad, or N s/m


def joint_stops(character: Character) -> JointStops:
    """The soft ends of all ranges that a character's joints have."""
    hinges = [h for h in character.roles.hinges if np.all(np.isfinite(h.range))]
    stop = character.spec.joint_stop
    return JointStops(
        axis=np.array([hinge.axis for hinge in hinges], dtype=np.int64),
        position=np.array([hinge.position for hinge in hinges], dtype=np.int64),
        lower=np.array([hinge.range[0] for hinge in hinges], dtype=np.float64),
        upper=np.array([hinge.range[1] for hinge in hinges], dtype=np.float64),
        stiffness=stop.stiffness,
        damping=stop.damping,
    )


def passive_joints(character: Character) -> PassiveJoints:
    """The springs and dampers of a character's model."""
    model = character.model
    joint = model.dof_jntid
    stiffness = np.array(model.jnt_stiffness[joint], dtype=np.float64)
    axes = np.flatnonzero((stiffness != 0.0) | (model.dof_damping != 0.0))
    position = model.jnt_qposadr[joint[axes]]
    return PassiveJoints(
        axis=axes.astype(np.int64),
        position=position.astype(np.int64),
        stiffness=stiffness[axes],
        rest=np.array(model.qpos_spring[position], dtype=np.float64),
        damping=np.array(model.dof_damping[axes], dtype=np.float64),
    )
