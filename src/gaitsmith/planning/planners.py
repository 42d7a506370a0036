"""Which action to take now, so that the next steps land where they may.

Coros et al. 2008, section 5, and one of ours. All planners let a model predict what the
next steps do (`prediction`). A plan is a pure function of its arguments.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import Floats
from gaitsmith.planning.footholds import Stretches, Targets
from gaitsmith.planning.layout import at_edges, lay_out
from gaitsmith.planning.plan import Plan, PlannerSettings, Situation
from gaitsmith.planning.prediction import Sampling, predict
from gaitsmith.planning.simulate_ahead import simulate_ahead
from gaitsmith.planning.step_model import SmoothModel, StepModel


def regular(here: Situation, settings: PlannerSettings) -> Plan:
    """Try a grid of actions for every step, and take the best way."""
    return _predicted(here, settings, Sampling((settings.grid, settings.grid)))


def random(here: Situation, settings: PlannerSettings) -> Plan:
    """Draw actions at random, and take the first that leads on."""
    return _predicted(here, settings, Sampling(takes_first=True))


def hybrid(here: Situation, settings: PlannerSettings) -> Plan:
    """An even row of steps between the gaps; if that cannot be had, random ones.

    Steps that match their places must also be clear of the gaps.
    """
    if not isinstance(here.footholds, Stretches):
        return regular(here, settings)
    if settings.by_the_paper:
        heels = at_edges(here.footholds, here.strike.place, here.preferred)
    else:
        heels = laid_out(here)
    aims = here.footholds.aimed_at(np.array(heels[: settings.horizon]))
    grids = settings.fine_grid, settings.sparse_grid
    aimed = replace(here, number=0, footholds=aims)
    found = _predicted(aimed, settings, Sampling(grids, is_bold=True))
    if found.is_found:
        return found
    random_ones = Sampling(is_bold=True, takes_first=settings.by_the_paper)
    other = _predicted(here, settings, random_ones)
    return replace(other, samples=found.samples + other.samples)


def rehearsed(here: Situation, settings: PlannerSettings) -> Plan:
    """What the model thinks best is simulated before it is taken (ours)."""
    return simulate_ahead(here, settings, laid_out)


def laid_out(here: Situation, pace: float = 1.0) -> Floats:
    """Places of the next heels [m]: the stones, or an even row between the gaps.

    Args:
        here: where one is.
        pace: how much longer than preferred the steps are.
    """
    footholds, strike = here.footholds, here.strike
    if isinstance(footholds, Targets):
        return footholds.heels[here.number :]
    assert isinstance(footholds, Stretches)
    last, best = strike.place - strike.behind, pace * here.preferred
    ends = here.model.known.step_lengths
    return np.array(lay_out(footholds, strike.place, last, best, ends))


def _predicted(here: Situation, settings: PlannerSettings, sampling: Sampling) -> Plan:
    seen = predict(here, settings, sampling)
    best = int(seen.best(sampling.takes_first)[0])
    heels = [float(seen.heels[0, best]), *map(float, seen.later_heels[0, best])]
    unsure = [seen.steps.uncertainty[0, best], *seen.later_unsure[0, best]]
    errors = [
        float(here.footholds.error(here.number + i, np.array(heel)))
        for i, heel in enumerate(heels)
    ]
    return Plan(
        action=seen.steps.action[0, best],
        heels=tuple(heels),
        uncertainty=tuple(map(float, unsure)),
        error=sum(errors),
        is_found=bool(seen.is_fine[0, best]),
        samples=seen.made,
    )


Planner = Callable[[Situation, PlannerSettings], Plan]
PLANNERS: dict[str, Planner] = {
    "rehearsed": rehearsed,
    "hybrid": hybrid,
    "regular": regular,
    "random": random,
}


def require_planner(name: str, model: StepModel | None = None) -> None:
    """Refuse a planner that does not exist, or that a model cannot serve."""
    if name not in PLANNERS:
        raise unknown_name("planner", name, PLANNERS)
    if name == "rehearsed" and model is not None and not isinstance(model, SmoothModel):
        raise InputError(
            "planner 'rehearsed': it needs the model 'kernel'; with 'nearest' use the"
            " planner 'hybrid', 'regular' or 'random'."
        )


def plan(here: Situation, settings: PlannerSettings) -> Plan:
    """The next action.

    Args:
        here: who walks, where, on what.
        settings: which planner, and how it is set.
    """
    require_planner(settings.planner)
    return PLANNERS[settings.planner](here, settings)
