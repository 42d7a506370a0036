"""Adapt a solution to another slope, friction, speed, body: a chain of short searches.

A chain is a series (`runs.series`): chain.toml, and stage-01, stage-02, ...
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from gaitsmith.adaptation.varying import experiment_at, number_at, value_at
from gaitsmith.declarations import Declaration, declare
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.continuation import Schedule, begin_schedule, predicted
from gaitsmith.parameters import moved_values
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.job import JobFolder
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.runs.series import SeriesJob, known_sturdiness
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import BEST_FILE, CHAIN_FILE

# What a chain decides itself, or what is no part of the problem.
OWN_KEYS = ("name", "description", "seed", "start_from", "parameters", "optimizer")
# A stage stops at `enough`; a fall within this last share of the time must cost more.
LATE_FALL = 0.01
STRIDE = 1000  # between the seeds of stages


class ChainSpec(Declaration):
    """What is adapted to what."""

    key: str
    """Dotted key of the experiment, such as setting.terrain.slope."""
    start: float
    """The key's value in the solution that is adapted."""
    goal: float
    step: Annotated[float, Field(gt=0)]
    """Largest increment."""
    enough: Annotated[float, Field(gt=0)]
    """A stage has succeeded when its objective is at most this, without a fall."""
    generations: Annotated[int, Field(ge=1)] = 60
    """Of each stage, at most."""
    own_draws: bool = False  # as chains were that do not say it
    """Whether every stage draws by a seed of its own: drawing again what the stages
    before have tried finds less (docs/search.md)."""


@dataclass(frozen=True)
class Stage:
    """One search of a chain."""

    number: int
    value: float
    run: Run
    is_solved: bool
    solution: Solution


@dataclass(frozen=True)
class Chain:
    """What came of an adaptation."""

    folder: Path
    spec: ChainSpec
    stages: tuple[Stage, ...]
    best: Solution
    schedule: Schedule
    is_interrupted = False

    @property
    def failure(self) -> str:
        """What was not reached; empty: the goal is."""
        key, goal, reached = self.spec.key, self.spec.goal, self.schedule.reached
        if reached == goal:
            return ""
        return (
            f"{key}: {goal:g} was not reached; the furthest is {reached:g}. More"
            " --generations, a smaller --step or a larger --enough may help."
        )

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "run": str(self.folder),
            "key": self.spec.key,
            "goal": self.spec.goal,
            "reached": self.schedule.reached,
            "enough": self.spec.enough,
            "sturdiness": self.best.sturdiness and self.best.sturdiness.as_dict(),
            "stages": [
                {
                    "value": stage.value,
                    "is_solved": stage.is_solved,
                    "total": stage.solution.score["total"],
                    "evaluations": stage.run.evaluations,
                    "seconds": stage.run.seconds,
                    "run": str(stage.run.folder.path),
                }
                for stage in self.stages
            ],
        }

    def __str__(self) -> str:
        """In words."""
        return (
            f"{self.spec.key}: reached {self.schedule.reached:g} of"
            f" {self.spec.goal:g} in {len(self.stages)} searches.\n"
            f"{known_sturdiness(self.best)}Kept in {self.folder}"
        )

    __repr__ = __str__


def plan_chain(
    solution: Solution,
    key: str,
    goal: float,
    step: float,
    start: float | None = None,
    enough: float | None = None,
    generations: int = 60,
) -> ChainSpec:
    """Fill in what was not said, and refuse what cannot be walked.

    Args:
        solution: what is adapted.
        key: dotted key of the experiment whose value is walked to `goal`.
        goal: unit of the key, as in an experiment file.
        step: largest increment, same unit.
        start: the value now; left out: as the solution's experiment has it.
        enough: objective at which a stage has succeeded; left out: twice the
            solution's own, and at least 1.
        generations: of each stage, at most.
    """
    if key.partition(".")[0] in OWN_KEYS:
        raise InputError(f"{key}: this value is not part of the problem; give another.")
    if start is None:
        start = number_at(solution, key)
    if not math.isfinite(goal):
        raise InputError(f"{key}={goal}: the goal must be a finite number.")
    begin_schedule(start, goal, step)  # or complain
    experiment_at(solution, key, goal, solution.values)  # can be made, or complains
    at_start = experiment_at(solution, key, start, solution.values)
    judged = at_start.problem.judge(at_start.problem.space.initial_values())
    if judged.first_to_end.outcome is not Outcome.COMPLETED:
        raise InputError(
            f"{solution.name}: {judged.first_to_end.sentence} A chain needs a start"
            f" that does not fall at {key}={start:g}."
        )
    values = {
        "key": key,
        "start": float(start),
        "goal": float(goal),
        "step": float(step),
        "enough": _enough(solution, enough, judged.score.total),
        "generations": generations,
        "own_draws": True,
    }
    return declare(ChainSpec, values, "adapt")


def _enough(solution: Solution, asked: float | None, at_start: float) -> float:
    """The objective at which a stage is done; less than what a late fall costs."""
    enough = max(1.0, 2.0 * at_start) if asked is None else float(asked)
    fail = solution.problem.objective.as_dict().get("fail", {})
    late_fall = fail.get("weight", 0.0) * LATE_FALL  # 0: another term counts falls
    if 0.0 < late_fall <= enough:
        raise InputError(
            f"--enough {enough:g}: a candidate that falls late costs {late_fall:g};"
            " give less."
        )
    return enough


def adapt(
    solution: Solution,
    spec: ChainSpec,
    folder: str | Path,
    workers: AnyWorkers = None,
    watch: Watcher | None = None,
    command: str = "",
) -> Chain:
    """Walk the chain in a new folder, see `plan_chain`.

    Args:
        solution: what is adapted.
        spec: to what.
        folder: where all runs are kept; must not exist, or be empty.
        workers: who works; left out: a thread per processor.
        watch: called after every generation, and after every stage.
        command: what to note as the command that made it.
    """
    return ChainJob(solution, spec).begin(Path(folder), workers, watch, command)


@dataclass(frozen=True)
class ChainJob(SeriesJob):
    """A chain as a job; its best is the furthest solution."""

    spec: ChainSpec
    marker = CHAIN_FILE
    request = ChainSpec

    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> Chain:
        """Walk it; stages that are complete are replayed."""
        spec = self.spec
        command = JobFolder(path).first_command()
        schedule = begin_schedule(spec.start, spec.goal, spec.step)
        solved = [(spec.start, self.solution)]
        own = self.solution.as_experiment()
        stages: list[Stage] = []
        evaluations = 0
        while not schedule.is_finished:
            value, number = schedule.next_value, len(stages) + 1
            place = path / f"stage-{number:02d}"
            is_last = not (path / f"stage-{number + 1:02d}").exists()
            words = f"{spec.key} = {value:g}"
            watch(_milestone(number, f"{words}, goal {spec.goal:g}"))
            if SearchJob.is_in(place):
                _require_stage(place, spec.key, value)
            experiment = _harder(spec, value, solved)
            if spec.own_draws:
                seed = (own.search.seed + STRIDE * number) % 2**31
                how = replace(experiment.search, seed=seed)
                experiment = replace(experiment, search=how)
            run = self.search(experiment, place, workers, watch)
            made = run.best.provenance
            found = evaluations + made.evaluations
            made = replace(
                made,
                command=command or made.command,
                seed=own.search.seed,  # all others come from it
                evaluations=found,
            )
            best = replace(run.best, provenance=made)
            evaluations += run.evaluations
            total = best.score["total"]
            is_solved = best.score["outcome"] == "completed" and total <= spec.enough
            stages.append(Stage(number, value, run, is_solved, best))
            schedule = schedule.told(is_solved)
            if is_solved:
                solved.append((value, best))
                if is_last:  # the others were saved when they were new
                    best.save(path / BEST_FILE)
            verdict = "solved" if is_solved else "not solved"
            watch(_milestone(number, f"{words}: {verdict}, objective {total:.4g}"))
        best = solved[-1][1]
        if len(solved) > 1:
            best = self.checked(best, path, workers, watch)
        return Chain(path, spec, tuple(stages), best, schedule)


def _milestone(number: int, words: str) -> Advance:
    return Advance("stage", number, words=words, is_milestone=True)


def _require_stage(place: Path, key: str, value: float) -> None:
    """Refuse a stage that the chain would not have made."""
    tables = RunFolder.open_run(place).experiment().as_dict()
    found = value_at(tables, key)
    if found != value:
        raise InputError(
            f"{place}: {key} is {found} in this stage, and {value:g} in the chain; the"
            " chain was changed. Start a new one."
        )


def _harder(
    spec: ChainSpec, value: float, solved: list[tuple[float, Solution]]
) -> Experiment:
    """The experiment at `value`, starting at the better of two guesses.

    The last solution as it is, or the straight line through the last two.
    """
    last_value, last = solved[-1]
    guesses = [dict(last.values)]
    if len(solved) > 1:
        before_value, before = solved[-2]
        on_last_body = moved_values(
            before.values,
            before.problem.controller.space,
            last.problem.controller.space,
        )
        guesses.append(
            predicted(value, (last_value, last.values), (before_value, on_last_body))
        )
    name = f"{solved[0][1].name} at {spec.key}={value:g}"
    experiments = [
        experiment_at(last, spec.key, value, guess, name, spec.enough, spec.generations)
        for guess in guesses
    ]
    return min(experiments, key=_cost_at_start)


def _cost_at_start(experiment: Experiment) -> float:
    problem = experiment.problem
    cost = problem.judge(problem.space.initial_values()).score.total
    return cost if math.isfinite(cost) else math.inf
