"""gaitsmith withdraw: the guide of a keyframe gait, taken away window by window."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from gaitsmith.cli.console import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    notes,
    plain_number,
    print_json,
    print_lines,
    tell_how_to_go_on,
)
from gaitsmith.cli.options import AsJson, RunPath, Seed, SolutionName, Workers

if TYPE_CHECKING:
    from gaitsmith.withdrawal.windows import Step, Teller, Withdrawn


def withdraw(
    solution: SolutionName,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=120.0, help="To walk without the guide.")
    ] = 5.0,
    trials: Annotated[
        int, typer.Option(min=1, max=10_000, help="Rollouts of each window, at most.")
    ] = 60,
    slack: Annotated[
        float,
        typer.Option(
            min=0.01,
            help="A window is done at so many times the guided gait's effort.",
        ),
    ] = 1.5,
    method: Annotated[
        str,
        typer.Option(metavar="descent|cma", help="Of each window's search."),
    ] = "descent",
    seed: Seed = None,
    workers: Workers = None,
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Withdraw the guide of a keyframe gait, half a stride after the other."""
    from gaitsmith.cli.searching import announce_compiling, unused_folder
    from gaitsmith.declarations import declare
    from gaitsmith.withdrawal.windows import WindowsSpec, withdraw_by_windows
    from gaitsmith.workflows import load_solution

    found = load_solution(solution)
    number = found.provenance.seed if seed is None else seed
    command = ["gaitsmith", "withdraw", str(solution)]
    command += ["--seconds", plain_number(seconds), "--trials", str(trials)]
    command += ["--slack", plain_number(slack), "--method", method]
    command += ["--seed", str(number)]
    values = {
        "seconds": seconds,
        "trials": trials,
        "slack": slack,
        "method": method,
        "seed": number,
        "command": shlex.join(command),
    }
    spec = declare(WindowsSpec, values, "withdraw")
    folder = run or unused_folder(f"{found.name}-withdrawn", number)
    announce_compiling(notes(), found.problem)
    _withdrawn(
        folder,
        lambda tell: withdraw_by_windows(found, spec, folder, workers, tell),
        json,
    )


def resume_windows(folder: Path, workers: int | None, json: bool) -> None:
    """Go on with a withdrawal, for `gaitsmith resume`."""
    from gaitsmith.withdrawal import windows

    _withdrawn(folder, lambda tell: windows.resume_windows(folder, workers, tell), json)


def _withdrawn(folder: Path, work: "Callable[[Teller], Withdrawn]", json: bool) -> None:
    """Do it, window after window on the screen, and tell what came of it."""
    console = notes()
    try:
        withdrawn = work(lambda step: _tell(console, step))
    except KeyboardInterrupt:
        tell_how_to_go_on(folder)
        raise
    _tell_result(withdrawn, json)
    if withdrawn.is_interrupted:
        tell_how_to_go_on(folder)
        raise typer.Exit(EXIT_INTERRUPTED)
    if not withdrawn.is_reached:
        raise typer.Exit(EXIT_FAILED)


def _tell(console: Console, step: "Step") -> None:
    again = f" (try {step.tries})" if step.tries > 1 else ""
    found = f"effort {step.effort:.0f}" if step.is_solved else "falls; going back"
    console.print(
        f"window {step.window.number + 1}{again}: {found}; {step.evaluations}"
        f" candidates, walks {step.free_seconds:.2f} s without the guide",
        markup=False,
    )


def _tell_result(withdrawn: "Withdrawn", json: bool) -> None:
    asked = withdrawn.spec.seconds
    if json:
        print_json(
            {
                "run": str(withdrawn.folder),
                "reached": withdrawn.is_reached,
                "seconds": asked,
                "free_seconds": withdrawn.free_seconds,
                "evaluations": withdrawn.evaluations,
                "windows": len(withdrawn.steps),
                "method": withdrawn.spec.method,
            }
        )
    else:
        print_lines(
            f"Walks {withdrawn.free_seconds:.2f} s of {asked:g} s without the guide,"
            f" after {withdrawn.evaluations} candidates.",
            f"Kept in {withdrawn.folder}",
        )
