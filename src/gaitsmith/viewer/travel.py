"""What is told of a live walk over gaps: footprints, plans, and how long they take."""

from collections import deque
from typing import NamedTuple

import numpy as np

from gaitsmith.planning.crossing import CrossedStep
from gaitsmith.planning.planners import Plan
from gaitsmith.planning.walker import Footfall
from gaitsmith.scene.colors import uncertainty_color
from gaitsmith.scene.footprint import MISSED_COLOR, REAL_COLOR, Footprint

MOST_FOOTPRINTS = 24
MOST_TIMES = 500  # plans whose times are remembered
PACE_WINDOW = 5.0  # s of real time


class _Tick(NamedTuple):
    passed: float  # s, real
    simulated: float  # s
    spent: float  # s, real, on simulating and planning


class WalkProgress:
    """How a walk goes, and whether it keeps up with reality."""

    def __init__(self) -> None:
        """Nothing has happened yet; `begin` first."""
        self.falls = 0
        """Of the whole session."""
        self._times: deque[float] = deque(maxlen=MOST_TIMES)  # ms
        self._ticks: deque[_Tick] = deque()

    def begin(self, foot: float, unsure: float) -> None:
        """A new walk.

        Args:
            foot: m, its length.
            unsure: uncertainty of a step that the model hardly knows.
        """
        self._foot, self._unsure = foot, unsure
        self.planned: tuple[Footprint, ...] = ()
        """Of the next steps; none while the base gait is walked."""
        self.real: tuple[Footprint, ...] = ()
        """The last ones, the oldest first."""
        self.num_steps = self.good_steps = 0
        self.planned_steps = self.missed_plans = 0
        self._beside: dict[int, float] = {}  # m to the left, by side

    def forget_times(self) -> None:
        """Of another planner or character."""
        self._times.clear()

    def add_plan(self, plan: Plan | None, here: Footfall) -> None:
        """A plan that begins with a footfall; None: the base gait goes on."""
        self._beside[here.side] = here.heel[1]
        self.planned = ()
        if plan is None:
            return
        self.planned_steps += 1
        self.missed_plans += not plan.is_found
        beside = [self._beside.get(1 - here.side, here.heel[1]), here.heel[1]]
        colors = [uncertainty_color(one, self._unsure) for one in plan.uncertainty]
        self.planned = tuple(
            self._print("planned", heel, beside[number % 2], color)
            for number, (heel, color) in enumerate(zip(plan.heels, colors, strict=True))
        )

    def add_step(self, step: CrossedStep) -> None:
        """A step that has been taken."""
        look = ("real", REAL_COLOR) if step.is_good else ("missed", MISSED_COLOR)
        print_ = self._print(look[0], *step.footfall.heel[:2], look[1])
        self.real = (*self.real, print_)[-MOST_FOOTPRINTS:]
        self.num_steps += 1
        self.good_steps += step.is_good
        if step.plan is not None:
            self._times.append(step.planning_ms)

    def add_tick(self, passed: float, simulated: float, spent: float) -> None:
        """Real, simulated and computing time [s] of a tick."""
        self._ticks.append(_Tick(passed, simulated, spent))
        while sum(tick.passed for tick in self._ticks) > PACE_WINDOW:
            self._ticks.popleft()

    @property
    def median_ms(self) -> float:
        """Of the time that a plan takes; 0 before there is any."""
        return float(np.median(self._times or [0.0]))

    @property
    def p99_ms(self) -> float:
        """The time that few plans exceed."""
        return float(np.quantile(self._times or [0.0], 0.99))

    @property
    def pace(self) -> float:
        """Simulated over real time, of the last seconds; 1 is real time."""
        passed, simulated, _ = self._sums()
        return simulated / passed if passed > 0.0 else 1.0

    @property
    def load(self) -> float:
        """Computing over simulated time; below 1 there is time to spare."""
        _, simulated, spent = self._sums()
        return spent / simulated if simulated > 0.0 else 0.0

    def _sums(self) -> list[float]:
        return [sum(part) for part in zip(*self._ticks, strict=True)] or [0.0] * 3

    def _print(self, kind: str, x: float, y: float, color: str) -> Footprint:
        """On level ground, along x."""
        return Footprint(kind, (float(x), float(y), 0.0), 0.0, self._foot, color)
