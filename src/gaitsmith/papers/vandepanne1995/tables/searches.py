"""The searches of the tables: stages 1 and 2 with the guide, stage 3 without.

All are kept in a folder, so that a table can be interrupted and goes on where it was.
"""

from dataclasses import dataclass
from pathlib import Path

from gaitsmith.experiment import Experiment, load_experiment
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import gallery
from gaitsmith.withdrawal.windows import WindowsJob, WindowsSpec, Withdrawn
from gaitsmith.workflows import load_solution

FOLDER = Path("reproductions") / "vandepanne1995"
UNCHECKED = "sturdiness.finalists=0"


@dataclass(frozen=True)
class SearchWay:
    """How stages 1 and 2 of a gait are searched for."""

    experiments: str
    """What their names begin with; _1 and _2 follow."""
    changes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Of either, as in --set."""
    label: str = "ours"

    def experiment(self, stage: int, seed: int) -> Experiment:
        """Of stage 1 or 2."""
        changes = (*self.changes[stage - 1], f"seed={seed}", UNCHECKED)
        return load_experiment(f"vandepanne1995/{self.experiments}_{stage}", changes)

    def stages(self, seed: int, workers: AnyWorkers) -> tuple[Run, Run]:
        """Stage 1, and stage 2 from what it found."""
        name = f"{self.experiments}-{self.label}-{seed}"
        first = kept(self.experiment(1, seed), f"{name}-1", workers)
        start = {key: {"initial": value} for key, value in first.best.values.items()}
        second = self.experiment(2, seed).changed({"parameters": start}, "stage 2")
        return first, kept(second, f"{name}-2", workers)

    def freed(self, seed: int, workers: AnyWorkers, spec: WindowsSpec) -> Withdrawn:
        """Stage 3, from what stage 2 found."""
        _, second = self.stages(seed, workers)
        name = f"{self.experiments}-{self.label}-{spec.judge}-{spec.budget}-{seed}"
        spec = spec.model_copy(update={"seed": seed})
        return WindowsJob(second.best, spec).begin_or_resume(FOLDER / name, workers)


def kept(experiment: Experiment, name: str, workers: AnyWorkers) -> Run:
    """A run in the folder; one that was begun before goes on.

    Raises:
        KeyboardInterrupt: it was interrupted, so there is nothing to count.
    """
    run = SearchJob(experiment).begin_or_resume(FOLDER / name, workers)
    if run.is_interrupted:
        raise KeyboardInterrupt
    return run


def shipped(name: str) -> Solution:
    """A solution of the gallery, such as "human_run_2"."""
    return load_solution(gallery()[f"vandepanne1995/{name}"])
