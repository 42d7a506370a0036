"""Which curves a reference file may hold, in which unit and with which signs."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gaitsmith.gait import kinetics
from gaitsmith.gait.cycles import CURVES
from gaitsmith.gait.human import LEAST_FORCE_SD, LEAST_MOMENT_SD
from gaitsmith.kernels.records import Floats

LARGEST_GAP = 10.0  # degrees between the two ends of a cycle, at hip and knee
LEAST_SWING = 10.0  # degrees; what moves less may be noise, and tells no cycles apart
HYSTERESIS = 0.25  # of the range of an angle, above and below its middle
LEAST_ANGLE_SD = 0.1  # degrees; people differ by more, and scores divide by it


@dataclass(frozen=True)
class Kind:
    """Curves that share a unit; a file calls a curve by its name and `suffix`."""

    names: tuple[str, ...]
    suffix: str
    noun: str
    unit: str
    signs: str
    least_sd: float
    """The spread is never taken for less."""
    least_given_sd: float
    """A file that gives a smaller spread is refused."""
    largest: float
    """No person's curve has a larger value."""
    remedy: str = ""
    """What to do about larger values."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The curves as a file calls them: hip, or hip_moment."""
        return tuple(name + self.suffix for name in self.names)

    @property
    def limits(self) -> str:
        """What is wrong with a value beyond `largest`, for a message."""
        return (
            f"that is no person's {self.noun}, which lies between {-self.largest:g} and"
            f" {self.largest:g} {self.unit}"
        )


ANGLES = Kind(
    names=CURVES,
    suffix="",
    noun="angle",
    unit="degrees",
    signs="hip and knee flexion, dorsiflexion, thigh forward and toes up are +",
    least_sd=LEAST_ANGLE_SD,
    least_given_sd=LEAST_ANGLE_SD,
    largest=180.0,
)
MOMENTS = Kind(
    names=kinetics.MOMENTS,
    suffix="_moment",
    noun="moment",
    unit="N m/kg",
    signs="hip extension, knee extension and plantarflexion are +",
    least_sd=LEAST_MOMENT_SD,
    least_given_sd=0.0,
    largest=10.0,
    remedy="divide N m by the body's mass in kg",
)
FORCES = Kind(
    names=kinetics.FORCES,
    suffix="",
    noun="ground force",
    unit="body weights",
    signs="up, forward and toward the midline are +",
    least_sd=LEAST_FORCE_SD,
    least_given_sd=0.0,
    largest=10.0,
    remedy="divide N by the body's weight in N",
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


def repeated_swing(angles: Mapping[str, Floats]) -> str:
    """How often hip or knee [degrees] swing; empty if once, as in one gait cycle.

    The angles may have any number of samples, and are taken to begin again at the end.
    A knee's flexion in stance stays below the middle of its range: it is no swing.
    """
    for joint in ("hip", "knee"):
        swings = _swings(angles[joint]) if joint in angles else 0
        if swings > 1:
            return f"the {joint} swings {swings} times"
    return ""


def _swings(angle: Floats) -> int:
    """How often an angle [degrees] rises through the middle of its range."""
    low, high = float(np.min(angle)), float(np.max(angle))
    swing = high - low
    if swing < LEAST_SWING:
        return 0
    middle = (low + high) / 2.0
    is_outside = np.abs(angle - middle) > HYSTERESIS * swing
    is_high = angle[is_outside] > middle
    return int(np.count_nonzero(is_high & ~np.roll(is_high, 1)))


def largest_value(means: Mapping[str, Floats], kind: Kind) -> float:
    """The largest size of a kind's curves; 0 if there are none."""
    sizes = [np.max(np.abs(mean)) for key, mean in means.items() if key in kind.keys]
    return float(max(sizes, default=0.0))
