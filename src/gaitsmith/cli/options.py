"""Options that several verbs share."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object and nothing else.")
]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Threads.", show_default="one per processor")
]


def _solutions(typed: str) -> list[str]:
    from gaitsmith.solution_file import gallery

    return [name for name in gallery() if name.startswith(typed)]


def _experiments(typed: str) -> list[str]:
    from gaitsmith.resources import shipped_files

    names = shipped_files("experiments", ".toml")
    return [name for name in names if name.startswith(typed)]


SolutionName = Annotated[
    str,
    typer.Argument(
        help="A gallery name, a solution file or a run folder.",
        autocompletion=_solutions,
    ),
]
SolutionOrStart = Annotated[
    str,
    typer.Argument(
        help="A gallery name, a solution file, a run folder, or an experiment (then its"
        " start).",
        autocompletion=_solutions,
    ),
]
ExperimentName = Annotated[
    str,
    typer.Argument(
        help="An experiment's name, or the path of a .toml file.",
        autocompletion=_experiments,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Replace a value of its experiment, such as character.height=1.7.",
    ),
]
Seed = Annotated[int | None, typer.Option(min=0, help="Fixes every random number.")]
RunPath = Annotated[Path | None, typer.Option("--run", help="The run folder to make.")]
ReferenceFile = Annotated[
    Path | None,
    typer.Option(
        "--reference",
        metavar="FILE",
        help="Compare with these curves: a .csv, or an OpenSim .mot or .sto file.",
        show_default="people's at this speed",
    ),
]
Strikes = Annotated[
    str,
    typer.Option(
        metavar="T,T,...",
        help="Times [s] of the right foot's strikes in an OpenSim file.",
        show_default="the file is one cycle",
    ),
]


def changes_with_seed(changes: list[str] | None, seed: int | None) -> list[str]:
    """What --set and --seed change of an experiment."""
    return [*(changes or ()), *(() if seed is None else (f"seed={seed}",))]


def strike_times(text: str, reference: Path | None) -> tuple[float, ...]:
    """The times [s] that --strikes lists."""
    if text and reference is None:
        raise typer.BadParameter("--strikes goes with --reference FILE.")
    try:
        return tuple(float(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise typer.BadParameter(
            f"--strikes {text}: give times in seconds, such as 0.52,1.61,2.70."
        ) from None
