"""Objective terms: small functions of what a rollout was like, all to be minimised.

Weights, thresholds and definitions are those of Wang, Fleet & Hertzmann 2009, section
4, unless an experiment says otherwise. A term's value has its natural unit; its
contribution to the objective is weight times value.
"""

import math
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from gaitsmith.characters.character import REFERENCE_MASS, Character
from gaitsmith.control.controller import Drive
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT
from gaitsmith.objectives.term import TermOptions, deadzone, term
from gaitsmith.simulation.measures import SLOWEST, Measures, Strikes

HUMAN_SHARES = (0.43, 0.04, 0.53)  # of hips, knees, ankles in squared torque


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
    limits: Annotated[float, Field(ge=0)] = 0.5
    """Weight of the squared torques of the ends of the joints' ranges; 0.5 is the
    paper's."""


@term("fail", weight=120_000.0)
def fail(measures: Measures, _options: TermOptions) -> float:
    """Share of the time spent fallen: a fall counts for all that was left of it."""
    return 1.0 - measures.survived


@term("user", weight=100.0, unit="m2/s2, m2", options=GoalOptions)
def user(measures: Measures, options: GoalOptions) -> float:
    """Missed goals: Q(speed - goal; 0.025 m/s) + Q(step length - goal; 0.025 m).

    And Q(step width - goal; 0.025 m), which the paper does not ask for.
    """
    missed = 0.0
    if options.speed is not None:
        missed += deadzone(measures.speed - options.speed, 0.025)
    if options.step_length is not None:
        missed += deadzone(measures.step_length - options.step_length, 0.025)
    if options.step_width is not None:
        missed += deadzone(step_width(measures.strikes) - options.step_width, 0.025)
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


@term("vel", weight=100.0, unit="m2/s2", options=DriftOptions)
def vel(measures: Measures, options: DriftOptions) -> float:
    """Drift: Q(v_y; 0.025) + 0.01 [Q(v_start - v_x; 0.025) + Q(v_z; 0.05)], m2/s2.

    The goal's speed stands in for v_x where there is one (footnote 2 of the paper).
    """
    forward, left, up = measures.velocity
    wanted = forward if options.speed is None else options.speed
    settling = deadzone(measures.start_speed - wanted, 0.025) + deadzone(up, 0.05)
    return deadzone(left, 0.025) + 0.01 * settling


@term("heading", weight=100.0, unit="rad2")
def heading(measures: Measures, _options: TermOptions) -> float:
    """Turned: the squared angle of the pelvis from straight ahead, at the end."""
    return math.radians(measures.heading_degrees) ** 2


@term("sym", weight=100.0, unit="s2")
def sym(measures: Measures, _options: TermOptions) -> float:
    """Limping: sum over states of Q(duration left - duration right; 25 ms).

    A state that was never completed lasts 0 s here, so limping on one leg counts. A
    law with a single state has no sides.
    """
    durations = [duration or 0.0 for duration in measures.state_durations]
    half = len(durations) // 2
    pairs = zip(durations[:half], durations[half : 2 * half], strict=True)
    return sum(deadzone(left - right, 0.025) for left, right in pairs)


@term("power", weight=1e-5, unit="N2 m2, N2 m s", options=PowerOptions)
def power(measures: Measures, options: PowerOptions) -> float:
    """Mean summed squared torque [N2 m2] x 70 kg / mass; per m/s if asked so."""
    effort = measures.torque_squared * REFERENCE_MASS / measures.mass
    return effort / max(measures.speed, SLOWEST) if options.per_distance else effort


@term("knee", weight=10.0, unit="rad2")
def knee(measures: Measures, _options: TermOptions) -> float:
    """Bent knee at the strike: Q(mean flexion; 0.25 rad). Not in the paper."""
    return deadzone(measures.knee_at_strike, 0.25)


@term("pace", weight=1.0, unit="s/m")
def pace(measures: Measures, _options: TermOptions) -> float:
    """Slowness, 1/v_x [s/m]: instead of power, it asks for the fastest gait there is.

    The variation of Wang et al. 2009, section 5, with the cost of transport redefined;
    they print no weight for it.
    """
    return 1.0 / max(measures.speed, SLOWEST)


@term("distance", weight=1.0, unit="m/s")
def distance(measures: Measures, _options: TermOptions) -> float:
    """Way along the heading per second asked for, negative: the further, the better.

    Stage 1 of van de Panne & Lamouret 1995. A fall ends the way, not the time.
    """
    return -measures.speed * measures.survived


@term("gait", weight=120_000.0, options=GaitOptions)
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


@term("duty", weight=1000.0, options=DutyOptions)
def duty(measures: Measures, options: DutyOptions) -> float:
    """Feet too long or too short on the ground: Q(duty factor - goal; 0.02).

    Unlike the time in flight, which is 0 in any walk, it tells a search the way from a
    walk to a run.
    """
    return deadzone(measures.duty_factor - options.goal, 0.02)


def _require_muscles(character: Character, _drive: Drive, _options: Any) -> None:
    if character.spec.muscles is None:
        raise InputError(
            f"character '{character.name}' has no muscles whose effort could be"
            " counted; use the term 'power'."
        )


@term(
    "effort",
    weight=0.004,
    unit="W/kg, N2 m2/kg",
    options=EffortOptions,
    check=_require_muscles,
)
def effort(measures: Measures, options: EffortOptions) -> float:
    """Effort: 100 J_M + J_R + limits J_L (Wang et al. 2012, section 5), per kg.

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
    others = (
        muscles.servo_torque_squared + options.limits * muscles.limit_torque_squared
    )
    return (moved + others) / measures.mass


@term("ratio", weight=1.0)
def ratio(measures: Measures, _options: TermOptions) -> float:
    """Distance of the torque shares of hips, knees, ankles from those of people."""
    return math.dist(measures.torque_shares, HUMAN_SHARES)
