"""gaitsmith reproduce: a published table or figure, ours beside theirs."""

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.console import notes, print_json, print_lines
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import (
    AsJson,
    DifferentBits,
    OnCluster,
    Workers,
    completed_by,
)

FOLDER = Path("reproductions")
# An experiment with the paper's law.
EXAMPLES = {
    "demo": "demo",
    "vandepanne1995": "vandepanne1995/simpleton_1",
    "wang2009": "wang2009/paper",
    "wang2012": "wang2012/first_steps",
}


def tables() -> Iterable[str]:
    """Names of all tables."""
    from gaitsmith.reproduction.tables import TABLES

    return TABLES


def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            help="PAPER/EXPERIMENT, such as yin2007/gaits.",
            autocompletion=completed_by(tables),
        ),
    ],
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    output: Annotated[
        Path | None,
        typer.Option(
            help="The page to write.", show_default=f"{FOLDER}/PAPER-EXPERIMENT.html"
        ),
    ] = None,
    no_page: Annotated[
        bool, typer.Option("--no-page", help="Print the table only.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Reproduce a published table or figure beside our figures."""
    from gaitsmith.errors import InputError
    from gaitsmith.experiment import load_experiment
    from gaitsmith.report.comparison_page import write_comparison
    from gaitsmith.reproduction.tables import TABLES
    from gaitsmith.runs.files import require_place

    make = TABLES.find(name)
    if no_page and output is not None:
        raise InputError(f"--output {output}: no page is written with --no-page.")
    page = None if no_page else output or FOLDER / f"{name.replace('/', '-')}.html"
    if output is not None:
        require_place(output)
    elif page is not None:
        with contextlib.suppress(FileExistsError):  # a file of this name
            FOLDER.mkdir(exist_ok=True)
        require_place(page)
    paper = name.partition("/")[0]
    announce_compiling(
        load_experiment(EXAMPLES.get(paper, "simbicon/first_walk")).problem
    )
    with who_works(workers, cluster, different_bits) as crew:
        table = make(lambda line: notes().print(line, markup=False), crew)
    if not json:
        print_lines(str(table))
    if page is not None:
        write_comparison(table, f"gaitsmith reproduce {name}", page)
    if json:
        print_json(table.as_dict() | {"page": None if page is None else str(page)})
    elif page is not None:
        print_lines("", f"Page: {page.resolve()}")
