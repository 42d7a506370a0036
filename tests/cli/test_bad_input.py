"""Wrong input: exit code 2, and a sentence with place, key, value and remedy."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w


@pytest.fixture
def complaint(run_cli) -> Callable[..., str]:
    """What a command says, for people and for scripts, before it exits with 2."""

    def run(*arguments: object) -> str:
        plain = run_cli(*arguments)
        assert (plain.code, plain.out) == (2, "")
        message = plain.err.removeprefix("gaitsmith: ").removesuffix("\n")
        scripted = run_cli(*arguments, "--json")
        assert scripted.code == 2
        assert json.loads(scripted.out) == {"error": message}
        return message

    return run


@pytest.fixture
def here(
    tiny_file: Path, run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The working folder: an experiment, and a solution to spoil."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "best.json").write_bytes((run_folder / "best.json").read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            "character=stoky",
            "tiny.toml: character: no character is called 'stoky'."
            " Did you mean 'stocky'? Known: adult, adult_muscles, big_bird, ",
        ),
        (
            "objective.fial.weight=1",
            "tiny.toml: objective: no objective term is called 'fial'."
            " Did you mean 'fail'? Known: ang, distance, duty, effort, fail, follow, ",
        ),
        (
            "optimizer.max_generation=9",
            "tiny.toml: optimizer.max_generation: method 'cma' has no such key."
            " Did you mean 'max_generations'? Known here: diagonal, ",
        ),
        (
            "setting.duration=long",
            'tiny.toml: setting.duration: "long" given; it must be a number.',
        ),
        (
            "parameters.state0.dwell={lower=0.9,upper=0.1}",
            "tiny.toml: parameters: parameter 'state0.dwell': lower bound 0.9 is not"
            " below upper bound 0.1.",
        ),
        (
            "setting.terrain.slope=95",
            "tiny.toml: setting.terrain.slope: 95 given; it must be at most 60.",
        ),
        (
            "setting.terrain.crevasses=[{center=[5,1],width=0.5,length=4},"
            "{center=[5.4,1],width=0.5,length=4}]",
            "tiny.toml: setting.terrain: crevasse 1 at [5.0, 1.0] m and crevasse 2 at"
            " [5.4, 1.0] m overlap; move them apart or make them one.",
        ),
        (
            "setting.terrain.crevasses=[{center=[5,1],width=0.5,length=4}]",
            "tiny.toml: setting.terrain.crevasses: a planar character cannot go around"
            " one; cut the ground with gaps = [[from x, to x]] instead.",
        ),
        (
            "setting.terrain.crevasses=[{center=[5,1],width=0,length=4}]",
            "tiny.toml: setting.terrain.crevasses.0.width: 0 given; it must be more"
            " than 0.",
        ),
        (
            "setting.friction=-1",
            "tiny.toml: setting.friction: -1 given; it must be at least 0.",
        ),
        ("sigma", "--set sigma: write key=value, such as optimizer.sigma=0.5."),
    ],
)
@pytest.mark.parametrize("verb", ["show", "optimize"])
def test_a_wrong_experiment(verb: str, change: str, expected: str, here, complaint):
    assert complaint(verb, "tiny.toml", "--set", change).startswith(expected)
    assert not (here / "runs").exists()


def test_an_experiment_that_does_not_exist(here, complaint):
    assert complaint("show", "dmo").startswith(
        "no experiment is called 'dmo'. Did you mean 'demo'? Known: coros2008/biped, "
    )
    assert complaint("optimize", "no.toml") == "no.toml: there is no such file."


def test_a_file_that_is_not_toml(here: Path, complaint):
    (here / "bad.toml").write_text("name = tiny", encoding="utf-8")
    assert complaint("show", "bad.toml").startswith(
        "bad.toml: this is not valid TOML: Invalid value (at line 1"
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            ["--slope", "95"],
            "tiny: setting.terrain.slope: 95.0 given; it must be at most 60.",
        ),
        (
            ["--friction", "-0.1"],
            "tiny: setting.friction: -0.1 given; it must be at least 0.",
        ),
        (
            ["--duration", "0"],
            "tiny: setting.duration: 0.0 given; it must be more than 0.",
        ),
        (
            ["--duration", "nan"],
            "tiny: setting.duration: nan given; it must be a finite number.",
        ),
        (
            ["--noise", "3"],
            "tiny: setting.motor_noise: 3.0 given; it must be at most 1.",
        ),
        (
            ["--push", "150"],
            "--push 150: write FX,FY[,FZ]@START[+DURATION][/BODY], such as 150,0@3+0.4"
            " for 150 N forward from 3 s on for 0.4 s.",
        ),
        (["--push", "1,2,3,4@1"], "--push 1,2,3,4@1: write FX,FY[,FZ]@START"),
        (["--push", "a,b@1"], "--push a,b@1: write FX,FY[,FZ]@START"),
        (["--push", "1,2@"], "--push 1,2@: write FX,FY[,FZ]@START"),
        (
            ["--push", "1,0@-1"],
            "tiny: setting.pushes.0.start: -1.0 given; it must be at least 0.",
        ),
        (
            ["--push", "1,0@1/hed"],
            "tiny: setting.pushes: no body is called 'hed'. Known: left_foot, ",
        ),
        (
            ["--push", "1,2@1"],
            "tiny: setting.pushes.force: a planar character cannot be pushed sideways;",
        ),
        (
            ["--heading", "left"],
            "--heading left: write DEGREES[@START], such as 45@5 to turn left by 45"
            " degrees from 5 s on.",
        ),
        (["--heading", "45@soon"], "--heading 45@soon: write DEGREES[@START]"),
        (["--record", "walk.csv"], "--record walk.csv: the file's name must end in"),
    ],
)
def test_a_wrong_option_of_simulate(options: list[str], expected: str, here, complaint):
    assert complaint("simulate", "best.json", *options).startswith(expected)


def spoilt(content: dict[str, Any], kind: str) -> str:
    text = json.dumps(content)
    match kind:
        case "truncated":
            return text[: len(text) // 2]
        case "newer":
            return json.dumps(content | {"version": 7})
        case "other controller":
            values = content["parameters"]
            return json.dumps(content | {"parameters": values | {"arm_swing": 0.1}})
        case _:
            return "once upon a time"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("truncated", "bad.json: this is not valid JSON, or it is cut off: "),
        (
            "newer",
            "bad.json: version: 7 given; this gaitsmith reads up to version 2."
            " A newer gaitsmith may open it.",
        ),
        (
            "other controller",
            "bad.json: parameters: no parameter is called 'arm_swing'. Known: ",
        ),
        ("not JSON", "bad.json: this is not valid JSON, or it is cut off: "),
    ],
)
@pytest.mark.parametrize("verb", ["simulate", "report", "bench"])
def test_a_spoilt_solution(verb: str, kind: str, expected: str, here, complaint):
    content = json.loads((here / "best.json").read_text(encoding="utf-8"))
    (here / "bad.json").write_text(spoilt(content, kind), encoding="utf-8")
    assert complaint(verb, "bad.json").startswith(expected)


@pytest.mark.parametrize("verb", ["resume", "simulate", "report"])
def test_a_folder_that_is_not_a_run(verb: str, here: Path, complaint):
    (here / "photos").mkdir()
    files = "experiment.toml, chain.toml, withdrawal.toml, skill.toml, study.toml"
    missing = (
        f"none of {files}, subject.toml" if verb == "resume" else "no experiment.toml"
    )
    expected = f"photos: this is no run folder: it has {missing}."
    assert complaint(verb, "photos") == expected


def test_a_run_that_does_not_exist(here, complaint):
    assert complaint("resume", "nowhere") == "nowhere: there is no such run folder."


def test_a_run_with_a_garbled_log(here: Path, run_folder: Path, complaint):
    (here / "run").mkdir()
    for file in run_folder.iterdir():
        (here / "run" / file.name).write_bytes(file.read_bytes())
    log = here / "run" / "costs.csv"
    log.write_text(log.read_text().replace("\n2,1,", "\n2;1;"))
    assert complaint("resume", "run").startswith("run/costs.csv: line 7: '2;1;")


def test_a_run_folder_that_is_taken(here, run_folder: Path, complaint):
    assert complaint("optimize", "tiny.toml", "--run", run_folder) == (
        f"{run_folder}: this folder is not empty; give another, or resume what is"
        f" there: gaitsmith resume {run_folder}"
    )


def test_a_solution_that_does_not_exist(here, complaint):
    assert complaint("simulate", "simbicon/wlk").startswith(
        "no file, run folder or gallery entry is called 'simbicon/wlk'."
        " Did you mean 'simbicon/walk'? Known: "
    )
    assert complaint("report", "no.json") == "no.json: there is no such file."


def test_a_reproduction_that_does_not_exist(complaint):
    assert complaint("reproduce", "yin2007/gait").startswith(
        "no reproduction is called 'yin2007/gait'. Did you mean 'yin2007/gaits'? Known:"
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["shw"], "No such command 'shw'. Did you mean 'show'?"),
        (["show"], "Missing argument"),
        (["show", "demo", "more"], "Got unexpected extra argument"),
        (["optimize", "demo", "--workers", "0"], "Invalid value for '--workers': "),
        (["optimize", "demo", "--seed", "-1"], "Invalid value for '--seed': "),
        (
            ["demo", "--height", "172"],
            "Invalid value for '--height': 172 given; it must be from 1.5 to 2 m.",
        ),
        (
            ["demo", "--height", "nan"],
            "Invalid value for '--height': nan given; it must",
        ),
        (["demo", "--mass", "0"], "Invalid value for '--mass': 0 given; it must"),
        (["simulate", "demo", "--duration", "long"], "Invalid value for '--duration'"),
        (["list", "--jsn"], "No such option: --jsn"),
    ],
)
def test_a_command_line_that_makes_no_sense(
    arguments: list[str], expected: str, complaint
):
    assert complaint(*arguments).startswith(expected)


def test_work_that_fails_exits_with_one(run_cli, here: Path):
    finished = run_cli("simulate", "best.json", "--record", "no/walk.npz", "--json")
    assert finished.code == 1
    message = "no/walk.npz: cannot be written: No such file or directory."
    assert finished.err == f"gaitsmith: {message}\n"
    assert json.loads(finished.out) == {"error": message}


KEYFRAMES = {
    "period": 1.0,
    "samples": 2,
    "symmetric": True,
    "gains": {"_": [100.0, 10.0]},
    "targets": {"left_hip_y": [0.3, -0.3]},
}


@pytest.mark.parametrize(
    ("xml_change", "table_change", "guide", "expected"),
    [
        (
            {},
            {"targets": {"left_hip_y": [3.3, -0.3]}},
            {},
            "controller.keyframes: targets.left_hip_y: 3.3 rad in sample 0 is outside"
            " the joint's range -1.5708 to 0.785398 rad.",
        ),
        (
            {},
            {},
            {"body": "hip"},
            "setting.guide: no body is called 'hip'. Did you mean 'hips'? Known: hips,",
        ),
        (
            {'name="right_hip"': 'name="right_hip" pos="0.1 0 0"'},
            {},
            {},
            "controller.keyframes: symmetric: character 'creature' turns 'left_hip_y'"
            " and 'right_hip_y' about axes at places that are no mirror images; use"
            " symmetric = false for this body.",
        ),
    ],
)
@pytest.mark.parametrize("verb", ["show", "simulate", "optimize"])
def test_an_own_creature_that_is_wrong(
    verb: str,
    xml_change,
    table_change,
    guide,
    expected: str,
    here,
    complaint,
    own_model,
):
    xml = own_model.xml
    for sound, crooked in xml_change.items():
        assert sound in xml
        xml = xml.replace(sound, crooked)
    (here / "creature.xml").write_text(xml, encoding="utf-8")
    body = {"model_file": "creature.xml", "roles": own_model.roles}
    (here / "creature.toml").write_text(tomli_w.dumps(body), encoding="utf-8")
    values = {
        "character": "creature.toml",
        "controller": {
            "law": "keyframes",
            "gait": "own",
            "keyframes": KEYFRAMES | table_change,
        },
        "setting": {"duration": 1.0, "guide": {"stiffness": 500.0} | guide},
        "objective": {"distance": {}},
    }
    (here / "strut.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    assert complaint(verb, "strut.toml").startswith(f"strut.toml: {expected}")
