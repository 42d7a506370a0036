"""A person's gait cycle from the joint angles of an OpenSim motion."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.gait.reference import ANGLES, FileCurves, open_ends
from gaitsmith.gait.table_file import Table, listed, read_storage
from gaitsmith.kernels.records import Floats

COORDINATES = {"hip": "hip_flexion", "knee": "knee_angle", "ankle": "ankle_angle"}
PELVIS = "pelvis_tilt"
FEWEST_SAMPLES = 10  # of a cycle; fewer do not show its shape
CLOCK_TOLERANCE = 1e-6  # s, from the rounding of times in a file
LEAST_SWING = 10.0  # degrees; what moves less may be noise, and tells no cycles apart
HYSTERESIS = 0.25  # of the range of an angle, above and below its middle

Spans = Sequence[tuple[float, float]]


def read_motion(text: str, strikes: Sequence[float]) -> FileCurves:
    """Angles [degrees] of the right leg, or of the left if the file has no other.

    Args:
        text: of a .mot or .sto file with some of hip_flexion_r, knee_angle_r and
            ankle_angle_r; the thigh and the foot follow if pelvis_tilt is there.
        strikes: s, when that leg's foot strikes the ground; the cycles between them are
            averaged. Empty: the whole file is one cycle.

    Raises:
        InputError: the file has none of these angles, or no cycle.
    """
    table = read_storage(text)
    time = table.columns["time"]
    labels = {_coordinate(label): label for label in table.names[1:]}
    side = _side(labels)
    wanted = {joint: f"{name}_{side}" for joint, name in COORDINATES.items()}
    wanted["pelvis"] = PELVIS
    spans = _spans(time, strikes)
    angles = {
        part: _degrees(table, labels[name])
        for part, name in wanted.items()
        if name in labels
    }
    means = {part: _mean_cycle(time, angle, spans) for part, angle in angles.items()}
    notes = _what_was_done(table, side, len(spans))
    if np.mean(means.get("knee", 0.0)) < 0.0:  # a knee bends one way
        means["knee"] = -means["knee"]
        notes.append(
            f"{wanted['knee']} counts flexion as negative: its sign was turned."
        )
    notes += _add_thigh_and_foot(means)
    notes += _check_spans(time, angles, spans, is_whole=not strikes)
    means.pop("pelvis", None)
    return FileCurves(means, {}, tuple(notes))


def _coordinate(label: str) -> str:
    """knee_angle_r of /jointset/knee_r/knee_angle_r/value; other labels stay."""
    parts = label.split("/")
    return parts[-2] if len(parts) > 1 and parts[-1] == "value" else label


def _side(labels: Mapping[str, str]) -> str:
    for side in ("r", "l"):
        if any(f"{name}_{side}" in labels for name in COORDINATES.values()):
            return side
    names = ", ".join(f"{name}_r" for name in COORDINATES.values())
    raise InputError(
        "no angle in it is known. At least one of these columns is needed:"
        f" {names} (or _l). Found: {listed(labels)}."
    )


def _degrees(table: Table, label: str) -> Floats:
    values = table.columns[label]
    table.refuse(label, ~np.isfinite(values), "it must be a finite number")
    per_degree, unit = (
        (1.0, "degrees") if table.in_degrees else (np.pi / 180, "radians")
    )
    too_large = np.abs(values) > ANGLES.largest * per_degree
    remedy = ": check inDegrees in the header"
    table.refuse(label, too_large, ANGLES.limits + remedy, f" {unit}")
    return values if table.in_degrees else np.degrees(values)


def _spans(time: Floats, strikes: Sequence[float]) -> Spans:
    """Begin and end [s] of each cycle."""
    first, last = float(time[0]), float(time[-1])
    times = [float(strike) for strike in strikes] or [first, last]
    given = f"strikes {', '.join(f'{strike:g}' for strike in times)} given"
    if len(times) < 2 or not all(a < b for a, b in pairwise(times)):
        raise InputError(
            f"{given}; at least two times in s are needed, each later than the one"
            " before."
        )
    if times[0] < first - CLOCK_TOLERANCE or times[-1] > last + CLOCK_TOLERANCE:
        raise InputError(
            f"{given}; the file lasts from {first:g} to {last:g} s, and strikes must"
            " lie between."
        )
    for begin, end in pairwise(times):
        samples = int(np.count_nonzero((time >= begin) & (time <= end)))
        if samples < FEWEST_SAMPLES:
            raise InputError(
                f"the cycle from {begin:g} to {end:g} s has {samples} rows; at least"
                f" {FEWEST_SAMPLES} are needed to see its shape."
            )
    return list(pairwise(times))


def _mean_cycle(time: Floats, values: Floats, spans: Spans) -> Floats:
    """(101,) values, evenly spaced over each cycle."""
    places = [np.linspace(begin, end, NUM_POINTS) for begin, end in spans]
    return np.mean([np.interp(place, time, values) for place in places], axis=0)


def _what_was_done(table: Table, side: str, num_cycles: int) -> list[str]:
    notes: list[str] = []
    if side == "l":
        notes.append(
            "the file has the left leg only: it is used, and strikes are taken for"
            " those of the left foot."
        )
    if num_cycles > 1:
        notes.append(
            f"the mean of {num_cycles} cycles of one person; how these differ is not"
            " how people differ, and is not used."
        )
    if any(x.endswith("_moment") or "ground_force" in x for x in table.names):
        notes.append(
            "moments and ground forces of the file are left out: they are per body, and"
            " the file does not hold the body's mass."
        )
    return notes


def _add_thigh_and_foot(means: dict[str, Floats]) -> list[str]:
    """Against the vertical and the horizontal.

    OpenSim's models turn pelvis and hip about the same axis, which points to the right:
    to lean the pelvis backward and to flex the hip both bring the thigh forward.
    """
    if not {"pelvis", "hip"} <= set(means):
        return []
    added = {"thigh": means["hip"] + means["pelvis"]}
    if {"knee", "ankle"} <= set(means):
        added["foot"] = added["thigh"] - means["knee"] + means["ankle"]
    means |= added
    derived = " and ".join(added)
    size = max(np.max(np.abs(angle)) for angle in added.values())
    if size > ANGLES.largest:
        raise InputError(
            f"{size:.3g} degrees found for {derived}; {ANGLES.limits}: check {PELVIS}."
        )
    return [
        f"{derived} derived from the joints and {PELVIS}, which is taken for positive"
        " when the pelvis leans backward, as in OpenSim's models."
    ]


def _check_spans(
    time: Floats, angles: Mapping[str, Floats], spans: Spans, is_whole: bool
) -> list[str]:
    """A cycle ends as it began, and swings once; else the whole file is no cycle."""
    for begin, end in spans:
        # The samples of the file: 101 points are too few to count many cycles.
        inside = [begin, *time[(time > begin) & (time < end)].tolist(), end]
        span = {part: np.interp(inside, time, x) for part, x in angles.items()}
        wrong = open_ends(span) or _repeated_swing(span)
        if wrong and is_whole:
            raise InputError(
                f"the file is not one gait cycle: {wrong}. Say when the foot strikes"
                " the ground, in s: --strikes T1,T2."
            )
        if wrong:
            return [
                f"from {begin:g} to {end:g} s {wrong}: check that these are two strikes"
                " of the same foot, with none between them."
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
