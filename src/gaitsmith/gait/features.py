"""The natural features of walking of Wang, Fleet & Hertzmann 2009, measured.

The paper shows them in pictures: heel strike, knee extended at the strike, heel-off and
toe-off, a passive knee in swing, arms that swing against the legs, a steady head. Here
each is a number with a criterion. Numbers are of the time after the settling, but for
the measures of the whole rollout (torque shares, head).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.cycles import Strides, strides_of
from gaitsmith.gait.events import FirstTouch
from gaitsmith.gait.fidelity import correlation
from gaitsmith.gait.summary import summary_of
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.recording import Recording

MOST_STEPS = 0.9  # share of the steps that must show what every step should
TOES_DOWN = -5.0  # degrees; a foot pitched further has its heel off the ground
# Share of the time with both feet down; people: 0.2 to 0.3. Below, it nearly runs.
SHORTEST_DOUBLE_SUPPORT, LONGEST_DOUBLE_SUPPORT = 0.02, 0.35
EXTENDED_KNEE = 20.0  # degrees; people: 5
KNEE_SHARE = 0.1  # of the squared torque of hips, knees and ankles; people: 0.04
# Half of the knee's share: the swing is less than half of the cycle.
SWING_KNEE_SHARE = 0.05
COUNTER_SWING = -0.5  # correlation
LEAST_ARM_SWING = 5.0  # degrees from end to end; less cannot be seen
STEADY_HEAD = 0.1  # m/s (Wang et al. 2009, E_head)


@dataclass(frozen=True)
class Feature:
    """One feature of a gait: how much, what is asked for, and whether it is there."""

    name: str
    value: float
    unit: str
    criterion: str
    shown: bool


def walking_features(
    character: Character, recording: Recording, measures: Measures
) -> tuple[Feature, ...]:
    """Every feature that the character can show; no arms, no arm swing.

    Args:
        character: who was recorded.
        recording: at 100 Hz or more; less blurs the strikes.
        measures: of the same rollout.

    Raises:
        NoStepsError: the recording has no complete cycle.
    """
    walk = strides_of(character, recording)
    return (
        *_heel_strike(walk),
        *_push_off(walk),
        *_knee_at_strike(walk),
        *_passive_knee(walk, measures),
        *_arm_swing(walk),
        *_steady_head(walk, measures),
    )


def _heel_strike(walk: Strides) -> Iterator[Feature]:
    angles: list[float] = []
    is_heel: list[bool] = []
    for side, foot in enumerate(walk.events.feet):
        for frame, touch in zip(foot.strikes, foot.first_touches, strict=True):
            if walk.events.time[frame] >= walk.settling_time:
                angles.append(float(walk.kinematics.sides[side]["foot"][frame]))
                is_heel.append(touch is FirstTouch.HEEL and angles[-1] > 0.0)
    share, angle = float(np.mean(is_heel)), float(np.mean(angles))
    yield Feature(
        "heel strike",
        share,
        "of strikes",
        f"heel before toe, with toes up, in at least {MOST_STEPS:g} of the strikes",
        share >= MOST_STEPS,
    )
    yield Feature(
        "foot angle at strike",
        angle,
        "degrees",
        "toes up on average: above 0 degrees",
        angle > 0.0,
    )


def _push_off(walk: Strides) -> Iterator[Feature]:
    """The rear foot in the last frame before the other one strikes."""
    angles: list[float] = []
    is_heel_off: list[bool] = []
    for strike, side in walk.events.ordered_strikes(walk.settling_time):
        rear, frame = 1 - side, strike - 1
        foot = walk.events.feet[rear]
        angles.append(float(walk.kinematics.sides[rear]["foot"][frame]))
        is_heel_off.append(
            bool(foot.is_standing[frame] and not foot.is_rear_loaded[frame])
            and angles[-1] < TOES_DOWN
        )
    share, angle = float(np.mean(is_heel_off)), float(np.mean(angles))
    yield Feature(
        "heel-off",
        share,
        "of steps",
        "stands on its front, pitched toes down by more than"
        f" {-TOES_DOWN:g} degrees, before the other foot strikes, in at least"
        f" {MOST_STEPS:g} of the steps",
        share >= MOST_STEPS,
    )
    yield Feature(
        "foot angle at the other foot's strike",
        angle,
        "degrees",
        f"toes down on average: below {TOES_DOWN:g} degrees",
        angle < TOES_DOWN,
    )
    double = summary_of(walk).double_support_share
    yield Feature(
        "double support",
        double,
        "of the time",
        "toe-off soon after the other foot's strike: between"
        f" {SHORTEST_DOUBLE_SUPPORT:g} and {LONGEST_DOUBLE_SUPPORT:g} of the time",
        SHORTEST_DOUBLE_SUPPORT < double < LONGEST_DOUBLE_SUPPORT,
    )


def _knee_at_strike(walk: Strides) -> Iterator[Feature]:
    if not all("knee" in side for side in walk.kinematics.sides):
        return
    angle = float(
        np.mean(
            [
                walk.kinematics.sides[side]["knee"][frame]
                for frame, side in walk.events.ordered_strikes(walk.settling_time)
            ]
        )
    )
    yield Feature(
        "knee at strike",
        angle,
        "degrees",
        f"extended: below {EXTENDED_KNEE:g} degrees of flexion (people: 5)",
        angle < EXTENDED_KNEE,
    )


def _passive_knee(walk: Strides, measures: Measures) -> Iterator[Feature]:
    if not all("knee" in side for side in walk.kinematics.sides):
        return
    share = measures.torque_shares[1]
    yield Feature(
        "knee torque",
        share,
        "of squared torque",
        f"below {KNEE_SHARE:g} of that of hips, knees and ankles (people: 0.04)",
        share < KNEE_SHARE,
    )
    in_swing = _swing_knee_share(walk)
    yield Feature(
        "knee torque in swing",
        in_swing,
        "of squared torque",
        f"swings by itself: below {SWING_KNEE_SHARE:g} of that of hips, knees and"
        " ankles over the whole cycle",
        in_swing < SWING_KNEE_SHARE,
    )


def _swing_knee_share(walk: Strides) -> float:
    """Squared torque of the knees in swing, by that of all leg joints at all times."""
    is_late = walk.events.time >= walk.settling_time
    squared = walk.recording.torque**2
    swing, total = 0.0, 0.0
    for leg, foot in zip(walk.character.roles.legs, walk.events.feet, strict=True):
        axes = [hinge.axis for hinge in leg.hinges_to_foot]
        total += float(np.sum(squared[is_late][:, axes]))
        if leg.knee is not None:
            is_swing = is_late & ~foot.is_standing
            swing += float(np.sum(squared[is_swing, leg.knee.axis]))
    return swing / total if total > 0.0 else 0.0


def _arm_swing(walk: Strides) -> Iterator[Feature]:
    if not all("shoulder" in side for side in walk.kinematics.sides):
        return
    is_late = walk.events.time >= walk.settling_time
    left, right = (
        {name: curve[is_late] for name, curve in side.items()}
        for side in walk.kinematics.sides
    )
    legs = left["hip"] - right["hip"]
    # The arm that swings less against the legs decides.
    worst = max(
        correlation(left["shoulder"], legs), correlation(right["shoulder"], -legs)
    )
    least = min(float(np.ptp(side["shoulder"])) for side in (left, right))
    yield Feature(
        "arm counter-swing",
        worst,
        "correlation",
        f"with the leg of the same side below {COUNTER_SWING:g}, for each arm, and a"
        f" swing of at least {LEAST_ARM_SWING:g} degrees",
        worst < COUNTER_SWING and least >= LEAST_ARM_SWING,
    )


def _steady_head(walk: Strides, measures: Measures) -> Iterator[Feature]:
    if walk.character.roles.head is None:
        return
    yield Feature(
        "steady head",
        measures.metered["head"]["velocity_std"],
        "m/s",
        f"standard deviation of its forward velocity below {STEADY_HEAD:g} m/s",
        measures.metered["head"]["velocity_std"] < STEADY_HEAD,
    )
