"""Gallery walks, measured: what the tables of wang2009 are made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.gait.features import Feature, walking_features
from gaitsmith.reproduction.comparison import Exhibit, Tell
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.workers import AnyWorkers, workers_of
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate, undisturbed, with_setting

LONG = 100.0  # s that every gallery walker walks
FRAME_RATE = 120.0  # Hz of recordings that are analysed


@dataclass(frozen=True)
class Walk:
    """A gallery solution, walking as long as it was optimised for, and 100 s."""

    name: str
    shipped: Solution
    solution: Solution
    """The same without pushes, noise and turns of its training."""
    rollout: Rollout
    seconds: float
    """How long it walks, 100 s at most."""

    @property
    def character(self) -> Character:
        """Who walks."""
        return self.solution.problem.character

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
        return self.seconds >= LONG

    def features(self) -> tuple[Feature, ...]:
        """Its natural features; none if it does not take a full stride."""
        try:
            return walking_features(self.character, self.recording, self.measures)
        except InputError:
            return ()

    def feature(self, name: str) -> float | None:
        """The value of one of its features."""
        return {one.name: one.value for one in self.features()}.get(name)


def measured_walk(name: str) -> Walk:
    """Simulate a gallery solution as it was optimised, and for 100 s.

    Pushes, noise and turns of its training are left out. The 100 s are those of its
    check where it has one.
    """
    return _measured(name, load_solution(name))


def _measured(name: str, shipped: Solution) -> Walk:
    solution = undisturbed(shipped)
    seconds = checked_seconds(shipped)
    if seconds is None:
        seconds = simulate(with_setting(solution, duration=LONG)).rollout.seconds
    return Walk(
        name, shipped, solution, simulate(solution, FRAME_RATE).rollout, seconds
    )


def checked_seconds(solution: Solution) -> float | None:
    """How long it walked straight ahead in its check, from its own start and rate."""
    checked, setting = solution.sturdiness, solution.problem.setting
    if checked is None or checked.seconds < LONG or setting.heading:
        return None
    own = (t for t in checked.trials if not t.start and t.rate == setting.rate)
    return next((trial.seconds for trial in own), None)


def measured_walks(
    names: Iterable[str], tell: Tell, workers: AnyWorkers
) -> Mapping[str, Walk]:
    """Several of them, with a line for each."""
    found: dict[str, Walk] = {}
    for walk in workers_of(workers).map(measured_walk, names):
        found[walk.name] = walk
        tell(f"{walk.name}: walks {walk.seconds:.4g} s")
    return found


def measured_seeds(name: str, tell: Tell, workers: AnyWorkers) -> tuple[Walk, ...]:
    """The solution of the gallery, and what the same search found from other seeds."""
    shipped = load_solution(name)
    found = read_seeds(gallery()[name], shipped)
    others = [one for seed, one in found.items() if seed != shipped.provenance.seed]
    measure = partial(_measured, name)
    walks = tuple(workers_of(workers).map(measure, [shipped, *others]))
    for walk in walks:
        seed = walk.shipped.provenance.seed
        tell(f"{walk.name}, seed {seed}: walks {walk.seconds:.4g} s")
    return walks


def exhibits(walks: Mapping[str, Walk]) -> tuple[Exhibit, ...]:
    """All of them for the page."""
    return tuple(Exhibit(name, walk.solution) for name, walk in walks.items())
