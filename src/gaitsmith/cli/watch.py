"""gaitsmith watch: a search in the browser while it runs."""

from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.options import AsJson
from gaitsmith.cli.serving import Host, Port, Seconds, serve


def watch(
    run: Annotated[Path, typer.Argument(help="A run folder, of a search or a chain.")],
    port: Port = 8080,
    host: Host = "127.0.0.1",
    seconds: Seconds = None,
    json: AsJson = False,
) -> None:
    """Watch a search in the browser while it runs.

    It only reads the run folder. Ctrl-C ends the page, not the search.
    """
    from gaitsmith.viewer.run_reader import RunReader
    from gaitsmith.viewer.server import PageServer
    from gaitsmith.viewer.watch_page import WatchPage

    reader = RunReader(run)
    server = PageServer(host, port, "gaitsmith watch")
    serve(server, lambda: WatchPage(server, reader), {"run": str(run)}, seconds, json)
