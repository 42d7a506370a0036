"""The goals for speed and step length that a walker has (E_user)."""

from typing import NamedTuple

from gaitsmith.papers.wang2009.tables.measures import speed, step
from gaitsmith.reproduction.walks import Walk

TOLERANCE = 0.025  # m/s and m, the thresholds of E_user


class Goal(NamedTuple):
    """What was asked for, and what came of it."""

    unit: str  # "m/s", or "m" of a step
    wanted: float
    found: float

    @property
    def is_met(self) -> bool:
        """Within the paper's threshold."""
        return abs(self.found - self.wanted) <= TOLERANCE

    @property
    def words(self) -> str:
        """For what is lost."""
        return f"{self.found:.3g} instead of {self.wanted:g} {self.unit}"


def kept_goals(walk: Walk) -> list[Goal]:
    """Those that its search had."""
    asked = walk.solution.problem.objective.as_dict().get("user", {})
    found = (("m/s", "speed", speed), ("m", "step_length", step))
    return [
        Goal(unit, asked[key], measure(walk))
        for unit, key, measure in found
        if asked.get(key) is not None
    ]
