"""Stage 3 of van de Panne & Lamouret 1995: the guide is withdrawn window by window.

It is a series (`runs.series`): withdrawal.toml, and window-000, window-001, ...;
window-012b is the second try of a window.

A window whose best candidate falls, or takes a step that is none, cannot be gone on
from. Then the last windows are searched once more, with other seeds: the paper does not
say what it did.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from gaitsmith.declarations import Declaration
from gaitsmith.errors import unknown_name
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.cma_adapter import LEAST_POPULATION
from gaitsmith.optimization.optimizers import OPTIMIZERS
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.job import JobFolder
from gaitsmith.runs.series import SeriesJob, known_sturdiness
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import BEST_FILE, WITHDRAWAL_FILE
from gaitsmith.withdrawal.window import (
    GuidedGait,
    Judge,
    Window,
    guided_gait,
    keyframes_of,
    num_strides,
    num_windows,
    window_at,
    window_experiment,
    without_guide,
    written_out,
)

BACK = 2  # windows that are searched again before one that fails
ROUNDING = 0.01  # s; a rollout lasts whole time steps, of this length at most
ROUNDING_SHARE = 1e-6  # of a rollout
LETTERS = "abcdef"  # of the tries of a window


class WindowsSpec(Declaration):
    """What is asked for."""

    seconds: Annotated[float, Field(gt=0, le=120)]
    """s to walk without the guide."""
    trials: Annotated[int, Field(ge=1, le=10_000)] = 60
    """Rollouts of each window, at most."""
    budget: Annotated[int, Field(ge=1)] = 5000
    """Rollouts of all windows; when they are used, no further window is begun."""
    slack: Annotated[float, Field(gt=0)] = 1.5
    """A window is done when its objective is at most so many times the guide's effort
    in a stride of the guided gait."""
    judge: Judge = "gait"
    """What a window is judged by: the guide's effort alone, as in the paper; or also
    steps of alternating feet, the guided gait's speed, and its heading."""
    method: str = "descent"
    """Of the search: one parameter at a time as in the paper, or CMA-ES."""
    seed: Annotated[int, Field(ge=0, lt=2**31 - 10_000)] = 1

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
class SearchedWindow:
    """One window, searched."""

    window: Window
    tries: int
    """1 for the first."""
    effort: float
    """N2 m2 s, of the guide in the evaluation window."""
    is_solved: bool
    """Whether it neither falls in the window nor leaves the gait that is asked for."""
    evaluations: int
    """Rollouts so far, of all windows."""
    free_seconds: float
    """s that the solution so far walks with the guide off."""


@dataclass(frozen=True)
class Withdrawn:
    """What came of it."""

    folder: Path
    spec: WindowsSpec
    steps: tuple[SearchedWindow, ...]
    best: Solution
    """With the guide off, for as long as it walks."""
    is_interrupted = False

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
        is_up = self.free_seconds >= self.spec.seconds - ROUNDING
        if self.spec.judge == "effort" or not self.steps:
            return is_up
        last = self.steps[-1]
        is_done = last.window.start >= self.spec.seconds - ROUNDING
        return is_up and last.is_solved and is_done

    @property
    def failure(self) -> str:
        """What was not reached; empty: it walks as long as was asked for."""
        if self.is_reached:
            return ""
        return f"It does not walk {self.spec.seconds:g} s without the guide."

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "run": str(self.folder),
            "reached": self.is_reached,
            "seconds": self.spec.seconds,
            "free_seconds": self.free_seconds,
            "evaluations": self.evaluations,
            "windows": len(self.steps),
            "method": self.spec.method,
            "judge": self.spec.judge,
            "sturdiness": self.best.sturdiness and self.best.sturdiness.as_dict(),
        }

    def __str__(self) -> str:
        """In words."""
        return (
            f"Walks {self.free_seconds:.2f} s of {self.spec.seconds:g} s without the"
            f" guide, after {self.evaluations} candidates.\n"
            f"{known_sturdiness(self.best)}Kept in {self.folder}"
        )


@dataclass(frozen=True)
class WindowsJob(SeriesJob):
    """A withdrawal as a job; its best walks longest without the guide."""

    spec: WindowsSpec
    marker = WITHDRAWAL_FILE
    request = WindowsSpec

    def __post_init__(self) -> None:
        """Only a guided gait of law "keyframes" can be gone through in windows."""
        keyframes_of(self.solution)

    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> Withdrawn:
        """Window after window; those that are complete are replayed."""
        solution, spec = self.solution, self.spec
        command = JobFolder(path).first_command() or solution.provenance.command
        windows = num_windows(solution, spec.seconds)
        guided = guided_gait(solution)
        found = [written_out(solution, num_strides(solution, windows))]
        tries = [0] * windows
        steps: list[SearchedWindow] = []
        evaluations = number = 0
        free_seconds = _free_seconds(found[0], spec.seconds)
        best = _kept(found[0], free_seconds, spec.seed, evaluations, command)
        best.save(path / BEST_FILE)
        while (
            (spec.judge == "gait" or free_seconds < spec.seconds - ROUNDING)
            and evaluations < spec.budget
            and number < windows
            and tries[number] < len(LETTERS)
        ):
            window = window_at(solution, number)
            tries[number] += 1
            place, experiment = self._next(found[number], window, tries[number], guided)
            run = self.search(experiment, path / place, workers, watch)
            evaluations += run.evaluations
            is_solved = _is_solved(run.best.score)
            reached = replace(found[number], values=run.best.values)
            seconds = _free_seconds(reached, spec.seconds)
            if is_solved and seconds >= free_seconds:
                free_seconds = seconds
                best = _kept(reached, seconds, spec.seed, evaluations, command)
                best.save(path / BEST_FILE)
            effort = float(run.best.score["terms"]["guide"]["value"])
            step = SearchedWindow(
                window, tries[number], effort, is_solved, evaluations, seconds
            )
            steps.append(step)
            watch(_milestone(step))
            if is_solved:
                found[number + 1 :] = [reached]
                number += 1
            else:
                number = max(0, number - BACK)
        best = self.checked(best, path, workers, watch, free_seconds)
        return Withdrawn(path, spec, tuple(steps), best)

    def _next(
        self, solution: Solution, window: Window, tries: int, guided: GuidedGait
    ) -> tuple[str, Experiment]:
        """The search of a window, after the name of its folder."""
        spec = self.spec
        letter = "" if tries == 1 else LETTERS[tries - 1]
        # Another seed for every window and every try of it.
        seed = spec.seed + window.number + 1000 * (tries - 1)
        # A second try asks for more: a window that was just good enough led to a fall.
        target = spec.slack * guided.effort / math.sqrt(tries)
        keep = guided if spec.judge == "gait" else None
        experiment = window_experiment(
            solution, window, target, spec.trials, seed, spec.method, keep
        )
        return f"window-{window.number:03d}{letter}", experiment


def _is_solved(score: Mapping[str, Any]) -> bool:
    """Whether a window's best can be gone on from, see `SearchedWindow`."""
    irregular = score["terms"].get("gait", {"value": 0.0})["value"]
    # Rounding of the last time step is no wrong step.
    return score["outcome"] == Outcome.COMPLETED.word and irregular < ROUNDING_SHARE


def _milestone(step: SearchedWindow) -> Advance:
    again = f" (try {step.tries})" if step.tries > 1 else ""
    found = f"effort {step.effort:.0f}" if step.is_solved else "fails; going back"
    words = (
        f"{found}{again}; {step.evaluations} candidates, walks"
        f" {step.free_seconds:.2f} s without the guide"
    )
    return Advance("window", step.window.number + 1, words=words, is_milestone=True)


def _free_seconds(solution: Solution, seconds: float) -> float:
    """How long [s] of `seconds` a solution walks without its guide."""
    free = without_guide(solution, seconds)
    return free.problem.roll_out(free.values).seconds


def _kept(
    solution: Solution, seconds: float, seed: int, evaluations: int, command: str
) -> Solution:
    """As it is stored: without guide, for as long as it walks [s], with its score."""
    free = without_guide(solution, max(seconds, ROUNDING))
    judged = free.problem.judge(free.values)
    return replace(
        free,
        provenance=replace(
            free.provenance, command=command, seed=seed, evaluations=evaluations
        ),
        score=judged.as_dict(),
        sturdiness=None,
    )
