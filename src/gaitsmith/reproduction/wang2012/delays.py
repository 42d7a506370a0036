"""What delays of nerves and muscles are good for."""

from typing import cast

import numpy as np

from gaitsmith.control.reflex_controller import ReflexController
from gaitsmith.gait.human import gait_parameters
from gaitsmith.reproduction.comparison import Comparison, Row, Tell, yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    angle_plots,
    claimed,
    gait_rows,
    gait_table,
    measured,
    moment_plots,
)

PLAIN, ABLATED = "nwalk", "no_delays"


def delays(tell: Tell, _workers: int | None = None) -> Comparison:
    """Section 6.2: without delays, ankle torque builds up early and steps are short."""
    names = (PLAIN, ABLATED)
    gaits = measured(names, tell)
    early, short = (
        yes_or_no(claimed(PLAIN, ABLATED, gaits, shows))
        for shows in (is_early, is_short)
    )
    return gait_table(
        "Without delays of the nerves",
        names,
        gaits,
        gait_rows(names, gaits, _row),
        "The paper: without delays and activation dynamics, ankle torque builds up too"
        f" quickly (here: {early}) and steps are shorter (here: {short}).",
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


def _row(one: Measured) -> Row:
    controller = cast(ReflexController, one.solution.problem.controller)
    muscles = controller.character.spec.muscles or {}
    return {
        "nerves' delays": controller.delays,
        "activation dynamics": muscles.get("activation_dynamics", True),
        "m/s": one.speed,
        "step m": _step_length(one),
        "people's step m": gait_parameters("walk", one.speed)["step_length"].mean,
        "half the ankle moment at %": _half_way(one),
        **one.scores,
        "walks 100 s": one.goes_on,
    }
