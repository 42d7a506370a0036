"""Eight rollouts that pause together, each of which can be started anew.

For a program that acts on all of them between two pauses: it writes into the arrays of
`law`, which has the lane as its last axis, and looks at `moving`. Every rollout is the
same to the last bit as in a `Simulation` of its own.
"""

from typing import Any

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.kernels.records import Flags
from gaitsmith.simulation.lane_group import LaneGroup
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.running import Moving, SharedSetup
from gaitsmith.simulation.setting import Setting

ENDS = (Outcome.FELL, Outcome.DIVERGED)


class Lockstep:
    """Lanes of one character in one setting. One object per thread."""

    def __init__(self, character: Character, setting: Setting, drive: Drive) -> None:
        """All lanes are at the start of `drive`; the laws of others must be like it."""
        self._stage = SharedSetup(character, setting)
        self._group = LaneGroup(self._stage, drive)
        self._outcomes = [Outcome.RUNNING] * WIDTH
        for lane in range(WIDTH):
            self.start(lane, drive)

    @property
    def law(self) -> Any:
        """The laws of all lanes; what is written here is followed from now on."""
        return self._group.wide.laws[0]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each lane stands: running, or how it ended."""
        return tuple(self._outcomes)

    def start(self, lane: int, drive: Drive) -> None:
        """Put a lane at a start, whatever the others do."""
        self._group.seat(lane, self._stage, drive)
        self._outcomes[lane] = Outcome.RUNNING

    def advance(self, num_steps: int, is_acting: Flags) -> None:
        """Go on for some time steps, or as far as each rollout comes.

        One that falls or diverges stays as it was then, and the others go on without
        it.

        Args:
            num_steps: the last of all may be shorter.
            is_acting: (lanes,) which ones; the others have to be started anew.
        """
        group, clock = self._group, self._group.wide.moving.clock
        last = clock.step[0] + num_steps
        clock.last[0] = np.minimum(last, self._stage.setting.num_steps)
        is_running, ended = is_acting.copy(), {}
        while is_running.any():
            group.run_only(is_running)
            for lane in np.flatnonzero(group.advance()).tolist():
                is_running[lane] = False
                self._outcomes[lane] = group.outcome(lane)
                if self._outcomes[lane] in ENDS:
                    ended[lane] = group.column(lane)
            group.finish_step()
        for lane, column in ended.items():
            group.put_back(lane, column)

    def sensed(self) -> Moving:
        """What moves, with its bodies where `qpos` and `qvel` put them now."""
        self._group.sense()
        return self._group.wide.moving
