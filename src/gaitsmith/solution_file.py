"""The outline of a solution file: JSON with known keys, and nothing that can run."""

from pathlib import Path
from typing import Any

from gaitsmith.declarations import read_json, shown
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.resources import shipped_files

FORMAT = "gaitsmith-solution"
FORMAT_VERSION = 2
KEYS = {
    "format", "version", "name", "command", "seed", "evaluations", "experiment",
    "parameters", "score",
}  # fmt: skip
BEST_FILE = "best.json"  # of a run folder
EXPERIMENT_FILE = "experiment.toml"  # of a folder with a search
START_FILE = "start.json"  # of a chain or withdrawal: the solution that it starts from
CHAIN_FILE = "chain.toml"  # of a folder with a chain of runs
WITHDRAWAL_FILE = "withdrawal.toml"  # of a folder in which a guide is withdrawn
STUDY_FILE = "study.toml"  # of a folder with many searches
SUBJECT_FILE = "subject.toml"  # of a folder with the search of one person's walk
SKILL_FILE = "skill.toml"  # of a folder with a stepping skill
PUSHES_SUFFIX = ".pushes.json"  # of the push table beside a solution
SEEDS_SUFFIX = ".seeds.json"  # of what other seeds found, beside a solution
OPTIONAL_KEYS = {"seconds", "sturdiness", "kind"}
STEP = "step"  # of a gallery: only a way to a result
KINDS = ("result", STEP)


def gallery() -> dict[str, Path]:
    """Names of the solutions that ship with gaitsmith, and their files."""
    files = shipped_files("gallery", ".json")
    return {
        name: file
        for name, file in files.items()
        if not file.name.endswith((PUSHES_SUFFIX, SEEDS_SUFFIX))
        and not (file.parent / SKILL_FILE).is_file()
    }


def read_outline(path: Path) -> dict[str, Any]:
    """The file's JSON object, with all its keys and no others, each of its kind."""
    content = _read_content(path)
    for key, kind, word in (
        ("experiment", dict, "a table"),
        ("parameters", dict, "a table"),
        ("score", dict, "a table"),
        ("name", str, "a text"),
        ("command", str, "a text"),
        ("seed", int, "a whole number"),
        ("evaluations", int, "a whole number"),
        ("seconds", int | float | None, "a number"),
    ):
        if not isinstance(content.get(key), kind) or isinstance(content.get(key), bool):
            raise InputError(
                f"{path}: {key}: {shown(content[key])} given; it must be {word}."
            )
    if not isinstance(content.get("sturdiness", {}), dict):
        raise InputError(
            f"{path}: sturdiness: {shown(content['sturdiness'])} given; it must be a"
            " table."
        )
    if content.get("kind", STEP) not in KINDS:
        raise unknown_name("kind", str(content["kind"]), KINDS, f"{path}: kind")
    if not content["name"].isprintable():
        raise InputError(f"{path}: name: it has line breaks or control characters.")
    character = content["experiment"].get("character")
    is_elsewhere = isinstance(character, dict) and character.get("model_file")
    if is_elsewhere or (isinstance(character, str) and character.endswith(".toml")):
        raise InputError(
            f"{path}: experiment.character: a solution holds its whole character; it"
            " must not name another file."
        )
    law = content["experiment"].get("controller")
    is_keyframes = isinstance(law, dict) and law.get("law") == "keyframes"
    if is_keyframes and not law.get("keyframes"):
        raise InputError(
            f"{path}: experiment.controller.keyframes: a solution holds its own"
            " keyframes; it must not name a gait or another file."
        )
    if content["version"] == 1:
        content["experiment"] = _with_muscles_of_body(content["experiment"])
    if content["experiment"].get("start_from"):
        raise InputError(
            f"{path}: experiment.start_from: a solution holds its own start; it must"
            " not name another file."
        )
    return content


def _read_content(path: Path) -> dict[str, Any]:
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f'{path}: this is no solution file: format is not "{FORMAT}".')
    version = content.get("version")
    if type(version) is not int or not 1 <= version <= FORMAT_VERSION:
        raise InputError(
            f"{path}: version: {shown(version)} given; this gaitsmith reads up to"
            f" version {FORMAT_VERSION}. A newer gaitsmith may open it."
        )
    for key in sorted(KEYS):
        if key not in content:
            raise InputError(f"{path}: {key}: this key is missing.")
    for key in content:
        if key not in KEYS | OPTIONAL_KEYS:
            raise unknown_name("key", key, KEYS | OPTIONAL_KEYS, str(path))
    return content


def _with_muscles_of_body(experiment: dict[str, Any]) -> dict[str, Any]:
    """An experiment of format 1, in which the law declared the muscles."""
    match experiment:
        case {
            "controller": {"law": "reflexes" | "geyer" as law, **others},
            "character": dict() | str() as character,
        } if isinstance(others.get("muscles") or {}, dict):
            muscles = {"model": "hill", **(others.pop("muscles", None) or {})}
            delays = muscles.pop("delays", True)
            if law == "geyer":
                muscles |= {"height": 1.80, "mass": 70.0, "without": ["RF"]}
            body = character if isinstance(character, dict) else {"based_on": character}
            return {
                **experiment,
                "controller": {"law": law, **others, "delays": delays},
                "character": {**body, "muscles": muscles},
            }
        case _:
            return experiment
