"""Which curves a reference file may hold, in which unit and with which signs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gaitsmith.gait import kinetics
from gaitsmith.gait.cycles import CURVES
from gaitsmith.gait.human import LEAST_FORCE_SD, LEAST_MOMENT_SD
from gaitsmith.kernels.records import Floats

LARGEST_GAP = 10.0  # degrees between the two ends of a cycle, at hip and knee
LEAST_ANGLE_SD = 0.1  # degrees; people differ by more, and scores divide by it


@dataclass(frozen=True)
class Kind:
    """Curves that share a unit; a file calls a curve by its name and `suffix`."""

    part: Literal["angles", "moments", "forces"]  # of a `Reference`
    names: tuple[str, ...]
    suffix: str
    noun: str
    unit: str
    signs: str
    least_sd: float  # the spread is never taken for less
    least_given_sd: float  # a file that gives a smaller spread is refused
    largest: float  # no person's curve has a larger value
    remedy: str = ""  # what to do about larger values

    @property
    def limits(self) -> str:
        """What is wrong with a value beyond `largest`, for a message."""
        return (
            f"that is no person's {self.noun}, which lies between {-self.largest:g} and"
            f" {self.largest:g} {self.unit}"
        )


ANGLES = Kind(
    "angles", CURVES, "", "angle", "degrees",
    "hip and knee flexion, dorsiflexion, thigh forward and toes up are +",
    LEAST_ANGLE_SD, LEAST_ANGLE_SD, 180.0,
)  # fmt: skip
MOMENTS = Kind(
    "moments", kinetics.MOMENTS, "_moment", "moment", "N m/kg",
    "hip extension, knee extension and plantarflexion are +",
    LEAST_MOMENT_SD, 0.0, 10.0, ": divide N m by the body's mass in kg",
)  # fmt: skip
FORCES = Kind(
    "forces", kinetics.FORCES, "", "ground force", "body weights",
    "up, forward and toward the midline are +",
    LEAST_FORCE_SD, 0.0, 10.0, ": divide N by the body's weight in N",
)  # fmt: skip
KINDS = (ANGLES, MOMENTS, FORCES)
KIND_OF = {name + kind.suffix: kind for kind in KINDS for name in kind.names}


@dataclass(frozen=True)
class FileCurves:
    """What a file says, over 0, 1, ... 100 % of the cycle, by key: hip, hip_moment."""

    means: Mapping[str, Floats]  # (101,)
    sds: Mapping[str, Floats]  # (101,) between people; those that the file has
    notes: tuple[str, ...]
    speed_note: str = ""
    """Why these are not quite the curves of the speed; empty if they are."""


def open_ends(angles: Mapping[str, Floats]) -> str:
    """How hip or knee [degrees] differ between the ends of a cycle; empty if closed."""
    for joint in ("hip", "knee"):
        first, last = angles.get(joint, np.zeros(1))[[0, -1]]
        if abs(last - first) > LARGEST_GAP:
            return f"the {joint} begins at {first:.3g} and ends at {last:.3g} degrees"
    return ""
