"""A table that shows what we measure beside what was published."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gaitsmith.kernels.records import Floats
from gaitsmith.runs.solution import Solution

Cell = str | float | int | None


@dataclass(frozen=True)
class Exhibit:
    """A solution whose motion is shown on the page."""

    label: str
    solution: Solution


@dataclass(frozen=True)
class Line:
    """One curve."""

    label: str
    y: Floats
    """(points,)"""
    is_reference: bool = False
    """Drawn as what the others are compared with."""
    x: Floats | None = None
    """(points,) of single points instead of a curve; left out: the plot's."""


@dataclass(frozen=True)
class Plot:
    """Curves over the same axis, over a band of people where there is one."""

    title: str
    x_label: str
    y_label: str
    x: Floats
    """(points,)"""
    lines: tuple[Line, ...]
    band: tuple[Floats, Floats] | None = None
    """(points,) each: mean and standard deviation of people."""


@dataclass(frozen=True)
class Comparison:
    """Rows under named columns, with a verdict in words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    verdict: str
    exhibits: tuple[Exhibit, ...] = ()
    """Shown on the page, moving."""
    plots: tuple[Plot, ...] = ()
    pushes: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """N, largest push by direction, by name of the character: a polar plot."""

    def __post_init__(self) -> None:
        """Columns are keys for scripts, so their names must differ."""
        if len(set(self.columns)) != len(self.columns):
            raise ValueError(f"columns must have different names, got {self.columns}")

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "title": self.title,
            "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows],
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        """Aligned columns."""
        cells = [self.columns, *(tuple(map(_text, row)) for row in self.rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        lines = [
            "  ".join(
                cell.rjust(width) for cell, width in zip(row, widths, strict=True)
            )
            for row in cells
        ]
        return "\n".join([self.title, "", *lines, "", self.verdict])


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)
