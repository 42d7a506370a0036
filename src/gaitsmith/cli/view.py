"""gaitsmith view: a solution walks live in the browser, and can be pushed about."""

from gaitsmith.cli.console import notes
from gaitsmith.cli.options import AsJson, SolutionOrStart
from gaitsmith.cli.serving import Host, Port, Seconds, serve


def view(
    solution: SolutionOrStart,
    port: Port = 8080,
    host: Host = "127.0.0.1",
    seconds: Seconds = None,
    json: AsJson = False,
) -> None:
    """Watch a solution walk in the browser; push it, change its ground, slow it down.

    Ctrl-C ends it.
    """
    from gaitsmith import workflows
    from gaitsmith.cli.searching import announce_compiling
    from gaitsmith.viewer.server import PageServer
    from gaitsmith.viewer.view_page import ViewPage

    found = workflows.solution_or_start(solution)
    announce_compiling(notes(), found.problem)
    server = PageServer(host, port, "gaitsmith view")
    serve(
        server, lambda: ViewPage(server, found), {"solution": found.name}, seconds, json
    )
