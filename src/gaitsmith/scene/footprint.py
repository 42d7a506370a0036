"""A footprint on the ground of a scene."""

import math
from dataclasses import dataclass

KINDS = ("real", "missed", "planned", "expected", "stone")


@dataclass(frozen=True)
class Footprint:
    """Where a foot is, was, or should be; seen from `start` until `end`."""

    kind: str
    """One of `KINDS`: filled if real or missed, an outline if planned or expected."""
    place: tuple[float, float, float]
    """Of the heel [m], world; the middle of the foot's rear."""
    heading: float
    """Where the foot points [rad], left positive."""
    length: float
    """From heel to tip [m]."""
    color: str
    """Written #rrggbb."""
    start: float
    """[s]"""
    end: float = math.inf
    """[s]"""

    def __post_init__(self) -> None:
        """Refuse what could not be drawn."""
        if self.kind not in KINDS:
            raise ValueError(
                f"footprint kind {self.kind!r} is unknown. Known kinds: "
                f"{', '.join(KINDS)}."
            )
