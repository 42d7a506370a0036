"""One window of stage 3 of van de Panne & Lamouret 1995, as an ordinary experiment.

Half a stride of keyframes is searched for. Up to its end nothing guides the body;
during the stride that follows, the guide acts and its effort is the objective. So the
search finds keyframes that leave the body in a state from which the known gait goes on
with little help. That alone, as in the paper, asks for no walk: it may as well hop, or
turn round. So by default a window is judged by its steps, speed and heading, too.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal, Protocol, runtime_checkable

from gaitsmith.control.controller import Controller
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.objectives.score_card import make_objective
from gaitsmith.optimization.cma_adapter import CmaSpec, least_population
from gaitsmith.optimization.optimizers import Search, declare_optimizer
from gaitsmith.optimization.problem import QUIET
from gaitsmith.optimization.strategy import OptimizerSpec
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.setting import Setting

Judge = Literal["effort", "gait"]
# Of a fall, or of a step that is none, at once; efforts of a stride are thousands.
FALL_WEIGHT = 1e6
# What (1 m/s)^2 and 1 rad^2 are worth, in efforts that are low enough.
SPEED_SHARE, HEADING_SHARE = 3.0, 10.0
SHORTEST = 0.25  # of the guided gait's mean step: a step may be so short
FIRST_STEP = 0.1  # of each joint's range; smaller ones take CMA-ES longer
FIRST_STRIDE, LAST_STRIDE = 1, 4  # those of the guided gait that are measured


@runtime_checkable
class KeyframeStrides(Controller, Protocol):
    """What a law offers whose strides can be searched for one after the other.

    Its strides last `period` [s]. Written out, each sample of each stride has its own
    parameters, whose names begin with `stride{k}.key{i}.`.
    """

    @property
    def samples(self) -> int:
        """Of a stride."""
        ...

    def written_out(self, strides: int) -> Controller:
        """The same keyframes with so many strides written out."""
        ...

    def unrolled(self, values: dict[str, float], strides: int) -> dict[str, float]:
        """Values for `written_out(strides)` that give the same motion."""
        ...


@dataclass(frozen=True)
class Window:
    """Where in the motion a search works; numbers of samples since the start."""

    number: int  # 0 for the first
    samples: range  # that are searched for
    start: float  # s, when the guide begins to act
    end: float  # s, of the rollout


def keyframes_of(solution: Solution) -> KeyframeStrides:
    """The solution's controller, if its guide can be withdrawn window by window.

    Raises:
        InputError: it is no guided keyframe gait.
    """
    controller = solution.problem.controller
    guide = solution.problem.setting.guide
    if not isinstance(controller, KeyframeStrides):
        law = controller.declaration().law
        raise InputError(
            f"{solution.name}: its law is '{law}'; windows of keyframes need law"
            " 'keyframes'. Of other laws, lower the guide with: gaitsmith adapt ..."
            " --to setting.guide.strength=0"
        )
    if not guide.is_on:
        raise InputError(f"{solution.name}: it has no guide that could be withdrawn.")
    return controller


def period_of(solution: Solution) -> float:
    """Period [s] of a stride."""
    return solution.values["period"]


def window_at(solution: Solution, number: int) -> Window:
    """Half a stride to search for, and a stride to judge it by."""
    samples, period = keyframes_of(solution).samples, period_of(solution)
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

    Disturbed trials are left behind: windows are judged by the quiet rollout.
    """
    controller = keyframes_of(solution)
    values = controller.unrolled(solution.values, strides)
    longer = controller.written_out(strides)
    problem = replace(
        solution.problem,
        controller=longer,
        space=longer.space.changed({n: {"initial": v} for n, v in values.items()}),
        robustness=QUIET,
    )
    return replace(solution, problem=problem, values=values)


@dataclass(frozen=True)
class GuidedGait:
    """What the gait is like with its guide, in the mean over some strides."""

    effort: float  # N2 m2 s, of the guide in a stride
    speed: float  # m/s


def guided_gait(solution: Solution) -> GuidedGait:
    """Measure the gait before the guide is withdrawn."""
    period = period_of(solution)
    (effort, way), (end_effort, end_way) = (
        _effort_and_way(solution, strides * period)
        for strides in (FIRST_STRIDE, LAST_STRIDE)
    )
    strides = LAST_STRIDE - FIRST_STRIDE
    speed = (end_way - way) / (strides * period)
    return GuidedGait((end_effort - effort) / strides, speed)


def _effort_and_way(solution: Solution, duration: float) -> tuple[float, float]:
    """Effort of the guide [N2 m2 s] and way [m]."""
    problem = solution.problem
    setting = _quiet(problem.setting, duration=duration)
    rollout = replace(problem, setting=setting).roll_out(solution.values)
    measures = rollout.measures
    return measures.metered["guide"]["effort"], measures.speed * rollout.seconds


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
    method: str = "descent",
    keep: GuidedGait | None = None,
) -> Experiment:
    """The search of one window.

    Args:
        solution: written out, and found up to this window.
        window: what is searched for.
        target: N2 m2 s; an effort that is low enough.
        trials: rollouts at most.
        seed: of the search.
        method: of the search.
        keep: the gait whose alternating steps, speed and heading are asked for, too;
            None: the guide's effort alone, and no fall.
    """
    controller = keyframes_of(solution)
    samples = controller.samples
    prefixes = tuple(f"stride{s // samples}.key{s % samples}." for s in window.samples)
    space = controller.space.changed(
        {
            name: {"initial": value}
            if name.startswith(prefixes)
            else {"initial": value, "scale": 0.0}
            for name, value in solution.values.items()
        }
    )
    kept = {} if keep is None else _kept_gait(keep, target, period_of(solution))
    setting = solution.problem.setting
    problem = replace(
        solution.problem,
        space=space,
        setting=_quiet(
            setting,
            duration=window.end,
            guide=setting.guide.model_copy(update={"start": window.start}),
        ),
        objective=make_objective(
            guide={"weight": 1.0}, fail={"weight": FALL_WEIGHT}, **kept
        ),
        seed=seed,
    )
    search = Search(_optimizer(method, trials, space.dimension, target), seed=seed)
    name = solution.provenance.experiment or solution.name
    return Experiment(name, problem, search, solution.description, solution.name)


def _kept_gait(
    gait: GuidedGait, target: float, period: float
) -> dict[str, dict[str, float]]:
    """Terms that ask for the gait as it was: the feet take turns, straight ahead."""
    return {
        "gait": {
            "weight": FALL_WEIGHT,
            "longest_step": period,
            "shortest_step": SHORTEST * gait.speed * period / 2.0,
        },
        "user": {"weight": SPEED_SHARE * target, "speed": gait.speed},
        "heading": {"weight": HEADING_SHARE * target},
    }


def _optimizer(
    method: str, trials: int, dimension: int, target: float
) -> OptimizerSpec:
    """A search of no more than `trials` rollouts."""
    values = {"method": method, "sigma": FIRST_STEP, "target": target}
    usual = declare_optimizer(values, "withdraw")
    if isinstance(usual, CmaSpec):
        # A window has few rollouts: more generations are worth more than full lanes.
        values |= {"population": min(least_population(dimension), trials)}
    each = declare_optimizer(values, "withdraw").num_candidates(dimension)
    return declare_optimizer({**values, "max_generations": trials // each}, "withdraw")


def without_guide(solution: Solution, duration: float) -> Solution:
    """The same keyframes with the guide switched off, for `duration` [s]."""
    setting = solution.problem.setting
    off = setting.guide.model_copy(update={"strength": 0.0, "start": 0.0})
    free = _quiet(setting, duration=duration, guide=off)
    return replace(solution, problem=replace(solution.problem, setting=free))
