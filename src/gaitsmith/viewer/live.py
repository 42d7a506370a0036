"""A walk that goes on in real time and listens: pushes, slopes, slow motion, restart.

Nothing here draws; see `session`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from gaitsmith.control.controller import Drive
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.viewer.live_world import FRICTIONS, SLOPES, LiveWorld, bounded
from gaitsmith.viewer.session import LiveWalker, Session, command, foremost


@dataclass(frozen=True)
class SolutionWalker(LiveWalker):
    """A solution that is ready to walk."""

    solution: Solution
    drive: Drive

    def start(self) -> None:
        """Put it at its start."""
        self.simulation.start(self.drive, self.solution.problem.seed)


class LiveSession(Session[SolutionWalker]):
    """One solution at a time, as a visitor treats it."""

    def __init__(
        self, solution: Solution, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Compile if need be, and stand ready; time starts with the first tick.

        Args:
            solution: who walks.
            clock: s of real time.
        """
        super().__init__(_ready(solution), clock)
        self._begin()

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

    def reset(self) -> None:
        """Begin anew in the world of the experiment, at normal speed."""
        world = LiveWorld(self.walker.solution.problem.setting)
        self.set_time_factor(1.0)
        self.take(replace(self.walker, world=world))

    def exchange(self, solution: Solution) -> None:
        """Let another solution walk, in its own world.

        Compiles in the calling thread if need be; the present walker goes on until the
        next one is ready.
        """
        self.take(_ready(solution))

    # One thread only.

    def _start(self) -> None:
        walker = self.walker
        walker.start()
        walker.world.begin_again(foremost(walker.simulation.moment()))
        walker.simulation.change_setting(walker.world.setting)
        walker.start()  # again: on a slope it stands at another height


def _ready(solution: Solution) -> SolutionWalker:
    problem = solution.problem
    world = LiveWorld(problem.setting)
    simulation = Simulation(problem.character, world.setting)
    drive = problem.controller.drive(solution.values)
    walker = SolutionWalker(solution.name, simulation, world, solution, drive)
    walker.start()
    simulation.advance(1.0 / problem.setting.rate)  # compiles
    return walker
