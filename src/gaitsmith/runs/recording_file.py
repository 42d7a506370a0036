"""A recording on disk: NPZ, plain named arrays, no pickle."""

import io
import os
from pathlib import Path

import numpy as np

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.simulation import Rollout


def write_recording(path: Path, solution: Solution, rollout: Rollout) -> None:
    """Write all arrays of a recorded rollout, with the names of bodies and joints."""
    if path.suffix != ".npz":
        raise InputError(f"--record {path}: the file's name must end in .npz.")
    if rollout.recording is None:
        raise ValueError("the rollout was not recorded")
    character = solution.experiment.problem.character
    names = [hinge.name for hinge in character.roles.hinges]
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        allow_pickle=False,
        **dict(rollout.recording.arrays()),
        joint_names=np.array(names),
        joint_positions=np.array([h.position for h in character.roles.hinges]),
        joint_axes=np.array([h.axis for h in character.roles.hinges]),
    )
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(buffer.getvalue())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WorkFailedError(f"{path}: cannot be written: {error.strerror}.") from None
