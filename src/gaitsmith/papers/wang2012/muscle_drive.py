"""What all laws with muscles share: a body that has them, and how they set off."""

from typing import Any

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Phases
from gaitsmith.papers.wang2012.reflex_memory import MEMORY


def require_muscles(character: Character, law: str) -> None:
    """Refuse a body that declares no muscles."""
    if character.spec.muscles is None:
        raise InputError(
            f"law '{law}' excites muscles, and character '{character.name}' declares"
            " none; choose one that does, such as 'adult_muscles' or 'geyer', or give"
            " it the table [character.muscles]."
        )


def muscle_drive(law: Any, qpos: Floats, qvel: Floats) -> Drive:
    """The left leg stands, the right one is about to; both may change phase at once.

    Args:
        law: of a body with muscles.
        qpos: (nq,) start.
        qvel: (nv,)
    """
    memory = np.zeros(1, dtype=MEMORY)
    memory[0]["state"] = LEFT
    memory[0]["since"] = -1.0  # s: long enough ago
    phases = Phases(
        np.array([LEFT, RIGHT], dtype=np.int64), np.zeros(2, dtype=np.bool_)
    )
    return Drive(law, memory, phases, qpos, qvel)
