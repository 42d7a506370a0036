"""A person's gait cycle from the joint angles of an OpenSim motion."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.gait.reference_curves import (
    ANGLES,
    FileCurves,
    largest_value,
    open_ends,
    repeated_swing,
)
from gaitsmith.gait.storage_file import Storage, read_storage
from gaitsmith.gait.text_file import listed
from gaitsmith.kernels.records import Floats

COORDINATES = {"hip": "hip_flexion", "knee": "knee_angle", "ankle": "ankle_angle"}
PELVIS = "pelvis_tilt"
SIDES = ("r", "l")  # the first that the file has is used
FEWEST_SAMPLES = 10  # of a cycle; fewer do not show its shape
CLOCK_TOLERANCE = 1e-6  # s, from the rounding of times in a file


def read_motion(path: Path, strikes: Sequence[float]) -> FileCurves:
    """Angles [degrees] of the right leg, or of the left if the file has no other.

    Args:
        path: a .mot or .sto file with hip_flexion_r, knee_angle_r, ankle_angle_r (some
            of them); the thigh and the foot follow if pelvis_tilt is there.
        strikes: s, when that leg's foot strikes the ground; the cycles between them are
            averaged. Empty: the whole file is one cycle.

    Raises:
        InputError: the file has none of these angles, or no cycle.
    """
    storage = read_storage(path)
    coordinates = {_coordinate(label): label for label in storage.columns}
    side = _side(path, coordinates)
    wanted = {joint: f"{name}_{side}" for joint, name in COORDINATES.items()}
    wanted["pelvis"] = PELVIS
    spans = _spans(path, storage.time, strikes)
    angles = {
        part: _degrees(path, storage, coordinates[name])
        for part, name in wanted.items()
        if name in coordinates
    }
    cycles = {part: _cycles(storage, x, spans) for part, x in angles.items()}
    notes = _what_was_done(storage, side, len(spans))
    notes += _turn_knee(cycles, wanted["knee"]) + _add_thigh_and_foot(path, cycles)
    notes += _check_spans(path, storage.time, angles, spans, is_whole=not strikes)
    means = {part: cycle.mean(axis=0) for part, cycle in cycles.items()}
    means.pop("pelvis", None)
    return FileCurves(means, {}, tuple(notes))


def _coordinate(label: str) -> str:
    """knee_angle_r of /jointset/knee_r/knee_angle_r/value; other labels stay."""
    parts = label.split("/")
    return parts[-2] if len(parts) > 1 and parts[-1] == "value" else label


def _side(path: Path, coordinates: Mapping[str, str]) -> str:
    for side in SIDES:
        if any(f"{name}_{side}" in coordinates for name in COORDINATES.values()):
            return side
    names = ", ".join(f"{name}_r" for name in COORDINATES.values())
    raise InputError(
        f"{path}: no angle in it is known. At least one of these columns is needed:"
        f" {names} (or _l). Found: {listed(coordinates)}."
    )


def _degrees(path: Path, storage: Storage, label: str) -> Floats:
    values = storage.columns[label]
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise InputError(
            f"{path}: line {storage.lines[wrong[0]]}, column '{label}':"
            f" {values[wrong[0]]} given; it must be a finite number."
        )
    largest = ANGLES.largest if storage.in_degrees else np.radians(ANGLES.largest)
    wrong = np.flatnonzero(np.abs(values) > largest)
    if len(wrong):
        unit = "degrees" if storage.in_degrees else "radians"
        raise InputError(
            f"{path}: line {storage.lines[wrong[0]]}, column '{label}':"
            f" {values[wrong[0]]:g} {unit} given; {ANGLES.limits}: check inDegrees in"
            " the header."
        )
    return values if storage.in_degrees else np.degrees(values)


def _spans(
    path: Path, time: Floats, strikes: Sequence[float]
) -> list[tuple[float, float]]:
    """Begin and end [s] of each cycle."""
    first, last = float(time[0]), float(time[-1])
    times = [float(strike) for strike in strikes] or [first, last]
    given = ", ".join(f"{strike:g}" for strike in times)
    if len(times) < 2 or not all(a < b for a, b in pairwise(times)):
        raise InputError(
            f"{path}: strikes {given} given; at least two times in s are needed, each"
            " later than the one before."
        )
    if times[0] < first - CLOCK_TOLERANCE or times[-1] > last + CLOCK_TOLERANCE:
        raise InputError(
            f"{path}: strikes {given} given; the file lasts from {first:g} to"
            f" {last:g} s, and strikes must lie between."
        )
    spans = list(pairwise(times))
    for begin, end in spans:
        samples = int(np.count_nonzero((time >= begin) & (time <= end)))
        if samples < FEWEST_SAMPLES:
            raise InputError(
                f"{path}: the cycle from {begin:g} to {end:g} s has {samples} rows; at"
                f" least {FEWEST_SAMPLES} are needed to see its shape."
            )
    return spans


def _cycles(
    storage: Storage, values: Floats, spans: Sequence[tuple[float, float]]
) -> Floats:
    """(cycles, 101) values, evenly spaced over each cycle."""
    return np.array(
        [
            np.interp(np.linspace(begin, end, NUM_POINTS), storage.time, values)
            for begin, end in spans
        ]
    )


def _what_was_done(storage: Storage, side: str, num_cycles: int) -> list[str]:
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
    if any(x.endswith("_moment") or "ground_force" in x for x in storage.columns):
        notes.append(
            "moments and ground forces of the file are left out: they are per body, and"
            " the file does not hold the body's mass."
        )
    return notes


def _turn_knee(cycles: dict[str, Floats], name: str) -> list[str]:
    """A knee bends one way: flexion becomes positive, whatever the model's sign."""
    if "knee" not in cycles or np.mean(cycles["knee"]) >= 0.0:
        return []
    cycles["knee"] = -cycles["knee"]
    return [f"{name} counts flexion as negative: its sign was turned."]


def _add_thigh_and_foot(path: Path, cycles: dict[str, Floats]) -> list[str]:
    """Against the vertical and the horizontal.

    OpenSim's models turn pelvis and hip about the same axis, which points to the right:
    to lean the pelvis backward and to flex the hip both bring the thigh forward.
    """
    if not {"pelvis", "hip"} <= set(cycles):
        return []
    cycles["thigh"] = cycles["hip"] + cycles["pelvis"]
    derived = "thigh"
    if {"knee", "ankle"} <= set(cycles):
        cycles["foot"] = cycles["thigh"] - cycles["knee"] + cycles["ankle"]
        derived = "thigh and foot"
    size = largest_value(
        {x: cycles[x] for x in ("thigh", "foot") if x in cycles}, ANGLES
    )
    if size > ANGLES.largest:
        raise InputError(
            f"{path}: {size:.3g} degrees found for {derived}; {ANGLES.limits}:"
            f" check {PELVIS}."
        )
    return [
        f"{derived} derived from the joints and {PELVIS}, which is taken for positive"
        " when the pelvis leans backward, as in OpenSim's models."
    ]


def _check_spans(
    path: Path,
    time: Floats,
    angles: Mapping[str, Floats],
    spans: Sequence[tuple[float, float]],
    is_whole: bool,
) -> list[str]:
    """A cycle ends as it began, and swings once; else the whole file is no cycle."""
    for begin, end in spans:
        # The samples of the file: 101 points are too few to count many cycles.
        inside = [begin, *time[(time > begin) & (time < end)].tolist(), end]
        span = {part: np.interp(inside, time, x) for part, x in angles.items()}
        wrong = open_ends(span) or repeated_swing(span)
        if wrong and is_whole:
            raise InputError(
                f"{path}: the file is not one gait cycle: {wrong}. Say when the foot"
                " strikes the ground, in s: --strikes T1,T2."
            )
        if wrong:
            return [
                f"from {begin:g} to {end:g} s {wrong}: check that these are two strikes"
                " of the same foot, with none between them."
            ]
    return []
