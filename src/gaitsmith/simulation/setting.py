"""Everything that fixes a rollout but the controller: world, time, disturbances."""

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.control.command import HeadingChange, command_record
from gaitsmith.declarations import Declaration, ZeroToInfinity
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Ground
from gaitsmith.simulation.disturbances import (
    GuideSpec,
    PushSpec,
    guide_record,
    push_record,
)
from gaitsmith.simulation.joints import joint_stops, passive_joints
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record
from gaitsmith.simulation.world import World

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


class Room(NamedTuple):
    """Least numbers of rows; the rollouts of a batch have equally many."""

    pushes: int = 0
    headings: int = 1


NO_ROOM = Room()


def build_world(character: Character, setting: Setting, room: Room = NO_ROOM) -> World:
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
    return World(
        tree=character.tree,
        dt=1.0 / setting.rate,
        points=character.points,
        ground=_ground(setting, character),
        terrain=terrain_record(setting.terrain),
        stops=joint_stops(character),
        passive=passive_joints(character),
        pushes=push_record(setting.pushes, character, "pushes", room.pushes),
        guide=guide_record(setting.guide, character, "guide"),
        command=command_record(setting.heading, room.headings),
        fallen_below=character.fallen_below,
        motor_noise=setting.motor_noise,
    )


def _ground(setting: Setting, character: Character) -> Ground:
    """The setting's ground, or else the character's, whose soles may differ."""
    own, points = character.spec.ground, character.points
    stiffness = np.full(len(points.body), _chosen(setting.stiffness, own.stiffness))
    if setting.stiffness is None:
        for part, value in (
            (points.is_heel, own.heel_stiffness),
            (points.is_toe, own.toe_stiffness),
        ):
            if value is not None:
                stiffness[part] = value
    return Ground(
        stiffness=stiffness,
        damping=_chosen(setting.damping, own.damping),
        friction=_chosen(setting.friction, own.friction),
    )


def _chosen(setting: float | None, default: float) -> float:
    return float(default if setting is None else setting)
