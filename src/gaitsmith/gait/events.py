"""When the feet strike and lift, and which part of a foot touches first.

A foot stands while the ground carries at least one hundredth of the weight under it.
The limits are those of the measures, so that both count the same steps; in addition, a
touch too short to be a step, such as a scuff of the swinging foot, is no strike here.
"""

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_places
from gaitsmith.characters.shapes import posed
from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.standard_meters import LIFT_TIME, STRIKE_SHARE

SCUFF_TIME = 0.05  # s; a touch shorter than this, between two swings, is no stance
ROUNDING = 1e-6  # of a duration that is a whole number of frames


class FirstTouch(Enum):
    """The part of a foot that is on the ground in the first frame of a stance."""

    HEEL = "heel"
    TOE = "toe"
    FLAT = "flat"


@dataclass(frozen=True)
class FootEvents:
    """What one foot does; numbers are frames of the recording."""

    is_standing: Flags  # (frames,) without short losses of contact and scuffs
    is_rear_loaded: Flags  # (frames,) the ground carries the foot's rear half
    strikes: Integers  # (strikes,) first frame of each stance that follows a swing
    lifts: Integers  # (lifts,) first frame of each swing that follows a stance
    first_touches: tuple[FirstTouch, ...]  # (strikes,)

    @property
    def stances(self) -> tuple[tuple[int, int], ...]:
        """(strike, lift) of every stance seen from beginning to end."""
        return _intervals(self.strikes, self.lifts)

    @property
    def swings(self) -> tuple[tuple[int, int], ...]:
        """(lift, strike) of every swing seen from beginning to end."""
        return _intervals(self.lifts, self.strikes)


@dataclass(frozen=True)
class GaitEvents:
    """What both feet do."""

    time: Floats  # (frames,) s
    feet: tuple[FootEvents, FootEvents]  # left, right

    def ordered_strikes(self, since: float = 0.0) -> tuple[tuple[int, int], ...]:
        """(frame, side) of all strikes from `since` [s] on, in the order of time."""
        found = [
            (int(frame), side)
            for side, foot in enumerate(self.feet)
            for frame in foot.strikes
            if self.time[frame] >= since
        ]
        return tuple(sorted(found))


def events_of(character: Character, recording: Recording) -> GaitEvents:
    """The strikes and lifts of the first two feet in a recording; there may be none."""
    left, right = feet_events(character, recording)[:2]
    return GaitEvents(time=recording.time, feet=(left, right))


def feet_events(character: Character, recording: Recording) -> tuple[FootEvents, ...]:
    """What every foot does, one for each leg."""
    limit = STRIKE_SHARE * character.weight
    load = recording.contact_force[:, :, 2]  # (frames, points) N
    rear, front = foot_halves(character)
    return tuple(
        _foot_events(
            leg_is_standing(character, recording, side),
            load[:, rear & (character.points.side == side)].sum(axis=1) >= limit,
            load[:, front & (character.points.side == side)].sum(axis=1) >= limit,
        )
        for side in range(len(character.roles.legs))
    )


def foot_halves(character: Character) -> tuple[Flags, Flags]:
    """(points,) each: contact points of the rear and of the front half of their foot.

    The halves are those of the standing pose. Toes belong to the front, whatever their
    length. A point in the very middle belongs to neither, so that a foot that is a
    single ball has no halves.
    """
    data = posed(character.model)
    points = character.points
    place = point_places(points, data)[:, 0]
    middle = np.zeros(len(place))
    for side in np.unique(points.side):
        mine = points.side == side
        middle[mine] = (np.min(place[mine]) + np.max(place[mine])) / 2.0
    rear = (place < middle) & ~points.is_toe
    return rear, (place > middle) | points.is_toe


def leg_is_standing(character: Character, recording: Recording, side: int) -> Flags:
    """(frames,) whether the foot of a leg stands, without short losses and scuffs."""
    limit = STRIKE_SHARE * character.weight
    load = recording.contact_force[:, character.points.side == side, 2].sum(axis=1)
    step = 1.0 / recording.frame_rate if recording.frame_rate else 0.0
    # A recording begins with a frame without forces: it is no swing either.
    is_swinging = _lasting(load < limit, LIFT_TIME, step, is_cut_kept=False)
    # A stance that the recording cuts off may be a long one.
    return _lasting(~is_swinging, SCUFF_TIME, step, is_cut_kept=True)


def _foot_events(
    is_standing: Flags, is_rear_loaded: Flags, is_front_loaded: Flags
) -> FootEvents:
    """Events of one foot, from when it stands and what touches in each frame."""
    change = np.diff(is_standing.astype(np.int64))
    strikes = np.flatnonzero(change == 1) + 1
    return FootEvents(
        is_standing=is_standing,
        is_rear_loaded=is_rear_loaded,
        strikes=strikes,
        lifts=np.flatnonzero(change == -1) + 1,
        first_touches=tuple(
            _first_touch(bool(is_rear_loaded[frame]), bool(is_front_loaded[frame]))
            for frame in strikes
        ),
    )


def _lasting(flags: Flags, shortest: float, step: float, is_cut_kept: bool) -> Flags:
    """`flags` without the runs of True that are shorter than `shortest` [s].

    Args:
        flags: (frames,).
        shortest: s, of a run that stays.
        step: s, between frames.
        is_cut_kept: whether short runs at the ends of the recording stay.
    """
    kept = flags.copy()
    edges = (np.flatnonzero(np.diff(flags)) + 1).tolist()
    for start, end in pairwise([0, *edges, len(flags)]):
        is_cut = start == 0 or end == len(flags)
        is_short = (end - start) * step < shortest * (1.0 - ROUNDING)
        if is_short and not (is_cut and is_cut_kept):
            kept[start:end] = False
    return kept


def _first_touch(is_rear_loaded: bool, is_front_loaded: bool) -> FirstTouch:
    """Both, or neither enough to tell, count as flat."""
    if is_rear_loaded == is_front_loaded:
        return FirstTouch.FLAT
    return FirstTouch.HEEL if is_rear_loaded else FirstTouch.TOE


def _intervals(begins: Integers, ends: Integers) -> tuple[tuple[int, int], ...]:
    """Each begin with the end that follows it; the two kinds take turns."""
    after = np.searchsorted(ends, begins, side="right")
    return tuple(
        (int(begin), int(ends[index]))
        for begin, index in zip(begins, after, strict=True)
        if index < len(ends)
    )
