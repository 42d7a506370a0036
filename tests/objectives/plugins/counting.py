"""A plug-in of the tests: a term that owns a meter, in a file so that it is cached."""

from typing import NamedTuple

import numpy as np

import gaitsmith
from gaitsmith import compiled


class StepMeter(NamedTuple):
    """Counts time steps, each for `worth`."""

    worth: float
    count: np.ndarray  # (1,)

    @classmethod
    def start(cls, character, options, about):
        """Nothing yet."""
        return cls(options.worth, np.zeros(1))

    def finish(self, about):
        """What was counted, and what it is told at the end."""
        return {
            "count": float(self.count[0]),
            "steps": about.num_steps,
            "speed": about.speed,
        }


class Worth(gaitsmith.TermOptions):
    """What a step is worth."""

    worth: float = 1.0


@gaitsmith.updates(StepMeter)
@compiled
def count(meter, step):
    """One more."""
    meter.count[0] += meter.worth


@gaitsmith.term("counted_steps", options=Worth, meter=StepMeter, weight=2.0)
def counted_steps(measures, options):
    """Time steps of the rollout."""
    return measures.metered["counted_steps"]["count"]
