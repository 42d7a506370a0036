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
    }  # fmt: skip
    assert first.code == (0 if found["reached"] else 1)
    assert "without the guide" in first.err
    again = run_cli("resume", run, "--json")
    assert json.loads(again.out) == found
    if found["free_seconds"] > 0:
        assert run_cli("simulate", run, "--json").code == 0


def test_what_has_no_guide_is_refused(run_cli, tmp_path: Path):
    finished = run_cli("withdraw", "simbicon/walk", "--run", tmp_path / "run")
    assert finished.code == 2
    assert "law is 'simbicon'" in finished.err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("option", "words"),
    [("--seed=2147483647", "seed"), ("--seconds=nan", "seconds")],
)
def test_wrong_numbers_are_refused(run_cli, tmp_path: Path, option: str, words: str):
    finished = run_cli("withdraw", GUIDED, option, "--run", tmp_path / "run")
    assert finished.code == 2
    assert words in finished.err
    assert not (tmp_path / "run").exists()
