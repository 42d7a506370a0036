"""The web server of a page: it listens where it was told, and keeps to itself.

The library would take the next free port without a word, print to standard output, and
offer to share the page through a tunnel of its makers. A page of ours does none of it,
and asks at its gate who comes.
"""

import asyncio
import contextlib
import errno
import inspect
import ipaddress
import socket

import rich
import viser

from gaitsmith.errors import InputError
from gaitsmith.viewer.gate import Gate

ANYWHERE = ("0.0.0.0", "::")
_ROUNDS = 10  # of the event loop; accepting and dropping a connection takes five
_PATIENCE = 1.0  # s, for these rounds
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class PageServer(viser.ViserServer):
    """A viser server at exactly one address."""

    def __init__(self, host: str, port: int, title: str) -> None:
        """Listen at `host` and `port`; 0 for any free port.

        Raises:
            InputError: the address cannot be used, or something else listens there.
        """
        _require_free(host, port)
        # What the library prints would spoil the one JSON object on standard output.
        rich.get_console().quiet = True
        self._gate = Gate(host, is_local(host))
        with self._gate.guarding():
            super().__init__(host=host, port=port, label=title, verbose=False)
        if port not in (0, self.get_port()):
            self.stop()
            raise _port_taken(host, port)
        self.gui.configure_theme(
            control_width="medium", show_logo=False, show_share_button=False
        )

    @property
    def url(self) -> str:
        """What to open in a browser on this machine."""
        host = "127.0.0.1" if self.get_host() in ANYWHERE else self.get_host()
        token = f"/?token={self._gate.token}" if self._gate.token else ""
        return f"http://{f'[{host}]' if ':' in host else host}:{self.get_port()}{token}"

    @property
    def is_watched(self) -> bool:
        """Whether a browser is connected."""
        return bool(self.get_clients())

    def request_share_url(self, verbose: bool = True) -> str | None:
        """No tunnel to the outside, whoever asks for one."""
        return None

    def stop(self) -> None:
        """Close all connections and end all threads."""
        loop = self.get_event_loop()
        if loop.is_running():
            dropping = asyncio.run_coroutine_threadsafe(_drop_unfinished(), loop)
            with contextlib.suppress(TimeoutError, asyncio.CancelledError):
                dropping.result(_PATIENCE)
        super().stop()
        rich.get_console().quiet = False


async def _drop_unfinished() -> None:
    """Drop connections that have not asked for anything yet.

    Browsers open some in advance. The library would wait for their requests until its
    patience ends, or leave those that it has just accepted open for good.
    """
    for _ in range(_ROUNDS):
        for task in asyncio.all_tasks():
            if _is_being_opened(task):
                task.cancel()  # the library then closes the connection
        await asyncio.sleep(0)


def _is_being_opened(task: "asyncio.Task[object]") -> bool:
    """Whether a task waits for the request of a connection.

    One that has not begun to wait does not close its connection when it is cancelled.
    """
    coroutine = task.get_coro()
    if not inspect.iscoroutine(coroutine):
        return False
    if inspect.getcoroutinestate(coroutine) != inspect.CORO_SUSPENDED:
        return False
    connection = inspect.getcoroutinelocals(coroutine).get("connection")
    state = getattr(connection, "state", None)
    return getattr(state, "name", "") == "CONNECTING"


def is_local(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _require_free(host: str, port: int) -> None:
    """Refuse an address at which the library would look for another one, or hang."""
    try:
        places = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError:
        raise InputError(
            f"--host {host}: there is no such address; leave it out for this machine"
            " only."
        ) from None
    for family, kind, protocol, _, address in places:
        with socket.socket(family, kind, protocol) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                attempt.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            _try_to_listen(attempt, address, host, port)


def _try_to_listen(
    attempt: socket.socket, address: object, host: str, port: int
) -> None:
    try:
        attempt.bind(address)  # pyright: ignore[reportArgumentType]
        attempt.listen()
    except PermissionError:
        raise InputError(
            f"--port {port}: this port needs more rights than you have; give another,"
            " such as --port 8081."
        ) from None
    except OSError as error:
        if error.errno in _NOT_HERE:
            raise InputError(
                f"--host {host}: this machine does not have this address; leave it out"
                " for this machine only."
            ) from None
        raise _port_taken(host, port) from None


def _port_taken(host: str, port: int) -> InputError:
    return InputError(
        f"--port {port}: something else is listening at {host} already; give another,"
        " such as --port 8081, or --port 0 for any that is free."
    )
