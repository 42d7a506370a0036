"""Curves over the cycle from a user's CSV file, at the speed that is wanted."""

from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.errors import InputError
from gaitsmith.gait.analysis import SidedCurve
from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve
from gaitsmith.gait.reference import KIND_OF, open_ends
from gaitsmith.gait.table_file import ColumnFile, as_csv, listed, read_csv
from gaitsmith.kernels.records import Floats
from gaitsmith.measured.walk import MeasuredGait

PERCENT, SPEED = "percent", "speed"
PERCENT_TOLERANCE = 0.01  # from the rounding of 0 and 100 in a file
SAME_SPEED = 0.05  # m/s; people's curves hardly change over this
KEYS = {**{key: key for key in KIND_OF}, **{x.lower(): x for x in MUSCLE_NAMES}}
COLUMNS = (
    PERCENT,
    SPEED,
    *(key + part for key in KEYS for part in ("", "_mean", "_sd", "_left", "_right")),
)


def read_curves(text: str, speed: float) -> MeasuredGait:
    """The curves at `speed` [m/s]: a column `percent` and some of `hip_mean`, `hip_sd`.

    `hip_left` and `hip_right` tell the sides apart; without `hip_mean`, it is theirs.

    Raises:
        InputError: the file has no curve, or something in it is wrong.
    """
    table = read_csv(text, COLUMNS)
    columns, found = table.columns, f"Found: {listed(table.names)}."
    if PERCENT not in columns:
        raise InputError(f"the column '{PERCENT}' is missing. {found}")
    mean_columns = _mean_columns(table, found)
    for key, found_columns in mean_columns.items():
        if (kind := KIND_OF.get(key)) is None:
            continue  # activity may have any unit
        for column in found_columns.values():
            too_large = np.abs(columns[column]) > kind.largest
            table.refuse(column, too_large, kind.limits + kind.remedy)
    for key in filter(KIND_OF.__contains__, mean_columns):
        kind, sd = KIND_OF[key], columns.get(f"{key}_sd", np.ones(1))
        table.refuse(
            f"{key}_sd",
            (sd < kind.least_given_sd) | (sd > kind.largest),
            f"a standard deviation must lie between {kind.least_given_sd:g} and"
            f" {kind.largest:g} {kind.unit}",
        )
    # A file that does not say how fast its people were is taken to be of `speed`.
    of_rows = columns.get(SPEED, np.full(len(table.lines), speed))
    if SPEED in columns:
        table.refuse(SPEED, of_rows <= 0.0, "a speed in m/s must be more than 0")
    speeds = np.unique(of_rows)
    blocks = [np.flatnonzero(of_rows == one).tolist() for one in speeds]
    for block in blocks:
        _check_percent(table, block)

    def at_speed(column: str) -> Floats:
        values, percent = columns[column], columns[PERCENT]
        curves = [
            np.interp(np.linspace(0.0, 100.0, NUM_POINTS), percent[rows], values[rows])
            for rows in blocks
        ]
        points = np.array(curves).T
        return np.array([np.interp(speed, speeds, point) for point in points])

    curves = {
        KEYS[key]: _sided(
            {part: at_speed(name) for part, name in names.items()}, key in KIND_OF
        )
        for key, names in mean_columns.items()
    }
    means = {key: curve.both.mean for key, curve in curves.items()}
    sds = {
        key: np.maximum(at_speed(f"{key}_sd"), KIND_OF[key].least_sd)
        for key in filter(KIND_OF.__contains__, means)
        if f"{key}_sd" in columns
    }
    notes = _unused(table.names)
    if gap := open_ends(means):
        notes.append(f"{gap}: 100 % is the next strike of the same foot. Check this.")
    return MeasuredGait(
        curves,
        sds,
        tuple(notes),
        _speed_note(speed, speeds),
        speed=float(speeds[0]) if SPEED in columns and len(speeds) == 1 else None,
    )


def as_percent_table(gait: MeasuredGait) -> str:
    """Curves as a file that `read_curves` reads: mean, left and right of each."""
    columns: dict[str, Floats] = {PERCENT: np.linspace(0.0, 100.0, NUM_POINTS)}
    if gait.speed is not None:
        columns[SPEED] = np.full(NUM_POINTS, gait.speed)
    for key, curve in gait.curves.items():
        columns[f"{key}_mean"] = curve.both.mean
        for side in ("left", "right"):
            one: MeanCurve | None = getattr(curve, side)
            if one is not None:
                columns[f"{key}_{side}"] = one.mean
        if key in gait.spreads:
            columns[f"{key}_sd"] = gait.spreads[key]
    return as_csv(columns)


def _sided(parts: dict[str, Floats], has_unit: bool) -> SidedCurve:
    """A curve from what a file has of `both`, `left` and `right`.

    Activity, which has no unit, is told as a share of its largest.
    """
    if not has_unit:
        largest = max(float(np.max(np.abs(x))) for x in parts.values())
        parts = {part: x / max(largest, 1e-12) for part, x in parts.items()}
    means = {
        part: MeanCurve(mean, np.zeros(NUM_POINTS), 1) for part, mean in parts.items()
    }
    left, right = means.get("left"), means.get("right")
    sides = [parts[part] for part in ("left", "right") if part in parts]
    both = means.get("both") or MeanCurve(
        np.mean(sides, axis=0), np.zeros(NUM_POINTS), len(sides)
    )
    return SidedCurve(left, right, both)


def _mean_columns(table: ColumnFile, found: str) -> dict[str, dict[str, str]]:
    """Which columns hold `both`, `left` and `right` of each curve that there is."""
    mean_columns: dict[str, dict[str, str]] = {}
    for key in KEYS:
        names = [name for name in (f"{key}_mean", key) if name in table.columns]
        if len(names) > 1:
            raise InputError(f"'{key}_mean' and '{key}' name the same curve: keep one.")
        own = {"both": names[0]} if names else {}
        own |= {
            side: f"{key}_{side}"
            for side in ("left", "right")
            if f"{key}_{side}" in table.columns
        }
        if own:
            mean_columns[key] = own
        elif f"{key}_sd" in table.columns:
            raise InputError(
                f"the column '{key}_mean' is missing, but '{key}_sd' is there. {found}"
            )
    if not mean_columns:
        hints = [f" {note[0].upper()}{note[1:]}" for note in _unused(table.names)]
        keys = ", ".join(f"{key}_mean" for key in KIND_OF)
        raise InputError(
            "there is no curve in it. At least one of these columns is needed:"
            f" {keys}. {found}{''.join(hints)}"
        )
    return mean_columns


def _check_percent(table: ColumnFile, rows: Sequence[int]) -> None:
    each = " for each speed" if SPEED in table.columns else ""
    if len(rows) < 2:
        raise InputError(
            f"rows of numbers{each}: {len(rows)}; at least 2 are needed, and percent"
            " must rise from 0 to 100."
        )
    wanted = f"percent must rise from 0 to 100{each}"
    percent = table.columns[PERCENT]
    every = np.arange(len(percent))
    for i in np.flatnonzero(np.diff(percent[rows]) <= 0.0)[:1]:
        before = f"{percent[rows[i]]:g} came before, and {wanted}"
        table.refuse(PERCENT, every == rows[i + 1], before)
    for row, end in ((rows[0], 0.0), (rows[-1], 100.0)):
        is_off = np.abs(percent - end) > PERCENT_TOLERANCE
        table.refuse(PERCENT, is_off & (every == row), wanted)


def _unused(names: Sequence[str]) -> list[str]:
    """Which columns are not known, and what they may have been meant to be."""
    unknown = [name for name in names if name and name not in COLUMNS]
    near = {name: get_close_matches(name, COLUMNS, 1, 0.8) for name in unknown}
    notes = [
        f"column '{listed([name])}' is not known and not used: did you mean"
        f" '{meant[0]}'?"
        for name, meant in near.items()
        if meant
    ]
    others = [name for name in unknown if not near[name]]
    if others:
        notes.append(f"columns that are not known and not used: {listed(others)}.")
    return notes


def _speed_note(speed: float, speeds: Floats) -> str:
    """Says so when the file does not reach to this speed."""
    nearest = float(np.clip(speed, speeds[0], speeds[-1]))
    if abs(speed - nearest) <= SAME_SPEED:
        return ""
    if len(speeds) == 1:
        return f"the file is of {nearest:g} m/s, not of {speed:.3g} m/s."
    return (
        f"the file is of {speeds[0]:g} to {speeds[-1]:g} m/s; this is {nearest:g}, not"
        f" {speed:.3g} m/s."
    )
