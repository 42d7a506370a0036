"""Many rollouts of one character: eight at a time, in the lanes of one core.

A queue of rollouts goes in, results come out as they end; a lane whose rollout has
fallen or ended takes the next one from the queue. Every rollout is the same to the last
bit as in a `Simulation` of its own, whichever lane it is in and whoever is beside it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.law import is_plain_python
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.closed_loop import advance_lanes
from gaitsmith.simulation.compiled_loop import compiled_loop
from gaitsmith.simulation.lane_group import LaneGroup
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.running import SharedSetup, Start
from gaitsmith.simulation.setting import Room, Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.tasks import Queue, Task

CHUNK = 5000  # time steps per compiled call; then what is no longer wanted is left
OF_ONE_LANE = {"pushes": (), "motor_noise": 0.0, "heading": ()}


@dataclass(frozen=True, eq=False)
class Recipe:
    """What batches are made from: each thread or process makes its own."""

    character: Character
    settings: tuple[Setting, ...]
    """May differ in pushes, motor noise and headings only."""
    terms: Mapping[str, Any] | None = None
    """Options of the objective terms that own meters, by name."""
    frame_rate: float = 0.0
    """Hz, of a recording of every rollout; 0 for none."""

    def batch(self) -> "Batch":
        """One of them."""
        return Batch(self.character, self.settings, self.terms, self.frame_rate)

    def failure(self, task: Task) -> Rollout:
        """What is known of a rollout that nobody can do: it diverged at once."""
        stage = SharedSetup(self.character, task.setting, self.terms)
        start, moving = stage.put(task.drive), stage.at_start(task.drive)
        moving.body.qpos[:] = start.qpos
        buffer = stage.buffer(self.frame_rate, moving)
        return stage.result(Outcome.DIVERGED, start, moving, buffer, task.setting)


@dataclass
class _Seated:
    """Who is in a lane."""

    task: Task
    stage: SharedSetup
    start: Start


class Batch:
    """Rolls out tasks in lanes. One object per thread."""

    def __init__(
        self,
        character: Character,
        settings: Sequence[Setting],
        terms: Mapping[str, Any] | None = None,
        frame_rate: float = 0.0,
    ) -> None:
        """Resolve the settings; nothing is simulated yet.

        Args:
            character: who moves.
            settings: where and how long; they may differ in pushes, motor noise and
                headings only. Tasks may bring others, with no more of these.
            terms: options of the objective terms that own meters, by name.
            frame_rate: Hz, of a recording of every rollout; 0 for none.
        """
        self._character, self._terms = character, terms
        self._shared = settings[0].model_copy(update=OF_ONE_LANE)
        self._room = Room(
            pushes=max(len(setting.pushes) for setting in settings),
            headings=max(len(setting.heading) for setting in settings) + 1,
        )
        self._stages = {setting: self._resolved(setting) for setting in settings}
        self._num_steps = settings[0].num_steps
        self._frame_rate = frame_rate
        self._lanes: list[_Seated | None] = [None] * WIDTH
        self._group: LaneGroup | None = None

    def _resolved(self, setting: Setting) -> SharedSetup:
        """What all rollouts in a setting share, beside those in other settings."""
        if setting.model_copy(update=OF_ONE_LANE) != self._shared:
            raise ValueError(
                "the settings of a batch may differ in pushes, motor noise and headings"
                " only"
            )
        pushes, headings = len(setting.pushes), len(setting.heading) + 1
        if pushes > self._room.pushes or headings > self._room.headings:
            raise ValueError(
                "a task may have no more pushes and headings than the settings that its"
                " batch was made for"
            )
        return SharedSetup(self._character, setting, self._terms, self._room)

    def _stage(self, task: Task) -> SharedSetup:
        return self._stages.get(task.setting) or self._resolved(task.setting)

    def roll_out(self, tasks: Iterable[Task]) -> Iterator[tuple[Any, Rollout]]:
        """Results by key, in the order in which they end.

        `tasks` is asked for the next one whenever a lane is free, also if it had none
        before. Several threads may share a `Queue`; when it is closed, rollouts that
        are under way are left, and before that those that it no longer wants.
        """
        waiting = iter(tasks)
        self._lanes = [None] * WIDTH
        while not (isinstance(tasks, Queue) and tasks.is_closed):
            if isinstance(tasks, Queue):
                self._leave_what_is_unwanted(tasks)
            for lane in range(WIDTH):
                while self._lanes[lane] is None:
                    task = next(waiting, None)
                    if task is None:
                        break
                    stage = self._stage(task)
                    if group := self._group_for(task, stage):
                        start = group.seat(lane, stage, task.drive, task.seed)
                        self._lanes[lane] = _Seated(task, stage, start)
                    else:
                        yield task.key, self._alone(task)
            if self._group is None or not any(self._lanes):
                return
            yield from self._advance(self._group)

    def _leave_what_is_unwanted(self, queue: Queue) -> None:
        for lane, seated in enumerate(self._lanes):
            if seated and not queue.wants(seated.task.key):
                self._lanes[lane] = None

    def needs_compiling(self, task: Task) -> bool:
        """Whether the first rollout takes a while because the loop is compiled."""
        if is_plain_python(task.drive.law):
            return False
        moving = self._stage(task).at_start(task.drive)
        parts = (task.drive.law, moving.actuators, moving.meters)
        return compiled_loop(advance_lanes, *parts).needs_compiling

    def _alone(self, task: Task) -> Rollout:
        """A law in plain Python is asked between time steps, which lanes cannot."""
        simulation = Simulation(self._character, task.setting, self._terms)
        return simulation.roll_out(task.drive, task.seed, self._frame_rate)

    def _group_for(self, task: Task, stage: SharedSetup) -> LaneGroup | None:
        """Where a rollout can go beside the others; made if there are none."""
        if is_plain_python(task.drive.law):
            return None
        if self._group is None or not self._group.fits(task.drive):
            if any(self._lanes):
                return None
            self._group = LaneGroup(stage, task.drive, self._frame_rate)
        return self._group

    def _advance(self, group: LaneGroup) -> Iterator[tuple[Any, Rollout]]:
        """Go on until a rollout ends, or for a while; results of those that ended."""
        group.run_only(np.array([seated is not None for seated in self._lanes]))
        clock = group.wide.moving.clock
        clock.last[0] = np.minimum(clock.step[0] + CHUNK, self._num_steps)
        ended = []
        for lane in np.flatnonzero(group.advance()).tolist():
            outcome, seated = group.outcome(lane), self._lanes[lane]
            if seated and outcome is not Outcome.RUNNING:
                one = group.read(lane)
                rollout = seated.stage.result(
                    outcome,
                    seated.start,
                    one.moving,
                    one.recording,
                    seated.task.setting,
                )
                ended.append((seated.task.key, rollout))
                self._lanes[lane] = None
        group.finish_step()
        yield from ended
