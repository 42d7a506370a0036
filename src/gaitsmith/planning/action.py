"""An action: the few parameters of a controller that are chosen anew for every step."""

from dataclasses import dataclass
from typing import Annotated, Any, Protocol, runtime_checkable

import numpy as np
from pydantic import Field

from gaitsmith.control.controller import Controller
from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import Floats
from gaitsmith.parameters import ParameterSpace

ANGLE_DIFFERENCE = 0.01  # rad, of finite differences (proposed)
TIME_DIFFERENCE = 0.005  # s


class ActionPart(Declaration):
    """One number of an action, and what a change of it costs."""

    sets: Annotated[tuple[str, ...], Field(min_length=1)]
    """Parameters of the controller that get its value."""
    weight: Annotated[float, Field(ge=0)] = 1.0
    """Of its squared deviation from the base gait: W of Coros et al. 2008, eq. 1."""

    @property
    def name(self) -> str:
        """How tables and files call it."""
        return "+".join(self.sets)


@runtime_checkable
class StepController(Controller, Protocol):
    """A controller whose law can be made anew for every step."""

    def law(self, values: dict[str, float]) -> Any:
        """The law alone."""
        ...


@dataclass(frozen=True)
class ActionSpace:
    """Actions of one gait as vectors, and as values of the controller's parameters."""

    parts: tuple[ActionPart, ...]
    base: Floats  # (parts,) the gait's own values: A_base
    weight: Floats  # (parts,) W
    difference: Floats  # (parts,) steps of finite differences
    lower: Floats  # (parts,)
    upper: Floats  # (parts,)
    values: dict[str, float]  # of all parameters, of the base gait

    @property
    def names(self) -> tuple[str, ...]:
        """Of the parts."""
        return tuple(part.name for part in self.parts)

    def values_of(self, action: Floats) -> dict[str, float]:
        """Values of all parameters with those of an action in place."""
        changed = {
            name: float(number)
            for part, number in zip(self.parts, action, strict=True)
            for name in part.sets
        }
        return {**self.values, **changed}

    def within(self, actions: Floats) -> Floats:
        """The same actions, cut to the bounds of the parameters."""
        return np.clip(actions, self.lower, self.upper)


def action_space(
    parts: tuple[ActionPart, ...],
    space: ParameterSpace,
    values: dict[str, float],
    where: str,
) -> ActionSpace:
    """Look every part up in the controller's parameters; refuse unknown ones."""
    known = {parameter.name: parameter for parameter in space.parameters}
    if not parts:
        raise InputError(
            f"{where}: it is empty; name at least two parameters to change."
        )
    for part in parts:
        for name in part.sets:
            if name not in known:
                raise unknown_name("parameter", name, known, where)
    names = [name for part in parts for name in part.sets]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{where}: '{name}' is set twice.")
    first = [known[part.sets[0]] for part in parts]
    every = [[known[name] for name in part.sets] for part in parts]
    return ActionSpace(
        parts=parts,
        base=np.array([values[parameter.name] for parameter in first]),
        weight=np.array([part.weight for part in parts]),
        difference=np.array(
            [
                TIME_DIFFERENCE if parameter.unit == "s" else ANGLE_DIFFERENCE
                for parameter in first
            ]
        ),
        lower=np.array([max(p.lower for p in together) for together in every]),
        upper=np.array([min(p.upper for p in together) for together in every]),
        values=dict(values),
    )
