"""What single environments and those of a vector have in common: who acts and senses.

Records of the simulation have the lane of a vector as their last axis, what gymnasium
sees (actions, observations) as its first one: `.T` is between them, and one source does
for both. Numbers of a lane are those of a single environment to the last bit.
"""

from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import ArrayLike

from gaitsmith.actuators.muscle_model import actuators_of
from gaitsmith.actuators.muscle_table import MUSCLE_LABELS
from gaitsmith.characters.character import Character, load_character
from gaitsmith.control.commanded import CommandedLaw, commanded_drive, commanded_law
from gaitsmith.control.controller import Drive, start_state
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Flags, Floats, Terrain
from gaitsmith.learning.observation import Observation, Sensors
from gaitsmith.learning.servos import excitations, servos_of
from gaitsmith.learning.task import (
    Conditions,
    Reward,
    WalkTask,
    random_start,
    reward_of,
)
from gaitsmith.simulation.running import Moving, legs_of


class Percept(NamedTuple):
    """What is seen of a rollout between two actions; arrays: of several."""

    observation: Observation  # (numbers,)
    time: Any  # s
    speed: Any  # m/s along +x, of the centre of mass
    x: Any  # m, of the centre of mass


class Agent:
    """A character with a task, which does actions and is rewarded for them."""

    def __init__(
        self, name: str, character: str | Path | Character, task: dict[str, Any]
    ) -> None:
        """`name` is that of the environment, for what it refuses."""
        self._name = name
        self.character = (
            character
            if isinstance(character, Character)
            else load_character(character, f"{name}: character")
        )
        self.task = declare(WalkTask, task, name)
        if self.task.control != "muscles":
            self.character = self.character.without_muscles()
        elif self.character.spec.muscles is None:
            raise InputError(
                f"{name}: control: 'muscles' given, and character"
                f" '{self.character.name}' has none; choose one that has, such as"
                " 'adult_muscles'."
            )
        self.servos = servos_of(self.character)
        self.senses = Sensors(self.character)
        self.law = commanded_law(self.character)
        legs = legs_of(actuators_of(self.character))
        moved = () if legs is None else legs.axis.ravel()
        self._servoed = np.flatnonzero(~np.isin(self.law.axis, moved))
        self.action_size = len(self.joint_names)
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (self.action_size,))
        bound = self.senses.bound
        self.observation_space = gymnasium.spaces.Box(-bound, bound)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """What each number of an action drives: muscles first, then joints."""
        hinges = self.character.roles.hinges
        muscles = MUSCLE_LABELS if self.law.excitation.size else ()
        return (*muscles, *(hinges[index].role for index in self._servoed))

    @property
    def num_steps(self) -> int:
        """Time steps of an action."""
        return round(self.task.rate / self.task.control_rate)

    def conditions(self, options: dict[str, Any] | None) -> Conditions:
        """Those of an episode, by the options of `reset`."""
        usual = self.task.conditions.model_dump()
        where = f"{self._name}.reset: options"
        return declare(Conditions, usual | _plain(options or {}), where)

    def drive(self, generator: np.random.Generator) -> Drive:
        """A start, and our law as it is then: at rest."""
        self.servos.prepare(self.law, self.task.control != "torques")
        pose = random_start(self.character, self.task, generator)
        return commanded_drive(self.law, *start_state(self.character, pose))

    def checked(self, action: ArrayLike, shape: tuple[int, ...]) -> Floats:
        """An action, or one of each of several, clipped."""
        wanted = np.asarray(action, dtype=np.float64)
        if wanted.shape != shape:
            raise InputError(
                f"{self._name}.step: action: an array of shape {wanted.shape} given; it"
                f" must have one number per joint or muscle, {shape}."
            )
        return np.clip(wanted, -1.0, 1.0)

    def command(self, law: CommandedLaw, action: Floats) -> None:
        """Tell a law, or those of all lanes, what an action asks for."""
        if self.task.control == "torques":
            law.torque.T[...] = self.servos.torques(action)
            return
        lanes = law.target.shape[1:]
        count = self.law.excitation.size
        excitation = law.excitation.reshape((count, *lanes))
        excitation.T[...] = excitations(action[..., :count])
        targets = np.zeros(law.target.T.shape)
        targets[..., self._servoed] = action[..., count:]
        law.target.T[...] = self.servos.targets(targets)

    def see(self, moving: Moving, terrain: Terrain, speed: Any) -> Percept:
        """What there is to see now; `speed` [m/s] is asked for."""
        return Percept(
            observation=self.senses.observe(moving, terrain, speed),
            time=moving.clock.step[0] / self.task.rate,
            speed=moving.body.com_velocity[0].copy(),
            x=moving.body.com[0].copy(),
        )

    def reward(self, moving: Moving, wanted: Any, is_fallen: bool | Flags) -> Reward:
        """The reward for the action that led here; `wanted` is a speed [m/s]."""
        actuation, lanes = moving.state.actuation, moving.body.qvel.shape[1:]
        torque = actuation.torque - actuation.damping * moving.body.qvel
        effort = (torque[self.law.axis].T / self.servos.limit).T[self._servoed]
        activation = moving.state.muscles.activation.reshape((-1, *lanes))
        return reward_of(
            self.task,
            speed=moving.body.com_velocity[0],
            wanted=wanted,
            is_fallen=is_fallen,
            effort=np.concatenate((activation, effort)),
        )


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options whose numbers are Python's own, as strict declarations want them."""
    return {
        key: value.item() if isinstance(value, np.generic) else value
        for key, value in options.items()
    }
