"""What every verb with a job shares: progress, how to resume, and what came of it.

Progress is a live bar on a terminal, and a line now and then elsewhere.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gaitsmith.cli.console import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    notes,
    print_json,
    print_lines,
    program,
)

if TYPE_CHECKING:
    from gaitsmith.optimization.problem import Problem
    from gaitsmith.runs.job import Advance, Result, Watcher

LINE_EVERY = 10.0  # s, where there is no terminal


class JobProgress:
    """Shows how far a job is; use it in a `with` statement."""

    def __init__(self, console: Console) -> None:
        """Nothing is shown yet."""
        self._console = console
        self._what = ""
        self._last_line = 0.0
        self._bar = Progress(
            TextColumn("{task.description} {task.completed:.0f}/{task.total:.0f}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[state]}"),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=1, state="", visible=False)

    def __enter__(self) -> "JobProgress":
        """Start the bar."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Clear the bar."""
        self._bar.stop()

    def __call__(self, advance: "Advance") -> None:
        """Show one part of the job."""
        if advance.is_milestone:
            self._line(f"{advance.what} {advance.done}: {advance.words}")
            self._what = ""
            return
        now = time.perf_counter()
        if advance.is_replayed or advance.what != self._what:
            self._what, self._began = advance.what, now
            self._first = advance if advance.is_replayed else None
            self._bar.reset(
                self._task, description=advance.what, total=advance.total, visible=True
            )
        before = self._first
        seconds = max(now - self._began, 1e-9)
        done = advance.done - (before.done if before else 0)
        state, left = advance.words, ""
        if done and seconds > 1e-3:  # not yet known of what was just resumed
            candidates = advance.evaluations - (before.evaluations if before else 0)
            count, unit = (
                (candidates, "candidate") if candidates else (done, advance.what)
            )
            state += f"  {count / seconds:.3g} {unit}s/s"
            left = f"  ETA {(advance.total - advance.done) * seconds / done:.0f} s"
        self._bar.update(
            self._task, completed=min(advance.done, advance.total), state=state
        )
        is_due = now - self._last_line >= LINE_EVERY or advance.is_last
        if not self._console.is_terminal and is_due:
            self._last_line = now
            self._line(f"{advance.what} {advance.done}/{advance.total}  {state}{left}")

    def _line(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)


def announce_compiling(console: Console, problem: "Problem") -> None:
    """Compile now, and say so, if this law has not been compiled on this machine."""
    if problem.needs_compiling():
        with console.status("Compiling the simulation; this happens once."):
            if not console.is_terminal:
                console.print("Compiling the simulation; this happens once.")
            problem.roll_out(problem.space.initial_values())


def watched(folder: Path, problem: "Problem", work: "Callable[[Watcher], Any]") -> Any:
    """Do a job with progress; a stop says how to resume."""
    announce_compiling(notes(), problem)
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
    base = Path("runs") / f"{name.replace('/', '-')}-seed{seed}"
    folder, number = base, 1
    while folder.exists():
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    return folder
