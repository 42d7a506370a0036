"""A walk that goes on in real time and listens: pushes, slopes, slow motion, restart.

Nothing here draws; see `session`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from gaitsmith.control.controller import Drive
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.viewer.live_world import FRICTIONS, SLOPES, LiveWorld, bounded
from gaitsmith.viewer.session import Session, command, foremost


@dataclass(frozen=True)
class _Walker:
    """A solution that is ready to walk: compiled, at its start."""

    solution: Solution
    simulation: Simulation
    drive: Drive
    world: LiveWorld

    def start(self) -> None:
        self.simulation.start(self.drive, self.solution.problem.seed)


class LiveSession(Session):
    """One solution at a time, as a visitor treats it."""

    def __init__(
        self, solution: Solution, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Compile if need be, and stand ready; time starts with the first tick.

        Args:
            solution: who walks.
            clock: s of real time.
        """
        super().__init__(clock)
        self._walker = _ready(solution)
        self._begin()

    @property
    def name(self) -> str:
        """Of the solution."""
        return self._walker.solution.name

    @property
    def simulation(self) -> Simulation:
        """The present one."""
        return self._walker.simulation

    @property
    def world(self) -> LiveWorld:
        """What the visitor has made of the experiment's."""
        return self._walker.world

    # Commands, from any thread.

    @command
    def set_slope(self, degrees: float) -> None:
        """Slope of the ground from a little ahead on, uphill positive."""
        self.world.set_slope(bounded(degrees, SLOPES), foremost(self._moment))
        self.simulation.change_setting(self.world.setting)

    @command
    def set_friction(self, friction: float | None) -> None:
        """Coulomb's coefficient everywhere; None: as in the experiment."""
        self.world.friction = None if friction is None else bounded(friction, FRICTIONS)
        self.simulation.change_setting(self.world.setting)

    @command
    def reset(self) -> None:
        """Begin anew in the world of the experiment, at normal speed."""
        solution, simulation = self._walker.solution, self._walker.simulation
        world = LiveWorld(solution.problem.setting)
        self._walker = _Walker(solution, simulation, self._walker.drive, world)
        self._num_worlds += 1
        self._factor = 1.0
        self._begin()

    def exchange(self, solution: Solution) -> None:
        """Let another solution walk, in its own world.

        Compiles in the calling thread if need be; the present walker goes on until the
        next one is ready.
        """
        self._take(_ready(solution))

    @command
    def _take(self, walker: _Walker) -> None:
        self._walker = walker
        self._num_worlds += 1
        self._begin()

    # One thread only.

    def _start(self) -> None:
        walker = self._walker
        walker.start()
        walker.world.begin_again(foremost(walker.simulation.moment()))
        walker.simulation.change_setting(walker.world.setting)
        walker.start()  # again: on a slope it stands at another height


def _ready(solution: Solution) -> _Walker:
    problem = solution.problem
    world = LiveWorld(problem.setting)
    walker = _Walker(
        solution=solution,
        simulation=Simulation(problem.character, world.setting),
        drive=problem.controller.drive(solution.values),
        world=world,
    )
    walker.start()
    walker.simulation.advance(1.0 / problem.setting.rate)  # compiles
    return walker
