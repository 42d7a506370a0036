"""When the feet strike: by the ground's forces, by markers, or by joint angles.

Forces: a foot strikes when its load rises above 20 N, and lifts when it falls below
10 N. Markers (Zeni et al. 2008): when the heel is farthest before the pelvis. Angles:
when hip and knee reach farthest forward, which people do a little before they strike;
how much, their own curves say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait import human
from gaitsmith.gait.table_file import listed
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.plates import GroundForces, loaded
from gaitsmith.measured.walk import Series

SIDES = ("left", "right")
SHORTEST_STRIDE = 0.4  # s
LEAST_REACH = 0.4  # of the range of a reach, that a step rises above what is around it
SMOOTH = 6.0  # Hz
LONGEST_GAP = 0.2  # s, that a straight line may fill
SAME = 0.1  # s; strikes that are nearer are the same
AGREES = 0.03  # s; nearer ones agree
PELVIS = ("sacrum", "left_psis", "right_psis", "left_asis", "right_asis")
TYPICAL_SPEED = 1.25  # m/s, of the people whose curves say when a reach is largest

Strikes = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class FoundStrikes:
    """Strikes of left and right [s], and what they were found by."""

    strikes: Strikes
    by: str
    is_sure: bool
    """Forces do not err; markers and angles may."""


def find_strikes(
    forces: GroundForces | None, markers: Markers | None, series: Sequence[Series]
) -> FoundStrikes | None:
    """The strikes of a walk; None: nothing tells them.

    Forces tell both feet's strikes on a treadmill. On a walkway with few plates they
    correct those that markers or angles tell.
    """
    moved = _by_markers(markers) or _by_angles(series)
    if forces is None:
        return moved
    pressed = tuple(
        tuple(
            float(forces.time[begin])
            for begin, _ in loaded(forces.time, forces.feet[side][:, 2])
            if begin > 0
        )
        for side in (LEFT, RIGHT)
    )
    if moved is None:
        return FoundStrikes(
            (pressed[LEFT], pressed[RIGHT]), "ground forces", is_sure=True
        )
    for side in (LEFT, RIGHT):
        _refuse_other_trial(moved, pressed[side], side)
    is_sure = all(len(one) > 1 for one in pressed)
    begin, end = forces.time[0] + SAME, forces.time[-1] - SAME
    together: list[tuple[float, ...]] = []
    for by_motion, by_force in zip(moved.strikes, pressed, strict=True):
        far = [
            x
            for x in by_motion
            if all(abs(x - y) > SAME for y in by_force)
            and not (is_sure and begin < x < end)
        ]
        together.append(tuple(sorted([*far, *by_force])))
    by = "ground forces" if is_sure else f"ground forces and {moved.by}"
    return FoundStrikes((together[LEFT], together[RIGHT]), by, is_sure)


def _refuse_other_trial(
    moved: FoundStrikes, by_force: Sequence[float], side: int
) -> None:
    """Complain if feet press the ground when the motion does not strike it."""
    times = moved.strikes[side]
    inside = [x for x in by_force if times and times[0] - SAME < x < times[-1] + SAME]
    off = [min(abs(one - x) for one in times) for x in inside]
    if inside and np.median(off) > SAME:
        raise InputError(
            f"forces and motion do not fit: by the forces the {SIDES[side]} foot"
            f" strikes at {listed(f'{x:.2f}' for x in inside)} s, by {moved.by} at"
            f" {listed(f'{x:.2f}' for x in times)} s; they are of other trials, or"
            " feet or clocks differ."
        )


def check_given(given: Strikes, found: FoundStrikes | None) -> list[str]:
    """Compare strikes [s] that somebody gave with those that were found.

    Raises:
        InputError: forces say otherwise.
    """
    notes: list[str] = []
    for side in (LEFT, RIGHT):
        times = found.strikes[side] if found else ()
        if found is None or not times:
            continue
        for strike in given[side]:
            nearest = min(times, key=lambda one: abs(one - strike))
            off = abs(nearest - strike)
            inside = times[0] - SAME < strike < times[-1] + SAME
            if off <= AGREES or not inside:
                continue
            words = (
                f"the strike of the {SIDES[side]} foot given at {strike:.3f} s does not"
                f" fit: by {found.by} it strikes at {nearest:.3f} s"
            )
            if off > SAME and found.is_sure:
                raise InputError(f"{words}.")
            notes.append(f"{words}; the given one is used.")
    return notes


def _by_markers(markers: Markers | None) -> FoundStrikes | None:
    """Heels farthest before the pelvis; None: there are no such markers."""
    if markers is None:
        return None
    pelvis = [x[:, 0] for name in PELVIS if (x := markers.landmark(name)) is not None]
    heels = [markers.landmark(f"{side}_heel") for side in SIDES]
    if not pelvis or heels[LEFT] is None or heels[RIGHT] is None:
        return None
    middle = np.mean(pelvis, axis=0)
    found: list[tuple[float, ...]] = []
    for heel in heels:
        assert heel is not None, "both are there"
        ahead = filled(markers.time, heel[:, 0] - middle)
        if ahead is None:
            return None
        found.append(tuple(_peaks(markers.time, ahead).tolist()))
    return FoundStrikes((found[LEFT], found[RIGHT]), "heel markers", is_sure=False)


def hidden(markers: Markers) -> str:
    """Which heel no camera saw for too long to tell strikes; empty: none."""
    for side in SIDES:
        name = markers.landmarks.get(f"{side}_heel")
        if name is None:
            continue
        is_seen = np.isfinite(markers.places[name]).all(axis=1)
        ends = (markers.time[0], *markers.time[is_seen], markers.time[-1])
        longest = int(np.argmax(np.diff(ends)))
        if ends[longest + 1] - ends[longest] > LONGEST_GAP:
            return (
                f"marker {name} is not seen from {ends[longest]:.2f} to"
                f" {ends[longest + 1]:.2f} s"
            )
    return ""


def _by_angles(series: Sequence[Series]) -> FoundStrikes | None:
    """Legs farthest forward, by their angles; None: hip or knee is missing."""
    for one in series:
        found: list[tuple[float, ...]] = []
        for side in one.sides:
            thigh = side.get("thigh", side.get("hip"))
            if thigh is None or "knee" not in side:
                found.append(())
                continue
            peaks = _peaks(one.time, reach(thigh, side["knee"]))
            stride = float(np.median(np.diff(peaks))) if len(peaks) > 1 else 0.0
            found.append(tuple((peaks + lateness() * stride).tolist()))
        if any(len(strikes) > 1 for strikes in found):
            return FoundStrikes(
                (found[LEFT], found[RIGHT]), "hip and knee", is_sure=False
            )
    return None


def reach(thigh: Floats, knee: Floats) -> Floats:
    """How far the ankle is before the hip, in lengths of a thigh; angles in degrees."""
    return np.sin(np.radians(thigh)) + np.sin(np.radians(thigh - knee))


@cache
def lateness() -> float:
    """From the largest reach to the strike, as a share of the stride, in people."""
    bands = human.angles("walk", TYPICAL_SPEED)
    place = int(np.argmax(reach(bands["thigh"].mean, bands["knee"].mean)[:-1]))
    return (100 - place) / 100.0 if place > 50 else -place / 100.0


def _peaks(time: Floats, values: Floats) -> Floats:
    """When a smoothed curve is largest, once a stride [s], between samples."""
    from scipy.signal import butter, find_peaks, sosfiltfilt

    step = float(np.median(np.diff(time)))
    smooth = values
    if step < 1.0 / (3.0 * SMOOTH) and len(values) > 30:
        smooth = sosfiltfilt(butter(2, SMOOTH, fs=1.0 / step, output="sos"), values)
    least = LEAST_REACH * float(np.ptp(smooth))
    if least <= 0.0:
        return np.zeros(0)
    samples = max(1, round(SHORTEST_STRIDE / step))
    places, _ = find_peaks(smooth, distance=samples, prominence=least)
    return time[places]


def filled(time: Floats, values: Floats) -> Floats | None:
    """A curve with straight lines over its gaps; None: a gap is too long."""
    is_seen = np.isfinite(values)
    if not is_seen.any():
        return None
    seen = time[is_seen]
    edges = (seen[0] - time[0], time[-1] - seen[-1], *np.diff(seen))
    if max(edges) > LONGEST_GAP:
        return None
    return np.interp(time, seen, values[is_seen])
