"""Time that goes on as a clock says, and listens: what all live views share.

Nothing here draws. One thread calls `tick`; commands may come from any thread, wait in
a queue, and are carried out at the beginning of the next tick.
"""

import math
import queue
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.errors import GaitsmithError
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.moment import Moment
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.viewer.history import History
from gaitsmith.viewer.live_world import STRENGTHS, LiveWorld, bounded

TIME_FACTORS = (0.05, 2.0)  # simulated over real seconds
SINGLE_STEP = 1.0 / 60.0  # s of simulated time
MOST_AT_ONCE = 0.1  # s of simulated time a tick; a slow machine makes slow motion
RESTART_AFTER = 2.0  # s of real time after a fall


AnySession = TypeVar("AnySession", bound="Session[Any]")
Arguments = ParamSpec("Arguments")


@dataclass(frozen=True)
class LiveWalker:
    """Who walks: compiled, and ready to start."""

    name: str
    simulation: Simulation
    world: LiveWorld
    """What the visitor has made of its setting."""


AnyWalker = TypeVar("AnyWalker", bound=LiveWalker)


@dataclass(frozen=True)
class LiveState:
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


def command(
    method: Callable[Concatenate[AnySession, Arguments], None],
) -> Callable[Concatenate[AnySession, Arguments], None]:
    """A method that any thread may call: it waits for the next tick."""

    @wraps(method)
    def wait(
        self: AnySession, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> None:
        self.commands.put(lambda: method(self, *args, **kwargs))

    return wait


class Session(ABC, Generic[AnyWalker]):
    """One walker at a time, as a visitor treats it."""

    most_due = MOST_AT_ONCE  # s of simulated time that are made up for later

    def __init__(
        self, walker: AnyWalker, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Stand ready; time starts with the first tick.

        Args:
            walker: who walks first.
            clock: s of real time.
        """
        self.walker = walker
        self._clock = clock
        self.commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._before: float | None = None  # s, real time of the last tick
        self._due = 0.0  # s of simulated time that the simulation is behind
        self._factor = 1.0
        self._is_paused = False
        self._restarts_itself = True
        self._ended = 0.0  # s, real time of the fall
        self._num_pushes = 0
        self._num_worlds = 1
        self._message = ""

    @property
    def name(self) -> str:
        """Of who walks."""
        return self.walker.name

    @property
    def simulation(self) -> Simulation:
        """The present one."""
        return self.walker.simulation

    @property
    def world(self) -> LiveWorld:
        """What the visitor has made of its setting."""
        return self.walker.world

    # What differs from view to view.

    @abstractmethod
    def _start(self) -> None:
        """Put the walker at its start in a fresh world."""

    def _go_on(self, seconds: float) -> Outcome:
        """Simulate for so long [s]."""
        return self.simulation.advance(seconds)

    # Commands, from any thread.

    @command
    def push(self, x: float, y: float, strength: float) -> None:
        """Push the trunk for 0.4 s.

        Args:
            x: direction, forward as the pelvis points; any length but zero.
            y: to its left.
            strength: N, of the whole push.
        """
        size = bounded(strength, STRENGTHS) / math.hypot(x, y)
        heading = _heading(self.simulation.character, self._moment)
        force = (
            size * (x * math.cos(heading) - y * math.sin(heading)),
            size * (x * math.sin(heading) + y * math.cos(heading)),
            0.0,
        )
        self.world.add_push(self._moment.time, force)
        self.simulation.change_setting(self.world.setting)
        self._num_pushes += 1

    @command
    def set_time_factor(self, factor: float) -> None:
        """Simulated over real seconds."""
        self._factor = bounded(factor, TIME_FACTORS)

    @command
    def set_paused(self, is_paused: bool) -> None:
        """Hold the time, or let it go on."""
        self._is_paused = is_paused

    @command
    def step(self) -> None:
        """Hold the time, and go on for one sixtieth of a second."""
        self._is_paused = True
        if self._outcome is Outcome.RUNNING:
            self._advance(SINGLE_STEP)

    @command
    def set_restarting(self, restarts_itself: bool) -> None:
        """Whether a new walk begins two seconds after a fall."""
        self._restarts_itself = restarts_itself

    @command
    def restart(self) -> None:
        """Begin anew in the world that the visitor has made."""
        self._begin()

    @command
    def take(self, walker: AnyWalker) -> None:
        """Let another one walk, in its own world."""
        self.walker = walker
        self._num_worlds += 1
        self._begin()

    def fail(self, error: Exception) -> None:
        """Hold the time and say what went wrong; a restart may help."""
        self._is_paused = True
        self._message = f"{type(error).__name__}: {error}"

    # One thread only.

    def tick(self) -> LiveState:
        """Carry out the commands, and let as much time pass as the clock says."""
        now = self._clock()
        passed = 0.0 if self._before is None else now - self._before
        self._before = now
        self._obey()
        if self._outcome is not Outcome.RUNNING:
            self._wait_after_end(now)
        elif not self._is_paused:
            self._due = min(self._due + passed * self._factor, self.most_due)
            rate = self.simulation.setting.rate
            num_steps = int(min(self._due, MOST_AT_ONCE) * rate + 1e-6)
            self._due -= num_steps / rate
            if num_steps:
                self._advance(num_steps / rate)
        return self.snapshot()

    def snapshot(self) -> LiveState:
        """How things stand."""
        return LiveState(
            name=self.name,
            character=self.simulation.character,
            setting=self.simulation.setting,
            moment=self._moment,
            outcome=self._outcome,
            is_paused=self._is_paused,
            pushes=self.world.acting(self._moment.time),
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
                command = self.commands.get_nowait()
            except queue.Empty:
                return
            try:
                command()
            except GaitsmithError as error:  # the walk goes on
                self._message = str(error)

    def _begin(self) -> None:
        self._start()
        self._outcome = Outcome.RUNNING
        self._due = 0.0
        self._is_paused = False
        self._message = ""
        self._moment = self.simulation.moment()
        self._history = History(self.simulation.character)
        self._history.add(self._moment)

    def _advance(self, seconds: float) -> None:
        self._outcome = self._go_on(seconds)
        moment = self.simulation.moment()
        if np.all(np.isfinite(moment.position)) and np.all(np.isfinite(moment.com)):
            self._moment = moment
            self._history.add(moment)
        if self._outcome is not Outcome.RUNNING:
            self._ended = self._clock()

    def _wait_after_end(self, now: float) -> None:
        is_due = now - self._ended >= RESTART_AFTER and self._restarts_itself
        if self._outcome is Outcome.COMPLETED or (is_due and not self._is_paused):
            self._begin()


def foremost(moment: Moment) -> float:
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
