"""One name for every control law, so that the simulation loop is written once.

A law is a named tuple of arrays. Its class decides at compile time which function
controls the character: the loop is specialised per law, and costs what a hand-written
loop costs.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from numba.extending import overload

from gaitsmith.kernels.compilation import compiled, expect_arguments
from gaitsmith.kernels.lane_records import LANE_FORMS, needs_single
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.plugins import PluginError, place_of, takes_record

Function = TypeVar("Function", bound=Callable[..., Any])
LAWS: dict[type, Callable[..., Any]] = {}


@takes_record
def controls(kind: type, lanes: bool = False) -> Callable[[Function], Function]:
    """Register a function (law, memory, senses, actuation_out) for a class of laws.

    Called once per time step: it sets `actuation_out` for the present `senses`.
    Everything that a law remembers is in its `memory`, a record with a field `state`,
    so a rollout can be stopped and continued without a difference.

    Args:
        kind: of the law's record.
        lanes: whether the function is written for lanes (`kernels.lanes`). Others are
            called for one rollout after another, which most laws are quick enough for.
    """

    def register(function: Function) -> Function:
        names = "law, memory, senses, actuation_out"
        LAWS[kind] = expect_arguments(function, names)
        if lanes:
            LANE_FORMS.add(kind)
        return function

    return register


def control(law, memory, senses, actuation_out):
    """Set `actuation_out` for the present state; advance the law's `memory`."""
    return LAWS[type(law)](law, memory, senses, actuation_out)


@overload(control)
def _control_compiled(law, memory, senses, actuation_out):
    function = LAWS[law.instance_class]

    def call(law, memory, senses, actuation_out):
        function(law, memory, senses, actuation_out)

    def call_each(law, memory, senses, actuation_out):
        for lane in range(WIDTH):
            function(
                of_lane(law, lane),
                of_lane(memory, lane),
                of_lane(senses, lane),
                of_lane(actuation_out, lane),
            )

    return call_each if needs_single(law, senses) else call


class AsAsked(NamedTuple):
    """A law that changes nothing: somebody else has written what is asked for."""

    nothing: int


AS_ASKED = AsAsked(0)


@controls(AsAsked)
@compiled
def leave_as_asked(law, memory, senses, actuation_out):
    """Nothing to do."""


def is_plain_python(law: Any) -> bool:
    """Whether a law's function is not compiled."""
    return not hasattr(LAWS[type(law)], "py_func")


def run_plain_law(law: Any, memory: Any, senses: Any, actuation_out: Any) -> None:
    """One step of a law in plain Python; a mistake in it is told with its line."""
    function = LAWS[type(law)]
    try:
        function(law, memory, senses, actuation_out)
    except Exception as error:
        place = place_of(error, function)
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
