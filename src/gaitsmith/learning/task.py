"""What the learner is asked to do, where it starts, and how well it did."""

from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field, model_validator

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import StartPose
from gaitsmith.declarations import Declaration, ZeroToInfinity
from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import STEEPEST, TerrainSpec

FASTEST = 10.0  # m/s, that can be asked for
SLOWEST_SCALE = 0.5  # m/s; a slower speed is not asked for more exactly than this
WHOLE_TOLERANCE = 1e-6  # of a number of time steps

Weight = Annotated[float, Field(ge=0)]
Speed = Annotated[float, Field(ge=-FASTEST, le=FASTEST)]


class Conditions(Declaration):
    """What may differ from one episode to the next: the options of `reset`."""

    speed: Speed = 1.2
    """m/s, asked for along +x; negative is backward."""
    slope: Annotated[float, Field(ge=-STEEPEST, le=STEEPEST)] = 0.0
    """degrees, uphill positive."""
    friction: ZeroToInfinity | None = None
    """Coulomb's coefficient; left out: the character's."""


class WalkTask(Conditions):
    """Everything about the task but the character; the same for all episodes."""

    control: Literal["targets", "torques", "muscles"] = "targets"
    """What an action is: angles for joint servos, torques, or excitations of muscles
    and angles for the joints that no muscle moves. Without muscles, a body that has
    some gets motors instead."""
    control_rate: Annotated[float, Field(ge=1, le=1000)] = 50.0
    """Hz, actions per second."""
    rate: Annotated[float, Field(ge=100, le=100_000)] = 1200.0
    """Hz, time steps per second; a multiple of `control_rate`."""
    max_seconds: Annotated[float, Field(gt=0, le=3600)] = 20.0
    """s, after which an episode is truncated."""
    start_noise: Annotated[float, Field(ge=0, le=0.2)] = 0.02
    """rad and rad/s, largest random deviation from standing still at the start."""
    start_speed: Speed = 0.0
    """m/s, forward, of the whole body at the start."""
    speed_weight: Weight = 1.0
    """Reward for the speed that was asked for, per action."""
    alive_weight: Weight = 0.5
    """Reward for being on its feet, per action."""
    torque_weight: Weight = 0.1
    """Cost of all joints at their torque limits, per action."""
    frame_rate: Annotated[float, Field(ge=0, le=10_000)] = 0.0
    """Hz, of the recording that `WalkingEnv.rollout` returns; 0: none is made."""

    @model_validator(mode="after")
    def _fits_together(self) -> "WalkTask":
        steps = self.rate / self.control_rate
        if abs(steps - round(steps)) > WHOLE_TOLERANCE:
            raise ValueError(
                f"rate: {self.rate:g} Hz is no multiple of control_rate,"
                f" {self.control_rate:g} Hz; an action lasts for whole time steps."
            )
        if self.num_actions < 1:
            raise ValueError(
                f"max_seconds: {self.max_seconds:g} s is shorter than one action,"
                f" {1.0 / self.control_rate:g} s."
            )
        return self

    @property
    def num_actions(self) -> int:
        """Actions of an episode that is not ended by a fall."""
        return int(self.max_seconds * self.control_rate + WHOLE_TOLERANCE)

    @property
    def conditions(self) -> Conditions:
        """Those of an episode whose `reset` has no options."""
        return Conditions(speed=self.speed, slope=self.slope, friction=self.friction)

    def setting(self, conditions: Conditions) -> Setting:
        """The world of one episode."""
        return Setting(
            duration=self.num_actions / self.control_rate,
            rate=self.rate,
            terrain=TerrainSpec(slope=conditions.slope),
            friction=conditions.friction,
        )


def random_start(
    character: Character, task: WalkTask, generator: np.random.Generator
) -> StartPose:
    """Angles and rates within `start_noise` of standing, and within joint ranges.

    The lowest point of the feet is on the ground, so none is in it.
    """

    def noise() -> float:
        return float(generator.uniform(-task.start_noise, task.start_noise))

    hinges = character.roles.hinges
    return StartPose(
        angles={hinge.role: float(np.clip(noise(), *hinge.range)) for hinge in hinges},
        rates={hinge.role: noise() for hinge in hinges},
        pitch=noise(),
        pitch_rate=noise(),
        speed=task.start_speed,
    )


class Reward(NamedTuple):
    """The parts, with their weights and signs: the reward is their sum."""

    speed: Any
    alive: Any
    torque: Any


NOTHING = Reward(0.0, 0.0, 0.0)  # where the simulation diverged, nothing is known


def tracking(speed: Any, wanted: Any) -> Any:
    """1 at the speed that was asked for, 0 at a standstill, linear between, from -1."""
    scale = np.maximum(np.abs(wanted), SLOWEST_SCALE)
    return np.maximum(-1.0, 1.0 - np.abs(speed - wanted) / scale)


def summed(rows: Floats) -> Any:
    """The sum over the first axis, in its order: the same bits for one lane and many.

    `np.sum` adds in another order if there are no lanes.
    """
    return np.cumsum(rows, axis=0)[-1]


def reward_of(
    task: WalkTask, speed: Any, wanted: Any, is_fallen: bool | Flags, effort: Floats
) -> Reward:
    """The reward for one action, or for each of several lanes.

    Args:
        task: its weights.
        speed: of the centre of mass along +x [m/s].
        wanted: speed that was asked for [m/s].
        is_fallen: whether the character has fallen.
        effort: (joints,) torque of each joint as a share of its limit.
    """
    return Reward(
        speed=task.speed_weight * tracking(speed, wanted),
        alive=np.where(is_fallen, 0.0, task.alive_weight),
        torque=-task.torque_weight * (summed(effort * effort) / len(effort)),
    )
