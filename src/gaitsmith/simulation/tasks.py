"""Rollouts that are wanted, and the queue that several threads take them from."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gaitsmith.control.controller import Drive
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting


class Task(NamedTuple):
    """One rollout that is wanted."""

    key: Any  # to know it by
    drive: Drive
    setting: Setting
    seed: int = 0  # of motor noise


class Queue:
    """Tasks that several threads take from; it can be closed before it is empty."""

    def __init__(
        self,
        tasks: Iterator[Task],
        note: Callable[[Any, Rollout], None] | None = None,
        is_wanted: Callable[[Any], bool] | None = None,
    ) -> None:
        """All arguments are used by one thread at a time.

        Args:
            tasks: one that had none left may have more after the next result.
            note: is given every key and rollout before its thread takes another task,
                for tasks that depend on what came of others.
            is_wanted: whether a task that was handed out is still of use, by its key;
                one that is not may be left without a result.
        """
        self._tasks = tasks
        self._note = note
        self._is_wanted = is_wanted
        self.is_fixed = note is None
        """Whether no task depends on what came of others."""
        self._lock = threading.Lock()
        self.is_closed = False

    def __iter__(self) -> "Queue":
        """The queue itself."""
        return self

    def __next__(self) -> Task:
        """The next task."""
        with self._lock:
            if self.is_closed:
                raise StopIteration
            return next(self._tasks)

    def wants(self, key: Any) -> bool:
        """Whether a task that is under way is still of use."""
        if self._is_wanted is None:
            return True
        with self._lock:
            return self._is_wanted(key)

    def note(self, key: Any, rollout: Rollout) -> None:
        """Tell what came of a task."""
        if self._note is not None:
            with self._lock:
                self._note(key, rollout)
