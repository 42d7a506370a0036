"""gaitsmith resume: goes on exactly where a run stopped."""

from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.console import notes, print_json, print_lines
from gaitsmith.cli.options import AsJson, Workers


def resume(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    workers: Workers = None,
    json: AsJson = False,
) -> None:
    """Go on exactly where a run stopped, however it stopped."""
    from gaitsmith import workflows
    from gaitsmith.cli.searching import run_lines, run_result, search_with_progress
    from gaitsmith.runs.folder import RunFolder

    experiment = RunFolder.open_run(run).experiment()
    finished = search_with_progress(
        notes(), experiment, lambda watch: workflows.resume(run, workers, watch)
    )
    if json:
        print_json(run_result(finished))
    else:
        print_lines(*run_lines(finished))
