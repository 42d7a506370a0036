"""Meters: what is counted during a rollout, so that it is scored without a recording.

A meter is a named tuple of numbers and arrays: which parts of the body it looks at, and
what it has counted. Its class decides at compile time which function updates it. A
class of a meter has

    start(character, options, about)    a new one; `options` are those of its term,
                                        or None if nobody asks for the term
    finish(self, about)                 named numbers, from what it has counted

and its update is registered with `@updates(Class)`. The meters of our own terms are
always counted, so that all searches share one compiled loop; those of a plug-in's terms
are counted if its term is asked for.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from numba.extending import overload

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import expect_arguments
from gaitsmith.kernels.lane_records import LANE_FORMS, needs_single
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.plugins import PluginError, Registry, ask_author, origin_of, takes_record

Function = TypeVar("Function", bound=Callable[..., Any])
UPDATES: dict[type, Callable[..., Any]] = {}


class Started(NamedTuple):
    """What a meter may know before the first step."""

    duration: float  # s, asked for
    rate: float  # Hz
    period: float  # s, of the law's cycle by the clock; 0: it follows none
    first_state: int  # of the law
    num_states: int


class Ended(NamedTuple):
    """What a meter may know after the last step."""

    num_steps: int  # at least 1
    seconds: float  # s
    speed: float  # m/s, mean along the commanded heading
    character: Character


class Meter(Protocol):
    """What every meter's class offers, besides its arrays."""

    @classmethod
    def start(cls, character: Character, options: Any, about: Started) -> Any:
        """A new one, before the first step."""
        ...

    def finish(self, about: Ended) -> Mapping[str, float]:
        """What came of it."""
        ...


TERM_METERS: Registry[type[Any]] = Registry("meter")
"""Classes of the meters that objective terms own, by the name of the term."""


@takes_record
def updates(kind: type, lanes: bool = False) -> Callable[[Function], Function]:
    """Register a compiled function (meter, step) for a class of meters.

    Called once per time step, after it; see `kernels.records.Step`. `lanes`: as for
    laws (`control.law.controls`).
    """

    def register(function: Function) -> Function:
        UPDATES[kind] = expect_arguments(function, "meter, step")
        if lanes:
            LANE_FORMS.add(kind)
        return function

    return register


def chosen_meters(options: Mapping[str, Any]) -> dict[str, Any]:
    """Names of the terms whose meters count, each with its options or None.

    Args:
        options: of the terms of an objective.
    """
    found = {}
    for name in TERM_METERS:
        plugin = TERM_METERS.origin(name).plugin
        if plugin is None or plugin.is_ours or name in options:
            found[name] = options.get(name)
    return found


def start_meter(name: str, character: Character, options: Any, about: Started) -> Any:
    """A new meter of a term, before the first step."""
    kind = TERM_METERS[name]
    meter = ask_author(kind.start, character, options, about)
    if not isinstance(meter, kind):
        raise PluginError(
            f"{origin_of(kind.start)}: 'start' of the meter of term '{name}' gave"
            f" {meter!r}; it must give a {kind.__name__}."
        )
    return meter


def finish_meter(name: str, meter: Any, about: Ended) -> Mapping[str, float]:
    """What came of a meter of a term."""
    numbers: Any = ask_author(meter.finish, about)
    if not isinstance(numbers, Mapping):
        raise PluginError(
            f"{origin_of(meter.finish)}: 'finish' of the meter of term '{name}' gave"
            f" {numbers!r}; it must give numbers by name, such as {{'highest': 1.0}}."
        )
    return numbers


def update_meters(meters, step):
    """Let every meter count the time step."""
    for meter in meters:
        UPDATES[type(meter)](meter, step)


@overload(update_meters)
def _update_meters_compiled(meters, step):
    if len(meters) == 0:
        return lambda meters, step: None
    first = UPDATES[meters[0].instance_class]

    def update(meters, step):
        first(meters[0], step)
        update_meters(meters[1:], step)

    def update_each(meters, step):
        for lane in range(WIDTH):
            first(of_lane(meters[0], lane), of_lane(step, lane))
        update_meters(meters[1:], step)

    return update_each if needs_single(meters[0], step) else update
