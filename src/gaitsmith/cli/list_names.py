"""gaitsmith list: what there is."""

import json as json_module
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from gaitsmith.cli.console import aligned, print_result
from gaitsmith.cli.options import AsJson, completed_by

Entry = dict[str, Any]


def list_names(
    kind: Annotated[
        str,
        typer.Argument(
            help="Only these, such as gallery.",
            show_default="all",
            autocompletion=completed_by(lambda: KINDS),
        ),
    ] = "",
    json: AsJson = False,
) -> None:
    """List what has a name: characters, laws, terms, solutions."""
    from gaitsmith.errors import unknown_name

    if kind and kind not in KINDS:
        raise unknown_name("kind of thing", kind, KINDS)
    found = {one: KINDS[one]() for one in ([kind] if kind else KINDS)}
    lines: list[str] = []
    for one, entries in found.items():
        lines += ["", one]
        lines += aligned([(f"  {e['name']}", _words(e)) for e in entries])
    print_result(json, found, *lines[1:])


def _words(entry: Entry) -> str:
    """What it is; of a solution also what is to be known before it is used."""
    notes = ["a step to others"] if entry.get("kind") == "step" else []
    notes += ["fragile"] if entry.get("holds") is False else []
    notes += ["human data"] if entry.get("human_data") else []
    return " ".join(
        [entry["description"], *([f"({', '.join(notes)})"] if notes else [])]
    )


def _characters() -> list[Entry]:
    from gaitsmith.characters.character import catalogue
    from gaitsmith.characters.registered import CHARACTERS

    shipped = catalogue()
    own = {name: CHARACTERS[name] for name in CHARACTERS if name not in shipped}
    return _of_files(shipped) + _of_functions(own)


def _devices() -> list[Entry]:
    from gaitsmith.characters.devices import device_files

    return _of_files(device_files())


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

    return _of_files(shipped_experiments())


def _gallery() -> list[Entry]:
    from gaitsmith.solution_file import gallery

    found = []
    for name, file in gallery().items():
        content = json_module.loads(file.read_text("utf-8"))
        description = content["experiment"].get("description", "")
        check = content.get("sturdiness") or {}
        found.append(
            {
                "name": name,
                "description": description,
                "command": content["command"],
                "kind": content.get("kind", "result"),
                "holds": check.get("holds"),
                "sturdiness": check.get("sentence", ""),
                "human_data": _uses_human_data(content["experiment"]["objective"]),
            }
        )
    return found


def _uses_human_data(objective: Mapping[str, Any]) -> bool:
    """Whether a term depends on a person's motion."""
    from gaitsmith.objectives.term import TERMS, TermOptions

    return any(
        TERMS[name].options.human_data is not TermOptions.human_data
        for name, table in objective.items()
        if name in TERMS and table.get("weight", 1.0)
    )


def _skills() -> list[Entry]:
    from gaitsmith.skills.skill import shipped_skills, trained_skills

    trained = trained_skills()
    return [
        {**entry, "is_trained": entry["name"] in trained}
        for entry in _of_files(shipped_skills())
    ]


def _scenarios() -> list[Entry]:
    from gaitsmith.subjects.scenario import shipped_scenarios

    return _of_files(shipped_scenarios())


def _studies() -> list[Entry]:
    from gaitsmith.studies.plan import shipped_studies

    return _of_files(shipped_studies())


def _reproductions() -> list[Entry]:
    from gaitsmith.reproduction.tables import TABLES

    return _of_functions(TABLES)


def _of_files(files: Mapping[str, Path]) -> list[Entry]:
    """Described by what the TOML files say of themselves."""
    from gaitsmith.declarations import read_toml

    return [
        {"name": name, "description": read_toml(file).get("description", "")}
        for name, file in files.items()
    ]


def _of_functions(functions: Mapping[str, Any]) -> list[Entry]:
    """Described by the first lines of their docstrings."""
    return [
        {"name": name, "description": (function.__doc__ or "").strip().split("\n")[0]}
        for name, function in functions.items()
    ]


KINDS: dict[str, Callable[[], list[Entry]]] = {
    "characters": _characters,
    "devices": _devices,
    "controllers": _controllers,
    "terms": _terms,
    "optimizers": _optimizers,
    "experiments": _experiments,
    "gallery": _gallery,
    "skills": _skills,
    "scenarios": _scenarios,
    "studies": _studies,
    "reproductions": _reproductions,
}
