"""A measured walk from files: markers, angles, moments and ground forces.

.csv holds curves over per cent of the cycle, or quantities over `time`; .mot and .sto
are OpenSim's; .trc has markers; .c3d may have everything. Several files are of one
trial.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import naming
from gaitsmith.measured.inverse_kinematics import angles_of
from gaitsmith.measured.measure import measured_gait, merged
from gaitsmith.measured.motion import read_motion
from gaitsmith.measured.percent_table import PERCENT, read_curves
from gaitsmith.measured.skeleton import skeleton_of
from gaitsmith.measured.static import read_static
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
NO_MARKERS = (
    "a static trial goes with markers of the walk, .trc or .c3d; there are none."
)


def read_gait(
    paths: Sequence[Path],
    strikes: Sequence[float] = (),
    mass: float | None = None,
    speed: float = TYPICAL_SPEED,
    static: Path | None = None,
) -> MeasuredGait:
    """The curves over the cycle of one or several files of a trial.

    Args:
        paths: files; a .csv over per cent comes alone.
        strikes: s, of the right foot; left out: as the files say, or found.
        mass: kg; left out: by the ground forces.
        speed: m/s, which of several speeds in a .csv file is wanted.
        static: markers of the same person, who stands still; joint angles follow
            from the markers of the walk.

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
                if static is not None:
                    raise InputError(NO_MARKERS)
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
        walk = merged(parts)
        if static is not None:
            walk = _with_angles(walk, static)
        return measured_gait(walk, strikes, mass)


def _with_angles(walk: Recorded, static: Path) -> Recorded:
    """The walk with the joint angles that its markers tell."""
    if walk.markers is None:
        raise InputError(NO_MARKERS)
    if any("knee" in side for one in walk.series for side in one.sides):
        raise InputError(
            "the files have joint angles already; leave the static trial out, or them."
        )
    series, notes = angles_of(skeleton_of(read_static(static)), walk.markers)
    return replace(walk, series=(*walk.series, series), notes=(*walk.notes, *notes))


def _over_time(suffix: str, text: str) -> Recorded:
    if suffix == ".csv":
        return read_time_table(text)
    if suffix == ".trc":
        markers = read_trc(text)
        return Recorded(markers=markers, notes=markers.notes)
    return read_motion(text)
