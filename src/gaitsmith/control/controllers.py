"""Control laws by name: what a [controller] table may say, and what it builds.

Every law has one declaration, told apart by `law`, so that a key that a law does not
know is refused where it stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import (
    Controller,
    ControllerBase,
    ControllerSpec,
)
from gaitsmith.control.equipped import equipped
from gaitsmith.control.law import LAWS
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.plugins import PluginError, Registry, takes_name

Kind = TypeVar("Kind", bound=type)
Complete = Callable[[dict[str, Any], str, Path | None], dict[str, Any]]


def _as_it_is(
    table: dict[str, Any], _where: str, _folder: Path | None
) -> dict[str, Any]:
    return table


@dataclass(frozen=True)
class ControllerKind:
    """One entry of the registry."""

    description: str
    spec: type[ControllerSpec]
    build: Callable[[Character, Any], Controller]
    gaits: Mapping[str, str]
    """Names of its gaits, and what each is."""
    complete: Complete = _as_it_is
    """Turns a [controller] table into one that needs no other file: (table, where it
    stands, what paths are relative to; None if no file may be read)."""


CONTROLLERS: Registry[ControllerKind] = Registry("controller")


@takes_name
def law(
    name: str,
    spec: type[ControllerSpec] = ControllerSpec,
    gaits: Mapping[str, str] | None = None,
    complete: Complete = _as_it_is,
) -> Callable[[Kind], Kind]:
    """Register a class of controllers under the name of its law.

    Args:
        name: as a [controller] table says it, law = "NAME".
        spec: the declaration of that table.
        gaits: names of start values that it knows, and what each is.
        complete: see `ControllerKind`.
    """

    def register(kind: Kind) -> Kind:
        if not hasattr(kind, "drive"):
            words = "is no class of controllers; derive it from ControllerBase"
            raise TypeError(f"{kind.__name__} {words}.")
        for method in ("parameters", "law"):
            if getattr(kind, method, None) is getattr(ControllerBase, method):
                raise TypeError(f"{kind.__name__} has no method '{method}'.")
        description = (kind.__doc__ or name).strip().split("\n")[0]
        build = getattr(kind, "from_spec", kind)
        entry = ControllerKind(description, spec, build, gaits or {}, complete)
        CONTROLLERS.add(name, entry, kind)
        return kind

    return register


def build_controller(
    character: Character, table: Mapping[str, Any], where: str, folder: Path | None
) -> Controller:
    """The controller that a [controller] table asks for.

    Args:
        character: whom it drives.
        table: what it says.
        where: where it stands, for the error message.
        folder: what paths in it are relative to; None if no other file may be read.
    """
    name = table.get("law")
    if not isinstance(name, str):
        raise InputError(f"{where}.law: this key is missing; give a law's name.")
    kind = CONTROLLERS.find(name, f"{where}.law")
    table = kind.complete({**table}, where, folder)
    source, _, name = where.rpartition(": ")
    spec = declare(kind.spec, table, source, name)
    try:
        controller = kind.build(character, spec)
        if not type(controller).__module__.startswith("gaitsmith."):
            _check_record(controller, spec.law)
        return equipped(controller, character)
    except PluginError:
        raise
    except InputError as error:
        # A sentence that begins with a key of the table is about that key.
        key = str(error).partition(":")[0].partition(".")[0]
        joint = "." if key in kind.spec.model_fields else ": "
        raise InputError(f"{where}{joint}{error}") from None


def _check_record(controller: Controller, name: str) -> None:
    """Refuse what the compiler would refuse with a page of its own words."""
    law = controller.drive(controller.space.initial_values()).law
    origin, kind = CONTROLLERS.origin(name), type(law).__name__
    if not hasattr(law, "_fields"):
        raise PluginError(
            f"{origin}: law '{name}' gave {law!r}; it must give a record, the named"
            " tuple that @gaitsmith.controls names."
        )
    if type(law) not in LAWS:
        raise PluginError(
            f"{origin}: law '{name}' gave a {kind}, and no function is known for it;"
            f" put @gaitsmith.controls({kind}) above one."
        )
    for field in law._fields:
        value = getattr(law, field)
        words = type(value).__name__
        if isinstance(value, np.ndarray) and value.dtype.kind in "OUS":
            words = f"{words} of {value.dtype.name}"
        elif not isinstance(value, list | dict | set | str | NoneType):
            continue
        raise PluginError(
            f"{origin}: law '{name}' has a {words} in '{field}'; give a number, an"
            " array of numbers, or a tuple of these."
        )


def make_controller(character: Character, law: str, **table: Any) -> Controller:
    """A control law on a character, by name.

    Args:
        character: whom it drives.
        law: such as "simbicon", see `gaitsmith list`.
        table: what its [controller] table may say beside, such as gait = "walk".
    """
    return build_controller(character, {"law": law, **table}, "controller", Path())


def declaration_of(controller: Controller) -> dict[str, Any]:
    """The [controller] table that builds the same controller, without another file."""
    return controller.declaration().model_dump(exclude_none=True)
