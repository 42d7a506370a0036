"""A walk for one person, found as a job: reach it, then make it hold.

A series (`runs.series`): subject.toml, and

    way-1 ...    where the shipped walk falls on this body: bodies, speeds and
                 strengths on the way to it, each from the last one, by continuation
    round-1 ...  searches of the person's own problem, each from the best before,
                 until one holds all that the check at the end tries
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.continuation import begin_schedule
from gaitsmith.optimization.sturdiness import SturdinessSpec
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.job import JobFolder
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.runs.series import SeriesJob, known_sturdiness
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import BEST_FILE, SUBJECT_FILE
from gaitsmith.subjects.start import between, experiment_of
from gaitsmith.subjects.subject import Subject

STRIDE = 1000  # between the seeds of searches
WAY_GENERATIONS = 40
ENOUGH = 100.0  # objective of a stage on the way: it stays up, whatever it costs
STEP = 0.5  # of the way


class SubjectSpec(Declaration):
    """What is asked for."""

    subject: Subject
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1
    rounds: Annotated[int, Field(ge=1, le=20)] = 3
    """Searches of the person's own problem at most."""


@dataclass(frozen=True)
class PersonsWalk:
    """What came of it."""

    folder: Path
    best: Solution
    rounds: tuple[Run, ...]
    way: int
    """Searches on the way there."""
    evaluations: int
    seconds: float
    is_interrupted = False
    failure = ""  # a fragile walk is kept, and said to be fragile

    @property
    def fragility(self) -> str:
        """What it does not hold; empty: it holds."""
        known = self.best.sturdiness
        if known is None or known.holds:
            return ""
        return (
            f"this walk is fragile. {known.sentence} More --rounds, another --seed or"
            " --walk may help."
        )

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "run": str(self.folder),
            "rounds": len(self.rounds),
            "way": self.way,
            "evaluations": self.evaluations,
            "seconds": self.seconds,
            **self.best.score,
            "sturdiness": self.best.sturdiness and self.best.sturdiness.as_dict(),
        }

    def __str__(self) -> str:
        """In words."""
        return (
            f"{self.evaluations} candidates in {self.seconds:.0f} s.\n"
            f"{known_sturdiness(self.best)}Kept in {self.folder}"
        )

    __repr__ = __str__


@dataclass(frozen=True)
class SubjectJob(SeriesJob):
    """The search of one person's walk; it starts from a walk that ships."""

    spec: SubjectSpec
    marker = SUBJECT_FILE
    request = SubjectSpec

    @property
    def problem(self):
        """What is simulated, so that it can be compiled beforehand."""
        return self._experiment(self.solution, 1.0, 0).problem

    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> PersonsWalk:
        """Reach the body if need be, then search until it holds."""
        way, best = self._reached(path, workers, watch)
        rounds: list[Run] = []
        for number in range(1, self.spec.rounds + 1):
            words = f"round {number} of at most {self.spec.rounds}"
            watch(Advance("round", number, words=words, is_milestone=True))
            experiment = self._experiment(best, 1.0, number)
            run = self._search(experiment, path / f"round-{number}", workers, watch)
            rounds.append(run)
            best = sturdier(run.best, best if number > 1 else run.best)
            best.save(path / BEST_FILE)
            if best.sturdiness is None or best.sturdiness.holds:
                break
        runs = [*way, *rounds]
        evaluations = sum(run.evaluations for run in runs)
        made = replace(best.provenance, evaluations=evaluations, seed=self.spec.seed)
        best = replace(best, provenance=made)
        best.save(path / BEST_FILE)
        seconds = sum(run.seconds for run in runs)
        return PersonsWalk(path, best, tuple(rounds), len(way), evaluations, seconds)

    def _experiment(self, start: Solution, share: float, number: int) -> Experiment:
        """The person's problem, or one on the way to it, from a start."""
        subject = between(self.solution, self.spec.subject, share)
        seed = (self.spec.seed + STRIDE * number) % 2**31
        return experiment_of(subject, start, seed, self.solution)

    def _reached(
        self, path: Path, workers: AnyWorkers, watch: Watcher
    ) -> tuple[list[Run], Solution]:
        """A walk that stays up on the body for a while, by way of others if need be."""
        if self._stays_up(self.solution):
            return [], self.solution
        schedule, best = begin_schedule(0.0, 1.0, STEP), self.solution
        way: list[Run] = []
        while not schedule.is_finished:
            share, number = schedule.next_value, len(way) + 1
            words = f"{share:.0%} of the way to this person"
            watch(Advance("way", number, words=words, is_milestone=True))
            experiment = on_the_way(self._experiment(best, share, -number))
            run = self._search(experiment, path / f"way-{number}", workers, watch)
            way.append(run)
            is_solved = run.best.score["outcome"] == Outcome.COMPLETED.word
            best = run.best if is_solved else best
            schedule = schedule.told(is_solved)
        return way, best

    def _stays_up(self, start: Solution) -> bool:
        problem = self._experiment(start, 1.0, 0).problem
        rollout = problem.roll_out(problem.space.initial_values())
        return rollout.outcome is Outcome.COMPLETED

    def _search(
        self, experiment: Experiment, place: Path, workers: AnyWorkers, watch: Watcher
    ) -> Run:
        """One search with its own check, or what remains of it."""
        command = JobFolder(place.parent).first_command()
        run = SearchJob(experiment).begin_or_resume(place, workers, watch, command)
        if run.is_interrupted:
            raise KeyboardInterrupt
        return run


def on_the_way(experiment: Experiment) -> Experiment:
    """The same without disturbances and check, until it stays up."""
    tables = experiment.as_dict()
    tables["robustness"]["trials"] = 0
    tables["optimizer"] |= {"max_generations": WAY_GENERATIONS, "target": ENOUGH}
    tables["sturdiness"] = SturdinessSpec(finalists=0).model_dump()
    return experiment.changed(tables, experiment.source)


def sturdier(new: Solution, old: Solution) -> Solution:
    """The one that holds more; of equal ones the new one."""
    held = [one.sturdiness.num_held if one.sturdiness else 0 for one in (new, old)]
    return old if held[1] > held[0] else new
