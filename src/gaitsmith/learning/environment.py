"""A character as a gymnasium environment: act, simulate, sense, reward."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaitsmith.actuators.muscle_table import MUSCLE_LABELS
from gaitsmith.characters.character import Character, load_character
from gaitsmith.control.commanded import commanded_drive, commanded_law
from gaitsmith.control.controller import start_state
from gaitsmith.declarations import declare, shown
from gaitsmith.errors import InputError
from gaitsmith.learning.motors import excitations, motors_of
from gaitsmith.learning.observation import Observation, Senses
from gaitsmith.learning.task import (
    NOTHING,
    Conditions,
    Reward,
    WalkTask,
    random_start,
    reward_of,
)
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.terrain import terrain_record

Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class WalkingEnv(gymnasium.Env[Observation, NDArray[np.float32]]):
    """Walk along +x at a given speed without falling.

    An action is a number from -1 to 1 for each joint of `joint_names`; what it means
    is chosen by `control`. An observation is the row of numbers `observation_names`.

    Args:
        character: a name of the catalogue such as "stocky", the path of a .toml file,
            or a character.
        render_mode: None; the environment draws nothing. Record with `frame_rate`.
        **task: fields of `gaitsmith.learning.task.WalkTask`.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  (gymnasium's own declaration)

    def __init__(
        self,
        character: str | Path | Character = "stocky",
        render_mode: str | None = None,
        **task: Any,
    ) -> None:
        if render_mode is not None:
            raise InputError(
                f"WalkingEnv: render_mode: {shown(render_mode)} given; the environment"
                " draws nothing. Record with frame_rate, and look at the rollout."
            )
        self.character = (
            character
            if isinstance(character, Character)
            else load_character(character, "WalkingEnv: character")
        )
        self.task = declare(WalkTask, task, "WalkingEnv")
        if self.task.control != "muscles":
            self.character = self.character.without_muscles()
        elif self.character.spec.muscles is None:
            raise InputError(
                f"WalkingEnv: control: 'muscles' given, and character"
                f" '{self.character.name}' has none; choose one that has, such as"
                " 'adult_muscles'."
            )
        self._conditions = self.task.conditions
        setting = self.task.setting(self._conditions)
        self._simulation = Simulation(self.character, setting)
        self._motors = motors_of(self.character)
        self._law = commanded_law(self.character)
        self._senses = Senses(self.character)
        self._has_begun, self._is_over = False, True
        moved = self._simulation.muscle_axes
        self._servoed = np.flatnonzero(~np.isin(self._law.axis, moved))
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (len(self.joint_names),))
        bound = self._senses.bound
        self.observation_space = gymnasium.spaces.Box(-bound, bound)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """What each number of an action drives: muscles first, then joints."""
        hinges = self.character.roles.hinges
        muscles = MUSCLE_LABELS if self._law.excitation.size else ()
        return (*muscles, *(hinges[index].role for index in self._servoed))

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation is."""
        return self._senses.names

    @property
    def setting(self) -> Setting:
        """The world of the present episode."""
        return self._simulation.setting

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Stand up for a new episode.

        Args:
            seed: of this and the following starts; None goes on with the last one.
            options: "speed" [m/s], "slope" [degrees] and "friction" of this episode
                only; what is left out is as the environment was made.
        """
        super().reset(seed=seed)
        usual = self.task.conditions.model_dump()
        self._conditions = declare(
            Conditions, usual | _plain(options or {}), "WalkingEnv.reset: options"
        )
        setting = self.task.setting(self._conditions)
        self._terrain = terrain_record(setting.terrain)
        self._motors.prepare(self._law, self.task.control != "torques")
        pose = random_start(self.character, self.task, self.np_random)
        drive = commanded_drive(self._law, *start_state(self.character, pose))
        self._simulation.change_setting(setting)
        self._simulation.start(drive, frame_rate=self.task.frame_rate)
        self._num_done = 0
        self._has_begun, self._is_over = True, False
        self._moment = self._simulation.moment()
        self._start_x = float(self._moment.com[0])
        return self._observe(), self._info(Outcome.RUNNING, NOTHING)

    def step(self, action: ArrayLike) -> Step:
        """Do what `action` asks for until the next one is due."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded(
                "WalkingEnv.step: the episode is over or has not begun; call reset."
            )
        self._command(action)
        outcome = self._simulation.advance(1.0 / self.task.control_rate)
        self._num_done += 1
        reward = NOTHING
        if outcome is not Outcome.DIVERGED:  # then, the last finite moment stays
            self._moment = self._simulation.moment()
            reward = self._reward(outcome)
        is_ended = outcome in (Outcome.FELL, Outcome.DIVERGED)
        is_truncated = not is_ended and self._num_done >= self.task.num_actions
        self._is_over = is_ended or is_truncated
        info = self._info(outcome, reward)
        return self._observe(), sum(reward), is_ended, is_truncated, info

    def rollout(self) -> Rollout:
        """What came of the episode so far; with a recording if `frame_rate` is set."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded(
                "WalkingEnv.rollout: there was no episode yet; call reset."
            )
        return self._simulation.result()

    def _command(self, action: ArrayLike) -> None:
        wanted = np.asarray(action, dtype=np.float64)
        if wanted.shape != self.action_space.shape:
            raise InputError(
                f"WalkingEnv.step: action: an array of shape {wanted.shape} given; it"
                f" must have one number per joint or muscle, {self.action_space.shape}."
            )
        wanted = np.clip(wanted, -1.0, 1.0)
        if self.task.control == "torques":
            self._law.torque[:] = self._motors.torques(wanted)
            return
        count = self._law.excitation.size
        self._law.excitation.flat[:] = excitations(wanted[:count])
        targets = np.zeros(len(self._law.target))
        targets[self._servoed] = wanted[count:]
        self._law.target[:] = self._motors.targets(targets)

    def _observe(self) -> Observation:
        return self._senses.observe(self._moment, self._terrain, self._conditions.speed)

    def _reward(self, outcome: Outcome) -> Reward:
        return reward_of(
            self.task,
            speed=float(self._moment.com_velocity[0]),
            wanted=self._conditions.speed,
            is_fallen=outcome is Outcome.FELL,
            effort=np.concatenate(
                (
                    self._moment.activation.ravel(),
                    (self._moment.torque[self._law.axis] / self._motors.limit)[
                        self._servoed
                    ],
                )
            ),
        )

    def _info(self, outcome: Outcome, reward: Reward) -> dict[str, Any]:
        return {
            "time": self._moment.time,
            "speed": float(self._moment.com_velocity[0]),
            "distance": float(self._moment.com[0]) - self._start_x,
            "outcome": outcome.word,
            "reward_speed": reward.speed,
            "reward_alive": reward.alive,
            "reward_torque": reward.torque,
        }


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options whose numbers are Python's own, as strict declarations want them."""
    return {
        key: value.item() if isinstance(value, np.generic) else value
        for key, value in options.items()
    }
