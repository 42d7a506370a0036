"""Every shell line of the laboratories' tutorial runs, with tiny searches."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial-subject.md"
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
COMMANDS = [
    shlex.split(line)
    for block in BLOCK.findall(PAGE.read_text("utf-8"))
    for line in block.strip().split("\n")
]
SMALL = (
    "optimizer.max_generations=1",
    "optimizer.population=4",
    "robustness.trials=0",
    "sturdiness.finalists=0",
)


def test_every_line_calls_gaitsmith():
    assert len(COMMANDS) == 8
    assert {command[0] for command in COMMANDS} == {"gaitsmith"}


@pytest.mark.slow
def test_every_line_runs_in_order(run_cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _, verb, *options in COMMANDS:
        if verb == "subject":
            options += [part for change in SMALL for part in ("--set", change)]
            if "--walk" not in options:
                options += ["--walk", "wang2012/first_steps"]
        finished = run_cli(verb, *options)
        assert finished.code == 0, (verb, options, finished.err)
    for page in ("clinic.html", "compared.html", "runs/swept/sweep/study.html"):
        assert (tmp_path / page).is_file()
