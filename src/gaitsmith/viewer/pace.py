"""Whether a live view keeps up with reality, over the last seconds."""

from collections import deque
from typing import NamedTuple

WINDOW = 5.0  # s of real time


class _Entry(NamedTuple):
    passed: float  # s, real
    simulated: float  # s
    spent: float  # s, real, on simulating and planning


class Pace:
    """Adds up what each tick did."""

    def __init__(self) -> None:
        """Nothing has passed yet."""
        self._entries: deque[_Entry] = deque()
        self._sums = [0.0, 0.0, 0.0]

    def add(self, passed: float, simulated: float, spent: float) -> None:
        """One tick: real, simulated and computing time [s]."""
        entry = _Entry(passed, simulated, spent)
        self._entries.append(entry)
        self._sums = [a + b for a, b in zip(self._sums, entry, strict=True)]
        while self._sums[0] - self._entries[0].passed > WINDOW:
            old = self._entries.popleft()
            self._sums = [a - b for a, b in zip(self._sums, old, strict=True)]

    @property
    def factor(self) -> float:
        """Simulated over real time; 1 is real time."""
        passed, simulated, _ = self._sums
        return simulated / passed if passed > 0.0 else 1.0

    @property
    def load(self) -> float:
        """Computing over simulated time; below 1 there is time to spare."""
        _, simulated, spent = self._sums
        return spent / simulated if simulated > 0.0 else 0.0
