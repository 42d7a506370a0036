"""Gallery walks, measured: what the tables of wang2009 are made of."""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from rich.console import Console

from gaitsmith.errors import InputError
from gaitsmith.gait.features import Feature, walking_features
from gaitsmith.optimization.evaluation import available_workers
from gaitsmith.reproduction.comparison import Exhibit
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.simulation import Rollout
from gaitsmith.workflows import load_solution, simulate, undisturbed, with_setting

LONG = 100.0  # s that every gallery walker walks
FRAME_RATE = 120.0  # Hz of recordings that are analysed


@dataclass(frozen=True)
class Walk:
    """A gallery solution, walking as long as it was optimised for, and 100 s."""

    name: str
    solution: Solution
    rollout: Rollout
    long: Rollout

    @property
    def measures(self) -> Measures:
        """Of the rollout that was optimised."""
        return self.rollout.measures

    @property
    def recording(self) -> Recording:
        """Of the rollout that was optimised."""
        assert self.rollout.recording is not None
        return self.rollout.recording

    @property
    def walks_long(self) -> bool:
        """Whether it is on its feet after 100 s."""
        return self.long.outcome is Outcome.COMPLETED

    def features(self) -> tuple[Feature, ...]:
        """Its natural features; none if it does not take a full stride."""
        character = self.solution.problem.character
        try:
            return walking_features(character, self.recording, self.measures)
        except InputError:
            return ()

    def feature(self, name: str) -> Feature | None:
        """One of its features."""
        return {one.name: one for one in self.features()}.get(name)


def measured_walk(name: str) -> Walk:
    """Simulate a gallery solution as it was optimised, and for 100 s.

    Pushes, noise and turns of its training are left out.
    """
    solution = undisturbed(load_solution(name))
    return Walk(
        name,
        solution,
        simulate(solution, FRAME_RATE).rollout,
        simulate(with_setting(solution, duration=LONG)).rollout,
    )


def measured_walks(
    names: Iterable[str], console: Console, workers: int | None
) -> Mapping[str, Walk]:
    """Several of them, over threads, with a line for each."""
    found: dict[str, Walk] = {}
    with ThreadPoolExecutor(workers or available_workers()) as pool:
        for walk in pool.map(measured_walk, names):
            found[walk.name] = walk
            console.print(f"{walk.name}: {walk.long.sentence}", markup=False)
    return found


def exhibits(walks: Mapping[str, Walk]) -> tuple[Exhibit, ...]:
    """All of them for the page."""
    return tuple(Exhibit(name, walk.solution) for name, walk in walks.items())


def yes_or_no(is_reached: bool) -> str:
    """As the tables say it."""
    return "yes" if is_reached else "no"
