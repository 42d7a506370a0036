"""How far joints turn in gait: where fits must hold, and over what means are taken."""

import re

import numpy as np

from gaitsmith.opensim.model import Coordinate

# degrees, by what the coordinate is called; flexion, adduction, rotation as OpenSim's.
RANGES: tuple[tuple[str, float, float], ...] = (
    ("knee", 0.0, 90.0),
    ("hip.*flex", -30.0, 44.0),
    ("hip.*add", -15.0, 15.0),
    ("hip.*rot", -15.0, 15.0),
    ("ankle", -35.0, 30.0),
    ("subtalar", -20.0, 20.0),
    ("mtp|toe", -30.0, 30.0),
    ("lumbar|back|pelvis_torso", -20.0, 20.0),
)
OTHERS = (-40.0, 40.0)


def gait_range(coordinate: Coordinate) -> tuple[float, float]:
    """Where a coordinate is in gait [rad]; knees may count flexion down."""
    found = ((a, b) for w, a, b in RANGES if re.search(w, coordinate.name.lower()))
    lower, upper = np.radians(next(found, OTHERS))
    least, most = coordinate.range
    if lower == 0.0 and -least > most:
        lower, upper = -upper, 0.0
    inside = max(lower, least), min(upper, most)
    return inside if inside[0] < inside[1] else (float(lower), float(upper))
