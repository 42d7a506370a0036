"""Which action to take now, so that the next steps land where they may.

Coros et al. 2008, section 5. All planners draw reduced actions from the box of what the
nearest examples did, let the model predict the next steps, and reject what is uncertain
or lands in the wrong place. A plan is a pure function of its arguments.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.errors import unknown_name
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.planning.footing import Footing, Islands, Stones
from gaitsmith.planning.layout import lay_out
from gaitsmith.planning.step_model import Neighbours, StepModel

HOPELESS = 100.0  # m; a step that is rejected costs as much as being so far off


class PlannerSettings(Declaration):
    """How a plan is made."""

    planner: str = "hybrid"
    """A name of `PLANNERS`."""
    horizon: Annotated[int, Field(ge=1, le=3)] = 2
    """Steps that are looked ahead."""
    grid: Annotated[int, Field(ge=2, le=50)] = 11
    """Samples along each of the two reduced actions, of regular sampling."""
    fine_grid: Annotated[int, Field(ge=2, le=50)] = 15
    """The same of the first step of the hybrid planner's first try."""
    sparse_grid: Annotated[int, Field(ge=2, le=50)] = 7
    """The same of its later steps."""
    samples: Annotated[int, Field(ge=1, le=100_000)] = 500
    """Random samples of the first step, at most."""
    samples_ahead: Annotated[int, Field(ge=1, le=10_000)] = 40
    """Random samples of a later step."""
    most_uncertain: Annotated[float, Field(gt=0)] = 0.4
    """U_max: what is more uncertain is rejected (paper: 0.75)."""
    uncertainty_cost: Annotated[float, Field(ge=0)] = 1.0
    """c_u: m by which an uncertainty of 1 makes a plan worse (paper: 0.1)."""
    most_branches: Annotated[int, Field(ge=1)] = 60
    """Ways that are followed from one step to the next, the best ones."""
    margin: Annotated[float, Field(ge=0)] = 0.02
    """m that a foot must stay away from a gap."""
    safe_margin: Annotated[float, Field(ge=0)] = 0.12
    """m that it should stay away."""
    discomfort_cost: Annotated[float, Field(ge=0)] = 4.0
    """1/m, times the square of how much nearer than that a foot is."""
    least_clearance: Annotated[float, Field(ge=0)] = 0.012
    """m that a foot must be lifted over a gap; what is lower is rejected."""
    safe_clearance: Annotated[float, Field(ge=0)] = 0.03
    """m that it should be lifted."""
    stumble_cost: Annotated[float, Field(ge=0)] = 10.0
    """m by which each m of less makes a plan worse."""
    seed: Annotated[int, Field(ge=0)] = 1
    """Of the random samples; the same for every plan."""


@dataclass(frozen=True)
class Situation:
    """What a plan is made for: a strike that has just been, and the way ahead."""

    model: StepModel  # of the character that walks
    state: Floats  # (5,) reduced
    place: float  # m along the way, of the heel that has struck
    behind: float  # m, of the other heel, which swings next
    number: int  # of the step that comes, from 0 on
    footing: Footing  # where feet may land
    preferred: float  # m, length of the base gait's steps


@dataclass(frozen=True)
class Plan:
    """The next action, and what is expected of it."""

    action: Floats  # (parts,)
    heels: tuple[float, ...]  # m along the way, of the next steps
    uncertainty: tuple[float, ...]  # of each
    error: float  # m, of all steps together
    is_found: bool  # False: nothing acceptable was found; this is the least bad
    samples: int  # predictions that were made


@dataclass(frozen=True)
class _Ways:
    """The best continuation of each of some states."""

    cost: Floats  # (queries,) m, summed errors of the steps to come
    is_found: np.ndarray  # (queries,) all of them acceptable
    heels: Floats  # (queries, steps)
    uncertainty: Floats  # (queries, steps)
    samples: int


class _Sampler:
    """Reduced actions inside of a box: a grid, or random ones."""

    def __init__(
        self, settings: PlannerSettings, grids: tuple[int, int] | None
    ) -> None:
        self._grids = grids  # of the first step, and of later ones
        self._settings = settings
        self._random = np.random.default_rng(settings.seed)

    def draw(self, near: Neighbours, depth: int) -> Floats:
        """(queries, samples, 2)."""
        if self._grids is not None:
            grid = self._grids[min(depth, 1)]
            ticks = (np.arange(grid) + 0.5) / grid
            shares = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(1, -1, 2)
        else:
            count = (
                self._settings.samples if depth == 0 else self._settings.samples_ahead
            )
            shares = self._random.random((len(near.lower), count, 2))
        span = near.upper - near.lower
        return near.lower[:, None, :] + shares * span[:, None, :]


def _search(
    model: StepModel,
    states: Floats,
    places: Floats,
    behind: Floats,
    number: int,
    footing: Footing,
    settings: PlannerSettings,
    sampler: _Sampler,
    takes_first: bool,
    depth: int = 0,
) -> tuple[_Ways, tuple[Integers, Floats]]:
    """Best ways on from states (queries, 5) at places (queries,) [m].

    The other foot is `behind` (queries,) [m] and swings first.

    Returns:
        the ways, and for each state index (k,) and weight (k,) of its first action.
    """
    near = model.near(states)
    predicted = model.predict(near, sampler.draw(near, depth))
    heels = places[:, None] + predicted.length
    wrong = footing.error(number, heels)
    unsure = predicted.uncertainty
    over_gap = footing.has_gap(behind, places)[:, None]
    is_lifted = (predicted.clearance >= settings.least_clearance) | ~over_gap
    is_sure = unsure < settings.most_uncertain
    is_fine = (wrong <= footing.tolerance) & is_sure & is_lifted
    cost = wrong + HOPELESS * ~is_fine
    cost = cost + settings.discomfort_cost * footing.discomfort(heels) ** 2
    low = np.maximum(settings.safe_clearance - predicted.clearance, 0.0)
    cost = cost + settings.stumble_cost * low * over_gap
    if depth == 0:
        cost = cost + settings.uncertainty_cost * unsure
    queries, samples = wrong.shape
    made = queries * samples
    later_heels = np.zeros((queries, samples, 0))
    later_unsure = np.zeros((queries, samples, 0))
    if depth + 1 < settings.horizon:
        flat = np.argsort(cost, axis=None, kind="stable")
        if takes_first and depth == 0:  # in the order in which they were drawn
            flat = np.argsort(~is_fine, axis=None, kind="stable")
        flat = flat[: settings.most_branches]
        next_states = predicted.next_state.reshape(made, -1)[flat]
        ways, _ = _search(
            model, next_states, heels.ravel()[flat], places[flat // samples],
            number + 1, footing, settings, sampler, takes_first, depth + 1,
        )  # fmt: skip
        made += ways.samples
        # What was not followed is worse than the worst that was.
        ahead = np.full(queries * samples, settings.horizon * HOPELESS)
        ahead[flat] = ways.cost
        cost = cost + ahead.reshape(queries, samples)
        fine_ahead = np.zeros(queries * samples, dtype=bool)
        fine_ahead[flat] = ways.is_found
        is_fine = is_fine & fine_ahead.reshape(queries, samples)
        steps = ways.heels.shape[1]
        later_heels = np.zeros((queries * samples, steps))
        later_unsure = np.zeros((queries * samples, steps))
        later_heels[flat] = ways.heels
        later_unsure[flat] = ways.uncertainty
        later_heels = later_heels.reshape(queries, samples, steps)
        later_unsure = later_unsure.reshape(queries, samples, steps)
    best = np.argmin(cost, axis=1)
    if takes_first:
        best = np.where(is_fine.any(axis=1), np.argmax(is_fine, axis=1), best)
    rows = np.arange(queries)
    return _Ways(
        cost=cost[rows, best],
        is_found=is_fine[rows, best],
        heels=np.column_stack([heels[rows, best], later_heels[rows, best]]),
        uncertainty=np.column_stack([unsure[rows, best], later_unsure[rows, best]]),
        samples=made,
    ), (predicted.index[rows, best], predicted.weight[rows, best])


def _planned(
    here: Situation,
    settings: PlannerSettings,
    grids: tuple[int, int] | None,
    takes_first: bool = False,
) -> Plan:
    model, number, footing = here.model, here.number, here.footing
    ways, (index, weight) = _search(
        model,
        here.state[None, :],
        np.array([here.place]),
        np.array([here.behind]),
        number,
        footing,
        settings,
        _Sampler(settings, grids),
        takes_first=takes_first,
    )
    heels = ways.heels[0]
    errors = [
        float(footing.error(number + i, np.array(heel))) for i, heel in enumerate(heels)
    ]
    return Plan(
        action=model.full_action(index[0], weight[0]),
        heels=tuple(float(heel) for heel in heels),
        uncertainty=tuple(float(u) for u in ways.uncertainty[0]),
        error=sum(errors),
        is_found=bool(ways.is_found[0]),
        samples=ways.samples,
    )


def regular(here: Situation, settings: PlannerSettings) -> Plan:
    """Try a grid of actions for every step, and take the best way."""
    return _planned(here, settings, (settings.grid, settings.grid))


def random(here: Situation, settings: PlannerSettings) -> Plan:
    """Draw actions at random, and take the first that leads on."""
    return _planned(here, settings, None, takes_first=True)


def hybrid(here: Situation, settings: PlannerSettings) -> Plan:
    """An even row of steps between the gaps; if that cannot be had, random ones.

    Of the random ones the best is taken (the paper takes the first), and steps that
    match their places must also be clear of the gaps.
    """
    footing = here.footing
    if not isinstance(footing, Islands):
        return regular(here, settings)
    last = here.place - here.behind
    heels = lay_out(footing, here.place, last, here.preferred, here.model.step_lengths)
    aims = Stones(np.array(heels[: settings.horizon]), gaps=footing.gaps)
    steps = replace(here, number=0, footing=aims)
    plan = _planned(steps, settings, (settings.fine_grid, settings.sparse_grid))
    is_clear = np.all(footing.error(0, np.array(plan.heels)) <= footing.tolerance)
    if plan.is_found and is_clear:
        return plan
    other = _planned(here, settings, None)
    return replace(other, samples=plan.samples + other.samples)


Planner = Callable[[Situation, PlannerSettings], Plan]
PLANNERS: dict[str, Planner] = {"regular": regular, "random": random, "hybrid": hybrid}


def require_planner(name: str) -> None:
    """Refuse a planner that does not exist."""
    if name not in PLANNERS:
        raise unknown_name("planner", name, PLANNERS)


def plan_step(here: Situation, settings: PlannerSettings) -> Plan:
    """The next action.

    Args:
        here: who walks, where, on what.
        settings: which planner, and how it is set.
    """
    require_planner(settings.planner)
    return PLANNERS[settings.planner](here, settings)
