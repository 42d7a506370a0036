"""Many environments as one: eight step together in the lanes of one core."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from gaitsmith.characters.character import Character
from gaitsmith.declarations import shown
from gaitsmith.errors import InputError
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.kernels.records import Flags
from gaitsmith.learning.agent import Agent, Percept
from gaitsmith.learning.observation import Observation
from gaitsmith.learning.picture import picture_of
from gaitsmith.learning.task import Reward
from gaitsmith.simulation.lockstep import Lockstep
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.terrain import terrain_record

Steps = tuple[Observation, NDArray[np.float64], Flags, Flags, dict[str, Any]]
NAME = "WalkingVectorEnv"


class WalkingVectorEnv(
    gymnasium.vector.VectorEnv[Observation, NDArray[np.float32], NDArray[Any]]
):
    """`WalkingEnv` several times, each the same to the last bit as one alone.

    An environment whose episode is over is reset by the next `step`, which pays no heed
    to its action: gymnasium's `AutoresetMode.NEXT_STEP`.

    Args:
        num_envs: how many; best a multiple of eight, of which each costs like one.
        character: as for `WalkingEnv`, the same for all.
        render_mode: None, or "rgb_array": `render` returns a picture of each.
        **task: fields of `gaitsmith.learning.task.WalkTask`; no `frame_rate`.
    """

    metadata = {  # noqa: RUF012  (gymnasium's own declaration)
        "render_modes": ["rgb_array"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        character: str | Path | Character = "stocky",
        render_mode: str | None = None,
        **task: Any,
    ) -> None:
        if num_envs < 1:
            raise InputError(
                f"{NAME}: num_envs: {num_envs} given; it must be at least 1."
            )
        if render_mode not in (None, "rgb_array"):
            raise InputError(
                f"{NAME}: render_mode: {shown(render_mode)} given; it must be"
                ' "rgb_array" or left out.'
            )
        self._agent = Agent(NAME, character, task)
        self.character, self.task = self._agent.character, self._agent.task
        if self.task.frame_rate > 0.0:
            raise InputError(
                f"{NAME}: frame_rate: {self.task.frame_rate:g} given; environments of a"
                " vector are not recorded. Leave it out, or record one WalkingEnv."
            )
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_action_space = self._agent.action_space
        self.single_observation_space = self._agent.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._setting = self.task.setting(self.task.conditions)
        self._terrain = terrain_record(self._setting.terrain)
        self._generators = [seeding.np_random()[0] for _ in range(num_envs)]
        anywhere = self._agent.drive(np.random.default_rng(0))
        self._groups = [
            Lockstep(self.character, self._setting, anywhere)
            for _ in range(-(-num_envs // WIDTH))
        ]
        # All that follows is of every lane, used or not.
        lanes = WIDTH * len(self._groups)
        numbers = len(self._agent.senses.bound)
        self._sight = Percept(
            np.zeros((lanes, numbers), np.float32), *np.zeros((3, lanes))
        )
        self._wanted, self._start_x = np.full(lanes, self.task.speed), np.zeros(lanes)
        self._num_done = np.zeros(lanes, dtype=np.int64)
        self._is_over = np.zeros(lanes, dtype=np.bool_)
        self._is_used = np.arange(lanes) < num_envs
        self._has_begun = False

    @property
    def joint_names(self) -> tuple[str, ...]:
        """What each number of an action drives: muscles first, then joints."""
        return self._agent.joint_names

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation is."""
        return self._agent.senses.names

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Stand up for new episodes.

        Args:
            seed: of the first environment, the next one has seed + 1, and so on; or one
                for each; None goes on with the last ones.
            options: "speed" [m/s] of these episodes only; "reset_mask", a truth value
                for each environment: only these.
        """
        given = dict(options or {})
        is_new = self._mask(given.pop("reset_mask", None))
        conditions = self._agent.conditions(given)
        usual = self.task.conditions.model_copy(update={"speed": conditions.speed})
        if conditions != usual:
            raise InputError(
                f"{NAME}.reset: options: environments of a vector stand on the same"
                " ground; give slope and friction when you make it."
            )
        for index, each in enumerate(self._seeds(seed)):
            if is_new[index] and each is not None:
                self._generators[index] = seeding.np_random(each)[0]
        self._start(is_new, conditions.speed)
        self._look(is_new, np.zeros_like(is_new))
        self._start_x[is_new] = self._sight.x[is_new]
        self._has_begun = True
        nothing = Reward(*np.zeros((3, len(is_new))))
        return self._observations(), self._info(is_new, nothing)

    def step(self, actions: ArrayLike) -> Steps:
        """Do what `actions` ask for until the next ones are due."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded(
                f"{NAME}.step: no episode has begun; call reset."
            )
        is_acting, is_new = self._is_used & ~self._is_over, self._is_over.copy()
        wanted = np.zeros((len(is_acting), self._agent.action_size))
        shape = (self.num_envs, self._agent.action_size)
        wanted[: self.num_envs] = self._agent.checked(actions, shape)
        for group, part in self._parts():
            self._agent.command(group.law, wanted[part])
            group.advance(self._agent.num_steps, is_acting[part])
        self._num_done[is_acting] += 1
        has_diverged = is_acting & self._are(Outcome.DIVERGED)
        has_fallen = is_acting & self._are(Outcome.FELL)
        self._start(is_new, self.task.speed)
        reward = self._look(~has_diverged, has_fallen)
        is_paid = is_acting & ~has_diverged
        reward = Reward(*(np.where(is_paid, part, 0.0) for part in reward))
        self._start_x[is_new] = self._sight.x[is_new]
        is_ended = has_fallen | has_diverged
        is_late = is_acting & ~is_ended & (self._num_done >= self.task.num_actions)
        self._is_over = is_ended | is_late
        used = slice(self.num_envs)
        return (
            self._observations(),
            (reward.speed + reward.alive + reward.torque)[used],
            is_ended[used],
            is_late[used],
            self._info(self._is_used, reward),
        )

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each environment, (height, width, 3); drawn by the processor."""
        if self.render_mode is None or not self._has_begun:
            return None
        poses = [
            qpos
            for group, _ in self._parts()
            for qpos in np.array(group.sensed().body.qpos.T)
        ]
        return tuple(
            picture_of(self.character, self._setting, qpos)
            for qpos in poses[: self.num_envs]
        )

    def _parts(self) -> list[tuple[Lockstep, slice]]:
        """The groups, and which lanes each has."""
        return [
            (group, slice(WIDTH * index, WIDTH * (index + 1)))
            for index, group in enumerate(self._groups)
        ]

    def _mask(self, given: Any) -> Flags:
        """Which environments to reset."""
        if given is None:
            return self._is_used.copy()
        mask = np.asarray(given)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise InputError(
                f"{NAME}.reset: options: reset_mask: an array of shape {mask.shape} of"
                f" {mask.dtype} given; it must have a truth value for each of"
                f" {self.num_envs} environments."
            )
        if not self._has_begun and not mask.all():
            raise gymnasium.error.ResetNeeded(
                f"{NAME}.reset: no episode has begun; reset all of them first."
            )
        return np.concatenate((mask, np.zeros(len(self._is_used) - len(mask), bool)))

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """One for each environment."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            return [int(seed) + index for index in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise InputError(
                f"{NAME}.reset: seed: {len(seed)} given; there must be one for each of"
                f" {self.num_envs} environments, or a single one."
            )
        return list(seed)

    def _start(self, is_new: Flags, speed: float) -> None:
        """Begin new episodes in some lanes."""
        for index in np.flatnonzero(is_new).tolist():
            drive = self._agent.drive(self._generators[index])
            self._groups[index // WIDTH].start(index % WIDTH, drive)
        self._wanted[is_new] = speed
        self._num_done[is_new] = 0
        self._is_over[is_new] = False

    def _look(self, is_known: Flags, has_fallen: Flags) -> Reward:
        """Look at what has come of the last actions; what is not known stays.

        Returns:
            the reward for it, were all lanes alike.
        """
        rewards = []
        for group, part in self._parts():
            moving, wanted = group.sensed(), self._wanted[part]
            with np.errstate(all="ignore"):  # where one has diverged
                seen = self._agent.see(moving, self._terrain, wanted)
                rewards.append(self._agent.reward(moving, wanted, has_fallen[part]))
            for kept, now in zip(self._sight, seen, strict=True):
                kept[part][is_known[part]] = now[is_known[part]]
        return Reward(*map(np.concatenate, zip(*rewards, strict=True)))

    def _are(self, outcome: Outcome) -> Flags:
        """Which lanes stand so."""
        return np.array([each is outcome for each in self._outcomes()])

    def _outcomes(self) -> list[Outcome]:
        return [each for group in self._groups for each in group.outcomes]

    def _observations(self) -> Observation:
        return self._sight.observation[: self.num_envs].copy()

    def _info(self, is_told: Flags, reward: Reward) -> dict[str, Any]:
        """Arrays by name, and by the name with _ of which environments they tell."""
        values = {
            "time": self._sight.time.copy(),
            "speed": self._sight.speed.copy(),
            "distance": self._sight.x - self._start_x,
            "outcome": np.array([each.word for each in self._outcomes()], dtype=object),
            "reward_speed": reward.speed,
            "reward_alive": reward.alive,
            "reward_torque": reward.torque,
        }
        info: dict[str, Any] = {}
        for name, value in values.items():
            info[name] = value[: self.num_envs]
            info[f"_{name}"] = is_told[: self.num_envs].copy()
        return info
