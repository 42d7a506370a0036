"""What `view` and `watch` share: a page is served until Ctrl-C."""

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from gaitsmith.cli.console import notes, print_result

if TYPE_CHECKING:
    from gaitsmith.viewer.server import PageServer

Port = Annotated[
    int, typer.Option(min=0, max=65535, help="Where the page is; 0: any free port.")
]
Host = Annotated[
    str, typer.Option(help="Address to listen at; 0.0.0.0 lets other machines in.")
]
Seconds = Annotated[
    float | None, typer.Option(min=0.0, help="End by itself after this time [s].")
]


class Page(Protocol):
    """Something in the browser that moves."""

    def start(self) -> None:
        """Begin to move."""
        ...

    def stop(self) -> None:
        """Stand still for good."""
        ...


def serve(
    server: "PageServer",
    make_page: Callable[[], Page],
    result: dict[str, Any],
    seconds: float | None,
    as_json: bool,
) -> None:
    """Serve a page until Ctrl-C, which is the normal end, or for `seconds` [s]."""
    from gaitsmith.viewer.server import is_local

    try:
        page = make_page()
        page.start()
        try:
            if not is_local(server.get_host()):
                notes().print(
                    "Whoever knows this address, with its token, can open the page.",
                    markup=False,
                )
            told = f"Open {server.url} in a browser. Ctrl-C ends."
            print_result(as_json, {"url": server.url, **result}, told)
            sys.stdout.flush()
            threading.Event().wait(seconds)
        except KeyboardInterrupt:
            pass
        finally:
            page.stop()
    finally:
        server.stop()
