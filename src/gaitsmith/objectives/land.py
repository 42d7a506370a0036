"""Term `land`: feet that do not land flat (Wang et al. 2009, eq. 6)."""

from typing import Any, NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import maximum, select
from gaitsmith.objectives.term import TermOptions, term
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.meters import Ended, Started, updates

PLANTED_POINTS = 3  # contact points of a foot or its toes


class LandingMeter(NamedTuple):
    """How feet meet and leave the ground."""

    steps: LaneFloats  # (2,) time steps of push-off unplanted; with stubbed toes

    @classmethod
    def start(
        cls, _character: Character, _options: Any, _about: Started
    ) -> "LandingMeter":
        """Looks at all feet."""
        return cls(np.zeros(2))

    def finish(self, about: Ended) -> dict[str, float]:
        """Share of the time of a bad landing."""
        return {"share": float(np.sum(self.steps)) / about.num_steps}


@updates(LandingMeter, lanes=True)
@compiled
def count_landing(meter, step):
    """Count push-off from a foot that is not planted, and stubbed toes."""
    contact, stance = step.contact, step.phases.stance[step.state]
    points = maximum(contact.foot_points[stance], contact.toe_points[stance])
    slips_off = step.phases.is_push_off[step.state] & (points < PLANTED_POINTS)
    meter.steps[0] += select(slips_off, 1.0, 0.0)
    stubbed = -contact.toe_top_points[stance]
    for leg in range(contact.toe_top_points.shape[0]):
        stubbed = stubbed + contact.toe_top_points[leg]
    meter.steps[1] += select(stubbed > 0.0, 1.0, 0.0)


@term("land", weight=1.2, meter=LandingMeter)
def land(measures: Measures, _options: TermOptions) -> float:
    """Bad landing: share of time in push-off without planted foot, or toes stubbed."""
    return measures.metered["land"]["share"]
