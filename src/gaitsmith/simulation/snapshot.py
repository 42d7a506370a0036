"""The state of a running simulation, to come back to."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import State
from gaitsmith.simulation.standard_meters import StandardMeters


@dataclass(frozen=True)
class Snapshot:
    """All that the rest of a rollout depends on, but character, law and world."""

    qpos: Floats  # (nq,)
    qvel: Floats  # (nv,)
    memory: np.ndarray  # (1,) what the law remembers
    moving: "Moving"
    step: int  # the next time step
    outcome: Outcome
    generator: np.random.Generator


class Moving(NamedTuple):
    """What a rollout changes as it goes on; kept together, since they share arrays."""

    actuators: tuple[Any, ...]
    state: State
    standard: StandardMeters
    meters: tuple[Any, ...]  # of the objective terms


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
