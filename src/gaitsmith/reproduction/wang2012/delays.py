"""What delays of nerves and muscles are good for."""

import numpy as np
from rich.console import Console

from gaitsmith.errors import InputError
from gaitsmith.gait.human import gait_parameters
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    JOINTS,
    PAPER,
    Measured,
    angle_plot,
    exhibits,
    measured,
    moment_plot,
)

PLAIN, ABLATED = "nwalk", "no_delays"


def delays(console: Console, _workers: int | None = None) -> Comparison:
    """Section 6.1: without delays, ankle torque builds up early and steps are short."""
    gaits = measured((PLAIN, ABLATED), console)
    if len(gaits) < 2:
        raise InputError(f"{PAPER}{PLAIN} and {PAPER}{ABLATED} must be in the gallery.")
    plain, ablated = gaits[PLAIN], gaits[ABLATED]
    is_early = _half_way(ablated) < _half_way(plain)
    is_short = _step_length(ablated) < _step_length(plain)
    return Comparison(
        "Without delays of nerves and without activation dynamics",
        (
            "gait",
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
        tuple(_row(one) for one in gaits.values()),
        "The paper: without them, ankle torque builds up too quickly (here:"
        f" {yes_or_no(is_early)}) and steps are shorter (here: {yes_or_no(is_short)}).",
        exhibits=exhibits(gaits),
        plots=(
            *(angle_plot(joint, gaits) for joint in JOINTS),
            moment_plot("ankle", gaits),
        ),
    )


def _half_way(one: Measured) -> float:
    """% of the cycle at which the ankle's moment first reaches half its peak."""
    moment = one.moment("ankle")
    return float(np.argmax(moment >= 0.5 * np.max(moment)))


def _step_length(one: Measured) -> float:
    """M."""
    return one.assessment.analysis.summary.step_length


def _row(one: Measured) -> tuple[Cell, ...]:
    return (
        one.name,
        one.speed,
        _step_length(one),
        gait_parameters("walk", one.speed)["step_length"].mean,
        _half_way(one),
        *(one.score(joint) for joint in (*JOINTS, "average")),
        yes_or_no(one.goes_on),
    )
