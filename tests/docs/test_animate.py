"""The page on animating: every line of it is a command that writes its file."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "animate.md").read_text("utf-8")
ALL = re.findall(r"^    gaitsmith (.*)$", PAGE, flags=re.MULTILINE)
OWN = [line for line in ALL if "mine" in line]  # each needs the one before
LINES = [line for line in ALL if line not in OWN]


def test_the_page_has_commands():
    assert len(LINES) >= 8
    assert {line.split()[0] for line in LINES} == {"export", "perform"}


@pytest.mark.slow
def test_an_own_body_learns_to_walk_and_becomes_a_loop(run_cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    learn, export = map(shlex.split, OWN)
    brief = ["--set", "optimizer.max_generations=13"]  # the page goes on to 25
    done = run_cli(*learn, *brief, "--workers", "1")
    assert done.code == 0, done.err
    done = run_cli(*export)
    assert done.code == 0, done.err
    assert Path("mine.glb").stat().st_size > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
def test_every_line_writes_its_file(line, run_cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```toml\n# (\S+)\n(.*?)```", PAGE, flags=re.DOTALL)
    Path(block[0]).write_text(block[1], encoding="utf-8")
    words = shlex.split(line)
    done = run_cli(*words)
    assert done.code == 0, done.err
    assert Path(words[words.index("--to") + 1]).stat().st_size > 10_000
