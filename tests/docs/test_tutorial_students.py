"""Every shell line of the students' tutorial runs, and shows what the page says."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial-students.md"
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
LINES = [
    line
    for block in BLOCK.findall(PAGE.read_text("utf-8"))
    for line in block.split("\n")
]
COMMANDS = [shlex.split(line, comments=True) for line in LINES if line]


def test_every_line_calls_gaitsmith():
    assert len(COMMANDS) > 10
    assert {command[0] for command in COMMANDS} == {"gaitsmith"}


def test_every_picture_is_there():
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE.read_text("utf-8"))
    assert len(pictures) == 3
    assert all((PAGE.parent / picture).is_file() for picture in pictures)


@pytest.mark.slow
def test_every_line_runs_in_order(run_cli, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = {}
    for _, *arguments in COMMANDS:
        finished = run_cli(*arguments)
        assert finished.code == 0, (arguments, finished.err)
        said[" ".join(arguments)] = finished.out
    off = "simulate {} --set parameters.{}=0"
    assert said["simulate demo"].startswith("Fell after 1.")
    assert said["simulate wang2012/nwalk"].startswith("Stayed on its feet")
    assert "40 s" in said["demo --run runs/first"]
    for walk in ("wang2012/nwalk", "runs/first"):
        assert said[off.format(walk, "coronal.velocity")].startswith("Fell after")
    hip = off.format("wang2012/nwalk", "preparation.hip_velocity")
    assert said[hip].startswith("Fell after")
    for page in ("compared.html", "runs/first/report.html", "runs/mine/report.html"):
        assert (tmp_path / page).stat().st_size > 100_000
