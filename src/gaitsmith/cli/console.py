"""What a command prints: a table for people, or one JSON object for scripts."""

import json
import math
import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from gaitsmith.errors import printable

EXIT_FAILED, EXIT_WRONG_INPUT, EXIT_INTERRUPTED = 1, 2, 130


class Notes(Console):
    """Shows remarks, which may quote files: what they say cannot steer a terminal."""

    def print(self, *objects: Any, **options: Any) -> None:
        """As the library does, with texts that print."""
        texts = (printable(one) if isinstance(one, str) else one for one in objects)
        super().print(*texts, **options)


def notes() -> Console:
    """Where progress and remarks go: standard error, so that results stay clean."""
    return Notes(stderr=True, highlight=False)


def print_json(result: Mapping[str, Any]) -> None:
    """Exactly one JSON object on standard output; NaN becomes null."""
    sys.stdout.write(json.dumps(_finite(result), ensure_ascii=False, allow_nan=False))
    sys.stdout.write("\n")


def print_lines(*lines: str) -> None:
    """Lines for people: names from files are text, no markup, and steer nothing."""
    sys.stdout.write(printable("\n".join(lines)) + "\n")


def print_result(as_json: bool, result: Mapping[str, Any], *lines: str) -> None:
    """What came of a command, for scripts or for people."""
    if as_json:
        print_json(result)
    else:
        print_lines(*lines)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value


_plugin_files: list[str] = []


def use_plugins(files: Sequence[str]) -> None:
    """Remember the files of --plugin, for commands that are told."""
    _plugin_files[:] = files


def command_line(*words: str, **options: object) -> str:
    """A command that does the same in any folder, with the plug-ins that it needs.

    Args:
        words: verb and arguments.
        options: by name; a list: given so many times; None: left out. `changes` are
            those of --set.
    """
    typed = ["gaitsmith", *words]
    for option, given in ({"plugin": _plugin_files} | options).items():
        name = "--set" if option == "changes" else f"--{option}"
        for one in given if isinstance(given, list | tuple) else [given]:
            text = plain_number(one) if isinstance(one, float) else str(one)
            typed += [] if one is None else [name, text]
    return shlex.join(typed)


def program() -> str:
    """How to call this program from here: by name, or by path if it is on none."""
    name, script = "gaitsmith", Path(sys.argv[0])
    if shutil.which(name) is None and script.name == name:
        name = os.path.relpath(script)
    return command_line().replace("gaitsmith", shlex.quote(name), 1)


def plain_number(number: float) -> str:
    """Every digit, and no more: 3 for 3.0."""
    return repr(float(number)).removesuffix(".0")


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows as lines with columns of equal width."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
