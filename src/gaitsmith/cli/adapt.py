"""gaitsmith adapt: a solution walked to another slope, friction, speed or body."""

from typing import Annotated

import typer

from gaitsmith.cli.console import command_line
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.jobs import announce_compiling, begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    OnCluster,
    RunPath,
    SolutionName,
    Workers,
)
from gaitsmith.errors import InputError


def adapt(
    solution: SolutionName,
    to: Annotated[
        str,
        typer.Option(
            metavar="KEY=GOAL",
            help="The value of its experiment to change, such as"
            " setting.terrain.slope=12 (degrees), setting.friction=0.3,"
            " objective.user.speed=1.6 or character.height=1.9.",
        ),
    ],
    step: Annotated[float, typer.Option(help="Largest increment of the value.")],
    start: Annotated[
        float | None,
        typer.Option("--from", help="The value now.", show_default="as it has it"),
    ] = None,
    enough: Annotated[
        float | None,
        typer.Option(
            help="Objective at which a stage is done.",
            show_default="twice the solution's",
        ),
    ] = None,
    generations: Annotated[
        int, typer.Option(min=1, help="Of each stage, at most.")
    ] = 60,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Of the searches.", show_default="as it has it"),
    ] = None,
    changes: Changes = None,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Adapt a solution by a chain of searches."""
    from gaitsmith import workflows
    from gaitsmith.adaptation.chain import ChainJob, plan_chain

    key, goal = _read_goal(to)
    found = workflows.with_changes(
        workflows.load_solution(solution), changes or (), seed
    )
    announce_compiling(found.problem)
    own_seed = found.problem.seed
    options = {"to": to, "step": step, "from": start, "enough": enough}
    options |= {"changes": changes, "generations": generations, "seed": own_seed}
    command = command_line("adapt", solution, **options)
    spec = plan_chain(found, key, goal, step, start, enough, generations)
    folder = run or unused_folder(f"{found.name}-{key}", own_seed)
    with who_works(workers, cluster, different_bits) as crew:
        done = begun(ChainJob(found, spec), folder, crew, command)
    tell(done, folder, json)


def _read_goal(text: str) -> tuple[str, float]:
    key, equals, goal = text.partition("=")
    try:
        if not equals or not key.strip():
            raise ValueError
        return key.strip(), float(goal)
    except ValueError:
        raise InputError(
            f"--to {text}: write KEY=GOAL, such as setting.terrain.slope=12."
        ) from None
