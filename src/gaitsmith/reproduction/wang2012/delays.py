"""What delays of nerves and muscles are good for."""

from typing import cast

import numpy as np
from rich.console import Console

from gaitsmith.control.reflex_controller import ReflexController
from gaitsmith.gait.human import gait_parameters
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    JOINTS,
    Measured,
    angle_plots,
    claimed,
    exhibits,
    measured,
    moment_plots,
    not_there,
)

PLAIN, ABLATED = "nwalk", "no_delays"


def delays(console: Console, _workers: int | None = None) -> Comparison:
    """Section 6.2: without delays, ankle torque builds up early and steps are short."""
    names = (PLAIN, ABLATED)
    gaits = measured(names, console)
    early, short = (
        claimed(PLAIN, ABLATED, gaits, shows) for shows in (is_early, is_short)
    )
    return Comparison(
        "Without delays of the nerves",
        (
            "gait",
            "nerves' delays",
            "activation dynamics",
            "m/s",
            "step m",
            "people's step m",
            "half the ankle moment at %",
            "hip",
            "knee",
            "ankle",
            "average",
            "walks 100 s",
        ),
        tuple(_row(name, gaits.get(name)) for name in names),
        "The paper: without delays and activation dynamics, ankle torque builds up too"
        f" quickly (here: {early}) and steps are shorter (here: {short})."
        f"{not_there(names, gaits)}",
        exhibits=exhibits(gaits),
        plots=(
            *angle_plots(gaits, people_as=PLAIN),
            *moment_plots(gaits, ("ankle",), people_as=PLAIN),
        ),
    )


def is_early(plain: Measured, ablated: Measured) -> bool:
    """The ankle's moment rises sooner."""
    return _half_way(ablated) < _half_way(plain)


def is_short(plain: Measured, ablated: Measured) -> bool:
    """Steps are shorter."""
    return _step_length(ablated) < _step_length(plain)


def _half_way(one: Measured) -> float:
    """% of the cycle at which the ankle's moment first reaches half its peak."""
    moment = one.moment("ankle")
    return float(np.argmax(moment >= 0.5 * np.max(moment)))


def _step_length(one: Measured) -> float:
    """In m."""
    return one.assessment.analysis.summary.step_length


def _row(name: str, one: Measured | None) -> tuple[Cell, ...]:
    if one is None:
        return (name, *[None] * 11)
    controller = cast(ReflexController, one.solution.problem.controller)
    muscles = controller.character.spec.muscles or {}
    return (
        name,
        yes_or_no(controller.delays),
        yes_or_no(muscles.get("activation_dynamics", True)),
        one.speed,
        _step_length(one),
        gait_parameters("walk", one.speed)["step_length"].mean,
        _half_way(one),
        *(one.score(joint) for joint in (*JOINTS, "average")),
        yes_or_no(one.goes_on),
    )
