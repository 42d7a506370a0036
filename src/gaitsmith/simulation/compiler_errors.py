"""A page of compiler output as one sentence with the author's file and line."""

import inspect
import linecache
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gaitsmith.kernels.compilation import PACKAGE_FOLDER
from gaitsmith.plugins import PluginError, origin_of

ANSI = re.compile(r"\x1b\[[0-9;]*m")
PLACES = (
    re.compile(r"During: .*? at (?P<file>\S+\.py) \((?P<line>\d+)\)"),
    re.compile(r"\bRaised from (?P<file>\S+\.py) \((?P<line>\d+)\)"),
    re.compile(r'File "(?P<file>[^"]+\.py)", line (?P<line>\d+)'),
)
# Lines that say where the compiler was, not what is wrong.
EMPTY_WORDS = re.compile(
    r"^(Failed in|During:|Rejected as|There are|- Of which|Overload|Operator Overload"
    r"|With argument|No match|\* \(|raised from|File |TypingError: Failed)"
)
LONGEST = 200  # characters of what the compiler says


def explained(error: Exception, functions: Sequence[Any]) -> PluginError:
    """What is wrong, and where in code that is not ours.

    Args:
        error: of the compiler.
        functions: those of others that the loop calls.
    """
    text = ANSI.sub("", str(error))
    found = [
        (match.start(), match["file"], int(match["line"]))
        for pattern in PLACES
        for match in pattern.finditer(text)
        if _is_foreign(match["file"])
    ]
    if not found:
        place = _place_of_name(text, functions)
        return PluginError(f"{place}: {_complaint(text)}")
    # Several places on the way to the mistake: the one named first is the innermost.
    start, file, line = min(found)
    source = linecache.getline(str(Path(file)), line).strip()
    shown = f" in `{source}`" if source else ""
    return PluginError(f"{Path(file).name}:{line}: {_complaint(text[:start])}{shown}")


def _place_of_name(text: str, functions: Sequence[Any]) -> str:
    """Where an unknown name stands, which the compiler does not say."""
    named = re.search(r"name '(\w+)' is not defined", text)
    for function in functions:
        plain = getattr(function, "py_func", function)
        lines, first = inspect.getsourcelines(plain)
        file = Path(inspect.getfile(plain)).name
        for number, line in enumerate(lines):
            if named and re.search(rf"\b{named[1]}\b", line):
                return f"{file}:{first + number}"
    return str(origin_of(functions[0])) if functions else "a compiled function"


def _is_foreign(file: str) -> bool:
    path = Path(file).resolve()
    return "site-packages" not in path.parts and PACKAGE_FOLDER not in path.parents


def _complaint(text: str) -> str:
    """The innermost thing that the compiler says before it names the place."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    starts = [i for i, line in enumerate(lines) if line.startswith("Failed in")]
    told = [
        line
        for line in lines[starts[-1] if starts else 0 :]
        if not EMPTY_WORDS.match(line)
    ]
    is_whole = told and told[0].startswith("NameError")
    words = " ".join(told[: 1 if is_whole else 2]).replace(">>> ", "")
    words = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", _without_contents(words))
    # How an array lies in memory is no author's business.
    words = re.sub(r"(array\(\w+, \dd), \w\)", r"\1)", words)
    words = re.sub(
        r"No implementation of function .* found for signature:",
        "compiled code has no",
        words,
    ).removesuffix(".")
    if re.search(r"no (zeros|ones|empty|array|full|arange|linspace)\(", words):
        words += ", since it makes no arrays"
    return words[:LONGEST] or "this cannot be compiled"


def _without_contents(words: str) -> str:
    """Types of records without the types of all that they hold."""
    out, depth = [], 0
    for match in re.finditer(r"[A-Z]\w*\(|\(|\)|[^()A-Z]+|[A-Z]\w*", words):
        part = match.group()
        is_record = part.endswith("(") and len(part) > 1 and part != "Function("
        if depth == 0:
            out.append(part[:-1] if is_record else part)
            depth = 1 if is_record else 0
        elif part.endswith("("):
            depth += 1
        elif part == ")":
            depth -= 1
    return "".join(out)
