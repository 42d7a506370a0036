"""Strict files: unknown keys, wrong types and impossible values are refused by name."""

import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from gaitsmith.errors import InputError

Declared = TypeVar("Declared", bound="Declaration")

# JSON has no infinity: what is stored of it is the word.
INFINITIES = {"inf": math.inf, "-inf": -math.inf}
_read_infinity = BeforeValidator(
    lambda value: INFINITIES.get(value, value) if isinstance(value, str) else value
)


def _refuse_control_characters(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it has line breaks or control characters; remove them.")
    return text


def _refuse_disorder(ends: tuple[float, float]) -> tuple[float, float]:
    if not ends[0] < ends[1]:
        raise ValueError(f"{list(ends)} given; the lower end must come first.")
    return ends


# A line of text that goes to terminals as it is, and may come from a stranger's file.
Line = Annotated[str, AfterValidator(_refuse_control_characters)]
InOrder = AfterValidator(_refuse_disorder)  # of the two ends of a range
Bound = Annotated[float, Field(allow_inf_nan=True), _read_infinity]
ZeroToInfinity = Annotated[float, Field(ge=0, allow_inf_nan=True), _read_infinity]

LARGEST_FILE = 1_000_000_000  # bytes
LONGEST_SHOWN = 60  # characters of a wrong value in a message
# What is wanted instead, by the validator's name of the problem.
WANTED_KINDS = {
    "float_type": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a table",
    "mapping_type": "a table",
    "model_type": "a table",
    "missing": "a longer list",
}
WANTED_LIMITS = {
    "greater_than": ("more than {:.12g}", "gt"),
    "greater_than_equal": ("at least {:.12g}", "ge"),
    "less_than": ("less than {:.12g}", "lt"),
    "less_than_equal": ("at most {:.12g}", "le"),
    "too_long": ("a list of {} values", "max_length"),
}


class _Checked(type(BaseModel)):
    """What is wrong with a declaration made in Python is told as it is of a file."""

    if not TYPE_CHECKING:  # the fields tell what may be given

        def __call__(cls, **values):
            return declare(cls, values, cls.__name__)


class Declaration(BaseModel, metaclass=_Checked):
    """Frozen data from a file: exact types, no unknown keys, no NaN unless allowed."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        validate_default=True,
        defer_build=True,  # until the first is made: most commands need few of them
    )

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """What differs from the defaults."""
        fields = type(self).model_fields
        for name, value in super().__repr_args__():
            if name not in fields or value != fields[name].default:
                yield name, value


def read_text(path: Path, largest: int = LARGEST_FILE) -> str:
    """A text file of at most `largest` bytes, which may be anybody's.

    Raises:
        InputError: it is missing, too large or no text; the sentence names the file.
    """
    try:
        if path.is_dir():
            raise InputError(f"{path}: this is a folder, not a file.")
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: this is a device or a pipe, not a file.")
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    except ValueError:  # a zero byte
        raise InputError(f"{path}: no file can be called so.") from None
    if len(data) > largest:
        raise InputError(
            f"{path}: the file is too large: more than {largest // 1_000_000} MB."
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InputError(f"{path}: this is not UTF-8 text; save it as plain text.")
    return text


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file, or an error that names the file and the line."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{path}: this TOML is nested too deeply.") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: this is not valid TOML: {error}.") from None


def read_json(path: Path) -> Any:
    """The contents of a JSON file of finite numbers, or an error that names it."""
    text = read_text(path)
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(content, ensure_ascii=False).encode("utf-8")  # no half characters
        return content
    except RecursionError:
        raise InputError(f"{path}: this JSON is nested too deeply.") from None
    except ValueError as error:
        raise InputError(
            f"{path}: this is not valid JSON, or it is cut off: {error}."
        ) from None


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def declare(
    kind: type[Declared], values: Mapping[str, Any], source: str, table: str = ""
) -> Declared:
    """Build a declaration from `values`; errors name `source`, key and value.

    Args:
        kind: what is declared.
        values: as they stand in a file.
        source: the file.
        table: name of the table that they are in, which comes before the keys.
    """
    try:
        return kind.model_validate(_with_tuples(values))
    except RecursionError:
        raise InputError(f"{source}: this is nested too deeply.") from None
    except ValidationError as error:
        lines = _sentences(kind, error.errors(), source, table)
        raise InputError("\n".join(lines)) from None


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """`own` over `base`: tables key by key, everything else replaced."""
    both = dict(base)
    for key, value in own.items():
        is_table = isinstance(value, Mapping) and isinstance(both.get(key), Mapping)
        both[key] = merged(both[key], value) if is_table else value
    return both


def _with_tuples(value: Any) -> Any:
    """Arrays of a file as tuples, which nobody changes later."""
    if isinstance(value, Mapping):
        return {key: _with_tuples(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_with_tuples(part) for part in value)
    return value


def _sentences(
    kind: type[BaseModel], problems: list[Any], source: str, table: str
) -> list[str]:
    """One line per wrong key: place, key, what was given, what would be right.

    Where a value may be of several kinds (a number or a table), each kind has its own
    problem with it: those are told in one line, and a table is not blamed for being no
    number when something inside it is wrong.
    """
    by_key: dict[tuple[str, ...], list[Any]] = {}
    owners: dict[tuple[str, ...], type[BaseModel]] = {}
    for problem in problems:
        location, owner = _resolve(kind, problem["loc"])
        if problem["type"] == "missing" and isinstance(problem["loc"][-1], int):
            location = location[:-1]  # too short a list
        by_key.setdefault(location, []).append(problem)
        owners[location] = owner
    lines = []
    for location, found in by_key.items():
        n = len(location)
        is_explained_inside = any(k[:n] == location and len(k) > n for k in by_key)
        if is_explained_inside and found[0]["type"] != "value_error":
            continue
        key = ".".join(part for part in (table, *location) if part)
        place = ": ".join(part for part in (source, key) if part)
        lines.append(f"{place}: {_complaint(found, location, owners[location])}")
    return lines


def _complaint(
    problems: list[Any], location: tuple[str, ...], owner: type[BaseModel]
) -> str:
    """What is wrong with the value at `location`."""
    problem = problems[0]
    match problem["type"]:
        case "extra_forbidden":
            known = sorted(owner.model_fields)
            near = get_close_matches(location[-1], known, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            return f"no such key.{hint} Known here: {', '.join(known)}."
        case "missing" if not isinstance(problem["loc"][-1], int):
            return "this key is missing."
        case "value_error":
            return str(problem["ctx"]["error"])
        case _:
            wanted = list(dict.fromkeys(_wanted(each) for each in problems))
            given = shown(problem["input"])
            key = location[-1] if location else ""  # of the whole file: none
            return f"{given} given; it must be {' or '.join(wanted)}." + _in_meters(
                key, problem
            )


def _in_meters(key: str, problem: Any) -> str:
    """The question whether centimetres were given, if that would explain it."""
    limit = problem.get("ctx", {}).get("le", problem.get("ctx", {}).get("lt"))
    value = problem["input"]
    if key != "height" or limit is None or not 0 < value / 100 <= limit:
        return ""
    return f" Did you mean {value / 100:g} m?"


def _wanted(problem: Any) -> str:
    """What would have been right."""
    kind, limits = problem["type"], problem.get("ctx", {})
    if kind == "literal_error":
        return limits["expected"].replace("'", '"')
    if kind in WANTED_LIMITS:
        words, name = WANTED_LIMITS[kind]
        return words.format(limits[name])
    return WANTED_KINDS.get(kind, f"otherwise: {problem['msg']}")


def shown(value: Any) -> str:
    """A wrong value as it may stand in a file, shortened."""
    is_number = isinstance(value, float)
    text = str(value) if is_number else json.dumps(value, default=str)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def _resolve(
    kind: type[BaseModel], location: tuple[int | str, ...]
) -> tuple[tuple[str, ...], type[BaseModel]]:
    """The key at a validator's `location`, and the declaration that the key is in.

    The validator's location also names the kind of a value that may be of several
    kinds; a file does not.
    """
    key: list[str] = []
    annotation: Any = kind
    for part in location:
        kinds = [k for k in _alternatives(annotation) if k is not NoneType]
        if len(kinds) > 1:
            named = [k for k in kinds if getattr(k, "__name__", "?") in str(part)]
            annotation = named[0] if named else Any
            continue
        key.append(str(part))
        annotation = kinds[0]
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            kind = annotation
            field = kind.model_fields.get(str(part))
            others = get_args(kind.__annotations__.get("__pydantic_extra__"))
            annotation = field.annotation if field else others[-1] if others else Any
        else:
            inside = [k for k in get_args(annotation) if k is not Ellipsis]
            annotation = inside[-1] if inside else Any
    return tuple(key), kind


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """The kinds that a value may be of."""
    kinds = get_args(annotation)
    is_union = isinstance(annotation, UnionType) or NoneType in kinds
    return kinds if is_union else (annotation,)
