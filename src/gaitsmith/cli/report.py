"""gaitsmith report: the page of a solution or a run, or of several side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import notes, print_json, print_lines
from gaitsmith.cli.options import AsJson, ReferenceFile, Strikes, strike_times

if TYPE_CHECKING:
    from gaitsmith.gait.pushes import PushTable
    from gaitsmith.runs.solution import Solution

SEVERAL_PAGE = Path("comparison.html")


def report(
    solutions: Annotated[
        list[str],
        typer.Argument(
            metavar="SOLUTION...",
            help="Gallery names, solution files or run folders; several: side by side.",
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
    json: AsJson = False,
) -> None:
    """Write one self-contained HTML page that opens offline."""
    from gaitsmith.cli.searching import announce_compiling
    from gaitsmith.runs.files import require_place
    from gaitsmith.workflows import load_solution

    times = strike_times(strikes, reference)
    found = {name: load_solution(name) for name in solutions}
    if output is not None:
        require_place(output)
    for one in found.values():
        announce_compiling(notes(), one.experiment)
    if len(found) > 1:
        if pushes or reference:
            raise typer.BadParameter(
                "--pushes and --reference go with a single solution."
            )
        page = _several(found, output)
    else:
        ((name, solution),) = found.items()
        page = _one(name, solution, output, pushes, reference, times)
    if json:
        print_json({"report": str(page)})
    else:
        print_lines(f"Open this page: {page.resolve()}")


def _one(
    name: str,
    solution: "Solution",
    output: Path | None,
    pushes: Path | None,
    reference: Path | None,
    strikes: tuple[float, ...],
) -> Path:
    from gaitsmith.adaptation.chain import is_chain
    from gaitsmith.errors import InputError
    from gaitsmith.report.build import Extras, write_report, write_run_page
    from gaitsmith.runs.folder import RunFolder
    from gaitsmith.runs.push_file import read_pushes

    table = read_pushes(pushes, solution) if pushes else _pushes(name, solution)
    if pushes and table is None:
        raise InputError(f"{pushes}: these are the pushes of another solution.")
    extras = Extras(table, reference, strikes)
    path = Path(name)
    if path.is_dir() and not is_chain(path):
        return write_run_page(RunFolder.open_run(path), solution, output, extras)
    page = output or Path(path.name.removesuffix(".json") + ".html")
    return write_report(solution, page, extras)


def _several(found: dict[str, "Solution"], output: Path | None) -> Path:
    from gaitsmith.report.several_page import write_several

    tables = {name: _pushes(name, solution) for name, solution in found.items()}
    known = {name: table for name, table in tables.items() if table is not None}
    return write_several(found, output or SEVERAL_PAGE, known)


def _pushes(name: str, solution: "Solution") -> "PushTable | None":
    """The table beside the solution; none if there is none, or it is an older one's."""
    from gaitsmith.runs.push_file import push_file, read_pushes
    from gaitsmith.workflows import find_solution

    path = push_file(find_solution(name))
    return read_pushes(path, solution) if path.is_file() else None
