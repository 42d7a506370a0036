"""Example steps: what was done in which state, and what came of it."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.planning.walker import STATE_NAMES


@dataclass(frozen=True)
class ExampleSteps:
    """(steps,) or (steps, numbers) arrays; row i is one step."""

    action_names: tuple[str, ...]
    sequence: Integers  # (steps,) which sequence it is from
    number: Integers  # (steps,) its place there
    state: Floats  # (steps, 5) before it, see `walker.STATE_NAMES`
    action: Floats  # (steps, parts)
    next_state: Floats  # (steps, 5) after it
    length: Floats  # (steps,) m, from heel to heel
    error: Floats  # (steps,) m, by which it landed beyond where it should
    clearance: Floats  # (steps,) m, of the swing foot over level ground
    skid: Floats  # (steps,) m that its heel goes on while it is about to touch it
    aside: Floats  # (steps,) m that it lands outward of the other; 0 in the plane

    def __len__(self) -> int:
        """Number of example steps."""
        return len(self.length)

    def first(self, count: int) -> "ExampleSteps":
        """Only the first `count` steps."""
        return self._only(slice(count))

    def with_those_of(self, others: "ExampleSteps") -> "ExampleSteps":
        """Only steps that start where one of some others does."""
        starts = set(zip(others.sequence.tolist(), others.number.tolist(), strict=True))
        own = zip(self.sequence.tolist(), self.number.tolist(), strict=True)
        return self._only(np.array([start in starts for start in own], dtype=bool))

    def _only(self, rows: "slice | np.ndarray") -> "ExampleSteps":
        arrays = {name: getattr(self, name)[rows] for name in ARRAYS}
        return ExampleSteps(self.action_names, **arrays)


ARRAYS = tuple(field.name for field in fields(ExampleSteps))[1:]
FIGURES = ARRAYS[-5:]  # of a step: one number each
YOUNGEST = FIGURES[-1:]  # columns that older tables do not have; 0 there


@dataclass(frozen=True)
class PlacementErrors:
    """How well steps land where they should: Coros et al. 2008, section 6."""

    mean: float  # m
    below_6_cm: float  # share of them
    above_12_cm: float


def placement_errors(examples: ExampleSteps) -> PlacementErrors:
    """Of all examples."""
    errors = np.abs(examples.error)
    return PlacementErrors(
        mean=float(np.mean(errors)),
        below_6_cm=float(np.mean(errors < 0.06)),
        above_12_cm=float(np.mean(errors > 0.12)),
    )


def columns(action_names: tuple[str, ...]) -> tuple[str, ...]:
    """The header of the table."""
    return (
        "sequence",
        "number",
        *(f"state.{name}" for name in STATE_NAMES),
        *(f"action.{name}" for name in action_names),
        *(f"next.{name}" for name in STATE_NAMES),
        *FIGURES,
    )


def joined(parts: list[ExampleSteps]) -> ExampleSteps:
    """The steps of several sequences, in this order."""
    arrays = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS
    }
    return ExampleSteps(parts[0].action_names, **arrays)


def from_rows(action_names: tuple[str, ...], rows: Sequence[Floats]) -> ExampleSteps:
    """Steps from rows of numbers, see `columns`."""
    width = len(columns(action_names))
    numbers = np.array(rows).reshape(len(rows), width)
    states, parts = len(STATE_NAMES), len(action_names)
    ends = np.cumsum([2, states, parts, states])
    return ExampleSteps(
        action_names,
        numbers[:, 0].astype(np.int64),
        numbers[:, 1].astype(np.int64),
        numbers[:, ends[0] : ends[1]],
        numbers[:, ends[1] : ends[2]],
        numbers[:, ends[2] : ends[3]],
        *numbers[:, ends[3] :].T,
    )


def to_table(steps: ExampleSteps) -> str:
    """As CSV; a number has as many digits as a step can be told by."""
    numbers = np.column_stack([getattr(steps, name) for name in ARRAYS[2:]])
    lines = [",".join(columns(steps.action_names))]
    for sequence, number, row in zip(
        steps.sequence, steps.number, numbers, strict=True
    ):
        cells = [str(sequence), str(number), *(f"{value:.7g}" for value in row)]
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def from_table(text: str, action_names: tuple[str, ...], source: str) -> ExampleSteps:
    """Read a table; refuse one of another action, or cut off."""
    lines = text.splitlines()
    header = columns(action_names)
    found = tuple(next(csv.reader(lines[:1]))) if lines else ()
    missing = [0.0] * len(YOUNGEST) if found + YOUNGEST == header else []
    if found + YOUNGEST[: len(missing)] != header:
        raise InputError(
            f"{source}: line 1: the header must be {','.join(header)}; these are steps"
            " of another skill, or no steps."
        )
    rows = []
    for line, cells in enumerate(csv.reader(lines[1:]), start=2):
        try:
            row = np.array([*map(float, cells), *missing])
        except ValueError:
            row = np.zeros(0)
        if len(row) != len(header) or not np.all(np.isfinite(row)):
            wanted = len(header) - len(missing)
            raise InputError(
                f"{source}: line {line}: it must have {wanted} finite numbers."
            )
        rows.append(row)
    return from_rows(action_names, rows)


def read_examples(
    path: Path, action_names: tuple[str, ...], is_optional: bool = False
) -> ExampleSteps:
    """The table in a file; refuse one without steps, if it is not optional."""
    if is_optional and not path.exists():
        return from_rows(action_names, [])
    examples = from_table(read_text(path), action_names, str(path))
    if not len(examples) and not is_optional:
        raise InputError(f"{path}: it has no example steps; train the skill first.")
    return examples
