"""The last steps to standing: three with other angles, then law `posture`."""

import math
from dataclasses import dataclass, replace

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
from gaitsmith.takes.standing import Stance, Still, come_to_stand, still

CHANGED = 3  # steps; the last one ends with a strike, or when its time is over
LONGEST, LONGEST_LAST = 1.5, 0.9  # s
STANDS = 2.5  # s, that it must stand; it does so in the shot
SOON = 0.8  # s of them, after which it should hardly move
# Numbers that are no angles of steps: seconds until it stands, lean ahead [rad].
OTHERS = 2
SCALES = 0.1, 0.05
FIRST_GENERATIONS = 40
GENERATIONS = 25  # from a guess that stops about such a walk
SIDE_BY_SIDE = 0.12  # m along the heading between feet, about half a foot
FALLS, LIVES, MISSING, MOVES, APART, WAY, SINKS = (
    60.0,
    10.0,
    20.0,
    10.0,
    20.0,
    0.5,
    20.0,
)
FREE_APART, FREE_SUNK = 0.05, 0.01  # m


@dataclass(frozen=True)
class LastSteps:
    """How a gait is ended."""

    gait: Gait
    stance: Stance
    numbers: Floats
    way: float = 0.0  # m, from the strike where they begin to where it stands
    apart: float = 0.0  # m, between the feet, along the heading


def halted(
    walker: Walker,
    repertoire: Repertoire,
    last: LastSteps,
    heading: float,
) -> Steps:
    """Walk on to a stand; one element a strike, and one when it begins to stand.

    Args:
        walker: has just struck the ground.
        repertoire: of it.
        last: what is done.
        heading: rad, where it goes.
    """
    simulation, changes = walker.simulation, _changes(repertoire)
    for step in range(CHANGED):
        values = changes.values(repertoire, last.gait, last.numbers, step)
        simulation.follow(repertoire.law(values), heading)
        is_last = step == CHANGED - 1
        strikes = simulation.advance_step(LONGEST_LAST if is_last else LONGEST)
        if simulation.outcome is not Outcome.RUNNING or not (strikes or is_last):
            return
        yield
    seconds, ahead = (SCALES * last.numbers[:OTHERS]).tolist()
    come_to_stand(walker, last.stance, ahead, min(max(0.4 + seconds, 0.06), 1.2))
    yield


def unchanged(repertoire: Repertoire, gait: Gait, stance: Stance) -> LastSteps:
    """From where it is searched if nothing is known."""
    return LastSteps(gait, stance, np.zeros(_changes(repertoire).dimension))


def find_last_steps(
    walker: Walker,
    repertoire: Repertoire,
    guess: LastSteps,
    heading: float,
    left: float = 0.0,
    generations: int = GENERATIONS,
) -> LastSteps | None:
    """Last steps from the strike at which somebody is; None if none were found.

    Args:
        walker: undisturbed; it comes back to where it is.
        repertoire: of it.
        guess: from where it is searched.
        heading: rad, where it goes.
        left: m, to where it should stand.
        generations: of the search, see `searched`.
    """
    before, drive = walker.snapshot(), walker.simulation.drive

    def attempt(numbers: Floats) -> Trial:
        back_to(walker, drive, before)
        last = replace(guess, numbers=numbers)
        return _tried(walker, repertoire, last, heading, left)

    start = guess.numbers
    numbers, trial = searched(attempt, len(start), start, generations)
    back_to(walker, drive, before)
    if not trial.holds:
        return None
    return replace(guess, numbers=numbers, way=trial.way, apart=trial.apart)


def _changes(repertoire: Repertoire) -> Changes:
    return changes_of(repertoire, OTHERS, CHANGED)


def _tried(
    walker: Walker,
    repertoire: Repertoire,
    last: LastSteps,
    heading: float,
    left: float,
) -> Trial:
    simulation = walker.simulation
    start, began = place_of(walker), simulation.time
    steps = sum(1 for _ in halted(walker, repertoire, last, heading))
    lasted = simulation.time - began
    if steps <= CHANGED:
        return Trial(FALLS + MISSING * (CHANGED + 1 - steps) - lasted, False)
    simulation.advance(SOON)
    soon = still(walker, last.stance, heading)
    simulation.advance(STANDS - SOON)
    if simulation.outcome is not Outcome.RUNNING:
        return Trial(FALLS - LIVES * (simulation.time - began - lasted), False)
    then = still(walker, last.stance, heading)
    x, y = place_of(walker)
    way = (x - start[0]) * math.cos(heading) + (y - start[1]) * math.sin(heading)
    return Trial(
        _cost(soon, then, abs(way - left)),
        holds=then.stands,
        is_good=then.stands and then.apart < SIDE_BY_SIDE and then.sunk < 2 * FREE_SUNK,
        way=way,
        apart=then.apart,
    )


def _cost(soon: Still, then: Still, wrong: float) -> float:
    """Little for whoever stands soon, upright, its feet side by side, and there."""
    return (
        MOVES * (then.speed + 0.5 * soon.speed)
        + APART * max(then.apart - FREE_APART, 0.0)
        + SINKS * max(then.sunk - FREE_SUNK, 0.0)
        + WAY * wrong
    )
