"""A walk that goes on in real time and listens: pushes, slopes, slow motion, restart.

Nothing here draws. One thread calls `tick`; commands may come from any thread, wait in
a queue, and are carried out at the beginning of the next tick.
"""

import math
import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.errors import GaitsmithError
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.moment import Moment
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.viewer.history import History
from gaitsmith.viewer.live_world import (
    FRICTIONS,
    SLOPES,
    STRENGTHS,
    LiveWorld,
    bounded,
)

TIME_FACTORS = (0.05, 2.0)  # simulated over real seconds
SINGLE_STEP = 1.0 / 60.0  # s of simulated time
MOST_AT_ONCE = 0.1  # s of simulated time a tick; a slow machine makes slow motion
RESTART_AFTER = 2.0  # s of real time after a fall


@dataclass(frozen=True)
class Snapshot:
    """How things stand after a tick."""

    name: str
    character: Character
    setting: Setting
    moment: Moment
    outcome: Outcome
    is_paused: bool
    pushes: tuple[PushSpec, ...]
    """Those that act now."""
    num_pushes: int
    """The visitor's, since the session began."""
    num_worlds: int
    """Worlds since the session began, as experiments have them; a restart is none."""
    message: str
    """What went wrong last; empty if nothing did."""


@dataclass(frozen=True)
class _Walker:
    """A solution that is ready to walk: compiled, at its start."""

    solution: Solution
    simulation: Simulation
    drive: Drive
    world: LiveWorld

    def start(self) -> None:
        self.simulation.start(self.drive, self.solution.experiment.problem.seed)


class LiveSession:
    """One walker at a time, as a visitor treats it."""

    def __init__(
        self, solution: Solution, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Compile if need be, and stand ready; time starts with the first tick.

        Args:
            solution: who walks.
            clock: s of real time.
        """
        self._clock = clock
        self._commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._before: float | None = None  # s, real time of the last tick
        self._due = 0.0  # s of simulated time that the simulation is behind
        self._factor = 1.0
        self._is_paused = False
        self._restarts_itself = True
        self._ended = 0.0  # s, real time of the fall
        self._num_pushes = 0
        self._num_worlds = 1
        self._message = ""
        self._walker = _ready(solution)
        self._begin()

    # Commands, from any thread.

    def push(self, x: float, y: float, strength: float) -> None:
        """Push the trunk for 0.4 s.

        Args:
            x: direction, forward as the pelvis points; any length but zero.
            y: to its left.
            strength: N, of the whole push.
        """
        self._commands.put(lambda: self._push(x, y, bounded(strength, STRENGTHS)))

    def set_slope(self, degrees: float) -> None:
        """Slope of the ground from a little ahead on, uphill positive."""
        self._commands.put(lambda: self._set_slope(bounded(degrees, SLOPES)))

    def set_friction(self, friction: float | None) -> None:
        """Coulomb's coefficient everywhere; None: as in the experiment."""
        chosen = None if friction is None else bounded(friction, FRICTIONS)
        self._commands.put(lambda: self._set_friction(chosen))

    def set_time_factor(self, factor: float) -> None:
        """Simulated over real seconds."""

        def change() -> None:
            self._factor = bounded(factor, TIME_FACTORS)

        self._commands.put(change)

    def set_paused(self, is_paused: bool) -> None:
        """Hold the time, or let it go on."""

        def change() -> None:
            self._is_paused = is_paused

        self._commands.put(change)

    def step(self) -> None:
        """Hold the time, and go on for one sixtieth of a second."""
        self._commands.put(self._step)

    def set_restarting(self, restarts_itself: bool) -> None:
        """Whether a new walk begins two seconds after a fall."""

        def change() -> None:
            self._restarts_itself = restarts_itself

        self._commands.put(change)

    def restart(self) -> None:
        """Begin anew in the world that the visitor has made."""
        self._commands.put(self._begin)

    def reset(self) -> None:
        """Begin anew in the world of the experiment, at normal speed."""

        def change() -> None:
            solution, simulation = self._walker.solution, self._walker.simulation
            world = LiveWorld(solution.experiment.problem.setting)
            self._walker = _Walker(solution, simulation, self._walker.drive, world)
            self._num_worlds += 1
            self._factor = 1.0
            self._begin()

        self._commands.put(change)

    def exchange(self, solution: Solution) -> None:
        """Let another solution walk, in its own world.

        Compiles in the calling thread if need be; the present walker goes on until the
        next one is ready.
        """
        walker = _ready(solution)

        def change() -> None:
            self._walker = walker
            self._num_worlds += 1
            self._begin()

        self._commands.put(change)

    def fail(self, error: Exception) -> None:
        """Hold the time and say what went wrong; a restart may help."""
        self._is_paused = True
        self._message = f"{type(error).__name__}: {error}"

    # One thread only.

    def tick(self) -> Snapshot:
        """Carry out the commands, and let as much time pass as the clock says."""
        now = self._clock()
        passed = 0.0 if self._before is None else now - self._before
        self._before = now
        self._obey()
        if self._outcome is not Outcome.RUNNING:
            self._wait_after_end(now)
        elif not self._is_paused:
            self._due = min(self._due + passed * self._factor, MOST_AT_ONCE)
            rate = self._walker.simulation.setting.rate
            num_steps = int(self._due * rate + 1e-6)
            self._due -= num_steps / rate
            if num_steps:
                self._advance(num_steps / rate)
        return self.snapshot()

    def snapshot(self) -> Snapshot:
        """How things stand."""
        simulation = self._walker.simulation
        return Snapshot(
            name=self._walker.solution.name,
            character=simulation.character,
            setting=simulation.setting,
            moment=self._moment,
            outcome=self._outcome,
            is_paused=self._is_paused,
            pushes=self._walker.world.acting(self._moment.time),
            num_pushes=self._num_pushes,
            num_worlds=self._num_worlds,
            message=self._message,
        )

    @property
    def history(self) -> History:
        """The last seconds of this walk."""
        return self._history

    def _obey(self) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return
            try:
                command()
            except GaitsmithError as error:  # the walk goes on
                self._message = str(error)

    def _begin(self) -> None:
        walker = self._walker
        walker.start()
        walker.world.begin_again(_foremost(walker.simulation.moment()))
        walker.simulation.change_setting(walker.world.setting)
        walker.start()  # again: on a slope it stands at another height
        self._outcome = Outcome.RUNNING
        self._due = 0.0
        self._is_paused = False
        self._message = ""
        self._moment = walker.simulation.moment()
        self._history = History(walker.simulation.character)
        self._history.add(self._moment)

    def _advance(self, seconds: float) -> None:
        simulation = self._walker.simulation
        self._outcome = simulation.advance(seconds)
        moment = simulation.moment()
        if np.all(np.isfinite(moment.position)) and np.all(np.isfinite(moment.com)):
            self._moment = moment
            self._history.add(moment)
        if self._outcome is not Outcome.RUNNING:
            self._ended = self._clock()

    def _wait_after_end(self, now: float) -> None:
        is_due = now - self._ended >= RESTART_AFTER and self._restarts_itself
        if self._outcome is Outcome.COMPLETED or (is_due and not self._is_paused):
            self._begin()

    def _step(self) -> None:
        self._is_paused = True
        if self._outcome is Outcome.RUNNING:
            self._advance(SINGLE_STEP)

    def _push(self, x: float, y: float, strength: float) -> None:
        heading = _heading(self._walker.simulation.character, self._moment)
        size = strength / math.hypot(x, y)
        force = (
            size * (x * math.cos(heading) - y * math.sin(heading)),
            size * (x * math.sin(heading) + y * math.cos(heading)),
            0.0,
        )
        world = self._walker.world
        world.add_push(self._moment.time, force)
        self._walker.simulation.change_setting(world.setting)
        self._num_pushes += 1

    def _set_slope(self, degrees: float) -> None:
        world = self._walker.world
        world.set_slope(degrees, _foremost(self._moment))
        self._walker.simulation.change_setting(world.setting)

    def _set_friction(self, friction: float | None) -> None:
        self._walker.world.friction = friction
        self._walker.simulation.change_setting(self._walker.world.setting)


def _ready(solution: Solution) -> _Walker:
    problem = solution.experiment.problem
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


def _foremost(moment: Moment) -> float:
    """X [m] of the foremost point that can touch the ground."""
    return float(np.max(moment.contact_position[:, 0]))


def _heading(character: Character, moment: Moment) -> float:
    """Where the pelvis points [rad], left positive; a planar one points ahead."""
    if character.is_planar:
        return 0.0
    pelvis = character.roles.pelvis
    forward = np.zeros(3)
    mujoco.mju_rotVecQuat(
        forward, character.standing_forward(pelvis), moment.quaternion[pelvis]
    )
    return math.atan2(forward[1], forward[0])
