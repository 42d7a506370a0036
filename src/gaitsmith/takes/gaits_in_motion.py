"""Walking on at a strike: which numbers the law gets, where it is sent, how it goes."""

import math
from dataclasses import dataclass, replace

from gaitsmith.planning.walker import LONGEST_STEP, Walker
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.takes.repertoire import Gait, Repertoire
from gaitsmith.takes.take import Place
from gaitsmith.takes.way import Way

TRIED_AHEAD = 8  # steps
TURNED = 4  # of them that turn; whoever turns must be able to go straight again
JUDGED = 5  # of them that count for where it goes
FALL = 1e3  # m2, for each step that a fall leaves out
STRIDE = 2  # steps, after which a body that sways is where it was
ASTRAY = 1.0  # m2/rad2, for going in another direction than the way at the end


@dataclass(frozen=True)
class Going:
    """How it walks: from one gait to another over some steps, then on in that."""

    gait: Gait
    along: float = 0.0
    """m of the way that are done."""
    heading: float = 0.0
    """rad, that was commanded."""
    before: Gait | None = None
    """None: the change is over."""
    step: int = 0
    """Of the change, from 1 on."""
    steps: int = 0

    def changed(self, gait: Gait, steps: int) -> "Going":
        """It begins to change to another gait."""
        return replace(self, gait=gait, before=self.gait, step=0, steps=steps)


@dataclass(frozen=True)
class TriedSteps:
    """Steps that were tried."""

    held: int
    """How many of them were taken, of `TRIED_AHEAD`."""
    cost: float
    """m2, how far beside the way they led, and how many are missing."""

    @property
    def holds(self) -> bool:
        """Whether it did not fall."""
        return self.held == TRIED_AHEAD


def set_off(walker: Walker, repertoire: Repertoire, going: Going, turn: float) -> Going:
    """Let the next step begin; no time passes.

    Args:
        walker: has just struck the ground.
        repertoire: what it can do.
        going: how it goes.
        turn: rad, of the commanded heading.
    """
    simulation = walker.simulation
    going = replace(going, heading=going.heading + turn)
    law = simulation.drive.law
    if repertoire.can_change:
        going, values = _values(going)
        law = repertoire.law(values, going.gait.name if going.before is None else "")
    simulation.follow(law, going.heading)
    return going


def _values(going: Going) -> "tuple[Going, dict[str, float]]":
    """Numbers of the next step, between those of two gaits while it changes."""
    if going.before is None or going.step + 1 >= going.steps:
        return replace(going, before=None), going.gait.values
    share = (going.step + 1) / going.steps
    before = going.before.values
    values = {
        name: before[name] + share * (value - before[name])
        for name, value in going.gait.values.items()
    }
    return replace(going, step=going.step + 1), values


def place_of(walker: Walker) -> Place:
    """Where its centre of mass is [m]."""
    x, y, _ = walker.simulation.moment().com
    return float(x), float(y)


def finish(walker: Walker) -> bool:
    """Go on to the next strike; false if there is none, but for the end of time."""
    if walker.simulation.advance_step(LONGEST_STEP):
        return True
    return walker.outcome is Outcome.COMPLETED


def tried(
    walker: Walker, repertoire: Repertoire, way: Way, going: Going, turn: float
) -> TriedSteps:
    """Walk on, turning by so much [rad] at each of a few steps, then straight on."""
    cost, places = 0.0, [place_of(walker)]
    for number in range(TRIED_AHEAD):
        going = set_off(walker, repertoire, going, turn if number < TURNED else 0.0)
        if not finish(walker):
            return TriedSteps(number, cost + FALL * (TRIED_AHEAD - number))
        if walker.outcome is Outcome.COMPLETED:
            break
        if number < JUDGED:
            place = place_of(walker)
            along = way.nearest(place, going.along)
            going = replace(going, along=along)
            cost += way.off(place, along) ** 2
            places.append(place)
    if len(places) > STRIDE:
        (x, y), (after_x, after_y) = places[-STRIDE - 1], places[-1]
        went = math.atan2(after_y - y, after_x - x)
        astray = math.remainder(went - way.heading(going.along), math.tau)
        cost += ASTRAY * astray**2
    return TriedSteps(TRIED_AHEAD, cost)
