"""Writing files so that a kill, a crash or a full disk never leaves half of one."""

import contextlib
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from gaitsmith.errors import InputError, WorkFailedError


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace `path` by a file with `content`: all of it is there, or the old file."""
    temporary = path.parent / f".{path.name}.{os.getpid()}.tmp"
    raw = content.encode("utf-8") if isinstance(content, str) else content
    try:
        with temporary.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise _cannot_write(path, error) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def remove_half_written(folder: Path) -> None:
    """Remove what processes have left that were killed while they wrote here."""
    for file in folder.rglob(".*.tmp"):
        process = file.name.split(".")[-2]
        if process.isdigit() and not _is_running(int(process)):
            with contextlib.suppress(OSError):
                file.unlink()


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True


def require_place(path: Path) -> None:
    """Refuse a file that cannot be written, before the long work is done."""
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; give the name of a file.")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder '{path.parent}'; make it first.")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}.") from None


def append_durably(path: Path, text: str) -> None:
    """Add `text` to the end of `path` and wait until it is on the disk."""
    try:
        with path.open("ab") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _cannot_write(path, error) from None


def _cannot_write(path: Path, error: OSError) -> WorkFailedError:
    return WorkFailedError(f"{path}: cannot be written: {error.strerror or error}.")


def to_json(value: Any) -> str:
    """Readable JSON; numbers keep every bit, infinity is 1e999, NaN is refused."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    # A line that ends in a text ends in a quotation mark, so these are numbers.
    if re.search(r"NaN(?=,?$)", text, flags=re.MULTILINE):
        raise ValueError("NaN cannot be stored")
    return re.sub(r"Infinity(?=,?$)", "1e999", text, flags=re.MULTILINE) + "\n"
