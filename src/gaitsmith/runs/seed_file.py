"""What the same search found from other seeds, beside a solution of the gallery.

`nwalk.json` has it in `nwalk.seeds.json`: values and what is known of them; the problem
is the solution's.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from gaitsmith.declarations import Declaration, declare, read_json
from gaitsmith.errors import InputError
from gaitsmith.experiment import Seed
from gaitsmith.optimization.sturdiness import SturdinessDeclaration
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.runs.solution import Provenance, Solution
from gaitsmith.solution_file import SEEDS_SUFFIX

FORMAT = "gaitsmith-seeds"


class _OtherDeclaration(Declaration):
    seed: Seed
    command: str
    evaluations: Annotated[int, Field(ge=0)]
    objective: float
    sturdiness: SturdinessDeclaration
    parameters: dict[str, float]


class _SeedsDeclaration(Declaration):
    format: Literal["gaitsmith-seeds"]
    version: Literal[1]
    others: tuple[_OtherDeclaration, ...]


def seed_file(solution_file: Path) -> Path:
    """Where the finds of other seeds are, if there are any."""
    return solution_file.with_name(solution_file.stem + SEEDS_SUFFIX)


def write_seeds(path: Path, others: Sequence[Solution]) -> None:
    """Keep what other seeds found; each one scored and checked."""
    kept = []
    for one in others:
        assert one.sturdiness is not None, "only what was checked is kept"
        kept.append(
            {
                "seed": one.provenance.seed,
                "command": one.provenance.command,
                "evaluations": one.provenance.evaluations,
                "objective": one.score["total"],
                "sturdiness": one.sturdiness.as_dict(),
                "parameters": one.values,
            }
        )
    write_atomically(path, to_json({"format": FORMAT, "version": 1, "others": kept}))


def read_seeds(solution_file: Path, solution: Solution) -> dict[int, Solution]:
    """The solution and what other seeds found, by seed.

    Raises:
        InputError: the file beside it is no such file, or of other parameters.
    """
    path, found = seed_file(solution_file), {solution.provenance.seed: solution}
    if not path.is_file():
        return found
    for one in declare(_SeedsDeclaration, read_json(path), str(path)).others:
        if set(one.parameters) != set(solution.values):
            raise InputError(f"{path}: parameters: they are not those of the solution.")
        found[one.seed] = replace(
            solution,
            values=one.parameters,
            provenance=Provenance(one.command, one.seed, one.evaluations),
            score={"total": one.objective},
            sturdiness=one.sturdiness.read(),
        )
    return dict(sorted(found.items()))
