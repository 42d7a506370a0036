"""gaitsmith list: what there is."""

import json as json_module
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from gaitsmith.cli.console import aligned, print_json, print_lines
from gaitsmith.cli.options import AsJson

Entry = dict[str, Any]


def list_names(
    kind: Annotated[
        str, typer.Argument(help="Only these, such as gallery.", show_default="all")
    ] = "",
    json: AsJson = False,
) -> None:
    """List what has a name: characters, laws, terms, solutions."""
    from gaitsmith.errors import unknown_name

    if kind and kind not in KINDS:
        raise unknown_name("kind of thing", kind, KINDS)
    found = {one: KINDS[one]() for one in ([kind] if kind else KINDS)}
    if json:
        print_json(found)
        return
    lines: list[str] = []
    for one, entries in found.items():
        lines += ["", one]
        lines += aligned([(f"  {e['name']}", e["description"]) for e in entries])
    print_lines(*lines[1:])


def _characters() -> list[Entry]:
    from gaitsmith.characters.character import catalogue
    from gaitsmith.characters.registered import CHARACTERS

    shipped = catalogue()
    own = [name for name in CHARACTERS if name not in shipped]
    return [
        {"name": name, "description": _described(file)}
        for name, file in shipped.items()
    ] + [{"name": name, "description": _first_line(CHARACTERS[name])} for name in own]


def _controllers() -> list[Entry]:
    from gaitsmith.control.controllers import CONTROLLERS

    return [
        {"name": name, "description": kind.description, "gaits": {**kind.gaits}}
        for name, kind in CONTROLLERS.items()
    ]


def _terms() -> list[Entry]:
    from gaitsmith.objectives.term import TERMS

    return [
        {
            "name": name,
            "description": term.description,
            "weight": term.weight,
            "unit": term.unit,
        }
        for name, term in TERMS.items()
    ]


def _optimizers() -> list[Entry]:
    from gaitsmith.optimization.strategy import OPTIMIZERS

    return [
        {"name": name, "description": one.description}
        for name, one in OPTIMIZERS.items()
    ]


def _experiments() -> list[Entry]:
    from gaitsmith.experiment import shipped_experiments

    return [
        {"name": name, "description": _described(file)}
        for name, file in shipped_experiments().items()
    ]


def _gallery() -> list[Entry]:
    from gaitsmith.solution_file import gallery

    found = []
    for name, file in gallery().items():
        content = json_module.loads(file.read_text("utf-8"))
        description = content["experiment"].get("description", "")
        command = content["command"]
        found.append({"name": name, "description": description, "command": command})
    return found


def _skills() -> list[Entry]:
    from gaitsmith.skills.skill import shipped_skills, trained_skills

    trained = trained_skills()
    return [
        {"name": name, "description": _described(file), "is_trained": name in trained}
        for name, file in shipped_skills().items()
    ]


def _reproductions() -> list[Entry]:
    from gaitsmith.reproduction.tables import TABLES

    return [
        {"name": name, "description": _first_line(make)}
        for name, make in TABLES.items()
    ]


def _described(file: Path) -> str:
    return tomllib.loads(file.read_text("utf-8")).get("description", "")


def _first_line(function: Any) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0]


KINDS: dict[str, Callable[[], list[Entry]]] = {
    "characters": _characters,
    "controllers": _controllers,
    "terms": _terms,
    "optimizers": _optimizers,
    "experiments": _experiments,
    "gallery": _gallery,
    "skills": _skills,
    "reproductions": _reproductions,
}
