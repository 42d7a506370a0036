"""--set on every command, and what is said to a key or a name that is nearly right."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaitsmith.changes import apply_change, meant_key
from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment
from gaitsmith.skills.skill import load_skill


def test_a_solution_is_simulated_in_another_setting(json_of, run_folder: Path):
    short = json_of("simulate", run_folder, "--set", "setting.duration=0.3")
    assert short["simulated_seconds"] <= 0.3
    start = json_of("simulate", "demo", "--set", "setting.duration=0.2")
    assert start["simulated_seconds"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    "verb",
    [
        ("simulate",),
        ("score",),
        ("push",),
        ("report",),
        ("view",),
        ("export", "--to", "x.csv"),
        ("bench",),
        ("show",),
        ("optimize",),
    ],
    ids=lambda verb: verb[0],
)
def test_every_command_with_an_experiment_takes_it(
    verb: tuple[str, ...], run_cli, tiny_file: Path, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    name, *others = verb
    finished = run_cli(name, tiny_file, *others, "--set", "setting.duration=-1.0")
    assert finished.code == 2
    assert "setting.duration: -1.0 given; it must be more than 0" in finished.err


@pytest.mark.parametrize(
    "verb",
    [("withdraw",), ("adapt", "--to", "setting.friction=0.5", "--step", "0.1")],
    ids=lambda verb: verb[0],
)
def test_every_command_with_a_solution_takes_it(verb, run_cli, run_folder: Path):
    name, *others = verb
    finished = run_cli(name, run_folder, *others, "--set", "setting.duration=-1.0")
    assert finished.code == 2
    assert "setting.duration: -1.0 given; it must be more than 0" in finished.err


def test_the_demo_takes_it(run_cli, tmp_path: Path):
    wrong = run_cli("demo", "--run", tmp_path / "a", "--set", "setting.duration=-1.0")
    assert wrong.code == 2
    assert "setting.duration: -1.0 given; it must be more than 0" in wrong.err


@pytest.mark.parametrize(
    "verb", [("cross", "--terrain", "gaps"), ("view", "--seconds", "0")]
)
def test_a_skill_takes_it_for_its_gait(verb: tuple[str, ...], run_cli):
    name, *others = verb
    command = ("skill", name, "coros2008/walk", *others, "--set")
    wrong = run_cli(*command, "setting.friction=-1.0")
    assert wrong.code == 2
    assert "setting.friction: -1.0 given; it must be at least 0" in wrong.err
    overruled = run_cli(*command, "setting.terrain.slope=3")
    assert overruled.code == 2
    assert (
        "--set setting.terrain.slope=3: a crossing has its own setting.terrain.slope"
    ) in overruled.err


def test_a_skill_walks_with_what_was_set():
    skill = load_skill("coros2008/walk")
    slippery = skill.changed(["setting.friction=0.4"])
    assert slippery.plan.walker().simulation.setting.friction == 0.4
    assert skill.plan.walker().simulation.setting.friction != 0.4


def test_what_is_picked_can_be_changed(json_of, run_folder: Path, tmp_path: Path):
    file = tmp_path / "picked.json"
    picked = json_of(
        "pick", run_folder, "--generation", 1, "--output", file,
        "--set", "setting.duration=0.2",
    )  # fmt: skip
    assert picked["simulated_seconds"] <= 0.2
    stored = json.loads(file.read_text("utf-8"))
    assert stored["experiment"]["setting"]["duration"] == 0.2
    assert stored["score"]["simulated_seconds"] == picked["simulated_seconds"]


def test_a_skill_file_is_changed_too(run_cli, tmp_path: Path):
    finished = run_cli("skill", "train", "coros2008/walk", "--set", "sequence=3")
    assert finished.code == 2
    assert "sequence: 3 given; it must be at least 6" in finished.err


def test_a_character_that_is_a_name_becomes_a_table():
    changed = load_experiment(
        "simbicon/first_walk", ["character=tall", "character.height=1.7"]
    )
    tall = load_experiment("simbicon/first_walk", ["character=tall"])
    assert changed.problem.character.spec.height == 1.7  # pyright: ignore
    assert changed.problem.character.mass == tall.problem.character.mass
    values: dict[str, Any] = {"character": "adult"}
    apply_change(values, "character.height=2")
    assert values["character"] == {"based_on": "adult", "height": 2.0}


def test_a_character_of_ones_own_is_changed_too(tmp_path: Path):
    (tmp_path / "mine.toml").write_text('based_on = "tall"\nheight = 1.9\n')
    experiment = tmp_path / "experiment.toml"
    experiment.write_text(
        'character = "mine.toml"\n[objective.fail]\n'
        '[controller]\nlaw = "posture"\ngait = "stand"\n'
    )
    changed = load_experiment(experiment, ["character.mass=80"])
    spec: Any = changed.problem.character.spec
    assert (spec.name, spec.height, spec.mass) == ("mine", 1.9, 80.0)


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("objective.speed", "objective.user.speed"),
        ("duration", "setting.duration"),
        ("optimizer.seed", "seed"),
        ("setting.slope", "setting.terrain.slope"),
        ("setting.speed", "objective.user.speed"),
        ("character.weight", ""),
        ("height", "character.height"),
        ("objective.user.speed", ""),
        ("setting.duration", ""),
        ("parameters.state0.speed", ""),
        ("character.roles.left.knee", ""),
        ("nobody.knows.this", ""),
    ],
)
def test_a_key_at_the_wrong_place_is_recognised(key: str, meant: str):
    assert meant_key(key) == meant


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("objective.speed=1.2", "Did you mean 'objective.user.speed'?"),
        ("character.height=175", "Did you mean 1.75 m?"),
        ("character.heigth=1.75", "Did you mean 'height'?"),
        ("character=stoky", "Did you mean 'stocky'?"),
    ],
)
def test_what_is_nearly_right_is_named(change: str, words: str):
    with pytest.raises(InputError) as raised:
        load_experiment("wang2009/stocky", ["character=adult", change])
    assert words in str(raised.value)


def test_an_option_of_a_term_in_a_file_is_named(tiny_values, tmp_path: Path):
    import tomli_w

    tiny_values["objective"]["speed"] = 1.2
    file = tmp_path / "tiny.toml"
    file.write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    with pytest.raises(InputError, match=r"Did you mean 'objective\.user\.speed'\?"):
        load_experiment(file)


def test_a_name_without_its_folder_finds_the_whole_one(run_cli: Callable[..., Any]):
    finished = run_cli("simulate", "stocky")
    assert finished.code == 2
    assert "Did you mean 'wang2009/stocky'?" in finished.err


def test_one_kind_of_thing_is_listed(json_of, run_cli):
    assert list(json_of("list", "gallery")) == ["gallery"]
    assert "cma" in run_cli("list", "optimizers").out
    wrong = run_cli("list", "galery")
    assert wrong.code == 2
    assert "Did you mean 'gallery'?" in wrong.err
