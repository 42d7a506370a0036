"""The ground of a scene: straight segments along x, and the crevasses in them."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from gaitsmith.kernels.terrain import GAP_HEIGHT


def require(condition: bool, message: str) -> None:
    """Refuse what could not be drawn."""
    if not condition:
        raise ValueError(message)


class GroundSegment(NamedTuple):
    """A finite straight piece of ground."""

    start: float
    """x of the rear end [m]."""
    start_height: float
    """z of the rear end [m]."""
    end: float
    """x of the front end [m]."""
    end_height: float
    """z of the front end [m]."""


class Crevasse(NamedTuple):
    """A rectangular hole without bottom."""

    center: tuple[float, float]
    """x and y [m]."""
    heading: float
    """In which direction one crosses it [rad], left positive."""
    width: float
    """Along the heading [m]."""
    length: float
    """Across it [m]."""

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The four corners as x and y [m], counter-clockwise as seen from above."""
        x, y = self.center
        cosine, sine = math.cos(self.heading), math.sin(self.heading)
        return [
            (
                x + (along * self.width * cosine - across * self.length * sine) / 2,
                y + (along * self.width * sine + across * self.length * cosine) / 2,
            )
            for along, across in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]

    def contains(self, x: float, y: float) -> bool:
        """Whether a place [m] is in it."""
        dx, dy = x - self.center[0], y - self.center[1]
        cosine, sine = math.cos(self.heading), math.sin(self.heading)
        return (
            abs(cosine * dx + sine * dy) <= self.width / 2
            and abs(cosine * dy - sine * dx) <= self.length / 2
        )


@dataclass(frozen=True)
class Ground:
    """Piecewise linear ground along x, the same for every y but for crevasses."""

    starts: tuple[float, ...]
    """Where each segment begins [m]; rising, the first is minus infinity."""
    heights: tuple[float, ...]
    """Height [m] at each segment's start, for the first segment at x = 0."""
    grades: tuple[float, ...]
    """Rise over run of each segment."""
    crevasses: tuple[Crevasse, ...] = ()
    """Cut out of the segments; none overlaps another."""

    def __post_init__(self) -> None:
        """Refuse segments that do not cover the whole line."""
        require(
            len(self.starts) == len(self.heights) == len(self.grades) > 0,
            "ground needs as many starts as heights and grades, at least one; got "
            f"{len(self.starts)}, {len(self.heights)} and {len(self.grades)}.",
        )
        require(
            self.starts[0] == -math.inf,
            f"the first ground segment must start at -inf, got {self.starts[0]}.",
        )
        require(
            all(a < b for a, b in zip(self.starts, self.starts[1:], strict=False)),
            f"ground segment starts must rise, got {self.starts}.",
        )
        require(
            all(map(math.isfinite, (*self.starts[1:], *self.grades)))
            and not any(map(math.isnan, self.heights)),
            "ground starts (after the first), heights and grades must be numbers.",
        )

    @classmethod
    def flat(cls) -> "Ground":
        """Level ground at height zero."""
        return cls(starts=(-math.inf,), heights=(0.0,), grades=(0.0,))

    def segments(self, x_from: float, x_to: float) -> list[GroundSegment]:
        """The solid pieces between two places [m], cut there; gaps are left out.

        Crevasses are not cut out of them; see `ground_pieces`.
        """
        pieces = []
        ends = (*self.starts[1:], math.inf)
        for start, end, height, grade in zip(
            self.starts, ends, self.heights, self.grades, strict=True
        ):
            left, right = max(start, x_from), min(end, x_to)
            if left >= right or height <= GAP_HEIGHT:
                continue
            anchor = start if math.isfinite(start) else 0.0
            pieces.append(
                GroundSegment(
                    left,
                    height + grade * (left - anchor),
                    right,
                    height + grade * (right - anchor),
                )
            )
        return pieces
