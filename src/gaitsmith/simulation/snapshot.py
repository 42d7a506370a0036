"""The state of a running simulation, to come back to."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.kernels.tally import Tally
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import State


@dataclass(frozen=True)
class Snapshot:
    """All that the rest of a rollout depends on, but character, law and world."""

    qpos: Floats  # (nq,)
    qvel: Floats  # (nv,)
    memory: np.ndarray  # (1,) what the law remembers
    state: State
    tally: Tally
    step: int  # the next time step
    outcome: Outcome
    generator: np.random.Generator


def copied(record: Any) -> Any:
    """A named tuple with copies of its arrays, and of those of its named tuples."""
    return type(record)(
        *(
            copied(part)
            if isinstance(part, tuple)
            else part.copy()
            if isinstance(part, np.ndarray)
            else part
            for part in record
        )
    )
