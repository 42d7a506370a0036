"""gaitsmith report: the page of a solution or a run, or of several side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    ReferenceFile,
    Strikes,
    completed_by,
    starts,
    strike_times,
)

if TYPE_CHECKING:
    from gaitsmith.pushes import PushTable
    from gaitsmith.runs.solution import Solution

SEVERAL_PAGE = Path("comparison.html")


def report(
    solutions: Annotated[
        list[str],
        typer.Argument(
            metavar="SOLUTION...",
            help="Gallery names, solution files, run folders, or experiments (then"
            " their start); several: side by side; or the folder of a study.",
            autocompletion=completed_by(starts),
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            help="The page to write.", show_default="in the run folder or here"
        ),
    ] = None,
    pushes: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The push table to draw, from push --output.",
            show_default="the one beside the solution",
        ),
    ] = None,
    reference: ReferenceFile = None,
    strikes: Strikes = "",
    clinic: Annotated[
        bool, typer.Option("--clinic", help="Two pages to print, as clinics write.")
    ] = False,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Write one self-contained HTML page that opens offline."""
    from gaitsmith.runs.files import require_place
    from gaitsmith.solution_file import STUDY_FILE
    from gaitsmith.workflows import solution_or_start

    if len(solutions) == 1 and (Path(solutions[0]) / STUDY_FILE).is_file():
        if pushes or reference or changes:
            raise typer.BadParameter("a study takes no option but --output and --json.")
        written = _study(Path(solutions[0]), output)
        print_result(json, {"report": str(written)}, f"Open: {written.resolve()}")
        return
    times = strike_times(strikes, reference)
    found = {name: solution_or_start(name, changes or ()) for name in solutions}
    page = output or _default_page(solutions)
    require_place(page)
    for one in found.values():
        announce_compiling(one.problem)
    if clinic:
        if len(found) > 1 or pushes:
            raise typer.BadParameter("--clinic takes a single solution, no --pushes.")
        (solution,) = found.values()
        _clinic(solution, page, reference, times, json)
        return
    if len(found) > 1:
        if pushes or reference:
            raise typer.BadParameter(
                "--pushes and --reference go with a single solution."
            )
        _several(found, page)
    else:
        ((name, solution),) = found.items()
        _one(name, solution, page, pushes, reference, times, tuple(changes or ()))
    print_result(json, {"report": str(page)}, f"Open this page: {page.resolve()}")


def _study(folder: Path, page: Path | None) -> Path:
    """The page of as much of a study as is done, and its tables."""
    from gaitsmith.report.study_page import write_study_page
    from gaitsmith.runs.files import require_place
    from gaitsmith.studies.study_job import open_study
    from gaitsmith.studies.table import write_parquet, write_tables

    if page is not None:
        require_place(page)
    found = open_study(folder)
    write_tables(folder, found.study, found.found)
    if found.found:
        write_parquet(folder, found.found)
    return write_study_page(found, page)


def _default_page(solutions: list[str]) -> Path:
    """In the run folder, or here."""
    from gaitsmith.runs.folder import RunFolder

    if len(set(solutions)) > 1:
        return SEVERAL_PAGE
    path = Path(solutions[0])
    if _is_run(path):
        return RunFolder(path).report_file
    return Path(path.name.removesuffix(".json").removesuffix(".toml") + ".html")


def _is_run(path: Path) -> bool:
    """Whether it is the folder of one search."""
    from gaitsmith.runs.folder import RunFolder

    return RunFolder(path).experiment_file.is_file()


def _one(
    name: str,
    solution: "Solution",
    page: Path,
    pushes: Path | None,
    reference: Path | None,
    strikes: tuple[float, ...],
    changes: tuple[str, ...],
) -> None:
    from gaitsmith.errors import InputError
    from gaitsmith.report.build import Extras, write_report, write_run_page
    from gaitsmith.runs.folder import RunFolder
    from gaitsmith.runs.push_file import read_pushes

    table = read_pushes(pushes, solution) if pushes else _pushes(name, solution)
    if pushes and table is None:
        raise InputError(f"{pushes}: these are the pushes of another solution.")
    extras = Extras(table, reference, strikes, name, changes)
    if _is_run(Path(name)):
        write_run_page(RunFolder.open_run(Path(name)), solution, page, extras)
    else:
        write_report(solution, page, extras)


def _clinic(
    solution: "Solution",
    page: Path,
    reference: Path | None,
    strikes: tuple[float, ...],
    json: bool,
) -> None:
    from gaitsmith.assessment import assess
    from gaitsmith.gait.clinic import clinic_of
    from gaitsmith.report.clinic_page import write_clinic

    measured = assess(solution, reference_file=reference, strikes=strikes)
    write_clinic(solution, measured, page)
    found = clinic_of(measured.analysis, measured.score.reference)
    score = f"gait profile score {found.profile_score():.1f} degrees"
    result = {"report": str(page), **found.as_dict()}
    print_result(json, result, score, f"Open this page: {page.resolve()}")


def _several(found: dict[str, "Solution"], page: Path) -> None:
    from gaitsmith.report.several_page import write_several

    tables = {name: _pushes(name, solution) for name, solution in found.items()}
    known = {name: table for name, table in tables.items() if table is not None}
    write_several(found, page, known)


def _pushes(name: str, solution: "Solution") -> "PushTable | None":
    """The table beside the solution; none if there is none, or it is an older one's."""
    from gaitsmith.runs.push_file import push_file, read_pushes
    from gaitsmith.workflows import find_solution, is_start

    if is_start(name):
        return None
    path = push_file(find_solution(name))
    return read_pushes(path, solution) if path.is_file() else None
