"""Where the experiments and solutions that ship with gaitsmith are."""

from collections.abc import Mapping
from pathlib import Path

from gaitsmith.errors import unknown_name

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parents[1]


def shipped_folder(name: str) -> Path:
    """The folder `name` ("experiments" or "gallery"), installed or in a checkout."""
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / name


def shipped_files(name: str, suffix: str) -> dict[str, Path]:
    """Files of a shipped folder by name: path below it, without the suffix."""
    folder = shipped_folder(name)
    return {
        file.relative_to(folder).with_suffix("").as_posix(): file
        for file in sorted(folder.rglob(f"*{suffix}"))
    }


def named_file(
    kind: str, name_or_file: str | Path, known: Mapping[str, Path]
) -> tuple[str, Path]:
    """Name and file of something that ships, or of somebody's own .toml file.

    Args:
        kind: what it is, for the error message.
        name_or_file: a name of `known`, or the path of a .toml file.
        known: files by name.
    """
    text = str(name_or_file)
    if text.endswith(".toml"):
        return Path(text).stem, Path(text)
    if text not in known:
        raise unknown_name(kind, text, known)
    return text, known[text]
