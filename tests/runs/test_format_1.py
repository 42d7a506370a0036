"""Solution files of format 1, in which the law declared the muscles, still open."""

import json

import pytest

from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import RF, VAS
from gaitsmith.runs.solution import read_solution
from gaitsmith.solution_file import FORMAT_VERSION, gallery
from gaitsmith.workflows import simulate, with_setting

OLD = ("geyer2010/walk", "wang2012/nwalk", "wang2012/no_delays", "wang2012/weak_vasti")
GEYER_MUSCLES = {"height": 1.8, "mass": 70.0, "without": ("RF",)}


@pytest.fixture
def old(tmp_path):
    """A gallery solution as format 1 has it: its content, and a way to open it."""

    def make(name, **controller):
        content = json.loads(gallery()[name].read_text("utf-8"))
        experiment = content["experiment"]
        assert content["version"] == 1, "the gallery has files of format 1"
        assert "muscles" not in experiment["character"]
        experiment["controller"] |= controller
        path = tmp_path / "old.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    return make


@pytest.mark.parametrize("name", OLD)
def test_an_old_solution_scores_to_the_digit_what_its_file_says(old, name):
    solution = read_solution(old(name))
    score = solution.problem.judge(solution.values).score
    assert score.total == pytest.approx(solution.score["total"], rel=1e-9)


def test_muscles_move_from_the_law_to_the_body(old):
    problem = read_solution(old("wang2012/weak_vasti")).problem
    usual = read_solution(old("wang2012/nwalk")).problem
    weak, strong = (
        muscles_of(each.character).legs.muscles.max_force[:, VAS]
        for each in (problem, usual)
    )
    assert weak == pytest.approx(0.1 * strong)
    assert problem.controller.delays


def test_delays_stay_with_the_law(old):
    problem = read_solution(old("wang2012/no_delays")).problem
    assert not problem.controller.delays
    assert muscles_of(problem.character).legs.muscles.activation_time == 0.0


def test_geyers_muscles_are_those_of_his_body(old):
    problem = read_solution(old("geyer2010/walk")).problem
    assert problem.character.spec.muscles == {"model": "hill", **GEYER_MUSCLES}
    muscles = muscles_of(problem.character).legs.muscles
    assert not muscles.max_force[:, RF].any()
    assert muscles.max_force[0, VAS] == 6000.0


def test_written_again_it_is_of_the_new_format_and_reads_back_the_same(old, tmp_path):
    solution = read_solution(old("wang2012/weak_vasti"))
    solution.save(tmp_path / "new.json")
    content = json.loads((tmp_path / "new.json").read_text("utf-8"))
    assert content["version"] == FORMAT_VERSION == 2
    assert content["experiment"]["character"]["muscles"]["strength"] == {"VAS": 0.1}
    assert "muscles" not in content["experiment"]["controller"]
    again = read_solution(tmp_path / "new.json")
    assert again.to_text() == solution.to_text()
    one, other = (with_setting(each, duration=0.3) for each in (solution, again))
    assert simulate(one).score == simulate(other).score


@pytest.mark.parametrize(
    ("muscles", "words"),
    [
        (5, "controller.muscles: no such key. Known here: delays, gait, law, r"),
        (
            {"strength": {"SOLE": 1.0}},
            "character.muscles.strength: no muscle is called",
        ),
        ({"delays": 3}, "controller.delays: 3 given; it must be true or false."),
        ({"speed": 1}, "character.muscles.speed: no such key. Known here: activation_"),
    ],
)
def test_a_wrong_old_table_is_told_where_it_went(old, muscles, words):
    path = old("wang2012/nwalk", muscles=muscles)
    with pytest.raises(InputError) as raised:
        read_solution(path)
    assert str(raised.value).startswith(f"{path}: experiment: {words}")


def test_a_body_by_its_name_gets_the_muscles_too(old, tmp_path):
    path = old("wang2012/nwalk")
    content = json.loads(path.read_text("utf-8"))
    content["experiment"]["character"] = "adult"
    path.write_text(json.dumps(content), encoding="utf-8")
    solution = read_solution(path)
    assert solution.problem.character.spec.muscles == {"model": "hill"}
