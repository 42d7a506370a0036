"""Solution files come from strangers: whatever is in them, the answer is a sentence."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gaitsmith.errors import InputError
from gaitsmith.optimization.sturdiness import Sturdiness, SturdyTrial
from gaitsmith.runs.solution import Provenance, Solution, read_solution
from gaitsmith.workflows import initial_solution, load_solution, simulate


@pytest.fixture
def solution(make_experiment) -> Solution:
    return initial_solution(make_experiment())


@pytest.fixture
def content(solution: Solution) -> dict[str, Any]:
    """A right file, for a test to spoil."""
    return json.loads(solution.to_text())


@pytest.fixture
def complaint(tmp_path: Path) -> Callable[[Any], str]:
    """What is said about a file, without its folder."""

    def read(content: str | bytes | dict[str, Any]) -> str:
        path = tmp_path / "s.json"
        raw = json.dumps(content) if isinstance(content, dict) else content
        path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
        with pytest.raises(InputError) as raised:
            read_solution(path)
        return str(raised.value).replace(f"{tmp_path}/", "")

    return read


def test_a_solution_survives_being_stored(solution: Solution, tmp_path: Path):
    solution.save(tmp_path / "s.json")
    again = read_solution(tmp_path / "s.json")
    assert again.values == solution.values
    assert again.as_experiment().as_dict() == solution.as_experiment().as_dict()
    assert again.to_text() == solution.to_text()
    assert simulate(again).score == simulate(solution).score


def test_infinity_survives_being_stored(make_experiment, tmp_path: Path):
    experiment = make_experiment(
        setting={"friction": math.inf},
        parameters={"state0.dwell": {"lower": -math.inf, "upper": math.inf}},
    )
    initial_solution(experiment).save(tmp_path / "s.json")
    again = read_solution(tmp_path / "s.json")
    assert again.problem.setting.friction == math.inf
    assert again.problem.character.spec.ground.friction == math.inf
    assert again.problem.space == experiment.problem.space


@pytest.mark.parametrize("kept", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file(kept: float, solution: Solution, complaint):
    text = solution.to_text().rstrip()
    message = complaint(text[: int(kept * len(text))])
    assert message.startswith("s.json: this is not valid JSON, or it is cut off: ")


@pytest.mark.parametrize("text", ["name = 'tiny'", "<html>", "{'a': 1}"])
def test_a_file_that_is_not_json(text: str, complaint):
    assert complaint(text).startswith("s.json: this is not valid JSON, or it is cut ")


@pytest.mark.parametrize("content", [b"\x89PNG\xff", b"\0\0\0"])
def test_a_file_that_is_not_text(content: bytes, complaint):
    assert complaint(content) == (
        "s.json: this is not UTF-8 text; save it as plain text."
    )


@pytest.mark.parametrize("text", ["{}", "[]", "3", "null", '{"format": "other"}'])
def test_json_that_is_no_solution(text: str, complaint):
    assert complaint(text) == (
        's.json: this is no solution file: format is not "gaitsmith-solution".'
    )


@pytest.mark.parametrize("version", [3, 99, 0, -1, 1.5, "1", None, True, [1]])
def test_a_file_of_another_format_version(version: Any, content, complaint):
    message = complaint(content | {"version": version})
    assert message == (
        f"s.json: version: {json.dumps(version)} given; this gaitsmith reads up to"
        " version 2. A newer gaitsmith may open it."
    )


@pytest.mark.parametrize(
    "key",
    ["name", "command", "seed", "evaluations", "experiment", "parameters", "score"],
)
def test_a_missing_key(key: str, content, complaint):
    del content[key]
    assert complaint(content) == f"s.json: {key}: this key is missing."


def test_a_key_that_nobody_knows(content, complaint):
    assert complaint(content | {"scores": {}}).startswith(
        "s.json: no key is called 'scores'. Did you mean 'score'? Known: command, "
    )


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("seed", "1", '"1" given; it must be a whole number.'),
        ("seed", True, "true given; it must be a whole number."),
        ("evaluations", 1.5, "1.5 given; it must be a whole number."),
        ("name", None, "null given; it must be a text."),
        ("command", ["rm"], '["rm"] given; it must be a text.'),
        ("experiment", "demo", '"demo" given; it must be a table.'),
        ("parameters", [1.0], "[1.0] given; it must be a table."),
        ("score", 3, "3 given; it must be a table."),
    ],
)
def test_a_wrong_type(key: str, value: Any, expected: str, content, complaint):
    assert complaint(content | {key: value}) == f"s.json: {key}: {expected}"


def test_a_solution_of_another_controller(content, complaint):
    content["parameters"]["state0.swing_hip_roll"] = 0.1
    assert complaint(content).startswith(
        "s.json: parameters: no parameter is called 'state0.swing_hip_roll'."
        " Did you mean 'state0.swing_hip_pitch'? Known: "
    )


def test_a_solution_whose_controller_was_exchanged(content, complaint):
    content["experiment"]["controller"] = {"law": "posture", "gait": "stand"}
    message = complaint(content)
    assert message.startswith("s.json: experiment: parameters: no parameter is called")
    assert "Known: damping, " in message


@pytest.mark.parametrize("character", ["other.toml", {"model_file": "other.xml"}])
def test_a_solution_that_reaches_for_other_files(character: Any, content, complaint):
    content["experiment"]["character"] = character
    assert complaint(content) == (
        "s.json: experiment.character: a solution holds its whole character; it must"
        " not name another file."
    )


def test_a_solution_that_starts_from_another(content, complaint):
    content["experiment"]["start_from"] = "/etc/passwd"
    assert complaint(content) == (
        "s.json: experiment.start_from: a solution holds its own start; it must not"
        " name another file."
    )


def test_the_wall_time_is_kept_and_checked(solution, content, complaint, tmp_path):
    from dataclasses import replace

    replace(solution, provenance=Provenance(seconds=12.5)).save(tmp_path / "timed.json")
    assert read_solution(tmp_path / "timed.json").provenance.seconds == 12.5
    assert "seconds" not in content
    content["seconds"] = "long"
    assert complaint(content) == 's.json: seconds: "long" given; it must be a number.'


def test_a_parameter_is_missing(content, complaint):
    del content["parameters"]["state0.dwell"]
    assert complaint(content) == "s.json: parameters: 'state0.dwell' is missing."


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none(token: str, solution: Solution, complaint):
    text = solution.to_text().replace('"state0.dwell": 0.3', f'"state0.dwell": {token}')
    assert complaint(text) == (
        f"s.json: this is not valid JSON, or it is cut off: {token} is no number."
    )


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("1e999", "inf"),
        ("-1e999", "-inf"),
        ('"0.3"', '"0.3"'),
        ("null", "null"),
        ("true", "true"),
        ("[0.3]", "[0.3]"),
    ],
)
def test_a_value_that_is_no_finite_number(
    token: str, shown: str, solution: Solution, complaint
):
    text = solution.to_text().replace('"state0.dwell": 0.3', f'"state0.dwell": {token}')
    assert complaint(text) == (
        f"s.json: parameters: 'state0.dwell' is {shown}; it must be a finite number."
    )


def test_a_whole_number_beyond_all_floats(solution: Solution, complaint):
    huge = "1" + "0" * 400
    text = solution.to_text().replace('"state0.dwell": 0.3', f'"state0.dwell": {huge}')
    assert complaint(text).endswith("...; it must be a finite number.")


def test_a_value_outside_its_bounds(content, complaint):
    content["parameters"]["state0.dwell"] = -5.0
    assert complaint(content) == (
        "s.json: parameters: 'state0.dwell' is -5.0, outside its bounds 0.02 to 1.0."
    )


def test_an_experiment_inside_is_checked_like_a_file(content, complaint):
    content["experiment"]["setting"]["duraton"] = 3.0
    assert complaint(content).startswith(
        "s.json: experiment: setting.duraton: no such key. Did you mean 'duration'?"
    )


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


def test_a_file_nested_without_end(complaint):
    assert complaint(nested(100_000)) == ("s.json: this JSON is nested too deeply.")


@pytest.mark.parametrize("depth", [100, 900, 100_000])
@pytest.mark.parametrize("place", ["experiment", "parameters"])
def test_a_table_nested_deeply(depth: int, place: str, content, complaint):
    content[place] = "HERE"
    text = json.dumps(content).replace('"HERE"', nested(depth))
    assert complaint(text).startswith("s.json: ")


def test_a_character_nested_deeply(content, complaint):
    content["experiment"]["character"] = "HERE"
    text = json.dumps(content).replace('"HERE"', nested(600))
    assert complaint(text).startswith("s.json: ")


def test_half_a_character_in_a_text(content, complaint):
    content["name"] = "\ud800"
    assert complaint(content).startswith("s.json: this is not valid JSON, or it is")


def test_a_file_that_does_not_exist(tmp_path: Path):
    with pytest.raises(InputError, match=r"no\.json: there is no such file\.$"):
        load_solution(tmp_path / "no.json")


def test_a_name_that_does_not_exist():
    with pytest.raises(InputError) as raised:
        load_solution("simbicon/wlk")
    assert str(raised.value).startswith(
        "no file, run folder or gallery entry is called 'simbicon/wlk'."
    )


def test_a_name_with_control_characters_is_refused(content, complaint):
    content["name"] = "walk\x1b[2J"
    assert (
        complaint(content) == "s.json: name: it has line breaks or control characters."
    )


def test_a_step_and_what_it_holds_survive_being_stored(
    solution: Solution, tmp_path: Path
):
    trial = SturdyTrial(1200.0, 0, 3.25, "fell")
    found = Sturdiness(100.0, 5.0, 2.0, 1, (trial,))
    step = replace(solution, kind="step", sturdiness=found)
    step.save(tmp_path / "s.json")
    again = read_solution(tmp_path / "s.json")
    assert (again.kind, again.sturdiness) == ("step", found)
    assert again.to_text() == step.to_text()


def test_a_file_from_before_there_were_checks_is_a_result_that_nobody_checked(
    content: dict[str, Any], tmp_path: Path
):
    del content["experiment"]["sturdiness"]
    assert not {"kind", "sturdiness"} & set(content)
    (tmp_path / "s.json").write_text(json.dumps(content), "utf-8")
    old = read_solution(tmp_path / "s.json")
    assert (old.kind, old.sturdiness) == ("result", None)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "stair"}, "kind"),
        ({"kind": ["step"]}, "kind"),
        ({"sturdiness": "yes"}, "sturdiness"),
        ({"sturdiness": {"holds": True}}, "sturdiness"),
    ],
)
def test_a_wrong_kind_or_check_is_refused(content, complaint, changes, words):
    assert complaint(content | changes).startswith(f"s.json: {words}")
