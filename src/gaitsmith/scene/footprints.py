"""The footprints of a crossing: real ones, planned ones, and stones."""

import math
from collections.abc import Sequence
from dataclasses import replace

from gaitsmith.planning.crossing import LEAD_STEPS, CourseRunner, CrossedStep, Crossing
from gaitsmith.planning.footholds import STONE_TOLERANCE
from gaitsmith.planning.planners import Plan
from gaitsmith.planning.walker import Footfall
from gaitsmith.scene.colors import uncertainty_color
from gaitsmith.scene.footprint import (
    MISSED_COLOR,
    REAL_COLOR,
    STONE_COLOR,
    Footprint,
)
from gaitsmith.scene.ground import Ground


def is_missed(step: CrossedStep, has_stones: bool) -> bool:
    """Whether a foot landed too far from its stone, or mostly over a gap."""
    is_off = has_stones and step.plan is not None and step.error > STONE_TOLERANCE
    return is_off or not step.is_good


def world_place(ahead: float, left: float, heading: float) -> tuple[float, float]:
    """The x and y [m] of a place along a heading [rad] and to its left."""
    cosine, sine = math.cos(heading), math.sin(heading)
    return ahead * cosine - left * sine, ahead * sine + left * cosine


def crossing_footprints(
    runner: CourseRunner, crossing: Crossing, ground: Ground
) -> tuple[Footprint, ...]:
    """All footprints, in the order in which they are to be drawn: real ones last."""
    maker = _Maker(runner, crossing, ground)
    return (*maker.stones(), *maker.plans(), *maker.real())


class _Maker:
    """Knows who walked where."""

    def __init__(
        self, runner: CourseRunner, crossing: Crossing, ground: Ground
    ) -> None:
        self._runner, self._steps, self._ground = runner, crossing.steps, ground

    def real(self) -> list[Footprint]:
        has_stones = bool(self._runner.course.stones)
        return [
            self._print(
                "missed" if is_missed(step, has_stones) else "real",
                step.footfall.heel[:2],
                step.footfall.heading,
                MISSED_COLOR if is_missed(step, has_stones) else REAL_COLOR,
                step.footfall.time,
            )
            for step in self._steps
        ]

    def plans(self) -> list[Footprint]:
        """Of every plan the next step, and until the next plan those after it."""
        found = []
        for number, step in enumerate(self._steps):
            if step.plan is not None:
                fall = step.footfall
                found += self._planned(number, step.plan, fall.heading, fall.time)
        unfinished = self._runner.unfinished
        if unfinished is not None:
            heading = self._runner.heading
            found += self._planned(len(self._steps), unfinished, heading, math.inf)
        return found

    def stones(self) -> list[Footprint]:
        return [
            self._print(
                "stone",
                world_place(heel, self._left(LEAD_STEPS + number, 0.0), 0.0),
                0.0,
                STONE_COLOR,
                0.0,
            )
            for number, heel in enumerate(self._runner.stone_heels)
        ]

    def _planned(
        self, number: int, plan: Plan, heading: float, end: float
    ) -> list[Footprint]:
        """`number`: of the step that the plan was made for; `end`: when it landed."""
        start = self._steps[number - 1].footfall.time if number else 0.0
        limit = self._runner.settings.most_uncertain
        return [
            self._print(
                "expected" if ahead else "planned",
                world_place(heel, self._left(number + ahead, heading, number), heading),
                heading,
                uncertainty_color(unsure, limit),
                start,
                end if ahead else math.inf,
            )
            for ahead, (heel, unsure) in enumerate(
                zip(plan.heels, plan.uncertainty, strict=True)
            )
        ]

    def _left(self, number: int, heading: float, last: int | None = None) -> float:
        """How far to the left [m] the foot of step `number` lands, or last was.

        Sideways nothing is planned: the place is that of the real footfall.

        Args:
            number: of the step.
            heading: rad, that the place is to the left of.
            last: step after which nothing is known; left out: all are.
        """
        known = self._steps if last is None else self._steps[: last + 1]
        same = _same_foot(known, number)
        if same is None:
            return 0.0
        return replace(same, heading=heading).left

    def _print(
        self,
        kind: str,
        place: Sequence[float],
        heading: float,
        color: str,
        start: float,
        end: float = math.inf,
    ) -> Footprint:
        length = self._runner.foot
        x, y = place
        tip = x + length * math.cos(heading)
        heights = self._ground.height_range(min(x, tip), max(x, tip))
        z = heights[1] if heights else self._ground.height_at(x)
        return Footprint(kind, (x, y, z), heading, length, color, start, end)


def _same_foot(steps: Sequence[CrossedStep], number: int) -> Footfall | None:
    """The footfall of a step, or the last one before it of the same foot."""
    for earlier in range(number, -1, -2):
        if earlier < len(steps):
            return steps[earlier].footfall
    return None
