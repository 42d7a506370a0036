"""gaitsmith study, on searches that take moments."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import tomli_w


@pytest.fixture
def study_file(tiny_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    values = {
        "experiment": tiny_file.name,
        "grid": {"seed": {"first": 1, "last": 2}},
        "success": {"seconds": 0.5},
        "measure": {"gait": False},
    }
    path.write_text(tomli_w.dumps(values), encoding="utf-8")
    return path


def test_a_study_tells_how_often_searches_succeed(
    json_of, study_file: Path, tmp_path: Path
):
    found = json_of("study", study_file, "--run", tmp_path / "study")
    assert (found["cells"], found["done"]) == (2, 2)
    (group,) = found["groups"]
    assert (group["successes"], group["rate"]) == (2, 1.0)
    assert group["rate_low"] == pytest.approx(0.342, abs=1e-3)
    made = json.loads((tmp_path / "study" / "cell-01" / "best.json").read_text("utf-8"))
    assert made["command"] == f"gaitsmith study {study_file}"


def test_a_change_reaches_every_cell(json_of, study_file: Path, tmp_path: Path):
    change = "optimizer.max_generations=1"
    json_of("study", study_file, "--set", change, "--run", tmp_path / "study")
    table = (tmp_path / "study" / "results.csv").read_text("utf-8").splitlines()
    column = table[0].split(",").index("generations")
    assert [row.split(",")[column] for row in table[1:]] == ["1", "1"]


def test_a_plan_says_how_many_and_begins_nothing(
    json_of, study_file: Path, tmp_path: Path
):
    found = json_of("study", study_file, "--plan", "--run", tmp_path / "study")
    assert (found["cells"], found["candidates"]) == (2, 24)
    assert found["cell_seconds"] > 0
    assert not (tmp_path / "study").exists()


def test_a_million_cells_are_only_begun_when_that_is_meant(
    run_cli, study_file: Path, tmp_path: Path
):
    text = study_file.read_text("utf-8").replace("last = 2", "last = 1000000")
    study_file.write_text(text, encoding="utf-8")
    finished = run_cli("study", study_file, "--run", tmp_path / "study")
    assert finished.code == 2
    assert "1000000 cells (seed: 1000000 values)" in finished.err
    assert "Give --yes to begin all of them, or --limit N" in finished.err
    assert not (tmp_path / "study").exists()


def test_an_empty_grid_is_bad_input(run_cli, study_file: Path, tmp_path: Path):
    text = study_file.read_text("utf-8").replace("last = 2", "last = 0")
    study_file.write_text(text, encoding="utf-8")
    finished = run_cli("study", study_file, "--run", tmp_path / "study")
    assert finished.code == 2
    assert "so the study has no cell" in finished.err
    assert not (tmp_path / "study").exists()


def test_a_study_is_no_solution_and_says_what_is(
    run_cli, study_file: Path, tmp_path: Path
):
    folder = tmp_path / "study"
    assert run_cli("study", study_file, "--run", folder).code == 0
    finished = run_cli("simulate", folder)
    assert finished.code == 2
    assert f"give one of them, such as {folder / 'cell-01'}" in finished.err
    assert run_cli("report", folder).code == 0
    assert (folder / "study.html").is_file()


def test_a_study_that_ships_is_found_by_name(json_of):
    names = [one["name"] for one in json_of("list", "studies")["studies"]]
    assert "demo_seeds" in names


def test_a_study_killed_again_and_again_ends_in_the_same_bytes(
    study_file: Path, tmp_path: Path
):
    program = Path(sys.executable).with_name("gaitsmith")
    folder = tmp_path / "killed"

    def begin(*arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [str(program), *arguments],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    change = ("--set", "optimizer.max_generations=40")
    first = ("study", study_file.name, *change, "--run")
    assert begin(*first, "whole", "--workers", "1").wait() == 0
    logs = ["cell-01/costs.csv", "cell-02/costs.csv", "cell-01/cell.json"]
    for log in logs:
        is_begun = (folder / "study.toml").is_file()
        process = begin("resume", "killed") if is_begun else begin(*first, "killed")
        while process.poll() is None and not (folder / log).exists():
            time.sleep(0.001)
        process.kill()
        assert process.wait() in (-signal.SIGKILL, 0)
    assert begin("resume", "killed").wait() == 0
    for name in (*logs, "cell-02/best.json", "study.toml", "results.csv"):
        whole = (tmp_path / "whole" / name).read_bytes()
        assert (folder / name).read_bytes() == whole, name
