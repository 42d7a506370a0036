"""The next steps are simulated before one is taken.

Ours, beyond Coros et al. 2008: their model only predicts, and a foot that swings a
centimetre too low or lands two too far is noticed when it is too late. Simulating a
step takes a millisecond or three. So the steps that the model thinks best are walked
through from the present moment, and where feet come down in the wrong place all
their actions are changed together (`correction`), until the whole row is fine.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.correction import Correction, Slopes
from gaitsmith.planning.footing import Islands
from gaitsmith.planning.outlook import Sampling, look
from gaitsmith.planning.plan import Plan, PlannerSettings, Situation
from gaitsmith.planning.scene import Scene

FALL = 10.0  # m2, for every step that a fall leaves out (as in `window`)
DAMPING = (1e-4, 1e-1)  # m2 for a change by one standard deviation: first, and most
CAUGHT = 0.02  # m that a foot is lifted higher after it was caught by an edge
PACES = (1.0, 0.75, 1.3)  # other rows of steps: shorter and longer ones
ALIKE = 0.05  # m; rows of places that differ by less are not tried twice
# What the model is asked to begin with need not be the best: it is corrected.
QUICK = {"most_branches": 20, "bold_samples": 100, "bold_samples_ahead": 20}

LayOut = Callable[[Situation, float], Floats]


@dataclass(frozen=True)
class Run:
    """A few steps that were simulated, one after the other."""

    scenes: tuple[Scene, ...]  # the strikes, the present one first
    actions: tuple[Floats, ...]  # (parts,) of each step; the last one may have fallen
    errors: tuple[float, ...]  # m, from where feet may land
    off: tuple[float, ...]  # m, that they should have come down further back
    cost: float  # m2
    rank: tuple[int, float]  # lower is better
    caught: int | None  # the first step that goes otherwise over gaps
    is_fine: bool  # all are good

    @property
    def states(self) -> list[Floats]:
        """Reduced, before each step."""
        return [scene.state for scene in self.scenes[: len(self.actions)]]


def rehearse(here: Situation, settings: PlannerSettings, lay_out: LayOut) -> Plan:
    """The first row of steps that worked; if none did, the least bad.

    Args:
        here: where one is; its scenes are where steps are tried from.
        settings: how much may be tried, and what is good.
        lay_out: places to aim at, for steps so much longer than preferred ones.
    """
    stage = _Stage(here, settings)
    runs: list[Run] = []
    for aims, begun in _beginnings(here, settings, lay_out):
        runs.append(stage.improved(aims, begun))
        if runs[-1].is_fine or not stage.goes_on:
            break
    best = min(runs, key=lambda run: run.rank)
    return Plan(
        action=best.actions[0],
        heels=tuple(scene.place for scene in best.scenes[1:]),
        uncertainty=stage.doubts(best),
        error=sum(best.errors),
        is_found=best.is_fine,
        samples=stage.samples,
        rehearsals=stage.rehearsals,
        later=best.actions[1:],
    )


def _beginnings(
    here: Situation, settings: PlannerSettings, lay_out: LayOut
) -> Iterator[tuple[Floats, tuple[Floats, ...]]]:
    """Places (steps,) [m] to aim at, and actions to begin with, what is best first.

    What was intended goes on; otherwise the model begins, with other rows, too.
    """
    tried: list[Floats] = []
    for pace in PACES:
        aims = lay_out(here, pace)[: settings.rehearsed_steps]
        if any(_are_alike(aims, other) for other in tried):
            continue
        if not tried and here.intended:
            yield aims, here.intended
        yield aims, ()
        tried.append(aims)


def _are_alike(one: Floats, other: Floats) -> bool:
    return len(one) == len(other) and float(np.max(np.abs(one - other))) < ALIKE


class _Stage:
    """Where the steps of one plan are tried.

    On ground with filled gaps it can be told how much too short a step is; whoever
    steps into a gap is stopped by its far edge, wherever he wanted to go. So steps are
    improved on filled ground, and then tried on the real one.
    """

    def __init__(self, here: Situation, settings: PlannerSettings) -> None:
        assert here.scene is not None
        assert here.filled is not None
        self.samples = 0
        self.rehearsals = 0
        self._here, self._settings = here, settings
        self._quick = settings.model_copy(update=QUICK)
        self._filled, self._real = here.filled, here.scene
        self._islands = here.footing if isinstance(here.footing, Islands) else None

    @property
    def goes_on(self) -> bool:
        """Whether more may be tried."""
        return self.rehearsals < self._settings.rehearsals

    def improved(self, aims: Floats, begun: tuple[Floats, ...]) -> Run:
        """Steps to places (steps,) [m], begun with some actions and then corrected."""
        correction = Correction(self._here.model, len(aims))
        lift = np.zeros(len(aims))  # m beyond what the settings ask for
        here = best = self._walked(aims, begun)
        damping, most = DAMPING
        while not best.is_fine and self.goes_on and damping <= most:
            if here.caught is not None:
                lift[here.caught] += CAUGHT
            slopes = correction.slopes(here.states, here.actions)
            low = self._low(here, slopes, lift)
            actions = correction.corrected(here.actions, slopes, here.off, low, damping)
            run = self._walked(aims, actions)
            correction.learn(slopes, _changes(here, run), _moves(here, run))
            best = min(best, run, key=lambda run: run.rank)
            if run.cost < here.cost or run.caught is not None:
                here, damping = run, max(0.25 * damping, DAMPING[0])
            else:
                damping *= 4.0
        return best

    def doubts(self, run: Run) -> tuple[float, ...]:
        """Uncertainty of the model about each step that did not fall."""
        model = self._here.model
        return tuple(
            float(
                model.predict_actions(
                    model.near(scene.state[None]), action[None, None]
                ).uncertainty[0, 0]
            )
            for (scene, _), action in zip(
                pairwise(run.scenes), run.actions, strict=False
            )
        )

    def _walked(self, aims: Floats, actions: tuple[Floats, ...]) -> Run:
        """Take the steps; where no action is given, the one that the model prefers."""
        scenes, taken = [self._filled], list(actions[: len(aims)])
        for step in range(len(aims)):
            if step == len(taken):
                taken.append(self._guessed(aims, scenes[-1], step))
            after = self._after(scenes[-1], taken[step])
            if after is None:
                taken = taken[: step + 1]
                break
            scenes.append(after)
        places = [scene.place for scene in scenes[1:]]
        errors = tuple(self._error(step, place) for step, place in enumerate(places))
        off = tuple(self._off(aims[step], place) for step, place in enumerate(places))
        cost = float(np.sum(np.square(off))) + FALL * (len(aims) - len(places))
        good = self._good(errors)
        if self._islands is None:  # a missed stone is better than a fall
            is_fine = good == len(aims) and errors[0] <= self._settings.close
            rank, caught = (0, cost), None
        else:  # the longer it goes well, the more can be changed meanwhile
            caught = self._caught(taken) if good == len(aims) else None
            is_fine = good == len(aims) and caught is None
            rank = (-good if caught is None else -caught, cost)
        return Run(
            tuple(scenes), tuple(taken), errors, off, cost, rank, caught, is_fine
        )

    def _after(self, scene: Scene, action: Floats) -> Scene | None:
        self.rehearsals += 1
        return scene.after(action)

    def _good(self, errors: tuple[float, ...]) -> int:
        """Steps before the first that lands where it must not."""
        limit = self._here.footing.tolerance
        return next((i for i, error in enumerate(errors) if error > limit), len(errors))

    def _caught(self, actions: list[Floats]) -> int | None:
        """The first step that lands in the wrong place where there are gaps."""
        scene = self._real
        for step, action in enumerate(actions):
            after = self._after(scene, action)
            if after is None:
                return step
            if self._error(step, after.place) > self._here.footing.tolerance:
                return step
            scene = after
        return None

    def _error(self, step: int, place: float) -> float:
        here = self._here
        return float(here.footing.error(here.number + step, np.array(place)))

    def _off(self, aim: float, place: float) -> float:
        """How far [m] a heel should have come down further back.

        Between gaps there is no need to be exact.
        """
        off = place - float(aim)
        if self._islands is None or self._islands.discomfort(np.array(place)) > 0.0:
            return off
        return 0.0 if abs(off) < self._settings.slack else off

    def _low(self, run: Run, slopes: Slopes, lift: Floats) -> dict[int, float]:
        """M by which feet swing too low over gaps, as the model thinks, by step."""
        found = {}
        for step, height in enumerate(slopes.height):
            behind, ahead = run.scenes[step].behind, run.scenes[step].place
            over_gap = self._here.footing.has_gap(np.array(behind), np.array(ahead))
            low = self._settings.safe_clearance + float(lift[step] - height)
            if low > 0.0 and (over_gap or lift[step] > 0.0):
                found[step] = low
        return found

    def _guessed(self, aims: Floats, scene: Scene, step: int) -> Floats:
        """The action that the model prefers."""
        settings = self._quick
        there = replace(
            self._here,
            state=scene.state,
            place=scene.place,
            behind=scene.behind,
            number=self._here.number + step,
        )
        if self._islands is not None:
            there = replace(
                there, number=0, footing=self._islands.aimed_at(aims[step:])
            )
        grids = settings.fine_grid, settings.sparse_grid
        seen = look(there, settings, Sampling(grids, is_bold=True))
        self.samples += seen.made
        return seen.predicted.action[0, int(seen.best(takes_first=False)[0])]


def _changes(before: Run, after: Run) -> list[Floats]:
    """Of the actions (parts,) of steps that both have."""
    pairs = zip(before.actions, after.actions, strict=False)
    return [new - old for old, new in pairs]


def _moves(before: Run, after: Run) -> list[float]:
    """M, of where those steps land that did not fall in either."""
    pairs = zip(before.scenes[1:], after.scenes[1:], strict=False)
    return [new.place - old.place for old, new in pairs]
