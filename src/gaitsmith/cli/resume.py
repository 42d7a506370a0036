"""gaitsmith resume: goes on exactly where a job stopped."""

from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.crew import told_by, who_works
from gaitsmith.cli.jobs import tell, watched
from gaitsmith.cli.options import AsJson, DifferentBits, OnCluster, Workers


def resume(
    run: Annotated[
        Path,
        typer.Argument(
            help="Folder of a search, chain, withdrawal, training or study."
        ),
    ],
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    json: AsJson = False,
) -> None:
    """Resume a job exactly where it stopped, however it stopped."""
    from gaitsmith.cli.study import with_page
    from gaitsmith.cli.subject import tell_person
    from gaitsmith.jobs import job_in
    from gaitsmith.studies.study_job import StudyJob
    from gaitsmith.subjects.search import PersonsWalk

    kind = job_in(run)
    problem = kind.load(run).problem
    with who_works(workers, cluster, different_bits) as crew:
        done = watched(
            run, problem, lambda watch: kind.resume(run, crew, told_by(crew, watch))
        )
    if isinstance(done, PersonsWalk):
        tell_person(done, run / "report.html", json)
        return
    if kind is StudyJob:
        with_page(done)
    tell(done, run, json)
