"""How the actions of a few steps must change so that they land where they should.

One step of Gauss-Newton over all actions together. What is wrong has been simulated;
how actions change it is what the smooth model says: an action changes its own step and,
by the state that it leads to, those after it. Where that was wrong, it is learned from
what the last change did (Broyden's rule).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.kernel_model import NEXT_STATE
from gaitsmith.planning.step_model import STATES, SmoothModel


@dataclass(frozen=True)
class Slopes:
    """By changes of all numbers of all actions, in their standard deviations."""

    place: Floats  # (steps, steps x parts) of where heels land, m
    clearance: Floats  # (steps, steps x parts) of how high feet swing, m
    height: Floats  # (steps,) m, the clearance itself


class Correction:
    """Knows one model, and learns about one row of steps."""

    def __init__(self, model: SmoothModel, steps: int) -> None:
        """Nothing is learned yet; changes count in the examples' standard deviations.

        Args:
            model: whose slopes are believed.
            steps: of the row.
        """
        known = model.known.examples.action
        self._model = model
        self._spread = known.std(axis=0) + 1e-9
        self._lower, self._upper = known.min(axis=0), known.max(axis=0)
        self._learned = np.zeros((steps, steps * known.shape[1]))

    def slopes(self, states: Sequence[Floats], actions: Sequence[Floats]) -> Slopes:
        """Of steps that begin in these states (5,) with these actions (parts,)."""
        steps, parts = len(actions), len(self._spread)
        spread = np.tile(self._spread, steps)
        place, clearance = np.zeros((2, steps, steps * parts))
        height = np.zeros(steps)
        by_state = np.zeros((STATES, steps * parts))  # of the state before a step
        by_place = np.zeros(steps * parts)
        for step, (state, action) in enumerate(zip(states, actions, strict=True)):
            values, slope = self._model.linearized(state, action)
            chained = slope[:, :STATES] @ by_state
            chained[:, step * parts : (step + 1) * parts] += slope[:, STATES:]
            by_place = by_place + chained[0]
            by_state = chained[NEXT_STATE]
            place[step], clearance[step] = by_place * spread, chained[1] * spread
            height[step] = values[1]
        learned = self._learned[:steps, : steps * parts]
        return Slopes(place + learned, clearance, height)

    def corrected(
        self,
        actions: Sequence[Floats],
        slopes: Slopes,
        off: Sequence[float],
        low: dict[int, float],
        damping: float,
    ) -> tuple[Floats, ...]:
        """Actions that should do better, not beyond all that were ever taken.

        min |r + J d|^2 + damping |d|^2 over changes d.

        Args:
            actions: (parts,) each, that were taken.
            slopes: J.
            off: m, by which each of the first steps has landed too far ahead.
            low: m, by which feet swing too low, of some steps.
            damping: m2.
        """
        residual = np.array([*off, *(-height for height in low.values())])
        rows = [*slopes.place[: len(off)], *(slopes.clearance[i] for i in low)]
        matrix = np.array(rows).reshape(-1, slopes.place.shape[1])
        gram = matrix @ matrix.T + damping * np.eye(len(matrix))
        change = -matrix.T @ np.linalg.solve(gram, residual)
        changed = np.array(actions) + change.reshape(len(actions), -1) * self._spread
        return tuple(np.clip(changed, self._lower, self._upper))

    def learn(
        self,
        slopes: Slopes,
        changes: Sequence[Floats],
        moves: Sequence[float],
    ) -> None:
        """Correct the slopes by what a change has really done.

        Args:
            slopes: that were believed.
            changes: (parts,) of the actions of the first steps.
            moves: m, of where the first steps land.
        """
        change = np.zeros(slopes.place.shape[1])
        change[: np.size(changes)] = (np.array(changes) / self._spread).ravel()
        size = float(change @ change)
        if size == 0.0:
            return
        for step, move in enumerate(moves):
            missed = move - slopes.place[step] @ change
            self._learned[step, : len(change)] += missed / size * change
