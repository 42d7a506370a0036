"""gaitsmith report: where the page goes, of one or of several."""

import json
from pathlib import Path

import pytest


def test_report_writes_the_page_of_a_run(json_of, run_folder: Path, tmp_path: Path):
    page = tmp_path / "page.html"
    assert json_of("report", run_folder, "--output", page) == {"report": str(page)}
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_report_is_named_after_the_file_and_not_after_what_is_in_it(
    json_of, run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from gaitsmith.report import build

    monkeypatch.setattr(build, "write_report", lambda _, page, extras: page)
    content = json.loads((run_folder / "best.json").read_text(encoding="utf-8"))
    content["name"] = "../../outside"
    (tmp_path / "s.json").write_text(json.dumps(content), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert json_of("report", "s.json") == {"report": "s.html"}
    assert json_of("report", "wang2009/friction_0.3") == {"report": "friction_0.3.html"}


def test_a_report_of_several_compares_them(
    json_of, run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    found = json_of("report", run_folder, "simbicon/walk")
    assert found == {"report": "comparison.html"}
    text = (tmp_path / "comparison.html").read_text(encoding="utf-8")
    assert ">Side by side</h2>" in text


@pytest.mark.parametrize(
    "options", [("--pushes", "p.json"), ("--reference", "people.csv")]
)
def test_what_belongs_to_one_solution_is_refused_for_several(
    run_cli, run_folder: Path, options: tuple[str, str]
):
    finished = run_cli("report", run_folder, "simbicon/walk", *options)
    assert finished.code == 2
    assert "single solution" in finished.err


def test_a_report_to_a_place_that_does_not_exist_is_refused_at_once(
    run_cli, run_folder: Path, tmp_path: Path
):
    page = tmp_path / "nowhere" / "page.html"
    finished = run_cli("report", run_folder, "--output", page)
    assert finished.code == 2
    assert "make it first" in finished.err
