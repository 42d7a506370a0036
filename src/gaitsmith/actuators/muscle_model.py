"""Muscle models by name, and what a body's actuators are.

A character's table [muscles] names a model and says the rest in that model's own keys.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from gaitsmith.actuators.actuator import ACT
from gaitsmith.actuators.devices import worn_by
from gaitsmith.actuators.motors import motors_of
from gaitsmith.actuators.muscle_table import muscle_places
from gaitsmith.characters.character import Character
from gaitsmith.declarations import Declaration, declare
from gaitsmith.errors import InputError
from gaitsmith.kernels.compilation import expect_arguments
from gaitsmith.kernels.records import Muscles, MuscleState
from gaitsmith.plugins import PluginError, Registry, ask_author, origin_of, takes_name

Builder = TypeVar("Builder", bound=Callable[..., Any])


class MuscleModelSpec(Declaration):
    """What every muscle model can be told."""

    model: str = "hill"
    """A name of `gaitsmith list muscles`."""


@dataclass(frozen=True)
class MuscleModel:
    """One entry of the registry."""

    description: str
    spec: type[MuscleModelSpec]
    build: Callable[[Character, Any], Any]
    """A named tuple with `legs`, with its functions in `actuators.actuator`."""


MUSCLE_MODELS: Registry[MuscleModel] = Registry("muscle model")


@takes_name
def muscle_model(
    name: str, spec: type[MuscleModelSpec] = MuscleModelSpec
) -> Callable[[Builder], Builder]:
    """Register a function (character, spec) that gives a character its muscles."""

    def register(build: Builder) -> Builder:
        expect_arguments(build, "character, spec")
        description = (build.__doc__ or name).strip().split("\n")[0]
        MUSCLE_MODELS.add(name, MuscleModel(description, spec, build), build)
        return build

    return register


def muscles_of(character: Character, where: str = "") -> Any | None:
    """The muscles that a character's table asks for, before their start; or None.

    Args:
        character: whose legs they move.
        where: where its table stands, for the error message.
    """
    table = character.spec.muscles
    if table is None:
        return None
    where = where or f"character '{character.name}': muscles"
    model = MUSCLE_MODELS.find(str(table.get("model", "hill")), f"{where}.model")
    source, _, name = where.rpartition(": ")
    spec = declare(model.spec, {**table}, source, name)
    try:
        muscles = ask_author(model.build, character, spec)
    except PluginError:
        raise
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if type(muscles) not in ACT or not hasattr(muscles, "legs"):
        raise PluginError(
            f"{origin_of(model.build)}: muscle model '{spec.model}' gave a"
            f" {type(muscles).__name__}; it must give a record with 'legs' and with a"
            " function under @gaitsmith.actuates."
        )
    _leave_out_replaced(character, muscles.legs.muscles, where)
    return muscles


def _leave_out_replaced(character: Character, muscles: Muscles, where: str) -> None:
    """Take away the muscles in whose place a device is."""
    for one in character.on_joints:
        for name in one.spec.replaces:
            try:
                _, column = muscle_places(name)
            except InputError as error:
                place = where.rpartition(": ")[0]
                key = f"{place}: " if place else ""
                raise InputError(f"{key}devices.{one.name}.replaces: {error}") from None
            muscles.max_force[one.leg, column] = 0.0
            muscles.mass[one.leg, column] = 0.0


def actuators_of(character: Character) -> tuple[Any, ...]:
    """All actuators of a character, before their start, in the order they act."""
    others = muscles_of(character), worn_by(character)
    return motors_of(character), *(one for one in others if one is not None)


def muscle_state(actuators: tuple[Any, ...]) -> MuscleState:
    """What the muscles among the actuators do; of none, empty arrays."""
    for actuator in actuators:
        if hasattr(actuator, "legs"):
            return actuator.legs.state
    nothing, arms = np.zeros((0, 0)), np.zeros((0, 0, 0))
    return MuscleState(
        max_force=nothing,
        optimal_length=nothing,
        excitation=nothing,
        activation=nothing,
        length=nothing,
        arm=arms,
        fiber_length=nothing,
        fiber_velocity=nothing,
        force=nothing,
        active_force=nothing,
        torque=nothing,
    )
