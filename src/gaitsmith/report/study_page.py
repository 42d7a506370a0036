"""The page of a study: how often, how well, over what, and gaits to watch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from gaitsmith.errors import InputError
from gaitsmith.report.build import show
from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.sections import (
    Cell,
    Commands,
    Figure,
    Panel,
    Panels,
    Paragraph,
    Section,
    ShellCommand,
    Table,
)
from gaitsmith.report.study_plots import (
    column_words,
    curves_svg,
    front_svg,
    heat_map_svg,
    learning_svg,
    strip_svg,
)
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.job import JobFolder
from gaitsmith.runs.solution import read_solution
from gaitsmith.scene.filmstrip import filmstrip_png
from gaitsmith.scene.scene import Scene
from gaitsmith.solution_file import BEST_FILE
from gaitsmith.studies.found import Found
from gaitsmith.studies.study_job import StudyResult
from gaitsmith.studies.summary import Summary
from gaitsmith.studies.table import rows_of
from gaitsmith.studies.views import Look, front, look_of

PAGE_FILE = "study.html"
MOST_SCENES = 16  # each adds a third of a megabyte
SHOWN_SECONDS = 5.0  # s, of each
MOST_CURVES = 6  # groups with learning curves of their own
MOST_ROWS = 400  # cells in the page's table; all are in results.csv
CLICK = "Click on a point or a field to watch its gait above; crosses are no success."


def write_study_page(result: StudyResult, path: Path | None = None) -> Path:
    """Write the page of as much of a study as is done; returns where.

    Args:
        result: what is done, see `open_study`.
        path: of the page; left out: study.html in the study's folder.
    """
    path = path or result.folder / PAGE_FILE
    study, found = result.study, result.found
    if not found:
        raise InputError(
            f"{result.folder}: no cell of this study is done yet. Resume it with:"
            f" gaitsmith resume {result.folder}"
        )
    shown = list(islice(_scenes(result), MOST_SCENES))
    scenes = {one.cell.number: index for index, (one, _) in enumerate(shown)}
    content = PageContent(
        title=study.name,
        subtitle=f"{study.description} {_done(result)}".strip(),
        lead=(_rates(result),),
        views=tuple(
            PageView(scene, None if index else filmstrip_png(scene, seconds=4.0))
            for index, (_, scene) in enumerate(shown)
        ),
        has_one_view=True,
        sections=(
            *_columns(result, look_of(study), scenes),
            *_front(result, scenes),
            *_learning(result),
            _cells(result),
            _commands(result),
        ),
        footer=(
            ("gaitsmith", version("gaitsmith")),
            ("cells", study.count),
            ("done", len(found)),
        ),
    )
    write_atomically(path, render_page(content))
    return path


def _done(result: StudyResult) -> str:
    done, count = len(result.found), result.study.count
    if done == count:
        return f"{count} searches." if count > 1 else "1 search."
    return f"{done} of {count} searches are done."


def _scenes(result: StudyResult) -> Iterator[tuple[Found, Scene]]:
    """Gaits to watch: those that nobody beats, the best of each group, the others."""
    by_cost = sorted(result.found, key=_objective)
    of_groups = [min(group.found, key=_objective) for group in result.summaries]
    best = front(result.found, result.study.front) if _has_front(result) else ()
    order = {one.cell.number: one for one in (*best, *of_groups, *by_cost)}
    for one in order.values():
        file = result.folder / result.study.folder(one.cell) / BEST_FILE
        if not file.is_file():
            continue
        label = f"{one.cell.number}: {one.cell.words}"
        shown = show(label, read_solution(file), SHOWN_SECONDS)
        words = "" if one.is_success else f" No success: {one.why}"
        yield one, replace(shown.scene, caption=f"{shown.scene.caption}{words}")


def _objective(one: Found) -> float:
    total = one.numbers.get("objective")
    return float("inf") if total is None else float(total)


def _rates(result: StudyResult) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for group in result.summaries:
        low, high = group.interval
        found, candidates = group.spread("objective"), group.spread("evaluations")
        rows.append(
            (
                group.words or "all",
                f"{group.successes} of {len(group.found)}",
                f"{group.rate:.0%}",
                f"{low:.0%} to {high:.0%}",
                found and found.best,
                found and found.median,
                found and f"{found.lower_quartile:.4g} to {found.upper_quartile:.4g}",
                found and found.worst,
                candidates and candidates.median,
            )
        )
    columns = (
        *("", "successes", "rate", "95 % confidence", "best objective", "median"),
        *("middle half", "worst", "candidates"),
    )
    note = (
        f"{result.study.success.sentence} Intervals are Wilson's. Objective: of the"
        " best of each search; lower is better. Candidates: median of the searches."
    )
    return Table("Success", columns, tuple(rows), note)


def _columns(
    result: StudyResult, look: Look, scenes: Mapping[int, int]
) -> Iterator[Section]:
    """Each column that is shown over the keys that are varied."""
    groups = result.summaries
    known = {column for one in result.found for column in one.numbers}
    if look.y is not None:
        fields = _fields(groups, look)
        watched = {
            place: scenes[one.cell.number]
            for place, group in fields.items()
            for one in group.found
            if one.cell.number in scenes
        }
        rates = {place: group.rate for place, group in fields.items()}
        maps = [Panel("success rate", heat_map_svg(rates, look, watched, True))]
        for column in result.study.show:
            values = {
                place: found.median if (found := group.spread(column)) else None
                for place, group in fields.items()
            }
            if any(value is not None for value in values.values()):
                title = f"{column_words(column)}, median"
                maps.append(Panel(title, heat_map_svg(values, look, watched)))
        yield Panels("Map", tuple(maps), caption=CLICK)
        return
    for column in result.study.show:
        if column not in known:
            yield Paragraph(column_words(column), "No cell that is done has it.")
        elif look.x is not None:
            svg = curves_svg(column, groups, look, scenes)
            yield Figure(f"{column_words(column)} over {look.x.key}", svg, CLICK)
        else:
            words = "Bars: the middle half; strokes: the median."
            svg = strip_svg(column, groups, scenes)
            yield Figure(column_words(column), svg, f"{words} {CLICK}")


def _fields(groups: Sequence[Summary], look: Look) -> dict[tuple[Any, Any], Summary]:
    assert look.x is not None, "a heat map has two keys"
    assert look.y is not None, "a heat map has two keys"
    return {(one.group[look.x.key], one.group[look.y.key]): one for one in groups}


def _has_front(result: StudyResult) -> bool:
    spec = result.study.front
    return len(spec.less) + len(spec.more) >= 2


def _front(result: StudyResult, scenes: Mapping[int, int]) -> Iterator[Section]:
    """What one gains costs something else."""
    if not _has_front(result):
        return
    spec = result.study.front
    best = front(result.found, spec)
    if not best:
        yield Paragraph("Trade-off", "No cell that is done is a success.")
        return
    columns = (*spec.less, *spec.more)
    words = " ".join(
        [
            f"Less {' and '.join(map(column_words, spec.less))}" if spec.less else "",
            f"more {' and '.join(map(column_words, spec.more))}" if spec.more else "",
        ]
    )
    size = f" The larger the point, the more {columns[2]}." if columns[2:] else ""
    caption = (
        f"{words.strip()} is better. In colour: those than which none is better in"
        f" everything; {len(best)} of {len(result.found)}.{size} {CLICK}"
    )
    yield Figure("Trade-off", front_svg(result.found, best, columns, scenes), caption)


def _learning(result: StudyResult) -> Iterator[Section]:
    runs: dict[str, list[list[Progress]]] = {}
    for group in result.summaries[:MOST_CURVES]:
        for one in group.found:
            place = result.folder / result.study.folder(one.cell)
            rows = RunFolder(place).read_progress()
            if rows:
                runs.setdefault(group.words or "median", []).append(rows)
    if not runs:
        return
    left_out = len(result.summaries) - MOST_CURVES
    also = f" The first {MOST_CURVES} groups; {left_out} more are left out."
    caption = (
        "Thin: every search; thick: the median; a search that ended keeps its best."
    )
    yield Figure(
        "Learning curves", learning_svg(runs), caption + (also if left_out > 0 else "")
    )


def _cells(result: StudyResult) -> Table:
    columns = (
        *("success", "objective", "seconds_up", "speed", "evaluations", "stop_reason"),
        *(*result.study.show, *result.study.front.less, *result.study.front.more),
        "why_not",
    )
    rows = rows_of(result.found[:MOST_ROWS])
    keys = [axis.key for axis in result.study.axes]
    names = [*dict.fromkeys(["cell", *keys, *columns])]
    names = [name for name in names if name in rows[0]]
    return Table(
        "Cells",
        tuple(name.rpartition(".")[2].replace("_", " ") for name in names),
        tuple(tuple(_as_cell(row[name]) for name in names) for row in rows),
        "All columns are in results.csv, beside this page.",
    )


def _as_cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return "✓" if value else "✘"
    return value if isinstance(value, int | float | None) else str(value)


def _commands(result: StudyResult) -> Commands:
    made = JobFolder(result.folder).first_command() or "gaitsmith study ..."
    place = result.folder.name
    return Commands(
        "Go on",
        (
            ShellCommand(made, "the study again"),
            ShellCommand(f"gaitsmith resume {place}", "what is left of it"),
            ShellCommand(f"gaitsmith report {place}", "this page anew, at any time"),
            ShellCommand(
                f"gaitsmith view {place}/{result.study.folder(result.found[0].cell)}",
                "a cell live; every cell is a run folder like others",
            ),
        ),
    )
