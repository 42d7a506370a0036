"""Writing files so that a kill, a crash or a full disk never leaves half of one."""

import json
import os
from pathlib import Path
from typing import Any

from gaitsmith.errors import WorkFailedError


def write_atomically(path: Path, text: str) -> None:
    """Replace `path` by a file with `text`: all of it is there, or the old file."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WorkFailedError(f"{path}: cannot be written: {error.strerror}.") from None


def append_durably(path: Path, text: str) -> None:
    """Add `text` to the end of `path` and wait until it is on the disk."""
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise WorkFailedError(f"{path}: cannot be written: {error.strerror}.") from None


def to_json(value: Any) -> str:
    """Readable JSON; numbers keep every bit, NaN and infinity are refused."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
