"""Adapt a solution to another slope, friction, speed, body: a chain of short searches.

A chain's folder holds one run folder per stage and needs nothing else: everything that
is decided between the stages follows from them, so a chain is resumed by walking it
again, with every stage that was complete replayed from its log.

    chain.toml     the request
    start.json     the solution that is adapted
    stage-01/ ...  the runs
    best.json      the furthest solution
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import tomli_w
from pydantic import Field

from gaitsmith import workflows
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
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.solution_file import BEST_FILE
from gaitsmith.workflows import Run, Watcher

CHAIN_FILE = "chain.toml"
START_FILE = "start.json"


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
    """Fill in what was not said.

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
    if start is None:
        start = _number_at(solution, key)
    if enough is None:
        at_start = _experiment_at(solution, key, start, solution.values)
        enough = max(1.0, 2.0 * at_start.problem.judge(solution.values).score.total)
    begin_schedule(start, goal, step)  # or complain
    values = {
        "key": key,
        "start": float(start),
        "goal": float(goal),
        "step": float(step),
        "enough": float(enough),
        "generations": generations,
        "command": command,
    }
    return declare(ChainSpec, values, "adapt")


def adapt(
    solution: Solution,
    spec: ChainSpec,
    folder: Path,
    workers: int | None = None,
    watcher: StageWatcher | None = None,
    tell: Teller | None = None,
) -> Chain:
    """Walk the chain in a new folder, see `plan_chain`."""
    if folder.exists() and any(folder.iterdir()):
        raise InputError(
            f"{folder}: this folder is not empty; give another, or go on with:"
            f" gaitsmith resume {folder}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    solution.save(folder / START_FILE)
    write_atomically(folder / CHAIN_FILE, tomli_w.dumps(spec.model_dump()))
    return _walk(solution, spec, folder, workers, watcher, tell)


def is_chain(folder: Path) -> bool:
    """Whether a folder holds a chain of runs."""
    return (folder / CHAIN_FILE).is_file()


def resume_chain(
    folder: Path,
    workers: int | None = None,
    watcher: StageWatcher | None = None,
    tell: Teller | None = None,
) -> Chain:
    """Go on where a chain stopped, however it stopped."""
    source = folder / CHAIN_FILE
    spec = declare(ChainSpec, read_toml(source), str(source))
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
        experiment = _harder(spec, value, solved)
        watch = watcher(number, value, experiment) if watcher else None
        place = folder / f"stage-{number:02d}"
        if (place / "experiment.toml").is_file():
            run = workflows.resume(place, workers, watch)
        else:
            run = workflows.optimize(experiment, place, workers, watch, spec.command)
        is_interrupted = run.stop_reason is StopReason.INTERRUPTED
        best = replace(
            run.best,
            command=spec.command or run.best.command,
            evaluations=evaluations + run.best.evaluations,
        )
        evaluations += run.evaluations
        score = best.score
        is_solved = score["outcome"] == "completed" and score["total"] <= spec.enough
        stage = Stage(number, value, run, is_solved, best)
        if is_interrupted and not is_solved:
            break
        stages.append(stage)
        schedule = schedule.told(is_solved)
        if is_solved:
            solved.append((value, best))
            best.save(folder / BEST_FILE)
        if tell:
            tell(stage)
    return Chain(folder, spec, tuple(stages), solved[-1][1], schedule, is_interrupted)


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
        guesses.append(
            predicted(value, (last_value, last.values), (before_value, before.values))
        )
    experiments = [
        _experiment_at(last, spec.key, value, guess, spec.enough, spec.generations)
        for guess in guesses
    ]
    return min(experiments, key=_cost_at_start)


def _cost_at_start(experiment: Experiment) -> float:
    problem = experiment.problem
    cost = problem.judge(problem.space.initial_values()).score.total
    return cost if math.isfinite(cost) else math.inf


def _experiment_at(
    solution: Solution,
    key: str,
    value: float,
    guess: dict[str, float],
    enough: float | None = None,
    generations: int = 1,
) -> Experiment:
    """The solution's experiment with one value changed, starting at `guess`."""
    earlier = solution.experiment
    tables = earlier.as_dict()
    _put(tables, key, value)
    if key == "objective.user.speed" and "vel" in tables["objective"]:
        tables["objective"]["vel"]["speed"] = value  # what the start is compared with
    tables["name"] = f"{solution.name.split(' at ')[0]} at {key}={value:g}"
    tables["optimizer"]["max_generations"] = generations
    tables["optimizer"].pop("target", None)
    if enough is not None:
        tables["optimizer"]["target"] = enough
    changed = earlier.changed(tables, f"{solution.name}: {key}={value:g}")
    old, new = earlier.problem.controller.space, changed.problem.controller.space
    moved = moved_values(guess, old, new)
    sizes = {p.name: p.scale for p in new.parameters}
    before = {p.name: p.scale for p in old.parameters}
    for name, table in tables["parameters"].items():
        table["initial"] = min(
            max(moved[name], float(table["lower"])), float(table["upper"])
        )
        if before[name]:
            table["scale"] *= sizes[name] / before[name]
    return earlier.changed(tables, f"{solution.name}: {key}={value:g}")


def _number_at(solution: Solution, key: str) -> float:
    """The value of a dotted key in the solution's experiment."""
    value: Any = solution.experiment.as_dict()
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(
            f"{key}: '{solution.name}' has no number there to start from; check the key"
            " (gaitsmith show), or give the value with --from."
        )
    return float(value)


def _put(tables: dict[str, Any], key: str, value: float) -> None:
    *parts, last = key.split(".")
    table = tables
    for part in parts:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise InputError(f"{key}: '{part}' is a value, not a table.")
    table[last] = value
