"""Push tables on disk: all comes back, and only for the solution it belongs to."""

import dataclasses
import json

import pytest

from gaitsmith.errors import InputError
from gaitsmith.pushes import PhaseForces, PushTable
from gaitsmith.runs.push_file import push_file, read_pushes, write_pushes
from gaitsmith.workflows import initial_solution, with_setting

TABLE = PushTable(
    forces={"1,0": 120.0, "-1,0": 65.0},
    by_phase=(PhaseForces(0.25, 4.6, {"1,0": 300.0}),),
)


@pytest.fixture
def solution(make_experiment):
    return initial_solution(make_experiment())


def test_a_table_comes_back(solution, tmp_path):
    path = tmp_path / "friction_0.3.json"
    assert push_file(path) == tmp_path / "friction_0.3.pushes.json"
    write_pushes(push_file(path), solution, TABLE)
    assert read_pushes(push_file(path), solution) == TABLE


def test_a_table_of_other_values_is_not_believed(solution, tmp_path):
    path = tmp_path / "best.pushes.json"
    write_pushes(path, solution, TABLE)
    name = next(iter(solution.values))
    other = {**solution.values, name: solution.values[name] + 1e-6}
    assert read_pushes(path, dataclasses.replace(solution, values=other)) is None


def test_a_table_of_other_ground_is_not_believed(make_experiment, tmp_path):
    path = tmp_path / "best.pushes.json"
    hole = {"center": [5.0, 1.2], "width": 0.5, "length": 4.0}
    level, cleft = (
        initial_solution(
            make_experiment(
                character="stocky",
                controller={"law": "simbicon", "gait": "walk_3d"},
                setting={"duration": 0.5, "terrain": {"crevasses": holes}},
            )
        )
        for holes in ([], [hole])
    )
    write_pushes(path, level, TABLE)
    assert read_pushes(path, level) == TABLE
    assert read_pushes(path, cleft) is None


@pytest.mark.parametrize(
    "changes", [{"friction": 0.3}, {"stiffness": 9e4}, {"damping": 900.0}], ids=str
)
def test_a_table_of_slippery_or_soft_ground_is_not_believed(
    solution, tmp_path, changes
):
    path = tmp_path / "best.pushes.json"
    write_pushes(path, solution, TABLE)
    assert read_pushes(path, with_setting(solution, **changes)) is None
    assert read_pushes(path, with_setting(solution, duration=1.0)) == TABLE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"forces": {"2,0": 10.0}}, "no direction is called '2,0'"),
        ({"forces": {"1,0": -1.0}}, "at least 0"),
        ({"forces": {"1,0": "many"}}, "a number"),
        ({"format": "other"}, "format"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_wrong_table_is_refused(solution, tmp_path, change, message):
    path = tmp_path / "best.pushes.json"
    write_pushes(path, solution, TABLE)
    content = json.loads(path.read_text("utf-8")) | change
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError, match=message) as error:
        read_pushes(path, solution)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("text", ["", "[]", "{", "nonsense", "[" * 100_000])
def test_what_is_no_table_is_refused(solution, tmp_path, text):
    path = tmp_path / "best.pushes.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError):
        read_pushes(path, solution)
    with pytest.raises(InputError, match="no such file"):
        read_pushes(tmp_path / "nothing.json", solution)
