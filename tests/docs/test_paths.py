"""Every source file that the documentation names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (ROOT, ROOT / "src" / "gaitsmith")
PAGES = [
    *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
NAMED = re.compile(r"`((?:[\w.*-]+/)+[\w*-]+\.(?:py|toml|js|md|ipynb))`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_files_that_a_page_names_exist(page: Path):
    for name in NAMED.findall(page.read_text(encoding="utf-8")):
        folders = (*PLACES, page.parent)
        assert any(list(folder.glob(name)) for folder in folders), name
