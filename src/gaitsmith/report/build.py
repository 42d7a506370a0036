"""The pages: one solution, or a run with its start beside its best."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from gaitsmith.assessment import assess
from gaitsmith.diagnosis.subject import Explained, subject_of
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.pushes import PushTable
from gaitsmith.report.explanation_section import explanation_sections
from gaitsmith.report.gait_figures import gait_panels
from gaitsmith.report.gait_sections import (
    cost_table,
    energy_facts,
    features_table,
    power_table,
    score_table,
    steps_table,
)
from gaitsmith.report.guide_section import guide_section
from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.progress_plot import progress_svg
from gaitsmith.report.push_plot import push_figures
from gaitsmith.report.sections import (
    Cell,
    Commands,
    Facts,
    Figure,
    Paragraph,
    Section,
    ShellCommand,
    Table,
)
from gaitsmith.report.sturdiness_section import sturdiness_section
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.solution import Solution
from gaitsmith.scene.filmstrip import filmstrip_png
from gaitsmith.scene.replay import FRAME_RATE, scene_of
from gaitsmith.scene.scene import Scene
from gaitsmith.workflows import (
    AnySolution,
    Scored,
    as_solution,
    simulate,
    start_of,
    with_setting,
)

SHOWN_SECONDS = 10.0  # s, of a replay beside others
MOST_MOVING = 4  # each moving scene adds half a megabyte; the others are filmstrips
_STRIP_SECONDS = 4.0  # s


@dataclass(frozen=True)
class Extras:
    """What a page may show besides the solution itself."""

    pushes: PushTable | None = None
    """The largest pushes that it takes."""
    reference_file: Path | None = None
    """Whose curves to compare with; left out: people's."""
    strikes: tuple[float, ...] = ()
    """s, of the right foot in the reference file."""
    called: str = ""
    """What commands call it; left out: its name in the gallery."""
    changes: tuple[str, ...] = ()
    """That were made of it by --set, for the commands that are proposed."""


NOTHING_ELSE = Extras()


@dataclass(frozen=True)
class Shown:
    """A solution with the rollout that the page replays."""

    label: str
    solution: Solution
    scored: Scored

    @property
    def scene(self) -> Scene:
        """Its replay."""
        problem = self.solution.problem
        return scene_of(
            self.label, problem.character, problem.setting, self.scored.rollout
        )


def show(label: str, solution: Solution, most: float = math.inf) -> Shown:
    """Simulate a solution for a page: its own duration, but at most so long [s]."""
    if solution.problem.setting.duration > most:
        solution = with_setting(solution, duration=most)
    return Shown(label, solution, simulate(solution, FRAME_RATE))


def views(scenes: Iterable[Scene]) -> tuple[PageView, ...]:
    """Each with the filmstrip of its first seconds; only the first few move."""
    return tuple(
        PageView(
            scene, filmstrip_png(scene, seconds=_STRIP_SECONDS), number < MOST_MOVING
        )
        for number, scene in enumerate(scenes)
    )


def write_report(
    solution: AnySolution, path: str | Path, extras: Extras = NOTHING_ELSE
) -> Path:
    """Simulate a solution, or the one of this name, and write its page.

    Returns:
        where it is.
    """
    solution = as_solution(solution)
    shown = show(solution.name, solution)
    why = explanation_sections(_subject(solution, extras))
    _write(Path(path), (shown,), why, (), extras)
    return Path(path)


def write_run_page(
    folder: RunFolder,
    best: Solution,
    path: Path | None = None,
    extras: Extras = NOTHING_ELSE,
) -> Path:
    """The page of a run: where it started and the best so far, side by side.

    Written to `path`, or into the run folder; returns where.
    """
    path = path or folder.report_file
    before = show("before", start_of(best))
    after = show("after", best)
    progress = folder.read_progress()
    why = explanation_sections(_subject(best, extras, folder))
    figure = (_progress_figure(progress),) if progress else ()
    _write(path, (before, after), why, figure, extras)
    return path


def _subject(
    solution: Solution, extras: Extras, folder: RunFolder | None = None
) -> Explained:
    """What is explained; as soon as something is changed, no search has found it."""
    found = subject_of(solution, name=extras.called)
    own = None if extras.changes else folder
    name = extras.called or (str(folder.path) if folder else found.name)
    return replace(found, name=name, folder=own, changes=extras.changes)


def _write(
    path: Path,
    shown: tuple[Shown, ...],
    first: tuple[Section, ...],
    sections: tuple[Section, ...],
    extras: Extras,
) -> None:
    last = shown[-1]
    solution = last.solution
    content = PageContent(
        title=solution.name,
        subtitle=_subtitle(last),
        views=views(one.scene for one in shown),
        sections=(
            *first,
            _score_table(last),
            _measures(last),
            *sturdiness_section(solution),
            *guide_section({last.label: solution}),
            *_gait_sections(extras, last),
            *sections,
            _commands(solution),
            _parameters(solution),
        ),
        footer=(
            ("gaitsmith", version("gaitsmith")),
            ("character", solution.problem.character.name),
            ("seed", solution.provenance.seed),
            ("evaluations", solution.provenance.evaluations),
        ),
    )
    write_atomically(path, render_page(content))


def _gait_sections(extras: Extras, shown: Shown) -> tuple[Section, ...]:
    """The gait against people, in tables and curves; why not, if it takes no steps."""
    solution, table = shown.solution, extras.pushes
    pushes = push_figures({solution.name: table.forces} if table else {})
    try:
        assessed = assess(
            solution, reference_file=extras.reference_file, strikes=extras.strikes
        )
    except NoStepsError as error:
        return (
            Paragraph("Gait", f"There is no gait to measure: {error}"),
            *power_table(shown.scored.rollout.measures),
            *pushes,
        )
    return (
        score_table(assessed.score),
        steps_table(assessed.analysis, assessed.score.reference.size),
        *cost_table(assessed.metabolism),
        *power_table(assessed.rollout.measures),
        *gait_panels({solution.name: assessed}, assessed.score.reference),
        *((features_table(assessed),) if assessed.features else ()),
        *pushes,
    )


def _subtitle(shown: Shown) -> str:
    description = shown.solution.description
    sentences = (description.rstrip("."), shown.scored.rollout.sentence)
    return ". ".join(part for part in sentences if part)


def _score_table(shown: Shown) -> Section:
    card = shown.scored.score
    rows: list[tuple[Cell, ...]] = [
        (t.name, t.value, t.unit, t.weight, t.contribution) for t in card.terms
    ]
    rows.append(("total", None, "", None, card.total))
    note = "The objective is the sum of the contributions; lower is better."
    if card.human_data:
        note += f" It was scored with human data ({'; '.join(card.human_data)})."
    return Table(
        "Score card",
        ("term", "value", "unit", "weight", "contribution"),
        tuple(rows),
        note=note,
    )


def _measures(shown: Shown) -> Section:
    m = shown.scored.rollout.measures
    hip, knee, ankle = m.torque_shares
    return Facts(
        "What it was like",
        (
            ("outcome", shown.scored.rollout.sentence),
            ("speed", f"{m.speed:.3f} m/s"),
            ("step length", f"{m.step_length:.3f} m"),
            ("steps", m.steps),
            ("mean squared torque", f"{m.torque_squared:.0f} N²m²"),
            ("torque shares", f"hips {hip:.0%}, knees {knee:.0%}, ankles {ankle:.0%}"),
            *energy_facts(m),
        ),
    )


def _progress_figure(rows: list[Progress]) -> Section:
    is_guided = any(row.guide_strength for row in rows)
    return Figure(
        "Progress",
        progress_svg(
            [row.generation for row in rows],
            [row.best for row in rows],
            [row.best_survived for row in rows],
            guide_strength=[row.guide_strength for row in rows] if is_guided else None,
            guide_effort=[row.guide_effort for row in rows] if is_guided else None,
        ),
        caption=(
            "Best objective so far, and how long that candidate stayed up;"
            + (" how strong its guide was and its effort;" if is_guided else "")
            + f" {rows[-1].evaluations} candidates in {rows[-1].seconds:.0f} s."
        ),
    )


def _commands(solution: Solution) -> Section:
    made = solution.provenance
    if not made.command:
        return Paragraph("Reproduce it", "This solution does not say how it was made.")
    return Commands(
        "Reproduce it",
        (ShellCommand(made.command, f"seed {made.seed} is stored in the experiment"),),
    )


def _parameters(solution: Solution) -> Section:
    space = solution.problem.space
    return Table(
        "Parameters",
        ("name", "value", "start", "unit", "meaning"),
        tuple(
            (p.name, solution.values[p.name], p.initial, p.unit, p.meaning)
            for p in space.parameters
        ),
        note=f"{space.dimension} of {len(space.parameters)} were searched for.",
    )
