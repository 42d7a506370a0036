"""Which strikes a walk is cut at, and which cycles between them are whole."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.reference import open_ends
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.strikes import SIDES, FoundStrikes, check_given, hidden
from gaitsmith.measured.walk import Recorded, Spans, spans_of

FEWEST_SAMPLES = 10  # of a cycle; fewer do not show its shape
CLOCK_TOLERANCE = 1e-6  # s, from the rounding of times in a file
LEAST_SWING = 10.0  # degrees; what moves less may be noise, and tells no cycles apart
HYSTERESIS = 0.25  # of the range of an angle, above and below its middle
USUAL_CYCLE = (0.7, 1.4)  # of the median; a longer one misses a strike
ASK_FOR_STRIKES = "Say when the foot strikes the ground, in s: --strikes T1,T2."

Chosen = tuple[tuple[float, ...], tuple[float, ...]]


def chosen_strikes(
    walk: Recorded,
    strikes: Sequence[float],
    found: FoundStrikes | None,
    notes: list[str],
) -> Chosen:
    """Strikes of left and right to cut at: given, said by a file, or found."""
    has_right = any(one.sides[RIGHT] for one in (*walk.series, *walk.per_body))
    has_left = any(one.sides[LEFT] for one in (*walk.series, *walk.per_body))
    side = LEFT if has_left and not has_right else RIGHT
    if side == LEFT and not walk.plates:
        notes.append(
            "the file has the left leg only: it is used, and strikes are taken for"
            " those of the left foot."
        )
    if len(strikes):
        times = [float(strike) for strike in strikes]
        _check_order(times, walk)
        others = found.strikes[1 - side] if found else ()
        given = ((), tuple(times)) if side == RIGHT else (tuple(times), ())
        notes += check_given(given, found)
        notes += _doubtful(walk, times)
        return (others, tuple(times)) if side == RIGHT else (tuple(times), others)
    if any(len(one) > 1 for one in walk.strikes):
        notes += check_given(walk.strikes, found)
        notes.append("cut at the strikes that the file says.")
        return walk.strikes
    whole = _one_cycle(walk, side) if not walk.plates else None
    if whole is not None:
        return whole
    if found is None or not any(len(one) > 1 for one in found.strikes):
        raise InputError(_why_no_cycle(walk, found))
    notes.append(f"strikes found by {found.by}.")
    return found.strikes


def _check_order(times: Sequence[float], walk: Recorded) -> None:
    """Given strikes rise, are in the file, and hold enough samples."""
    given = f"strikes {', '.join(f'{strike:g}' for strike in times)} given"
    if len(times) < 2 or not all(a < b for a, b in pairwise(times)):
        raise InputError(
            f"{given}; at least two times in s are needed, each later than the one"
            " before."
        )
    for time in [one.time for one in (*walk.series, *walk.per_body, *walk.plates)]:
        first, last = float(time[0]), float(time[-1])
        if times[0] < first - CLOCK_TOLERANCE or times[-1] > last + CLOCK_TOLERANCE:
            raise InputError(
                f"{given}; the file lasts from {first:g} to {last:g} s, and strikes"
                " must lie between."
            )
        for begin, end in pairwise(times):
            samples = int(np.count_nonzero((time >= begin) & (time <= end)))
            if samples < FEWEST_SAMPLES:
                raise InputError(
                    f"the cycle from {begin:g} to {end:g} s has {samples} rows; at"
                    f" least {FEWEST_SAMPLES} are needed to see its shape."
                )


def usual_cycles(strikes: Sequence[float], notes: list[str]) -> Spans:
    """The cycles between strikes, without those that must lack one."""
    spans = spans_of(strikes)
    if len(spans) < 3:
        return spans
    median = float(np.median([end - begin for begin, end in spans]))
    least, most = (share * median for share in USUAL_CYCLE)
    kept = [(a, b) for a, b in spans if least <= b - a <= most]
    for begin, end in spans:
        if (begin, end) not in kept:
            notes.append(
                f"left out: from {begin:.2f} to {end:.2f} s, which is no cycle of"
                f" about {median:.2f} s."
            )
    return kept


def _one_cycle(walk: Recorded, side: int) -> Chosen | None:
    """Strikes at the ends of a file that is one cycle of a foot; None: it is not."""
    if _not_one_cycle(walk) or not walk.series:
        return None
    time = walk.series[0].time
    ends = (float(time[0]), float(time[-1]))
    if len(time) < FEWEST_SAMPLES:
        raise InputError(
            f"the cycle from {ends[0]:g} to {ends[1]:g} s has {len(time)} rows; at"
            f" least {FEWEST_SAMPLES} are needed to see its shape."
        )
    return ((), ends) if side == RIGHT else (ends, ())


def _not_one_cycle(walk: Recorded) -> str:
    """Why the whole file is no cycle; empty: it may be one."""
    for one in walk.series:
        side = one.sides[RIGHT] or one.sides[LEFT]
        if wrong := open_ends(side) or _repeated_swing(side):
            return wrong
    return ""


def _why_no_cycle(walk: Recorded, found: FoundStrikes | None) -> str:
    if walk.series and not walk.plates:
        wrong = _not_one_cycle(walk)
        return f"the file is not one gait cycle: {wrong}. {ASK_FOR_STRIKES}"
    if found is None and walk.markers and (gap := hidden(walk.markers)):
        return f"strikes cannot be found: {gap}. {ASK_FOR_STRIKES}"
    counts = " and ".join(
        f"{len(times)} of the {side}"
        for side, times in zip(SIDES, found.strikes if found else ((), ()), strict=True)
    )
    return (
        f"there is no whole cycle: strikes found are {counts} foot. {ASK_FOR_STRIKES}"
    )


def _doubtful(walk: Recorded, times: Sequence[float]) -> list[str]:
    """A cycle that does not end as it began, or in which a leg swings twice."""
    for one in walk.series:
        side = one.sides[RIGHT] or one.sides[LEFT]
        for begin, end in pairwise(times):
            # The samples of the file: 101 points are too few to count many cycles.
            between = one.time[(one.time > begin) & (one.time < end)].tolist()
            inside = [begin, *between, end]
            part = {key: np.interp(inside, one.time, x) for key, x in side.items()}
            if wrong := open_ends(part) or _repeated_swing(part):
                return [
                    f"from {begin:g} to {end:g} s {wrong}: check that these are two"
                    " strikes of the same foot, with none between them."
                ]
    return []


def _repeated_swing(angles: Mapping[str, Floats]) -> str:
    """How often hip or knee [degrees] swing; empty if once, as in one gait cycle.

    A swing rises through the middle of the range; the angle is taken to begin again at
    its end. A knee's flexion in stance stays below the middle: it is no swing.
    """
    for joint in ("hip", "knee"):
        angle = angles.get(joint, np.zeros(1))
        low, high = float(np.min(angle)), float(np.max(angle))
        middle = (low + high) / 2.0
        is_outside = np.abs(angle - middle) > HYSTERESIS * (high - low)
        is_high = angle[is_outside] > middle
        swings = int(np.count_nonzero(is_high & ~np.roll(is_high, 1)))
        if high - low >= LEAST_SWING and swings > 1:
            return f"the {joint} swings {swings} times"
    return ""
