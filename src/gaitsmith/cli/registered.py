"""Verbs of the command line that plug-ins bring."""

from collections.abc import Callable
from typing import Any

from gaitsmith.plugins import Registry, takes_name

COMMANDS: Registry[Callable[..., None]] = Registry("command")


@takes_name
def command(name: str) -> Callable[[Any], Any]:
    """Register a function as a verb of the command line, `gaitsmith NAME`.

    Its parameters become arguments and options as typer reads them; the first line of
    its docstring is the help.
    """

    def register(function: Any) -> Any:
        COMMANDS.add(name, function)
        return function

    return register
