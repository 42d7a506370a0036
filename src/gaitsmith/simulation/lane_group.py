"""Eight rollouts in the lanes of one core: their records, and the call that moves them.

What `Batch` and `Lockstep` have in common: who sits in which lane, and when lanes stop,
is theirs.
"""

import copy
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.actuators.devices import fit_devices
from gaitsmith.control.controller import Drive
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.kernels.records import Flags, Floats, Phases
from gaitsmith.simulation.closed_loop import (
    FROM_METERS,
    WHOLE,
    advance_lanes,
    sense_lanes,
)
from gaitsmith.simulation.compiled_loop import CompiledLoop, QuickCall, compiled_loop
from gaitsmith.simulation.lane_records import (
    Column,
    Columns,
    agrees,
    assign,
    copy_memory,
    flat,
    leaves,
    read_memory,
    widened_memory,
    write_memory,
)
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.recording import RecordingBuffer
from gaitsmith.simulation.running import Moving, SharedSetup, Start
from gaitsmith.simulation.snapshot import Snapshot, copied
from gaitsmith.simulation.world import World


class Own(NamedTuple):
    """What differs between the rollouts of a group."""

    world: World
    laws: tuple[Any]
    moving: Moving
    recording: RecordingBuffer


class LaneGroup:
    """The records of eight rollouts. One object per thread."""

    def __init__(
        self, stage: SharedSetup, drive: Drive, frame_rate: float = 0.0
    ) -> None:
        """Room for all lanes, shaped like this rollout.

        Args:
            stage: whose settings differ from it must fit into its room.
            drive: whose law is like those of all others.
            frame_rate: Hz, of a recording of every rollout; 0 for none.
        """
        moving = stage.at_start(drive)
        recording = stage.buffer(frame_rate, moving)
        self._stage, self._about = stage, stage.about(drive)
        self._phases = drive.phases
        self._narrow, self._memory = drive.memory.dtype, widened_memory(drive.memory)
        self._columns = Columns(Own(stage.world, (drive.law,), moving, recording))
        self._single: Own = self._columns.fresh()
        self._of_law = list(leaves(self._single.laws))
        rooms = enumerate(leaves(self._columns.wide.laws))
        self._law_rooms = [(i, room) for i, (room, is_own) in rooms if is_own]
        self._is_noisy = stage.setting.motor_noise > 0.0
        self._seated: tuple[Snapshot | None, Column] = None, {}
        self._parts = Columns(stage.parts()).wide
        self._generators = [np.random.default_rng(0)] * WIDTH
        parts = (drive.law, moving.actuators, moving.meters)
        self._loop = QuickCall(compiled_loop(advance_lanes, *parts))
        self._sense = QuickCall(CompiledLoop(sense_lanes, ()))

    @property
    def wide(self) -> Own:
        """The records of all lanes."""
        return self._columns.wide

    def fits(self, drive: Drive) -> bool:
        """Whether a rollout can go beside the others."""
        return (
            type(drive.law) is type(self._single.laws[0])
            and agrees(self._of_law, (drive.law,))
            and _are_alike(drive.phases, self._phases)
        )

    def seat(self, lane: int, stage: SharedSetup, drive: Drive, seed: int = 0) -> Start:
        """Put a rollout at its start into a lane."""
        start = stage.put(drive)
        one: Own = self._columns.fresh()
        if stage is not self._stage:
            assign(list(leaves(one.world)), stage.world)
        assign(self._of_law, (drive.law,))
        if stage.about(drive) != self._about:
            assign(list(leaves(one.moving)), stage.at_start(drive))
        fit_devices(one.moving.actuators, drive.devices)
        one.moving.body.qpos[:] = start.qpos
        one.moving.body.qvel[:] = start.qvel
        self._columns.write(lane)
        write_memory(self._memory, lane, drive.memory)
        self._generators[lane] = np.random.default_rng(seed)
        return start

    def seat_snapshot(self, lane: int, snapshot: Snapshot) -> None:
        """Put a rollout of the same character and law into a lane where it stood."""
        if snapshot is not self._seated[0]:  # many go on from the same one
            one: Own = self._columns.fresh()
            assign(list(leaves(one.moving)), snapshot.moving)
            self._columns.write(lane)
            self._seated = snapshot, self._columns.column(lane)
        else:
            self._columns.put_back(lane, self._seated[1])
        write_memory(self._memory, lane, snapshot.memory)
        if self._is_noisy:
            self._generators[lane] = copy.deepcopy(snapshot.generator)

    def snapshot(self, lane: int) -> Snapshot:
        """All that the rest of a lane's rollout depends on."""
        return Snapshot(
            memory=read_memory(self._memory, lane, self._narrow),
            moving=copied(self.read(lane).moving),
            outcome=Outcome.RUNNING,
            generator=copy.deepcopy(self._generators[lane]),
        )

    def follow(self, lane: int, law: Any, heading: float) -> None:
        """Let a lane go on with other numbers of the law, towards a heading [rad]."""
        given = list(flat(law))
        for index, room in self._law_rooms:
            room[..., lane] = given[index]
        self.wide.world.command.headings[..., lane] = heading

    def stance(self, lane: int) -> int:
        """The leg that a lane's law stands on, LEFT or RIGHT."""
        return int(self._phases.stance[self._memory["state"][0, lane]])

    def qpos(self, lane: int) -> Floats:
        """(nq,) where a lane's body is."""
        return self.wide.moving.body.qpos[:, lane]

    def read(self, lane: int) -> Own:
        """A lane's records; the next `read` or `seat` overwrites them."""
        return self._columns.read(lane)

    def column(self, lane: int) -> Column:
        """A copy of everything in a lane, to come back to."""
        return self._columns.column(lane)

    def put_back(self, lane: int, column: Column) -> None:
        """Put what `column` gave into a lane."""
        self._columns.put_back(lane, column)

    def run_only(self, is_running: Flags) -> None:
        """Let the other lanes go the way of one: they stay sane, and unheard.

        Args:
            is_running: (lanes,) which rollouts go on; one at least.
        """
        company = int(np.argmax(is_running))
        for lane in np.flatnonzero(~is_running).tolist():
            self._columns.copy(company, lane)
            copy_memory(self._memory, company, lane)
            self.wide.world.motor_noise[lane] = 0.0  # type: ignore[index]
        self.wide.moving.clock.is_running[0] = is_running

    def advance(self, ends_with_stance: bool = False) -> Flags:
        """Go on until a rollout comes to its last step, falls or diverges.

        Look at those, and then call `finish_step`.

        Args:
            ends_with_stance: also until a law goes over to the other leg.

        Returns:
            (lanes,) which have.
        """
        clock = self.wide.moving.clock
        why = clock.is_over, clock.has_fallen, clock.has_diverged, clock.has_changed
        for flags in why:
            flags[...] = False
        self._call(WHOLE, ends_with_stance)
        return clock.is_running[0] & np.any([flags[0] for flags in why], axis=0)

    def finish_step(self) -> None:
        """Where one has diverged, the others are in the middle of a time step."""
        if np.any(self.wide.moving.clock.has_diverged):
            self._call(FROM_METERS)

    def outcome(self, lane: int) -> Outcome:
        """How a rollout stood when `advance` returned."""
        clock = self.wide.moving.clock
        if clock.has_fallen[0, lane]:
            return Outcome.FELL
        if clock.has_diverged[0, lane]:
            return Outcome.DIVERGED
        num_steps = self._stage.setting.num_steps
        is_over = clock.is_over[0, lane] and clock.step[0, lane] >= num_steps
        return Outcome.COMPLETED if is_over else Outcome.RUNNING

    def sense(self) -> None:
        """Bring the bodies to where `qpos` and `qvel` put them now."""
        self._sense(self.wide.world.tree, self.wide.moving.body, self._parts)

    def _call(self, part: int, ends_with_stance: bool = False) -> None:
        world, laws, moving, recording = self.wide
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
            ends_with_stance,
            part,
        )


def _are_alike(phases: Phases, others: Phases) -> bool:
    return np.array_equal(phases.stance, others.stance) and np.array_equal(
        phases.is_push_off, others.is_push_off
    )
