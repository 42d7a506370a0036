"""How well example steps land where they should."""

from dataclasses import dataclass

import numpy as np

from gaitsmith.planning.examples import ExampleSteps


@dataclass(frozen=True)
class PlacementErrors:
    """Of some steps, in the figures of Coros et al. 2008, section 6."""

    mean: float  # m
    below_6_cm: float  # share of them
    above_12_cm: float


def placement_errors(examples: ExampleSteps) -> PlacementErrors:
    """Of all examples."""
    errors = np.abs(examples.error)
    return PlacementErrors(
        mean=float(np.mean(errors)),
        below_6_cm=float(np.mean(errors < 0.06)),
        above_12_cm=float(np.mean(errors > 0.12)),
    )
