"""gaitsmith export: for people and for scripts."""

import json
from pathlib import Path

import pytest
import tomli_w


@pytest.fixture
def here(run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a solution."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "best.json").write_bytes((run_folder / "best.json").read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    ("file", "words", "rate"),
    [
        ("walk.bvh", "BVH motion capture", 60.0),
        ("walk.glb", "glTF animation", 60.0),
        ("walk.mot", "OpenSim coordinates", 100.0),
        ("walk.sto", "OpenSim forces and moments", 100.0),
        ("walk.csv", "table", 100.0),
    ],
)
def test_a_script_learns_what_was_written(
    file: str, words: str, rate: float, json_of, here: Path
):
    found = json_of("export", "best.json", "--to", file)
    assert found == {
        "file": file,
        "format": words,
        "frames": round(0.5 * rate),
        "frame_rate": pytest.approx(rate),
        "duration": 0.5,
        "outcome": "completed",
        "beside": ["walk.events.json"] if file == "walk.bvh" else [],
        "loop": None,
    }
    assert (here / file).stat().st_size > 1000


def test_duration_and_frame_rate_are_what_is_asked_for(json_of, here: Path):
    options = ("--duration", 0.25, "--frame-rate", 40)
    found = json_of("export", "best.json", "--to", "walk.csv", *options)
    assert (found["frames"], found["duration"]) == (10, 0.25)
    assert found["frame_rate"] == pytest.approx(40.0)
    rows = (here / "walk.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 10


def test_the_start_of_an_experiment_can_be_exported(json_of, here, tiny_file: Path):
    found = json_of("export", tiny_file, "--to", "start.mot")
    assert (found["outcome"], found["frames"]) == ("completed", 50)


def test_people_read_one_line(run_cli, here: Path):
    finished = run_cli("export", "best.json", "--to", "walk.mot")
    assert (finished.code, finished.err) == (0, "")
    assert finished.out == (
        "walk.mot written; OpenSim coordinates: 50 frames at 100 Hz, 0.5 s\n"
    )


def test_a_body_is_written_without_simulating(
    json_of, run_cli, here: Path, monkeypatch: pytest.MonkeyPatch
):
    from gaitsmith.optimization.problem import Problem

    monkeypatch.setattr(Problem, "roll_out", lambda *_, **__: pytest.fail("simulated"))
    assert json_of("export", "best.json", "--to", "body.xml") == {
        "file": "body.xml",
        "format": "MuJoCo model",
        "frames": 0,
        "frame_rate": None,
        "duration": None,
        "outcome": None,
        "beside": [],
        "loop": None,
    }
    assert "<mujoco" in (here / "body.xml").read_text(encoding="utf-8")
    finished = run_cli("export", "best.json", "--to", "body.xml")
    assert finished.out == "body.xml written; MuJoCo model\n"


def test_a_suffix_may_be_in_capitals(json_of, here: Path):
    found = json_of("export", "best.json", "--to", "Walk.BVH")
    assert (found["file"], found["format"]) == ("Walk.BVH", "BVH motion capture")
    assert (here / "Walk.BVH").read_text(encoding="utf-8").startswith("HIERARCHY")


def test_a_frame_rate_that_is_far_from_the_one_asked_for_is_told(run_cli, here: Path):
    # 1200 Hz: 2.4 time steps between frames are two.
    finished = run_cli("export", "best.json", "--to", "a.csv", "--frame-rate", 500)
    assert (finished.code, finished.err) == (
        0,
        "The frame rate is 600 Hz instead of 500 Hz: frames are a whole number of time"
        " steps of 1/1200 s apart.\n",
    )
    assert "300 frames at 600 Hz" in finished.out
    # 17 steps, 0.84 % away: only the line of the result has it.
    finished = run_cli("export", "best.json", "--to", "a.csv", "--frame-rate", 70)
    assert (finished.code, finished.err) == (0, "")
    assert "at 70.59 Hz" in finished.out


def test_a_fall_is_exported_and_told(run_cli, here: Path, tiny_values):
    tiny_values["setting"] |= {
        "duration": 3.0,
        "pushes": [{"force": [-900.0, 0.0, 0.0], "start": 0.2}],
    }
    (here / "fall.toml").write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    finished = run_cli("export", "fall.toml", "--to", "fall.csv", "--json")
    assert finished.code == 0
    found = json.loads(finished.out)
    assert found["outcome"] == "fell"
    assert found["duration"] < 2.5
    assert finished.err == (
        f"Fell after {found['duration']:.2f} s of 3 s. The file ends there.\n"
    )
    rows = (here / "fall.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) - 1 == found["frames"] == int(found["duration"] * 100) + 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--to", "walk.fbx"],
            "walk.fbx: no export format is called '.fbx'. Known: .bvh, .csv, .gif,"
            " .glb, .mot, .mp4, .png, .sto, .usd, .webm, .xml.",
        ),
        (
            ["--to", "no/walk.csv"],
            "no/walk.csv: there is no folder 'no'; make it first.",
        ),
        (
            ["--to", "taken.csv"],
            "taken.csv: this is a folder; give the name of a file.",
        ),
        (
            ["--to", "walk.csv", "--frame-rate", "0"],
            "frame rate: 0.0 Hz given; it must be a finite number of at least 2.004 Hz,"
            " or 0.5 s would have no second frame.",
        ),
        (
            ["--to", "walk.gif", "--duration", "0.04"],
            "frame rate: 25.0 Hz given; it must be a finite number of at least"
            " 25.532 Hz, or 0.04 s would have no second frame.",
        ),
        (
            ["--to", "walk.csv", "--duration", "-1"],
            "tiny: setting.duration: -1.0 given; it must be more than 0.",
        ),
        (
            ["--to", "body.xml", "--duration", "3"],
            "--duration 3: body.xml holds the body, not its motion; leave --duration"
            " out.",
        ),
        (
            ["--to", "body.xml", "--frame-rate", "30"],
            "--rate 30: body.xml holds the body, not its motion; leave --rate out.",
        ),
        (
            ["--to", "walk.csv", "--loop"],
            "--loop: walk.csv holds what was simulated; leave --loop out.",
        ),
        (
            ["--to", "walk.mp4", "--skeleton", "ue5"],
            "--skeleton: walk.mp4 holds pictures; leave --skeleton out.",
        ),
        (
            ["--to", "walk.glb", "--in-place", "--root-motion"],
            "--in-place and --root-motion: give one of them.",
        ),
        (
            ["--to", "walk.glb", "--strides", "2"],
            "--strides goes with --loop.",
        ),
        (
            ["--to", "walk.glb", "--trim", "two"],
            "--trim two: write START:END in seconds, such as 2:5.",
        ),
        (
            ["--to", "walk.glb", "--trim", "2:1"],
            "--trim 2:1: give START:END in seconds, such as 2:5.",
        ),
        (
            ["--to", "walk.glb", "--scale", "0"],
            "--scale 0: give units per metre, such as 100.",
        ),
        (
            ["--to", "walk.glb", "--loop", "--rate", "1000"],
            "--rate 1000: a loop has from 1 to 240 frames a second.",
        ),
        (
            ["--to", "walk.glb", "--skeleton", "maya"],
            "--skeleton: no skeleton is called 'maya'. Known: gaitsmith, godot, mixamo,"
            " ue5, vrm.",
        ),
        (
            ["--to", "walk.glb", "--skeleton", "mixamo"],
            "--skeleton mixamo: planar_biped has no bone for Head, LeftArm,"
            " LeftForeArm, RightArm, RightForeArm; take --skeleton gaitsmith, which"
            " fits any body.",
        ),
        (
            ["--to", "walk.glb", "--planner", "hybrid"],
            "--planner, --model, --as-published and --horizon go with a trained skill"
            " and --terrain.",
        ),
    ],
)
def test_wrong_input_is_refused_before_anything_is_simulated(
    arguments: list[str],
    message: str,
    run_cli,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    from gaitsmith.optimization.problem import Problem

    monkeypatch.setattr(Problem, "roll_out", lambda *_, **__: pytest.fail("simulated"))
    (here / "taken.csv").mkdir()
    before = {file.name for file in here.iterdir()}
    finished = run_cli("export", "best.json", *arguments, "--json")
    assert (finished.code, finished.err) == (2, f"gaitsmith: {message}\n")
    assert json.loads(finished.out) == {"error": message}
    assert {file.name for file in here.iterdir()} == before


def test_what_simulate_can_do_to_a_walk_export_can(json_of, here: Path):
    push = ("--push", "-900,0@0.1", "--duration", 2)
    assert json_of("export", "best.json", "--to", "a.csv", *push)["outcome"] == "fell"
    level = json_of("export", "best.json", "--to", "level.csv")
    uphill = json_of("export", "best.json", "--to", "up.csv", "--slope", 5)
    gap = ("--terrain", "gaps:width=0.5,spacing=0.5,count=1")
    json_of("export", "best.json", "--to", "gap.csv", *gap)  # it does not get there
    same, other = ((here / f"{n}.csv").read_bytes() for n in ("gap", "up"))
    assert (here / "level.csv").read_bytes() == same != other
    assert level["outcome"] == uphill["outcome"] == "completed"


def test_an_animation_has_exactly_the_rate_and_the_part_asked_for(json_of, here: Path):
    options = ("--rate", 70, "--trim", "0.1:0.4", "--root-motion", "--scale", 100)
    found = json_of("export", "best.json", "--to", "a.bvh", *options)
    assert found["frame_rate"] == pytest.approx(70.0)
    assert (found["frames"], found["duration"]) == (22, pytest.approx(0.3, abs=0.003))
    text = (here / "a.bvh").read_text(encoding="utf-8")
    assert "ROOT Root" in text
    table = json.loads((here / "a.events.json").read_text(encoding="utf-8"))
    assert table["frames"] == 22
    assert set(table["stances"]) == {"left", "right"}


def test_a_loop_that_is_not_there_leaves_no_file(run_cli, here: Path):
    before = set(here.iterdir())
    finished = run_cli("export", "best.json", "--to", "a.glb", "--loop")
    assert finished.code == 2
    assert "there is no loop: Stayed on its feet" in finished.err
    assert set(here.iterdir()) == before
