"""Keyframes that a search begins with at random angles."""

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

from gaitsmith.characters.character import load_character
from gaitsmith.control.mirror import mirror_signs
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.experiment import experiment_from_values, load_experiment
from gaitsmith.jobs import resume
from gaitsmith.papers.vandepanne1995.keyframe_controller import KeyframeController
from gaitsmith.papers.vandepanne1995.keyframe_spec import KeyframeSpec
from gaitsmith.runs.solution import read_solution
from gaitsmith.workflows import initial_solution, optimize

SIMPLETON = "vandepanne1995/simpleton_1"
TABLE: dict[str, Any] = {
    "period": 0.8,
    "samples": 4,
    "symmetric": True,
    "random": 7,
    "gains": {"_": [300.0, 30.0]},
    "targets": {
        "left_hip_y": [0.0, 0.0, 0.0, 0.0],
        "left_hip_x": [0.0, 0.0, 0.0, 0.0],
        "left_knee_y": [0.1, 0.1, 0.1, 0.1],
        "left_shoulder_x": 0.3,
        "back_z": [0.1, 0.2, 0.3, 0.4],  # replaced, so it need not be symmetric
    },
}


def controller(table: dict[str, Any]) -> KeyframeController:
    spec = declare(KeyframeSpec, table, "steps.toml")
    return KeyframeController(load_character("stocky"), spec)


def start_of(table: dict[str, Any]) -> dict[str, float]:
    return controller(table).space.initial_values()


def test_only_searched_angles_are_drawn_and_they_are_within_range():
    found = controller(TABLE)
    given = controller({**TABLE, "targets": {**TABLE["targets"], "back_z": 0.0}})
    for parameter in found.space.parameters:
        assert parameter.lower <= parameter.initial <= parameter.upper
    drawn = [p.initial for p in found.space.free]
    assert len(set(drawn)) == len(drawn) == 3 * 4 + 2
    values = found.space.initial_values()
    assert values["hold.left_shoulder_x"] == 0.3
    assert values["hold.left_ankle_y"] == 0.0
    assert given.space.initial_values()["hold.back_z"] == 0.0


def test_many_draws_fill_the_whole_range():
    hips = [
        start_of({**TABLE, "random": seed})[f"key{sample}.left_hip_y"]
        for seed in range(20)
        for sample in range(4)
    ]
    by_role = {h.role: h for h in load_character("stocky").roles.hinges}
    lower, upper = by_role["left_hip_y"].turn
    shares = (np.array(hips) - lower) / (upper - lower)
    assert shares.min() < 0.1
    assert shares.max() > 0.9
    assert shares.mean() == pytest.approx(0.5, abs=0.1)


def test_symmetry_is_still_exact():
    found = controller(TABLE)
    hinges = found.character.roles.hinges
    rows = found.targets(found.space.initial_values())
    targets = {hinge.role: rows[:, i] for i, hinge in enumerate(hinges)}
    signs = mirror_signs(found.character)
    for role in ("hip_y", "hip_x", "knee_y"):
        mirrored = signs[f"right_{role}"] * np.roll(targets[f"left_{role}"], -2)
        assert np.array_equal(targets[f"right_{role}"], mirrored)
    assert np.array_equal(targets["back_z"][2:], -targets["back_z"][:2])


def test_the_seed_decides_and_the_order_of_keys_does_not():
    backwards = dict(reversed(TABLE["targets"].items()))
    assert start_of({**TABLE, "targets": backwards}) == start_of(TABLE)
    zeros = {**TABLE["targets"], "left_hip_y": [0.5, 0.5, 0.5, 0.5]}
    assert start_of({**TABLE, "targets": zeros}) == start_of(TABLE)
    assert start_of({**TABLE, "random": 8}) != start_of(TABLE)


def test_a_shipped_gait_can_begin_at_random_and_is_stored_with_what_was_drawn(
    tmp_path: Path,
):
    drawn = load_experiment(SIMPLETON, ["controller.keyframes.random=3"])
    given = load_experiment(SIMPLETON)
    start = drawn.problem.space.initial_values()
    assert start != given.problem.space.initial_values()
    assert start["period"] == 0.9
    stored = drawn.as_dict()
    assert stored["controller"]["keyframes"]["random"] == 3
    assert "random" not in given.as_dict()["controller"]["keyframes"]
    for text in (tomli_w.dumps(stored), json.dumps(stored)):
        read = tomllib.loads(text) if text.startswith("name") else json.loads(text)
        again = experiment_from_values(read, "again", Path("elsewhere"))
        assert again.as_dict() == stored
        assert again.problem.space.initial_values() == start
    initial_solution(drawn).save(tmp_path / "start.json")
    assert read_solution(tmp_path / "start.json").values == start


def test_a_search_from_random_keyframes_goes_on_the_same_after_a_stop(tmp_path: Path):
    changes = ["controller.keyframes.random=3", "setting.duration=0.5"]
    whole = load_experiment(SIMPLETON, [*changes, "optimizer.max_generations=6"])
    finished = optimize(whole, tmp_path / "run", workers=1)
    log = tmp_path / "run" / "costs.csv"
    kept = log.read_text("utf-8")
    log.write_text("".join(kept.splitlines(keepends=True)[:3]), "utf-8")
    assert resume(tmp_path / "run", workers=1).best.values == finished.best.values
    assert log.read_text("utf-8") == kept


def test_a_table_beside_a_gait_changes_only_what_it_says(tmp_path: Path):
    changes = [
        "controller.keyframes.period=0.7",
        "controller.keyframes.gains.hip=[9,1]",
    ]
    changed = load_experiment(SIMPLETON, changes).as_dict()["controller"]["keyframes"]
    given = load_experiment(SIMPLETON).as_dict()["controller"]["keyframes"]
    gains = {**given["gains"], "hip": [9.0, 1.0]}
    assert changed == {**given, "period": 0.7, "gains": gains}
    file = tmp_path / "mine.toml"
    own = {"based_on": SIMPLETON, "controller": {"keyframes": {"random": 3}}}
    file.write_text(tomli_w.dumps(own), encoding="utf-8")
    drawn = load_experiment(SIMPLETON, ["controller.keyframes.random=3"])
    assert load_experiment(file).problem.space == drawn.problem.space
    # It also changes a gait that is named after it.
    order = ["controller.keyframes.random=3", "controller.gait=simpleton_walk"]
    assert load_experiment(SIMPLETON, order).problem.space == drawn.problem.space


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("-1", "-1 given; it must be at least 0."),
        ("2147483648", "2147483648 given; it must be less than 2147483648."),
        ("1.5", "1.5 given; it must be a whole number."),
        ("true", "true given; it must be a whole number."),
        ("dice", '"dice" given; it must be a whole number.'),
    ],
)
def test_a_wrong_seed_is_exit_code_2(run_cli, value: str, sentence: str):
    change = f"controller.keyframes.random={value}"
    ended = run_cli("show", SIMPLETON, "--set", change)
    assert (ended.code, ended.out) == (2, "")
    assert f"controller.keyframes.random: {sentence}" in " ".join(ended.err.split())


def test_a_solution_to_start_from_and_random_angles_exclude_each_other():
    with pytest.raises(InputError, match="start_from: the keyframes begin at random"):
        load_experiment("vandepanne1995/simpleton_2", ["controller.keyframes.random=3"])
