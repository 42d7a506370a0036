"""What is told of a live walk over gaps: footprints, plans, and how long they take."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from gaitsmith.planning.crossing import CrossedStep
from gaitsmith.planning.planners import Plan
from gaitsmith.planning.walker import Footfall
from gaitsmith.scene.colors import uncertainty_color
from gaitsmith.scene.footprint import MISSED_COLOR, REAL_COLOR, Footprint

MOST_FOOTPRINTS = 24
MOST_TIMES = 500  # plans whose times are remembered


@dataclass(frozen=True)
class Travel:
    """How a walk goes."""

    planned: tuple[Footprint, ...]
    """Of the next steps; none while the base gait is walked."""
    real: tuple[Footprint, ...]
    """The last ones, the oldest first."""
    num_steps: int
    good_steps: int
    planned_steps: int
    missed_plans: int
    falls: int
    """Of the whole session."""
    median_ms: float
    """Of the time that a plan takes; 0 before there is any."""
    p99_ms: float
    pace: float
    """Simulated over real time, of the last seconds."""
    load: float
    """Computing over simulated time, of the last seconds."""


class TravelLog:
    """Takes down steps and plans of one walk, and times of all plans."""

    def __init__(self) -> None:
        """Nothing has happened yet; `begin` first."""
        self.falls = 0
        self._times: deque[float] = deque(maxlen=MOST_TIMES)

    def begin(self, foot: float, unsure: float) -> None:
        """A new walk.

        Args:
            foot: m, its length.
            unsure: uncertainty of a step that the model hardly knows.
        """
        self._foot, self._unsure = foot, unsure
        self._real: deque[Footprint] = deque(maxlen=MOST_FOOTPRINTS)
        self._planned: tuple[Footprint, ...] = ()
        self._counts = {"num_steps": 0, "good_steps": 0}
        self._counts |= {"planned_steps": 0, "missed_plans": 0}
        self._beside: dict[int, float] = {}  # m to the left, by side

    def forget_times(self) -> None:
        """Of another planner or character."""
        self._times.clear()

    def add_plan(self, plan: Plan | None, here: Footfall) -> None:
        """A plan that begins with a footfall; None: the base gait goes on."""
        self._beside[here.side] = here.heel[1]
        if plan is None:
            self._planned = ()
            return
        self._counts["planned_steps"] += 1
        self._counts["missed_plans"] += not plan.is_found
        beside = [self._beside.get(1 - here.side, here.heel[1]), here.heel[1]]
        self._planned = tuple(
            self._print(
                "planned",
                heel,
                beside[number % 2],
                uncertainty_color(unsure, self._unsure),
            )
            for number, (heel, unsure) in enumerate(
                zip(plan.heels, plan.uncertainty, strict=True)
            )
        )

    def add_step(self, step: CrossedStep) -> None:
        """A step that has been taken."""
        look = ("real", REAL_COLOR) if step.is_good else ("missed", MISSED_COLOR)
        self._real.append(self._print(look[0], *step.footfall.heel[:2], look[1]))
        self._counts["num_steps"] += 1
        self._counts["good_steps"] += step.is_good
        if step.plan is not None:
            self._times.append(step.planning_ms)

    def _print(self, kind: str, x: float, y: float, color: str) -> Footprint:
        """On level ground, along x."""
        return Footprint(kind, (float(x), float(y), 0.0), 0.0, self._foot, color)

    def travel(self, pace: float, load: float) -> Travel:
        """How it goes now."""
        times = list(self._times) or [0.0]
        return Travel(
            planned=self._planned,
            real=tuple(self._real),
            falls=self.falls,
            median_ms=float(np.median(times)),
            p99_ms=float(np.quantile(times, 0.99)),
            pace=pace,
            load=load,
            **self._counts,
        )
