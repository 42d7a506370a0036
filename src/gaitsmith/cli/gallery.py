"""gaitsmith gallery: every solution that ships, as a site to look at."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.console import notes, print_result
from gaitsmith.cli.options import AsJson


def gallery(
    output: Annotated[Path, typer.Option(metavar="FOLDER", help="Of the site.")] = Path(
        "site"
    ),
    only: Annotated[
        str,
        typer.Option(
            metavar="PATTERN",
            help="Only solutions with such names, as in 'wang2012/*'.",
            show_default="all",
        ),
    ] = "*",
    json: AsJson = False,
) -> None:
    """Write the gallery as a site to look at.

    Only what has changed is made anew.
    """
    from gaitsmith.errors import unknown_name
    from gaitsmith.showcase.index_page import INDEX_FILE
    from gaitsmith.showcase.site import write_site
    from gaitsmith.solution_file import gallery as shipped

    wanted = {name: file for name, file in shipped().items() if fnmatchcase(name, only)}
    if not wanted:
        raise unknown_name("solution", only, shipped(), "--only")
    with notes().status("Simulating and drawing") as status:

        def watch(name: str, done: int, total: int) -> None:
            status.update(f"{name}: {done + 1} of {total}")

        entries = write_site(wanted, output, watch)
    page = output / INDEX_FILE
    print_result(
        json,
        {"page": str(page), "entries": [entry.as_dict() for entry in entries]},
        f"Open this page: {page.resolve()}",
    )
