"""The program `gaitsmith`: collects the verbs, and turns errors into exit codes.

Exit codes: 0 done; 1 the work failed; 2 the input was wrong; 130 interrupted.
"""

import atexit
import gc
import os
import signal
import sys
from typing import Annotated, Any

import typer

from gaitsmith.cli.console import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    EXIT_WRONG_INPUT,
    print_json,
    print_lines,
    use_plugins,
)
from gaitsmith.errors import GaitsmithError, InputError, readable

# What typer raises for a wrong command line; newer ones bring it, older ones borrow it.
UsageError: Any = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="gaitsmith",
    help="Makes physically simulated characters walk by optimising their controllers.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _add_verbs() -> None:
    """Verbs in the order of the help; each file imports heavy things when called."""
    from gaitsmith.cli import (
        adapt,
        bench,
        compare,
        demo,
        explain,
        export,
        gallery,
        import_walk,
        list_names,
        optimize,
        perform,
        pick,
        push,
        report,
        reproduce,
        resume,
        score,
        show,
        simulate,
        skill,
        study,
        sturdy,
        subject,
        view,
        watch,
        withdraw,
    )

    for name, verb in {
        "demo": demo.demo,
        "subject": subject.subject,
        "list": list_names.list_names,
        "show": show.show,
        "optimize": optimize.optimize,
        "resume": resume.resume,
        "pick": pick.pick,
        "adapt": adapt.adapt,
        "withdraw": withdraw.withdraw,
        "study": study.study,
        "simulate": simulate.simulate,
        "import": import_walk.import_walk,
        "score": score.score,
        "compare": compare.compare,
        "push": push.push,
        "sturdy": sturdy.sturdy,
        "explain": explain.explain,
        "report": report.report,
        "view": view.view,
        "watch": watch.watch,
        "export": export.export,
        "perform": perform.perform,
        "gallery": gallery.gallery,
        "reproduce": reproduce.reproduce,
        "bench": bench.bench,
    }.items():
        app.command(name)(verb)
    app.add_typer(skill.app, name="skill")


_add_verbs()
_OURS = {"skill", *(verb.name for verb in app.registered_commands)}


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit."
    ),
    _plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="FILE",
            help="Load a plug-in first; goes with every command.",
        ),
    ] = None,
) -> None:
    if version:
        from importlib.metadata import version as installed_version

        print_lines(f"gaitsmith {installed_version('gaitsmith')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print_lines(context.get_help())


def _load_plugins(arguments: list[str]) -> list[str]:
    """Load what --plugin names, wherever it stands; the other arguments.

    Only people who type it can load code: no file that is opened names it so.
    """
    from gaitsmith.cli.registered import COMMANDS
    from gaitsmith.plugins import PluginError, load_foreign, load_plugin

    others: list[str] = []
    files: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        option, equals, file = argument.partition("=")
        if option != "--plugin":
            others.append(argument)
            continue
        files.append(file if equals else next(rest, ""))
        if not files[-1]:
            raise InputError("--plugin: give the path of a Python file.")
        load_plugin(files[-1])
    use_plugins(files)
    load_foreign()
    for name in COMMANDS.registered():
        if name in _OURS:
            raise PluginError(
                f"{COMMANDS.origin(name)}: the command '{name}' exists already; choose"
                " another name."
            )
        app.command(name)(COMMANDS.registered()[name])
    return others


def main() -> None:
    """Entry point of the console script."""
    wants_json = "--json" in sys.argv[1:]
    # Whoever ends it, a job stops in order and says how to resume.
    for name in ("SIGTERM", "SIGHUP"):  # a closed terminal is the second
        ending = getattr(signal, name, None)
        if ending and signal.getsignal(ending) is signal.SIG_DFL:  # not under nohup
            signal.signal(ending, signal.default_int_handler)
    gc.set_threshold(400_000)  # what starting makes stays; why look through it?
    atexit.register(gc.freeze)  # at the end, too: it would take a third of a second
    try:
        code = app(_load_plugins(sys.argv[1:]), standalone_mode=False)
        if code == EXIT_INTERRUPTED:  # so newer typers tell of Ctrl-C
            raise KeyboardInterrupt
        sys.stdout.flush()
    except UsageError as error:
        _complain(readable(error.format_message()), wants_json)
        sys.exit(EXIT_WRONG_INPUT)
    except GaitsmithError as error:
        _complain(str(error), wants_json)
        is_input = isinstance(error, InputError)
        sys.exit(EXIT_WRONG_INPUT if is_input else EXIT_FAILED)
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted.", wants_json)
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILED)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _complain(readable(f"{place}{error.strerror or error}."), wants_json)
        sys.exit(EXIT_FAILED)
    except Exception as error:
        from gaitsmith.plugins import mistake_in_plugin

        mistake = mistake_in_plugin(error)
        if mistake is None:
            raise
        _complain(str(mistake), wants_json)
        sys.exit(EXIT_WRONG_INPUT)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str, wants_json: bool) -> None:
    sys.stderr.write(f"gaitsmith: {message}\n")
    if wants_json:
        print_json({"error": message})
