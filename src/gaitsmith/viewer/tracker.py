"""A calm point that goes along with a walker."""

import numpy as np

from gaitsmith.kernels.records import Floats

CALM_TIME = 0.5  # s; what is quicker, such as the sway of the steps, is not copied
LARGEST_LAG = 1.5  # m; a walker further off has been put elsewhere


class Tracker:
    """Follows a point without lagging behind one that moves steadily.

    A g-h filter, critically damped: place and velocity are predicted, and corrected by
    shares of the miss.
    """

    def __init__(self) -> None:
        """At rest at the origin."""
        self.place = np.zeros(3)  # m
        self._velocity = np.zeros(3)  # m/s

    def follow(self, aim: Floats, passed: float) -> Floats:
        """The calm place [m] after `passed` [s], when the point is at `aim` [m].

        Time that goes back, or a point far off, means a new walk: start there.
        """
        if passed < 0.0 or np.max(np.abs(aim - self.place)) > LARGEST_LAG:
            self.place, self._velocity = np.array(aim), np.zeros(3)
        elif passed > 0.0:
            kept = np.exp(-passed / CALM_TIME)
            predicted = self.place + self._velocity * passed
            miss = aim - predicted
            self.place = predicted + (1.0 - kept**2) * miss
            self._velocity = self._velocity + (1.0 - kept) ** 2 * miss / passed
        return self.place
