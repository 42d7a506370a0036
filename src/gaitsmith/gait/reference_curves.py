"""Which curves a reference file may hold, in which unit and with which signs."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gaitsmith.gait.cycles import CURVES
from gaitsmith.gait.human import LEAST_FORCE_SD, LEAST_MOMENT_SD
from gaitsmith.kernels.records import Floats

LARGEST_GAP = 10.0  # degrees between the two ends of a cycle, at hip and knee


@dataclass(frozen=True)
class Kind:
    """Curves that share a unit; a file calls a curve by its name and `suffix`."""

    names: tuple[str, ...]
    suffix: str
    unit: str
    signs: str
    least_sd: float
    """The spread is never taken for less; 0 means that the file must not give 0."""
    largest: float
    """No person's curve has a larger value."""
    remedy: str
    """What to do about larger values."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The curves as a file calls them: hip, or hip_moment."""
        return tuple(name + self.suffix for name in self.names)


ANGLES = Kind(
    names=CURVES,
    suffix="",
    unit="degrees",
    signs="hip and knee flexion, dorsiflexion, thigh forward and toes up are +",
    least_sd=0.0,
    largest=180.0,
    remedy="Give degrees",
)
MOMENTS = Kind(
    names=("hip", "knee", "ankle"),
    suffix="_moment",
    unit="N m/kg",
    signs="hip extension, knee extension and plantarflexion are +",
    least_sd=LEAST_MOMENT_SD,
    largest=10.0,
    remedy="Divide N m by the body's mass in kg",
)
FORCES = Kind(
    names=("vertical", "fore_aft", "medio_lateral"),
    suffix="",
    unit="body weights",
    signs="up, forward and toward the midline are +",
    least_sd=LEAST_FORCE_SD,
    largest=10.0,
    remedy="Divide N by the body's weight in N",
)
KINDS = (ANGLES, MOMENTS, FORCES)
KIND_OF = {key: kind for kind in KINDS for key in kind.keys}


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
        if joint in angles and abs(angles[joint][-1] - angles[joint][0]) > LARGEST_GAP:
            first, last = angles[joint][0], angles[joint][-1]
            return f"the {joint} begins at {first:.3g} and ends at {last:.3g} degrees"
    return ""


def largest_value(means: Mapping[str, Floats], kind: Kind) -> float:
    """The largest size of a kind's curves; 0 if there are none."""
    sizes = [np.max(np.abs(mean)) for key, mean in means.items() if key in kind.keys]
    return float(max(sizes, default=0.0))
