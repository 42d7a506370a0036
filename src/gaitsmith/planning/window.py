"""The actions of the next few steps, so that feet land where they must.

Coros et al. 2008, section 3.2. The cost of a window of steps is

    f = sum_i (x_i - x_i^d)^2 + gamma (A_i - A_base)' W (A_i - A_base)

with the places x_i of the heels along the way [m]; in 3D a term (z_i - z_targ)^2 for
the distance of the feet sideways is added. It is lowered by finite differences of the
simulation and a bisection line search along their direction. An action changes its own
step and those after it, so its differences are simulated from its own step on.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.rows import RowWalker, StepRow
from gaitsmith.planning.walker import Footfall, Walker
from gaitsmith.simulation.snapshot import Snapshot

GAMMA = 0.1  # weight of the deviation from the base gait
FALL_COST = 10.0  # m2, for every step that a fall leaves out
MOST_ITERATIONS = 15
MOST_BISECTIONS = 8
LARGEST_CHANGE = 0.2  # rad or s, of a first try along the direction (proposed)
LEAST_GAIN = 0.01  # of the cost, in one iteration; less ends the search
DAMPING = 1e-3  # of the normal equations, relative to their diagonal


@dataclass(frozen=True)
class WindowProblem:
    """Where the next steps should land."""

    start: Snapshot
    before: Footfall  # the foot that the first step leaves from
    targets: Floats  # (steps,) m along the way
    spacing: float | None = None  # m between the feet sideways, z_targ; None: free
    lift: float = 0.0  # m that swing feet should be above the ground; 0: any height


@dataclass(frozen=True)
class WalkedWindow:
    """One simulation of a whole window."""

    actions: Floats  # (steps, parts)
    footfalls: list[Footfall]  # fewer than steps if it falls
    snapshots: list[Snapshot]  # before each step that was reached
    cost: float


class WindowSearch:
    """Lowers the cost of one window after the other, with one walker."""

    def __init__(
        self, walker: Walker, method: str = "gauss_newton", is_centered: bool = True
    ) -> None:
        """Choose how.

        Args:
            walker: who walks.
            method: "gradient" goes against the gradient, as the paper; "gauss_newton"
                uses that the cost is a sum of squares, and needs fewer iterations.
            is_centered: central differences; else one-sided, as the paper in 3D.
        """
        self._walker, self._space = walker, walker.actions
        self._method, self._is_centered = method, is_centered
        self._walkers: dict[bool, RowWalker] = {}

    def improve(self, problem: WindowProblem, actions: Floats) -> WalkedWindow:
        """The best that is found from `actions` (steps, parts) on."""
        best = self._try(problem, self._space.within(actions))
        for _ in range(MOST_ITERATIONS):
            before = best.cost
            best = self._line_search(problem, best, self._direction(problem, best))
            if before - best.cost < LEAST_GAIN * best.cost:
                break
        return best

    def _try(self, problem: WindowProblem, actions: Floats) -> WalkedWindow:
        footfalls, snapshots = self._walk(problem, problem.start, actions)
        cost = self._cost(problem, actions, footfalls)
        return WalkedWindow(actions, footfalls, snapshots, cost)

    def _walk(
        self, problem: WindowProblem, start: Snapshot, actions: Floats
    ) -> tuple[list[Footfall], list[Snapshot]]:
        """Footfalls until it falls, and snapshots before each step."""
        self._walker.restore(start)
        footfalls: list[Footfall] = []
        snapshots = [start]
        step = self._walker.lifted_step if problem.lift > 0.0 else self._walker.step
        for action in actions:
            footfall = step(action)
            if footfall is None:
                break
            footfalls.append(footfall)
            if len(footfalls) < len(actions):
                snapshots.append(self._walker.snapshot())
        return footfalls, snapshots

    def _cost(
        self, problem: WindowProblem, actions: Floats, footfalls: list[Footfall]
    ) -> float:
        misplaced = self._placement(problem, footfalls)
        changes = self._space.weight * (actions - self._space.base) ** 2
        missing = len(actions) - len(footfalls)
        return float(np.sum(misplaced**2) + GAMMA * np.sum(changes)) + (
            FALL_COST * missing
        )

    @staticmethod
    def _placement(problem: WindowProblem, footfalls: list[Footfall]) -> Floats:
        """How far the feet land from where they should [m], ahead and sideways.

        And how much too low they swing, which is ours.
        """
        wrong = [
            fall.ahead - target
            for fall, target in zip(footfalls, problem.targets, strict=False)
        ]
        if problem.spacing is not None:
            feet = [problem.before, *footfalls]
            wrong += [
                after.outward_of(before) - problem.spacing
                for before, after in pairwise(feet)
            ]
        if problem.lift > 0.0:
            wrong += [
                max(0.0, problem.lift - height)
                for fall in footfalls
                for height in fall.lifts
            ]
        return np.array(wrong)

    def _direction(self, problem: WindowProblem, here: WalkedWindow) -> Floats:
        """Where to go from here; (steps, parts)."""
        slopes = self._slopes(problem, here)
        residual = self._placement(problem, here.footfalls)
        deviation = here.actions - self._space.base
        gradient = (
            slopes.T @ residual + GAMMA * (self._space.weight * deviation).ravel()
        )
        if self._method == "gradient":
            largest = float(np.max(np.abs(gradient)))
            scale = LARGEST_CHANGE / largest if largest > 0.0 else 0.0
            return -(scale * gradient).reshape(here.actions.shape)
        stiff = np.tile(GAMMA * self._space.weight, len(here.actions))
        curvature = slopes.T @ slopes + np.diag(stiff)
        curvature += DAMPING * np.diag(np.diag(curvature)) + 1e-9 * np.eye(len(stiff))
        change = -np.asarray(np.linalg.solve(curvature, gradient), dtype=np.float64)
        return change.reshape(here.actions.shape)

    def _slopes(self, problem: WindowProblem, here: WalkedWindow) -> Floats:
        """(placements, steps x parts) change of the placements by each number."""
        steps, parts = here.actions.shape
        residual = self._placement(problem, here.footfalls)
        slopes = np.zeros((len(residual), steps * parts))
        changes = [
            (step, part, end)
            for step in range(len(here.snapshots))
            for part, change in enumerate(self._space.difference.tolist())
            for end in ((change, -change) if self._is_centered else (change,))
        ]
        found: dict[tuple[int, int], list[tuple[float, Floats]]] = {}
        places = self._placements_from(problem, here, changes)
        for (step, part, end), got in zip(changes, places, strict=True):
            if len(got) == len(residual):
                found.setdefault((step, part), []).append((end, got))
        for (step, part), known in found.items():
            column = step * parts + part
            if len(known) == 2:
                apart = known[0][0] - known[1][0]
                slopes[:, column] = (known[0][1] - known[1][1]) / apart
            else:
                slopes[:, column] = (known[0][1] - residual) / known[0][0]
        return slopes

    def _placements_from(
        self,
        problem: WindowProblem,
        here: WalkedWindow,
        changes: list[tuple[int, int, float]],
    ) -> list[Floats]:
        """Placements with one number of a step changed, simulated from its step on."""
        rows = []
        for step, part, change in changes:
            actions = here.actions.copy()
            actions[step, part] += change
            last = max(step + 1, len(here.footfalls))
            changed = self._space.within(actions)[step:last]
            rows.append(StepRow(here.snapshots[step], list(changed)))
        walked = self._rows(problem).walk(rows)
        return [
            self._placement(problem, [*here.footfalls[:step], *row.footfalls])
            for (step, _, _), row in zip(changes, walked, strict=True)
        ]

    def _rows(self, problem: WindowProblem) -> RowWalker:
        """Who walks them; made when one is first needed."""
        is_lifted = problem.lift > 0.0
        if is_lifted not in self._walkers:
            self._walkers[is_lifted] = RowWalker(self._walker, is_lifted)
        return self._walkers[is_lifted]

    def _line_search(
        self, problem: WindowProblem, here: WalkedWindow, direction: Floats
    ) -> WalkedWindow:
        """Halve the way along the direction for as long as that makes it better.

        All halves are walked beside each other.
        """
        shares = 0.5 ** np.arange(MOST_BISECTIONS)
        tried = [self._space.within(here.actions + s * direction) for s in shares]
        rows = self._rows(problem).walk(
            [StepRow(problem.start, list(actions)) for actions in tried]
        )
        best, least = None, here.cost
        for actions, row in zip(tried, rows, strict=True):
            cost = self._cost(problem, actions, row.footfalls)
            if cost < least:
                best, least = actions, cost
            elif best is not None:
                break
        return here if best is None else self._try(problem, best)
