"""A table that shows what we measure beside what was published."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers

_LINE, _NAME = 100, 36  # letters of a line of the notes, and of a row's name
Cell = str | float | int | None
Row = Mapping[str, Cell | bool]
"""Cells by column."""
Tell = Callable[[str], None]
"""Is given a line of progress now and then."""


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
class CurvePlot:
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
    plots: tuple[CurvePlot, ...] = ()
    pushes: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """N, largest push by direction, by name of the character: a polar plot."""
    notes: tuple[str, ...] = ()
    """Paragraphs below the table."""
    judged: tuple[str, ...] = ()
    """Columns that say whether a row is reached; left out: the last of yes and no."""
    records: tuple[Mapping[str, Any], ...] = ()
    """The rows as scripts read them, where they hold more than is shown."""

    def __post_init__(self) -> None:
        """Columns are keys for scripts, so their names must differ."""
        if len(set(self.columns)) != len(self.columns):
            raise ValueError(f"columns must have different names, got {self.columns}")

    @classmethod
    def of(cls, title: str, rows: Sequence[Row], verdict: str, **shown: Any) -> Self:
        """A table of rows by column; what is true or false becomes yes or no.

        Args:
            title: says whose figures.
            rows: one may lack columns of another, and is empty there.
            verdict: in words.
            shown: exhibits, plots, pushes, notes and more.
        """
        longest = max(rows, key=len)
        columns = dict.fromkeys([*longest, *(name for row in rows for name in row)])
        cells = tuple(tuple(_cell(row.get(name)) for name in columns) for row in rows)
        return cls(title, tuple(columns), cells, verdict, **shown)

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        shown = (dict(zip(self.columns, row, strict=True)) for row in self.rows)
        return {
            "title": self.title,
            "rows": list(self.records or shown),
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        """Aligned columns, and what is said below them."""
        rows = (self.columns, *(tuple(map(cell_text, row)) for row in self.rows))
        cells = [line for row in rows for line in _lines(row)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        lines = [
            "  ".join(
                cell.rjust(width) if i else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in cells
        ]
        below = [textwrap.fill(text, _LINE) for text in (*self.notes, self.verdict)]
        return "\n".join([self.title, "", *lines, "", *below])


def _lines(row: Sequence[str]) -> list[tuple[str, ...]]:
    """A row, and below it what is left of a long name."""
    name, *more = textwrap.wrap(row[0], _NAME) or [""]
    return [(name, *row[1:]), *((part, *[""] * len(row[1:])) for part in more)]


def yes_or_no(is_reached: bool) -> str:
    """As the tables say it."""
    return "yes" if is_reached else "no"


def count_true(rows: Sequence[Row], column: str) -> int:
    """In how many rows a column is true."""
    return sum(_cell(row.get(column)) == "yes" for row in rows)


def _cell(cell: Cell | bool) -> Cell:
    return yes_or_no(bool(cell)) if isinstance(cell, bool | np.bool_) else cell


def cell_text(cell: Cell) -> str:
    """As it is printed."""
    if cell is None:
        return "-"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


TableMaker = Callable[[Tell, AnyWorkers], Comparison]
"""Makes a table, with so many threads; None: one for each processor."""
