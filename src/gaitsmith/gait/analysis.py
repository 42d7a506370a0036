"""Everything that is measured of a gait, over the cycle: left, right, and both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.characters.character import Character
from gaitsmith.gait.cycles import (
    CURVES,
    NUM_POINTS,
    SETTLING_TIME,
    Cycle,
    MeanCurve,
    NoStepsError,
    averaged,
    stretched,
    strides_of,
)
from gaitsmith.gait.kinematics import leftward, mean_heading
from gaitsmith.gait.kinetics import (
    FORCES,
    MOMENTS,
    WholeBody,
    kinetics_of,
    whole_body_of,
)
from gaitsmith.gait.summary import GaitSummary, summary_of
from gaitsmith.kernels.records import LEFT, RIGHT, Floats, Muscles
from gaitsmith.simulation.recording import Recording

FRAME_RATE = 300.0  # Hz of recordings that are analysed; a part of all usual rates
# Hz at -3 dB. Force plates and markers are filtered at 10 to 20 Hz before people's
# moments are computed; spikes of a few milliseconds would not be seen in theirs.
CUT_OFF = 15.0
FILTER_ORDER = 2  # run forward and backward: of fourth order, without delay
# Two passes lower the cut-off of one by this factor (Winter 2009, section 3.4).
TWO_PASSES = (2.0**0.5 - 1.0) ** 0.25
FILTER_EDGE = 9  # frames mirrored at each end
LEAST_FLIGHT = 0.05  # of the time; people who jog: 0.1 and more


@dataclass(frozen=True)
class SidedCurve:
    """A quantity over the cycle; of a foot without a complete cycle, None."""

    left: MeanCurve | None
    right: MeanCurve | None
    both: MeanCurve


@dataclass(frozen=True)
class GaitAnalysis:
    """A gait in numbers and in curves over the cycle, by name."""

    summary: GaitSummary
    angles: Mapping[str, SidedCurve]
    """Degrees: thigh, hip, knee, ankle, foot."""
    moments: Mapping[str, SidedCurve]
    """N m/kg: hip, knee, ankle; smoothed at 15 Hz, as are powers and forces."""
    powers: Mapping[str, SidedCurve]
    """W/kg: hip, knee, ankle."""
    forces: Mapping[str, SidedCurve]
    """Body weights: vertical, fore_aft, medio_lateral."""
    whole_body: Mapping[str, SidedCurve]
    """`com_rise`, `com_sideways`, `head_rise` [m] around the straight way of each
    stride, sideways toward the side of the striking foot; `head_pitch` [degrees];
    `spin_roll`, `spin_pitch`, `spin_yaw`: angular momentum about the centre of mass,
    see `WholeBody`; roll and yaw of right strides are mirrored."""
    activations: Mapping[str, SidedCurve] = field(default_factory=dict)
    """0 to 1, by muscle, such as "SOL"; empty without muscles."""
    muscle_forces: Mapping[str, SidedCurve] = field(default_factory=dict)
    """Of the tendons, in each muscle's max isometric force F0."""
    fiber_lengths: Mapping[str, SidedCurve] = field(default_factory=dict)
    """In optimal lengths."""
    device_moments: Mapping[str, SidedCurve] = field(default_factory=dict)
    """N m/kg: hip, knee, ankle, of what is worn there; nothing worn: empty."""

    @property
    def gait(self) -> str:
        """A "run" has moments with both feet off the ground; all else is a "walk"."""
        return "run" if self.summary.flight_share > LEAST_FLIGHT else "walk"

    def __repr__(self) -> str:
        """The outlines; all else has a name."""
        found = self.summary
        return (
            f"GaitAnalysis: {self.gait}, {found.speed:.2f} m/s, {found.cadence:.0f}"
            f" steps/min, {found.num_cycles} cycles; curves of"
            f" {', '.join(self.angles)}"
        )


def analyze(
    character: Character,
    recording: Recording,
    settling_time: float = SETTLING_TIME,
    muscles: Muscles | None = None,
) -> GaitAnalysis:
    """Analyse a recording; what the character lacks is left out.

    Args:
        character: who was recorded.
        recording: at 100 Hz or more; see `FRAME_RATE`.
        settling_time: s at the start that are left out.
        muscles: that moved it; left out: nothing is said of muscles.

    Raises:
        NoStepsError: the recording has no complete cycle.
    """
    if len(character.roles.legs) != 2:
        raise NoStepsError("Gait cycles are those of two legs; this body has others.")
    strides = strides_of(character, recording, settling_time)
    kinematics, cycles = strides.kinematics, strides.cycles
    heading = kinematics.heading
    kinetics = kinetics_of(character, recording, heading)
    body = whole_body_of(character, recording, heading)
    rate = recording.frame_rate
    return GaitAnalysis(
        summary=summary_of(strides),
        angles=_sided_curves(kinematics.sides, cycles, CURVES),
        moments=_sided_curves(_smooth_sides(kinetics.moments, rate), cycles, MOMENTS),
        powers=_sided_curves(_smooth_sides(kinetics.powers, rate), cycles, MOMENTS),
        forces=_sided_curves(_smooth_sides(kinetics.forces, rate), cycles, FORCES),
        whole_body=_whole_body_curves(body, heading, cycles, character.is_planar),
        **_muscle_curves(recording, cycles, muscles),
        device_moments=_sided_curves(
            _smooth_sides(kinetics.device_moments, rate), cycles, MOMENTS
        ),
    )


def smoothed(curve: Floats, frame_rate: float) -> Floats:
    """A (frames,) curve without what is quicker than `CUT_OFF` [-3 dB].

    A recording too slow or too short to be filtered is returned as it is.
    """
    if frame_rate <= 2.0 * CUT_OFF / TWO_PASSES or len(curve) <= FILTER_EDGE:
        return curve
    from scipy.signal import butter, sosfiltfilt

    sections: Any = butter(
        FILTER_ORDER, CUT_OFF / TWO_PASSES, fs=frame_rate, output="sos"
    )
    return sosfiltfilt(sections, curve, padlen=FILTER_EDGE)


def _smooth_sides(
    sides: Sequence[Mapping[str, Floats]], frame_rate: float
) -> list[dict[str, Floats]]:
    return [
        {name: smoothed(curve, frame_rate) for name, curve in side.items()}
        for side in sides
    ]


def _sided(of_cycle: Callable[[Cycle], Floats], cycles: Sequence[Cycle]) -> SidedCurve:
    """Average a (101,) curve of each cycle by side and over all."""
    curves = [(cycle.side, of_cycle(cycle)) for cycle in cycles]

    def mean_of(*wanted: int) -> MeanCurve | None:
        mine = [curve for side, curve in curves if side in wanted]
        return averaged(mine) if mine else None

    both = mean_of(LEFT, RIGHT)
    assert both is not None, "there is at least one cycle"
    return SidedCurve(mean_of(LEFT), mean_of(RIGHT), both)


def _sided_curves(
    sides: Sequence[Mapping[str, Floats]], cycles: Sequence[Cycle], names: Sequence[str]
) -> dict[str, SidedCurve]:
    return {
        name: _sided(
            lambda cycle, name=name: stretched(sides[cycle.side][name], cycle), cycles
        )
        for name in names
        if all(name in side for side in sides)
    }


def _muscle_curves(
    recording: Recording, cycles: Sequence[Cycle], muscles: Muscles | None
) -> dict[str, dict[str, SidedCurve]]:
    if muscles is None:
        return {}
    has_force = np.all(muscles.max_force > 0.0, axis=0)  # a model may lack some
    strongest = np.where(has_force, muscles.max_force, 1.0)
    names = list(zip(MUSCLE_NAMES, has_force.tolist(), strict=True))
    histories = {  # (frames, 2, muscles)
        "activations": recording.activation,
        "muscle_forces": recording.muscle_force / strongest,
        "fiber_lengths": recording.fiber_length / muscles.optimal_length,
    }
    return {
        part: _sided_curves(
            [
                dict(zip(MUSCLE_NAMES, leg.T, strict=True))
                for leg in values.swapaxes(0, 1)
            ],
            cycles,
            [name for name, is_there in names if is_there],
        )
        for part, values in histories.items()
    }


def _whole_body_curves(
    body: WholeBody, heading: Floats, cycles: Sequence[Cycle], is_planar: bool
) -> dict[str, SidedCurve]:
    def outward(cycle: Cycle) -> float:
        return 1.0 if cycle.side == LEFT else -1.0

    def sideways(cycle: Cycle) -> Floats:
        straight = mean_heading(heading[cycle.start : cycle.end + 1])
        way = leftward(body.com - body.com[cycle.start], straight)
        return outward(cycle) * _excursion(stretched(way, cycle))

    def spin(axis: int, cycle: Cycle) -> Floats:
        return stretched(body.angular_momentum[:, axis], cycle)

    curves: dict[str, Callable[[Cycle], Floats]] = {
        "com_rise": lambda cycle: _excursion(stretched(body.com[:, 2], cycle)),
        "head_rise": lambda cycle: _excursion(stretched(body.head[:, 2], cycle)),
        "head_pitch": lambda cycle: stretched(body.head_pitch, cycle),
        "spin_pitch": lambda cycle: spin(1, cycle),
    }
    if not is_planar:
        curves |= {
            "com_sideways": sideways,
            "spin_roll": lambda cycle: outward(cycle) * spin(0, cycle),
            "spin_yaw": lambda cycle: outward(cycle) * spin(2, cycle),
        }
    return {name: _sided(of_cycle, cycles) for name, of_cycle in curves.items()}


def _excursion(curve: Floats) -> Floats:
    """A (101,) curve around the straight line from its start to its end."""
    around = curve - np.linspace(curve[0], curve[-1], NUM_POINTS)
    return around - np.mean(around)
