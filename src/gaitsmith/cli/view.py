"""gaitsmith view: a solution walks live in the browser, and can be pushed about."""

from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes, SolutionOrStart
from gaitsmith.cli.serving import Host, Port, Seconds, serve


def view(
    solution: SolutionOrStart,
    port: Port = 8080,
    host: Host = "127.0.0.1",
    seconds: Seconds = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Watch a solution walk in the browser, and push it.

    Its ground can be changed, and time slowed down. Ctrl-C ends it.
    """
    from gaitsmith import workflows
    from gaitsmith.viewer.server import PageServer
    from gaitsmith.viewer.view_page import ViewPage

    found = workflows.solution_or_start(solution, changes or ())
    announce_compiling(found.problem)
    server = PageServer(host, port, "gaitsmith view")
    serve(
        server, lambda: ViewPage(server, found), {"solution": found.name}, seconds, json
    )
