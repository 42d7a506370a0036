"""One page that compares several solutions."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.gait.reference import Reference, human_reference
from gaitsmith.pushes import PushTable
from gaitsmith.report.build import SHOWN_SECONDS, Shown, show, views
from gaitsmith.report.gait_figures import gait_panels
from gaitsmith.report.gait_sections import several_table
from gaitsmith.report.guide_section import guide_section
from gaitsmith.report.page import PageContent, render_page
from gaitsmith.report.push_plot import push_figures
from gaitsmith.report.sections import (
    Cell,
    Commands,
    Paragraph,
    Section,
    ShellCommand,
    Table,
)
from gaitsmith.report.sturdiness_section import sturdiness_table
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.solution import Solution


def write_several(
    solutions: Mapping[str, Solution],
    path: Path,
    pushes: Mapping[str, PushTable] | None = None,
    lead: Sequence[Section] = (),
) -> Path:
    """Simulate several solutions and write the page that compares them.

    Args:
        solutions: by the name that the page shows.
        path: of the page.
        pushes: the push tables that are known, by the same names.
        lead: sections that come first.

    Returns:
        Where it was written.
    """
    shown = [show(*one, SHOWN_SECONDS) for one in solutions.items()]
    content = PageContent(
        title=" · ".join(solutions),
        subtitle=" ".join(f"{s.label}: {s.scored.rollout.sentence}" for s in shown),
        views=views(one.scene for one in shown),
        sections=(
            *lead,
            _objectives(shown),
            *guide_section({one.label: one.solution for one in shown}),
            *_gaits(solutions),
            *sturdiness_table(solutions),
            *push_figures({name: t.forces for name, t in (pushes or {}).items()}),
            *_parameters(solutions),
            _commands(solutions),
        ),
        footer=(("gaitsmith", version("gaitsmith")),),
    )
    write_atomically(path, render_page(content))
    return path


def _objectives(shown: list[Shown]) -> Table:
    """What each term costs each of them; a term that one does not have stays empty."""
    cards = [one.scored.score for one in shown]
    names = dict.fromkeys(term.name for card in cards for term in card.terms)
    found = [{term.name: term.contribution for term in card.terms} for card in cards]
    rows: list[tuple[Cell, ...]] = [
        (name, *(terms.get(name) for terms in found)) for name in names
    ]
    rows.append(("total", *(card.total for card in cards)))
    return Table(
        "Score cards",
        ("contribution", *(one.label for one in shown)),
        tuple(rows),
        note="Totals compare only where the objectives are the same.",
    )


def _gaits(solutions: Mapping[str, Solution]) -> tuple[Section, ...]:
    assessed: dict[str, Assessment] = {}
    missing: list[str] = []
    for name, solution in solutions.items():
        try:
            assessed[name] = assess(solution)
        except NoStepsError as error:
            missing.append(str(error))
    notes = tuple(Paragraph("Gait", f"Not measured: {text}") for text in missing)
    if not assessed:
        return notes
    return several_table(assessed), *gait_panels(assessed, _people(assessed)), *notes


def _people(assessed: Mapping[str, Assessment]) -> Reference:
    """People at the mean of the speeds; none if some walk and some run."""
    gaits = {one.analysis.gait for one in assessed.values()}
    if len(gaits) > 1:
        return Reference("people", {}, {}, {}, ())
    speed = float(np.mean([one.score.speed for one in assessed.values()]))
    return human_reference(gaits.pop(), speed)


def _parameters(solutions: Mapping[str, Solution]) -> tuple[Section, ...]:
    """Side by side, if all have the same parameters."""
    spaces = [one.problem.space for one in solutions.values()]
    names = [[p.name for p in space.parameters] for space in spaces]
    if any(mine != names[0] for mine in names):
        return ()
    return (
        Table(
            "Parameters",
            ("name", "unit", *solutions),
            tuple(
                (p.name, p.unit, *(s.values[p.name] for s in solutions.values()))
                for p in spaces[0].parameters
            ),
        ),
    )


def _commands(solutions: Mapping[str, Solution]) -> Commands:
    return Commands(
        "Make them again",
        tuple(
            ShellCommand(
                solution.provenance.command, f"{name}, seed {solution.provenance.seed}"
            )
            for name, solution in solutions.items()
            if solution.provenance.command
        ),
    )
