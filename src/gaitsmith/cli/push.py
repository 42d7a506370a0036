"""gaitsmith push: the largest pushes that a walk takes, in eight directions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from gaitsmith.cli.console import aligned, notes, print_result
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    OnCluster,
    SolutionOrStart,
    Workers,
)

if TYPE_CHECKING:
    from gaitsmith.pushes import Finished, PushTable


def push(
    solution: SolutionOrStart,
    phase: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Also single pushes at N moments of the stride.",
            show_default="none",
        ),
    ] = 0,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the table in this .json file, for the report.",
            show_default="of a run: in its folder",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the table into this .svg or .png file."
        ),
    ] = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Find the largest pushes that a walk takes, from all sides."""
    from gaitsmith.pushes import push_table
    from gaitsmith.report.push_plot import require_plot_place, write_push_plot
    from gaitsmith.runs.files import require_place
    from gaitsmith.runs.push_file import push_file, write_pushes
    from gaitsmith.workflows import find_solution, solution_or_start

    if plot:
        require_plot_place(plot)
    if output is None and Path(solution).is_dir() and not changes:
        output = push_file(find_solution(solution))
    if output:
        require_place(output)
    found = solution_or_start(solution, changes or ())
    console = notes()
    announce_compiling(found.problem)
    with who_works(workers, cluster, different_bits) as crew:
        table = push_table(
            found.problem,
            found.values,
            phases=phase,
            workers=crew,
            watch=lambda finished: _tell(console, finished),
        )
    if not table.walks:
        console.print("It does not walk forward for 40 s even when nobody pushes.")
    if output:
        write_pushes(output, found, table)
    if plot:
        write_push_plot(plot, {found.name: table.forces})
    print_result(
        json,
        table.as_dict(),
        *push_lines(table),
        *([f"\nTable kept in {output}"] if output else []),
        *([f"\nPlot written to {plot}"] if plot else []),
    )


def _tell(console: Console, finished: "Finished") -> None:
    from gaitsmith.pushes import DIRECTIONS

    when = "" if finished.phase is None else f", once at phase {finished.phase:.2f}"
    words = DIRECTIONS[finished.direction].words
    console.print(f"{words}{when}: {finished.force:.0f} N", markup=False)


def push_lines(table: "PushTable") -> list[str]:
    """The table for people."""
    from gaitsmith.pushes import DIRECTIONS

    phases = table.by_phase or ()
    heads = ["N", *(f"phase {part.phase:.2f}" for part in phases)]
    columns = [table.forces, *(part.forces for part in phases)]
    rows: list[tuple[str, ...]] = [("direction", "pushed", *heads)]
    for name in table.forces:
        newtons = (_newton(column[name]) for column in columns)
        rows.append((f"({name})", DIRECTIONS[name].words, *newtons))
    lines = [
        f"Largest push on the torso, {table.duration:g} s every {table.period:g} s,"
        " after which it still walks; N per component",
        "",
        *aligned(rows),
    ]
    if phases:
        lines += ["", "phase: a single push, as a share of a stride since left strike"]
    return lines


def _newton(force: float) -> str:
    from gaitsmith.force_search import LARGEST_FORCE

    return f"{force:.0f}" + (" or more" if force >= LARGEST_FORCE else "")
