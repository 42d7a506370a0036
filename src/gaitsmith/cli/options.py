"""Options that several verbs share."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object and nothing else.")
]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Threads.", show_default="one per processor")
]

OnCluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="local:N|ADDRESS|FILE.toml",
        help="Work on a cluster: N processes here, a Dask scheduler, or what a file"
        " starts.",
        show_default="threads here",
    ),
]
DifferentBits = Annotated[
    bool,
    typer.Option(
        "--allow-different-bits",
        help="Take workers of the cluster that compute other bits, too.",
    ),
]


def completed_by(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What a shell offers for the beginning of one of several names."""

    def complete(typed: str) -> list[str]:
        return [name for name in names() if name.startswith(typed)]

    return complete


def solutions() -> Iterable[str]:
    """Names of the gallery."""
    from gaitsmith.solution_file import gallery

    return gallery()


def experiments() -> Iterable[str]:
    """Names of the experiments that ship."""
    from gaitsmith.resources import shipped_files

    return shipped_files("experiments", ".toml")


def starts() -> Iterable[str]:
    """Names of both, each once."""
    return dict.fromkeys([*solutions(), *experiments()])


SolutionName = Annotated[
    str,
    typer.Argument(
        help="A gallery name, a solution file or a run folder.",
        autocompletion=completed_by(solutions),
    ),
]
SolutionOrStart = Annotated[
    str,
    typer.Argument(
        help="A gallery name, a solution file, a run folder, or an experiment (then its"
        " start).",
        autocompletion=completed_by(starts),
    ),
]
ExperimentName = Annotated[
    str,
    typer.Argument(
        help="An experiment's name, or the path of a .toml file.",
        autocompletion=completed_by(experiments),
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
        help="Compare with these curves: .csv, .mot, .sto or .c3d.",
        show_default="people's at this speed",
    ),
]
Strikes = Annotated[
    str,
    typer.Option(
        metavar="T,T,...",
        help="Times [s] of the right foot's strikes in a file over time.",
        show_default="as the file says, or found",
    ),
]


def changes_with_seed(changes: list[str] | None, seed: int | None) -> list[str]:
    """What --set and --seed change of an experiment."""
    return [*(changes or ()), *(() if seed is None else (f"seed={seed}",))]


def strike_times(text: str, reference: Path | None) -> tuple[float, ...]:
    """The times [s] that --strikes lists."""
    if text and reference is None:
        raise typer.BadParameter("--strikes goes with --reference FILE.")
    return times_of(text)


def times_of(text: str) -> tuple[float, ...]:
    """Times [s] of a list such as 0.52,1.61,2.70."""
    try:
        return tuple(float(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise typer.BadParameter(
            f"--strikes {text}: give times in seconds, such as 0.52,1.61,2.70."
        ) from None
