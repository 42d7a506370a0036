"""Ground without end: gaps of a width that can be changed, made ahead as one walks.

What is near the walker, or may be part of a plan already, never changes.
"""

import numpy as np

from gaitsmith.planning.course import APPROACH

AHEAD = 12.0  # m in front of the walker: so far there is ground, at least
CHUNK = 12.0  # m that are made at once, so that the ground is not drawn too often
BEHIND = 10.0  # m behind the walker; older gaps are dropped
UNCHANGED = 2.5  # m in front of the foremost foot: two of the longest steps, and a foot
GROUND = (0.3, 1.8)  # m between two gaps beside the length of a foot, at random
NARROWEST = 0.1  # m

Gap = tuple[float, float]


class EndlessGaps:
    """Gaps from x to x [m], in order, along a straight way."""

    def __init__(self, width: float, foot: float, seed: int) -> None:
        """Make the first ones, after a few metres of level ground.

        Args:
            width: m, of the gaps.
            foot: m; between two gaps there is room for more than one foot.
            seed: of the lengths of ground.
        """
        self.width = width
        self._foot = foot
        self._random = np.random.default_rng([seed, 3])
        self._next = float(self._random.uniform(*APPROACH))  # m, start of the next gap
        self._gaps: list[Gap] = []
        self._extend(AHEAD + CHUNK)

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Those that are there now; always at least one."""
        return tuple(self._gaps)

    def follow(self, place: float) -> bool:
        """Make ground ahead of a walker at `place` [m], and drop what is far behind.

        Returns:
            whether anything has changed.
        """
        if self._next >= place + AHEAD:
            return False
        self._gaps = [gap for gap in self._gaps if gap[1] > place - BEHIND]
        self._extend(place + AHEAD + CHUNK)
        return True

    def set_width(self, width: float, foremost: float) -> bool:
        """Another width [m] of the gaps that are far enough ahead.

        Args:
            width: m.
            foremost: m, of the foremost point that can touch the ground.

        Returns:
            whether anything has changed.
        """
        if width == self.width:
            return False
        self.width = width
        fixed = foremost + UNCHANGED
        end = self._next
        self._gaps = [gap for gap in self._gaps if gap[0] < fixed]
        # Ground that nobody has seen the end of may become longer, never shorter.
        last = self._gaps[-1][1] if self._gaps else foremost
        self._next = max(fixed, last + self._ground())
        self._extend(max(end, foremost + AHEAD + CHUNK))
        return True

    def _extend(self, end: float) -> None:
        while self._next < end or not self._gaps:
            start = self._next
            self._gaps.append((start, start + self.width))
            self._next = start + self.width + self._ground()

    def _ground(self) -> float:
        return self._foot + float(self._random.uniform(*GROUND))
