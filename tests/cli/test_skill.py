"""gaitsmith skill: training and crossing from the command line."""

import json
import shutil
from pathlib import Path

import pytest

from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import cross
from gaitsmith.planning.plan import PUBLISHED, PlannerSettings
from gaitsmith.skills.skill import STEPS_FILE, SkillGround, load_skill, trained_skills

WALK = "coros2008/walk"
GAP = ("--terrain", "gaps:width=0.2,spacing=1.0,count=1,seed=1")


def test_as_published_nothing_is_rehearsed(json_of):
    found = json_of("skill", "cross", WALK, *GAP, "--as-published")
    assert found["rehearsed_steps"] == 0
    assert found["planned_steps"] > 1


def test_a_crossing_is_told_to_scripts(json_of):
    found = json_of(
        "skill", "cross", WALK, "--terrain", "gaps:width=0.2,spacing=1.0,count=2,seed=1"
    )
    assert found["outcome"] == "completed"
    assert found["steps"] == found["good_steps"] > 8
    assert len(found["step_errors"]) == found["planned_steps"] > 3
    assert 0.0 < found["planning_ms"]["median"] <= found["planning_ms"]["p99"]
    assert found["realtime_factor"] > 0.0
    assert found["rehearsed_steps"] > found["planned_steps"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["cross", "coros2008/wak", "--terrain", "gaps"],
            "Did you mean 'coros2008/walk'",
        ),
        (["cross", WALK, "--terrain", "gaps:width=1.2"], "the longest example step is"),
        (["cross", WALK, "--terrain", "holes:width=1"], "no course is called 'holes'"),
        (
            ["cross", WALK, "--terrain", "gaps", "--planner", "a"],
            "no planner is called",
        ),
        (["cross", WALK, "--terrain", "gaps", "--horizon", "4"], "at most 3"),
        (["cross", WALK, "--terrain", "gaps", "--model", "deep"], "no model is called"),
        (["cross", WALK, "--terrain", "crevasses"], "planar"),
        (
            ["cross", WALK, "--terrain", "gaps:width=0.2", "--model", "nearest"],
            "use the planner 'hybrid', 'regular' or 'random'",
        ),
        (
            ["cross", WALK, *GAP, "--as-published", "--planner", "rehearsed"],
            "the paper does not rehearse steps",
        ),
        (["train", "coros2008/wak"], "Did you mean 'coros2008/walk'"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(run_cli, arguments, sentence):
    done = run_cli("skill", *arguments, "--json")
    assert done.code == 2
    assert sentence in json.loads(done.out)["error"]


def test_overlapping_gaps_are_refused(run_cli, tmp_path: Path):
    course = tmp_path / "course.toml"
    course.write_text("gaps = [[2.0, 2.5], [2.4, 3.0]]\n")
    done = run_cli("skill", "cross", WALK, "--terrain", str(course))
    assert done.code == 2
    assert "overlaps" in done.err


def test_steps_of_another_skill_are_refused(run_cli, tmp_path: Path):
    folder = tmp_path / "mixed"
    shutil.copytree(trained_skills()[WALK], folder)
    text = (folder / STEPS_FILE).read_text()
    (folder / STEPS_FILE).write_text(text.replace("stance_ankle", "stance_knee"))
    done = run_cli("skill", "cross", str(folder), "--terrain", "gaps")
    assert done.code == 2
    assert "steps of another skill" in done.err


def test_an_empty_data_set_is_refused(run_cli, tmp_path: Path):
    folder = tmp_path / "empty"
    shutil.copytree(trained_skills()[WALK], folder)
    text = (folder / STEPS_FILE).read_text()
    (folder / STEPS_FILE).write_text(text.splitlines()[0] + "\n")
    done = run_cli("skill", "cross", str(folder), "--terrain", "gaps")
    assert done.code == 2
    assert "no example steps" in done.err


def test_relative_stones_are_laid_out_anew_at_every_step():
    """Fixed stones run away from who cannot step so far, and relative ones do not."""
    skill = load_skill("coros2008/published").with_model("nearest")
    settings = PlannerSettings(**{**PUBLISHED, "planner": "regular"})
    last = []
    for relative in (False, True):
        course = Course(stones=(0.9,) * 5, relative=relative)
        crossing = cross(skill.runner(SkillGround(course), settings))
        last.append(crossing.errors[-1])
    assert last[1] < 0.5 * last[0]
