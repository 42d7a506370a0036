"""Adapt a solution to another slope, friction, speed, body: a chain of short searches.

A chain's folder is a series of runs (`runs.series`), one per stage, and is resumed by
walking it again.

    chain.toml     the request
    start.json     the solution that is adapted
    stage-01/ ...  the runs
    best.json      the furthest solution
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from gaitsmith import workflows
from gaitsmith.adaptation.varying import experiment_at, number_at, value_at
from gaitsmith.declarations import Declaration, declare, read_toml
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.continuation import (
    Schedule,
    begin_schedule,
    predicted,
)
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.parameters import moved_values
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.series import START_FILE, new_series
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import BEST_FILE, CHAIN_FILE
from gaitsmith.workflows import Run, Watcher

# What a chain decides itself, or what is no part of the problem.
OWN_KEYS = ("name", "description", "seed", "start_from", "parameters", "optimizer")
# A stage stops at `enough`; a fall within this last share of the time must cost more.
LATE_FALL = 0.01


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
    command: str = ""


@dataclass(frozen=True)
class Stage:
    """One search of a chain."""

    number: int
    value: float
    run: Run
    is_solved: bool
    solution: Solution


Teller = Callable[[Stage], None]
StageWatcher = Callable[[int, float, Experiment], Watcher | None]


@dataclass(frozen=True)
class Chain:
    """What came of an adaptation."""

    folder: Path
    spec: ChainSpec
    stages: tuple[Stage, ...]
    best: Solution
    schedule: Schedule
    is_interrupted: bool


def plan_chain(
    solution: Solution,
    key: str,
    goal: float,
    step: float,
    start: float | None = None,
    enough: float | None = None,
    generations: int = 60,
    command: str = "",
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
        command: what to note as the command that made it.
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
        "command": command,
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
    folder: Path,
    workers: int | None = None,
    watcher: StageWatcher | None = None,
    tell: Teller | None = None,
) -> Chain:
    """Walk the chain in a new folder, see `plan_chain`."""
    with new_series(folder, CHAIN_FILE, spec, solution):
        return _walk(solution, spec, folder, workers, watcher, tell)


def is_chain(folder: Path) -> bool:
    """Whether a folder holds a chain of runs."""
    return (folder / CHAIN_FILE).is_file()


def read_chain(folder: Path) -> ChainSpec:
    """What a folder's chain was asked for."""
    source = folder / CHAIN_FILE
    return declare(ChainSpec, read_toml(source), str(source))


def resume_chain(
    folder: Path,
    workers: int | None = None,
    watcher: StageWatcher | None = None,
    tell: Teller | None = None,
) -> Chain:
    """Go on where a chain stopped, however it stopped."""
    with RunFolder(folder).lock():
        spec = read_chain(folder)
        solution = read_solution(folder / START_FILE)
        return _walk(solution, spec, folder, workers, watcher, tell)


def _walk(
    solution: Solution,
    spec: ChainSpec,
    folder: Path,
    workers: int | None,
    watcher: StageWatcher | None,
    tell: Teller | None,
) -> Chain:
    schedule = begin_schedule(spec.start, spec.goal, spec.step)
    solved = [(spec.start, solution)]
    stages: list[Stage] = []
    evaluations = 0
    is_interrupted = False
    while not schedule.is_finished and not is_interrupted:
        value = schedule.next_value
        number = len(stages) + 1
        place = folder / f"stage-{number:02d}"
        is_last = not (folder / f"stage-{number + 1:02d}").exists()
        experiment = _harder(spec, value, solved)
        watch = watcher(number, value, experiment) if watcher else None
        if (place / "experiment.toml").is_file():
            _require_stage(place, spec.key, value)
            run = workflows.resume(place, workers, watch)
        else:
            run = workflows.optimize(experiment, place, workers, watch, spec.command)
        is_interrupted = run.stop_reason is StopReason.INTERRUPTED
        made = run.best.provenance
        best = replace(
            run.best,
            provenance=replace(
                made,
                command=spec.command or made.command,
                evaluations=evaluations + made.evaluations,
            ),
        )
        evaluations += run.evaluations
        score = best.score
        is_solved = score["outcome"] == "completed" and score["total"] <= spec.enough
        if is_interrupted and not is_solved:
            break
        stage = Stage(number, value, run, is_solved, best)
        stages.append(stage)
        schedule = schedule.told(is_solved)
        if is_solved:
            solved.append((value, best))
            if is_last:  # the others were saved when they were new
                best.save(folder / BEST_FILE)
        if tell:
            tell(stage)
    return Chain(folder, spec, tuple(stages), solved[-1][1], schedule, is_interrupted)


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
