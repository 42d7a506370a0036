"""The program `gaitsmith`: collects the verbs, and turns errors into exit codes.

Exit codes: 0 done; 1 the work failed; 2 the input was wrong; 130 interrupted.
"""

import sys
from typing import Any

import typer

from gaitsmith.cli.console import print_json
from gaitsmith.errors import GaitsmithError, InputError

# What typer raises for a wrong command line; newer ones bring it, older ones borrow it.
UsageError: Any = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="gaitsmith",
    help="Makes physically simulated characters walk by optimising their controllers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)


def _add_verbs() -> None:
    """Verbs in the order of the help; each file imports heavy things when called."""
    from gaitsmith.cli import (
        bench,
        demo,
        list_names,
        optimize,
        report,
        reproduce,
        resume,
        show,
        simulate,
    )

    for name, verb in {
        "demo": demo.demo,
        "list": list_names.list_names,
        "show": show.show,
        "optimize": optimize.optimize,
        "resume": resume.resume,
        "simulate": simulate.simulate,
        "report": report.report,
        "reproduce": reproduce.reproduce,
        "bench": bench.bench,
    }.items():
        app.command(name)(verb)


_add_verbs()


@app.callback(invoke_without_command=True)
def _options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit."
    ),
) -> None:
    if version:
        from importlib.metadata import version as installed_version

        typer.echo(f"gaitsmith {installed_version('gaitsmith')}")
        raise typer.Exit


def main() -> None:
    """Entry point of the console script."""
    wants_json = "--json" in sys.argv[1:]
    try:
        code = app(standalone_mode=False)
    except UsageError as error:
        _complain(error.format_message(), wants_json)
        sys.exit(2)
    except GaitsmithError as error:
        _complain(str(error), wants_json)
        sys.exit(2 if isinstance(error, InputError) else 1)
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted.", wants_json)
        sys.exit(130)
    except OSError as error:
        _complain(f"{error.filename or ''}: {error.strerror or error}", wants_json)
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str, wants_json: bool) -> None:
    sys.stderr.write(f"gaitsmith: {message}\n")
    if wants_json:
        print_json({"error": message})
