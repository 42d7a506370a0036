"""A measured walk from files: markers, angles, moments and ground forces.

.csv holds curves over per cent of the cycle, or quantities over `time`; .mot and .sto
are OpenSim's; .trc has markers; .c3d may have everything. Several files are of one
trial.
"""

from collections.abc import Sequence
from pathlib import Path

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import naming
from gaitsmith.measured.measure import measured_gait, merged
from gaitsmith.measured.motion import read_motion
from gaitsmith.measured.percent_table import PERCENT, read_curves
from gaitsmith.measured.time_table import is_over_time, read_time_table
from gaitsmith.measured.trc import read_trc
from gaitsmith.measured.walk import MeasuredGait, Recorded

LARGEST = {
    ".csv": 50_000_000,
    ".mot": 50_000_000,
    ".sto": 50_000_000,
    ".trc": 200_000_000,
}  # bytes
SUFFIXES = (*LARGEST, ".c3d")
TYPICAL_SPEED = 1.25  # m/s


def read_gait(
    paths: Sequence[Path],
    strikes: Sequence[float] = (),
    mass: float | None = None,
    speed: float = TYPICAL_SPEED,
) -> MeasuredGait:
    """The curves over the cycle of one or several files of a trial.

    Args:
        paths: files; a .csv over per cent comes alone.
        strikes: s, of the right foot; left out: as the files say, or found.
        mass: kg; left out: by the ground forces.
        speed: m/s, which of several speeds in a .csv file is wanted.

    Raises:
        InputError: a file is missing or wrong, or they do not fit together.
    """
    parts: list[Recorded] = []
    for path in paths:
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            *others, last = SUFFIXES
            raise InputError(
                f"{path}: a reference must be a {', '.join(others)} or {last} file."
            )
        if suffix == ".c3d":
            from gaitsmith.measured.c3d import walk_of_c3d

            parts.append(walk_of_c3d(path))
            continue
        text = read_text(path, LARGEST[suffix])
        with naming(path):
            if suffix == ".csv" and not is_over_time(text):
                if strikes:
                    raise InputError(
                        "strikes are for files over time; in this one the column"
                        f" '{PERCENT}' says where the cycle begins and ends."
                    )
                if len(paths) > 1:
                    raise InputError(
                        "curves over per cent are whole as they are: no other file"
                        " goes with them."
                    )
                return read_curves(text, speed)
            parts.append(_over_time(suffix, text))
    with naming(paths[0] if len(paths) == 1 else Path(" ".join(map(str, paths)))):
        return measured_gait(merged(parts), strikes, mass)


def _over_time(suffix: str, text: str) -> Recorded:
    if suffix == ".csv":
        return read_time_table(text)
    if suffix == ".trc":
        markers = read_trc(text)
        return Recorded(markers=markers, notes=markers.notes)
    return read_motion(text)
