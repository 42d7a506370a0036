"""Which foot strikes after which: a walk and a run are L R, a skip is L L R R."""

from itertools import pairwise

from gaitsmith.gait.events import GaitEvents

LEFT_STRIKE, RIGHT_STRIKE, JUMP = "L", "R", "LR"
TOGETHER = 0.03  # s; feet that strike one after the other so soon land together


def strike_order(events: GaitEvents, period: float) -> str:
    """The strikes of a late period, such as "L L R R"; "" of too short a recording.

    "LR" is a landing on both feet. The period is cut in the longest time without
    strikes, so that none is at its edge, and is told from the left foot's first on.

    Args:
        events: of a gait that repeats itself.
        period: s.
    """
    if not len(events.time):
        return ""
    end = float(events.time[-1])
    strikes = _landings(events, end - 2.0 * period)
    pauses = [
        (after - before, (before + after) / 2.0)
        for (before, _), (after, _) in pairwise(strikes)
        if (before + after) / 2.0 + period <= end
    ]
    if not pauses:
        return ""
    _, start = max(pauses)
    feet = [foot for time, foot in strikes if start <= time < start + period]
    firsts = [
        i
        for i, foot in enumerate(feet)
        if foot == LEFT_STRIKE and feet[i - 1] != LEFT_STRIKE
    ]
    first = firsts[0] if firsts else 0
    return " ".join(feet[first:] + feet[:first])


def _landings(events: GaitEvents, since: float) -> list[tuple[float, str]]:
    """Time [s] and feet of every landing from `since` [s] on."""
    found: list[tuple[float, str]] = []
    for frame, side in events.ordered_strikes(since):
        time = float(events.time[frame])
        foot = (LEFT_STRIKE, RIGHT_STRIKE)[side]
        is_other = bool(found) and {found[-1][1], foot} == {LEFT_STRIKE, RIGHT_STRIKE}
        if is_other and time - found[-1][0] < TOGETHER:
            found[-1] = (found[-1][0], JUMP)
        else:
            found.append((time, foot))
    return found
