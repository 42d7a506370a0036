"""The next steps are simulated before one is taken.

Ours, beyond Coros et al. 2008: their model only predicts, and a foot that swings a
centimetre too low or lands two too far is noticed when it is too late. Simulating a
step takes a millisecond or three. So the steps that the model thinks best are walked
through from the present strike, and where feet come down in the wrong place all
their actions are changed together (`correction`), until the whole row is fine.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.correction import Correction, Slopes
from gaitsmith.planning.footholds import Stretches, Targets
from gaitsmith.planning.plan import Plan, PlannerSettings, Situation, Tries
from gaitsmith.planning.prediction import Sampling, predict
from gaitsmith.planning.step_model import SmoothModel
from gaitsmith.planning.strike import Strike
from gaitsmith.planning.walker import Walker

FALL = 10.0  # m2, for every step that a fall leaves out (as in `window`)
DAMPING = (1e-4, 1e-1)  # m2 for a change by one standard deviation: first, and most
CAUGHT = 0.02  # m that a foot is lifted higher after it was caught by an edge
PACES = (1.0, 0.75, 1.3)  # other rows of steps: shorter and longer ones
ALIKE = 0.05  # m; rows of places that differ by less are not tried twice
# What the model is asked to begin with need not be the best: it is corrected.
QUICK = {"most_branches": 20, "bold_samples": 100, "bold_samples_ahead": 20}

LayOut = Callable[[Situation, float], Floats]
Actions = Sequence[Floats]  # (parts,) of each step


@dataclass(frozen=True)
class SimulatedSteps:
    """A few steps that were simulated, one after the other."""

    strikes: Sequence[Strike]  # the present one first
    actions: Actions  # the last one may have fallen
    errors: Sequence[float]  # m, from where feet may land
    off: Sequence[float]  # m, that they should have come down further back
    off_left: Sequence[float]  # m, and further to the right; empty: that is all one
    cost: float  # m2
    rank: tuple[int, float]  # lower is better
    caught: int | None  # the first step that goes otherwise over gaps
    is_fine: bool  # all are good


def simulate_ahead(here: Situation, settings: PlannerSettings, lay_out: LayOut) -> Plan:
    """The first row of steps that worked; if none did, the least bad.

    Args:
        here: where one is, and who tries steps from there.
        settings: how much may be tried, and what is good.
        lay_out: places to aim at, for steps so much longer than preferred ones.
    """
    if here.tries is None or not isinstance(here.model, SmoothModel):
        raise ValueError(
            "planner 'rehearsed' needs a smooth model, and who tries steps"
        )
    search = _Search(here, here.model, here.tries, settings)
    found: list[SimulatedSteps] = []
    for aims, begun in _beginnings(here, settings, lay_out):
        found.append(search.improved(aims, begun))
        if found[-1].is_fine or not search.goes_on:
            break
    best = min(found, key=lambda steps: steps.rank)
    return Plan(
        action=best.actions[0],
        heels=tuple(strike.place for strike in best.strikes[1:]),
        uncertainty=_doubts(here.model, best),
        error=sum(best.errors),
        is_found=best.is_fine,
        samples=search.samples,
        simulated=search.simulated,
        later=tuple(best.actions[1:]),
    )


def _beginnings(
    here: Situation, settings: PlannerSettings, lay_out: LayOut
) -> Iterator[tuple[Floats, Actions]]:
    """Places (steps,) [m] to aim at, and actions to begin with, what is best first.

    What was intended goes on; otherwise the model begins, with other rows, too.
    """
    tried: list[Floats] = []
    for pace in PACES:
        aims = lay_out(here, pace)[: settings.steps_ahead]
        if any(_are_alike(aims, other) for other in tried):
            continue
        if not tried and here.intended:
            yield aims, here.intended
        yield aims, ()
        tried.append(aims)


def _are_alike(one: Floats, other: Floats) -> bool:
    return len(one) == len(other) and float(np.max(np.abs(one - other))) < ALIKE


def _doubts(model: SmoothModel, steps: SimulatedSteps) -> tuple[float, ...]:
    """Uncertainty of the model about each step that did not fall."""
    return tuple(
        float(
            model.predict_actions(
                model.known.near(strike.state[None]), action[None, None]
            ).uncertainty[0, 0]
        )
        for strike, action in zip(steps.strikes[:-1], steps.actions, strict=False)
    )


class _Search:
    """Tries the steps of one plan, and counts.

    On ground with filled gaps it can be told how much too short a step is; whoever
    steps into a gap is stopped by its far edge, wherever he wanted to go. So steps are
    improved on filled ground, and then tried on the real one.
    """

    def __init__(
        self,
        here: Situation,
        model: SmoothModel,
        tries: Tries,
        settings: PlannerSettings,
    ) -> None:
        self.samples = self.simulated = 0
        self._here, self._model, self._tries = here, model, tries
        self._settings = settings
        self._quick = settings.model_copy(update=QUICK)
        footholds = here.footholds
        self._ground = footholds if isinstance(footholds, Stretches) else None
        lefts = footholds.lefts if isinstance(footholds, Targets) else None
        self._lefts = () if lefts is None else tuple(map(float, lefts[here.number :]))

    @property
    def goes_on(self) -> bool:
        """Whether more may be tried."""
        return self.simulated < self._settings.simulated

    def improved(self, aims: Floats, begun: Actions) -> SimulatedSteps:
        """Steps to places (steps,) [m], begun with some actions and then corrected."""
        correction = Correction(self._model, len(aims))
        lift = np.zeros(len(aims))  # m beyond what the settings ask for
        here = best = self._walked(aims, begun)
        damping, most = DAMPING
        while not best.is_fine and self.goes_on and damping <= most:
            if here.caught is not None:
                lift[here.caught] += CAUGHT
            states = [strike.state for strike in here.strikes[: len(here.actions)]]
            slopes = correction.slopes(states, here.actions, self._here.strike.side)
            low = self._low(here, slopes, lift)
            actions = correction.corrected(
                here.actions, slopes, here.off, low, damping, here.off_left
            )
            new = self._walked(aims, actions)
            # Of the steps that both have, and of those that fell in neither.
            pairs = zip(here.actions, new.actions, strict=False)
            changes = [after - before for before, after in pairs]
            strikes = list(zip(here.strikes[1:], new.strikes[1:], strict=False))
            moves = [after.place - before.place for before, after in strikes]
            moves_left = [
                after.left - before.left
                for before, after in strikes[: len(self._lefts)]
            ]
            correction.learn(slopes, changes, moves, moves_left)
            best = min(best, new, key=lambda steps: steps.rank)
            if new.cost < here.cost or new.caught is not None:
                here, damping = new, max(0.25 * damping, DAMPING[0])
            else:
                damping *= 4.0
        return best

    def _walked(self, aims: Floats, actions: Actions) -> SimulatedSteps:
        """Take the steps; where no action is given, the one that the model prefers."""
        strikes, taken = [self._here.strike], list(actions[: len(aims)])
        for step in range(len(aims)):
            if step == len(taken):
                taken.append(self._guessed(aims, strikes[-1], step))
            after = self._after(self._tries.filled, strikes[-1], taken[step])
            if after is None:
                taken = taken[: step + 1]
                break
            strikes.append(after)
        landed = strikes[1:]
        errors = [self._error(step, strike) for step, strike in enumerate(landed)]
        off = [
            self._off(aims[step], strike.place) for step, strike in enumerate(landed)
        ]
        pairs = zip(landed, self._lefts, strict=False)
        off_left = [strike.left - left for strike, left in pairs]
        cost = float(np.sum(np.square([*off, *off_left])))
        cost += FALL * (len(aims) - len(landed))
        is_wrong = [error > self._here.footholds.tolerance for error in errors]
        good = [*is_wrong, True].index(True)  # steps before the first wrong one
        if self._ground is None:  # a missed stone is better than a fall
            is_fine = good == len(aims) and errors[0] <= self._settings.close
            rank, caught = (0, cost), None
        else:  # the longer it goes well, the more can be changed meanwhile
            caught = self._caught(taken) if good == len(aims) else None
            is_fine = good == len(aims) and caught is None
            rank = (-good if caught is None else -caught, cost)
        return SimulatedSteps(
            strikes, taken, errors, off, off_left, cost, rank, caught, is_fine
        )

    def _after(self, walker: Walker, strike: Strike, action: Floats) -> Strike | None:
        self.simulated += 1
        return strike.after(walker, action)

    def _caught(self, actions: Actions) -> int | None:
        """The first step that lands in the wrong place where there are gaps."""
        strike = self._here.strike
        for step, action in enumerate(actions):
            after = self._after(self._tries.real, strike, action)
            if (
                after is None
                or self._error(step, after) > self._here.footholds.tolerance
            ):
                return step
            strike = after
        return None

    def _error(self, step: int, landed: Strike) -> float:
        here = self._here
        return here.footholds.distance(here.number + step, landed.place, landed.left)

    def _off(self, aim: float, place: float) -> float:
        """How far [m] a heel should have come down further back.

        Between gaps there is no need to be exact.
        """
        off = place - float(aim)
        if self._ground is None or self._ground.discomfort(np.array(place)) > 0.0:
            return off
        return 0.0 if abs(off) < self._settings.slack else off

    def _low(
        self, steps: SimulatedSteps, slopes: Slopes, lift: Floats
    ) -> dict[int, float]:
        """How far [m] feet swing too low, as the model thinks, by step.

        That is over gaps, up to higher ground, and where an edge has caught one.
        """
        found = {}
        for step, height in enumerate(slopes.height):
            behind, ahead = steps.strikes[step].behind, steps.strikes[step].place
            over_gap = self._here.footholds.has_gap(np.array(behind), np.array(ahead))
            more = float(lift[step]) + self._here.footholds.rise(
                self._here.number + step
            )
            low = self._settings.safe_clearance + more - float(height)
            if low > 0.0 and (over_gap or more > 0.0):
                found[step] = low
        return found

    def _guessed(self, aims: Floats, strike: Strike, step: int) -> Floats:
        """The action that the model prefers."""
        there = replace(self._here, strike=strike, number=self._here.number + step)
        if self._ground is not None:
            footholds = self._ground.aimed_at(aims[step:])
            there = replace(there, number=0, footholds=footholds)
        grids = self._quick.fine_grid, self._quick.sparse_grid
        seen = predict(there, self._quick, Sampling(grids, is_bold=True))
        self.samples += seen.made
        return seen.steps.action[0, int(seen.best(takes_first=False)[0])]
