"""Files that scripts/fuzz.py has found: each loads, or is refused in a sentence."""

import contextlib
import shutil
import sys
from pathlib import Path

import pytest

from gaitsmith.errors import LONGEST_MESSAGE, GaitsmithError

SCRIPTS = Path(__file__).parents[1] / "scripts"
CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def loaders():
    """By the folder that a file is in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        from loaders import LOADERS

        yield LOADERS
        for name in ("loaders", "spoiling", "foreign_files"):
            sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "file", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_what_was_found_is_told_well(file: Path, loaders, tmp_path: Path):
    loader = loaders[file.parent.name]
    path = tmp_path / loader.file
    shutil.copy(file, path)
    with contextlib.suppress(GaitsmithError):
        try:
            loader.load(path)
        except GaitsmithError as error:
            assert 0 < len(str(error)) < LONGEST_MESSAGE + 100
            assert str(error).replace("\n", "").replace("\xa0", "").isprintable()
            raise


def test_every_kind_of_file_has_good_examples(loaders, tmp_path: Path):
    for kind, loader in loaders.items():
        if kind == "c3d":
            pytest.importorskip("ezc3d", reason="ezc3d reads C3D files")
        (tmp_path / kind).mkdir()
        path = tmp_path / kind / loader.file
        path.write_bytes(loader.examples()[0])
        loader.load(path)
