"""How long a study takes, from rollouts that are measured before it begins."""

import time
from dataclasses import dataclass
from typing import Any

from gaitsmith.experiment import Experiment
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.optimization.problem import Problem
from gaitsmith.simulation.workers import AnyWorkers, workers_of
from gaitsmith.studies.grid import EXPERIMENT, Study
from gaitsmith.studies.plan import experiment_of

MEASURED = 0.2  # s of wall time, at least


@dataclass(frozen=True)
class Estimate:
    """Cells, candidates and time."""

    cells: int
    axes: str
    candidates: int
    """Of all cells, at most."""
    cell_seconds: float
    """s, of a cell on one worker, mean."""
    workers: int

    @property
    def seconds(self) -> float:
        """Of all, s."""
        return self.cells * self.cell_seconds / min(self.workers, self.cells)

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "cells": self.cells,
            "candidates": self.candidates,
            "cell_seconds": self.cell_seconds,
            "seconds": self.seconds,
            "workers": self.workers,
        }

    def __str__(self) -> str:
        """In words."""
        cells = "1 cell" if self.cells == 1 else f"{self.cells} cells"
        at_once = "1 worker" if self.workers == 1 else f"{self.workers} workers"
        return (
            f"{cells} ({self.axes}), at most {self.candidates} candidates: about"
            f" {in_words(self.seconds)} on {at_once},"
            f" {in_words(self.cell_seconds)} a cell on one, if nobody falls; less if"
            " candidates fall or searches stop early."
        )


def in_words(seconds: float) -> str:
    """A time as people say it."""
    for name, size in (("days", 86400.0), ("hours", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} s" if seconds >= 1 else "a second"


def estimate(study: Study, workers: AnyWorkers = None) -> Estimate:
    """Measure the first cell of every experiment, and multiply."""
    firsts: dict[str, Experiment] = {}
    for base in study.bases:
        cell = next(study.cells())
        if EXPERIMENT in cell.values:
            cell.values[EXPERIMENT] = base.name
        firsts[base.name] = experiment_of(study, cell)
    found = [_cell(one) for one in firsts.values()]
    return Estimate(
        cells=study.count,
        axes=", ".join(
            f"{axis.key}: {len(axis.values)} values"
            if len(axis.values) > 1
            else f"{axis.key}: 1 value"
            for axis in study.axes
        ),
        candidates=study.count * sum(count for count, _ in found) // len(found),
        cell_seconds=sum(seconds for _, seconds in found) / len(found),
        workers=workers_of(workers).count,
    )


def _cell(experiment: Experiment) -> tuple[int, float]:
    """Candidates and seconds of a search in which nobody falls."""
    problem, search = experiment.problem, experiment.search
    optimizer, check = search.optimizer, search.sturdiness
    population = optimizer.num_candidates(problem.space.dimension)
    candidates = population * optimizer.max_generations
    simulated = candidates * len(problem.trials) * problem.setting.duration
    if check.finalists:
        simulated += check.seconds * (sum(check.rates) + check.starts)
    return candidates, simulated * seconds_per_second(problem)


def seconds_per_second(problem: Problem) -> float:
    """Wall time of one thread with full lanes for a simulated second of one rollout."""
    start = problem.space.initial_values()
    tasks = [task for lane in range(WIDTH) for task in problem.tasks(lane, start)]
    batch = problem.batch()
    list(batch.roll_out(tasks))  # loads the compiled code
    simulated, began = 0.0, time.perf_counter()
    while simulated == 0.0 or time.perf_counter() - began < MEASURED:
        simulated += sum(rollout.seconds for _, rollout in batch.roll_out(tasks))
    return (time.perf_counter() - began) / simulated
