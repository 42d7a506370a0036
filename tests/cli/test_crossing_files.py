"""gaitsmith skill cross: the files that it writes."""

import json

import pytest

from gaitsmith.cli.skill import DEFAULTS, cross_command


def test_a_picture_that_is_no_png_is_refused_before_the_walk(run_cli):
    done = run_cli(
        "skill", "cross", "any", "--terrain", "gaps", "--picture", "a.jpg", "--json"
    )
    assert done.code == 2
    assert json.loads(done.out)["error"] == (
        "--picture a.jpg: the file's name must end in .png."
    )


@pytest.mark.parametrize("option", ["--report", "--picture"])
def test_a_folder_that_is_missing_is_refused_before_the_walk(run_cli, option, tmp_path):
    place = tmp_path / "missing" / "file.png"
    done = run_cli("skill", "cross", "any", "--terrain", "gaps", option, str(place))
    assert done.code == 2
    assert "missing" in done.err


def test_the_command_leaves_defaults_out():
    plain = "gaitsmith skill cross walk --terrain gaps:count=2"
    assert cross_command("walk", "gaps:count=2", {**DEFAULTS, "push": []}) == plain
    changed = {**DEFAULTS, "horizon": 1, "push": ["9,0@2", "8,0@3"]}
    changed["changes"] = ["setting.friction=0.5"]
    assert cross_command("walk", "gaps:count=2", changed) == (
        f"{plain} --horizon 1 --push 9,0@2 --push 8,0@3 --set setting.friction=0.5"
    )
