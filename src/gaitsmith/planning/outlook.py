"""What a model expects of the actions that could be taken now.

Coros et al. 2008, section 5. Reduced actions are drawn from the box of what the nearest
examples did, the model predicts the next steps, and what is uncertain or lands in the
wrong place is rejected.
"""

from dataclasses import dataclass, fields

import numpy as np

from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.planning.footing import Footing
from gaitsmith.planning.plan import PlannerSettings, Situation
from gaitsmith.planning.step_model import Neighbours, Prediction, StepModel

HOPELESS = 100.0  # m; a step that is rejected costs as much as being so far off
BOLD = 0.7  # of the difference of two actions that is added to a third


@dataclass(frozen=True)
class Sampling:
    """Which actions are tried."""

    grids: tuple[int, int] | None = None  # of the first step, of later ones; or random
    is_bold: bool = False  # full actions beside the reduced ones
    takes_first: bool = False  # that will do, in the order in which they are drawn


@dataclass(frozen=True)
class Outlook:
    """Each action tried (samples) in each of some states (queries)."""

    predicted: Prediction
    heels: Floats  # (queries, samples) m along the way
    cost: Floats  # (queries, samples) m, summed errors of this and later steps
    is_fine: np.ndarray  # (queries, samples) all steps are acceptable
    later_heels: Floats  # (queries, samples, steps)
    later_unsure: Floats  # (queries, samples, steps)
    made: int  # predictions, those of later steps included

    def best(self, takes_first: bool) -> Integers:
        """(queries,) the action to take."""
        best = np.argmin(self.cost, axis=1)
        if not takes_first:
            return best
        first = np.argmax(self.is_fine, axis=1)
        return np.where(self.is_fine.any(axis=1), first, best)


class _Sampler:
    """Draws actions: reduced ones inside of a box, and full ones."""

    def __init__(self, settings: PlannerSettings, sampling: Sampling) -> None:
        self._settings = settings
        self._sampling = sampling
        self._random = np.random.default_rng(settings.seed)

    def predict(self, model: StepModel, near: Neighbours, depth: int) -> Prediction:
        """What the drawn actions do."""
        settings = self._settings
        plain = model.predict(near, self._draw(near, depth))
        bold = settings.bold_samples_ahead if depth else settings.bold_samples
        if not (self._sampling.is_bold and model.knows_any_action and bold):
            return plain
        return _beside(
            plain, model.predict_actions(near, self._draw_bold(model, near, bold))
        )

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

    def _draw_bold(self, model: StepModel, near: Neighbours, count: int) -> Floats:
        """(queries, count, parts): an example's action + BOLD x how two others differ.

        As in differential evolution they spread like the examples, in all directions in
        which those do, and a little further; not beyond all actions ever taken.
        """
        queries, most = near.index.shape
        chosen = self._random.integers(most, size=(3, queries, count))
        rows = np.arange(queries)[:, None]
        known = model.examples.action
        base, one, other = (known[near.index[rows, some]] for some in chosen)
        ends = known.min(axis=0), known.max(axis=0)
        return np.clip(base + BOLD * (one - other), *ends)


def _beside(one: Prediction, other: Prediction) -> Prediction:
    """Samples of both."""
    parts = {
        part.name: np.concatenate(
            [getattr(one, part.name), getattr(other, part.name)], axis=1
        )
        for part in fields(Prediction)
    }
    return Prediction(**parts)


def look(here: Situation, settings: PlannerSettings, sampling: Sampling) -> Outlook:
    """What can be done now, and what the model expects of it."""
    return _look(
        here.model,
        here.state[None, :],
        np.array([here.place]),
        np.array([here.behind]),
        here.number,
        here.footing,
        settings,
        sampling,
        _Sampler(settings, sampling),
    )


def _step_cost(
    footing: Footing,
    number: int,
    heels: Floats,
    predicted: Prediction,
    over_gap: np.ndarray,
    settings: PlannerSettings,
) -> tuple[Floats, np.ndarray]:
    """M (queries, samples) of one step alone, and whether it is acceptable.

    Args:
        footing: where feet may land.
        number: of the step.
        heels: (queries, samples) m, where they land.
        predicted: what else is known of the steps.
        over_gap: (queries,) whether the foot swings over one.
        settings: prices and limits.
    """
    wrong = footing.error(number, heels, predicted.skid)
    lifted_over = over_gap[:, None]
    is_lifted = (predicted.clearance >= settings.least_clearance) | ~lifted_over
    is_sure = predicted.uncertainty < settings.most_uncertain
    is_fine = (wrong <= footing.tolerance) & is_sure & is_lifted
    cost = wrong + settings.discomfort_cost * footing.discomfort(heels) ** 2
    low = np.maximum(settings.safe_clearance - predicted.clearance, 0.0)
    return cost + settings.stumble_cost * low * lifted_over, is_fine


def _look(
    model: StepModel,
    states: Floats,
    places: Floats,
    behind: Floats,
    number: int,
    footing: Footing,
    settings: PlannerSettings,
    sampling: Sampling,
    sampler: _Sampler,
    depth: int = 0,
) -> Outlook:
    """From states (queries, 5) at places (queries,) [m].

    The other foot is `behind` (queries,) [m] and swings first.
    """
    near = model.near(states)
    predicted = sampler.predict(model, near, depth)
    heels = places[:, None] + predicted.length
    over_gap = footing.has_gap(behind, places)
    cost, is_fine = _step_cost(footing, number, heels, predicted, over_gap, settings)
    shortest, longest = model.step_lengths
    is_fine &= (predicted.length >= shortest) & (predicted.length <= longest)
    cost = cost + HOPELESS * ~is_fine
    if depth == 0:
        cost = cost + settings.uncertainty_cost * predicted.uncertainty
    queries, samples = cost.shape
    made = queries * samples
    ahead = np.zeros(made)
    later_heels, later_unsure = np.zeros((2, made, 0))
    if depth + 1 < settings.horizon:
        flat = np.argsort(cost, axis=None, kind="stable")
        if sampling.takes_first and depth == 0:  # in the order of drawing
            flat = np.argsort(~is_fine, axis=None, kind="stable")
        flat = flat[: settings.most_branches]
        next_states = predicted.next_state.reshape(made, -1)[flat]
        later = _look(
            model, next_states, heels.ravel()[flat], places[flat // samples],
            number + 1, footing, settings, sampling, sampler, depth + 1,
        )  # fmt: skip
        rows, best = np.arange(len(flat)), later.best(sampling.takes_first)
        # What was not followed is worse than the worst that was.
        ahead[:] = settings.horizon * HOPELESS
        ahead[flat] = later.cost[rows, best]
        fine_ahead = np.zeros(made, dtype=bool)
        fine_ahead[flat] = later.is_fine[rows, best]
        is_fine = is_fine & fine_ahead.reshape(queries, samples)
        later_heels, later_unsure = np.zeros((2, made, settings.horizon - depth - 1))
        later_heels[flat] = np.column_stack(
            [later.heels[rows, best], later.later_heels[rows, best]]
        )
        later_unsure[flat] = np.column_stack(
            [later.predicted.uncertainty[rows, best], later.later_unsure[rows, best]]
        )
        made += later.made
    return Outlook(
        predicted=predicted,
        heels=heels,
        cost=cost + ahead.reshape(queries, samples),
        is_fine=is_fine,
        later_heels=later_heels.reshape(queries, samples, -1),
        later_unsure=later_unsure.reshape(queries, samples, -1),
        made=made,
    )
