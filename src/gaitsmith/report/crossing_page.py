"""The page of a crossing: replay with footfalls, filmstrip, plots and figures."""

from importlib.metadata import version
from pathlib import Path

from gaitsmith.planning.crossing import CourseRunner, CrossedStep, Crossing
from gaitsmith.report.crossing_plots import crossing_map, crossing_panels
from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.sections import (
    Cell,
    Commands,
    Facts,
    Section,
    ShellCommand,
    Table,
)
from gaitsmith.runs.files import write_atomically
from gaitsmith.scene.crossing_scene import crossing_scene, crossing_sentence, is_missed
from gaitsmith.scene.crossing_strip import crossing_strip_png

_SIDES = ("left", "right")


def write_crossing_page(
    path: Path, title: str, runner: CourseRunner, crossing: Crossing, command: str = ""
) -> None:
    """Write the page of a crossing that was recorded.

    Args:
        path: of the page.
        title: of the page.
        runner: who has crossed.
        crossing: what came of it.
        command: that does it again.
    """
    scene = crossing_scene(runner.walker.character.name, runner, crossing)
    content = PageContent(
        title=title,
        subtitle=crossing_sentence(crossing),
        views=(PageView(scene, crossing_strip_png(runner, crossing, scene)),),
        sections=(
            _facts(crossing),
            *crossing_map(scene, runner.course.waypoints),
            *crossing_panels(crossing, bool(runner.course.stones)),
            _steps(runner, crossing),
            *_commands(command),
        ),
        footer=(
            ("gaitsmith", version("gaitsmith")),
            ("character", runner.walker.character.name),
            ("planner", runner.settings.planner),
            ("horizon", runner.settings.horizon),
            ("examples", _num_examples(runner)),
        ),
    )
    write_atomically(path, render_page(content))


def write_picture(path: Path, runner: CourseRunner, crossing: Crossing) -> None:
    """Write the filmstrip alone, a PNG."""
    write_atomically(path, crossing_strip_png(runner, crossing))


def _num_examples(runner: CourseRunner) -> int | None:
    return len(runner.model.known.examples) if runner.model else None


def _facts(crossing: Crossing) -> Section:
    errors = crossing.errors
    facts: list[tuple[str, Cell]] = [
        ("outcome", crossing_sentence(crossing)),
        ("steps", len(crossing.steps)),
        (
            "good steps",
            f"{crossing.good_steps}, at least half of the foot on the ground",
        ),
        ("planned steps", len(errors)),
    ]
    if errors:
        facts += [
            ("missed plans", f"{crossing.missed_plans}, without an acceptable plan"),
            ("rehearsed", f"{crossing.simulated} steps, tried in simulation"),
            ("mean error", f"{100 * sum(errors) / len(errors):.1f} cm"),
            ("largest error", f"{100 * max(errors):.1f} cm"),
            (
                "planning",
                f"{crossing.planning_ms(0.5):.1f} ms, 99 %:"
                f" {crossing.planning_ms(0.99):.1f} ms",
            ),
        ]
    facts.append(("real-time factor", f"{crossing.realtime_factor:.1f}"))
    return Facts("The crossing", tuple(facts))


def _steps(runner: CourseRunner, crossing: Crossing) -> Section:
    has_stones = bool(runner.course.stones)
    return Table(
        "Steps",
        (
            "step", "time [s]", "foot", "heel [m]", "planned [m]", "error [cm]",
            "uncertainty", "on ground", "",
        ),
        tuple(
            _row(number, step, has_stones)
            for number, step in enumerate(crossing.steps, start=1)
        ),
        note="Places of heels along the way.",
    )  # fmt: skip


def _row(number: int, step: CrossedStep, has_stones: bool) -> tuple[Cell, ...]:
    plan, fall = step.plan, step.footfall
    remarks = ["missed"] if is_missed(step, has_stones) else []
    if plan is not None and not plan.is_found:
        remarks.append("no acceptable plan")
    return (
        number,
        f"{fall.time:.2f}",
        _SIDES[fall.side],
        f"{fall.ahead:.2f}",
        None if plan is None else f"{plan.heels[0]:.2f}",
        None if plan is None else f"{100 * step.error:.1f}",
        None if plan is None else f"{plan.uncertainty[0]:.3f}",
        f"{step.share:.0%}",
        ", ".join(remarks) or "",
    )


def _commands(command: str) -> tuple[Section, ...]:
    if not command:
        return ()
    return (Commands("Reproduce it", (ShellCommand(command),)),)
