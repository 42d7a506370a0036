"""Named parameters, and their map to the vector that an optimiser searches.

A coordinate of the search vector is (value - initial) / scale, so the start of every
search is the zero vector, and a step of one changes each parameter by its scale.
"""

import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaitsmith.declarations import shown
from gaitsmith.errors import InputError, unknown_name


@dataclass(frozen=True)
class Parameter:
    """One number that may be searched for, declared beside the law that uses it."""

    name: str
    unit: str
    initial: float
    scale: float
    """Size of a typical change, in `unit`; 0 keeps the parameter fixed."""
    meaning: str
    lower: float = -math.inf
    upper: float = math.inf

    def within(self, value: float) -> float:
        """The value itself, or the bound that it exceeds."""
        return min(max(value, self.lower), self.upper)

    @property
    def is_free(self) -> bool:
        """Whether an optimiser may change it."""
        return self.scale > 0.0

    def check(self, where: str) -> None:
        """Refuse bounds that cannot be met, naming `where` they were given."""
        if not math.isfinite(self.initial) or not math.isfinite(self.scale):
            raise InputError(
                f"{where}: parameter '{self.name}': initial {self.initial} and scale"
                f" {self.scale} must be finite numbers."
            )
        if self.scale < 0.0:
            raise InputError(
                f"{where}: parameter '{self.name}': scale {self.scale} is negative;"
                " give a positive number, or 0 to keep the parameter fixed."
            )
        if not self.lower < self.upper:
            raise InputError(
                f"{where}: parameter '{self.name}': lower bound {self.lower} is not"
                f" below upper bound {self.upper}."
            )
        if not self.lower <= self.initial <= self.upper:
            raise InputError(
                f"{where}: parameter '{self.name}': initial value {self.initial} is"
                f" outside its bounds {self.lower} to {self.upper}."
            )


@dataclass(frozen=True)
class ParameterSpace:
    """All parameters of a controller, in order; the free ones span the search."""

    parameters: tuple[Parameter, ...]

    def __post_init__(self) -> None:
        """Names are unique: a value is known by its name alone."""
        names = [parameter.name for parameter in self.parameters]
        if len(set(names)) != len(names):
            raise ValueError("parameter names must be unique")

    def __repr__(self) -> str:
        """In a line."""
        return f"ParameterSpace: {len(self.parameters)}, {self.dimension} of them free"

    @cached_property
    def free(self) -> tuple[Parameter, ...]:
        """The parameters that are searched for."""
        return tuple(p for p in self.parameters if p.is_free)

    @property
    def dimension(self) -> int:
        """Length of the search vector."""
        return len(self.free)

    def initial_values(self) -> dict[str, float]:
        """Every parameter's value at the start."""
        return self._initial_values.copy()

    @cached_property
    def _initial_values(self) -> dict[str, float]:
        return {p.name: float(p.initial) for p in self.parameters}

    def decode(self, vector: NDArray[np.float64]) -> dict[str, float]:
        """Values by name for a search vector; free values are kept within bounds."""
        values = self._initial_values.copy()
        for parameter, coordinate in zip(self.free, vector, strict=True):
            value = parameter.initial + parameter.scale * float(coordinate)
            values[parameter.name] = parameter.within(value)
        return values

    def encode(self, values: Mapping[str, float]) -> NDArray[np.float64]:
        """The search vector of named values."""
        return np.array([(values[p.name] - p.initial) / p.scale for p in self.free])

    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Lower and upper bounds of the search vector."""
        lower = np.array([(p.lower - p.initial) / p.scale for p in self.free])
        upper = np.array([(p.upper - p.initial) / p.scale for p in self.free])
        return lower, upper

    def checked_values(self, values: Mapping[str, Any], where: str) -> dict[str, float]:
        """Values from a file: one for every parameter, finite, within its bounds."""
        self.require_known(values, where)
        for parameter in self.parameters:
            if parameter.name not in values:
                raise InputError(f"{where}: '{parameter.name}' is missing.")
            value = values[parameter.name]
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not abs(value) <= sys.float_info.max:
                raise InputError(
                    f"{where}: '{parameter.name}' is {shown(value)}; it must be a"
                    " finite number."
                )
            if not parameter.lower <= value <= parameter.upper:
                raise InputError(
                    f"{where}: '{parameter.name}' is {value}, outside its bounds"
                    f" {parameter.lower} to {parameter.upper}."
                )
        return {name: float(value) for name, value in values.items()}

    def changed(
        self, changes: Mapping[str, Mapping[str, float]], where: str = "parameters"
    ) -> "ParameterSpace":
        """The same parameters with other initial values, scales or bounds.

        Args:
            changes: by parameter: fields of `Parameter`, such as {"scale": 0.0}.
            where: who asks for it, for the error message.
        """
        self.require_known(changes, where)
        changed = []
        for parameter in self.parameters:
            other = replace(parameter, **changes.get(parameter.name, {}))
            other.check(where)
            changed.append(other)
        return ParameterSpace(tuple(changed))

    def require_known(self, names: Iterable[str], where: str) -> None:
        """Refuse a name that no parameter has."""
        known = {p.name for p in self.parameters}
        for name in names:
            if name not in known:
                raise unknown_name("parameter", name, known, where)


def moved_values(
    values: Mapping[str, float], old: ParameterSpace, new: ParameterSpace
) -> dict[str, float]:
    """Values found on one body, for another body with the same controller.

    A controller declares scales that grow with the body (gains with mass, heights with
    height), so a value that keeps its proportion to the scale keeps its meaning. A
    parameter that is not searched for has no scale; it keeps its proportion to the
    declared value.
    """
    sizes_before = {p.name: p.scale or p.initial for p in old.parameters}
    sizes_now = {p.name: p.scale or p.initial for p in new.parameters}
    return {
        name: value * (sizes_now[name] / sizes_before[name])
        if sizes_now.get(name) and sizes_before.get(name)
        else value
        for name, value in values.items()
    }
