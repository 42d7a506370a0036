"""The page of a take: replay, the way from above, speeds, and what was decided."""

from importlib.metadata import version
from pathlib import Path

import numpy as np

from gaitsmith.report.drawing import AXIS_COLOR, new_drawing, style_axes, svg_text
from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.sections import Commands, Facts, Figure, ShellCommand, Table
from gaitsmith.runs.files import write_atomically
from gaitsmith.scene.replay import scene_of
from gaitsmith.takes.performance import Performance
from gaitsmith.takes.way import STEP

_WIDTH, _HEIGHT = 7.0, 2.6  # inches


def write_take_page(path: Path, performance: Performance, command: str = "") -> None:
    """Write the page of a take that was recorded."""
    take = performance.take
    scene = scene_of(
        take.name, performance.character, performance.setting, performance.rollout
    )
    content = PageContent(
        title=take.name,
        subtitle=take.description or performance.sentence,
        views=(PageView(scene),),
        sections=(
            _facts(performance),
            _from_above(performance),
            _speeds(performance),
            _decisions(performance),
            *((Commands("Commands", (ShellCommand(command),)),) if command else ()),
        ),
        footer=(("gaitsmith", version("gaitsmith")), ("seed", take.seed)),
    )
    write_atomically(path, render_page(content))


def _facts(performance: Performance) -> Facts:
    return Facts(
        "The take",
        (
            ("outcome", performance.sentence),
            ("gaits", ", ".join(performance.gaits)),
            ("time steps", f"{performance.setting.rate:g} a second"),
        ),
    )


def _from_above(performance: Performance) -> Figure:
    """The way, and the body on it."""
    way, recording = performance.way, performance.rollout.recording
    assert recording is not None
    points = way.points[: int(way.length / STEP) + 1]
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        style_axes(axes, "x [m]", "y [m]")
        axes.plot(*points.T, "--", color=AXIS_COLOR, lw=1.0, label="way")
        axes.plot(*recording.com[:, :2].T, lw=1.2, label="centre of mass")
        axes.set(aspect="equal", adjustable="datalim")
        axes.legend(frameon=False)
        svg = svg_text(drawing)
    return Figure("Seen from above", svg)


def _speeds(performance: Performance) -> Figure:
    """Asked for and walked, step by step."""
    steps = performance.steps
    along = np.array([step.along for step in steps])
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        style_axes(axes, "along the way [m]", "speed [m/s]")
        asked = [step.asked for step in steps]
        axes.step(along, asked, "--", color=AXIS_COLOR, lw=1.0, label="asked for")
        axes.plot(along, [step.speed for step in steps], ".-", lw=1.2, label="walked")
        axes.set(ylim=(0.0, None))
        axes.legend(frameon=False)
        svg = svg_text(drawing)
    return Figure("Speed", svg)


def _decisions(performance: Performance) -> Table:
    return Table(
        "What was decided",
        ("time [s]", "along [m]", ""),
        tuple(
            (f"{one.time:.2f}", f"{one.along:.1f}", one.words)
            for one in performance.happenings
        ),
        note="Each was tried in simulation before it was done.",
    )
