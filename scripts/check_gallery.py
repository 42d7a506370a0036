"""Check whether the solutions of the gallery hold, and keep what came of it with each.

    python scripts/check_gallery.py                     # all that were not checked yet
    python scripts/check_gallery.py wang2009/stocky ... # these, anew

Each is simulated for 100 s at the rate that it was found at, at 1200, 2400 and 4800 Hz,
and at its own from four starts a little off; a withdrawal for as long as it was asked
to walk. Solutions on the same body and ground go
beside each other in lanes. It can be stopped and started again.
"""

import argparse
import json
from collections.abc import Iterator

from gaitsmith.characters.character import self_contained
from gaitsmith.experiment import storable
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.optimization.sturdiness_check import (
    Candidate,
    check_together,
    spec_in_hertz,
)
from gaitsmith.runs.solution import Solution, keep_sturdiness
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

RATES = (1200.0, 2400.0, 4800.0)  # Hz


def gallery_candidate(solution: Solution) -> Candidate:
    """How a solution of the gallery is checked."""
    own = solution.problem.setting.rate
    # A withdrawal is keyframes by the clock, written out for so long.
    is_withdrawn = solution.provenance.command.startswith("gaitsmith withdraw ")
    seconds = solution.problem.setting.duration if is_withdrawn else None
    spec = spec_in_hertz(own, sorted({own, *RATES}), seconds=seconds)
    return Candidate(solution.problem, solution.values, spec)


def side_by_side(names: list[str]) -> Iterator[dict[str, Solution]]:
    """The solutions, with those together that can be simulated together."""
    groups: dict[str, dict[str, Solution]] = {}
    for name in names:
        solution = load_solution(name)
        problem = solution.problem
        alike = [
            storable(self_contained(problem.character)),
            storable(gallery_candidate(solution).setting(100.0).model_dump()),
            problem.controller.declaration().law,
        ]
        groups.setdefault(json.dumps(alike, default=str), {})[name] = solution
    for group in groups.values():
        names = list(group)
        for start in range(0, len(names), WIDTH):
            yield {name: group[name] for name in names[start : start + WIDTH]}


def main() -> None:
    """Check and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    files = gallery()
    names = given.names or [n for n in files if load_solution(n).sturdiness is None]
    for group in side_by_side(names):
        asked = [gallery_candidate(solution) for solution in group.values()]
        found = check_together(asked, workers=given.workers)
        for (name, solution), one in zip(group.items(), found, strict=True):
            keep_sturdiness(files[name], one)
            print(f"{name} ({solution.kind}): {one.sentence}", flush=True)


if __name__ == "__main__":
    main()
