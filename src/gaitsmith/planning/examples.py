"""Example steps: what was done in which state, and what came of it."""

import csv
import io
import math
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

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
        arrays = {
            field.name: getattr(self, field.name)[rows]
            for field in fields(self)
            if field.name != "action_names"
        }
        return ExampleSteps(self.action_names, **arrays)


def columns(action_names: tuple[str, ...]) -> tuple[str, ...]:
    """The header of the table."""
    return (
        "sequence",
        "number",
        *(f"state.{name}" for name in STATE_NAMES),
        *(f"action.{name}" for name in action_names),
        *(f"next.{name}" for name in STATE_NAMES),
        "length",
        "error",
        "clearance",
        "skid",
    )


def joined(parts: list[ExampleSteps]) -> ExampleSteps:
    """The steps of several sequences, in this order."""
    arrays = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(ExampleSteps)
        if field.name != "action_names"
    }
    return ExampleSteps(parts[0].action_names, **arrays)


def to_table(steps: ExampleSteps) -> str:
    """As CSV; a number has as many digits as a step can be told by."""
    lines = [",".join(columns(steps.action_names))]
    for i in range(len(steps)):
        numbers = [
            *steps.state[i],
            *steps.action[i],
            *steps.next_state[i],
            steps.length[i],
            steps.error[i],
            steps.clearance[i],
            steps.skid[i],
        ]
        cells = [str(int(steps.sequence[i])), str(int(steps.number[i]))]
        cells += [f"{number:.7g}" for number in numbers]
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def from_table(text: str, action_names: tuple[str, ...], source: str) -> ExampleSteps:
    """Read a table; refuse one of another action, or cut off."""
    rows = list(csv.reader(io.StringIO(text)))
    header = columns(action_names)
    if not rows or tuple(rows[0]) != header:
        raise InputError(
            f"{source}: line 1: the header must be {','.join(header)}; these are steps"
            " of another skill, or no steps."
        )
    numbers = np.empty((len(rows) - 1, len(header)))
    for line, row in enumerate(rows[1:], start=2):
        try:
            found = [float(cell) for cell in row]
        except ValueError:
            found = []
        if len(found) != len(header) or not all(map(math.isfinite, found)):
            raise InputError(
                f"{source}: line {line}: it must have {len(header)} finite numbers."
            )
        numbers[line - 2] = found
    states, parts = len(STATE_NAMES), len(action_names)
    ends = np.cumsum([2, states, parts, states])
    return ExampleSteps(
        action_names=action_names,
        sequence=numbers[:, 0].astype(np.int64),
        number=numbers[:, 1].astype(np.int64),
        state=numbers[:, ends[0] : ends[1]],
        action=numbers[:, ends[1] : ends[2]],
        next_state=numbers[:, ends[2] : ends[3]],
        length=numbers[:, -4],
        error=numbers[:, -3],
        clearance=numbers[:, -2],
        skid=numbers[:, -1],
    )


def read_examples(path: Path, action_names: tuple[str, ...]) -> ExampleSteps:
    """The table in a file; refuse one without steps."""
    examples = read_table(path, action_names)
    if not len(examples):
        raise InputError(f"{path}: it has no example steps; train the skill first.")
    return examples


def read_table(path: Path, action_names: tuple[str, ...]) -> ExampleSteps:
    """The table in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise InputError(f"{path}: cannot be read: {reason}.") from None
    return from_table(text, action_names, str(path))


def read_explored(path: Path, action_names: tuple[str, ...]) -> ExampleSteps:
    """The table in a file; none if there is no file."""
    if path.exists():
        return read_table(path, action_names)
    return from_table(",".join(columns(action_names)), action_names, str(path))
