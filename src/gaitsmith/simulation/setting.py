"""Everything that fixes a rollout but the controller: world, time, disturbances."""

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.control.command import Command, HeadingChange, command_record
from gaitsmith.declarations import Declaration, ZeroToInfinity
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import (
    ContactPoints,
    Floats,
    Ground,
    Integers,
    Loads,
    Servos,
    Terrain,
    Touch,
    Tree,
)
from gaitsmith.kernels.tally import Pattern, Tally, Watched
from gaitsmith.simulation.disturbances import (
    Guide,
    GuideSpec,
    Pushes,
    PushSpec,
    guide_record,
    push_record,
)
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record

NonNegative = Annotated[float, Field(ge=0)]
MOST_STRIKES_PER_SECOND = 25
STRIKE_SHARE = 0.01  # of the weight, under a foot that was lifted: it strikes
NO_PATTERN = Pattern(
    np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), np.zeros((0, 2))
)


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

    def guided(self, share: float) -> "Setting":
        """The same with a share of the guide's strength; 0: without guide."""
        strength = share * self.guide.strength
        guide = self.guide.model_copy(update={"strength": strength})
        return self.model_copy(update={"guide": guide})


class JointStops(NamedTuple):
    """Soft ends of the joint ranges."""

    axis: Integers  # (joints,) qvel addresses
    position: Integers  # (joints,) qpos addresses
    lower: Floats  # (joints,) rad
    upper: Floats  # (joints,) rad
    stiffness: float  # N m/rad
    damping: float  # N m s/rad


class World(NamedTuple):
    """What does not change during a rollout, as compiled code wants it."""

    tree: Tree
    points: ContactPoints
    ground: Ground
    terrain: Terrain
    stops: JointStops
    pushes: Pushes
    guide: Guide
    command: Command
    watched: Watched
    pattern: Pattern
    fallen_below: float  # m
    motor_noise: float


class State(NamedTuple):
    """What the simulation remembers from one time step to the next."""

    servos: Servos
    touch: Touch
    loads: Loads
    qvel_before: Floats  # (nv,) velocities at the start of the step


def build_world(
    character: Character, setting: Setting, pattern: Pattern = NO_PATTERN
) -> World:
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
        pushes=push_record(setting.pushes, character, "pushes"),
        guide=guide_record(setting.guide, character, "guide"),
        command=command_record(setting.heading),
        watched=_watched(character),
        pattern=pattern,
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


def _watched(character: Character) -> Watched:
    roles = character.roles
    head = roles.pelvis if roles.head is None else roles.head
    return Watched(
        head=-1 if roles.head is None else roles.head,
        head_up=character.standing_up(head),
        head_forward=character.standing_forward(head),
        trunk=roles.trunk,
        trunk_up=character.standing_up(roles.trunk),
        trunk_forward=character.standing_forward(roles.trunk),
        pelvis=roles.pelvis,
        pelvis_up=character.standing_up(roles.pelvis),
        feet=np.array([leg.foot for leg in roles.legs], dtype=np.int64),
        ankles=np.array([character.ankle_offset(i) for i in range(len(roles.legs))]),
        knees=np.array(
            [leg.knee.position if leg.knee else -1 for leg in roles.legs],
            dtype=np.int64,
        ),
        strike_load=STRIKE_SHARE * character.weight,
    )


def empty_state(character: Character) -> State:
    """Nothing touches, nothing pulls."""
    nv, nbody = character.model.nv, character.model.nbody
    n = len(character.points.body)
    # Measures of two-legged gaits look at the other leg, even if there is none.
    legs = max(2, len(character.roles.legs))
    return State(
        servos=Servos(np.zeros(nv), np.zeros(nv)),
        touch=Touch(
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


def empty_tally(character: Character, duration: float, num_states: int) -> Tally:
    """All sums at zero, with room for every strike of `duration` [s]."""
    strikes = int(duration * MOST_STRIKES_PER_SECOND) + 10
    legs = len(character.roles.legs)
    return Tally(
        torque_squared=np.zeros(character.model.nv),
        head_velocity=np.zeros(2),
        head_tilted=np.zeros(1, dtype=np.int64),
        state_time=np.zeros(num_states),
        state_visits=np.zeros(num_states, dtype=np.int64),
        state_now=np.array([0.0, -1.0]),
        unloaded_since=np.full(legs, -1.0),
        strike_time=np.zeros(strikes),
        strike_side=np.zeros(strikes, dtype=np.int64),
        strike_place=np.zeros((strikes, 3)),
        strike_heading=np.zeros(strikes),
        strike_knee=np.zeros(strikes),
        num_strikes=np.zeros(1, dtype=np.int64),
        ground_impulse=np.zeros(3),
        headway=np.zeros(1),
        guide_effort=np.zeros(2),
        landing=np.zeros(2, dtype=np.int64),
        posture=np.zeros(1),
        spin=np.array([0.0, np.nan]),
        unlikeness=np.zeros(1),
        loaded_time=np.zeros(legs),
    )
