"""The first steps from standing: lean, then walk with other angles for three steps."""

import math
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.walker import Walker
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.takes.changed_steps import (
    Changes,
    Steps,
    Trial,
    back_to,
    changes_of,
    searched,
)
from gaitsmith.takes.gaits_in_motion import place_of
from gaitsmith.takes.repertoire import Gait, Repertoire
from gaitsmith.takes.standing import Stance, lead

STANDS_FIRST = 0.5  # s, before it begins to lean
CHANGED = 3  # steps
TRIED = 10  # steps that must hold
LAST = 4  # of them that tell how fast it walks
LONGEST = 1.5  # s of a step
GENERATIONS = 30
# Numbers that are no angles of steps: lean ahead, to the left [rad], seconds for it.
OTHERS = 3
SCALES = 0.1, 0.05, 0.1
NEAR_SPEED = 0.2  # m/s from the gait's own
NEAR_WAY = 0.3  # m beside its way
MISSING, TOO_SLOW, BESIDE, TIME = 10.0, 5.0, 2.0, 6.0


@dataclass(frozen=True)
class FirstSteps:
    """How a gait is begun."""

    gait: Gait
    stance: Stance
    numbers: Floats
    way: float = 0.0  # m, until it walks


def begun(walker: Walker, repertoire: Repertoire, first: FirstSteps) -> Steps:
    """Lean and walk on; one element a strike, and the changes end with the last.

    Args:
        walker: stands.
        repertoire: of it.
        first: what is done.
    """
    simulation, changes = walker.simulation, _changes(repertoire)
    ahead, aside, seconds = _lean(first.numbers)
    lead(walker, first.stance.leaning(ahead, aside), seconds)
    simulation.hand_over(repertoire.drive(first.gait))
    for step in range(CHANGED):
        if simulation.outcome is not Outcome.RUNNING:
            return
        values = changes.values(repertoire, first.gait, first.numbers, step)
        simulation.follow(repertoire.law(values), 0.0)
        if not simulation.advance_step(LONGEST):
            return
        yield


def find_first_steps(
    walker: Walker, repertoire: Repertoire, stance: Stance, gait: Gait
) -> FirstSteps | None:
    """First steps that lead into a gait; None if none were found.

    Args:
        walker: undisturbed, on the ground of the take; it is used up.
        repertoire: of it.
        stance: how it stands.
        gait: that it is to walk.
    """
    simulation = walker.simulation
    simulation.start(stance.drive)
    simulation.advance(STANDS_FIRST)
    if simulation.outcome is not Outcome.RUNNING:
        return None
    before = walker.snapshot()

    def attempt(numbers: Floats) -> Trial:
        back_to(walker, stance.drive, before)
        return _tried(walker, repertoire, FirstSteps(gait, stance, numbers))

    dimension = _changes(repertoire).dimension
    numbers, trial = searched(attempt, dimension, np.zeros(dimension), GENERATIONS)
    if not trial.holds:
        return None
    return FirstSteps(gait, stance, numbers, trial.way)


def _changes(repertoire: Repertoire) -> Changes:
    return changes_of(repertoire, OTHERS, CHANGED)


def _lean(numbers: Floats) -> tuple[float, float, float]:
    ahead, aside, seconds = (SCALES * numbers[:OTHERS]).tolist()
    return ahead, aside, min(max(0.3 + seconds, 0.04), 1.5)


def _tried(walker: Walker, repertoire: Repertoire, first: FirstSteps) -> Trial:
    simulation = walker.simulation
    start, began = place_of(walker), simulation.time
    steps, places, way = 0, [], 0.0
    for _ in begun(walker, repertoire, first):
        steps += 1
        way = place_of(walker)[0] - start[0]
    if steps == CHANGED:
        law = repertoire.law(first.gait.values, first.gait.name)
        simulation.follow(law, 0.0)
        while steps < TRIED and simulation.advance_step(LONGEST):
            steps += 1
            places.append((simulation.time, *place_of(walker)))
    if steps < TRIED:
        lasted = min(simulation.time - began, TIME)
        forward = float(simulation.moment().com[0]) - start[0]
        return Trial(
            MISSING * (TRIED - steps) - lasted - min(max(forward, -0.5), 0.5), False
        )
    (since, x, y), (until, its_x, its_y) = places[-LAST - 1], places[-1]
    too_slow = abs((its_x - x) / (until - since) - first.gait.speed)
    beside = abs(its_y - start[1])
    astray = abs(math.atan2(its_y - y, its_x - x))
    return Trial(
        TOO_SLOW * too_slow + BESIDE * (beside + astray),
        holds=True,
        is_good=too_slow < NEAR_SPEED and beside < NEAR_WAY,
        way=way,
    )
