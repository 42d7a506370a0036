"""The bests that a search passed on its way, found again from the log of its run.

A run folder keeps every candidate's cost, so the search can be replayed to the bit. The
gaits on the way from the first to the last are useful themselves: van de Panne &
Lamouret 1995 keep them to have Simpleton at any speed, from a trundle to a run.
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.search import Generation
from gaitsmith.runs.best import best_of
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.search_job import making_command, replay
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import CHAIN_FILE, WITHDRAWAL_FILE
from gaitsmith.workflows import with_changes

Teller = Callable[[int, int], None]


@dataclass(frozen=True)
class Improvement:
    """A candidate that was better than all before it, with the same guide."""

    generation: int
    """In which it was found."""
    solution: Solution
    """With the command that reproduces it."""
    speed: float
    """m/s, mean along the commanded heading."""
    seconds: float
    """s that it stays up."""
    is_up: bool
    """Whether it stays up to the end."""

    @property
    def guide_strength(self) -> float:
        """Of the guide that held it; 0: none did."""
        return self.solution.problem.setting.guide.acting_strength

    def changed(self, changes: Sequence[str]) -> "Improvement":
        """The same values in another problem, by "key=value" strings; simulated."""
        if not changes:
            return self
        solution = with_changes(self.solution, changes)
        judged = solution.problem.judge(solution.values)
        rollout = judged.first_to_end
        return replace(
            self,
            solution=replace(solution, score=judged.as_dict()),
            speed=rollout.measures.speed,
            seconds=rollout.seconds,
            is_up=rollout.outcome is Outcome.COMPLETED,
        )


@dataclass(frozen=True)
class ReplayedRun:
    """A run's improvements, not simulated yet."""

    folder: RunFolder
    experiment: Experiment
    num_generations: int
    improved: tuple[Generation, ...]
    """The generations that found a better value, in order."""

    def improvements(self, tell: Teller | None = None) -> list[Improvement]:
        """All of them, simulated; `tell` is called with how many of how many are."""
        found: list[Improvement] = []
        for generation in self.improved:
            found.append(self._simulated(generation))
            if tell:
                tell(len(found), len(self.improved))
        return found

    def as_of(self, generation: int) -> Improvement:
        """The best that was known after a generation."""
        if generation > self.num_generations:
            raise InputError(
                f"{self.folder.path}: there is no generation {generation}; this run has"
                f" {self.num_generations}."
            )
        known = [one for one in self.improved if one.number <= generation]
        return self._simulated(known[-1])

    def _simulated(self, generation: Generation) -> Improvement:
        experiment, number = self.experiment, generation.number
        command = f"{making_command(self.folder, experiment)} {self._way_to(number)}"
        best = best_of(experiment, generation, command)
        speed = best.rollout.measures.speed
        return Improvement(
            generation=number,
            solution=_described(best.solution, f"generation {number}: {speed:.2f} m/s"),
            speed=speed,
            seconds=best.rollout.seconds,
            is_up=best.rollout.outcome is Outcome.COMPLETED,
        )

    def _way_to(self, generation: int) -> str:
        """What follows the run's command to come to one of its improvements."""
        path = self.folder.path.resolve()
        place = path.parent if _is_series(path.parent) else path
        run = shlex.quote(str(path.relative_to(place.parent)))
        return (
            f"--run {shlex.quote(place.name)} &&"
            f" gaitsmith pick {run} --generation {generation}"
        )


def replay_run(path: Path) -> ReplayedRun:
    """Replay a run from its log; nothing is simulated, and the folder is only read.

    Raises:
        InputError: this is no run, or one without a generation.
    """
    if _is_series(path):
        runs = sorted(file.parent for file in path.glob("*/experiment.toml"))
        example = f", such as {runs[-1]}" if runs else ", when there are some"
        raise InputError(
            f"{path}: this folder holds several runs; give one of them{example}."
        )
    folder = RunFolder.open_run(path)
    experiment = folder.experiment()
    generations = list(replay(folder, experiment))
    if not generations:
        raise InputError(
            f"{path}: this run has not finished its first generation. Resume it with:"
            f" gaitsmith resume {path}"
        )
    improved = tuple(one for one in generations if one.is_better)
    return ReplayedRun(folder, experiment, len(generations), improved)


def nearest(improvements: Sequence[Improvement], speed: float) -> Improvement:
    """Of those that stay up to the end, the one whose speed [m/s] is nearest."""
    lasting = [one for one in improvements if one.is_up]
    if not lasting:
        longest = max(improvements, key=lambda one: one.seconds)
        raise InputError(
            f"--speed {speed:g}: none of this run's bests stays up to the end; the one"
            f" of generation {longest.generation} does for {longest.seconds:.4g} s. It"
            f" is yours with --generation {longest.generation}."
        )
    return min(
        lasting, key=lambda one: (abs(one.speed - speed), one.solution.score["total"])
    )


def _described(solution: Solution, words: str) -> Solution:
    """The same solution; its description ends with `words`."""
    before = f"{solution.description}; " if solution.description else ""
    return replace(solution, description=before + words)


def _is_series(path: Path) -> bool:
    return any((path / file).is_file() for file in (CHAIN_FILE, WITHDRAWAL_FILE))
