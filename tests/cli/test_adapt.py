"""gaitsmith adapt, on half a second of planar walking."""

import json
from pathlib import Path

SLOPE = "setting.terrain.slope"


def test_a_chain_tells_its_stages(json_of, run_folder: Path, tmp_path: Path):
    found = json_of(
        "adapt", run_folder, "--to", f"{SLOPE}=2", "--step", 1, "--enough", 1000,
        "--generations", 1, "--run", tmp_path / "chain",
    )  # fmt: skip
    assert found["reached"] == found["goal"] == 2.0
    assert [stage["value"] for stage in found["stages"]] == [1.0, 2.0]
    assert all(stage["is_solved"] for stage in found["stages"])
    assert found["key"] == SLOPE
    solution = json.loads((tmp_path / "chain" / "best.json").read_text("utf-8"))
    assert solution["command"].startswith(
        f"gaitsmith adapt {run_folder} --to {SLOPE}=2"
    )
    assert f"--seed {solution['seed']}" in solution["command"]


def test_a_chain_is_resumed_like_a_run(json_of, run_folder: Path, tmp_path: Path):
    arguments = (
        "adapt", run_folder, "--to", f"{SLOPE}=1", "--step", 1, "--enough", 1000,
        "--generations", 1, "--run", tmp_path / "chain",
    )  # fmt: skip
    first = json_of(*arguments)
    best = (tmp_path / "chain" / "best.json").read_bytes()
    again = json_of("resume", tmp_path / "chain")
    assert again["reached"] == first["reached"]
    assert (tmp_path / "chain" / "best.json").read_bytes() == best


def test_a_goal_that_is_not_reached_fails_and_says_how_far(
    run_cli, run_folder: Path, tmp_path: Path
):
    finished = run_cli(
        "adapt", run_folder, "--to", f"{SLOPE}=50", "--step", 50, "--enough", 1e-9,
        "--generations", 1, "--run", tmp_path / "chain", "--json",
    )  # fmt: skip
    assert finished.code == 1
    assert json.loads(finished.out)["reached"] == 0.0
    assert "50 was not reached; the furthest is 0." in finished.err.replace("\n", " ")


def test_bad_input_is_refused(run_cli, run_folder: Path, tmp_path: Path):
    for to, step, said in (
        ("slope", 1, "write KEY=GOAL"),
        (f"{SLOPE}=steep", 1, "write KEY=GOAL"),
        (f"{SLOPE}=0", 1, "nothing to adapt"),
        (f"{SLOPE}=3", 0, "more than 0"),
        ("setting.friction=0.3", 0.1, "no number there to start from"),
        ("setting.nonsense=3", 1, "no number there to start from"),
        ("setting.slope=3", 1, "Did you mean 'setting.terrain.slope'?"),
        (f"{SLOPE}=nan", 1, "finite number"),
    ):
        finished = run_cli(
            "adapt", run_folder, "--to", to, "--step", step, "--run", tmp_path / "x"
        )
        assert finished.code == 2, to
        assert said in finished.err
        assert not (tmp_path / "x").exists()


def test_the_experiment_can_be_changed_on_the_way(
    json_of, run_folder: Path, tmp_path: Path
):
    found = json_of(
        "adapt", run_folder, "--to", "robustness.push=10", "--from", 0, "--step", 10,
        "--set", "robustness.trials=1", "--set", "setting.duration=2.0", "--seed", 7,
        "--enough", 1000, "--generations", 1, "--run", tmp_path / "chain",
    )  # fmt: skip
    assert found["reached"] == 10.0
    solution = json.loads((tmp_path / "chain" / "best.json").read_text("utf-8"))
    robustness = solution["experiment"]["robustness"]
    assert (robustness["trials"], robustness["push"]) == (1, 10.0)
    assert solution["experiment"]["setting"]["duration"] == 2.0
    assert solution["seed"] == 7
    assert "--set robustness.trials=1 --set setting.duration=2.0" in solution["command"]
