"""Characters that plug-ins bring: functions that say what a character file would."""

from collections.abc import Callable
from typing import Any, TypeVar

from gaitsmith.plugins import PluginError, Registry, ask_author, takes_name

Declare = TypeVar("Declare", bound=Callable[[], dict[str, Any]])

CHARACTERS: Registry[Callable[[], dict[str, Any]]] = Registry("character")


@takes_name
def character(name: str) -> Callable[[Declare], Declare]:
    """Register a function that gives the contents of a character file.

    Such as {"based_on": "adult", "height": 1.7}, or {"model_xml": "<mujoco> ...",
    "roles": {...}}; the first line of its docstring describes the body.
    """

    def register(declare: Declare) -> Declare:
        if declare.__code__.co_argcount:
            raise TypeError(f"'{declare.__name__}' must take no arguments.")
        CHARACTERS.add(name, declare)
        return declare

    return register


def declared_by_plugin(name: str) -> dict[str, Any]:
    """What the plug-in's function for a character says, with its description."""
    function = CHARACTERS[name]
    description = (function.__doc__ or "").strip().split("\n")[0]
    values: Any = ask_author(function)
    if not isinstance(values, dict):
        raise PluginError(
            f"{CHARACTERS.origin(name)}: character '{name}' gave {values!r}; it must"
            " give what a character file would say, such as {'based_on': 'adult'}."
        )
    return {"name": name, "description": description, **values}
