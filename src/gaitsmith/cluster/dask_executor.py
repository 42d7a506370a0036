"""An executor over a Dask cluster: one call at a time for each thread of a worker.

Dask itself gives a task up after it was *assigned* to a few workers that died. Here
every call is pinned to one worker, so that it is known who died with what, and whether
to try again is decided by whoever asked. Workers say who they are before they get work.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, Protocol

from distributed import Client
from distributed.scheduler import KilledWorker

from gaitsmith.cluster.fingerprint import Fingerprint, own_fingerprint
from gaitsmith.cluster.flow import DeadWorkerError, LostWorkError

LOOK = 2.0  # s, between two looks at who is there; events tell of most earlier
AGAIN = 1.0  # s, between two attempts to reach a scheduler
PATIENCE = 5.0  # s, of one attempt


class Judge(Protocol):
    """Says why a worker is not taken; empty: it is."""

    def __call__(self, who: str, own: Fingerprint) -> str:
        """By its address and what it says of itself."""
        ...


class _Call:
    """Something to be called."""

    def __init__(
        self, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        self.function, self.arguments = function, arguments
        self.future: Future[Any] = Future()


class _Member:
    """A worker that was taken."""

    def __init__(self, client: Client, address: str, threads: int) -> None:
        self.address, self.threads = address, threads
        self.executor: Executor = client.get_executor(workers=[address], pure=False)
        self.running: dict[Future[Any], _Call] = {}


class DaskExecutor(Executor):
    """Calls functions on the workers of a cluster, whoever comes and goes."""

    def __init__(
        self,
        connect: Callable[[], Client],
        judge: Judge,
        tell: Callable[[str], None],
        keep: Callable[[Iterable[str]], None] = lambda present: None,
    ) -> None:
        """Connect, and wait until every worker that is there has said who it is.

        Args:
            connect: a new connection to the scheduler; an OSError: not now.
            judge: of workers.
            tell: is given sentences about what is unusual.
            keep: given the names of all workers now and then, to replace others.
        """
        self._connect, self._judge, self._tell = connect, judge, tell
        self._keep = keep
        self._lock = threading.RLock()
        self._members: dict[str, _Member] = {}
        self.refused: dict[str, str] = {}
        """Why, by address."""
        self._meeting: set[str] = set()
        """Who is asked who it is."""
        self._waiting: deque[_Call] = deque()
        self._is_over, self._news = threading.Event(), threading.Event()
        self._leaving: set[str] = set()  # in order, not dead
        self._is_alone = False
        self._client = self._connected(connect())
        self._look_around()
        self._wait_for_introductions()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    @property
    def count(self) -> int:
        """Calls that can be done at once at present."""
        with self._lock:
            return sum(member.threads for member in self._members.values())

    @property
    def dashboard(self) -> str:
        """Address of the page on which Dask shows what it does."""
        return self._client.dashboard_link or ""

    def submit(
        self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        """Call it as soon as somebody is free; a `LostWorkError`: try again."""
        assert not kwargs, "a call has positional arguments"
        call = _Call(fn, args)
        with self._lock:
            self._waiting.append(call)
        self._hand_out()
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what is under way is lost."""
        self._is_over.set()
        self._news.set()
        self._watcher.join()
        self._lose_everybody()
        self._leave()

    def _leave(self) -> None:
        """Close the connection, whatever state it is in."""
        with suppress(Exception):
            if self._client.status == "running":
                self._client.unsubscribe_topic("all")
            self._client.close(timeout=PATIENCE)

    def _hand_out(self) -> None:
        """Give what waits to whoever is free."""
        with self._lock:
            for member in self._members.values():
                while self._waiting and len(member.running) < member.threads:
                    call = self._waiting.popleft()
                    if call.future.cancelled():
                        continue
                    inner = member.executor.submit(call.function, *call.arguments)
                    member.running[inner] = call
                    call.future.add_done_callback(
                        lambda future, inner=inner: (
                            inner.cancel() if future.cancelled() else None
                        )
                    )
                    inner.add_done_callback(
                        lambda inner, member=member: self._ended(member, inner)
                    )

    def _ended(self, member: _Member, inner: Future[Any]) -> None:
        """Hand on what came of a call."""
        with self._lock:
            call = member.running.pop(inner, None)
        if call is not None and not call.future.done():
            if inner.cancelled():
                call.future.set_exception(LostWorkError(member.address))
            elif isinstance(inner.exception(), KilledWorker):
                call.future.set_exception(DeadWorkerError(member.address))
            elif inner.exception() is not None:
                call.future.set_exception(inner.exception())
            else:
                call.future.set_result(inner.result())
        self._hand_out()

    def _lose(self, member: _Member, error: type[LostWorkError]) -> None:
        """A worker is gone."""
        with self._lock:
            self._members.pop(member.address, None)
            lost, member.running = member.running, {}
        for inner, call in lost.items():
            if not call.future.done():
                call.future.set_exception(error(member.address))
            inner.cancel()

    def _lose_everybody(self) -> None:
        for member in list(self._members.values()):
            self._lose(member, LostWorkError)

    def _connected(self, client: Client) -> Client:
        """Be told at once who comes and goes."""

        def hear(event: tuple[float, Any]) -> None:
            action = event[1].get("action")
            if action == "remove-worker" and event[1].get("expected"):
                self._leaving.add(event[1]["worker"])
            if action in ("add-worker", "remove-worker"):
                self._news.set()

        client.subscribe_topic("all", hear)
        return client

    def _watch(self) -> None:
        """See who comes and goes, until it is over."""
        while not self._is_over.is_set():
            self._news.wait(LOOK)
            self._news.clear()
            if self._is_over.is_set():
                return
            try:
                if self._client.status == "running":
                    self._look_around()
                    continue
            except Exception as error:  # whatever it was, a new connection may help
                self._tell(f"The way to the cluster is disturbed: {error}")
            self._reach_again()

    def _reach_again(self) -> None:
        """The scheduler is gone: wait until one is there again."""
        self._lose_everybody()
        self._leave()
        self._tell("The cluster's scheduler is gone; waiting until it is back.")
        while not self._is_over.is_set():
            try:
                self._client = self._connected(self._connect())
            except OSError:
                self._is_over.wait(AGAIN)
            else:
                self._tell("The scheduler is back.")
                self._is_alone = False
                self._news.set()
                return

    def _look_around(self) -> None:
        """Compare who is there with who was."""
        present: dict[str, Any] = {
            address: about
            for address, about in self._client.scheduler_info()["workers"].items()
            if about["status"] == "running"
        }
        for address in self._members.keys() - present.keys():
            is_in_order = address in self._leaving
            error = LostWorkError if is_in_order else DeadWorkerError
            self._lose(self._members[address], error)
        self._leaving.clear()
        for address in present.keys() - self._members.keys() - self.refused.keys():
            self._meet(address, int(present[address]["nthreads"]))
        self._keep(str(about["name"]) for about in present.values())
        self._tell_of_loneliness()
        self._hand_out()

    def _meet(self, address: str, threads: int) -> None:
        """Ask a worker who it is, while others work: it may have to compile first.

        Whoever has left meanwhile, or is cut off, is asked again if it is seen again.
        """
        with self._lock:
            if address in self._meeting:
                return
            self._meeting.add(address)
        client = self._client

        def ask() -> None:
            reason: str | None = None
            with suppress(Exception):
                said: Any = client.run(
                    introduce_yourself, workers=[address], on_error="return"
                )
                reason = reason_against(address, said[address], self._judge)
            with self._lock:
                self._meeting.discard(address)
                if (
                    reason is None
                    or client is not self._client
                    or self._is_over.is_set()
                ):
                    return
                if reason:
                    self.refused[address] = reason
                else:
                    self._members[address] = _Member(client, address, threads)
            if reason:
                self._tell(reason)
            self._tell_of_loneliness()
            self._hand_out()

        threading.Thread(target=ask, daemon=True).start()

    def _wait_for_introductions(self) -> None:
        """Until somebody is there, and a little longer for the others."""
        end = time.monotonic() + PATIENCE
        while self._meeting and (not self._members or time.monotonic() < end):
            time.sleep(0.02)

    def _tell_of_loneliness(self) -> None:
        """Once when nobody is left, and once when somebody is back."""
        is_alone = not self._members
        if is_alone and self._meeting:
            return  # it will be seen
        if is_alone != self._is_alone:
            self._is_alone = is_alone
            self._tell(
                "No worker is there; waiting until one comes. Ctrl-C ends it, and it"
                " can be resumed."
                if is_alone
                else f"{self.count} workers are there; it goes on."
            )


def reason_against(who: str, own: Any, judge: Judge) -> str | None:
    """Why a worker is refused; empty: it is not; None: it left.

    Args:
        who: its address.
        own: what came of asking it: its fingerprint, or an error.
        judge: of fingerprints.
    """
    if isinstance(own, Fingerprint):
        return judge(who, own)
    if isinstance(own, OSError):
        return None
    # Dask hands an error that it cannot pack on as an Exception with its words.
    if isinstance(own, ImportError) or "ModuleNotFoundError" in str(own):
        return (
            f"{who}: it has no gaitsmith that it can import ({own}). Install the same"
            " one there: pip install 'gaitsmith[cluster]'."
        )
    return f"{who}: it cannot work: {type(own).__name__}: {own}"


async def introduce_yourself() -> Fingerprint:
    """Of a worker, while its other thread works."""
    return await asyncio.to_thread(own_fingerprint)
