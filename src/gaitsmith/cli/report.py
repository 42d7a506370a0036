"""gaitsmith report: the page of a solution or a run."""

from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.console import notes, print_json, print_lines
from gaitsmith.cli.options import AsJson, SolutionName


def report(
    solution: SolutionName,
    output: Annotated[
        Path | None,
        typer.Option(
            help="The page to write.", show_default="in the run folder or here"
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Write one self-contained HTML page that opens offline."""
    from gaitsmith.adaptation.chain import is_chain
    from gaitsmith.cli.searching import announce_compiling
    from gaitsmith.report.build import write_report, write_run_page
    from gaitsmith.runs.folder import RunFolder
    from gaitsmith.workflows import load_solution

    found = load_solution(solution)
    announce_compiling(notes(), found.experiment)
    path = Path(solution)
    if path.is_dir() and not is_chain(path):
        page = write_run_page(RunFolder.open_run(path), found, output)
    else:
        page = output or Path(f"{path.stem}.html")
        write_report(found, page)
    if json:
        print_json({"report": str(page)})
    else:
        print_lines(f"Open this page: {page.resolve()}")
