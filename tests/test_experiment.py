from pathlib import Path
from typing import Any

import pytest
import tomli_w

from gaitsmith.errors import InputError
from gaitsmith.experiment import (
    Experiment,
    experiment_from_values,
    load_experiment,
    shipped_experiments,
)


def complaint(file: Path, *changes: str) -> str:
    """What is said about a change, without the file's folder."""
    with pytest.raises(InputError) as raised:
        load_experiment(file, changes)
    return str(raised.value).replace(f"{file.parent}/", "")


@pytest.mark.parametrize("name", shipped_experiments())
def test_every_shipped_experiment_loads(name: str):
    experiment = load_experiment(name)
    assert experiment.name == name
    assert experiment.problem.space.dimension > 0


def test_a_file_without_a_name_is_called_after_its_file(
    tiny_values: dict[str, Any], tmp_path: Path
):
    del tiny_values["name"]
    file = tmp_path / "brisk.toml"
    file.write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    assert load_experiment(file).name == "brisk"


def test_a_file_without_parameters_searches_all_free_ones(tiny_file: Path):
    space = load_experiment(tiny_file).problem.space
    assert space.dimension == 17
    assert "start.speed" not in [p.name for p in space.free]


def test_a_number_fixes_a_parameter_and_a_table_changes_it(tiny_file: Path):
    space = load_experiment(
        tiny_file,
        [
            "parameters.state0.dwell=0.25",
            "parameters.start.speed={ scale = 0.1, lower = 0.5, upper = inf }",
        ],
    ).problem.space
    parameters = {p.name: p for p in space.parameters}
    assert parameters["state0.dwell"].initial == 0.25
    assert not parameters["state0.dwell"].is_free
    assert parameters["start.speed"].is_free
    assert parameters["start.speed"].initial == 0.98
    assert parameters["start.speed"].lower == 0.5


def test_an_experiment_survives_being_stored(make_experiment):
    experiment = make_experiment(
        setting={
            "friction": float("inf"),
            "pushes": [{"start": 0.1, "force": [10.0, 0.0, 0.0], "body": "torso"}],
            "terrain": {"slope": 2.0, "gaps": [[3.0, 3.2]]},
        },
        parameters={
            "state0.dwell": {"upper": float("inf")},
            "state1.swing_knee": {"lower": -1.0, "scale": 0.2},
            "start.speed": 1.1,
        },
        seed=12,
    )
    again = experiment_from_values(experiment.as_dict(), "again", Path())
    assert again.spec == experiment.spec
    assert again.problem.space == experiment.problem.space


def test_what_is_stored_leaves_nothing_to_defaults(make_experiment):
    stored = make_experiment().as_dict()
    assert stored["seed"] == 1
    assert stored["character"]["thigh"]["mass"] == 5.0
    assert stored["setting"]["terrain"]["slope"] == 0.0
    assert stored["optimizer"]["stall_generations"] == 300
    assert stored["objective"]["fail"]["weight"] == 120_000.0
    assert stored["parameters"]["state0.dwell"] == {
        "initial": 0.3,
        "scale": 0.03,
        "lower": 0.02,
        "upper": 1.0,
    }


def test_a_change_is_checked_and_leaves_the_original_alone(make_experiment):
    experiment: Experiment = make_experiment()
    changed = experiment.changed({"seed": 5}, "here")
    assert (experiment.spec.seed, changed.spec.seed) == (1, 5)
    with pytest.raises(InputError, match=r"^here: seed: -5 given; it must be at least"):
        experiment.changed({"seed": -5}, "here")


def test_a_character_file_is_looked_for_beside_the_experiment(
    tiny_values: dict[str, Any], own_model, tmp_path: Path
):
    character = {"model_xml": own_model.xml, "roles": own_model.roles}
    (tmp_path / "mine.toml").write_text(tomli_w.dumps(character), encoding="utf-8")
    tiny_values |= {
        "character": "mine.toml",
        "controller": {"law": "posture", "gait": "stand"},
    }
    file = tmp_path / "own.toml"
    file.write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    experiment = load_experiment(file)
    assert experiment.problem.character.name == "mine"
    again = experiment_from_values(experiment.as_dict(), "again", Path("elsewhere"))
    assert again.problem.character.name == "mine"


def test_an_experiment_carries_its_own_character_with_it(make_experiment, own_model):
    experiment = make_experiment(
        character={"model_xml": own_model.xml, "roles": own_model.roles},
        controller={"law": "posture", "gait": "stand"},
    )
    again = experiment_from_values(experiment.as_dict(), "again", Path("elsewhere"))
    ours, theirs = experiment.problem.character, again.problem.character
    assert theirs.model.body_mass.tobytes() == ours.model.body_mass.tobytes()
    assert theirs.model.body_pos.tobytes() == ours.model.body_pos.tobytes()
    assert again.as_dict() == experiment.as_dict()


def test_an_experiment_that_does_not_exist():
    with pytest.raises(InputError) as raised:
        load_experiment("demmo")
    assert str(raised.value).startswith(
        "no experiment is called 'demmo'. Did you mean 'demo'? Known: coros2008/biped, "
    )


def test_a_file_that_does_not_exist():
    with pytest.raises(InputError, match=r"^no\.toml: there is no such file\.$"):
        load_experiment("no.toml")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            "character=talll",
            "tiny.toml: character: no character is called 'talll'."
            " Did you mean 'tall'? Known: ",
        ),
        (
            "controller.law=simbicn",
            "tiny.toml: controller.law: no controller is called 'simbicn'."
            " Did you mean 'simbicon'? Known: ",
        ),
        ("controller.gait=wlk", "'wlk'. Did you mean 'walk'?"),
        ("character=tall", "gait 'walk' is for planar bodies, and character 'tall'"),
        (
            "objective.user.sped=1.0",
            "tiny.toml: objective.user: sped: no such key. Did you mean 'speed'?"
            " Known here: speed, step_length, step_width, weight.",
        ),
        (
            "objective.powr.weight=1.0",
            "tiny.toml: objective: no objective term is called 'powr'."
            " Did you mean 'power'? Known: ",
        ),
        ("objective={}", "tiny.toml: objective: no term is given; give at least one"),
        (
            "parameters.state0.dwel=0.3",
            "tiny.toml: parameters: no parameter is called 'state0.dwel'."
            " Did you mean 'state0.dwell'? Known: ",
        ),
        (
            "parameters.state0.dwell=long",
            'tiny.toml: parameters.state0.dwell: "long" given; it must be a number or a'
            " table.",
        ),
        (
            "parameters.state0.dwell={lower = 0.5, upper = 0.4}",
            "tiny.toml: parameters: parameter 'state0.dwell': lower bound 0.5 is not"
            " below upper bound 0.4.",
        ),
        (
            "parameters.state0.dwell={lower = 0.5}",
            "tiny.toml: parameters: parameter 'state0.dwell': initial value 0.3 is"
            " outside its bounds 0.5 to 1.0.",
        ),
        (
            "optimizer.popultion=5",
            "tiny.toml: optimizer.popultion: no such key. Did you mean 'population'?",
        ),
        (
            "optimizer.sigma=0",
            "tiny.toml: optimizer.sigma: 0 given; it must be more than 0.",
        ),
        ("seed=1.5", "tiny.toml: seed: 1.5 given; it must be a whole number."),
        (
            "setting.terrain.slope=95",
            "tiny.toml: setting.terrain.slope: 95 given; it must be at most 60.",
        ),
        (
            "setting.pushes=[{start = 1.0, force = [1.0, 0.0, 0.0], body = 'tors'}]",
            "tiny.toml: setting.pushes: no body is called 'tors'."
            " Did you mean 'torso'? Known: ",
        ),
        (
            "setting.guide.body=hed",
            "tiny.toml: setting.guide: no body is called 'hed'. Known: ",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_file_key_and_remedy(
    change: str, expected: str, tiny_file: Path
):
    assert expected in complaint(tiny_file, change)


def test_fixing_every_parameter_leaves_nothing_to_search(make_experiment):
    free = make_experiment().problem.space.free
    with pytest.raises(InputError, match="parameters: all are fixed; nothing can be"):
        make_experiment(parameters={p.name: p.initial for p in free})


def test_changes_reach_into_tables_that_the_file_does_not_have(tiny_file: Path):
    experiment = load_experiment(tiny_file, ["setting.terrain.slope=3.0", "seed=9"])
    assert experiment.spec.setting.terrain.slope == 3.0
    assert experiment.spec.seed == 9


@pytest.mark.parametrize("change", ["sigma", "=3", " = 3", ""])
def test_a_change_without_key_or_value_is_explained(change: str, tiny_file: Path):
    assert complaint(tiny_file, change) == (
        f"--set {change}: write key=value, such as optimizer.sigma=0.5."
    )


def test_a_change_below_a_plain_value_is_refused(tiny_file: Path):
    assert complaint(tiny_file, "optimizer.sigma.x=3") == (
        "--set optimizer.sigma.x=3: 'sigma' is a value, not a table."
    )


def test_a_text_needs_no_quotes_in_a_change(tiny_file: Path):
    experiment = load_experiment(tiny_file, ["controller.gait=fast_walk"])
    assert experiment.spec.controller["gait"] == "fast_walk"


@pytest.mark.parametrize("key", ["name", "description"])
def test_texts_that_would_disturb_a_terminal_are_refused(make_experiment, key):
    with pytest.raises(InputError, match=f"{key}: it has line breaks or control"):
        make_experiment(**{key: "walk\x1b[2Jer"})


@pytest.fixture
def earlier(make_experiment, tmp_path: Path) -> Path:
    """A solution of the tiny experiment with one value changed."""
    from dataclasses import replace

    from gaitsmith.workflows import initial_solution

    solution = initial_solution(make_experiment())
    values = {**solution.values, "state0.dwell": 0.27}
    replace(solution, values=values).save(tmp_path / "earlier.json")
    return tmp_path / "earlier.json"


def test_a_search_can_start_from_a_solution(tiny_file: Path, earlier: Path):
    experiment = load_experiment(tiny_file, [f"start_from={earlier}"])
    assert experiment.problem.space.initial_values()["state0.dwell"] == 0.27
    # What is stored needs the other file no more.
    stored = experiment.as_dict()
    assert stored["start_from"] == ""
    assert stored["parameters"]["state0.dwell"]["initial"] == 0.27


def test_a_start_is_found_beside_the_experiments_file(tiny_values, earlier: Path):
    file = earlier.parent / "next.toml"
    file.write_text(tomli_w.dumps({**tiny_values, "start_from": "earlier.json"}))
    space = load_experiment(file).problem.space
    assert space.initial_values()["state0.dwell"] == 0.27


def test_the_parameters_table_comes_after_the_start(tiny_file: Path, earlier: Path):
    changes = [f"start_from={earlier}", "parameters.state0.dwell={ initial = 0.2 }"]
    space = load_experiment(tiny_file, changes).problem.space
    assert space.initial_values()["state0.dwell"] == 0.2


def test_a_start_can_be_a_run_folder(make_experiment, tiny_file: Path, tmp_path: Path):
    from gaitsmith.workflows import optimize

    run = optimize(make_experiment(), tmp_path / "run")
    space = load_experiment(tiny_file, [f"start_from={tmp_path / 'run'}"]).problem.space
    assert space.initial_values() == run.best.values


def test_an_unknown_start_is_refused(tiny_file: Path):
    said = complaint(tiny_file, "start_from=simbicon/wolk")
    assert "tiny.toml: start_from: no gallery entry, solution file or run" in said


def test_a_start_for_another_controller_is_refused(tiny_file: Path):
    said = complaint(tiny_file, "start_from=simbicon/walk")
    assert "start_from: no parameter is called" in said


def test_a_file_can_say_only_what_differs_from_a_shipped_one(tmp_path: Path):
    file = tmp_path / "longer.toml"
    file.write_text('based_on = "demo"\nsetting.duration = 3.0\n')
    longer, demo = load_experiment(file), load_experiment("demo")
    assert longer.spec.setting.duration == 3.0
    assert longer.name == "longer"
    assert longer.spec.objective == demo.spec.objective
    assert longer.spec.setting.rate == demo.spec.setting.rate
    assert "based_on" not in longer.as_dict()


def test_an_unknown_base_is_refused(tmp_path: Path):
    file = tmp_path / "x.toml"
    file.write_text('based_on = "demu"\n')
    assert complaint(file).startswith(
        "x.toml: based_on: no experiment is called 'demu'. Did you mean 'demo'?"
    )


def test_a_base_that_is_no_text_is_refused(tmp_path: Path):
    file = tmp_path / "x.toml"
    file.write_text("based_on = 3\n")
    assert "based_on: no experiment is called '3'" in complaint(file)


def test_a_start_may_lie_beyond_the_usual_bounds_if_the_file_widens_them(
    tiny_file: Path, earlier: Path
):
    changes = [f"start_from={earlier}", "parameters.state0.dwell={ upper = 0.2 }"]
    space = load_experiment(tiny_file, changes).problem.space
    assert space.initial_values()["state0.dwell"] == 0.2


@pytest.mark.parametrize("start", ["3", "[1]"])
def test_a_start_that_is_no_text_is_refused(tiny_file: Path, start: str):
    assert "start_from" in complaint(tiny_file, f"start_from={start}")


def test_an_own_file_may_be_called_like_what_it_is_based_on(tmp_path: Path):
    file = tmp_path / "demo.toml"
    file.write_text('based_on = "demo"\n')
    assert (
        load_experiment(file).spec.objective == load_experiment("demo").spec.objective
    )
