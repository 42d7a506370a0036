"""A motion as still pictures: a numbered sequence, or a contact sheet."""

import math
import shutil
import tempfile
from pathlib import Path

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.export.film import Film, Watcher
from gaitsmith.export.motion import Filming, Motion
from gaitsmith.runs.files import require_place, write_atomically
from gaitsmith.scene.still import encoded

SIZE, SHEET_SIZE = (960, 540), (480, 270)  # pixels, of a picture
_GAP = 4  # pixels between the pictures of a sheet
_PAPER = "#ffffff"
_QUICK = 1  # of PNG's levels: a larger one takes several times as long, saves a tenth


def write_pictures(motion: Motion, path: Path, watch: Watcher | None = None) -> None:
    """Write a motion as PNG files: all frames, or some of them on one sheet.

    Frames go into a folder with the name of the path less its suffix, which appears
    when it is complete, or not at all.

    Args:
        motion: What to show, and how it is filmed.
        path: `walk.png` stands for `walk/0001.png` and so on; a sheet is the file.
        watch: Called after each picture with how many are done, and how many there are.
    """
    require_place(path)
    if motion.filming.sheet is not None:
        write_atomically(path, _sheet(motion, motion.filming.sheet, watch))
        return
    folder = sequence_folder(path)
    require_free(folder)
    film = Film(motion, SIZE)
    digits = max(4, len(str(len(film))))
    begun = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for number, picture in enumerate(film.pictures(watch), start=1):
            file = begun / f"{number:0{digits}d}.png"
            picture.save(file, compress_level=_QUICK)
        begun.chmod(0o755)
        if folder.is_dir():
            folder.rmdir()
        begun.rename(folder)
    finally:
        shutil.rmtree(begun, ignore_errors=True)


def sequence_folder(path: Path) -> Path:
    """The folder that a sequence goes to."""
    return path.with_suffix("")


def is_sequence(path: Path, filming: Filming) -> bool:
    """Whether pictures go into a folder, one for each frame."""
    return path.suffix.lower() == ".png" and filming.sheet is None


def require_free(folder: Path) -> None:
    """Refuse a folder that is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            f"{folder}: it exists already; pictures go into a new folder, so give"
            " another name or remove it."
        )


def _sheet(motion: Motion, count: int, watch: Watcher | None) -> bytes:
    """Pictures at even times, beside and below each other."""
    from PIL import Image

    film = Film(motion, SHEET_SIZE)
    count = min(count, len(film))
    frames = np.linspace(0, len(film) - 1, count).round().astype(int).tolist()
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    width, height = film.shape[0] + _GAP, film.shape[1] + _GAP
    is_clear = motion.filming.is_transparent
    sheet = Image.new(
        "RGBA" if is_clear else "RGB",
        (columns * width - _GAP, rows * height - _GAP),
        (0, 0, 0, 0) if is_clear else _PAPER,
    )
    for number, picture in enumerate(film.pictures(watch, frames)):
        sheet.paste(picture, (number % columns * width, number // columns * height))
    return encoded(sheet, format="PNG")
