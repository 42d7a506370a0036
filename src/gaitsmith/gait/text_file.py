"""Text and numbers of a file that somebody else has written."""

import math
from collections.abc import Iterable
from pathlib import Path

from gaitsmith.errors import InputError

MOST_NAMES = 20  # names of a file's columns in a message
LONGEST_NAME = 60  # characters of one


def read_text(path: Path, largest: int) -> str:
    """The text of a file of at most `largest` bytes, without a byte-order mark.

    Raises:
        InputError: there is no such file, or it is empty, too large or no UTF-8 text.
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
    if not text.strip():
        raise InputError(f"{path}: the file is empty.")
    return text


def number(text: str) -> float:
    """The number that `text` is, maybe NaN or infinite.

    Raises:
        ValueError: it is none. Python's 1_000 is none in a file.
    """
    if "_" in text:
        raise ValueError(text)
    return float(text)


def finite_number(text: str) -> float:
    """Like `number`; NaN and infinity are none either."""
    value = number(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def listed(names: Iterable[str]) -> str:
    """Names of columns for a message: not too many, none too long, all on one line."""
    short = [_printable(name) for name in names]
    more = len(short) - MOST_NAMES
    tail = f" and {more} more" if more > 0 else ""
    return ", ".join(short[:MOST_NAMES]) + tail


def _printable(name: str) -> str:
    text = "".join(letter if letter.isprintable() else "?" for letter in name)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 3] + "..."
