"""How a study is looked at: over which keys, and which of its gaits nobody beats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import SEEDS, Axis, Study
from gaitsmith.studies.study_file import FrontSpec

SPEED_GOAL = "objective.user.speed"


@dataclass(frozen=True)
class Look:
    """What is drawn to the right, what upward, and what by colour."""

    x: Axis | None
    """Numbers; None: no key is varied by numbers."""
    y: Axis | None
    """Numbers, of a heat map; None: curves."""
    others: tuple[str, ...]
    """Keys that tell the curves apart."""

    def series(self, found: Found) -> tuple[Any, ...]:
        """Which curve a cell belongs to."""
        return tuple(found.cell.values[key] for key in self.others)

    def place(self, found: Found) -> float:
        """Where a cell is on the horizontal axis: at the speed that it has, if asked.

        The speed of a walk is what costs, not the one that was its goal.
        """
        assert self.x is not None, "a study without numbers has no axis"
        if self.x.key == SPEED_GOAL:
            return float(found.numbers.get("speed") or 0.0)
        return float(found.cell.values[self.x.key])


def look_of(study: Study) -> Look:
    """Two keys with numbers make a heat map; one, or more than two, make curves."""
    varied = [a for a in study.axes if len(a.values) > 1 and a.key not in SEEDS]
    numeric = [axis for axis in varied if all(map(is_number, axis.values))]
    if len(numeric) == 2 and len(varied) == 2:
        return Look(numeric[0], numeric[1], ())
    x = max(numeric, key=lambda axis: len(axis.values), default=None)
    return Look(x, None, tuple(axis.key for axis in varied if axis is not x))


def is_number(value: Any) -> bool:
    """Whether it has a place on an axis."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def front(found: Sequence[Found], spec: FrontSpec) -> tuple[Found, ...]:
    """Cells than which none is better in everything at once; only successes compete."""
    points = list(_points(found, spec))
    return tuple(
        one
        for one, mine in points
        if not any(_beats(other, mine) for _, other in points)
    )


def _points(
    found: Sequence[Found], spec: FrontSpec
) -> Iterator[tuple[Found, tuple[float, ...]]]:
    """Cells with what is wanted of them, all so that less is better."""
    for one in found:
        less = [one.numbers.get(column) for column in spec.less]
        more = [one.numbers.get(column) for column in spec.more]
        if one.is_success and None not in (*less, *more):
            yield one, (*(float(x or 0) for x in less), *(-float(x or 0) for x in more))


def _beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Nowhere worse, and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
