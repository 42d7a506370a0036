"""Stage 3 of van de Panne & Lamouret 1995: the guide is withdrawn window by window.

Its folder is a series of runs (`runs.series`), one per window, and is resumed
by doing it again.

    withdrawal.toml    the request
    start.json         the guided solution
    window-000/ ...    the runs; window-012b is the second try of a window
    best.json          the solution that walks longest without the guide

A window whose best candidate falls cannot be gone on from. Then the last windows are
searched once more, with other seeds: the paper does not say what it did.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator, model_validator

from gaitsmith import workflows
from gaitsmith.declarations import Declaration, declare, read_toml
from gaitsmith.errors import unknown_name
from gaitsmith.optimization.cma_adapter import LEAST_POPULATION
from gaitsmith.optimization.optimizers import OPTIMIZERS
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.series import START_FILE, new_series
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import BEST_FILE, WITHDRAWAL_FILE
from gaitsmith.withdrawal.window import (
    Window,
    guided_effort,
    keyframes_of,
    num_strides,
    num_windows,
    window_at,
    window_experiment,
    without_guide,
    written_out,
)
from gaitsmith.workflows import Run

BACK = 2  # windows that are searched again before one that fails
ROUNDING = 0.01  # s; a rollout lasts whole time steps, of this length at most
LETTERS = "abcdef"  # of the tries of a window


class WindowsSpec(Declaration):
    """What is asked for."""

    seconds: Annotated[float, Field(gt=0, le=120)]
    """s to walk without the guide."""
    trials: Annotated[int, Field(ge=1, le=10_000)] = 60
    """Rollouts of each window, at most."""
    slack: Annotated[float, Field(gt=0)] = 1.5
    """A window is done when its objective, the guide's effort less the way, is at most
    so many times the effort in a stride of the guided gait."""
    method: str = "descent"
    """Of the search: one parameter at a time as in the paper, or CMA-ES."""
    seed: Annotated[int, Field(ge=0, lt=2**31 - 10_000)] = 1
    command: str = ""

    @field_validator("method")
    @classmethod
    def _is_an_optimizer(cls, method: str) -> str:
        if method not in OPTIMIZERS:
            raise ValueError(str(unknown_name("optimiser", method, OPTIMIZERS)))
        return method

    @model_validator(mode="after")
    def _has_a_generation(self) -> "WindowsSpec":
        if self.method == "cma" and self.trials < LEAST_POPULATION:
            raise ValueError(
                f"trials: {self.trials} given; method cma tries at least"
                f" {LEAST_POPULATION} candidates at a time."
            )
        return self


@dataclass(frozen=True)
class Step:
    """One window, searched."""

    window: Window
    tries: int
    """1 for the first."""
    effort: float
    """N2 m2 s, of the guide in the evaluation window."""
    is_solved: bool
    """Whether it does not fall in the window."""
    evaluations: int
    """Rollouts so far, of all windows."""
    free_seconds: float
    """s that the solution so far walks with the guide off."""


@dataclass(frozen=True)
class Withdrawn:
    """What came of it."""

    folder: Path
    spec: WindowsSpec
    steps: tuple[Step, ...]
    best: Solution
    """With the guide off, for as long as it walks."""
    is_interrupted: bool

    @property
    def free_seconds(self) -> float:
        """S that the best walks without the guide."""
        return float(self.best.score["simulated_seconds"])

    @property
    def evaluations(self) -> int:
        """Rollouts of all windows."""
        return self.steps[-1].evaluations if self.steps else 0

    @property
    def is_reached(self) -> bool:
        """Whether it walks as long as was asked for."""
        return self.free_seconds >= self.spec.seconds - ROUNDING


Teller = Callable[[Step], None]


def withdraw_by_windows(
    solution: Solution,
    spec: WindowsSpec,
    folder: Path,
    workers: int | None = None,
    tell: Teller | None = None,
) -> Withdrawn:
    """Withdraw a solution's guide, in a new folder.

    Args:
        solution: a guided gait of law "keyframes".
        spec: how long it shall walk freely, and how hard to try.
        folder: where all runs are kept; must not exist, or be empty.
        workers: threads; left out: one per processor.
        tell: called after every window.
    """
    keyframes_of(solution)  # or complain
    with new_series(folder, WITHDRAWAL_FILE, spec, solution):
        return _withdraw(solution, spec, folder, workers, tell)


def is_windows(folder: Path) -> bool:
    """Whether a folder holds a withdrawal by windows."""
    return (folder / WITHDRAWAL_FILE).is_file()


def resume_windows(
    folder: Path, workers: int | None = None, tell: Teller | None = None
) -> Withdrawn:
    """Go on where a withdrawal stopped, however it stopped."""
    with RunFolder(folder).lock():
        source = folder / WITHDRAWAL_FILE
        spec = declare(WindowsSpec, read_toml(source), str(source))
        solution = read_solution(folder / START_FILE)
        return _withdraw(solution, spec, folder, workers, tell)


def _withdraw(
    solution: Solution,
    spec: WindowsSpec,
    folder: Path,
    workers: int | None,
    tell: Teller | None,
) -> Withdrawn:
    windows = num_windows(solution, spec.seconds)
    target = spec.slack * guided_effort(solution)
    found = [written_out(solution, num_strides(solution, windows))]
    tries = [0] * windows
    steps: list[Step] = []
    evaluations = 0
    free_seconds = _free_seconds(found[0], spec.seconds)
    best = _kept(found[0], free_seconds, spec, evaluations)
    if free_seconds >= spec.seconds - ROUNDING:  # it needs no guide as it is
        best.save(folder / BEST_FILE)
    is_interrupted = False
    number = 0
    while (
        free_seconds < spec.seconds - ROUNDING
        and number < windows
        and tries[number] < len(LETTERS)
        and not is_interrupted
    ):
        window = window_at(solution, number)
        tries[number] += 1
        run = _search(
            found[number], window, tries[number], target, spec, folder, workers
        )
        is_interrupted = run.stop_reason is StopReason.INTERRUPTED
        evaluations += run.evaluations
        is_solved = run.best.score["outcome"] == Outcome.COMPLETED.word
        if is_interrupted and not is_solved:
            break
        reached = replace(found[number], values=run.best.values)
        seconds = _free_seconds(reached, spec.seconds)
        if seconds > free_seconds:
            free_seconds = seconds
            best = _kept(reached, seconds, spec, evaluations)
            best.save(folder / BEST_FILE)
        step = Step(
            window,
            tries[number],
            float(run.best.score["terms"]["guide"]["value"]),
            is_solved,
            evaluations,
            seconds,
        )
        steps.append(step)
        if tell:
            tell(step)
        if is_solved:
            found[number + 1 :] = [reached]
            number += 1
        else:
            number = max(0, number - BACK)
    return Withdrawn(folder, spec, tuple(steps), best, is_interrupted)


def _search(
    solution: Solution,
    window: Window,
    tries: int,
    target: float,
    spec: WindowsSpec,
    folder: Path,
    workers: int | None,
) -> Run:
    """Search a window, or go on with its search."""
    letter = "" if tries == 1 else LETTERS[tries - 1]
    place = folder / f"window-{window.number:03d}{letter}"
    # Another seed for every window and every try of it.
    seed = spec.seed + window.number + 1000 * (tries - 1)
    if (place / "experiment.toml").is_file():
        return workflows.resume(place, workers)
    # A second try asks for more: a window that was just good enough led to a fall.
    harder = target / math.sqrt(tries)
    experiment = window_experiment(
        solution, window, harder, spec.trials, seed, spec.method
    )
    return workflows.optimize(experiment, place, workers, command=spec.command)


def _free_seconds(solution: Solution, seconds: float) -> float:
    """How long [s] of `seconds` a solution walks without its guide."""
    free = without_guide(solution, seconds)
    return free.problem.roll_out(free.values).seconds


def _kept(
    solution: Solution, seconds: float, spec: WindowsSpec, evaluations: int
) -> Solution:
    """As it is stored: without guide, for as long as it walks [s], with its score."""
    free = without_guide(solution, max(seconds, ROUNDING))
    judged = free.problem.judge(free.values)
    return replace(
        free,
        provenance=replace(
            free.provenance,
            command=spec.command or solution.provenance.command,
            seed=spec.seed,
            evaluations=evaluations,
        ),
        score=judged.as_dict(),
    )
