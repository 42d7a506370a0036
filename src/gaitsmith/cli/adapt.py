"""gaitsmith adapt: a solution walked to another slope, friction, speed or body."""

import shlex
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaitsmith.cli.console import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    notes,
    plain_number,
    print_json,
    print_lines,
    tell_how_to_go_on,
)
from gaitsmith.cli.options import AsJson, Changes, RunPath, SolutionName, Workers
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.adaptation.chain import Chain, ChainSpec, Stage
    from gaitsmith.experiment import Experiment


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
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Adapt a solution by a chain of searches, each starting from the last."""
    from gaitsmith import workflows
    from gaitsmith.adaptation import chain as adaptation
    from gaitsmith.adaptation.varying import changed_solution
    from gaitsmith.cli.searching import announce_compiling, unused_folder

    key, goal = _read_goal(to)
    found = workflows.load_solution(solution)
    if changes or seed is not None:
        found = changed_solution(found, changes or (), seed)
    announce_compiling(notes(), found.problem)
    command = ["gaitsmith", "adapt", solution, "--to", to, "--step", plain_number(step)]
    for option, given in (("--from", start), ("--enough", enough)):
        command += [] if given is None else [option, plain_number(given)]
    for change in changes or []:
        command += ["--set", change]
    command += ["--generations", str(generations)]
    command += ["--seed", str(found.problem.seed)]
    spec = adaptation.plan_chain(
        found, key, goal, step, start, enough, generations, shlex.join(command)
    )
    folder = run or unused_folder(f"{found.name}-{key}", found.problem.seed)
    with ChainProgress(spec, folder) as progress:
        chain = adaptation.adapt(
            found, spec, folder, workers, progress.begin_stage, progress.tell_stage
        )
    tell_chain(chain, json)


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


class ChainProgress:
    """Shows the search under way, and a line for every stage that is done."""

    def __init__(self, spec: "ChainSpec", folder: Path) -> None:
        """Nothing is shown yet."""
        self._spec = spec
        self._folder = folder
        self._search: Any = None

    def __enter__(self) -> "ChainProgress":
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the display of the search under way; say how to go on."""
        self._close()
        if isinstance(error, KeyboardInterrupt):
            tell_how_to_go_on(self._folder)

    def _close(self) -> None:
        if self._search is not None:
            self._search.__exit__(None, None, None)
            self._search = None

    def begin_stage(self, number: int, value: float, experiment: "Experiment") -> Any:
        """A watcher for the next search."""
        from gaitsmith.cli.progress import SearchProgress

        self._close()
        notes().print(
            f"stage {number}: {self._spec.key} = {value:g}, goal {self._spec.goal:g}",
            markup=False,
            soft_wrap=True,
        )
        limit = experiment.search.optimizer.max_generations
        duration = experiment.problem.setting.duration
        self._search = SearchProgress(notes(), limit, duration)
        return self._search.__enter__()

    def tell_stage(self, stage: "Stage") -> None:
        """One line on a stage that is done."""
        self._close()
        word = "solved" if stage.is_solved else "not solved"
        notes().print(
            f"stage {stage.number}: {self._spec.key} = {stage.value:g}: {word},"
            f" objective {stage.solution.score['total']:.4g}",
            markup=False,
            soft_wrap=True,
        )


def tell_chain(chain: "Chain", as_json: bool) -> None:
    """Print what came of a chain; one that did not reach its goal fails."""
    reached, goal, key = chain.schedule.reached, chain.spec.goal, chain.spec.key
    if as_json:
        print_json(chain_result(chain))
    else:
        print_lines(
            f"{key}: reached {reached:g} of {goal:g} in {len(chain.stages)} searches.",
            f"Kept in {chain.folder}",
        )
    if chain.is_interrupted:
        tell_how_to_go_on(chain.folder)
        sys.exit(EXIT_INTERRUPTED)
    if reached != goal:
        notes().print(
            f"gaitsmith: {key}: {goal:g} was not reached; the furthest is {reached:g}."
            " More --generations, a smaller --step or a larger --enough may help.",
            markup=False,
            soft_wrap=True,
        )
        sys.exit(EXIT_FAILED)


def chain_result(chain: "Chain") -> dict[str, Any]:
    """A chain as scripts read it."""
    return {
        "run": str(chain.folder),
        "key": chain.spec.key,
        "goal": chain.spec.goal,
        "reached": chain.schedule.reached,
        "enough": chain.spec.enough,
        "stages": [
            {
                "value": stage.value,
                "is_solved": stage.is_solved,
                "total": stage.solution.score["total"],
                "evaluations": stage.run.evaluations,
                "seconds": stage.run.seconds,
                "run": str(stage.run.folder.path),
            }
            for stage in chain.stages
        ],
    }


def resume_chain(folder: Path, workers: int | None, as_json: bool) -> None:
    """Go on with a chain."""
    from gaitsmith.adaptation import chain as adaptation

    with ChainProgress(adaptation.read_chain(folder), folder) as progress:
        chain = adaptation.resume_chain(
            folder, workers, progress.begin_stage, progress.tell_stage
        )
    tell_chain(chain, as_json)
