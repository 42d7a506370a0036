"""Progress of a search: a live bar on a terminal, a line now and then elsewhere."""

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gaitsmith.optimization.search import Generation
from gaitsmith.runs.folder import Progress as Row

LINE_EVERY = 10.0  # s, where there is no terminal


class SearchProgress:
    """Shows generation after generation; use it in a `with` statement."""

    def __init__(self, console: Console, max_generations: int, duration: float) -> None:
        """Know how far it can go: generations, and seconds a candidate can walk."""
        self._console = console
        self._max = max_generations
        self._duration = duration
        self._began = time.perf_counter()
        self._last_line = 0.0
        self._evaluations = 0
        self._bar = Progress(
            TextColumn("generation {task.completed:.0f}/{task.total:.0f}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[state]}"),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=max_generations, state="")

    def __enter__(self) -> "SearchProgress":
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

    def __call__(self, generation: Generation, row: Row) -> None:
        """Show one generation."""
        now = time.perf_counter()
        if generation.is_replayed:
            self._began, self._evaluations = now, row.evaluations
        rate = (row.evaluations - self._evaluations) / max(now - self._began, 1e-9)
        state = (
            f"best {row.best:.4g}  stays up {row.best_survived:.1f} of"
            f" {self._duration:g} s"
        )
        if row.guide_strength:
            state += f"  guide {row.guide_strength:.2g}"
        left = ""
        if rate > 0.0:  # not yet known of a run that was just resumed
            state += f"  {rate:.0f} candidates/s"
            candidates = (self._max - row.generation) * len(generation.costs)
            left = f"  ETA {candidates / rate:.0f} s"
        self._bar.update(self._task, completed=row.generation, state=state)
        is_due = (
            now - self._last_line >= LINE_EVERY or generation.stop_reason is not None
        )
        if not self._console.is_terminal and is_due:
            self._last_line = now
            self._console.print(
                f"generation {row.generation}/{self._max}  {state}{left}",
                markup=False,
                soft_wrap=True,
            )
