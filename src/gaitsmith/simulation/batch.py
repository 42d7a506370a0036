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
from gaitsmith.control.law import is_plain_python
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.kernels.records import Phases
from gaitsmith.simulation.closed_loop import FROM_METERS, WHOLE, advance_lanes
from gaitsmith.simulation.compiled_loop import QuickCall, compiled_loop
from gaitsmith.simulation.lane_records import (
    Columns,
    agrees,
    assign,
    copy_memory,
    widened_memory,
    write_memory,
)
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.recording import RecordingBuffer
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.running import Moving, Stage, Start
from gaitsmith.simulation.setting import Room, Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.tasks import Queue, Task
from gaitsmith.simulation.world import World

CHUNK = 24_000  # time steps per compiled call
OF_ONE_LANE = {"pushes": (), "motor_noise": 0.0, "heading": ()}


class Own(NamedTuple):
    """What differs between the rollouts of a batch."""

    world: World
    laws: tuple[Any]
    moving: Moving
    recording: RecordingBuffer


@dataclass
class _Seated:
    """Who is in a lane."""

    task: Task
    stage: Stage
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
        self._columns: Columns | None = None

    def _resolved(self, setting: Setting) -> Stage:
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
        return Stage(self._character, setting, self._terms, self._room)

    def _stage(self, task: Task) -> Stage:
        return self._stages.get(task.setting) or self._resolved(task.setting)

    def roll_out(self, tasks: Iterable[Task]) -> Iterator[tuple[Any, Rollout]]:
        """Results by key, in the order in which they end.

        `tasks` is asked for the next one whenever a lane is free, also if it had none
        before. Several threads may share a `Queue`; when it is closed, rollouts that
        are under way are left.
        """
        waiting = iter(tasks)
        self._lanes = [None] * WIDTH
        while not (isinstance(tasks, Queue) and tasks.is_closed):
            for lane in range(WIDTH):
                while self._lanes[lane] is None:
                    task = next(waiting, None)
                    if task is None:
                        break
                    stage = self._stage(task)
                    if self._fits(task, stage):
                        self._seat(lane, task, stage)
                    else:
                        yield task.key, self._alone(task)
            if not any(self._lanes):
                return
            self._keep_company()
            yield from self._advance()

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

    def _fits(self, task: Task, stage: Stage) -> bool:
        """Whether a rollout can go beside the others; makes room if there are none."""
        law = task.drive.law
        if is_plain_python(law):
            return False
        if self._columns is not None and type(law) is type(self._wide.laws[0]):
            are_alike = agrees(self._one_law, (law,))
            if are_alike and self._has_phases(task.drive.phases):
                return True
        if any(self._lanes):
            return False
        self._make_room(task, stage)
        return True

    @property
    def _wide(self) -> Own:
        """The records of all lanes."""
        assert self._columns is not None
        return self._columns.wide

    def _has_phases(self, phases: Phases) -> bool:
        return np.array_equal(phases.stance, self._phases.stance) and np.array_equal(
            phases.is_push_off, self._phases.is_push_off
        )

    def _make_room(self, task: Task, stage: Stage) -> None:
        """Room for all lanes, shaped like this rollout."""
        law = task.drive.law
        self._room_of, self._start_of = stage, stage.about(task.drive)
        moving = stage.at_start(task.drive)
        recording = stage.buffer(self._frame_rate, moving)
        self._phases = task.drive.phases
        self._memory = widened_memory(task.drive.memory)
        self._columns = Columns(Own(stage.world, (law,), moving, recording))
        self._one_law = self._columns.fresh().laws
        self._parts = Columns(stage.parts()).wide
        self._generators = [np.random.default_rng(0)] * WIDTH
        self._loop = QuickCall(
            compiled_loop(advance_lanes, law, moving.actuators, moving.meters)
        )

    def _seat(self, lane: int, task: Task, stage: Stage) -> None:
        """Put a rollout at its start into a free lane."""
        assert self._columns is not None
        start = stage.put(task.drive)
        one: Own = self._columns.fresh()
        if stage is not self._room_of:
            assign(one.world, stage.world)
        assign(one.laws, (task.drive.law,))
        if stage.about(task.drive) != self._start_of:
            assign(one.moving, stage.at_start(task.drive))
        one.moving.body.qpos[:] = start.qpos
        one.moving.body.qvel[:] = start.qvel
        self._columns.write(lane)
        write_memory(self._memory, lane, task.drive.memory)
        self._generators[lane] = np.random.default_rng(task.seed)
        self._lanes[lane] = _Seated(task, stage, start)

    def _keep_company(self) -> None:
        """Let lanes without a rollout go the way of one: sane, and unheard."""
        assert self._columns is not None
        company = next(i for i, seated in enumerate(self._lanes) if seated)
        for lane, seated in enumerate(self._lanes):
            if not seated:
                self._columns.copy(company, lane)
                copy_memory(self._memory, company, lane)
                self._wide.world.motor_noise[lane] = 0.0  # type: ignore[index]
        is_running = [seated is not None for seated in self._lanes]
        self._wide.moving.clock.is_running[0] = is_running

    def _advance(self) -> Iterator[tuple[Any, Rollout]]:
        """Go on until a rollout ends, or for a while; results of those that ended."""
        clock = self._wide.moving.clock
        clock.last[0] = np.minimum(clock.step[0] + CHUNK, self._num_steps)
        for flags in (clock.is_over, clock.has_fallen, clock.has_diverged):
            flags[...] = False
        self._call(WHOLE)
        ended = []
        for lane, seated in enumerate(self._lanes):
            outcome = self._outcome(lane)
            if seated and outcome is not Outcome.RUNNING:
                ended.append((seated.task.key, self._result(lane, seated, outcome)))
                self._lanes[lane] = None
        if np.any(clock.has_diverged):
            self._call(FROM_METERS)  # the others are in the middle of a time step
        yield from ended

    def _outcome(self, lane: int) -> Outcome:
        clock = self._wide.moving.clock
        if clock.has_fallen[0, lane]:
            return Outcome.FELL
        if clock.has_diverged[0, lane]:
            return Outcome.DIVERGED
        is_over = clock.is_over[0, lane] and clock.step[0, lane] >= self._num_steps
        return Outcome.COMPLETED if is_over else Outcome.RUNNING

    def _result(self, lane: int, seated: _Seated, outcome: Outcome) -> Rollout:
        assert self._columns is not None
        one: Own = self._columns.read(lane)
        return seated.stage.result(
            outcome, seated.start, one.moving, one.recording, seated.task.setting
        )

    def _call(self, part: int) -> None:
        """One compiled call."""
        world, laws, moving, recording = self._wide
        self._loop(
            world,
            moving.body,
            self._parts,
            laws[0],
            self._phases,
            self._memory,
            moving.actuators,
            moving.state,
            (*moving.standard, *moving.meters),
            recording,
            tuple(self._generators),
            moving.clock,
            False,
            part,
        )
