"""gaitsmith pick: the gaits on the way of a search."""

import json
from pathlib import Path

import pytest

from gaitsmith.solution_file import WITHDRAWAL_FILE

FIGURES = {
    "generation", "evaluations", "total", "speed", "simulated_seconds", "outcome",
    "guide_strength",
}  # fmt: skip


def test_all_improvements_for_scripts_and_for_people(json_of, run_cli, run_folder):
    found = json_of("pick", run_folder)
    assert set(found) == {"run", "improvements"}
    rows = found["improvements"]
    assert len(rows) > 1
    assert all(set(row) == FIGURES for row in rows)
    best = json.loads((run_folder / "best.json").read_text("utf-8"))
    assert rows[-1]["total"] == best["score"]["total"]
    plain = run_cli("pick", run_folder)
    assert plain.code == 0
    lines = plain.out.splitlines()
    assert lines[0] == "generation  evaluations  objective  m/s   stays up [s]"
    assert len(lines) == 1 + len(rows) + 2
    assert f"pick {run_folder} --speed M/S, or --generation N" in lines[-1]
    assert not list(run_folder.glob("generation-*"))


def test_the_nearest_speed_is_kept_and_simulates_as_told(json_of, run_folder, tmp_path):
    rows = json_of("pick", run_folder)["improvements"]
    slowest = min(rows, key=lambda row: row["speed"])
    file = tmp_path / "slow.json"
    found = json_of("pick", run_folder, "--speed", 0, "--output", file)
    assert set(found) == {"run", "file", "command", *FIGURES}
    assert found["file"] == str(file)
    assert {key: found[key] for key in FIGURES} == slowest
    again = json_of("simulate", file)
    assert again["total"] == slowest["total"]
    assert again["speed"] == slowest["speed"]
    assert json.loads(file.read_text("utf-8"))["command"] == found["command"]
    assert found["command"].endswith(
        f"gaitsmith pick run --generation {found['generation']}"
    )


def test_the_best_as_of_a_generation_goes_into_the_run_folder(run_cli, run_folder):
    file = run_folder / "generation-1.json"
    try:
        finished = run_cli("pick", run_folder, "--generation", 1)
        assert finished.code == 0
        assert finished.out.startswith(f"{file} written: the best of generation 1, ")
        assert finished.out.endswith(f"report {file}\n")
        assert json.loads(file.read_text("utf-8"))["evaluations"] == 4
    finally:
        file.unlink(missing_ok=True)


def test_one_that_falls_can_be_had_by_its_generation_only(
    run_cli, tiny_file: Path, tmp_path: Path
):
    run = tmp_path / "run"
    push = "setting.pushes=[{start=0.0, force=[-3000.0, 0.0, 0.0]}]"
    options = ("--set", push, "--set", "setting.duration=2.0", "--workers", 1)
    assert run_cli("optimize", tiny_file, "--run", run, *options).code == 0
    finished = run_cli("pick", run, "--speed", 1)
    assert finished.code == 2
    assert "none of this run's bests stays up to the end" in finished.err
    finished = run_cli("pick", run, "--generation", 3)
    assert finished.code == 0
    assert ", falls after " in finished.out
    assert "guide" not in finished.out


def test_a_guide_is_told(run_cli, json_of, tmp_path: Path):
    run = tmp_path / "run"
    short = ("optimizer.max_generations=2", "setting.duration=0.5")
    options = [part for change in short for part in ("--set", change)]
    name = "vandepanne1995/simpleton_1"
    guide = ("--set", "setting.guide.strength=0.7", "--workers", 1)
    assert run_cli("optimize", name, "--run", run, *options, *guide).code == 0
    assert json_of("pick", run)["improvements"][0]["guide_strength"] == 0.7
    first, second, *_ = run_cli("pick", run).out.splitlines()
    assert first.endswith("stays up [s]  guide")
    assert second.endswith("  0.7")
    finished = run_cli("pick", run, "--generation", 1)
    assert " m/s, held by a guide of strength 0.7.\n" in finished.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--speed", 1, "--generation", 1), "--speed and --generation: give one"),
        (("--speed", "nan"), "--speed nan: give a speed in m/s, such as 0.6."),
        (("--output", "a.json"), "--output goes with --speed or --generation."),
        (("--generation", 0), "--generation"),
        (("--generation", 99), "there is no generation 99; this run has 3."),
        (("--speed", 1, "--output", "none/a.json"), "there is no folder 'none'"),
        (("--speed", 1, "--output", "."), "this is a folder"),
    ],
)
def test_wrong_options_are_refused(run_cli, run_folder, tmp_path, options, words):
    finished = run_cli("pick", run_folder, *options, "--json")
    assert finished.code == 2
    assert words in json.loads(finished.out)["error"]


def test_what_is_no_search_is_refused(run_cli, tmp_path: Path):
    for name in ("none", "simbicon/walk"):
        finished = run_cli("pick", name)
        assert finished.code == 2
        assert f"{name}: there is no such run folder." in finished.err
    (tmp_path / WITHDRAWAL_FILE).touch()
    finished = run_cli("pick", tmp_path)
    assert finished.code == 2
    assert "this folder holds several runs; give one of them" in finished.err
