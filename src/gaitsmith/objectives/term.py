"""Objective terms by name, each with its options, weight, and perhaps a meter.

A term is a function of what a rollout was like, to be minimised. What it needs counted
in every time step is in a meter that it owns (`simulation.meters`); or it asks for a
recording, which is slower, but easier to think about.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.declarations import Declaration
from gaitsmith.kernels.compilation import expect_arguments
from gaitsmith.plugins import PluginError, Registry, place_of, takes_name
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.meters import TERM_METERS, UPDATES
from gaitsmith.simulation.recording import Recording

Function = TypeVar("Function", bound=Callable[..., float])
Check = Callable[[Character, Drive, Any], None]


class TermOptions(Declaration):
    """What every term can be told."""

    weight: Annotated[float, Field(ge=0)] | None = None
    """Left out: the term's own. 0 switches the term off."""

    @classmethod
    def prepared(cls, table: Mapping[str, Any], _folder: Path) -> Mapping[str, Any]:
        """The table with the contents of the files that it names.

        What comes of it is stored, so that the files are not needed again.

        Args:
            table: as an experiment says it.
            _folder: what paths are relative to.
        """
        return table

    @property
    def human_data(self) -> str:
        """Whose motion the value depends on; empty: nobody's was used."""
        return ""


def _nothing_to_check(_character: Character, _drive: Drive, _options: Any) -> None:
    """Most terms can be asked of any body and law."""


@dataclass(frozen=True)
class Term:
    """One entry of the registry."""

    function: Callable[..., float]
    """Of (measures, options), of (measures, options, recording), or of these and
    character."""
    weight: float
    """By default."""
    unit: str
    options: type[TermOptions]
    check: Check
    """Refuses a body or a law that the term means nothing to."""
    recording_rate: float
    """Hz, of the recording that it is given; 0: none."""

    @property
    def description(self) -> str:
        """First line of the function's docstring."""
        return (self.function.__doc__ or "").strip().split("\n")[0]


TERMS: Registry[Term] = Registry("objective term")


@takes_name
def term(
    name: str,
    *,
    weight: float = 1.0,
    unit: str = "",
    options: type[TermOptions] = TermOptions,
    meter: type | None = None,
    check: Check = _nothing_to_check,
    recording_rate: float = 0.0,
) -> Callable[[Function], Function]:
    """Register a function (measures, options) as an objective term.

    Args:
        name: as an [objective.NAME] table says it.
        weight: by default; the contribution to the objective is weight times value.
        unit: of its value.
        options: declaration of its table.
        meter: what it needs counted: a class as `simulation.meters` describes; what
            it has counted is `measures.metered[name]`.
        check: refuses a body or a law, with an `InputError`.
        recording_rate: Hz; then the function is given a recording as third argument,
            and whose it is if it takes a fourth, `character`.
    """

    def register(function: Function) -> Function:
        takes_character = bool(recording_rate) and _num_arguments(function) == 4
        names = "measures, options" + (", recording" if recording_rate else "")
        expect_arguments(function, names + (", character" if takes_character else ""))
        if meter is not None:
            if meter not in UPDATES:
                raise TypeError(
                    f"{meter.__name__} has no update; write a compiled function"
                    f" (meter, step) and put @updates({meter.__name__}) above it."
                )
            TERM_METERS.add(name, meter, meter)
        entry = Term(function, weight, unit, options, check, recording_rate)
        TERMS.add(name, entry, function)
        return function

    return register


def _num_arguments(function: Callable[..., float]) -> int:
    return len(signature(function).parameters)


def value_of(
    name: str,
    measures: Measures,
    options: TermOptions,
    recording: Recording | None,
    character: Character | None = None,
) -> float:
    """A term's value; a mistake in its function is told with file and line."""
    entry, origin = TERMS[name], TERMS.origin(name)
    given: tuple[Any, ...] = (recording,) if entry.recording_rate else ()
    if given and _num_arguments(entry.function) == 4:
        given = (recording, character)
    try:
        value = entry.function(measures, options, *given)
    except Exception as error:
        if origin.plugin is None or origin.plugin.is_ours:
            raise
        place = place_of(error, entry.function)
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise PluginError(
            f"{origin}: term '{name}' gave {value!r}; it must give a number."
        ) from None
    # A rollout that diverged may have no numbers; any other has.
    if math.isnan(value) and math.isfinite(measures.torque_squared):
        raise PluginError(
            f"{origin}: term '{name}' gave NaN for a rollout of finite measures."
        )
    return value


def deadzone(difference: float, tolerance: float) -> float:
    """Q(d; eps) = d^2 if |d| > eps, else 0 (Wang et al. 2009)."""
    return difference**2 if abs(difference) > tolerance else 0.0
