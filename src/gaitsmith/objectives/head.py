"""Term `head`: a head that is not held steady (Wang et al. 2009, E_head)."""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import (
    ALONG_X,
    pitch_of_up_axis,
    roll_of_up_axis,
    yaw_of_forward_axis,
)
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import select
from gaitsmith.kernels.spatial import point_velocity
from gaitsmith.kernels.vectors import minus, rotated, row
from gaitsmith.objectives.term import TermOptions, deadzone, term
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.meters import Ended, Started, updates

HEAD_TILT = 0.1  # rad; a head that is tilted by more is counted


class HeadMeter(NamedTuple):
    """How the head moves."""

    head: int  # -1: the character has none
    up: tuple[float, float, float]  # in its own frame
    forward: tuple[float, float, float]
    velocity: LaneFloats  # (2,) sum, and sum of squares, of its forward velocity
    tilted: (
        LaneFloats  # (1,) number of steps in which it was tilted by more than HEAD_TILT
    )

    @classmethod
    def start(cls, character: Character, _options: Any, _about: Started) -> "HeadMeter":
        """Of a character without head, it counts nothing."""
        roles = character.roles
        head = roles.pelvis if roles.head is None else roles.head
        return cls(
            head=-1 if roles.head is None else roles.head,
            up=character.standing_up(head),
            forward=character.standing_forward(head),
            velocity=np.zeros(2),
            tilted=np.zeros(1),
        )

    def finish(self, about: Ended) -> dict[str, float]:
        """Standard deviation of the speed [m/s]; share of the time it is tilted."""
        mean = self.velocity[0] / about.num_steps
        variance = self.velocity[1] / about.num_steps - mean**2
        return {
            "velocity_std": float(np.sqrt(max(0.0, variance))),
            "tilted": float(self.tilted[0]) / about.num_steps,
        }


@updates(HeadMeter, lanes=True)
@compiled
def count_head(meter, step):
    """Add the head's forward velocity, and whether it is tilted."""
    head, body = meter.head, step.body
    if head < 0:
        return
    com = body.com[0], body.com[1], body.com[2]
    arm = minus(row(body.position, head), com)
    forward_velocity = point_velocity(body.velocity, head, arm)[0]
    meter.velocity[0] += forward_velocity
    meter.velocity[1] += forward_velocity * forward_velocity
    up = rotated(body.orientation, head, meter.up)
    forward = rotated(body.orientation, head, meter.forward)
    pitch = pitch_of_up_axis(up, ALONG_X)
    roll = roll_of_up_axis(up, ALONG_X)
    yaw = yaw_of_forward_axis(forward, ALONG_X)
    tilt_squared = pitch * pitch + roll * roll + yaw * yaw
    meter.tilted[0] += select(tilt_squared > HEAD_TILT * HEAD_TILT, 1.0, 0.0)


class HeadOptions(TermOptions):
    """How steady the head must be."""

    variation: Annotated[float, Field(ge=0)] = 0.1
    """m/s, standard deviation of its speed that is no fault; a run varies more."""


@term("head", weight=100.0, unit="m/s", options=HeadOptions, meter=HeadMeter)
def head(measures: Measures, options: HeadOptions) -> float:
    """Unsteady head: Q(sqrt(std of its speed); sqrt(0.1)) + 0.012 (share tilted)."""
    counted = measures.metered["head"]
    unsteady = deadzone(
        math.sqrt(counted["velocity_std"]), math.sqrt(options.variation)
    )
    return unsteady + 0.012 * counted["tilted"]
