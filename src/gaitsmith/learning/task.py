"""What the learner is asked to do, and under which conditions."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from gaitsmith.declarations import Declaration, ZeroToInfinity
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import STEEPEST, TerrainSpec

FASTEST = 10.0  # m/s, that can be asked for
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
