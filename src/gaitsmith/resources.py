"""Where the experiments and solutions that ship with gaitsmith are."""

from pathlib import Path

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
