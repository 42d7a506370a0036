"""gaitsmith list: what there is."""

from typing import Any

from gaitsmith.cli.console import aligned, print_json, print_lines
from gaitsmith.cli.options import AsJson


def list_names(json: AsJson = False) -> None:
    """List characters, controllers, terms, experiments, gallery, skills, tables."""
    found = collect()
    if json:
        print_json(found)
        return
    lines: list[str] = []
    for kind, entries in found.items():
        lines += ["", kind]
        lines += aligned([(f"  {e['name']}", e["description"]) for e in entries])
    print_lines(*lines[1:])


def collect() -> dict[str, list[dict[str, Any]]]:
    """Everything that has a name, with one line each."""
    import json
    import tomllib

    from gaitsmith.characters.character import catalogue
    from gaitsmith.control.controllers import CONTROLLERS
    from gaitsmith.experiment import shipped_experiments
    from gaitsmith.objectives.term import TERMS
    from gaitsmith.reproduction.tables import TABLES
    from gaitsmith.skills.skill import shipped_skills, trained_skills
    from gaitsmith.solution_file import gallery

    def described(file: Any) -> str:
        return tomllib.loads(file.read_text("utf-8")).get("description", "")

    solutions = []
    for name, file in gallery().items():
        content = json.loads(file.read_text("utf-8"))
        solutions.append(
            {
                "name": name,
                "description": content["experiment"].get("description", ""),
                "command": content["command"],
            }
        )
    return {
        "characters": [
            {"name": name, "description": described(file)}
            for name, file in catalogue().items()
        ],
        "controllers": [
            {"name": name, "description": kind.description, "gaits": {**kind.gaits}}
            for name, kind in CONTROLLERS.items()
        ],
        "terms": [
            {
                "name": name,
                "description": term.description,
                "weight": term.weight,
                "unit": term.unit,
            }
            for name, term in TERMS.items()
        ],
        "experiments": [
            {"name": name, "description": described(file)}
            for name, file in shipped_experiments().items()
        ],
        "gallery": solutions,
        "skills": [
            {
                "name": name,
                "description": described(file),
                "is_trained": name in trained_skills(),
            }
            for name, file in shipped_skills().items()
        ],
        "reproductions": [
            {"name": name, "description": (make.__doc__ or "").partition("\n")[0]}
            for name, make in TABLES.items()
        ],
    }
