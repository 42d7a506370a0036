"""Stage 3 of van de Panne & Lamouret 1995: the guide is withdrawn window by window.

A removal's folder holds one run folder per window and needs nothing else: what is
decided between the windows follows from them, so a removal is resumed by doing it
again, with every window that was complete replayed from its log.

    removal.toml       the request
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

import tomli_w
from pydantic import Field

from gaitsmith import workflows
from gaitsmith.declarations import Declaration, declare, read_toml
from gaitsmith.errors import InputError
from gaitsmith.guidance.window import (
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
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import BEST_FILE, REMOVAL_FILE
from gaitsmith.workflows import Run

START_FILE = "start.json"
BACK = 2  # windows that are searched again before one that fails
MOST_TRIES = 6  # of one window
LETTERS = "abcdef"


class RemovalSpec(Declaration):
    """What is asked for."""

    seconds: Annotated[float, Field(gt=0, le=120)]
    """s to walk without the guide."""
    trials: Annotated[int, Field(ge=1, le=10_000)] = 60
    """Rollouts of each window, at most."""
    slack: Annotated[float, Field(gt=0)] = 1.5
    """A window is done when the guide's effort in it is at most so many times that of
    a stride of the guided gait."""
    seed: Annotated[int, Field(ge=0, lt=2**31 - 10_000)] = 1
    command: str = ""


@dataclass(frozen=True)
class Step:
    """One window, searched."""

    window: Window
    tries: int
    """1 for the first."""
    effort: float
    """N2 m2 s, of the guide in the evaluation window; a fall counts as a million."""
    is_solved: bool
    """Whether it does not fall in the window."""
    evaluations: int
    """Rollouts so far, of all windows."""
    free_seconds: float
    """s that the solution so far walks with the guide off."""


@dataclass(frozen=True)
class Removal:
    """What came of it."""

    folder: Path
    spec: RemovalSpec
    steps: tuple[Step, ...]
    best: Solution
    """With the guide off, for as long as it walks."""
    free_seconds: float
    evaluations: int
    is_interrupted: bool

    @property
    def is_reached(self) -> bool:
        """Whether it walks as long as was asked for."""
        return self.free_seconds >= self.spec.seconds - 1e-6


Teller = Callable[[Step], None]


def remove_guide(
    solution: Solution,
    spec: RemovalSpec,
    folder: Path,
    workers: int | None = None,
    tell: Teller | None = None,
) -> Removal:
    """Withdraw a solution's guide, in a new folder.

    Args:
        solution: a guided gait of law "keyframes".
        spec: how long it shall walk freely, and how hard to try.
        folder: where all runs are kept; must not exist, or be empty.
        workers: threads; left out: one per processor.
        tell: called after every window.
    """
    keyframes_of(solution)  # or complain
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: this is not a new folder; give another.")
    folder.mkdir(parents=True, exist_ok=True)
    with RunFolder(folder).lock():
        solution.save(folder / START_FILE)
        write_atomically(folder / REMOVAL_FILE, tomli_w.dumps(spec.model_dump()))
        return _withdraw(solution, spec, folder, workers, tell)


def is_removal(folder: Path) -> bool:
    """Whether a folder holds a removal."""
    return (folder / REMOVAL_FILE).is_file()


def resume_removal(
    folder: Path, workers: int | None = None, tell: Teller | None = None
) -> Removal:
    """Go on where a removal stopped, however it stopped."""
    with RunFolder(folder).lock():
        source = folder / REMOVAL_FILE
        spec = declare(RemovalSpec, read_toml(source), str(source))
        solution = read_solution(folder / START_FILE)
        return _withdraw(solution, spec, folder, workers, tell)


def _withdraw(
    solution: Solution,
    spec: RemovalSpec,
    folder: Path,
    workers: int | None,
    tell: Teller | None,
) -> Removal:
    windows = num_windows(solution, spec.seconds)
    target = spec.slack * guided_effort(solution)
    found = [written_out(solution, num_strides(solution, windows))]
    tries = [0] * windows
    steps: list[Step] = []
    evaluations = 0
    best, free_seconds = _free(found[0], spec.seconds)
    is_interrupted = False
    number = 0
    while (
        free_seconds < spec.seconds
        and number < windows
        and tries[number] < MOST_TRIES
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
        free, seconds = _free(reached, spec.seconds)
        if seconds > free_seconds:
            best, free_seconds = free, seconds
            _kept(best, spec, evaluations).save(folder / BEST_FILE)
        step = Step(
            window,
            tries[number],
            float(run.best.score["total"]),
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
    return Removal(
        folder=folder,
        spec=spec,
        steps=tuple(steps),
        best=_kept(best, spec, evaluations),
        free_seconds=free_seconds,
        evaluations=evaluations,
        is_interrupted=is_interrupted,
    )


def _search(
    solution: Solution,
    window: Window,
    tries: int,
    target: float,
    spec: RemovalSpec,
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
    experiment = window_experiment(solution, window, harder, spec.trials, seed)
    return workflows.optimize(experiment, place, workers, command=spec.command)


def _free(solution: Solution, seconds: float) -> tuple[Solution, float]:
    """The solution without its guide, and how long [s] of `seconds` it walks."""
    free = without_guide(solution, seconds)
    rollout = free.experiment.problem.roll_out(free.values)
    return free, rollout.seconds


def _kept(solution: Solution, spec: RemovalSpec, evaluations: int) -> Solution:
    """As it is stored: for as long as it walks, with its score there."""
    _, seconds = _free(solution, spec.seconds)
    lasting = without_guide(solution, max(seconds, 0.1))
    problem = lasting.experiment.problem
    judged = problem.judge(lasting.values)
    rollout = judged.first_to_end
    return replace(
        lasting,
        command=spec.command or solution.command,
        seed=spec.seed,
        evaluations=evaluations,
        score={
            "total": judged.score.total,
            "outcome": rollout.outcome.word,
            "simulated_seconds": rollout.seconds,
            "terms": judged.score.as_dict(),
        },
    )
