"""How far a job is: a live bar on a terminal or in a notebook, lines elsewhere."""

import time

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gaitsmith.runs.advance import Advance

LINE_EVERY = 10.0  # s, where there is no terminal


class JobProgress:
    """Shows how far a job is; use it in a `with` statement."""

    def __init__(self, console: Console, has_lines: bool = True) -> None:
        """Nothing is shown yet.

        Args:
            console: where it is shown.
            has_lines: whether lines are printed where no bar can be.
        """
        self._console = console
        self._has_bar = console.is_terminal or console.is_jupyter
        self._has_lines = has_lines and not self._has_bar
        self._what = ""
        self._last_line = 0.0
        self._bar = Progress(
            TextColumn(
                "{task.description} {task.completed:.0f}/{task.total:.0f}", markup=False
            ),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[state]}", markup=False),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not self._has_bar,
        )
        self._task = self._bar.add_task("", total=1, state="", visible=False)

    def __enter__(self) -> "JobProgress":
        """Start the bar."""
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the bar."""
        self._bar.stop()

    def __call__(self, advance: Advance) -> None:
        """Show one part of the job."""
        if advance.is_milestone:
            if self._has_bar or self._has_lines:
                self._line(f"{advance.what} {advance.done}: {advance.words}")
            if advance.what != self._what:
                self._what = ""  # what comes next begins anew
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
        if self._has_lines and is_due:
            self._last_line = now
            self._line(f"{advance.what} {advance.done}/{advance.total}  {state}{left}")

    def _line(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)
