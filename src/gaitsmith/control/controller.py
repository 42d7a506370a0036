"""What every controller offers: its parameters, and how values become a law."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, Self

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_places
from gaitsmith.declarations import Declaration
from gaitsmith.kernels.records import Floats, Phases
from gaitsmith.parameters import Parameter, ParameterSpace
from gaitsmith.plugins import PluginError, ask_author, origin_of

STATE_ONLY = np.dtype([("state", np.int64)])  # memory of a law that remembers nothing
STANDING = Phases(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.bool_))


class Drive(NamedTuple):
    """One controller with its values filled in, ready to run."""

    law: Any  # a named tuple of `control.law.LAWS`
    memory: np.ndarray  # (1,) record of what the law remembers; has a field `state`
    phases: Phases
    qpos: Floats  # (nq,) where the character starts
    qvel: Floats  # (nv,)
    devices: Floats | None = None  # numbers of what is worn; None: as declared


class ControllerSpec(Declaration):
    """What every law's [controller] table may say."""

    law: str
    """Its name, see `gaitsmith list`."""
    gait: str = ""
    """Start values that the law knows by name."""


class Controller(Protocol):
    """A control law on one character, with named parameters."""

    @property
    def space(self) -> ParameterSpace:
        """Its parameters."""
        ...

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given values."""
        ...

    def declaration(self) -> ControllerSpec:
        """The [controller] table that builds the same."""
        ...


class ControllerBase:
    """A base for laws of one's own: one state, nothing to remember, standing start.

    A subclass gives `parameters` and `law`, and changes the rest as it needs.
    """

    memory = STATE_ONLY
    """Fields of what the law remembers; `state` is one of them."""
    phases = STANDING

    def __init__(self, character: Character, spec: ControllerSpec) -> None:
        """Put the law on a character."""
        self.character = character
        self.spec = spec
        self.space = self._space()

    def _space(self) -> ParameterSpace:
        given: Any = ask_author(self.parameters)
        place = origin_of(type(self).parameters)
        is_list = isinstance(given, list | tuple)
        if not is_list or not all(isinstance(one, Parameter) for one in given):
            raise PluginError(
                f"{place}: 'parameters' gave {given!r}; it must give a list of"
                " gaitsmith.Parameter."
            )
        for parameter in given:
            parameter.check(str(place))
        names = [parameter.name for parameter in given]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise PluginError(f"{place}: parameter '{twice[0]}' is there twice.")
        return ParameterSpace(tuple(given))

    def parameters(self) -> "list[Parameter]":
        """Numbers that are searched for, or fixed."""
        raise NotImplementedError(f"{type(self).__name__} has no method 'parameters'")

    def law(self, values: dict[str, float]) -> Any:
        """The law's named tuple for the values of all parameters."""
        raise NotImplementedError(f"{type(self).__name__} has no method 'law'")

    def start(self, values: dict[str, float]) -> "StartPose":
        """Where the character starts; by default, standing still."""
        return StartPose(angles={}, rates={})

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given values."""
        qpos, qvel = start_state(self.character, ask_author(self.start, values))
        memory = np.zeros(1, dtype=self.memory)
        law = ask_author(self.law, values)
        return Drive(law, memory, self.phases, qpos, qvel)

    def declaration(self) -> ControllerSpec:
        """What it was built from."""
        return self.spec


class NamedGait:
    """A controller that is fixed by its character and the name of a gait."""

    law_name: ClassVar[str]
    character: Character
    gait_name: str

    @classmethod
    def from_spec(cls, character: Character, spec: ControllerSpec) -> Self:
        """What a [controller] table asks for."""
        return cls(character, spec.gait)  # type: ignore[call-arg]

    def declaration(self) -> ControllerSpec:
        """The [controller] table that builds the same."""
        return ControllerSpec(law=self.law_name, gait=self.gait_name)


@dataclass(frozen=True)
class StartPose:
    """Joint angles and root motion at the start, in the P-convention.

    The root's height is found by putting the lowest contact point on the ground.
    """

    angles: dict[str, float]  # rad, by role; roles that a body lacks are left out
    rates: dict[str, float]  # rad/s, by role
    pitch: float = 0.0  # rad, of the pelvis
    pitch_rate: float = 0.0  # rad/s
    speed: float = 0.0  # m/s, forward
    climb: float = 0.0  # m/s, upward
    sink: float = 0.0  # m, the lowest point below the ground


def start_state(character: Character, pose: StartPose) -> tuple[Floats, Floats]:
    """qpos and qvel of a pose on level ground at x = 0."""
    model = character.model
    data = character.engine_data
    data.qpos[:] = model.qpos0
    data.qvel[:] = 0.0
    for hinge in character.roles.hinges:
        data.qpos[hinge.position] = pose.angles.get(hinge.role, 0.0)
        data.qvel[hinge.axis] = pose.rates.get(hinge.role, 0.0)
    if character.is_planar:
        data.qpos[2] = pose.pitch
        data.qvel[0:3] = (pose.speed, pose.climb, pose.pitch_rate)
        height = 1
    else:
        pitch = np.array([np.cos(pose.pitch / 2), 0.0, np.sin(pose.pitch / 2), 0.0])
        mujoco.mju_mulQuat(data.qpos[3:7], pitch, model.qpos0[3:7])
        data.qvel[0:3] = (pose.speed, 0.0, pose.climb)
        # Angular velocity counts in the root's own frame.
        left = character.standing_orientation[character.roles.root, 1]
        data.qvel[3:6] = pose.pitch_rate * left
        height = 2
    mujoco.mj_kinematics(model, data)
    lowest = float(np.min(point_places(character.points, data)[:, 2]))
    data.qpos[height] -= lowest + pose.sink
    return np.array(data.qpos), np.array(data.qvel)
