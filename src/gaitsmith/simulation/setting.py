"""Everything that fixes a rollout but the controller: world, time, disturbances."""

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.control.command import Command, HeadingChange, command_record
from gaitsmith.declarations import Declaration, ZeroToInfinity
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import (
    Actuation,
    ContactPoints,
    ContactState,
    Floats,
    Ground,
    Guide,
    Integers,
    Loads,
    MuscleState,
    Terrain,
    Tree,
)
from gaitsmith.simulation.disturbances import (
    GuideSpec,
    Pushes,
    PushSpec,
    guide_record,
    push_record,
)
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record

NonNegative = Annotated[float, Field(ge=0)]


class Setting(Declaration):
    """Where and how long a character is simulated; the defaults are a level floor."""

    duration: Annotated[float, Field(gt=0, le=3600)] = 10.0
    """s."""
    rate: Annotated[float, Field(ge=100, le=100_000)] = 2400.0
    """Hz, time steps per second."""
    terrain: TerrainSpec = TerrainSpec()
    friction: ZeroToInfinity | None = None
    """Coulomb's coefficient; left out: the character's."""
    stiffness: Annotated[float, Field(gt=0)] | None = None
    """N/m per contact point; left out: the character's."""
    damping: NonNegative | None = None
    """N s/m per contact point; left out: the character's."""
    pushes: tuple[PushSpec, ...] = ()
    motor_noise: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Standard deviation of the torque noise, as a share of each torque."""
    guide: GuideSpec = GuideSpec()
    heading: tuple[HeadingChange, ...] = ()
    """Commanded headings; left out: straight ahead."""

    @property
    def num_steps(self) -> int:
        """Time steps of the whole rollout."""
        return max(1, round(self.duration * self.rate))


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


class World(NamedTuple):
    """What does not change during a rollout, as compiled code wants it."""

    tree: Tree
    points: ContactPoints
    ground: Ground
    terrain: Terrain
    stops: JointStops
    passive: PassiveJoints
    pushes: Pushes
    guide: Guide
    command: Command
    fallen_below: float  # m
    motor_noise: float


class State(NamedTuple):
    """What the simulation remembers from one time step to the next."""

    actuation: Actuation
    muscles: MuscleState  # views of the muscles among the actuators
    contact: ContactState
    loads: Loads
    qvel_before: Floats  # (nv,) velocities at the start of the step


def build_world(character: Character, setting: Setting) -> World:
    """Resolve a setting for one character; refuse what would do nothing."""
    if character.is_planar:
        if setting.heading:
            raise InputError("heading: a planar character cannot turn; leave it out.")
        if any(push.force[1] != 0.0 for push in setting.pushes):
            raise InputError(
                "pushes.force: a planar character cannot be pushed sideways; give 0"
                " for the second number."
            )
        if setting.terrain.crevasses:
            raise InputError(
                "terrain.crevasses: a planar character cannot go around one; cut the"
                " ground with gaps = [[from x, to x]] instead."
            )
    own = character.spec.ground
    return World(
        tree=character.tree,
        points=character.points,
        ground=Ground(
            stiffness=_chosen(setting.stiffness, own.stiffness),
            damping=_chosen(setting.damping, own.damping),
            friction=_chosen(setting.friction, own.friction),
        ),
        terrain=terrain_record(setting.terrain),
        stops=_joint_stops(character),
        passive=_passive_joints(character),
        pushes=push_record(setting.pushes, character, "pushes"),
        guide=guide_record(setting.guide, character, "guide"),
        command=command_record(setting.heading),
        fallen_below=character.fallen_below,
        motor_noise=setting.motor_noise,
    )


def _chosen(setting: float | None, default: float) -> float:
    return float(default if setting is None else setting)


def _joint_stops(character: Character) -> JointStops:
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


def _passive_joints(character: Character) -> PassiveJoints:
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


def empty_state(character: Character, muscles: MuscleState) -> State:
    """Nothing touches, nothing pulls."""
    nv, nbody = character.model.nv, character.model.nbody
    n, legs = len(character.points.body), len(character.roles.legs)
    return State(
        actuation=Actuation(np.zeros(nv), np.zeros(nv), muscles.excitation),
        muscles=muscles,
        contact=ContactState(
            is_touching=np.zeros(n, dtype=np.bool_),
            is_released=np.zeros(n, dtype=np.bool_),
            is_anchored=np.zeros(n, dtype=np.bool_),
            anchor=np.zeros((n, 3)),
            depth=np.zeros(n),
            arm=np.zeros((n, 3)),
            normal=np.zeros((n, 3)),
            velocity=np.zeros((n, 3)),
            force=np.zeros((n, 3)),
            load=np.zeros(n),
            impedance_normal=np.zeros(n),
            impedance_across=np.zeros(n),
            end_velocity=np.zeros((nbody, 6)),
            foot_load=np.zeros(legs),
            heel_load=np.zeros(legs),
            foot_points=np.zeros(legs, dtype=np.int64),
            toe_points=np.zeros(legs, dtype=np.int64),
            toe_top_points=np.zeros(legs, dtype=np.int64),
        ),
        loads=Loads(
            is_loaded=np.zeros(nbody, dtype=np.bool_),
            is_damped=np.zeros(nbody, dtype=np.bool_),
            wrench=np.zeros((nbody, 6)),
            impedance=np.zeros((nbody, 6, 6)),
        ),
        qvel_before=np.zeros(nv),
    )
