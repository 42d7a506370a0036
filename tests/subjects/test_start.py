"""What is searched for a person, and what scenarios change."""

import pytest

from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.runs.solution import Solution
from gaitsmith.subjects.figures import figure, unit_of
from gaitsmith.subjects.scenario import Scenario, load_scenario, shipped_scenarios
from gaitsmith.subjects.start import between, experiment_of, shipped_walk
from gaitsmith.subjects.subject import USUAL_LEG, Subject

ADULT = Subject(height=1.72, mass=63.5, speed=1.2)


@pytest.fixture(scope="module")
def walk():
    return shipped_walk(ADULT, "people/walk_125")


def test_the_search_asks_for_the_persons_speed_on_the_persons_body(walk):
    problem = experiment_of(ADULT, walk, 3).problem
    objective = problem.objective.as_dict()
    assert objective["user"]["speed"] == objective["vel"]["speed"] == 1.2
    assert problem.character.mass == pytest.approx(63.5, rel=5e-3)
    assert problem.controller.law_name == "push_off_reflexes"
    assert problem.seed == 3


def test_it_starts_from_the_walk_by_dynamic_similarity(walk):
    child = Subject(height=1.34, mass=29.0, age=9.0)
    start = experiment_of(child, walk, 1).problem.space.initial_values()
    size, weight = child.leg / USUAL_LEG, 29.0 / 70.0
    servo, gain = "gains.back_y.kp", "stance.sol_force"
    assert start[servo] == pytest.approx(walk.values[servo] * size * weight)
    assert start[gain] == walk.values[gain]
    assert start["start.speed"] == pytest.approx(
        walk.values["start.speed"] * child.wanted_speed / 1.25
    )


def test_a_second_search_keeps_the_soles_of_the_shipped_walk(walk):
    child = Subject(height=1.2, mass=22.0, age=6.0)
    first = experiment_of(child, walk, 1)
    again = experiment_of(child, walk, 1, walk)
    for one in (first, again):
        assert one.problem.character.spec.ground == first.problem.character.spec.ground


def test_a_person_may_start_from_another_persons_walk(walk):
    child = Subject(height=1.2, mass=22.0, age=6.0)
    first = experiment_of(child, walk, 1).problem
    theirs = Solution("theirs", first, first.space.initial_values())
    again = experiment_of(child, theirs, 1).problem
    assert again.character.spec.ground.stiffness == pytest.approx(
        first.character.spec.ground.stiffness
    )
    assert again.space.initial_values() == pytest.approx(theirs.values)


def test_half_way_to_a_child_is_half_as_light_and_younger(walk):
    child = Subject(height=1.2, mass=22.0, age=6.0, strength={"SOL": 0.5})
    half = between(walk, child, 0.5)
    assert (half.height, half.mass, half.age) == pytest.approx((1.5, 46.0, 12.0))
    assert half.strength == {"SOL": 0.75}
    assert between(walk, child, 1.0) is child


def test_an_unknown_walk_is_named():
    with pytest.raises(InputError, match="gallery entry is called 'walk_999'"):
        shipped_walk(ADULT, "walk_999")
    with pytest.raises(InputError, match="this is no person on muscles"):
        shipped_walk(ADULT, "simbicon/walk")


@pytest.mark.parametrize("name", sorted(shipped_scenarios()))
def test_every_scenario_can_be_searched_and_names_its_sources(name, walk):
    scenario = load_scenario(name)
    who = scenario.of(ADULT)
    assert who != ADULT
    experiment_of(who, walk, 1)  # or complain
    assert all(effect.source for effect in scenario.effects)


def test_a_backpack_is_not_the_persons_own_mass():
    packed = load_scenario("backpack").of(ADULT)
    assert (packed.mass, packed.load) == pytest.approx((63.5, 12.7))


def test_an_unknown_figure_of_a_scenario_is_named():
    effect = {"figure": "left.nee.swing_peak", "change": "less", "source": "nobody"}
    with pytest.raises(InputError) as error:
        declare(Scenario, {"description": "", "effects": [effect]}, "mine.toml")
    assert "Did you mean 'left.knee.swing_peak'" in str(error.value)


def test_figures_have_units():
    names = ("speed", "left.knee.swing_peak", "step_asymmetry", "left.hip.power_peak")
    assert [unit_of(name) for name in names] == ["m/s", "degrees", "%", "W/kg"]
    assert callable(figure("both.vertical_peak"))
