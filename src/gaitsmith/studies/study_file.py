"""What a study file says: which keys are varied, and what counts as success."""

import math
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from gaitsmith.declarations import Declaration, Line

Above = Annotated[float, Field(gt=0)]


class SuccessSpec(Declaration):
    """When the best of a cell counts as a success: all that is asked for is true."""

    seconds: Annotated[float, Field(gt=0, le=3600)] = 100.0
    """s, that it stays up at its own rate, undisturbed."""
    sturdy: bool = False
    """Whether it must also hold all that the check at the end of a search tries."""
    objective: float | None = None
    """At most."""
    terms: Mapping[str, float] = Field(default={})
    """What a term may contribute to the objective at most, by its name."""
    least_speed: float | None = None
    """m/s, of the walk in its own setting."""

    @property
    def sentence(self) -> str:
        """In words."""
        parts = [f"stays up for {self.seconds:g} s"]
        if self.sturdy:
            parts.append("holds at other rates and starts")
        if self.objective is not None:
            parts.append(f"has an objective of at most {self.objective:g}")
        parts += [
            f"its term {name} contributes at most {most:g}"
            for name, most in self.terms.items()
        ]
        if self.least_speed is not None:
            parts.append(f"is at least {self.least_speed:g} m/s fast")
        return f"A search succeeds if its best {', '.join(parts)}."


class MeasureSpec(Declaration):
    """What is measured of the best of every cell, beside its score card."""

    gait: bool = True
    """Steps, energy, and likeness to people."""
    pushes: bool = False
    """The largest pushes from eight directions, which take some seconds to minutes."""


class FrontSpec(Declaration):
    """A trade-off: columns of the table, of which nobody has the best of all."""

    less: tuple[str, ...] = ()
    """The less, the better."""
    more: tuple[str, ...] = ()
    """The more, the better."""


class NeighboursSpec(Declaration):
    """Cells that start from a neighbour's best, not where their experiment does."""

    along: tuple[str, ...] = ()
    """Keys of the grid, the first one is walked first."""
    start: Mapping[str, Any] = Field(default={})
    """By key, the value that is searched first; left out: the first one."""


class Variant(Declaration):
    """A few changes that belong together, under a name."""

    name: Line
    set: Mapping[str, Any] = Field(default={})


class StudyFile(Declaration):
    """The file."""

    description: Line = ""
    experiment: str = ""
    """Name or file of the experiment of all cells; or [grid] has the key."""
    set: Mapping[str, Any] = Field(default={})
    """Changes for all cells, by key, as in --set."""
    grid: Mapping[str, Any] = Field(default={})
    """By key, the values: a list, or a table with first, last and step or count."""
    variants: tuple[Variant, ...] = ()
    """A list of changes, each combined with all of the grid."""
    chain: NeighboursSpec = NeighboursSpec()
    success: SuccessSpec = SuccessSpec()
    measure: MeasureSpec = MeasureSpec()
    show: tuple[str, ...] = ("objective",)
    """Columns of the table that are drawn over the varied keys."""
    front: FrontSpec = FrontSpec()


class Range(Declaration):
    """Values from the first to the last."""

    first: float | int
    last: float | int
    step: Annotated[float | int, Field(gt=0)] | None = None
    count: Annotated[int, Field(ge=1)] | None = None

    @property
    def number(self) -> int:
        """How many there are."""
        if self.count is not None:
            return self.count
        step = 1 if self.step is None else self.step
        # A step that ends at the last value but for rounding reaches it.
        return max(0, math.floor((self.last - self.first) / step + 1e-9) + 1)

    def values(self) -> tuple[float | int, ...]:
        """All of them, whole numbers if the ends and the step are."""
        if self.count == 1:
            return (self.first,)
        step = 1 if self.step is None else self.step
        if self.count is not None:
            step = (self.last - self.first) / (self.count - 1)
            step = int(step) if step.is_integer() else step
        found = [self.first + number * step for number in range(self.number)]
        return tuple(x if isinstance(x, int) else round(x, 12) for x in found)
