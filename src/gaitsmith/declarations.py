"""Strict TOML: unknown keys, wrong types and impossible values are refused by name."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from gaitsmith.errors import InputError

Declared = TypeVar("Declared", bound="Declaration")


class Declaration(BaseModel):
    """Frozen data from a file: no unknown keys, no NaN unless a field allows it."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, validate_default=True
    )


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file, or an error that names the file and the line."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder, not a TOML file.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: this is not valid TOML: {error}.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None


def declare(kind: type[Declared], values: Mapping[str, Any], source: str) -> Declared:
    """Build a declaration from `values`; errors name `source`, key and value."""
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        lines = [_sentence(kind, problem, source) for problem in error.errors()]
        raise InputError("\n".join(lines)) from None


def _sentence(kind: type[BaseModel], problem: Any, source: str) -> str:
    """One line for one problem: place, key, what was given, what would be right."""
    location = [str(part) for part in problem["loc"]]
    key = ".".join(location) or "(the whole file)"
    match problem["type"]:
        case "extra_forbidden":
            known = _known_keys(kind, location[:-1])
            near = get_close_matches(location[-1], known, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            return (
                f"{source}: {key}: no such key.{hint}"
                f" Known here: {', '.join(sorted(known))}."
            )
        case "missing":
            return f"{source}: {key}: this key is missing."
        case "value_error":
            return f"{source}: {key}: {problem['ctx']['error']}"
        case _:
            given = repr(problem["input"])
            given = given if len(given) <= 60 else given[:57] + "..."
            return f"{source}: {key}: {given} given. {problem['msg']}."


def _known_keys(kind: type[BaseModel], location: list[str]) -> list[str]:
    """Keys of the (nested) declaration at `location`."""
    for part in location:
        field = kind.model_fields.get(part)
        nested = _declaration_in(field.annotation) if field else None
        if nested is None:
            continue  # an index of a list, or the tag of a union
        kind = nested
    return list(kind.model_fields)


def _declaration_in(annotation: Any) -> type[BaseModel] | None:
    """The declaration class inside an annotation such as `tuple[Push, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        found = _declaration_in(argument)
        if found is not None:
            return found
    return None
