"""Term `guide`: how much a guide must help (van de Panne & Lamouret 1995)."""

from typing import Any, NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.external import guide_effort
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.objectives.term import TermOptions, term
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.meters import Ended, Started, updates


class GuideMeter(NamedTuple):
    """What the guide does."""

    effort: LaneFloats  # (2,) integral of torque squared [N2 m2 s], work [J]

    @classmethod
    def start(
        cls, _character: Character, _options: Any, _about: Started
    ) -> "GuideMeter":
        """Nothing yet."""
        return cls(np.zeros(2))

    def finish(self, _about: Ended) -> dict[str, float]:
        """Integral of the squared torque [N2 m2 s], and work on the body [J]."""
        return {"effort": float(self.effort[0]), "work": float(self.effort[1])}


@updates(GuideMeter, lanes=True)
@compiled
def count_guide(meter, step):
    """Add the effort and the work of the guide."""
    guide_effort(step.guide, step.time, step.body, step.dt, meter.effort)


@term("guide", weight=1e-4, unit="N2 m2 s", meter=GuideMeter)
def guide(measures: Measures, _options: TermOptions) -> float:
    """Effort of the guide: the integral of its squared torque over time.

    Stages 2 and 3 of van de Panne & Lamouret 1995.
    """
    return measures.metered["guide"]["effort"]
