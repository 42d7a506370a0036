"""One name for every kind of actuator, so that the simulation loop is written once.

An actuator is a named tuple of numbers and arrays; what it remembers is in its arrays.
Its class decides at compile time which functions work on it. A body has a tuple of
actuators, which act one after the other on what the law asks for.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba.extending import overload

from gaitsmith.kernels.compilation import expect_arguments
from gaitsmith.kernels.lane_records import LANE_FORMS, needs_single
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.plugins import takes_record

Function = TypeVar("Function", bound=Callable[..., Any])

ACT: dict[type, Callable[..., Any]] = {}
EQUILIBRATE: dict[type, Callable[..., Any]] = {}


@takes_record
def actuates(kind: type, lanes: bool = False) -> Callable[[Function], Function]:
    """Register a compiled function (actuator, senses, actuation_out) for a class.

    Called once per time step, after the law. It may change the torques and dampings
    of the joints that it moves, never those of the root. `lanes`: as for laws.
    """

    def register(function: Function) -> Function:
        ACT[kind] = expect_arguments(function, "actuator, senses, actuation_out")
        if lanes:
            LANE_FORMS.add(kind)
        return function

    return register


@takes_record
def equilibrates(kind: type) -> Callable[[Function], Function]:
    """Register a compiled function (actuator, senses) that starts it at rest."""

    def register(function: Function) -> Function:
        EQUILIBRATE[kind] = expect_arguments(function, "actuator, senses")
        return function

    return register


def actuate(actuators, senses, actuation_out):
    """Let every actuator act on what the law asks for."""
    for actuator in actuators:
        ACT[type(actuator)](actuator, senses, actuation_out)


@overload(actuate)
def _actuate_compiled(actuators, senses, actuation_out):
    if len(actuators) == 0:
        return lambda actuators, senses, actuation_out: None
    first = ACT[actuators[0].instance_class]

    def act(actuators, senses, actuation_out):
        first(actuators[0], senses, actuation_out)
        actuate(actuators[1:], senses, actuation_out)

    def act_each(actuators, senses, actuation_out):
        for lane in range(WIDTH):
            first(
                of_lane(actuators[0], lane),
                of_lane(senses, lane),
                of_lane(actuation_out, lane),
            )
        actuate(actuators[1:], senses, actuation_out)

    return act_each if needs_single(actuators[0], senses) else act


def equilibrate(actuators, senses):
    """Put every actuator that can be so at rest in the present pose."""
    for actuator in actuators:
        if type(actuator) in EQUILIBRATE:
            EQUILIBRATE[type(actuator)](actuator, senses)


@overload(equilibrate)
def _equilibrate_compiled(actuators, senses):
    if len(actuators) == 0:
        return lambda actuators, senses: None
    first = EQUILIBRATE.get(actuators[0].instance_class)
    if first is None:
        return lambda actuators, senses: equilibrate(actuators[1:], senses)

    def rest(actuators, senses):
        first(actuators[0], senses)
        equilibrate(actuators[1:], senses)

    return rest
