"""gaitsmith study: many searches over seeds, bodies, speeds, weights or laws."""

from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import command_line, notes, print_result
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.jobs import announce_compiling, begun, tell, unused
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    OnCluster,
    RunPath,
    Workers,
    completed_by,
)
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gaitsmith.studies.study_job import StudyResult

MANY = 1000  # cells; more are only begun with --yes


def studies() -> "Iterable[str]":
    """Names of the studies that ship."""
    from gaitsmith.resources import shipped_files

    return shipped_files("studies", ".toml")


def study(
    file: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="A study's name, or the path of a .toml file.",
            autocompletion=completed_by(studies),
        ),
    ],
    run: RunPath = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Only the first so many cells.", show_default="all"),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help=f"Begin also with more than {MANY} cells.")
    ] = False,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Say how many cells and how long, and stop."),
    ] = False,
    changes: Changes = None,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    json: AsJson = False,
) -> None:
    """Do many searches over seeds, bodies, speeds, weights or laws."""
    from gaitsmith.studies.estimate import estimate
    from gaitsmith.studies.plan import load_study
    from gaitsmith.studies.study_job import StudyJob

    found = load_study(file, changes or (), limit)
    job = StudyJob(found)
    announce_compiling(job.problem)
    with who_works(workers, cluster, different_bits) as crew:
        expected = estimate(found, crew)
        if plan:
            print_result(json, expected.as_dict(), str(expected))
            return
        if found.count > MANY and not yes:
            raise InputError(
                f"{file}: {expected} Give --yes to begin all of them, or --limit N for"
                " the first N."
            )
        notes().print(str(expected), markup=False, soft_wrap=True)
        options = {"limit": limit, "changes": changes}
        command = command_line("study", file, **options)
        folder = run or unused(f"study-{found.name}")
        done = begun(job, folder, crew, command)
    tell(with_page(done), folder, json)


def with_page(result: "StudyResult") -> "StudyResult":
    """The same, with its page written, and its table as Parquet if that can be."""
    from gaitsmith.report.study_page import write_study_page
    from gaitsmith.studies.table import write_parquet

    missing = write_parquet(result.folder, result.found)
    if missing:
        notes().print(missing, markup=False, soft_wrap=True)
    write_study_page(result)
    return result
