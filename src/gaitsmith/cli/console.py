"""What a command prints: a table for people, or one JSON object for scripts."""

import json
import math
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

EXIT_FAILED, EXIT_WRONG_INPUT, EXIT_INTERRUPTED = 1, 2, 130


def notes() -> Console:
    """Where progress and remarks go: standard error, so that results stay clean."""
    return Console(stderr=True, highlight=False)


def print_json(result: Mapping[str, Any]) -> None:
    """Exactly one JSON object on standard output; NaN becomes null."""
    sys.stdout.write(json.dumps(_finite(result), ensure_ascii=False, allow_nan=False))
    sys.stdout.write("\n")


def print_lines(*lines: str) -> None:
    """Lines for people, as they are: names from files are text, not markup."""
    sys.stdout.write("\n".join(lines) + "\n")


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value


def program() -> str:
    """How to call this program from here: by name, or by path if it is on none."""
    if shutil.which("gaitsmith") is not None:
        return "gaitsmith"
    script = Path(sys.argv[0])
    return os.path.relpath(script) if script.name == "gaitsmith" else "gaitsmith"


def plain_number(number: float) -> str:
    """Every digit, and no more: 3 for 3.0."""
    return repr(float(number)).removesuffix(".0")


def tell_how_to_go_on(folder: Path) -> None:
    """After an interruption; the path stays on one line, to be copied."""
    notes().print(
        f"Interrupted. Go on with: {program()} resume {folder}",
        markup=False,
        soft_wrap=True,
    )


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
