"""A solution: one readable JSON file with all that is needed to simulate it again."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaitsmith.declarations import shown
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.experiment import Experiment, experiment_from_values
from gaitsmith.resources import shipped_files
from gaitsmith.runs.files import to_json, write_atomically

FORMAT = "gaitsmith-solution"
FORMAT_VERSION = 1
KEYS = {
    "format", "version", "name", "command", "seed", "evaluations", "experiment",
    "parameters", "score",
}  # fmt: skip


@dataclass(frozen=True)
class Solution:
    """Values of all parameters, and the experiment they were found in."""

    name: str
    experiment: Experiment
    values: dict[str, float]
    command: str
    """The command that made it."""
    seed: int
    evaluations: int
    """Candidates simulated until it was found."""
    score: dict[str, Any]
    """Its score card when it was found."""

    def to_text(self) -> str:
        """The file's content; the same solution gives the same bytes."""
        return to_json(
            {
                "format": FORMAT,
                "version": FORMAT_VERSION,
                "name": self.name,
                "command": self.command,
                "seed": self.seed,
                "evaluations": self.evaluations,
                "experiment": self.experiment.as_dict(),
                "parameters": self.values,
                "score": self.score,
            }
        )

    def save(self, path: Path) -> None:
        """Write the solution file."""
        write_atomically(path, self.to_text())


def gallery() -> dict[str, Path]:
    """Names of the solutions that ship with gaitsmith, and their files."""
    return shipped_files("gallery", ".json")


def read_solution(path: Path) -> Solution:
    """The solution in a file, which may come from a stranger: data, all checked."""
    try:
        return _checked(path, _read_content(path))
    except RecursionError:
        raise InputError(
            f"{path}: this is no solution file: nested too deeply."
        ) from None


def _read_content(path: Path) -> dict[str, Any]:
    """The file's JSON object, with all its keys and no others."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except UnicodeDecodeError:
        raise InputError(
            f"{path}: this is no solution file: it is not UTF-8 text."
        ) from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(content, ensure_ascii=False).encode("utf-8")
    except ValueError as error:
        raise InputError(
            f"{path}: this is not valid JSON, or it is cut off: {error}."
        ) from None
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
        if key not in KEYS:
            raise unknown_name("key", key, KEYS, str(path))
    return content


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _checked(path: Path, content: dict[str, Any]) -> Solution:
    for key, kind, word in (
        ("experiment", dict, "a table"),
        ("parameters", dict, "a table"),
        ("score", dict, "a table"),
        ("name", str, "a text"),
        ("command", str, "a text"),
        ("seed", int, "a whole number"),
        ("evaluations", int, "a whole number"),
    ):
        if not isinstance(content[key], kind) or isinstance(content[key], bool):
            raise InputError(
                f"{path}: {key}: {shown(content[key])} given; it must be {word}."
            )
    character = content["experiment"].get("character")
    is_elsewhere = isinstance(character, dict) and character.get("model_file")
    if is_elsewhere or (isinstance(character, str) and character.endswith(".toml")):
        raise InputError(
            f"{path}: experiment.character: a solution holds its whole character; it"
            " must not name another file."
        )
    experiment = experiment_from_values(
        content["experiment"], f"{path}: experiment", path.parent
    )
    wanted = experiment.problem.space
    values = content["parameters"]
    wanted.require_known(values, f"{path}: parameters")
    for parameter in wanted.parameters:
        if parameter.name not in values:
            raise InputError(f"{path}: parameters: '{parameter.name}' is missing.")
        value = values[parameter.name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not abs(value) <= sys.float_info.max:
            raise InputError(
                f"{path}: parameters: '{parameter.name}' is {shown(value)}; it must be"
                " a finite number."
            )
        if not parameter.lower <= value <= parameter.upper:
            raise InputError(
                f"{path}: parameters: '{parameter.name}' is {value}, outside its bounds"
                f" {parameter.lower} to {parameter.upper}."
            )
    return Solution(
        name=content["name"],
        experiment=experiment,
        values={name: float(value) for name, value in values.items()},
        command=content["command"],
        seed=content["seed"],
        evaluations=content["evaluations"],
        score=content["score"],
    )
