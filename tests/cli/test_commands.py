"""Each command for people and for scripts."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gaitsmith import benchmark

PROGRAM = str(Path(sys.executable).with_name("gaitsmith"))
# Libraries that take longer to load than a short simulation takes.
UNUSED = (
    "scipy.signal", "scipy.stats", "scipy.linalg", "scipy.optimize", "scipy.sparse",
    "scipy.spatial", "scipy.interpolate", "scipy.special", "numpy.f2py", "matplotlib",
    "pandas", "PIL", "gymnasium", "viser", "distributed", "pyarrow", "av", "pxr",
    "ezc3d",
)  # fmt: skip
RUN_KEYS = {
    "run",
    "stop_reason",
    "generations",
    "evaluations",
    "seconds",
    "speed",
    "total",
    "outcome",
    "simulated_seconds",
    "terms",
    "guide_strength",
    "sturdiness",
    "finalists",
}


def test_list_has_every_kind(json_of):
    found = json_of("list")
    assert list(found) == [
        "characters", "devices", "controllers", "terms", "optimizers", "experiments",
        "gallery", "skills", "scenarios", "studies", "reproductions",
    ]  # fmt: skip
    names = {kind: [entry["name"] for entry in found[kind]] for kind in found}
    assert "stocky" in names["characters"]
    assert "simbicon" in names["controllers"]
    assert names["terms"] == [
        "ang", "distance", "duty", "effort", "fail", "follow", "gait", "guide", "head",
        "heading", "knee", "land", "likeness", "pace", "posture", "power", "ratio",
        "sym", "user", "vel",
    ]  # fmt: skip
    assert "demo" in names["experiments"]
    for entries in found.values():
        assert all(entry["description"] for entry in entries)


def test_list_describes_reproductions_in_one_line(json_of):
    found = json_of("list")["reproductions"]
    assert {
        "name": "yin2007/gaits",
        "description": "Step length, step time and speed of seven planar gaits.",
    } in found
    assert all("\n" not in entry["description"] for entry in found)


def test_list_for_people(run_cli):
    finished = run_cli("list")
    assert finished.code == 0
    lines = [line.split(maxsplit=1) for line in finished.out.splitlines()]
    assert ["stocky", "wang2009's default character: 1.65 m, 70 kg"] in lines


def test_list_has_the_bodies_and_gaits_of_coros2008(json_of):
    found = json_of("list")
    characters = {entry["name"] for entry in found["characters"]}
    assert {"planar_long_foot", "big_bird"} <= characters
    laws = {entry["name"]: entry["gaits"] for entry in found["controllers"]}
    assert {"bird_walk", "walk_3d_three"} <= set(laws["simbicon"])
    for kind in ("experiments", "gallery"):
        assert "coros2008/biped" in {entry["name"] for entry in found[kind]}


def test_show_resolves_an_experiment(json_of):
    found = json_of("show", "demo")
    assert found["experiment"]["character"]["mass"] == 70.0
    assert found["experiment"]["name"] == "demo"
    free = [parameter for parameter in found["parameters"] if parameter["free"]]
    assert found["dimension"] == len(free) > 0
    assert found["population"] == found["experiment"]["optimizer"]["population"]
    first = found["parameters"][0]
    assert {"name", "unit", "initial", "scale", "lower", "upper", "meaning"} <= set(
        first
    )


def test_show_applies_changes(json_of, tiny_file: Path):
    found = json_of("show", tiny_file, "--set", "seed=7", "--set", "optimizer.sigma=2")
    assert found["experiment"]["seed"] == 7
    assert found["experiment"]["optimizer"]["sigma"] == 2.0


def test_show_for_people(run_cli, tiny_file: Path):
    finished = run_cli("show", tiny_file)
    assert finished.code == 0
    assert "17 free parameters, 4 candidates a generation" in finished.out
    assert "planar_biped: 90 kg, 9 degrees of freedom" in finished.out
    assert 'name = "planar_biped"' in finished.out


def test_simulate_reports_what_scripts_rely_on(json_of, run_folder: Path):
    found = json_of("simulate", run_folder)
    assert {
        "outcome",
        "simulated_seconds",
        "speed",
        "step_length",
        "steps",
        "power_ratio",
        "torque_squared",
        "total",
        "terms",
    } <= set(found)
    assert found["outcome"] == "completed"
    assert found["simulated_seconds"] == 0.5
    assert sum(found["power_ratio"]) == pytest.approx(1.0)
    contributions = [term["contribution"] for term in found["terms"].values()]
    assert found["total"] == pytest.approx(sum(contributions))
    for term in found["terms"].values():
        assert term["contribution"] == pytest.approx(term["weight"] * term["value"])


def test_simulate_gives_what_the_run_had_found(json_of, run_folder: Path):
    best = json.loads((run_folder / "best.json").read_text(encoding="utf-8"))
    for given in (run_folder, run_folder / "best.json"):
        assert json_of("simulate", given)["total"] == best["score"]["total"]


def test_simulate_of_an_experiment_is_its_start(json_of, tiny_file: Path):
    found = json_of("simulate", tiny_file)
    assert found["outcome"] == "completed"
    assert found["speed"] == pytest.approx(0.9, abs=0.1)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (["--duration", "0.25"], "simulated_seconds"),
        (["--rate", "2400"], "torque_squared"),
        (["--slope", "3"], "torque_squared"),
        (["--friction", "0.05"], "torque_squared"),
        (["--push", "200,0@0.1+0.2"], "speed"),
        (["--push", "200,0@0.1/left_foot", "--push", "0,0,50@0"], "speed"),
        (["--noise", "0.2"], "torque_squared"),
        (["--noise", "0.2", "--seed", "3"], "torque_squared"),
    ],
)
def test_each_option_of_simulate_changes_what_happens(
    options: list[str], key: str, json_of, run_folder: Path
):
    before = json_of("simulate", run_folder)
    assert json_of("simulate", run_folder, *options)[key] != before[key]


def test_the_seed_of_simulate_changes_the_noise(json_of, run_folder: Path):
    noisy = ["simulate", run_folder, "--noise", "0.2", "--seed"]
    totals = [json_of(*noisy, seed)["total"] for seed in (3, 4, 3)]
    assert totals[0] == totals[2] != totals[1]


def test_simulate_writes_a_recording_without_pickle(
    json_of, run_folder: Path, tmp_path: Path
):
    file = tmp_path / "walk.npz"
    json_of("simulate", run_folder, "--record", file)
    with np.load(file, allow_pickle=False) as recording:
        assert recording["time"][-1] == pytest.approx(0.5, abs=0.02)
        assert recording["qpos"].shape == (len(recording["time"]), 9)
        assert list(recording["joint_names"])[:2] == ["left_hip", "left_knee"]


def test_simulate_for_people_prints_a_score_card(run_cli, run_folder: Path):
    finished = run_cli("simulate", run_folder)
    assert finished.code == 0
    assert finished.out.startswith("Stayed on its feet for all 0.5 s.\nspeed 0.")
    assert (
        "\nterm             value      weight    contribution  unit\n" in finished.out
    )


def test_optimize_tells_what_came_of_it(json_of, tiny_file: Path, tmp_path: Path):
    folder = tmp_path / "run"
    found = json_of("optimize", tiny_file, "--run", folder, "--workers", 2)
    assert set(found) == RUN_KEYS
    assert found["run"] == str(folder)
    assert (found["generations"], found["evaluations"]) == (3, 12)
    assert found["stop_reason"] == "budget_used"
    again = json_of("resume", folder)
    assert set(again) == RUN_KEYS
    assert again["total"] == found["total"]


def test_optimize_for_people_says_how_to_go_on(
    run_cli, tiny_file: Path, tmp_path: Path
):
    finished = run_cli("optimize", tiny_file, "--run", tmp_path / "run")
    assert finished.code == 0
    assert finished.out.startswith("All generations were used. 12 candidates in ")
    assert f"Kept in {tmp_path / 'run'}\n" in finished.out
    assert f"report {tmp_path / 'run'}\n" in finished.out
    assert "generation 3/3  best 9.553" in finished.err


def test_optimize_names_a_new_folder_after_experiment_and_seed(
    json_of, tiny_file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tiny_file.parent)
    command = ("optimize", "tiny.toml", "--set", "optimizer.max_generations=1")
    assert json_of(*command)["run"] == "runs/tiny-seed1"
    assert json_of(*command)["run"] == "runs/tiny-seed1-2"
    assert json_of(*command, "--seed", 5)["run"] == "runs/tiny-seed5"


def test_a_solution_names_the_command_that_makes_it_again(
    json_of, tiny_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tiny_file.parent)
    json_of(
        "optimize", "tiny.toml", "--run", "a", "--set", "optimizer.max_generations=1"
    )
    best = json.loads((tmp_path / "a" / "best.json").read_text(encoding="utf-8"))
    assert best["command"] == (
        "gaitsmith optimize tiny.toml --seed 1 --set optimizer.max_generations=1"
    )


def test_an_interrupted_search_prints_its_best_and_exits_as_interrupted(
    run_cli, tiny_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from gaitsmith.runs.progress_bar import JobProgress

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(JobProgress, "__call__", interrupt)
        finished = run_cli("optimize", tiny_file, "--run", tmp_path / "run", "--json")
    assert finished.code == 130
    assert json.loads(finished.out)["stop_reason"] == "interrupted"
    assert f"resume {tmp_path / 'run'}" in finished.err
    assert run_cli("resume", tmp_path / "run").code == 0


def test_an_interrupt_before_the_first_generation_says_how_to_go_on(
    run_cli, tiny_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from gaitsmith.optimization.evaluation import Evaluator

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Evaluator, "__call__", interrupt)
    finished = run_cli("optimize", tiny_file, "--run", tmp_path / "run", "--json")
    assert finished.code == 130
    assert json.loads(finished.out) == {"error": "interrupted."}
    assert "resume" in finished.err


def test_bench_measures_the_core(
    json_of, run_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(benchmark, "ROUNDS", 1)
    found = json_of("bench", run_folder, "--rate", "1000")
    assert {
        "lane_us",
        "raw_step_us",
        "speedup",
        "ratio",
        "realtime_factor",
        "thread_speedup",
    } <= set(found)
    assert found["rate"] == 1000.0
    lanes = found.pop("lane_us")
    assert set(lanes) == {"1", "8"}
    assert all(value > 0 for value in (*found.values(), *lanes.values()))
    assert found["speedup"] == pytest.approx(found["raw_step_us"] / lanes["8"])
    assert found["ratio"] == pytest.approx(lanes["1"] / found["raw_step_us"])


def test_demo_learns_and_names_its_page(
    json_of, make_experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from gaitsmith import experiment, workflows
    from gaitsmith.report import build

    asked = []

    def load_experiment(name: str, changes: tuple[str, ...] = ()):
        asked.append((name, *changes))
        return make_experiment()

    monkeypatch.setattr(experiment, "load_experiment", load_experiment)
    monkeypatch.setattr(build, "write_run_page", lambda folder, _: folder.report_file)
    monkeypatch.setattr(workflows, "CHECK_SECONDS", 1.0)
    body = ("--height", 1.72, "--mass", 63)
    found = json_of("demo", *body, "--seed", 3, "--run", tmp_path / "run")
    assert asked == [("demo", "character.height=1.72", "character.mass=63.0", "seed=3")]
    made = json.loads((tmp_path / "run" / "provenance.json").read_text("utf-8"))
    assert (
        made["starts"][0]["command"]
        == "gaitsmith demo --height 1.72 --mass 63 --seed 1"
    )
    assert found["outcome"] == "completed"
    assert found["simulated_seconds"] == 1.0
    assert found["before_seconds"] == 0.5
    assert found["evaluations"] == 12
    assert found["cadence"] >= 0.0
    assert found["report"] == str(tmp_path / "run" / "report.html")


def test_version_and_help(run_cli):
    assert run_cli("--version").out.startswith("gaitsmith 0.")
    usage = run_cli("--help")
    assert (usage.code, usage.err) == (0, "")
    for verb in ("demo", "list", "show", "optimize", "resume", "simulate", "report"):
        assert f"\n  {verb} " in usage.out
    assert run_cli().out == usage.out


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from gaitsmith.cli.main import main; sys.argv = ['g', '--help']\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = ('mujoco', 'numba', 'matplotlib', 'cma', 'scipy', 'pydantic')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert finished.stderr == "[]\n"


@pytest.mark.parametrize("verb", ["simulate", "optimize"])
def test_simulating_and_searching_load_no_library_that_they_do_not_use(
    verb: str, tiny_file: Path, tmp_path: Path
):
    code = (
        "import sys; from gaitsmith.cli.main import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code\n"
        f"print([name for name in {UNUSED} if name in sys.modules], file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code, verb, str(tiny_file), "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(finished.stdout)
    assert finished.stderr.splitlines()[-1] == "[]"


def test_the_program_itself_keeps_results_and_remarks_apart(
    tiny_file: Path, tmp_path: Path
):
    finished = subprocess.run(
        [PROGRAM, "optimize", str(tiny_file), "--run", "run", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["run"] == "run"
    assert finished.stdout.count("\n") == 1
    assert "generation 3/3" in finished.stderr


def test_ctrl_c_ends_a_search_with_its_best(tiny_file: Path, tmp_path: Path):
    endless = ("--set", "optimizer.max_generations=100000")
    with subprocess.Popen(
        [PROGRAM, "optimize", str(tiny_file), "--run", "run", "--json", *endless],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests in the background of a script would hand down that it is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        while process.poll() is None and not (tmp_path / "run" / "best.json").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert json.loads(out)["stop_reason"] == "interrupted"
    assert "Traceback" not in err


def test_a_reader_that_has_seen_enough_is_no_error():
    reading, writing = os.pipe()
    with subprocess.Popen(
        [PROGRAM, "--version"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
    ) as process:
        os.close(writing)
        os.close(reading)
        _, err = process.communicate()
    assert (process.returncode, err) == (1, "")
