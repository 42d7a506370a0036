"""Many rollouts of one character: eight at a time, in the lanes of one core.

A queue of rollouts goes in, results come out as they end; a lane whose rollout has
fallen or ended takes the next one from the queue. Every rollout is the same to the last
bit as in a `Simulation` of its own, whichever lane it is in and whoever is beside it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.control.law import is_plain_python
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.closed_loop import advance_lanes
from gaitsmith.simulation.compiled_loop import compiled_loop
from gaitsmith.simulation.lane_group import LaneGroup
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.running import Stage, Start
from gaitsmith.simulation.setting import Room, Setting
from gaitsmith.simulation.simulation import Simulation

CHUNK = 24_000  # time steps per compiled call
OF_ONE_LANE = {"pushes": (), "motor_noise": 0.0, "heading": ()}


class Task(NamedTuple):
    """One rollout that is wanted."""

    key: Any  # to know it by
    drive: Drive
    stage: int  # which of the batch's settings
    seed: int = 0  # of motor noise


@dataclass
class _Seated:
    """Who is in a lane."""

    task: Task
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
                headings only.
            terms: options of the objective terms that own meters, by name.
            frame_rate: Hz, of a recording of every rollout; 0 for none.
        """
        shared = {s.model_copy(update=OF_ONE_LANE).model_dump_json() for s in settings}
        if len(shared) != 1:
            raise ValueError(
                "the settings of a batch may differ in pushes, motor noise and headings"
                " only"
            )
        room = Room(
            pushes=max(len(setting.pushes) for setting in settings),
            headings=max(len(setting.heading) for setting in settings) + 1,
        )
        self._stages = [Stage(character, s, terms, room) for s in settings]
        self._num_steps = settings[0].num_steps
        self._frame_rate = frame_rate
        self._lanes: list[_Seated | None] = [None] * WIDTH
        self._group: LaneGroup | None = None

    def roll_out(self, tasks: Iterable[Task]) -> Iterator[tuple[Any, Rollout]]:
        """Results by key, in the order in which they end.

        `tasks` is asked for the next one whenever a lane is free, so that several
        threads may share one iterator.
        """
        waiting = iter(tasks)
        self._lanes = [None] * WIDTH
        while True:
            for lane in range(WIDTH):
                while self._lanes[lane] is None:
                    task = next(waiting, None)
                    if task is None:
                        break
                    if group := self._group_for(task):
                        stage = self._stages[task.stage]
                        start = group.seat(lane, stage, task.drive, task.seed)
                        self._lanes[lane] = _Seated(task, start)
                    else:
                        yield task.key, self._alone(task)
            if self._group is None or not any(self._lanes):
                return
            yield from self._advance(self._group)

    def needs_compiling(self, task: Task) -> bool:
        """Whether the first rollout takes a while because the loop is compiled."""
        if is_plain_python(task.drive.law):
            return False
        stage = self._stages[task.stage]
        moving = stage.at_start(task.drive)
        parts = (task.drive.law, moving.actuators, moving.meters)
        return compiled_loop(advance_lanes, *parts).needs_compiling

    def _alone(self, task: Task) -> Rollout:
        """A law in plain Python is asked between time steps, which lanes cannot."""
        stage = self._stages[task.stage]
        simulation = Simulation(stage.character, stage.setting, stage.terms)
        return simulation.roll_out(task.drive, task.seed, self._frame_rate)

    def _group_for(self, task: Task) -> LaneGroup | None:
        """Where a rollout can go beside the others; made if there are none."""
        if is_plain_python(task.drive.law):
            return None
        if self._group is None or not self._group.fits(task.drive):
            if any(self._lanes):
                return None
            stage = self._stages[task.stage]
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
                ended.append((seated.task.key, self._result(group, lane, seated)))
                self._lanes[lane] = None
        group.finish_step()
        yield from ended

    def _result(self, group: LaneGroup, lane: int, seated: _Seated) -> Rollout:
        stage, one = self._stages[seated.task.stage], group.read(lane)
        return stage.result(
            group.outcome(lane), seated.start, one.moving, one.recording, stage.setting
        )
