"""Markers from a file, whichever kind it is."""

from pathlib import Path

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import naming
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.trc import read_trc

LARGEST = 200_000_000  # bytes


def read_markers(path: Path) -> Markers:
    """The markers of a .trc or .c3d file, in our axes and metres.

    Raises:
        InputError: the file is missing, or something in it is wrong.
    """
    suffix = path.suffix.lower()
    if suffix == ".trc":
        text = read_text(path, LARGEST)
        with naming(path):
            return read_trc(text)
    if suffix == ".c3d":
        from gaitsmith.measured.c3d import read_c3d

        trial = read_c3d(path)
        if trial.markers is None:
            raise InputError(f"{path}: there is no marker in it.")
        return trial.markers
    raise InputError(f"{path}: markers are read from .trc and .c3d files.")
