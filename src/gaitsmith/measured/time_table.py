"""Quantities of both legs over time from a user's CSV file."""

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.reference import KIND_OF
from gaitsmith.gait.table_file import listed, read_csv
from gaitsmith.measured.emg import activity, channel_of
from gaitsmith.measured.walk import Recorded, Series, Sided

TIME = "time"
SIDES = ("left", "right")
COLUMNS = (TIME, *(f"{key}_{side}" for key in KIND_OF for side in SIDES))


def is_over_time(text: str) -> bool:
    """Whether the first line names a column `time` and none `percent`."""
    names = _names(text)
    return TIME in names and "percent" not in names


def read_time_table(text: str) -> Recorded:
    """A walk from columns `time` [s] and some of knee_left, hip_moment_right, ...

    Raises:
        InputError: there is no such column, or something in it is wrong.
    """
    muscles = [name for name in _names(text) if channel_of(name)]
    table = read_csv(text, (*COLUMNS, *muscles))
    time = table.columns[TIME]
    falls = np.append(False, np.diff(time) <= 0.0)
    table.refuse(TIME, falls, "time must rise from row to row")
    sides: Sided = ({}, {})
    for own, side in zip(sides, SIDES, strict=True):
        for key, kind in KIND_OF.items():
            name = f"{key}_{side}"
            if name in table.columns:
                values = table.columns[name]
                wrong = np.abs(values) > kind.largest
                table.refuse(name, wrong, kind.limits + kind.remedy)
                own[key] = values
    emg = activity(time, {name: table.columns[name] for name in muscles})
    if not any(sides) and emg is None:
        wanted = ", ".join(f"{key}_{SIDES[1]}" for key in KIND_OF)
        raise InputError(
            "there is no curve in it. At least one of these columns is needed:"
            f" {wanted} (or _left). Found: {listed(table.names)}."
        )
    known = (*COLUMNS, *muscles)
    unknown = [name for name in table.names if name and name not in known]
    notes = [f"columns that are not known and not used: {listed(unknown)}."]
    series = (*([Series(time, sides)] if any(sides) else []), *([emg] if emg else []))
    return Recorded(series, notes=tuple(notes if unknown else ()))


def _names(text: str) -> list[str]:
    """Of the columns, in small letters."""
    line = next((one for one in text.splitlines() if one.strip()), "").lower()
    return [cell.strip().strip('"') for cell in line.split(",")]
