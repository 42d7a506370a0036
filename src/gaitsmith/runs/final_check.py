"""The end of a search: its last bests are compared by their sturdiness.

A search minimises its objective at one rate and from one start, and may end in a gait
that holds nowhere else. The last bests that it passed are checked then, the best first;
the first that holds everything is the result. What came of every check is kept in
sturdiness.json of the job's folder, so that a job which is killed meanwhile goes on
with the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gaitsmith.declarations import Declaration, declare, read_json
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.optimizers import Search
from gaitsmith.optimization.search import Generation
from gaitsmith.optimization.sturdiness import (
    Sturdiness,
    SturdinessDeclaration,
    SturdinessSpec,
    SturdyTrial,
    sturdiest,
)
from gaitsmith.optimization.sturdiness_check import check_sturdiness
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.best import Best, best_of
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers

STURDINESS_FILE = "sturdiness.json"
DISTINCT = 0.01  # relative; bests whose objectives are nearer are the same gait


@dataclass(frozen=True)
class Finalist:
    """A best that a search passed, checked."""

    generation: int
    """In which it was found."""
    total: float
    """Its objective."""
    sturdiness: Sturdiness

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "generation": self.generation,
            "total": self.total,
            "holds": self.sturdiness.holds,
            "held": self.sturdiness.num_held,
            "sentence": self.sturdiness.sentence,
        }

    def __str__(self) -> str:
        """In words."""
        return (
            f"{self.total:.6g}, of generation {self.generation}:"
            f" {self.sturdiness.sentence}"
        )


def finalists(passed: Sequence[Generation], search: Search) -> list[Generation]:
    """The last distinct bests of a search, lowest cost first, as many as it compares.

    Those of another level of a withdrawal solve another problem; where the last one
    reaches the optimiser's target, so must the others.
    """
    target = search.optimizer.target
    found: list[Generation] = []
    for one in reversed(passed):
        if found:
            last = found[-1]
            is_same = one.best - last.best < DISTINCT * abs(last.best)
            misses = target is not None and found[0].best <= target < one.best
            if one.level != last.level or misses:
                break
            if is_same:
                continue
        found.append(one)
    return found[: search.sturdiness.finalists]


class _Known(Declaration):
    """One check that was made."""

    name: str
    values: dict[str, float]
    sturdiness: SturdinessDeclaration


class _Memory(Declaration):
    """The file."""

    asked: SturdinessSpec
    checks: tuple[_Known, ...]


class FinalCheck:
    """Checks the solutions at the end of a job, and remembers what came of it."""

    def __init__(
        self, folder: Path, spec: SturdinessSpec, workers: AnyWorkers, watch: Watcher
    ) -> None:
        """Read what is known already.

        Args:
            folder: of the job.
            spec: what is tried.
            workers: threads; None: one per processor.
            watch: is told of every rate, and of every solution.
        """
        self._spec, self._workers, self._watch = spec, workers, watch
        self._file = folder / STURDINESS_FILE
        self._checks: list[_Known] = []
        if self._file.is_file():
            memory = declare(_Memory, read_json(self._file), str(self._file))
            if memory.asked == spec:
                self._checks = list(memory.checks)

    def compare(
        self, experiment: Experiment, rivals: Sequence[Generation], command: str
    ) -> tuple[tuple[Finalist, ...], Best | None]:
        """The finalists that were looked at, and the one that wins; None: none was.

        They come lowest cost first; after one that holds, no other is looked at.
        """
        bests: list[Best] = []
        found: list[Finalist] = []
        for rival in rivals:
            best = best_of(experiment, rival, command)
            sturdiness = self.check(best.solution, f"generation {rival.number}")
            if sturdiness is None:
                return (), None
            bests.append(
                replace(best, solution=replace(best.solution, sturdiness=sturdiness))
            )
            found.append(Finalist(rival.number, rival.best, sturdiness))
            if sturdiness.holds:
                break
        if not found:
            return (), None
        winner = sturdiest([finalist.sturdiness for finalist in found])
        return tuple(found), bests[winner]

    def checked(self, solution: Solution, name: str) -> Solution:
        """The same solution with its sturdiness, if that is asked for."""
        if self._spec.finalists == 0:
            return solution
        return replace(solution, sturdiness=self.check(solution, name))

    def check(self, solution: Solution, name: str) -> Sturdiness | None:
        """Its sturdiness, known or found; None of a law in plain Python."""
        for known in self._checks:
            if known.name == name and known.values == solution.values:
                return known.sturdiness.read()
        done = 0

        def tell(rate: float, trials: Sequence[SturdyTrial]) -> None:
            nonlocal done
            done += 1
            held = sum(trial.holds for trial in trials)
            words = f"{name}: {held} of {len(trials)} hold at {rate:g} Hz"
            self._watch(Advance("time step", done, len(self._spec.rates), words))

        self._watch(
            Advance("time step", 0, len(self._spec.rates), f"{name}: does it hold?")
        )
        found = check_sturdiness(
            solution.problem, solution.values, self._spec, self._workers, tell
        )
        if found is None:
            return None
        self._watch(Advance("check", 1, words=found.sentence, is_milestone=True))
        kept = declare(SturdinessDeclaration, found.as_dict(), name)
        self._checks.append(_Known(name=name, values=solution.values, sturdiness=kept))
        memory = _Memory(asked=self._spec, checks=tuple(self._checks))
        write_atomically(self._file, to_json(memory.model_dump()))
        return found
