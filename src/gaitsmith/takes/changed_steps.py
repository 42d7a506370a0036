"""Steps whose legs do other things than the gait's, found by trying."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gaitsmith.control.controller import Drive
from gaitsmith.kernels.records import Floats
from gaitsmith.optimization.cma_adapter import CmaSearch, CmaSpec
from gaitsmith.parameters import Parameter, ParameterSpace
from gaitsmith.planning.walker import Walker
from gaitsmith.simulation.snapshot import Snapshot
from gaitsmith.takes.repertoire import Gait, Repertoire

OF_LEGS = ("torso", "hip", "knee", "ankle", "toe")
ANGLE = 0.3  # rad, of a typical change
POPULATION = 16  # tries of a generation, two for each lane of a core
FIRST_SIGMA = 0.5
ROUNDS = 2  # the second one begins at the best of the first
SMALL = 0.02  # what a change of a typical size costs


@dataclass(frozen=True)
class Changes:
    """What may be changed of a gait's steps, and how numbers say it."""

    names: tuple[str, ...]
    """Angles of the law."""
    others: int
    """Numbers that are no angles of steps; they come first."""
    steps: int

    @property
    def dimension(self) -> int:
        """How many numbers there are."""
        return self.others + self.steps * len(self.names)

    def values(
        self, repertoire: Repertoire, gait: Gait, numbers: Floats, step: int
    ) -> dict[str, float]:
        """The law's numbers in a step, from 0 on."""
        if step >= self.steps:
            return gait.values
        first = self.others + step * len(self.names)
        known = {one.name: one for one in repertoire.controller.space.parameters}
        changes = zip(self.names, numbers[first:].tolist(), strict=False)
        return gait.values | {
            name: known[name].within(gait.values[name] + ANGLE * change)
            for name, change in changes
        }


def changes_of(repertoire: Repertoire, others: int, steps: int) -> Changes:
    """All target angles of the legs and the trunk that a law declares."""
    names = tuple(
        one.name
        for one in repertoire.controller.space.parameters
        if one.unit == "rad"
        and one.is_free
        and not one.name.startswith("start.")
        and any(word in one.name for word in OF_LEGS)
    )
    return Changes(names, others, steps)


@dataclass(frozen=True)
class Trial:
    """What came of numbers that were tried."""

    cost: float
    holds: bool
    is_good: bool = False
    """Nothing better is looked for."""
    way: float = 0.0  # m
    apart: float = 0.0  # m, between the feet of who stands

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """Greater is better."""
        return self.is_good, self.holds, -self.cost


def searched(
    attempt: Callable[[Floats], Trial], dimension: int, start: Floats, generations: int
) -> tuple[Floats, Trial]:
    """Numbers of the least cost by CMA-ES; the same ones every time.

    Args:
        attempt: tries numbers.
        dimension: how many there are.
        start: from where it is searched; it is tried first.
        generations: of `POPULATION` tries, in each round, at most.
    """
    best, trial = start, attempt(start)
    names = (Parameter(str(i), "", 0.0, 1.0, "") for i in range(dimension))
    space = ParameterSpace(tuple(names))
    spec = CmaSpec(sigma=FIRST_SIGMA, population=POPULATION, include_start=False)
    for seed in range(1, ROUNDS + 1):
        search, start = CmaSearch(space, spec, seed), best
        for _ in range(generations):
            if trial.is_good:
                return best, trial
            asked = [start + one for one in search.ask()]
            trials = [attempt(numbers) for numbers in asked]
            far = [float(np.sum((numbers - start) ** 2)) for numbers in asked]
            costs = [one.cost + SMALL * by for one, by in zip(trials, far, strict=True)]
            search.tell(costs)
            for numbers, one in zip(asked, trials, strict=True):
                if one.rank > trial.rank:
                    best, trial = numbers, one
    return best, trial


def back_to(walker: Walker, drive: Drive, snapshot: Snapshot) -> None:
    """Go back to a moment under a law that may be another one than now."""
    walker.simulation.hand_over(drive)
    walker.restore(snapshot)


Steps = Iterator[None]
"""Goes on from strike to strike; ends early if somebody falls."""
