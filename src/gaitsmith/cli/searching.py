"""What `demo`, `optimize` and `resume` share: run a search and tell about it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from gaitsmith.cli.console import (
    EXIT_INTERRUPTED,
    print_json,
    print_lines,
    program,
    tell_how_to_go_on,
)

if TYPE_CHECKING:
    from gaitsmith.experiment import Experiment
    from gaitsmith.optimization.problem import Problem
    from gaitsmith.workflows import Run, Watcher


def announce_compiling(console: Console, problem: "Problem") -> None:
    """Compile now, and say so, if this law has not been compiled on this machine."""
    values = problem.space.initial_values()
    if problem.needs_compiling():
        with console.status("Compiling the simulation; this happens once."):
            if not console.is_terminal:
                console.print("Compiling the simulation; this happens once.")
            problem.roll_out(values)


def search_with_progress(
    console: Console, experiment: "Experiment", begin: Callable[["Watcher"], "Run"]
) -> "Run":
    """Call `begin` with a watcher that shows progress; explain an early interrupt."""
    from gaitsmith.cli.progress import SearchProgress
    from gaitsmith.workflows import InterruptedRunError

    announce_compiling(console, experiment.problem)
    limit = experiment.search.optimizer.max_generations
    duration = experiment.problem.setting.duration
    try:
        with SearchProgress(console, limit, duration) as watch:
            return begin(watch)
    except InterruptedRunError as error:
        tell_how_to_go_on(error.folder)
        raise


def unused_folder(name: str, seed: int) -> Path:
    """runs/NAME-seedN, or with a number behind it if that exists."""
    base = Path("runs") / f"{name.replace('/', '-')}-seed{seed}"
    folder, number = base, 1
    while folder.exists():
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    return folder


def tell_run(run: "Run", as_json: bool) -> None:
    """Print what came of a search; one that was interrupted exits as such."""
    from gaitsmith.optimization.stopping import StopReason

    if as_json:
        print_json(run_result(run))
    else:
        print_lines(*run_lines(run))
    if run.stop_reason is StopReason.INTERRUPTED:
        sys.exit(EXIT_INTERRUPTED)


def run_result(run: "Run") -> dict[str, Any]:
    """A finished search as scripts read it."""
    return {
        "run": str(run.folder.path),
        "stop_reason": run.stop_reason.word,
        "generations": run.generations,
        "evaluations": run.evaluations,
        "seconds": run.seconds,
        "total": run.best.score["total"],
        "outcome": run.best.score["outcome"],
        "simulated_seconds": run.best.score["simulated_seconds"],
        "terms": run.best.score["terms"],
        "guide_strength": _guide_strength(run),
    }


def _guide_strength(run: "Run") -> float:
    """Factor of the guide's gains that the best was found with; 0: off."""
    return run.best.problem.setting.guide.acting_strength


def run_lines(run: "Run") -> list[str]:
    """A finished search in words."""
    from gaitsmith.optimization.stopping import StopReason

    folder = run.folder.path
    strength = _guide_strength(run)
    lines = [
        f"{run.stop_reason.value} {run.evaluations} candidates in"
        f" {run.seconds:.0f} s; best objective {run.best.score['total']:.6g}.",
        f"Kept in {folder}",
    ]
    if strength:
        lines.append(f"It is guided, with a strength of {strength:.3g}.")
    if run.stop_reason is StopReason.INTERRUPTED:
        lines.append(f"Go on with: {program()} resume {folder}")
    return [*lines, f"Look at it with: {program()} report {folder}"]
