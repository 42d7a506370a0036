"""Changes of an experiment's values by key, as in `--set setting.duration=20`."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, get_args

from gaitsmith.characters.character import MODEL_ENDINGS
from gaitsmith.characters.devices import read_devices
from gaitsmith.characters.spec import SPECS
from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError
from gaitsmith.objectives.term import TERMS, TermOptions
from gaitsmith.optimization.robustness import RobustnessSpec
from gaitsmith.optimization.strategy import OPTIMIZERS
from gaitsmith.optimization.withdrawal import WithdrawalSpec
from gaitsmith.simulation.setting import Setting
from gaitsmith.solution_file import gallery

# Where a key is looked for first when several tables have it.
FIRST = ("setting", "character", "objective.user", "optimizer")
# Options of a term that say what is read of a file into its `curves`.
READ_WITH = ("file", "strikes", "mass", "speed", "gait")


def parse_change(change: str) -> tuple[str, Any]:
    """The key and the value of "key=value"; the value is written as in TOML."""
    key, equals, text = change.partition("=")
    if not equals or not key.strip():
        raise InputError(
            f"--set {change}: write key=value, such as optimizer.sigma=0.5."
        )
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    except RecursionError:
        raise InputError(f"--set {key}: this is nested too deeply.") from None
    return key.strip(), value


def apply_change(values: dict[str, Any], change: str) -> None:
    """Put one "key=value" into nested tables, see `put`."""
    put(values, *parse_change(change), f"--set {change}")


def put(values: dict[str, Any], key: str, value: Any, place: str) -> None:
    """Put a value at its key into nested tables; parameter names keep their dots.

    A character that is a name becomes a table that says what differs from it.

    Args:
        values: of an experiment file.
        key: with dots.
        value: as TOML reads it.
        place: who asks for it, for the error message.
    """
    parts = key.split(".")
    if parts[0] == "parameters" and len(parts) > 1:
        parts = ["parameters", ".".join(parts[1:])]
    meant = meant_key(".".join(parts))
    if meant:
        raise InputError(f"{place}: no key is called '{key}'. Did you mean '{meant}'?")
    if parts[0] == "character" and len(parts) > 1:
        named = values.get("character")
        values["character"] = {"based_on": named} if isinstance(named, str) else named
    if parts == ["device"]:
        _put_on(values, str(value))
        return
    table = values
    for part in parts[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise InputError(f"{place}: '{part}' is a value, not a table.")
    names_file = parts in (["character"], ["controller", "gait"])
    is_file = names_file and str(value).endswith((".toml", *MODEL_ENDINGS))
    if parts[0] == "objective" and len(parts) == 3 and parts[2] in READ_WITH:
        table.pop("curves", None)  # those of the file as it was read before
        is_file = parts[2] == "file" and isinstance(value, str)
    is_start = parts == ["start_from"] and isinstance(value, str) and value
    if is_file or (is_start and value not in gallery()):
        value = str(Path(value).absolute())  # typed here, so it is meant from here
    if parts == ["controller", "gait"] and _is_whole(table.get("keyframes")):
        table.pop("keyframes")  # those of the gait that is replaced
    is_length = parts[-1] == "height" and isinstance(value, int)
    table[parts[-1]] = float(value) if is_length else value


def _put_on(values: dict[str, Any], device: str) -> None:
    """Let the character wear one device more: a name, or the path of a file."""
    named = values.get("character")
    character: dict[str, Any] = {"based_on": named} if isinstance(named, str) else {}
    character |= named if isinstance(named, dict) else {}
    worn = {**(character.get("devices") or {}), **read_devices(device)}
    values["character"] = {**character, "devices": worn}


def _is_whole(keyframes: object) -> bool:
    return isinstance(keyframes, dict) and "targets" in keyframes


def meant_key(key: str) -> str:
    """The known key that ends as a wrong one does; empty: the key may be right.

    Such as objective.user.speed for objective.speed.
    """
    known, parts = _known_keys(), key.split(".")
    # These have names of their own, or say themselves what they know.
    is_open = parts[0] in ("parameters", "controller") and len(parts) > 1
    is_inside = parts[0] in ("character", "objective") and len(parts) > 2
    if key in known or is_open or is_inside:
        return ""
    same = [one for one in known if one.rpartition(".")[2] == parts[-1]]
    if parts[-1] in TermOptions.model_fields and parts[0] != "objective":
        return ""  # every term has one, which says nothing
    likely = [table for table in FIRST if table.split(".")[0] == parts[0]]
    for table in (*likely, parts[0], *FIRST):
        for one in same:
            if one.startswith(f"{table}."):
                return one
    return same[0] if same else ""


def _known_keys() -> tuple[str, ...]:
    """Keys of an experiment with dots, all terms and optimisers among them."""
    kinds: dict[str, list[type[Declaration]]] = {
        "setting": [Setting],
        "robustness": [RobustnessSpec],
        "withdrawal": [WithdrawalSpec],
        "character": list(SPECS.values()),
        "optimizer": [OPTIMIZERS[name].spec for name in OPTIMIZERS],
        **{f"objective.{name}": [TERMS[name].options] for name in TERMS},
    }
    top = (
        "name description character controller start_from seed search_seed plugins"
        " device"
    )
    found: dict[str, None] = dict.fromkeys(top.split())
    for table, declarations in kinds.items():
        found[table] = None
        for declaration in declarations:
            found |= dict.fromkeys(_keys_of(declaration, table))
    return tuple(found)


def _keys_of(kind: type[Declaration], table: str) -> Iterator[str]:
    for name, field in kind.model_fields.items():
        yield f"{table}.{name}"
        kinds = get_args(field.annotation)
        for inner in kinds if NoneType in kinds else (field.annotation,):
            if isinstance(inner, type) and issubclass(inner, Declaration):
                yield from _keys_of(inner, f"{table}.{name}")


def goal_speed(tables: Mapping[str, Any]) -> float | None:
    """m/s that an experiment's objective asks for."""
    return tables["objective"].get("user", {}).get("speed")


def let_start_follow(tables: dict[str, Any], speed_before: float | None) -> None:
    """The start is compared with the goal's speed; when that changes, so does this."""
    drift = tables["objective"].get("vel")
    speed = goal_speed(tables)
    if isinstance(drift, dict) and drift.get("speed") == speed_before and speed:
        drift["speed"] = speed
