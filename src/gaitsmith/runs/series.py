"""A folder with several runs that belong together: a chain, a guide's removal.

    REQUEST.toml   what was asked for
    start.json     the solution that it starts from
    .../           the run folders
    best.json      what has come of it so far

What is decided between the runs follows from them, so a series is resumed by doing it
again, with every run that was complete replayed from its log.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import tomli_w

from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.solution import Solution

START_FILE = "start.json"


@contextmanager
def new_series(
    folder: Path, request_file: str, request: Declaration, start: Solution
) -> Generator[None]:
    """Begin a series in a new or empty folder, which is locked while in use.

    What a start leaves that was killed before the series began is no obstacle.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: this is a file; give a new folder.")
    folder.mkdir(parents=True, exist_ok=True)
    with RunFolder(folder).lock():
        names = {file.name for file in folder.iterdir() if file.suffix != ".tmp"}
        if names - {START_FILE, ".lock"}:
            other = f", or go on with: gaitsmith resume {folder}"
            raise InputError(
                f"{folder}: this folder is not empty; give another"
                f"{other if request_file in names else '.'}"
            )
        start.save(folder / START_FILE)
        write_atomically(folder / request_file, tomli_w.dumps(request.model_dump()))
        yield
