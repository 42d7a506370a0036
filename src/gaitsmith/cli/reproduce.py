"""gaitsmith reproduce: a published table or figure, ours beside theirs."""

from typing import Annotated

import typer

from gaitsmith.cli.console import notes, print_json, print_lines
from gaitsmith.cli.options import AsJson, Workers


def reproduce(
    name: Annotated[
        str, typer.Argument(help="PAPER/EXPERIMENT, such as yin2007/gaits.")
    ],
    workers: Workers = None,
    json: AsJson = False,
) -> None:
    """Reproduce a table or figure: what we measure beside what was published."""
    from gaitsmith.cli.searching import announce_compiling
    from gaitsmith.errors import unknown_name
    from gaitsmith.experiment import load_experiment
    from gaitsmith.reproduction.tables import TABLES

    if name not in TABLES:
        raise unknown_name("reproduction", name, TABLES)
    announce_compiling(notes(), load_experiment("demo"))
    table = TABLES[name](notes(), workers)
    if json:
        print_json(table.as_dict())
    else:
        print_lines(str(table))
