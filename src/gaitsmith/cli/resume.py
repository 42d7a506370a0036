"""gaitsmith resume: goes on exactly where a run stopped."""

from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.console import notes
from gaitsmith.cli.options import AsJson, Workers


def resume(
    run: Annotated[
        Path,
        typer.Argument(
            help="A run folder, of a search, a chain, a withdrawal or a skill."
        ),
    ],
    workers: Workers = None,
    json: AsJson = False,
) -> None:
    """Go on exactly where a run stopped, however it stopped."""
    from gaitsmith import workflows
    from gaitsmith.adaptation.chain import is_chain
    from gaitsmith.cli.adapt import resume_chain
    from gaitsmith.cli.searching import search_with_progress, tell_run
    from gaitsmith.cli.skill import resume_skill
    from gaitsmith.cli.withdraw import resume_windows
    from gaitsmith.runs.folder import RunFolder
    from gaitsmith.solution_file import SKILL_FILE
    from gaitsmith.withdrawal.windows import is_windows

    if (run / SKILL_FILE).is_file():
        resume_skill(run, workers, json)
        return
    if is_windows(run):
        resume_windows(run, workers, json)
        return
    if is_chain(run):
        resume_chain(run, workers, json)
        return
    experiment = RunFolder.open_run(run).experiment()
    finished = search_with_progress(
        notes(), experiment, lambda watch: workflows.resume(run, workers, watch)
    )
    tell_run(finished, json)
