"""What the loop works on: the world, what it remembers, and each rollout's clock."""

from typing import NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.command import Command
from gaitsmith.kernels.lane_records import LaneFlags, LaneFloat, LaneFloats
from gaitsmith.kernels.records import (
    Actuation,
    ContactPoints,
    ContactState,
    Ground,
    Guide,
    MuscleState,
    Terrain,
    Tree,
)
from gaitsmith.simulation.disturbances import Pushes
from gaitsmith.simulation.joints import JointStops, PassiveJoints


class World(NamedTuple):
    """What does not change during a rollout."""

    tree: Tree
    dt: float  # s
    points: ContactPoints
    ground: Ground
    terrain: Terrain
    stops: JointStops
    passive: PassiveJoints
    guide: Guide
    fallen_below: float  # m
    pushes: Pushes
    command: Command
    motor_noise: LaneFloat


class Clock(NamedTuple):
    """Where each rollout stands, and why the loop has returned."""

    step: LaneFloats  # (1,) the next time step
    last: LaneFloats  # (1,) where it pauses or ends
    is_running: LaneFlags  # (1,) false: the lane only keeps the others company
    is_over: LaneFlags  # (1,) it has come to its last step
    has_fallen: LaneFlags  # (1,)
    has_diverged: LaneFlags  # (1,)
    has_changed: LaneFlags  # (1,) its law stands on the other leg


class State(NamedTuple):
    """What the simulation remembers from one time step to the next."""

    actuation: Actuation
    muscles: MuscleState  # views of the muscles among the actuators
    contact: ContactState


def empty_state(character: Character, muscles: MuscleState) -> State:
    """Nothing touches, nothing pulls."""
    nv = character.model.nv
    worn = nv if character.on_joints else 0
    n, legs = len(character.points.body), len(character.roles.legs)
    return State(
        actuation=Actuation(
            torque=np.zeros(nv),
            damping=np.zeros(nv),
            excitation=muscles.excitation,
            device_torque=np.zeros(worn),
            device_damping=np.zeros(worn),
        ),
        muscles=muscles,
        contact=ContactState(
            is_touching=np.zeros(n, dtype=np.bool_),
            is_released=np.zeros(n, dtype=np.bool_),
            is_anchored=np.zeros(n, dtype=np.bool_),
            anchor=np.zeros((n, 3)),
            depth=np.zeros(n),
            arm=np.zeros((n, 3)),
            normal=np.zeros((n, 3)),
            force=np.zeros((n, 3)),
            load=np.zeros(n),
            impedance_normal=np.zeros(n),
            impedance_across=np.zeros(n),
            foot_load=np.zeros(legs),
            heel_load=np.zeros(legs),
            foot_points=np.zeros(legs),
            toe_points=np.zeros(legs),
            toe_top_points=np.zeros(legs),
        ),
    )


def clock(last: int) -> Clock:
    """At the start of a rollout of `last` time steps."""
    return Clock(
        step=np.zeros(1),
        last=np.array([float(last)]),
        is_running=np.ones(1, dtype=np.bool_),
        is_over=np.zeros(1, dtype=np.bool_),
        has_fallen=np.zeros(1, dtype=np.bool_),
        has_diverged=np.zeros(1, dtype=np.bool_),
        has_changed=np.zeros(1, dtype=np.bool_),
    )
