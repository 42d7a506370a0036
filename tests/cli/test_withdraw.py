"""gaitsmith withdraw, and resume of what it began."""

import json
from pathlib import Path

import pytest

GUIDED = "vandepanne1995/simpleton_2"


def test_withdraw_and_resume_tell_the_same(run_cli, tmp_path: Path):
    run = tmp_path / "run"
    options = ("--seconds", 0.9, "--trials", 20, "--run", run, "--json")
    first = run_cli("withdraw", GUIDED, *options)
    found = json.loads(first.out)
    assert set(found) == {
        "run", "reached", "seconds", "free_seconds", "evaluations", "windows",
        "method",
    }  # fmt: skip
    assert found["method"] == "descent"
    assert first.code == (0 if found["reached"] else 1)
    assert "without the guide" in first.err
    again = run_cli("resume", run, "--json")
    assert json.loads(again.out) == found
    if found["free_seconds"] > 0:
        assert run_cli("simulate", run, "--json").code == 0


def test_windows_can_be_searched_by_cma(run_cli, tmp_path: Path):
    run = tmp_path / "run"
    options = ("--seconds", 0.4, "--trials", 8, "--method", "cma", "--run", run)
    found = json.loads(run_cli("withdraw", GUIDED, *options, "--json").out)
    assert found["method"] == "cma"
    assert json.loads(run_cli("resume", run, "--json").out) == found
    too_few = run_cli("withdraw", GUIDED, "--method=cma", "--trials=3", "--json")
    assert too_few.code == 2
    assert "trials: 3 given; method cma tries at least 4 candidates" in too_few.out


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
        ("--method=cmaes", 'method: "cmaes" given; it must be "cma" or "descent".'),
    ],
)
def test_wrong_options_are_refused(run_cli, tmp_path: Path, option: str, words: str):
    finished = run_cli("withdraw", GUIDED, option, "--run", tmp_path / "run")
    assert finished.code == 2
    assert words in finished.err
    assert not (tmp_path / "run").exists()
