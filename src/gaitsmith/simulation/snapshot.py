"""The state of a running simulation, to come back to."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gaitsmith.simulation.outcome import Outcome


@dataclass(frozen=True)
class Snapshot:
    """All that the rest of a rollout depends on, but character, law and world."""

    memory: np.ndarray  # (1,) what the law remembers
    moving: Any  # all that a rollout changes, see `running.Moving`
    outcome: Outcome
    generator: np.random.Generator


def copied(record: Any, done: dict[int, np.ndarray] | None = None) -> Any:
    """A tuple with copies of its arrays, and of those of the tuples in it.

    An array that stands in two places is one array in the copy, too.
    """
    done = {} if done is None else done
    parts = []
    for part in record:
        if isinstance(part, tuple):
            parts.append(copied(part, done))
        elif isinstance(part, np.ndarray):
            if id(part) not in done:
                done[id(part)] = part.copy()
            parts.append(done[id(part)])
        else:
            parts.append(part)
    return type(record)(*parts) if hasattr(record, "_fields") else tuple(parts)


def overwrite(record: Any, other: Any) -> None:
    """Put the numbers of another record of the same shape into a record's arrays."""
    for mine, given in zip(record, other, strict=True):
        if isinstance(mine, tuple):
            overwrite(mine, given)
        elif isinstance(mine, np.ndarray):
            mine[...] = given
