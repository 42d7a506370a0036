"""Where markers are on a person who stands still."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import naming
from gaitsmith.kernels.records import Floats
from gaitsmith.measured.marker_file import read_markers

MOST_WAY = 0.15  # m, that a marker of somebody who stands may move; arms may swing more
STILL = ("pelvis", "asis", "psis", "sacrum", "heel", "ankle", "toe")


@dataclass(frozen=True)
class StaticTrial:
    """Means over the trial, in metres: x forward, y to the left, z up."""

    name: str
    """Of the file."""
    places: Mapping[str, Floats]  # (3,) m, by the file's name of the marker
    landmarks: Mapping[str, str]
    """The marker of each landmark that is known, such as right_heel."""
    notes: tuple[str, ...]

    def landmark(self, name: str) -> Floats | None:
        """(3,) m of a landmark such as "right_heel"; None: it has no marker."""
        marker = self.landmarks.get(name)
        return None if marker is None else self.places[marker]


def read_static(path: Path) -> StaticTrial:
    """The markers of a static trial, .trc or .c3d.

    Raises:
        InputError: the file is wrong, or nobody stands still in it.
    """
    markers = read_markers(path)
    with naming(path):
        for landmark, marker in markers.landmarks.items():
            if not landmark.endswith(STILL):
                continue
            way = np.nanmax(markers.places[marker], axis=0) - np.nanmin(
                markers.places[marker], axis=0
            )
            if np.max(way) > MOST_WAY:
                raise InputError(
                    f"marker {marker} moves by {np.max(way):.2f} m: this is no trial of"
                    " somebody who stands still."
                )
    places = {name: np.nanmean(x, axis=0) for name, x in markers.places.items()}
    return StaticTrial(path.name, places, markers.landmarks, markers.notes)
