"""How the actions of a few steps must change so that they land where they should.

One step of Gauss-Newton over all actions together. What is wrong has been simulated;
how actions change it is what the smooth model says: an action changes its own step and,
by the state that it leads to, those after it. Where that was wrong, it is learned from
what the last change did (Broyden's rule).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import LEFT, Floats
from gaitsmith.planning.kernel_model import NEXT_STATE
from gaitsmith.planning.step_model import STATES, SmoothModel


@dataclass(frozen=True)
class Slopes:
    """By changes of all numbers of all actions, in their standard deviations."""

    place: Floats  # (steps, steps x parts) of where heels land along the way, m
    left: Floats  # (steps, steps x parts) and to the left of it, m
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
        self._learned = np.zeros((2, steps, steps * known.shape[1]))  # place, left

    def slopes(
        self, states: Sequence[Floats], actions: Sequence[Floats], side: int = LEFT
    ) -> Slopes:
        """Of steps that begin in these states (5,) with these actions (parts,).

        Args:
            states: before each step.
            actions: of each.
            side: of the foot that stands before the first; feet take turns.
        """
        steps, parts = len(actions), len(self._spread)
        spread = np.tile(self._spread, steps)
        place, left, clearance = np.zeros((3, steps, steps * parts))
        height = np.zeros(steps)
        by_state = np.zeros((STATES, steps * parts))  # of the state before a step
        by_place, by_left = np.zeros((2, steps * parts))
        outward = -1.0 if side == LEFT else 1.0  # a right foot lands first
        for step, (state, action) in enumerate(zip(states, actions, strict=True)):
            values, slope = self._model.linearized(state, action)
            chained = slope[:, :STATES] @ by_state
            chained[:, step * parts : (step + 1) * parts] += slope[:, STATES:]
            by_place = by_place + chained[0]
            if len(chained) > NEXT_STATE.stop:
                by_left = by_left + outward * chained[NEXT_STATE.stop]
                outward = -outward
            by_state = chained[NEXT_STATE]
            place[step], clearance[step] = by_place * spread, chained[1] * spread
            left[step], height[step] = by_left * spread, values[1]
        more = self._learned[:, :steps, : steps * parts]
        return Slopes(place + more[0], left + more[1], clearance, height)

    def corrected(
        self,
        actions: Sequence[Floats],
        slopes: Slopes,
        off: Sequence[float],
        low: dict[int, float],
        damping: float,
        off_left: Sequence[float] = (),
    ) -> tuple[Floats, ...]:
        """Actions that should do better, not beyond all that were ever taken.

        min |r + J d|^2 + damping |d|^2 over changes d.

        Args:
            actions: (parts,) each, that were taken.
            slopes: J.
            off: m, by which each of the first steps has landed too far ahead.
            low: m, by which feet swing too low, of some steps.
            damping: m2.
            off_left: m, by which they have landed too far to the left, if that counts.
        """
        residual = np.array([*off, *off_left, *(-height for height in low.values())])
        rows = [*slopes.place[: len(off)], *slopes.left[: len(off_left)]]
        rows += [slopes.clearance[i] for i in low]
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
        moves_left: Sequence[float] = (),
    ) -> None:
        """Correct the slopes by what a change has really done.

        Args:
            slopes: that were believed.
            changes: (parts,) of the actions of the first steps.
            moves: m, of where the first steps land.
            moves_left: m, the same to the left, if that counts.
        """
        change = np.zeros(slopes.place.shape[1])
        change[: np.size(changes)] = (np.array(changes) / self._spread).ravel()
        size = float(change @ change)
        if size == 0.0:
            return
        believed = slopes.place, slopes.left
        for learned, slope, moved in zip(
            self._learned, believed, (moves, moves_left), strict=True
        ):
            for step, move in enumerate(moved):
                missed = move - slope[step] @ change
                learned[step, : len(change)] += missed / size * change
