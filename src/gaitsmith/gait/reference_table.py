"""Curves of people from a user's CSV file, at the speed that is wanted."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.csv_file import Table, read_table
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.gait.reference_curves import KIND_OF, FileCurves, open_ends
from gaitsmith.gait.text_file import listed
from gaitsmith.kernels.records import Floats

PERCENT, SPEED = "percent", "speed"
PERCENT_TOLERANCE = 0.01  # from the rounding of 0 and 100 in a file
SAME_SPEED = 0.05  # m/s; people's curves hardly change over this
COLUMNS = (
    PERCENT,
    SPEED,
    *KIND_OF,
    *(f"{key}_{part}" for key in KIND_OF for part in ("mean", "sd")),
)


def read_curves(path: Path, speed: float) -> FileCurves:
    """The curves at `speed` [m/s]: a column `percent` and some of `hip_mean`, `hip_sd`.

    Raises:
        InputError: the file has no curve, or something in it is wrong.
    """
    table = read_table(path, COLUMNS)
    if PERCENT not in table.columns:
        raise InputError(
            f"{path}: the column '{PERCENT}' is missing. Found: {listed(table.names)}."
        )
    mean_columns = _mean_columns(table)
    _check_means(table, mean_columns)
    _check_spreads(table, mean_columns)
    speeds, blocks = _blocks(table, speed)
    for block in blocks:
        _check_percent(table, block)

    def at_speed(column: str) -> Floats:
        values, percent = table.columns[column], table.columns[PERCENT]
        curves = [
            np.interp(np.linspace(0.0, 100.0, NUM_POINTS), percent[rows], values[rows])
            for rows in blocks
        ]
        points = np.array(curves).T
        return np.array([np.interp(speed, speeds, point) for point in points])

    means = {key: at_speed(column) for key, column in mean_columns.items()}
    sds = {
        key: np.maximum(at_speed(f"{key}_sd"), KIND_OF[key].least_sd)
        for key in means
        if f"{key}_sd" in table.columns
    }
    notes = _unused(table.names)
    gap = open_ends(means)
    if gap:
        notes.append(f"{gap}: 100 % is the next strike of the same foot. Check this.")
    return FileCurves(means, sds, tuple(notes), _speed_note(speed, speeds))


def _mean_columns(table: Table) -> dict[str, str]:
    """Which column holds the mean of each curve that there is."""
    found: dict[str, str] = {}
    for key in KIND_OF:
        columns = [name for name in (f"{key}_mean", key) if name in table.columns]
        if len(columns) > 1:
            raise InputError(
                f"{table.path}: '{key}_mean' and '{key}' name the same curve: keep one."
            )
        if columns:
            found[key] = columns[0]
        elif f"{key}_sd" in table.columns:
            raise InputError(
                f"{table.path}: the column '{key}_mean' is missing, but '{key}_sd' is"
                f" there. Found: {listed(table.names)}."
            )
    if not found:
        hints = "".join(
            f" {note[0].upper()}{note[1:]}" for note in _unused(table.names)
        )
        keys = ", ".join(f"{key}_mean" for key in KIND_OF)
        raise InputError(
            f"{table.path}: there is no curve in it. At least one of these columns is"
            f" needed: {keys}. Found: {listed(table.names)}.{hints}"
        )
    return found


def _check_means(table: Table, curves: Mapping[str, str]) -> None:
    for key, column in curves.items():
        kind = KIND_OF[key]
        wrong = np.flatnonzero(np.abs(table.columns[column]) > kind.largest)
        if len(wrong):
            remedy = f": {kind.remedy}" if kind.remedy else ""
            raise table.wrong(int(wrong[0]), column, kind.limits + remedy)


def _check_spreads(table: Table, curves: Mapping[str, str]) -> None:
    for key in curves:
        spread = table.columns.get(f"{key}_sd")
        if spread is None:
            continue
        kind = KIND_OF[key]
        least, largest = kind.least_given_sd, kind.largest
        wrong = np.flatnonzero((spread < least) | (spread > largest))
        if len(wrong):
            raise table.wrong(
                int(wrong[0]),
                f"{key}_sd",
                f"a standard deviation must lie between {least:g} and {largest:g}"
                f" {kind.unit}",
            )


def _blocks(table: Table, speed: float) -> tuple[Floats, list[list[int]]]:
    """The speeds [m/s], rising, and the rows of each.

    A file that does not say how fast its people were is taken to be of `speed`.
    """
    if SPEED not in table.columns:
        return np.array([speed]), [list(range(len(table.lines)))]
    speeds = table.columns[SPEED]
    wrong = np.flatnonzero(speeds <= 0.0)
    if len(wrong):
        raise table.wrong(int(wrong[0]), SPEED, "a speed in m/s must be more than 0")
    distinct = np.unique(speeds)
    return distinct, [np.flatnonzero(speeds == one).tolist() for one in distinct]


def _check_percent(table: Table, rows: Sequence[int]) -> None:
    each = " for each speed" if SPEED in table.columns else ""
    wanted = f"percent must rise from 0 to 100{each}"
    if len(rows) < 2:
        raise InputError(
            f"{table.path}: rows of numbers{each}: {len(rows)}; at least 2 are needed,"
            " and percent must rise from 0 to 100."
        )
    percent = table.columns[PERCENT]
    for before, row in pairwise(rows):
        if percent[row] <= percent[before]:
            raise table.wrong(
                row, PERCENT, f"{percent[before]:g} came before, and {wanted}"
            )
    for row, end in ((rows[0], 0.0), (rows[-1], 100.0)):
        if abs(percent[row] - end) > PERCENT_TOLERANCE:
            raise table.wrong(row, PERCENT, wanted)


def _unused(names: Sequence[str]) -> list[str]:
    """Which columns are not known, and what they may have been meant to be."""
    notes: list[str] = []
    others: list[str] = []
    for name in names:
        if name in COLUMNS or not name:
            continue
        near = get_close_matches(name, COLUMNS, n=1, cutoff=0.8)
        if near:
            notes.append(
                f"column '{listed([name])}' is not known and not used: did you mean"
                f" '{near[0]}'?"
            )
        else:
            others.append(name)
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
