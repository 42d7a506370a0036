"""gaitsmith withdraw: the guide of a keyframe gait, taken away window by window."""

import shlex
from typing import Annotated

import typer

from gaitsmith.cli.console import command_words, plain_number
from gaitsmith.cli.jobs import tell, unused_folder, watched
from gaitsmith.cli.options import AsJson, Changes, RunPath, Seed, SolutionName, Workers


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
    changes: Changes = None,
    seed: Seed = None,
    workers: Workers = None,
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Withdraw the guide of a keyframe gait window by window."""
    from gaitsmith.declarations import declare
    from gaitsmith.withdrawal.windows import WindowsSpec, withdraw_by_windows
    from gaitsmith.workflows import load_solution, with_changes

    found = with_changes(load_solution(solution), changes or ())
    number = found.provenance.seed if seed is None else seed
    command = command_words("withdraw", str(solution))
    command += ["--seconds", plain_number(seconds), "--trials", str(trials)]
    command += ["--slack", plain_number(slack), "--method", method]
    for change in changes or ():
        command += ["--set", change]
    command += ["--seed", str(number)]
    values = {
        "seconds": seconds,
        "trials": trials,
        "slack": slack,
        "method": method,
        "seed": number,
    }
    spec = declare(WindowsSpec, values, "withdraw")
    folder = run or unused_folder(f"{found.name}-withdrawn", number)
    finished = watched(
        folder,
        found.problem,
        lambda watch: withdraw_by_windows(
            found, spec, folder, workers, watch, shlex.join(command)
        ),
    )
    tell(finished, folder, json)
