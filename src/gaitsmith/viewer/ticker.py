"""A thread that does the same work again and again, and never fails in silence."""

import logging
import threading
import time
from collections.abc import Callable

logger = logging.getLogger("gaitsmith.viewer")


class Ticker:
    """Calls `work` at a steady rate until it is stopped."""

    def __init__(
        self,
        rate: float,
        work: Callable[[], None],
        tell_error: Callable[[Exception], None],
        name: str,
    ) -> None:
        """Nothing is done before `start`.

        Args:
            rate: Hz, at most; slower if the work takes longer.
            work: one tick.
            tell_error: what to do with an error of `work`, which goes to the log as
                well, once; the ticks go on.
            name: of the thread.
        """
        self._period = 1.0 / rate
        self._work = work
        self._tell_error = tell_error
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._last_error = ""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait until the tick under way is done."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        due = time.perf_counter()
        while not self._is_over.wait(max(0.0, due - time.perf_counter())):
            # A tick that came late does not make the next ones hurry.
            due = max(due, time.perf_counter() - self._period) + self._period
            try:
                self._work()
            except Exception as error:
                if repr(error) != self._last_error:
                    self._last_error = repr(error)
                    logger.exception("%s: %s", self._thread.name, error)
                self._tell_error(error)
