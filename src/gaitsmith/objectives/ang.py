"""Term `ang`: a body that spins about the vertical (Wang et al. 2009, eqs. 9, 10)."""

import math
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import is_nan, select
from gaitsmith.objectives.term import TermOptions, deadzone, term
from gaitsmith.simulation.measures import SLOWEST, Measures
from gaitsmith.simulation.meters import Ended, Started, updates


class SpinMeter(NamedTuple):
    """How the vertical angular momentum about the centre of mass changes."""

    spin: LaneFloats  # (2,) sum of squared rates [(kg m2/s2)2]; that of the last step

    @classmethod
    def start(
        cls, _character: Character, _options: Any, _about: Started
    ) -> "SpinMeter":
        """No step yet."""
        return cls(np.array([0.0, np.nan]))

    def finish(self, about: Ended) -> dict[str, float]:
        """Mean squared rate [1/s2], normalised after Herr & Popovic 2008."""
        speed = max(abs(about.speed), SLOWEST)
        height = float(about.character.standing_com[2])
        size = about.character.mass * speed * height
        return {"rate_squared": float(self.spin[0]) / about.num_steps / size**2}


@updates(SpinMeter, lanes=True)
@compiled
def count_spin(meter, step):
    """Add the squared rate of the vertical angular momentum, by finite differences."""
    spin, before = step.body.momentum[2], meter.spin[1]
    rate = (spin - before) / step.dt
    # The first step has none before it.
    meter.spin[0] += select(is_nan(before), 0.0, rate * rate)
    meter.spin[1] = spin


@term("ang", weight=10.0, unit="1/s2", meter=SpinMeter)
def ang(measures: Measures, _options: TermOptions) -> float:
    """Spin: Q(sqrt(avgL); sqrt(0.05 s-2)), avgL the mean squared rate of spin.

    Spin is the vertical angular momentum about the centre of mass, normalised by mass,
    mean speed (at least 0.2 m/s) and height of the centre of mass.
    """
    rate_squared = measures.metered["ang"]["rate_squared"]
    return deadzone(math.sqrt(rate_squared), math.sqrt(0.05))
