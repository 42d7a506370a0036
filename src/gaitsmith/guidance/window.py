"""One window of stage 3 of van de Panne & Lamouret 1995, as an ordinary experiment.

Half a stride of keyframes is searched for. Up to its end nothing guides the body;
during the stride that follows, the guide acts and its effort is the objective. So the
search finds keyframes that leave the body in a state from which the known gait goes on
with little help.
"""

import math
from dataclasses import dataclass, replace

from gaitsmith.control.keyframe_controller import KeyframeController
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.cma_adapter import default_population
from gaitsmith.optimization.spec import Method
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.setting import Setting

FALL_WEIGHT = 1e6  # of a fall at once; efforts of a stride are thousands
# What 1 m/s is worth, as a share of the effort that is low enough; without, it may
# learn to balance on the spot.
WAY_SHARE = 1.0
FIRST_STEP = 0.1  # of each joint's range; smaller ones take CMA-ES longer
FIRST_STRIDE, LAST_STRIDE = 1, 4  # those of the guided gait that are measured


@dataclass(frozen=True)
class Window:
    """Where in the motion a search works; numbers of samples since the start."""

    number: int  # 0 for the first
    samples: range  # that are searched for
    start: float  # s, when the guide begins to act
    end: float  # s, of the rollout


def keyframes_of(solution: Solution) -> KeyframeController:
    """The solution's controller, if its guide can be withdrawn window by window.

    Raises:
        InputError: it is no guided keyframe gait.
    """
    controller = solution.experiment.problem.controller
    guide = solution.experiment.problem.setting.guide
    if not isinstance(controller, KeyframeController):
        raise InputError(
            f"{solution.name}: its law is"
            f" '{controller.declaration().law}'; windows of keyframes need"
            " law 'keyframes'. Of other laws, lower the guide with: gaitsmith adapt ..."
            " --to setting.guide.strength=0"
        )
    if not guide.is_on:
        raise InputError(f"{solution.name}: it has no guide that could be withdrawn.")
    return controller


def period_of(solution: Solution) -> float:
    """S, of a stride."""
    return solution.values["period"]


def window_at(solution: Solution, number: int) -> Window:
    """Half a stride to search for, and a stride to judge it by."""
    samples, period = keyframes_of(solution).keyframes.samples, period_of(solution)
    half = max(1, samples // 2)
    first = number * half
    start = (first + half) * period / samples
    return Window(number, range(first, first + half), start, start + period)


def num_windows(solution: Solution, seconds: float) -> int:
    """Windows until `seconds` [s] are walked freely."""
    return math.ceil(seconds / window_at(solution, 0).start - 1e-9)


def num_strides(solution: Solution, windows: int) -> int:
    """Strides to write out, with one beyond the last window."""
    last = window_at(solution, windows - 1)
    return math.ceil(last.end / period_of(solution)) + 1


def written_out(solution: Solution, strides: int) -> Solution:
    """The same motion with every sample of `strides` strides on its own.

    Disturbed trials and a withdrawal within one search are left behind: windows are
    judged by the quiet rollout, and have their own way with the guide.
    """
    controller = keyframes_of(solution)
    values = controller.unrolled(solution.values, strides)
    experiment = solution.experiment
    law = experiment.as_dict()["controller"]
    law["keyframes"]["strides"] = strides
    changed = experiment.changed(
        {
            "controller": law,
            "parameters": {n: {"initial": v} for n, v in values.items()},
            "robustness": {},
            "withdrawal": None,
        },
        source=solution.name,
    )
    return replace(solution, experiment=changed, values=values)


def guided_effort(solution: Solution) -> float:
    """Mean effort of the guide [N2 m2 s] over a stride of the guided gait."""
    period = period_of(solution)
    first, last = (
        _rollout_effort(solution, strides * period)
        for strides in (FIRST_STRIDE, LAST_STRIDE)
    )
    return (last - first) / (LAST_STRIDE - FIRST_STRIDE)


def _rollout_effort(solution: Solution, duration: float) -> float:
    problem = solution.experiment.problem
    setting = _quiet(problem.setting, duration=duration)
    return (
        replace(problem, setting=setting)
        .roll_out(solution.values)
        .measures.metered["guide"]["effort"]
    )


def _quiet(setting: Setting, **changes: object) -> Setting:
    """Without pushes and noise, which would be guided against."""
    update = {"pushes": (), "motor_noise": 0.0, **changes}
    return setting.model_copy(update=update)


def window_experiment(
    solution: Solution,
    window: Window,
    target: float,
    trials: int,
    seed: int,
    method: Method = "descent",
) -> Experiment:
    """The search of one window.

    Args:
        solution: written out, and found up to this window.
        window: what is searched for.
        target: N2 m2 s; an effort that is low enough.
        trials: rollouts at most.
        seed: of the search.
        method: of the search.
    """
    controller = keyframes_of(solution)
    samples = controller.keyframes.samples
    prefixes = tuple(f"stride{s // samples}.key{s % samples}." for s in window.samples)
    parameters: dict[str, object] = {}
    for parameter in controller.space.parameters:
        value = solution.values[parameter.name]
        is_searched = parameter.name.startswith(prefixes)
        parameters[parameter.name] = {"initial": value} if is_searched else value
    searched = sum(isinstance(value, dict) for value in parameters.values())
    setting = _quiet(
        solution.experiment.problem.setting,
        duration=window.end,
        guide=solution.experiment.problem.setting.guide.model_copy(
            update={"start": window.start}
        ),
    )
    return solution.experiment.changed(
        {
            "parameters": parameters,
            "setting": setting.model_dump(exclude_none=True),
            "objective": {
                "guide": {"weight": 1.0},
                "distance": {"weight": WAY_SHARE * target},
                "fail": {"weight": FALL_WEIGHT},
            },
            "optimizer": {
                "method": method,
                "sigma": FIRST_STEP,
                "target": target,
                **_budget(method, trials, searched),
            },
            "seed": seed,
        },
        source=solution.name,
    )


def _budget(method: Method, trials: int, dimension: int) -> dict[str, int]:
    """Generations that take no more than `trials` rollouts."""
    if method == "descent":
        return {"max_generations": trials}
    population = min(default_population(dimension), trials)
    return {"population": population, "max_generations": trials // population}


def without_guide(solution: Solution, duration: float) -> Solution:
    """The same keyframes with the guide switched off, for `duration` [s]."""
    setting = _quiet(
        solution.experiment.problem.setting,
        duration=duration,
        guide=solution.experiment.problem.setting.guide.model_copy(
            update={"strength": 0.0, "start": 0.0}
        ),
    )
    changed = solution.experiment.changed(
        {"setting": setting.model_dump(exclude_none=True)}, source=solution.name
    )
    return replace(solution, experiment=changed)
