"""How every law with muscles sets off."""

from typing import Any

import numpy as np

from gaitsmith.control.controller import Drive
from gaitsmith.control.reflex_memory import MEMORY
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.kernels.tally import Phases


def muscle_drive(law: Any, qpos: Floats, qvel: Floats) -> Drive:
    """The left leg stands, the right one is about to; both may change phase at once.

    Args:
        law: with `muscles`, and the qvel addresses `leg_axis` of what they move.
        qpos: (nq,) start.
        qvel: (nv,)
    """
    memory = np.zeros(1, dtype=MEMORY)
    memory[0]["state"] = LEFT
    memory[0]["since"] = -1.0  # s: long enough ago
    phases = Phases(
        np.array([LEFT, RIGHT], dtype=np.int64), np.zeros(2, dtype=np.bool_)
    )
    axes = tuple(int(axis) for axis in law.leg_axis.flat)
    return Drive(law, memory, phases, qpos, qvel, axes, law.muscles)
