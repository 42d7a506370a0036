"""Options that several verbs share."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object and nothing else.")
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Threads.", show_default="one per processor"),
]
SolutionName = Annotated[
    str, typer.Argument(help="A gallery name, a solution file or a run folder.")
]
ExperimentName = Annotated[
    str, typer.Argument(help="An experiment's name, or the path of a .toml file.")
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file."),
]
Seed = Annotated[int | None, typer.Option(min=0, help="Fixes every random number.")]
RunPath = Annotated[Path | None, typer.Option("--run", help="The run folder to make.")]
