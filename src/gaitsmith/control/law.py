"""One name for every control law, so that the simulation loop is written once.

A law is a named tuple of arrays. Its class decides at compile time which function
drives the character: the loop is specialised per law, and costs what a hand-written
loop costs.
"""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

LAWS: dict[type, Callable[..., Any]] = {}


def drive(law, memory, time, dt, body_state, points, touch, command, servos_out):
    """Set `servos_out` for the present state; advance the law's `memory`.

    Called once per time step. Everything that a law remembers is in `memory`, so a
    rollout can be stopped and continued without a difference.
    """
    return LAWS[type(law)](
        law, memory, time, dt, body_state, points, touch, command, servos_out
    )


@overload(drive)
def _drive_compiled(
    law, memory, time, dt, body_state, points, touch, command, servos_out
):
    function = LAWS[law.instance_class]

    def call(law, memory, time, dt, body_state, points, touch, command, servos_out):
        function(law, memory, time, dt, body_state, points, touch, command, servos_out)

    return call
