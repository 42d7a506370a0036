"""A push table on disk, beside the solution that it belongs to.

`best.json` has its table in `best.pushes.json`. The table carries a digest of the
solution, so that one that was made before the solution changed is not believed.
"""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from gaitsmith.declarations import Declaration, declare, read_json
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.experiment import storable
from gaitsmith.force_search import LARGEST_FORCE
from gaitsmith.pushes import DIRECTIONS, PhaseForces, PushTable
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import PUSHES_SUFFIX

FORMAT = "gaitsmith-pushes"
_Forces = dict[str, Annotated[float, Field(ge=0, le=LARGEST_FORCE)]]
_Positive = Annotated[float, Field(gt=0)]


class _PhaseDeclaration(Declaration):
    phase: Annotated[float, Field(ge=0, le=1)]
    start: Annotated[float, Field(ge=0)]
    forces: _Forces


class _PushDeclaration(Declaration):
    format: Literal["gaitsmith-pushes"]
    version: Literal[1]
    solution: str
    forces: _Forces
    duration: _Positive
    period: _Positive
    walks: bool
    by_phase: tuple[_PhaseDeclaration, ...] | None = None


def push_file(solution_file: Path) -> Path:
    """Where the push table of a solution file is, if there is one."""
    return solution_file.with_name(solution_file.stem + PUSHES_SUFFIX)


def write_pushes(path: Path, solution: Solution, table: PushTable) -> None:
    """Keep a push table of `solution`."""
    content = {
        "format": FORMAT,
        "version": 1,
        "solution": solution_digest(solution),
        **table.as_dict(),
    }
    write_atomically(path, to_json(content))


def read_pushes(path: Path, solution: Solution) -> PushTable | None:
    """The push table in a file; None if it is another solution's.

    Raises:
        InputError: the file is missing, or is no push table.
    """
    content = read_json(path)
    if not isinstance(content, dict):
        raise InputError(f"{path}: this is no push table: it must be a JSON object.")
    declared = declare(_PushDeclaration, content, str(path))
    parts = declared.by_phase or ()
    for forces in (declared.forces, *(part.forces for part in parts)):
        for name in forces:
            if name not in DIRECTIONS:
                raise unknown_name("direction", name, DIRECTIONS, str(path))
    if declared.solution != solution_digest(solution):
        return None
    phases = tuple(PhaseForces(p.phase, p.start, p.forces) for p in parts)
    return PushTable(
        forces=declared.forces,
        duration=declared.duration,
        period=declared.period,
        by_phase=None if declared.by_phase is None else phases,
        walks=declared.walks,
    )


def solution_digest(solution: Solution) -> str:
    """What tells a solution from others: its values, and the ground it walks on."""
    setting = storable(solution.problem.setting.model_dump(exclude_none=True))
    ground = {
        key: setting.get(key) for key in ("terrain", "friction", "stiffness", "damping")
    }
    # Tables from before a terrain could say these stay true of ground that does not.
    unsaid = {"crevasses": [], "walls": True}
    ground["terrain"] = {
        key: value
        for key, value in setting["terrain"].items()
        if key not in unsaid or value != unsaid[key]
    }
    text = json.dumps([ground, solution.values], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
