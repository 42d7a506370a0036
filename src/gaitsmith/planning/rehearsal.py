"""The next steps are simulated before one is taken.

Ours, beyond Coros et al. 2008: their model only predicts, and a foot that swings a
centimetre too low or lands two too far is noticed when it is too late. Simulating a
step takes a millisecond or three. So the steps that the model thinks best are walked
through from the present moment, and where feet come down in the wrong place all
their actions are changed together, by Gauss-Newton: what is wrong is measured in
simulation, how actions change it is what the smooth model says.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.footing import Islands
from gaitsmith.planning.outlook import Sampling, look
from gaitsmith.planning.plan import Plan, PlannerSettings, Situation
from gaitsmith.planning.scene import Scene
from gaitsmith.planning.step_model import STATES

FALL = 10.0  # m2, for every step that a fall leaves out (as in `window`)
DAMPING = (1e-4, 1e-1)  # m2 for a change by one standard deviation: first, and most
CAUGHT = 0.02  # m that a foot is lifted higher after it was caught by an edge
PACES = (1.0, 0.75, 1.3)  # other rows of steps: shorter and longer ones
# What the model is asked to begin with needs not be the best: it is corrected.
QUICK = {"most_branches": 20, "bold_samples": 100, "bold_samples_ahead": 20}
ALIKE = 0.05  # m; rows of places that differ by less are not tried twice

LayOut = Callable[[Situation, float], Floats]


@dataclass(frozen=True)
class Run:
    """A few steps that were simulated, one after the other."""

    scenes: tuple[Scene, ...]  # the strikes, the present one first
    actions: tuple[Floats, ...]  # (parts,) of each step; the last one may have fallen
    doubts: tuple[float, ...]  # the model's, of each step
    errors: tuple[float, ...]  # m, from where feet may land
    caught: int | None  # the first step that goes otherwise over gaps
    cost: float  # m2
    is_fine: bool  # all steps land where they may

    good: int  # first steps that land where they may

    @property
    def steps(self) -> int:
        """That did not fall."""
        return len(self.scenes) - 1

    @property
    def rank(self) -> tuple[int, float]:
        """Lower is better."""
        return -self.good, self.cost


def rehearse(here: Situation, settings: PlannerSettings, lay_out: LayOut) -> Plan:
    """The first way that worked; if none did, the least bad.

    Args:
        here: where one is; its scene is where steps are tried from.
        settings: how much may be tried, and what is good.
        lay_out: places to aim at, for steps so much longer than preferred ones.
    """
    stage = _Stage(here, settings)
    best: Run | None = None
    for aims in _rows_of_aims(here, settings, lay_out):
        for begun in (here.intended, ()) if here.intended and best is None else ((),):
            run = stage.improved(aims, begun)
            if best is None or run.rank < best.rank:
                best = run
            if best.is_fine or not stage.goes_on:
                break
        if best is not None and (best.is_fine or not stage.goes_on):
            break
    assert best is not None
    return Plan(
        action=best.actions[0],
        heels=tuple(scene.place for scene in best.scenes[1:]),
        uncertainty=best.doubts[: best.steps],
        error=sum(best.errors),
        is_found=best.is_fine,
        samples=stage.samples,
        rehearsals=stage.rehearsals,
        later=best.actions[1:],
    )


def _rows_of_aims(
    here: Situation, settings: PlannerSettings, lay_out: LayOut
) -> Iterator[Floats]:
    """Places (steps,) [m] to try, one row after the other, each other than the last."""
    tried: list[Floats] = []
    for pace in PACES:
        aims = lay_out(here, pace)[: settings.rehearsed_steps]
        if not any(_are_alike(aims, other) for other in tried):
            yield aims
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
        self._here = here
        self._quick = settings.model_copy(update=QUICK)
        self._first, self._real = here.filled, here.scene
        self._settings = settings
        known = here.model.examples.action
        self._spread = known.std(axis=0) + 1e-9
        self._lower, self._upper = known.min(axis=0), known.max(axis=0)

    @property
    def goes_on(self) -> bool:
        """Whether more may be tried."""
        return self.rehearsals < self._settings.rehearsals

    def improved(self, aims: Floats, begun: tuple[Floats, ...]) -> Run:
        """Steps to places (steps,) [m], begun with some actions and then corrected."""
        lift = np.zeros(len(aims))  # m beyond what the settings ask for
        here = best = self._walked(aims, begun)
        learned = np.zeros((len(aims), len(aims) * len(self._spread)))
        damping, most = DAMPING
        while not best.is_fine and self.goes_on and damping <= most:
            if here.caught is not None:
                lift[here.caught] += CAUGHT
            slopes = self._slopes(here)
            change = self._correction(aims, here, slopes, learned, lift, damping)
            run = self._walked(aims, self._changed(here, change))
            self._learn(learned, slopes, here, run)
            best = min(best, run, key=lambda run: run.rank)
            if run.cost < here.cost or run.caught is not None:
                here, damping = run, max(0.25 * damping, DAMPING[0])
            else:
                damping *= 4.0
        return best

    def _walked(self, aims: Floats, actions: tuple[Floats, ...]) -> Run:
        """Take the steps; where no action is given, the one that the model prefers."""
        here, settings = self._here, self._settings
        scenes, taken, doubts, errors = [self._first], [], [], []
        cost = 0.0
        for step in range(len(aims)):
            scene = scenes[-1]
            if step < len(actions):
                action, doubt = actions[step], 0.0
            else:
                action, doubt = self._guessed(aims, scene, step)
            taken.append(action)
            doubts.append(doubt)
            after = self._after(scene, action)
            if after is None:
                cost += FALL * (len(aims) - step)
                break
            scenes.append(after)
            errors.append(self._error(step, after.place))
            cost += self._off(aims, step, after.place) ** 2
        is_good = [error <= here.footing.tolerance for error in errors]
        good = is_good.index(False) if False in is_good else len(is_good)
        is_fine = good == len(aims)
        caught = None
        if isinstance(here.footing, Islands):
            caught = self._caught(taken) if is_fine else None
            is_fine = is_fine and caught is None
        else:
            is_fine = is_fine and errors[0] <= settings.close
        return Run(
            tuple(scenes),
            tuple(taken),
            tuple(doubts),
            tuple(errors),
            caught,
            cost,
            is_fine,
            good if caught is None else caught,
        )

    def _after(self, scene: Scene, action: Floats) -> Scene | None:
        self.rehearsals += 1
        return scene.after(action)

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

    def _off(self, aims: Floats, step: int, place: float) -> float:
        """How far [m] a heel should have come down further ahead or back.

        Between gaps there is no need to be exact.
        """
        off = place - float(aims[step])
        slack = self._settings.slack if isinstance(self._here.footing, Islands) else 0.0
        is_comfortable = float(self._here.footing.discomfort(np.array(place))) == 0.0
        return 0.0 if is_comfortable and abs(off) < slack else off

    def _guessed(self, aims: Floats, scene: Scene, step: int) -> tuple[Floats, float]:
        """The action that the model prefers, and its doubt."""
        here, settings = self._here, self._settings
        footing = here.footing
        if isinstance(footing, Islands):
            footing = footing.aimed_at(aims[step:])
        seen = look(
            replace(
                here,
                state=scene.state,
                place=scene.place,
                behind=scene.behind,
                number=0 if isinstance(here.footing, Islands) else here.number + step,
                footing=footing,
            ),
            self._quick,
            Sampling((settings.fine_grid, settings.sparse_grid), is_bold=True),
        )
        self.samples += seen.made
        best = int(seen.best(takes_first=False)[0])
        return seen.predicted.action[0, best], float(
            seen.predicted.uncertainty[0, best]
        )

    def _slopes(self, run: Run) -> "Slopes":
        """How all actions change places and clearances of all steps, by the model."""
        steps, parts = len(run.actions), len(self._spread)
        spread = np.tile(self._spread, steps)
        place, clearance = np.zeros((2, steps, steps * parts))
        height = np.zeros(steps)
        by_state = np.zeros((STATES, steps * parts))  # of the state before a step
        by_place = np.zeros(steps * parts)
        pairs = zip(run.scenes, run.actions, strict=False)
        for step, (scene, action) in enumerate(pairs):
            values, slope = self._here.model.linearized(scene.state, action)
            chained = slope[:, :STATES] @ by_state
            chained[:, step * parts : (step + 1) * parts] += slope[:, STATES:]
            by_place = by_place + chained[0]
            by_state = chained[-STATES:]
            place[step], clearance[step] = by_place * spread, chained[1] * spread
            height[step] = values[1]
        return Slopes(place, clearance, height)

    def _correction(
        self,
        aims: Floats,
        run: Run,
        slopes: "Slopes",
        learned: Floats,
        lift: Floats,
        damping: float,
    ) -> Floats:
        """Changes (steps x parts) that a linear model expects to do better.

        min |r + J d|^2 + damping |d|^2 over changes d in standard deviations; r are
        misplacements as simulated, and how much too low the model thinks a foot swings.
        """
        numbers = slopes.place.shape[1]
        residual = [self._off(aims, i, run.scenes[i + 1].place) for i in range(run.steps)]
        rows = list(slopes.place[: run.steps] + learned[: run.steps, :numbers])
        for step, (scene, height) in enumerate(zip(run.scenes, slopes.height, strict=False)):
            behind, place = np.array([scene.behind]), np.array([scene.place])
            over_gap = self._here.footing.has_gap(behind, place)[0]
            low = self._settings.safe_clearance + lift[step] - height
            if (over_gap or lift[step] > 0.0) and low > 0.0:
                residual.append(-low)
                rows.append(slopes.clearance[step])
        matrix = np.array(rows).reshape(-1, numbers)
        gram = matrix @ matrix.T + damping * np.eye(len(matrix))
        return -matrix.T @ np.linalg.solve(gram, np.array(residual))

    def _changed(self, run: Run, change: Floats) -> tuple[Floats, ...]:
        steps = len(run.actions)
        changes = change.reshape(steps, -1) * self._spread
        return tuple(np.clip(np.array(run.actions) + changes, self._lower, self._upper))

    def _learn(self, learned: Floats, slopes: "Slopes", before: Run, after: Run) -> None:
        """Broyden's rule: slopes should have told what the last change did."""
        steps = min(before.steps, after.steps)
        count = min(len(before.actions), len(after.actions))
        moved = np.array(after.actions[:count]) - np.array(before.actions[:count])
        change = np.zeros(slopes.place.shape[1])
        change[: moved.size] = (moved / self._spread).ravel()
        size = float(change @ change)
        for step in range(steps if size > 0.0 else 0):
            known = slopes.place[step] + learned[step, : len(change)]
            real = after.scenes[step + 1].place - before.scenes[step + 1].place
            learned[step, : len(change)] += (real - known @ change) / size * change


@dataclass(frozen=True)
class Slopes:
    """By changes of all numbers of all actions, in their standard deviations."""

    place: Floats  # (steps, steps x parts) of where heels land
    clearance: Floats  # (steps, steps x parts)
    height: Floats  # (steps,) m, the clearance itself
