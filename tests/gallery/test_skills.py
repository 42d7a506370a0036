"""Trained skills that ship: they load, and say what made them."""

import json
import math

import numpy as np
import pytest

from gaitsmith.planning.course import read_course
from gaitsmith.planning.crossing import TURN_PER_STEP, cross
from gaitsmith.planning.examples import placement_errors
from gaitsmith.planning.plan import PlannerSettings
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


@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        ("coros2008/bird", "gaps:width=0.5,spacing=1.0,count=3,seed=1"),
        ("coros2008/walk", "gaps:width=0.5,spacing=0.5,count=5,seed=1"),
        ("coros2008/walk", "gaps:width=0.3,spacing=0.25,count=5,seed=2"),
        ("coros2008/high_step", "gaps:width=0.3,spacing=0.5,count=5,seed=1"),
    ],
)
def test_a_skill_crosses_gaps(name, terrain):
    course = read_course(terrain)
    ground = SkillGround(course, (), course.longest_seconds)
    crossing = cross(load_skill(name).runner(ground, PlannerSettings()))
    assert crossing.is_completed
    assert crossing.good_steps == len(crossing.steps)


def test_stones_never_seen_are_hit():
    course = read_course("stones:count=20,min=0.2,max=0.8,seed=1")
    ground = SkillGround(course, (), course.longest_seconds)
    crossing = cross(load_skill("coros2008/walk").runner(ground, PlannerSettings()))
    assert crossing.is_completed
    assert np.mean(crossing.errors) < 0.02  # m; the paper has 0.05


def test_the_biped_follows_a_turning_path_over_crevasses():
    course = read_course("crevasses:width=0.5,count=4,turn=40,seed=1")
    ground = SkillGround(course, (), course.longest_seconds)
    runner = load_skill("coros2008/biped").runner(ground, PlannerSettings())
    crossing = cross(runner)
    assert crossing.is_completed
    assert crossing.good_steps == len(crossing.steps)
    headings = [step.footfall.heading for step in crossing.steps]
    turns = np.diff(headings)
    assert np.max(np.abs(turns)) <= TURN_PER_STEP + 1e-9
    assert np.max(np.abs(headings)) < math.radians(60.0)  # it does not reel
