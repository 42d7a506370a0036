"""A character as a gymnasium environment: act, simulate, sense, reward."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaitsmith.characters.character import Character
from gaitsmith.declarations import shown
from gaitsmith.errors import InputError
from gaitsmith.learning.agent import Agent
from gaitsmith.learning.observation import Observation
from gaitsmith.learning.task import NOTHING, Reward
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.running import Moving
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
        self._agent = Agent("WalkingEnv", character, task)
        self.character, self.task = self._agent.character, self._agent.task
        self._conditions = self.task.conditions
        setting = self.task.setting(self._conditions)
        self._simulation = Simulation(self.character, setting)
        self._has_begun, self._is_over = False, True
        self.action_space = self._agent.action_space
        self.observation_space = self._agent.observation_space

    @property
    def joint_names(self) -> tuple[str, ...]:
        """What each number of an action drives: muscles first, then joints."""
        return self._agent.joint_names

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation is."""
        return self._agent.senses.names

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
        self._conditions = self._agent.conditions(options)
        setting = self.task.setting(self._conditions)
        self._terrain = terrain_record(setting.terrain)
        drive = self._agent.drive(self.np_random)
        self._simulation.change_setting(setting)
        self._simulation.start(drive, frame_rate=self.task.frame_rate)
        self._num_done = 0
        self._has_begun, self._is_over = True, False
        self._look()
        self._start_x = self._sight.x
        return self._sight.observation, self._info(Outcome.RUNNING, NOTHING)

    def step(self, action: ArrayLike) -> Step:
        """Do what `action` asks for until the next one is due."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded(
                "WalkingEnv.step: the episode is over or has not begun; call reset."
            )
        wanted = self._agent.checked(action, (self._agent.action_size,))
        self._agent.command(self._agent.law, wanted)
        outcome = self._simulation.advance(1.0 / self.task.control_rate)
        self._num_done += 1
        reward = NOTHING
        if outcome is not Outcome.DIVERGED:  # then, the last finite sight stays
            reward = self._agent.reward(
                self._look(), self._conditions.speed, outcome is Outcome.FELL
            )
        is_ended = outcome in (Outcome.FELL, Outcome.DIVERGED)
        is_truncated = not is_ended and self._num_done >= self.task.num_actions
        self._is_over = is_ended or is_truncated
        info = self._info(outcome, reward)
        observation = self._sight.observation
        return observation, float(sum(reward)), is_ended, is_truncated, info

    def rollout(self) -> Rollout:
        """What came of the episode so far; with a recording if `frame_rate` is set."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded(
                "WalkingEnv.rollout: there was no episode yet; call reset."
            )
        return self._simulation.result()

    def _look(self) -> Moving:
        """Look at what has come of the last action."""
        moving = self._simulation.sensed()
        self._sight = self._agent.see(moving, self._terrain, self._conditions.speed)
        return moving

    def _info(self, outcome: Outcome, reward: Reward) -> dict[str, Any]:
        return {
            "time": float(self._sight.time),
            "speed": float(self._sight.speed),
            "distance": float(self._sight.x - self._start_x),
            "outcome": outcome.word,
            "reward_speed": float(reward.speed),
            "reward_alive": float(reward.alive),
            "reward_torque": float(reward.torque),
        }
