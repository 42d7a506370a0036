"""The pages about what is reached say what the kept tables say."""

import importlib.util
import json
from pathlib import Path

import pytest

from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.findings import PaperFigure, Sample, at_most, compare
from gaitsmith.reproduction.tables import TABLES

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script():
    path = ROOT / "scripts" / "reached_pages.py"
    spec = importlib.util.spec_from_file_location("reached_pages", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


STONES = PaperFigure(
    "error [cm]",
    5.0,
    at_most(5.0),
    published=Sample({1: 12.0, 2: 12.2}),
    ours=Sample({1: 0.5, 2: 0.7}),
    differences="steps are simulated ahead.",
)


@pytest.fixture
def page(script, tmp_path, monkeypatch):
    """The page of a paper whose tables are a stones' and an older one."""
    monkeypatch.setattr(script, "RESULTS", tmp_path)
    script.keep("coros2008/stones", compare("Stones", [STONES]), 60.4)
    rows = [{"walk": "a|b", "reached": True}, {"walk": "c", "reached": False}]
    script.keep("coros2008/older", Comparison.of("Older", rows, "1 of 2."), 2.0)
    names = ["coros2008/stones", "coros2008/older", "coros2008/slow"]
    return script.paper_page("coros2008", names, script.kept_tables())


def test_pages_and_readme_are_made_of_the_kept_tables(script):
    for file, text in script.pages(script.kept_tables()).items():
        assert file.read_text(encoding="utf-8") == text, "run scripts/reached_pages.py"


def test_every_kept_table_is_one_that_can_be_made(script):
    for name, table in script.kept_tables().items():
        assert name in TABLES
        assert json.loads(script.file_of(name).read_text("utf-8")) == table


def test_a_page_counts_the_papers_method_and_ours_apart(page):
    assert "| [stones](#stones) | 0 of 1 | 1 of 1 |" in page
    assert (
        "- stones: error [cm], paper 5.0, asked ≤ 5: by the paper's method here" in page
    )
    assert "(12.1 ± 0.14)" in page
    assert "[1] Ours differs: steps are simulated ahead." in page


def test_a_page_says_what_an_older_table_cannot_tell(page, script):
    assert "| [older](#older) | – | reached: 1 of 2 |" in page
    assert '- older: "reached" is not true of c' in page
    assert page.count(script.OLDER) == 1
    assert "| a\\|b | yes |" in page


def test_readme_has_a_row_with_both_counts(page, script):
    link = "[coros2008/stones](docs/reached/coros2008.md#stones)"
    row = f"| {link} | Stones | 0 of 1 | 1 of 1 |"
    assert row in script.highlights(script.kept_tables())


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ([True, False, True], "2 of 3"),
        ([True, None], "1 of 1, 1 not run"),
        ([None, None], "not run"),
        ([], "–"),
    ],
)
def test_what_was_not_run_is_not_counted(script, verdicts, words):
    assert script.counted(verdicts) == words


def test_a_page_says_what_was_not_run(page):
    assert "- `gaitsmith reproduce coros2008/slow`" in page
    assert "## slow" not in page
