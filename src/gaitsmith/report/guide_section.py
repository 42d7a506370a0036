"""The guide of one solution or of several: its torque and effort over time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gaitsmith.gait.guide_history import GuideHistory, guide_history
from gaitsmith.kernels.records import Floats
from gaitsmith.report.drawing import looks, small_plot
from gaitsmith.report.sections import Key, Panel, Panels
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.workflows import simulate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNIT = "N² m² s"
RATE = 240.0  # Hz; the curve then ends within 1 % of the effort that is told


@dataclass(frozen=True)
class _Guided:
    """What the guide of one solution did."""

    strength: float
    rollout: Rollout
    history: GuideHistory


def guide_section(solutions: Mapping[str, Solution]) -> tuple[Panels, ...]:
    """One section about the guides that act; none if there is none.

    Args:
        solutions: by the name that the page shows, in the setting to simulate.
    """
    guided = {
        name: _guided(solution)
        for name, solution in solutions.items()
        if solution.problem.setting.guide.is_on
    }
    if not guided:
        return ()
    look = looks(tuple(solutions))

    def over_time(unit: str, values: Callable[[GuideHistory], Floats]) -> str:
        def draw(axes: "Axes") -> None:
            for name, one in guided.items():
                color, stroke = look[name]
                line = one.history.time, values(one.history)
                axes.plot(*line, stroke, color=color, linewidth=1.6)
            axes.set_ylim(bottom=0.0)

        return small_plot("time [s]", unit, draw)

    torque = over_time("N m", lambda history: history.size)
    effort = over_time(UNIT, lambda history: history.effort)
    is_alone = len(solutions) == 1
    return (
        Panels(
            "The guide",
            (
                Panel("Torque on the guided body", torque),
                Panel("Effort so far: integral of torque²", effort),
            ),
            () if is_alone else tuple(Key(name, *look[name]) for name in guided),
            " ".join(
                f"Effort {_numbers(one)}"
                if is_alone
                else f"{name}: effort {_numbers(one)}"
                for name, one in guided.items()
            ),
        ),
    )


def _guided(solution: Solution) -> _Guided:
    problem = solution.problem
    guide = problem.setting.guide
    rollout = simulate(solution, RATE).rollout
    assert rollout.recording is not None, "it was asked for"
    history = guide_history(problem.character, rollout.recording, guide)
    return _Guided(guide.strength, rollout, history)


def _numbers(guided: _Guided) -> str:
    """How much it helped, from its effort on."""
    measures, largest = guided.rollout.measures, guided.history.size.max(initial=0.0)
    effort, seconds = (
        measures.metered["guide"]["effort"],
        max(guided.rollout.seconds, 1.0 / RATE),
    )
    work = f"{measures.metered['guide']['work']:z.0f}".replace("-", "\N{MINUS SIGN}")
    return (
        f"{effort:.0f} {UNIT}, {effort / seconds:.0f} a second;"
        f" work {work} J; strength {guided.strength:g};"
        f" largest torque {largest:.0f} N m."
    )
