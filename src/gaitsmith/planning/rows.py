"""Rows of steps from snapshots, eight beside each other in the lanes of one core.

A search tries many actions from one moment. Each row is the same to the last bit as if
a `Walker` had taken its steps; eight together cost little more than one.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from gaitsmith.control.law import is_plain_python
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.kernels.records import Floats
from gaitsmith.planning.walker import LONGEST_STEP, LOOKS, Footfall, Walker
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.snapshot import Snapshot

Course = Generator[float, bool, None]
"""Yields how long [s] to go on at most; is told whether a step has ended by then."""


@dataclass(frozen=True)
class StepRow:
    """Steps to take from a strike."""

    start: Snapshot
    actions: Sequence[Floats]  # (parts,) each
    heading: float = 0.0  # rad


@dataclass
class WalkedRow:
    """How far a row came: fewer footfalls than actions if it falls."""

    footfalls: list[Footfall] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)  # at them, if kept


class RowWalker:
    """Walks rows with one walker's character, on its ground."""

    def __init__(
        self, walker: Walker, is_lifted: bool = False, keeps: bool = False
    ) -> None:
        """Nothing is simulated yet.

        Args:
            walker: has been started; it stays where it is.
            is_lifted: look how high feet swing, see `Footfall.lifts`.
            keeps: snapshots at the footfalls.
        """
        self._walker, self._keeps = walker, keeps
        self._looks = LOOKS if is_lifted else ()
        self._laws: dict[bytes, Any] = {}
        self._is_alone = is_plain_python(walker.simulation.drive.law)
        if not self._is_alone:
            self._group = walker.simulation.lane_group()

    def walk(self, rows: Sequence[StepRow]) -> list[WalkedRow]:
        """What comes of each row; there may be any number."""
        if self._is_alone:  # such a law is asked between time steps, not in lanes
            return [self._walked_alone(row) for row in rows]
        group, simulation = self._group, self._walker.simulation
        clock = group.wide.moving.clock
        walked = [WalkedRow() for _ in rows]
        waiting = iter(zip(rows, walked, strict=True))
        self._laws = {}
        courses: list[Course | None] = [None] * WIDTH

        def go_on(lane: int, course: Course, has_stepped: bool | None) -> None:
            """Up to where the course wants to look next."""
            try:
                pause = (
                    next(course) if has_stepped is None else course.send(has_stepped)
                )
            except StopIteration:
                courses[lane] = None
                return
            courses[lane] = course
            steps = max(1, round(pause * simulation.setting.rate))
            last = min(clock.step[0, lane] + steps, simulation.setting.num_steps)
            clock.last[0, lane] = last

        while True:
            for lane in range(WIDTH):
                while courses[lane] is None and (one := next(waiting, None)):
                    group.seat_snapshot(lane, one[0].start)
                    go_on(lane, self._course(lane, *one), None)
            is_running = np.array([course is not None for course in courses])
            if not is_running.any():
                return walked
            group.run_only(is_running)
            for lane in np.flatnonzero(group.advance(ends_with_stance=True)).tolist():
                course = courses[lane]
                assert course is not None, "only those that run are told of"
                if group.outcome(lane) is Outcome.RUNNING:
                    go_on(lane, course, bool(clock.has_changed[0, lane]))
                else:
                    courses[lane] = None
            group.finish_step()

    def _course(self, lane: int, row: StepRow, walked: WalkedRow) -> Course:
        """Take the steps of a row as `Walker.step` and `Walker.lifted_step` do."""
        group = self._group
        for action in row.actions:
            key = action.tobytes()  # most rows differ from others in one step only
            if key not in self._laws:
                self._laws[key] = self._walker.law(action)
            group.follow(lane, self._laws[key], row.heading)
            side, lifts, has_stepped = 1 - group.stance(lane), [], False
            for before, look in pairwise((0.0, *self._looks)):
                if has_stepped := (yield look - before):
                    break
                lifts.append(self._walker.lowest(group.qpos(lane), side))
            if not (has_stepped or (yield LONGEST_STEP)):
                return
            lifts += [0.0] * (len(self._looks) - len(lifts))
            time = float(group.wide.moving.clock.step[0, lane])
            walked.footfalls.append(
                Footfall(
                    time / self._walker.simulation.setting.rate,
                    group.stance(lane),
                    self._walker.heel(group.qpos(lane), group.stance(lane)),
                    row.heading,
                    tuple(lifts),
                )
            )
            if self._keeps:
                walked.snapshots.append(group.snapshot(lane))

    def _walked_alone(self, row: StepRow) -> WalkedRow:
        walked, walker = WalkedRow(), self._walker
        here = walker.snapshot()
        walker.restore(row.start)
        for action in row.actions:
            step = walker.lifted_step if self._looks else walker.step
            footfall = step(action, row.heading)
            if footfall is None:
                break
            walked.footfalls.append(footfall)
            if self._keeps:
                walked.snapshots.append(walker.snapshot())
        walker.restore(here)
        return walked
