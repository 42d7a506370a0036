"""Objective terms: small functions of what a rollout was like, all to be minimised.

Weights, thresholds and definitions are those of Wang, Fleet & Hertzmann 2009, section
4, unless an experiment says otherwise. A term's value has its natural unit; its
contribution to the objective is weight times value.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.records import LEFT
from gaitsmith.simulation.measures import SLOWEST, Measures, Strikes

REFERENCE_MASS = 70.0  # kg
HUMAN_SHARES = (0.43, 0.04, 0.53)  # of hips, knees, ankles in squared torque


class TermOptions(Declaration):
    """What every term can be told."""

    weight: Annotated[float, Field(ge=0)] | None = None
    """Left out: the term's own. 0 switches the term off."""


def _none_of_any(goal: object) -> object:
    """The word `any` takes back the goal of an experiment that this is based on."""
    return None if goal == "any" else goal


Goal = Annotated[float | None, BeforeValidator(_none_of_any)]


class GoalOptions(TermOptions):
    """Goals of the user."""

    speed: Goal = None
    """m/s, along the commanded heading; left out, or "any": any."""
    step_length: Goal = None
    """m; left out, or "any": any."""
    step_width: Goal = None
    """m, of the left foot to the left of the right one; left out, or "any": any."""


class DriftOptions(TermOptions):
    """What the start is compared with."""

    speed: float | None = None
    """m/s; left out: the goal of `user` if it has one, else the mean speed."""


class PowerOptions(TermOptions):
    """How effort is counted."""

    per_distance: bool = False
    """Divide by the speed: a cost of transport, for when no speed is asked for."""


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


class HeadOptions(TermOptions):
    """How steady the head must be."""

    variation: Annotated[float, Field(ge=0)] = 0.1
    """m/s, standard deviation of its speed that is no fault; a run varies more."""


class GaitOptions(TermOptions):
    """What is a step."""

    longest_step: Annotated[float, Field(gt=0)] = 1.3
    """s, from strike to strike."""
    shortest_step: float = 0.15
    """m, that the landing foot is ahead of the other."""


class DutyOptions(TermOptions):
    """How long a foot stays on the ground."""

    goal: Annotated[float, Field(ge=0, le=1)] = 0.4
    """Share of the time; below 0.5 there is flight: a run."""


class EffortOptions(TermOptions):
    """How the muscles' effort is counted."""

    of: Literal["metabolic", "torque", "activation", "activation_cubed"] = "metabolic"


def beyond(difference: float, tolerance: float) -> float:
    """Q(d; eps) = d^2 if |d| > eps, else 0 (Wang et al. 2009)."""
    return difference**2 if abs(difference) > tolerance else 0.0


def fail(measures: Measures, _options: TermOptions) -> float:
    """Share of the time spent fallen: a fall counts for all that was left of it."""
    return 1.0 - measures.survived


def user(measures: Measures, options: GoalOptions) -> float:
    """Missed goals: Q(speed - goal; 0.025 m/s) + Q(step length - goal; 0.025 m).

    And Q(step width - goal; 0.025 m), which the paper does not ask for.
    """
    missed = 0.0
    if options.speed is not None:
        missed += beyond(measures.speed - options.speed, 0.025)
    if options.step_length is not None:
        missed += beyond(measures.step_length - options.step_length, 0.025)
    if options.step_width is not None:
        missed += beyond(step_width(measures.strikes) - options.step_width, 0.025)
    return missed


def step_width(strikes: Strikes) -> float:
    """How far [m] the left foot lands to the left of the right one, in the mean."""
    takes_turns = np.diff(strikes.side) != 0
    if not np.any(takes_turns):
        return 0.0
    way, heading = np.diff(strikes.place, axis=0), strikes.heading[1:]
    left = way[:, 1] * np.cos(heading) - way[:, 0] * np.sin(heading)
    outward = np.where(strikes.side[1:] == LEFT, left, -left)
    return float(np.mean(outward[takes_turns]))


def vel(measures: Measures, options: DriftOptions) -> float:
    """Drift: Q(v_y; 0.025) + 0.01 [Q(v_start - v_x; 0.025) + Q(v_z; 0.05)], m2/s2.

    The goal's speed stands in for v_x where there is one (footnote 2 of the paper).
    """
    forward, left, up = measures.velocity
    wanted = forward if options.speed is None else options.speed
    settling = beyond(measures.start_speed - wanted, 0.025) + beyond(up, 0.05)
    return beyond(left, 0.025) + 0.01 * settling


def sym(measures: Measures, _options: TermOptions) -> float:
    """Limping: sum over states of Q(duration left - duration right; 25 ms).

    A state that was never completed lasts 0 s here, so limping on one leg counts. A
    law with a single state has no sides.
    """
    durations = [duration or 0.0 for duration in measures.state_durations]
    half = len(durations) // 2
    pairs = zip(durations[:half], durations[half : 2 * half], strict=True)
    return sum(beyond(left - right, 0.025) for left, right in pairs)


def head(measures: Measures, options: HeadOptions) -> float:
    """Unsteady head: Q(sqrt(std of its speed); sqrt(0.1)) + 0.012 (share tilted)."""
    unsteady = beyond(
        math.sqrt(measures.head_velocity_std), math.sqrt(options.variation)
    )
    return unsteady + 0.012 * measures.head_tilted


def posture(measures: Measures, _options: TermOptions) -> float:
    """Bad posture: mean of Q(trunk's roll; 0.1) + Q(yaw; 0.1) + Q(lean - 0.1; 0.15).

    And of Q(pelvis' pitch; 0.15), all in rad2. Wang et al. 2012 name a term for the
    upper body's orientation; this one is of our own making.
    """
    return measures.posture


def land(measures: Measures, _options: TermOptions) -> float:
    """Bad landing: share of time in push-off without planted foot, or toes stubbed."""
    return measures.landing


def ang(measures: Measures, _options: TermOptions) -> float:
    """Spin: Q(sqrt(avgL); sqrt(0.05 s-2)), avgL the mean squared rate of spin.

    Spin is the normalised vertical angular momentum about the centre of mass (eqs. 9,
    10).
    """
    return beyond(math.sqrt(measures.spin_rate_squared), math.sqrt(0.05))


def power(measures: Measures, options: PowerOptions) -> float:
    """Mean summed squared torque [N2 m2] x 70 kg / mass; per m/s if asked so."""
    effort = measures.torque_squared * REFERENCE_MASS / measures.mass
    return effort / max(measures.speed, SLOWEST) if options.per_distance else effort


def knee(measures: Measures, _options: TermOptions) -> float:
    """Bent knee at the strike: Q(mean flexion; 0.25 rad). Not in the paper."""
    return beyond(measures.knee_at_strike, 0.25)


def pace(measures: Measures, _options: TermOptions) -> float:
    """Slowness, 1/v_x [s/m]: instead of power, it asks for the fastest gait there is.

    The variation of Wang et al. 2009, section 5, with the cost of transport redefined;
    they print no weight for it.
    """
    return 1.0 / max(measures.speed, SLOWEST)


def distance(measures: Measures, _options: TermOptions) -> float:
    """Way along the heading per second asked for, negative: the further, the better.

    Stage 1 of van de Panne & Lamouret 1995. A fall ends the way, not the time.
    """
    return -measures.speed * measures.survived


def guide(measures: Measures, _options: TermOptions) -> float:
    """Effort of the guide: the integral of its squared torque over time.

    Stages 2 and 3 of van de Panne & Lamouret 1995.
    """
    return measures.guide_effort


def likeness(measures: Measures, _options: LikenessOptions) -> float:
    """Unlike people: mean squared difference of hips, knees, ankles from their curves.

    Stage 1 of van de Panne & Lamouret 1995, sum of w (angle - human angle)^2. It is a
    mean over the survived time where theirs is an integral, or a fall would be a gain.
    """
    return measures.unlikeness


def gait(measures: Measures, options: GaitOptions) -> float:
    """Irregular steps: share of the time from the first one that is none of a gait.

    The same foot twice, a foot that lands not ahead of the other, or no strike for
    long. Without it, a search may find hopping, shuffling or standing.
    """
    end = measures.survived * measures.duration
    regular = measures.strikes.regular_until(
        end, options.longest_step, options.shortest_step
    )
    return 1.0 - regular / measures.duration


def duty(measures: Measures, options: DutyOptions) -> float:
    """Feet too long or too short on the ground: Q(duty factor - goal; 0.02).

    Unlike the time in flight, which is 0 in any walk, it tells a search the way from a
    walk to a run.
    """
    return beyond(measures.duty_factor - options.goal, 0.02)


def effort(measures: Measures, options: EffortOptions) -> float:
    """Effort: 100 J_M + J_R + 0.5 J_L (Wang et al. 2012, section 5), per kg.

    J_M is the metabolic power [W] of muscles and body; or, with 5, the squared torque
    at the muscles' joints; or, with 60000, the squared activation. J_R is the squared
    torque of all other joints, J_L that of the ends of the joints' ranges.
    """
    muscles = measures.muscles
    if muscles is None:
        return 0.0
    match options.of:
        case "metabolic":
            moved = 100.0 * muscles.metabolic_power
        case "torque":
            moved = 5.0 * muscles.torque_squared
        case "activation":
            moved = 60_000.0 * muscles.activation_squared
        case "activation_cubed":
            moved = 60_000.0 * muscles.activation_cubed
    others = muscles.servo_torque_squared + 0.5 * muscles.limit_torque_squared
    return (moved + others) / measures.mass


def ratio(measures: Measures, _options: TermOptions) -> float:
    """Distance of the torque shares of hips, knees, ankles from those of people."""
    return math.dist(measures.torque_shares, HUMAN_SHARES)


@dataclass(frozen=True)
class Term:
    """One entry of the table below."""

    function: Callable[[Measures, Any], float]
    weight: float
    unit: str
    options: type[TermOptions] = TermOptions

    @property
    def meaning(self) -> str:
        """First line of its docstring."""
        return (self.function.__doc__ or "").strip().splitlines()[0]


TERMS = {
    "user": Term(user, 100.0, "m2/s2, m2", GoalOptions),
    "vel": Term(vel, 100.0, "m2/s2", DriftOptions),
    "land": Term(land, 1.2, ""),
    "fail": Term(fail, 120_000.0, ""),
    "sym": Term(sym, 100.0, "s2"),
    "ang": Term(ang, 10.0, "1/s2"),
    "head": Term(head, 100.0, "m/s", HeadOptions),
    "power": Term(power, 1e-5, "N2 m2, N2 m s", PowerOptions),
    "knee": Term(knee, 10.0, "rad2"),
    "pace": Term(pace, 1.0, "s/m"),
    "posture": Term(posture, 100.0, "rad2"),
    "gait": Term(gait, 120_000.0, "", GaitOptions),
    "duty": Term(duty, 1000.0, "", DutyOptions),
    "effort": Term(effort, 0.004, "W/kg, N2 m2/kg", EffortOptions),
    "ratio": Term(ratio, 1.0, ""),
    "distance": Term(distance, 1.0, "m/s"),
    "guide": Term(guide, 1e-4, "N2 m2 s"),
    "likeness": Term(likeness, 1.0, "rad2", LikenessOptions),
}
