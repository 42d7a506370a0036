"""Term `likeness`: legs that do not move like people's (van de Panne & Lamouret 1995).

People's cycle is stretched to the law's period, so it is for laws that have one.
"""

from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.errors import InputError
from gaitsmith.gait.human import angles
from gaitsmith.gait.kinematics import ANATOMICAL_SIGN, SIDES
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloat, LaneFloats
from gaitsmith.kernels.lanes import as_float, minimum, truncated
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.objectives.term import TermOptions, term
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.meters import Ended, Started, updates

JOINTS = ("hip", "knee", "ankle")
RIGHT_LATER = 0.5  # of a cycle


class LikenessOptions(TermOptions):
    """Whose curves the legs are compared with, and how much each joint counts."""

    gait: Literal["walk", "run"] = "walk"
    """What people do."""
    speed: Annotated[float, Field(gt=0)] = 1.25
    """m/s, of people; where they were not measured, the nearest speed counts."""
    start: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Share of the left leg's cycle that is over at the start; 0: its foot strikes."""
    hip: Annotated[float, Field(ge=0)] = 1.0
    """Weight of the joint; so are the next ones. 0 leaves it out."""
    knee: Annotated[float, Field(ge=0)] = 1.0
    ankle: Annotated[float, Field(ge=0)] = 1.0

    @property
    def human_data(self) -> str:
        """Mean curves of people."""
        return f"people's mean {self.gait} at {self.speed:g} m/s"


class LikenessMeter(NamedTuple):
    """Joint angles over a cycle, and how far the motion is from them."""

    position: Integers  # (joints,) qpos addresses; empty: nothing is compared
    weight: Floats  # (joints,)
    over: Floats  # (joints,) share of the cycle that is over at time 0
    angle: Floats  # (joints, points) rad, evenly spaced; the last point ends the cycle
    period: LaneFloat  # s, of the law
    difference: LaneFloats  # (1,) sum of weighted squared differences, rad2

    @classmethod
    def start_of(
        cls, character: Character, options: LikenessOptions, period: float
    ) -> "LikenessMeter":
        """People's mean angles [rad] in the P-convention, for the joints that count."""
        _require_period(period)
        bands = angles(options.gait, options.speed)
        found = _compared(character, options)
        return cls(
            position=np.array([position for position, *_ in found], dtype=np.int64),
            weight=np.array([weight for _, weight, *_ in found]),
            over=np.array([options.start + later for *_, later, _ in found]),
            angle=np.array(
                [ANATOMICAL_SIGN[j] * np.radians(bands[j].mean) for *_, j in found]
            ),
            period=period,
            difference=np.zeros(1),
        )

    @classmethod
    def start(
        cls, character: Character, options: Any, about: Started
    ) -> "LikenessMeter":
        """Compares nothing if nobody asks for the term."""
        if options is not None:
            return cls.start_of(character, options, about.period)
        nothing = np.zeros(0)
        none = np.zeros(0, dtype=np.int64)
        return cls(none, nothing, nothing, np.zeros((0, 2)), 0.0, np.zeros(1))

    def finish(self, about: Ended) -> dict[str, float]:
        """Mean of the weighted squared differences [rad2]."""
        return {"difference": float(self.difference[0]) / about.num_steps}


def _compared(
    character: Character, options: LikenessOptions
) -> list[tuple[int, float, float, str]]:
    """Address, weight, start and name of the joints that are compared."""
    hinges = {hinge.role: hinge for hinge in character.roles.hinges}
    weights = {joint: float(getattr(options, joint)) for joint in JOINTS}
    found = [
        (hinge.position, weights[joint], start, joint)
        for start, side in zip((0.0, RIGHT_LATER), SIDES, strict=True)
        for joint in JOINTS
        if weights[joint] and (hinge := hinges.get(f"{side}_{joint}_y"))
    ]
    if not found:
        own = [joint for joint in JOINTS if f"{SIDES[0]}_{joint}_y" in hinges]
        raise InputError(
            f"hip, knee, ankle: the weights of all joints that character"
            f" '{character.name}' has of these ({', '.join(own)}) are 0; give one a"
            " weight."
        )
    return found


@updates(LikenessMeter, lanes=True)
@compiled
def count_likeness(meter, step):
    """Add the squared differences [rad2] from people's cycle."""
    intervals = meter.angle.shape[1] - 1
    for joint in range(meter.position.shape[0]):
        place = (meter.over[joint] + step.time / meter.period) % 1.0 * intervals
        point = minimum(truncated(place), intervals - 1)
        before, after = meter.angle[joint, point], meter.angle[joint, point + 1]
        wanted = before + (place - as_float(point)) * (after - before)
        difference = step.body.qpos[meter.position[joint]] - wanted
        meter.difference[0] += meter.weight[joint] * difference * difference


def _require_period(period: float) -> None:
    if not period:
        raise InputError(
            "the law has no period that people's cycle could be stretched to; use law"
            " 'keyframes'."
        )


def _check(character: Character, drive: Drive, options: LikenessOptions) -> None:
    _compared(character, options)
    _require_period(drive.phases.period)


@term(
    "likeness",
    unit="rad2",
    options=LikenessOptions,
    meter=LikenessMeter,
    check=_check,
)
def likeness(measures: Measures, _options: LikenessOptions) -> float:
    """Unlike people: mean squared difference of hips, knees, ankles from their curves.

    Stage 1 of van de Panne & Lamouret 1995, sum of w (angle - human angle)^2. It is a
    mean over the survived time where theirs is an integral, or a fall would be a gain.
    """
    return measures.metered["likeness"]["difference"]
