"""A recording on disk: NPZ, plain named arrays, no pickle."""

import io
from pathlib import Path
from typing import Any

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, SIDES
from gaitsmith.errors import InputError
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.rollout import Rollout


def require_recording_name(path: Path) -> None:
    """Refuse a file name that does not say what the file is."""
    if path.suffix != ".npz":
        raise InputError(f"--record {path}: the file's name must end in .npz.")


def write_recording(path: Path, solution: Solution, rollout: Rollout) -> None:
    """Write all arrays of a recorded rollout, with the joints' names and addresses.

    Of a body with muscles also, for each leg: their names, their max isometric force
    [N] and the optimal length [m] of their fibres.
    """
    require_recording_name(path)
    if rollout.recording is None:
        raise ValueError("the rollout was not recorded")
    hinges = solution.problem.character.roles.hinges
    arrays: dict[str, Any] = {
        **rollout.recording.arrays(),
        "joint_names": np.array([hinge.name for hinge in hinges]),
        "joint_positions": np.array([hinge.position for hinge in hinges]),
        "joint_axes": np.array([hinge.axis for hinge in hinges]),
    }
    if rollout.muscles is not None:
        arrays |= {
            "muscle_names": np.array(
                [[f"{side}_{name}" for name in MUSCLE_NAMES] for side in SIDES]
            ),
            "muscle_max_force": rollout.muscles.max_force,
            "muscle_optimal_length": rollout.muscles.optimal_length,
        }
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    write_atomically(path, buffer.getvalue())
