"""A footprint on the ground of a scene."""

import math
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import Floats

# Legible on light and on dark ground.
REAL_COLOR = "#5d7186"
MISSED_COLOR = "#d8413a"
STONE_COLOR = "#8f9aa6"
_WIDTH = 0.42  # of a sole, as a fraction of its length
_ROUND_POINTS = 9  # of each end; odd: one is the tip


@dataclass(frozen=True)
class Footprint:
    """Where a foot is, was, or should be; seen from `start` until `end`."""

    kind: str
    """real or missed (filled), planned or expected (an outline), or stone."""
    place: tuple[float, float, float]
    """Of the heel [m], world; the middle of the foot's rear."""
    heading: float
    """Where the foot points [rad], left positive."""
    length: float
    """From heel to tip [m]."""
    color: str
    """Written #rrggbb."""
    start: float = 0.0
    """[s]"""
    end: float = math.inf
    """[s]"""

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where it reaches along x [m]."""
        x = self.place[0]
        tip = x + self.length * math.cos(self.heading)
        return min(x, tip), max(x, tip)

    @property
    def outline(self) -> Floats:
        """(points, 2) x and y of its edge, world [m], counter-clockwise."""
        cosine, sine = math.cos(self.heading), math.sin(self.heading)
        turn = np.array([[cosine, sine], [-sine, cosine]])
        return self.place[:2] + self.length * sole() @ turn


def sole(room: float = 0.0) -> Floats:
    """(points, 2) edge of a foot of length one, from the heel at the origin along x.

    Args:
        room: how far beyond the sole it goes, everywhere.
    """
    half = _WIDTH / 2 + room
    turn = np.linspace(-0.5 * np.pi, 0.5 * np.pi, _ROUND_POINTS)
    tip = np.column_stack([half * np.cos(turn), half * np.sin(turn)])
    ahead = np.array([1.0 + room - half, 0.0])
    return np.vstack([ahead + tip, [half - room, 0.0] - tip])
