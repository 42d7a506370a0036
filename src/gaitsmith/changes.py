"""Changes of an experiment's values by key, as in `--set setting.duration=20`."""

import tomllib
from pathlib import Path
from typing import Any

from gaitsmith.characters.character import MODEL_ENDING
from gaitsmith.errors import InputError
from gaitsmith.solution_file import gallery


def _is_whole(keyframes: object) -> bool:
    return isinstance(keyframes, dict) and "targets" in keyframes


def apply_change(values: dict[str, Any], change: str) -> None:
    """Put one "key=value" into nested tables; parameter names keep their dots."""
    key, equals, text = change.partition("=")
    if not equals or not key.strip():
        raise InputError(
            f"--set {change}: write key=value, such as optimizer.sigma=0.5."
        )
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    parts = key.strip().split(".")
    if parts[0] == "parameters" and len(parts) > 1:
        parts = ["parameters", ".".join(parts[1:])]
    table = values
    for part in parts[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise InputError(f"--set {change}: '{part}' is a value, not a table.")
    names_file = parts in (["character"], ["controller", "gait"])
    is_file = names_file and str(value).endswith((".toml", MODEL_ENDING))
    is_start = parts == ["start_from"] and isinstance(value, str) and value
    if is_file or (is_start and value not in gallery()):
        value = str(Path(value).absolute())  # typed here, so it is meant from here
    if parts == ["controller", "gait"] and _is_whole(table.get("keyframes")):
        table.pop("keyframes")  # those of the gait that is replaced
    table[parts[-1]] = value
