"""gaitsmith reproduce: a table for people and for scripts, and its page."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def steps(
    make_experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[object]:
    """A cheap reproduction, `paper/steps`, in an empty folder; holds who was asked."""
    from gaitsmith.reproduction.comparison import Comparison, Exhibit
    from gaitsmith.reproduction.tables import TABLES
    from gaitsmith.workflows import initial_solution

    exhibit = Exhibit("tiny walk", initial_solution(make_experiment()))
    rows = (("walk", 0.36, "yes"), ("run", None, "no"))
    table = Comparison(
        "Steps", ("gait", "m", "agrees"), rows, "1 of 2 agree.", (exhibit,)
    )
    asked: list[object] = []

    def make(_console: object, workers: int | None) -> Comparison:
        asked.append(workers)
        return table

    monkeypatch.setitem(TABLES.registered(), "paper/steps", make)
    monkeypatch.chdir(tmp_path)
    return asked


def test_reproduce_writes_a_page_and_tells_scripts_where(json_of, steps):
    assert json_of("reproduce", "paper/steps", "--workers", 2) == {
        "title": "Steps",
        "rows": [
            {"gait": "walk", "m": 0.36, "agrees": "yes"},
            {"gait": "run", "m": None, "agrees": "no"},
        ],
        "verdict": "1 of 2 agree.",
        "page": "reproductions/paper-steps.html",
    }
    assert steps == [2]
    text = Path("reproductions/paper-steps.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    for part in ("Steps", "✘ no", "tiny walk", "gaitsmith reproduce paper/steps"):
        assert part in text


def test_reproduce_for_people_ends_with_the_page(run_cli, steps, tmp_path: Path):
    for _ in range(2):  # the second time the page is there and is replaced
        finished = run_cli("reproduce", "paper/steps", "--output", "page.html")
        assert finished.code == 0, finished.err
        assert finished.out.startswith("Steps\n\ngait      m  agrees\n")
        assert finished.out.endswith(
            f"\n1 of 2 agree.\n\nPage: {tmp_path / 'page.html'}\n"
        )
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_reproduce_without_a_page_writes_nothing(
    json_of, run_cli, steps, tmp_path: Path
):
    assert json_of("reproduce", "paper/steps", "--no-page")["page"] is None
    finished = run_cli("reproduce", "paper/steps", "--no-page")
    assert finished.out.endswith("\n1 of 2 agree.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (
            ["--output", "no/page.html"],
            2,
            "no/page.html: there is no folder 'no'; make it first.",
        ),
        (
            ["--output", "taken"],
            2,
            "taken: this is a folder; give the name of a file.",
        ),
        (
            ["--output", "file/page.html"],
            2,
            "file/page.html: there is no folder 'file'; make it first.",
        ),
        (
            ["--output", "page.html", "--no-page"],
            2,
            "--output page.html: no page is written with --no-page.",
        ),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    options: list[str], code: int, message: str, run_cli, steps, tmp_path: Path
):
    (tmp_path / "taken").mkdir()
    (tmp_path / "file").touch()
    finished = run_cli("reproduce", "paper/steps", *options, "--json")
    assert (finished.code, finished.err) == (code, f"gaitsmith: {message}\n")
    assert json.loads(finished.out) == {"error": message}
    assert steps == []
    assert {file.name for file in tmp_path.rglob("*")} == {"taken", "file"}


def test_the_folder_of_pages_must_be_a_folder(run_cli, steps, tmp_path: Path):
    (tmp_path / "reproductions").touch()
    finished = run_cli("reproduce", "paper/steps")
    assert (finished.code, finished.out, steps) == (2, "", [])
    assert "paper-steps.html: there is no folder 'reproductions'" in finished.err
