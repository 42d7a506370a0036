"""Trained skills that ship: they load, and say what made them."""

import json

import pytest

from gaitsmith.planning.course import read_course
from gaitsmith.planning.crossing import cross
from gaitsmith.planning.planners import PlannerSettings
from gaitsmith.skills.errors_of_examples import placement_errors
from gaitsmith.skills.skill import SkillGround, load_skill, trained_skills


@pytest.mark.parametrize("name", trained_skills())
def test_a_trained_skill_says_what_made_it(name):
    skill = load_skill(name)
    made = json.loads((skill.source / "provenance.json").read_text("utf-8"))
    examples, seed = len(skill.examples), skill.plan.spec.seed
    assert made["command"] == (
        f"gaitsmith skill train {name} --examples {examples} --seed {seed}"
    )


@pytest.mark.parametrize("name", trained_skills())
def test_example_steps_land_better_than_the_papers(name):
    errors = placement_errors(load_skill(name).examples)
    assert errors.mean < 0.043
    assert errors.below_6_cm > 0.77


def test_the_bird_crosses_gaps_with_nothing_changed():
    course = read_course("gaps:width=0.2,spacing=1.0,count=2,seed=1")
    ground = SkillGround(course, (), course.longest_seconds)
    crossing = cross(load_skill("coros2008/bird").traveller(ground, PlannerSettings()))
    assert crossing.is_completed
    assert crossing.good_steps == len(crossing.steps)
