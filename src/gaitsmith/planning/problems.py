"""Seeded stepping problems: how long each of the next steps should be."""

import numpy as np

from gaitsmith.kernels.records import Floats


def step_lengths(
    seed: int, number: int, count: int, shortest: float, longest: float
) -> Floats:
    """Lengths [m] of `count` steps, uniformly drawn; `number` tells sequences apart.

    A longer sequence begins with the shorter one of the same seed and number.
    """
    random = np.random.default_rng([seed, number])
    return random.uniform(shortest, longest, size=count)
