"""What a model expects of the actions that could be taken now.

Coros et al. 2008, section 5. Reduced actions are drawn from the box of what the nearest
examples did, the model predicts the next steps, and what is uncertain or lands in the
wrong place is rejected.
"""

from dataclasses import dataclass, fields

import numpy as np

from gaitsmith.kernels.records import Flags, Floats, Integers
from gaitsmith.planning.footholds import STEEPLY
from gaitsmith.planning.plan import PlannerSettings, Situation
from gaitsmith.planning.step_model import Neighbours, PredictedSteps, SmoothModel

HOPELESS = 100.0  # m; what is rejected costs as much as being so far off
BOLD = 0.7  # of the difference of two actions that is added to a third


@dataclass(frozen=True)
class Sampling:
    """Which actions are tried."""

    grids: tuple[int, int] | None = None  # of the first step, of later ones; or random
    is_bold: bool = False  # full actions beside the reduced ones
    takes_first: bool = False  # that will do, in the order in which they are drawn


@dataclass(frozen=True)
class Prediction:
    """Each action tried (samples) in each of some states (queries)."""

    steps: PredictedSteps
    heels: Floats  # (queries, samples) m along the way
    cost: Floats  # (queries, samples) m, summed errors of this and later steps
    is_fine: Flags  # (queries, samples) all steps are acceptable
    later_heels: Floats  # (queries, samples, steps)
    later_unsure: Floats  # (queries, samples, steps)
    made: int  # predictions, those of later steps included

    def best(self, takes_first: bool) -> Integers:
        """(queries,) the action to take."""
        best = np.argmin(self.cost + HOPELESS * ~self.is_fine, axis=1)
        if not takes_first:
            return best
        first = np.argmax(self.is_fine, axis=1)
        return np.where(self.is_fine.any(axis=1), first, best)


def predict(
    here: Situation, settings: PlannerSettings, sampling: Sampling
) -> Prediction:
    """What can be done now, and what the model expects of it."""
    strike = here.strike
    return _Predictor(here, settings, sampling).ahead(
        strike.state[None, :], np.array([strike.place]), np.array([strike.behind])
    )


class _Predictor:
    """Draws actions, reduced ones inside of a box and full ones, and follows them."""

    def __init__(
        self, here: Situation, settings: PlannerSettings, sampling: Sampling
    ) -> None:
        self._here, self._settings, self._sampling = here, settings, sampling
        self._model = here.model
        self._random = np.random.default_rng(settings.seed)

    def ahead(
        self, states: Floats, places: Floats, behind: Floats, depth: int = 0
    ) -> Prediction:
        """From states (queries, 5) at places (queries,) [m].

        The other foot is `behind` (queries,) [m] and swings first.
        """
        settings, takes_first = self._settings, self._sampling.takes_first
        steps = self._steps(self._model.known.near(states), depth)
        heels = places[:, None] + steps.length
        over_gap = self._here.footholds.has_gap(behind, places)
        cost, is_fine = self._cost(depth, heels, steps, over_gap)
        if not settings.by_the_paper:
            shortest, longest = self._model.known.step_lengths
            is_fine &= (steps.length >= shortest) & (steps.length <= longest)
            cost = cost + HOPELESS * ~is_fine
        if depth == 0:
            cost = cost + settings.uncertainty_cost * steps.uncertainty
        queries, samples = cost.shape
        made = queries * samples
        ahead = np.zeros(made)
        later_heels, later_unsure = np.zeros((2, made, 0))
        if depth + 1 < settings.horizon:
            flat = np.argsort(cost + HOPELESS * ~is_fine, axis=None, kind="stable")
            if takes_first and depth == 0:  # in the order of drawing
                flat = np.argsort(~is_fine, axis=None, kind="stable")
            flat = flat[: settings.most_branches]
            next_states = steps.next_state.reshape(made, -1)[flat]
            later = self.ahead(
                next_states, heels.ravel()[flat], places[flat // samples], depth + 1
            )
            rows, best = np.arange(len(flat)), later.best(takes_first)
            # What was not followed is worse than the worst that was.
            ahead[:] = settings.horizon * HOPELESS
            ahead[flat] = later.cost[rows, best]
            fine_ahead = np.zeros(made, dtype=bool)
            fine_ahead[flat] = later.is_fine[rows, best]
            is_fine = is_fine & fine_ahead.reshape(queries, samples)
            following = settings.horizon - depth - 1
            later_heels, later_unsure = np.zeros((2, made, following))
            later_heels[flat] = np.column_stack(
                [later.heels[rows, best], later.later_heels[rows, best]]
            )
            later_unsure[flat] = np.column_stack(
                [later.steps.uncertainty[rows, best], later.later_unsure[rows, best]]
            )
            made += later.made
        return Prediction(
            steps=steps,
            heels=heels,
            cost=cost + ahead.reshape(queries, samples),
            is_fine=is_fine,
            later_heels=later_heels.reshape(queries, samples, -1),
            later_unsure=later_unsure.reshape(queries, samples, -1),
            made=made,
        )

    def _cost(
        self, depth: int, heels: Floats, steps: PredictedSteps, over_gap: Flags
    ) -> tuple[Floats, Flags]:
        """Error [m] (queries, samples) of one step, and whether it is acceptable.

        Args:
            depth: of the step, from 0 on.
            heels: (queries, samples) m, where they land.
            steps: what else is known of them.
            over_gap: (queries,) whether the foot swings over one.
        """
        settings, footholds = self._settings, self._here.footholds
        skid = STEEPLY if settings.by_the_paper else steps.skid
        wrong = footholds.error(self._here.number + depth, heels, skid)
        lifted_over = over_gap[:, None]
        is_lifted = (steps.clearance >= settings.least_clearance) | ~lifted_over
        is_lifted |= not settings.least_clearance
        is_sure = steps.uncertainty < settings.most_uncertain
        is_fine = (wrong <= footholds.tolerance) & is_sure & is_lifted
        cost = wrong + settings.discomfort_cost * footholds.discomfort(heels) ** 2
        low = np.maximum(settings.safe_clearance - steps.clearance, 0.0)
        return cost + settings.stumble_cost * low * lifted_over, is_fine

    def _steps(self, near: Neighbours, depth: int) -> PredictedSteps:
        """What the drawn actions do."""
        settings = self._settings
        plain = self._model.predict(near, self._draw(near, depth))
        bold = settings.bold_samples_ahead if depth else settings.bold_samples
        if not (
            self._sampling.is_bold and isinstance(self._model, SmoothModel) and bold
        ):
            return plain
        more = self._model.predict_actions(near, self._draw_bold(near, bold))
        both = {
            part.name: np.concatenate(
                [getattr(plain, part.name), getattr(more, part.name)], axis=1
            )
            for part in fields(PredictedSteps)
        }
        return PredictedSteps(**both)

    def _draw(self, near: Neighbours, depth: int) -> Floats:
        """(queries, samples, 2) a grid, or random ones."""
        settings = self._settings
        if self._sampling.grids is not None:
            grid = self._sampling.grids[min(depth, 1)]
            ticks = (np.arange(grid) + 0.5) / grid
            shares = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(1, -1, 2)
        else:
            count = settings.samples_ahead if depth else settings.samples
            shares = self._random.random((len(near.lower), count, 2))
        span = near.upper - near.lower
        return near.lower[:, None, :] + shares * span[:, None, :]

    def _draw_bold(self, near: Neighbours, count: int) -> Floats:
        """(queries, count, parts): an example's action + BOLD x how two others differ.

        As in differential evolution they spread like the examples, in all directions in
        which those do, and a little further; not beyond all actions ever taken.
        """
        queries, most = near.index.shape
        chosen = self._random.integers(most, size=(3, queries, count))
        rows = np.arange(queries)[:, None]
        known = self._model.known.examples.action
        base, one, other = (known[near.index[rows, some]] for some in chosen)
        ends = known.min(axis=0), known.max(axis=0)
        return np.clip(base + BOLD * (one - other), *ends)
