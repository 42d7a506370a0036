"""Term `posture`: an upper body that is not upright (named by Wang et al. 2012)."""

from typing import Any, NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import (
    ALONG_X,
    pitch_of_up_axis,
    roll_of_up_axis,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import absolute, select
from gaitsmith.kernels.vectors import rotated
from gaitsmith.objectives.term import TermOptions, term
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.meters import Ended, Started, updates

TILT = 0.1  # rad, of the trunk to a side, or turned: more is counted (proposed)
LEAN, LEAN_TOLERANCE = 0.1, 0.15  # rad, of the trunk forward (proposed)


class PostureMeter(NamedTuple):
    """How trunk and pelvis are held."""

    trunk: int  # -1: nobody asks for the term
    trunk_up: tuple[float, float, float]  # in its own frame
    trunk_forward: tuple[float, float, float]
    pelvis: int
    pelvis_up: tuple[float, float, float]
    tilt: LaneFloats  # (1,) sum of squared tilts that are too much, rad2

    @classmethod
    def start(
        cls, character: Character, options: Any, _about: Started
    ) -> "PostureMeter":
        """Looks at trunk and pelvis, if the term is asked for: angles cost much."""
        trunk, pelvis = character.roles.trunk, character.roles.pelvis
        return cls(
            trunk=-1 if options is None else trunk,
            trunk_up=character.standing_up(trunk),
            trunk_forward=character.standing_forward(trunk),
            pelvis=pelvis,
            pelvis_up=character.standing_up(pelvis),
            tilt=np.zeros(1),
        )

    def finish(self, about: Ended) -> dict[str, float]:
        """Mean of the squared tilts beyond what a walk needs [rad2]."""
        return {"tilt": float(self.tilt[0]) / about.num_steps}


@compiled
def tilt_squared(angle, tolerance):
    """Q(d; eps) = d^2 if |d| > eps, else 0 (Wang et al. 2009)."""
    return select(absolute(angle) > tolerance, angle * angle, 0.0)


@updates(PostureMeter, lanes=True)
@compiled
def count_posture(meter, step):
    """Add squared tilts [rad2] of trunk and pelvis beyond what a walk needs."""
    if meter.trunk < 0:
        return
    orientation = step.body.orientation
    up = rotated(orientation, meter.trunk, meter.trunk_up)
    forward = rotated(orientation, meter.trunk, meter.trunk_forward)
    pelvis = rotated(orientation, meter.pelvis, meter.pelvis_up)
    meter.tilt[0] += (
        tilt_squared(roll_of_up_axis(up, ALONG_X), TILT)
        + tilt_squared(yaw_of_forward_axis(forward, ALONG_X), TILT)
        + tilt_squared(pitch_of_up_axis(up, ALONG_X) - LEAN, LEAN_TOLERANCE)
        + tilt_squared(pitch_of_up_axis(pelvis, ALONG_X), LEAN_TOLERANCE)
    )


@term("posture", weight=100.0, unit="rad2", meter=PostureMeter)
def posture(measures: Measures, _options: TermOptions) -> float:
    """Bad posture: mean of Q(trunk's roll; 0.1) + Q(yaw; 0.1) + Q(lean - 0.1; 0.15).

    And of Q(pelvis' pitch; 0.15), all in rad2. Wang et al. 2012 name a term for the
    upper body's orientation; this one is of our own making.
    """
    return measures.metered["posture"]["tilt"]
