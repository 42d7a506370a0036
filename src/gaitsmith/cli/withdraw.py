"""gaitsmith withdraw: the guide of a keyframe gait, taken away window by window."""

from typing import Annotated

import typer

from gaitsmith.cli.console import command_line
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.jobs import begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    OnCluster,
    RunPath,
    Seed,
    SolutionName,
    Workers,
)


def withdraw(
    solution: SolutionName,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=120.0, help="To walk without the guide.")
    ] = 5.0,
    trials: Annotated[
        int, typer.Option(min=1, max=10_000, help="Rollouts of each window, at most.")
    ] = 60,
    budget: Annotated[
        int, typer.Option(min=1, help="Rollouts of all windows, at most.")
    ] = 5000,
    slack: Annotated[
        float,
        typer.Option(
            min=0.01, help="A window is done at so many times the guided gait's effort."
        ),
    ] = 1.5,
    method: Annotated[
        str, typer.Option(metavar="descent|cma", help="Of each window's search.")
    ] = "descent",
    judge: Annotated[
        str,
        typer.Option(
            metavar="gait|effort",
            help="Of windows: steps, speed and heading, too; or the guide's effort.",
        ),
    ] = "gait",
    changes: Changes = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Withdraw the guide of a keyframe gait window by window."""
    from gaitsmith.declarations import declare
    from gaitsmith.withdrawal.windows import WindowsJob, WindowsSpec
    from gaitsmith.workflows import load_solution, with_changes

    found = with_changes(load_solution(solution), changes or ())
    number = found.provenance.seed if seed is None else seed
    request = {
        "seconds": seconds,
        "trials": trials,
        "budget": budget,
        "slack": slack,
        "method": method,
        "judge": judge,
    }
    spec = declare(WindowsSpec, request | {"seed": number}, "withdraw")
    command = command_line(
        "withdraw", solution, **request, changes=changes, seed=number
    )
    folder = run or unused_folder(f"{found.name}-withdrawn", number)
    with who_works(workers, cluster, different_bits) as crew:
        done = begun(WindowsJob(found, spec), folder, crew, command)
    tell(done, folder, json)
