"""Imagined courses, walked on level ground and learned from."""

from itertools import islice

import numpy as np
import pytest

from gaitsmith.planning.kernel_model import KernelModel
from gaitsmith.planning.practice import NARROWEST, WIDEST, imagined_courses, practise
from gaitsmith.planning.synthesis import examples_of
from gaitsmith.planning.walker import foot_length
from gaitsmith.skills.skill import Skill, load_skill


@pytest.fixture(scope="module")
def skill() -> Skill:
    """The walk with a few of its examples."""
    return load_skill("coros2008/walk").with_examples(200)


@pytest.fixture(scope="module")
def courses(skill):
    foot = foot_length(skill.plan.character)
    random = np.random.default_rng(3)
    return list(islice(imagined_courses(skill.model, foot, random), 9))


def test_courses_are_of_all_kinds(courses):
    stones = [course for course in courses if course.stones]
    widths = [course.widest_gap for course in courses if course.gaps]
    assert len(stones) == 3
    assert len(set(widths)) == 6
    assert NARROWEST <= min(widths) < max(widths) <= WIDEST


def test_practice_takes_down_what_planned_steps_really_do(skill, courses):
    walker = skill.plan.walker()
    rows = practise(walker, skill.model, courses[0], skill.plan.preferred_step)
    steps = examples_of(skill.plan.actions.names, 7, rows)
    assert len(steps) > 5
    assert steps.number.tolist() == list(range(len(steps)))
    walker.start()  # the first planned step comes after steps of the base gait
    while not np.allclose(walker.state(), steps.state[0], atol=1e-9):
        assert walker.step(skill.plan.actions.base) is not None
    before = walker.footfall().ahead
    after = walker.step(steps.action[0])
    assert after is not None
    assert after.ahead - before == pytest.approx(steps.length[0], abs=1e-9)
    assert walker.state() == pytest.approx(steps.next_state[0], abs=1e-9)


def test_a_model_knows_better_what_was_practised(skill, courses):
    walker, preferred = skill.plan.walker(), skill.plan.preferred_step
    names, weight = skill.plan.actions.names, skill.plan.actions.weight
    rows = [
        row for c in courses[:6] for row in practise(walker, skill.model, c, preferred)
    ]
    taught = examples_of(names, 7, rows)

    def doubt(model: KernelModel) -> float:
        near = model.known.near(taught.state)
        asked = model.known.reduce(taught.action)[:, None, :]
        return float(np.mean(model.predict(near, asked).uncertainty))

    before = KernelModel(skill.examples, weight)
    after = KernelModel(skill.examples, weight, taught)
    assert doubt(after) < doubt(before)
