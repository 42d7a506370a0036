"""What every verb with a job shares: progress, how to resume, and what came of it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaitsmith.cli.console import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    notes,
    print_json,
    print_lines,
    program,
)
from gaitsmith.cli.crew import told_by

if TYPE_CHECKING:
    from rich.console import Console

    from gaitsmith.characters.character import Character
    from gaitsmith.optimization.problem import Problem
    from gaitsmith.runs.advance import Watcher
    from gaitsmith.runs.job import Job, Result
    from gaitsmith.simulation.workers import AnyWorkers


def announce_compiling(problem: "Problem") -> None:
    """Compile now, and say so, if this law has not been compiled on this machine.

    Of a law in plain Python say that it is slow, and how to compile it; of a model file
    of the user's, what is other than in it.
    """
    from gaitsmith.control.law import LAWS, is_plain_python
    from gaitsmith.plugins import origin_of

    console = notes()
    _tell_of_model(problem.character, console)
    start = problem.space.initial_values()
    law = problem.controller.drive(start).law
    if is_plain_python(law):
        function = LAWS[type(law)]
        console.print(
            f"{origin_of(function)}: this law is plain Python and some hundred times"
            " slower than a compiled one; once it works, put @gaitsmith.compiled right"
            f" above 'def {function.__name__}'.",
            markup=False,
            soft_wrap=True,
        )
    if problem.needs_compiling():
        with console.status("Compiling the simulation; this happens once."):
            if not console.is_terminal:
                console.print("Compiling the simulation; this happens once.")
            problem.roll_out(start)


def _tell_of_model(character: "Character", console: "Console") -> None:
    from gaitsmith.characters.character import catalogue

    is_file = getattr(character.spec, "model_file", "")  # a stored one was told before
    for note in (
        character.notes if is_file and character.name not in catalogue() else ()
    ):
        console.print(f"{character.name}: {note}", markup=False, soft_wrap=True)


def begun(job: "Job", folder: Path, workers: "AnyWorkers", command: str) -> Any:
    """Do a job in a new folder, with progress; a stop says how to resume."""

    def begin(watch: "Watcher") -> Any:
        return job.begin(folder, workers, told_by(workers, watch), command)

    return watched(folder, job.problem, begin)


def watched(folder: Path, problem: "Problem", work: "Callable[[Watcher], Any]") -> Any:
    """Do what is left of a job, with progress; a stop says how to resume."""
    from gaitsmith.runs.progress_bar import JobProgress

    announce_compiling(problem)
    try:
        with JobProgress(notes()) as watch:
            return work(watch)
    except KeyboardInterrupt:
        _say_how_to_resume(folder)
        raise


def tell(result: "Result", folder: Path, as_json: bool) -> None:
    """Print what came of a job; one that failed or was stopped exits as such."""
    if as_json:
        print_json(result.as_dict())
    else:
        print_lines(str(result))
    if result.is_interrupted:
        _say_how_to_resume(folder)
        sys.exit(EXIT_INTERRUPTED)
    if result.failure:
        notes().print(f"gaitsmith: {result.failure}", markup=False, soft_wrap=True)
        sys.exit(EXIT_FAILED)


def _say_how_to_resume(folder: Path) -> None:
    """The path stays on one line, to be copied."""
    if folder.is_dir():
        notes().print(
            f"Interrupted. Resume with: {program()} resume {folder}",
            markup=False,
            soft_wrap=True,
        )


def unused_folder(name: str, seed: int) -> Path:
    """runs/NAME-seedN, or with a number behind it if that exists."""
    return unused(f"{name}-seed{seed}")


def unused(name: str) -> Path:
    """runs/NAME, or with a number behind it if that exists."""
    base = Path("runs") / name.replace("/", "-")
    folder, number = base, 1
    while folder.exists():
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    return folder
