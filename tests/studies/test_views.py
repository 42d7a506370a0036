"""What is drawn over what, and which cells nobody beats."""

from typing import Any

from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import Cell
from gaitsmith.studies.study_file import FrontSpec
from gaitsmith.studies.views import front, look_of

SPEED, SLOPE, WEIGHT = (
    "objective.user.speed",
    "setting.terrain.slope",
    "objective.power.weight",
)


def found(number: int, is_success: bool = True, **numbers: Any) -> Found:
    return Found(Cell(number, {"seed": number}), is_success, "", numbers)


def test_one_key_makes_curves_and_two_make_a_map(make_study):
    curves = look_of(make_study(grid={SPEED: [1.0, 1.2], "seed": [1, 2]}))
    assert curves.x is not None
    assert (curves.x.key, curves.y, curves.others) == (SPEED, None, ())
    heat_map = look_of(make_study(grid={SPEED: [1.0, 1.2], SLOPE: [0.0, 1.0]}))
    assert heat_map.y is not None
    assert heat_map.y.key == SLOPE


def test_more_keys_tell_curves_apart(make_study):
    grid = {SPEED: [1.0, 1.2], SLOPE: [0.0, 1.0, 2.0], WEIGHT: [1e-5, 2e-5]}
    look = look_of(make_study(grid=grid))
    assert look.x is not None
    assert (look.x.key, look.y, look.others) == (SLOPE, None, (SPEED, WEIGHT))


def test_words_have_no_axis(make_study):
    look = look_of(make_study(grid={"character": ["planar_biped", "geyer"]}))
    assert (look.x, look.others) == (None, ("character",))


def test_a_walk_costs_at_the_speed_that_it_has(make_study):
    look = look_of(make_study(grid={SPEED: [1.0, 1.2]}))
    one = Found(Cell(1, {SPEED: 1.2}), True, "", {"speed": 1.1})
    assert look.place(one) == 1.1


def test_nobody_beats_what_is_on_the_front():
    cells = [
        found(1, effort=1.0, push=10.0),
        found(2, effort=2.0, push=30.0),
        found(3, effort=2.5, push=20.0),  # number 2 is better in both
        found(4, effort=1.0, push=10.0),  # as good as number 1
        found(5, is_success=False, effort=0.0, push=99.0),
        found(6, effort=0.5),  # its push was not measured
    ]
    best = front(cells, FrontSpec(less=("effort",), more=("push",)))
    assert [one.cell.number for one in best] == [1, 2, 4]
