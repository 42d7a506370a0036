"""Which action to take now, so that the next steps land where they may.

Coros et al. 2008, section 5, and one of ours. All planners let a model predict what the
next steps do (`outlook`). A plan is a pure function of its arguments.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import Floats
from gaitsmith.planning.footing import Islands, Stones
from gaitsmith.planning.layout import lay_out
from gaitsmith.planning.outlook import Sampling, look
from gaitsmith.planning.plan import Plan, PlannerSettings, Situation
from gaitsmith.planning.rehearsal import rehearse
from gaitsmith.planning.step_model import StepModel


def regular(here: Situation, settings: PlannerSettings) -> Plan:
    """Try a grid of actions for every step, and take the best way."""
    return _planned(here, settings, Sampling((settings.grid, settings.grid)))


def random(here: Situation, settings: PlannerSettings) -> Plan:
    """Draw actions at random, and take the first that leads on."""
    return _planned(here, settings, Sampling(takes_first=True))


def hybrid(here: Situation, settings: PlannerSettings) -> Plan:
    """An even row of steps between the gaps; if that cannot be had, random ones.

    Of the random ones the best is taken (the paper takes the first), and steps that
    match their places must also be clear of the gaps.
    """
    if not isinstance(here.footing, Islands):
        return regular(here, settings)
    aims = here.footing.aimed_at(laid_out(here)[: settings.horizon])
    grids = settings.fine_grid, settings.sparse_grid
    aimed = replace(here, number=0, footing=aims)
    plan = _planned(aimed, settings, Sampling(grids, is_bold=True))
    if plan.is_found:
        return plan
    other = _planned(here, settings, Sampling(is_bold=True))
    return replace(other, samples=plan.samples + other.samples)


def rehearsed(here: Situation, settings: PlannerSettings) -> Plan:
    """What the model thinks best is simulated before it is taken (ours)."""
    if here.scene is None:
        raise ValueError("planner 'rehearsed' needs a scene to try steps from")
    return rehearse(here, settings, laid_out)


def laid_out(here: Situation, pace: float = 1.0) -> Floats:
    """Places of the next heels [m]: the stones, or an even row between the gaps.

    Args:
        here: where one is.
        pace: how much longer than preferred the steps are.
    """
    footing = here.footing
    if isinstance(footing, Stones):
        return footing.heels[here.number :]
    assert isinstance(footing, Islands)
    last, best = here.place - here.behind, pace * here.preferred
    return np.array(lay_out(footing, here.place, last, best, here.model.step_lengths))


def _planned(here: Situation, settings: PlannerSettings, sampling: Sampling) -> Plan:
    seen = look(here, settings, sampling)
    best = int(seen.best(sampling.takes_first)[0])
    heels = [float(seen.heels[0, best]), *map(float, seen.later_heels[0, best])]
    unsure = [
        float(seen.predicted.uncertainty[0, best]),
        *map(float, seen.later_unsure[0, best]),
    ]
    errors = [
        float(here.footing.error(here.number + i, np.array(heel)))
        for i, heel in enumerate(heels)
    ]
    return Plan(
        action=seen.predicted.action[0, best],
        heels=tuple(heels),
        uncertainty=tuple(unsure),
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
    if name == "rehearsed" and model is not None and not model.knows_any_action:
        raise InputError(
            "planner 'rehearsed': it needs the model 'kernel'; with 'nearest' use the"
            " planner 'hybrid', 'regular' or 'random'."
        )


def plan_step(here: Situation, settings: PlannerSettings) -> Plan:
    """The next action.

    Args:
        here: who walks, where, on what.
        settings: which planner, and how it is set.
    """
    require_planner(settings.planner)
    return PLANNERS[settings.planner](here, settings)
