"""gaitsmith withdraw, and resume of what it began."""

import json
import shutil
from pathlib import Path

import pytest

from gaitsmith.workflows import find_solution, load_solution

GUIDED = "vandepanne1995/simpleton_2"


def test_withdraw_and_resume_tell_the_same(run_cli, tmp_path: Path):
    run = tmp_path / "run"
    options = (
        "--seconds",
        0.9,
        "--trials",
        20,
        "--judge",
        "effort",
        "--run",
        run,
        "--json",
    )
    first = run_cli("withdraw", GUIDED, *options)
    found = json.loads(first.out)
    assert set(found) == {
        "run", "reached", "seconds", "free_seconds", "evaluations", "windows",
        "method", "judge", "sturdiness",
    }  # fmt: skip
    assert found["method"] == "descent"
    assert found["windows"] >= 1
    assert first.code == (0 if found["reached"] else 1)
    assert "without the guide" in first.err
    again = run_cli("resume", run, "--json")
    assert json.loads(again.out) == found
    if found["free_seconds"] > 0:
        assert run_cli("simulate", run, "--json").code == 0


def test_windows_can_be_searched_by_cma(run_cli, tmp_path: Path):
    run = tmp_path / "run"
    options = ("--seconds", 0.9, "--trials", 8, "--method", "cma", "--run", run)
    found = json.loads(run_cli("withdraw", GUIDED, *options, "--json").out)
    assert found["method"] == "cma"
    assert found["windows"] >= 1
    assert found["evaluations"] >= 8
    assert json.loads(run_cli("resume", run, "--json").out) == found
    too_few = run_cli("withdraw", GUIDED, "--method=cma", "--trials=3", "--json")
    assert too_few.code == 2
    assert "trials: 3 given; method cma tries at least 4 candidates" in too_few.out


def test_its_command_can_be_typed_again(run_cli, tmp_path: Path):
    file, run = tmp_path / "my walk.json", tmp_path / "run"
    shutil.copy(find_solution(GUIDED), file)
    options = ("--seconds", 0.12345678, "--judge", "effort", "--seed", 7, "--run", run)
    assert run_cli("withdraw", file, *options).code == 0
    assert load_solution(run).provenance.command == (
        f"gaitsmith withdraw '{file}' --seconds 0.12345678 --trials 60 --budget 5000"
        " --slack 1.5 --method descent --judge effort --seed 7"
    )


def test_what_has_no_guide_is_refused(run_cli, tmp_path: Path):
    finished = run_cli("withdraw", "simbicon/walk", "--run", tmp_path / "run")
    assert finished.code == 2
    assert "law is 'simbicon'" in finished.err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--seed=2147483647", "seed"),
        ("--seconds=nan", "seconds"),
        (
            "--method=cmaes",
            "method: no optimiser is called 'cmaes'. Did you mean 'cma'? Known: cma,",
        ),
    ],
)
def test_wrong_options_are_refused(run_cli, tmp_path: Path, option: str, words: str):
    finished = run_cli("withdraw", GUIDED, option, "--run", tmp_path / "run")
    assert finished.code == 2
    assert words in finished.err
    assert not (tmp_path / "run").exists()
