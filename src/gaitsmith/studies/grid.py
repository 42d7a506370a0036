"""A study: axes, the cells that they make, and which of them follow others.

A cell is one combination of values, the last axis fastest. In a chain it starts from
the best of a neighbour that is one step nearer to the chain's start.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaitsmith.declarations import Declaration, Line
from gaitsmith.studies.study_file import (
    FrontSpec,
    MeasureSpec,
    NeighboursSpec,
    SuccessSpec,
    Variant,
)

EXPERIMENT, VARIANT = "experiment", "variant"  # keys of their own among the axes
SEEDS = ("seed", "search_seed")  # repeat a cell, and do not make it another


class Axis(Declaration):
    """One key, and the values that it takes."""

    key: str
    values: tuple[Any, ...]


class Base(Declaration):
    """An experiment file as it was when the study began."""

    name: str
    folder: str
    """That its paths are relative to; empty if it has none."""
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """One search of a study."""

    number: int
    """From 1."""
    values: dict[str, Any]
    """Of every axis."""
    before: int | None = None
    """Number of the cell whose best it starts from; None: as its experiment says."""

    @property
    def words(self) -> str:
        """Its values in a line."""
        return words_of(self.values)


class Study(Declaration):
    """What was asked for, complete: it is what the folder of a study keeps."""

    name: Line
    description: Line = ""
    axes: tuple[Axis, ...]
    bases: tuple[Base, ...]
    variants: tuple[Variant, ...] = ()
    set: Mapping[str, Any]
    chain: NeighboursSpec
    success: SuccessSpec
    measure: MeasureSpec
    show: tuple[str, ...]
    front: FrontSpec
    limit: int | None = None
    """Only the first so many cells; None: all."""

    @property
    def all_cells(self) -> int:
        """How many combinations there are."""
        return math.prod(len(axis.values) for axis in self.axes)

    @property
    def count(self) -> int:
        """How many cells are asked for."""
        return min(self.all_cells, self.limit or self.all_cells)

    def cells(self) -> Iterator[Cell]:
        """All that are asked for, in order."""
        sizes = [range(len(axis.values)) for axis in self.axes]
        places = itertools.islice(itertools.product(*sizes), self.count)
        for number, place in enumerate(places, start=1):
            yield Cell(number, self._values(place), self._before(place))

    def _values(self, place: tuple[int, ...]) -> dict[str, Any]:
        pairs = zip(self.axes, place, strict=True)
        return {axis.key: axis.values[index] for axis, index in pairs}

    def _before(self, place: tuple[int, ...]) -> int | None:
        """One step towards the start, along the last key that is not there yet."""
        for axis, origin in reversed(self._origins):
            away = place[axis] - origin
            if away:
                index = place[axis] + (-1 if away > 0 else 1)
                return self._number((*place[:axis], index, *place[axis + 1 :]))
        return None

    def _number(self, place: tuple[int, ...]) -> int:
        number = 0
        for axis, index in zip(self.axes, place, strict=True):
            number = number * len(axis.values) + index
        return number + 1

    @cached_property
    def _origins(self) -> tuple[tuple[int, int], ...]:
        """Axis and index of the start, for each key of the chain."""
        keys = [axis.key for axis in self.axes]
        found: list[tuple[int, int]] = []
        for key in self.chain.along:
            axis = keys.index(key)
            values = self.axes[axis].values
            first = self.chain.start.get(key, values[0])
            found.append((axis, values.index(first)))
        return tuple(found)

    def folder(self, cell: Cell) -> str:
        """Name of the folder of its search, in that of the study."""
        return f"cell-{cell.number:0{max(2, len(str(self.all_cells)))}d}"

    def changes(self, cell: Cell) -> dict[str, Any]:
        """What its experiment is changed by, by key; the study's own first."""
        varied = dict(cell.values)
        varied.pop(EXPERIMENT, None)
        name = varied.pop(VARIANT, None)
        bundle = next((v.set for v in self.variants if v.name == name), {})
        return {**self.set, **bundle, **varied}

    def base(self, cell: Cell) -> Base:
        """Whose experiment it is."""
        name = cell.values.get(EXPERIMENT, self.bases[0].name)
        return next(base for base in self.bases if base.name == name)

    def group(self, cell: Cell) -> tuple[tuple[str, Any], ...]:
        """What it has in common with its repetitions: all values but the seed."""
        return tuple((k, v) for k, v in cell.values.items() if k not in SEEDS)


def words_of(values: Mapping[str, Any]) -> str:
    """Values by key in a line; names say themselves what they are."""
    return ", ".join(
        text_of(value)
        if key in (EXPERIMENT, VARIANT)
        else f"{short_key(key)}={text_of(value)}"
        for key, value in values.items()
    )


def short_key(key: str) -> str:
    """Its last part."""
    return key.rpartition(".")[2]


def text_of(value: Any) -> str:
    """A value as people read it in a line."""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return " ".join(f"{key}={text_of(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(text_of, value))
    return str(value)
