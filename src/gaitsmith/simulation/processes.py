"""Processes of this machine: for work that is mostly Python between compiled calls.

Threads take turns with Python; processes do not. Each is started once, has a pipe to
this one, and ends when the pipe does: when it is closed here, or this process dies.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, cast

from gaitsmith.errors import WorkFailedError
from gaitsmith.plugins import MODULE_PREFIX, loaded_plugins
from gaitsmith.simulation.helper import FAILED, NOTED
from gaitsmith.simulation.workers import (
    AnyWorkers,
    Item,
    Result,
    Threads,
    Work,
    Workers,
    workers_of,
)


class Processes(Workers):
    """What is called goes to processes; rollouts stay here, in threads."""

    def __init__(self, count: int) -> None:
        """Processes are started when there is work."""
        self._threads = Threads(count)
        self._helpers: list[_Helper] = []

    @property
    def count(self) -> int:
        """How many there are at most."""
        return self._threads.count

    def roll_out(self, *works: Work) -> Iterator[Any]:
        """See `Workers`."""
        return self._threads.roll_out(*works)

    def each(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[int, Result]]:
        """See `Workers`; what the function tells by its `note` is told here."""
        waiting, numbers = iter(items), count()
        note: Callable[..., None] = getattr(function, "note", None) or _ignore
        free = list(self._helpers)
        running: dict[Any, tuple[_Helper, int]] = {}
        try:
            while True:
                for item in islice(waiting, self.count - len(running)):
                    helper = free.pop() if free else self._begin()
                    helper.ask(function, item)
                    running[helper.link] = helper, next(numbers)
                if not running:
                    return
                for link in cast(list[Connection], wait(list(running))):
                    kind, told = _received(link)
                    if kind == NOTED:
                        note(*told)
                        continue
                    helper, number = running.pop(link)
                    if kind == FAILED:
                        raise told
                    free.append(helper)
                    yield number, told
        finally:
            for helper, _ in running.values():  # in the middle of something
                self._helpers.remove(helper)
                helper.end()

    def _begin(self) -> "_Helper":
        helper = _Helper()
        self._helpers.append(helper)
        return helper

    def close(self) -> None:
        """End all of them."""
        while self._helpers:
            self._helpers.pop().end()


class _Helper:
    """One process."""

    def __init__(self) -> None:
        """Start it."""
        self.link, theirs = Pipe()
        command = [sys.executable, "-P", "-m", "gaitsmith.simulation.helper"]
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [*command, str(theirs.fileno()), *_plugin_files()],
            env=os.environ | {"PYTHONPATH": paths},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self._function: Any = None

    def ask(self, function: Any, item: Any) -> None:
        """Have a function called; it travels once for all of its items."""
        is_new = function is not self._function
        self._function = function
        try:
            self.link.send((is_new, function if is_new else None, item))
        except OSError:
            raise _gone() from None

    def end(self) -> None:
        """Leave what it is at."""
        self._process.kill()
        self._process.wait()
        self.link.close()


def _plugin_files() -> list[str]:
    """Plug-ins that were loaded from files, which a helper must load, too."""
    names = [MODULE_PREFIX + known.name for known in loaded_plugins()]
    return [str(sys.modules[name].__file__) for name in names if name in sys.modules]


def _received(link: Connection) -> tuple[str, Any]:
    try:
        return link.recv()
    except (EOFError, OSError):
        raise _gone() from None


def _gone() -> WorkFailedError:
    return WorkFailedError(
        "a process that was working ended by itself; was there too little memory?"
    )


def _ignore(*_: Any) -> None:
    """Nobody wants to know."""


@contextmanager
def processes_of(workers: AnyWorkers) -> Generator[Workers]:
    """Processes of this machine instead of threads, unless somebody else is meant."""
    crew = workers_of(workers)
    if not isinstance(crew, Threads) or crew.count == 1:
        yield crew
        return
    processes = Processes(crew.count)
    try:
        yield processes
    finally:
        processes.close()
