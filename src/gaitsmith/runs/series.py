"""A series: searches one after the other, from one solution on.

It is a job (`job`):

KIND.toml    the request
start.json   the solution that it starts from
NAME-1/ ...  the searches, jobs of their own
best.json    the best solution so far; at the end, with its sturdiness
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import tomli_w

from gaitsmith.declarations import Declaration, declare, read_toml
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.sturdiness import SturdinessSpec
from gaitsmith.runs.advance import Watcher
from gaitsmith.runs.final_check import FinalCheck
from gaitsmith.runs.job import Job, JobFolder
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import BEST_FILE, CHAIN_FILE, START_FILE, WITHDRAWAL_FILE

UNCHECKED = SturdinessSpec(finalists=0)
OLD_MARKER = "removal.toml"  # of a withdrawal, before withdrawals were called so


@dataclass(frozen=True)
class SeriesJob(Job):
    """A series as a job; its kinds say which search comes next."""

    solution: Solution
    """That it starts from."""
    spec: Declaration
    """What was asked for."""
    request: ClassVar[type[Declaration]]
    """What may be asked for."""

    @classmethod
    def read_request(cls, path: Path) -> Any:
        """What was asked for in a folder."""
        refuse_old_series(path)
        source = path / cls.marker
        return declare(cls.request, read_toml(source), str(source))

    @classmethod
    def load(cls, path: Path) -> Self:
        """The request of a folder, and the solution that it starts from."""
        spec = cls.read_request(path)
        return cls(read_solution(path / START_FILE), spec)

    @property
    def problem(self) -> Problem:
        """What is simulated."""
        return self.solution.problem

    def files(self) -> dict[str, str]:
        """The solution, and the request."""
        return {
            START_FILE: self.solution.to_text(),
            self.marker: tomli_w.dumps(self.spec.model_dump(exclude_none=True)),
        }

    def search(
        self, experiment: Experiment, place: Path, workers: AnyWorkers, watch: Watcher
    ) -> Run:
        """One search of the series, or what remains of it; Ctrl-C ends the series.

        Only the end of a series is checked, see `checked`.
        """
        command = JobFolder(place.parent).first_command()
        unchecked = replace(experiment.search, sturdiness=UNCHECKED)
        job = SearchJob(replace(experiment, search=unchecked))
        run = job.begin_or_resume(place, workers, watch, command)
        if run.is_interrupted:
            raise KeyboardInterrupt
        made = run.best.provenance
        search = made.search and replace(made.search, sturdiness=self._sturdiness)
        best = replace(run.best, provenance=replace(made, search=search))
        return replace(run, best=best)

    @property
    def _sturdiness(self) -> SturdinessSpec:
        return self.solution.as_experiment().search.sturdiness

    def checked(
        self,
        best: Solution,
        path: Path,
        workers: AnyWorkers,
        watch: Watcher,
        seconds: float = math.inf,
    ) -> Solution:
        """The best of all with its sturdiness, kept in the folder of the series.

        Args:
            best: what the series has come to.
            path: of the folder.
            workers: who works; None: a thread per processor.
            watch: is told how far it is.
            seconds: s, that it can be expected to hold at most.
        """
        asked = self._sturdiness
        spec = asked.model_copy(update={"seconds": min(asked.seconds, seconds)})
        best = FinalCheck(path, spec, workers, watch).checked(best, "the last one")
        best.save(path / BEST_FILE)
        return best


def known_sturdiness(solution: Solution) -> str:
    """What is known of a solution's sturdiness, as a line; empty if nothing is."""
    found = solution.sturdiness
    return f"{found.sentence}\n" if found is not None else ""


def refuse_old_series(path: Path) -> None:
    """Refuse a folder that was begun when requests held their command."""
    for name in (CHAIN_FILE, WITHDRAWAL_FILE, OLD_MARKER):
        file = path / name
        values = read_toml(file) if file.is_file() else {}
        if "command" in values or (values and name == OLD_MARKER):
            again = values.get("command") or "gaitsmith withdraw"
            raise InputError(
                f"{file}: an earlier version of gaitsmith has begun this, and this one"
                f" cannot resume it; start it anew in another folder with: {again}"
            )
