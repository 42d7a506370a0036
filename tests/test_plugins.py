"""A plug-in from outside the package: searched, killed, resumed, shown and exported."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
GENERATIONS = 30
SEARCH = (
    *("optimize", "hop.toml", "--workers", "1"),
    *("--set", f"optimizer.max_generations={GENERATIONS}"),
    *("--set", "setting.duration=1.0"),
)
WITH = ("--plugin", "hop_plugin.py")
POLL = 0.001  # s
TIRING = """
import gaitsmith as gs
from gaitsmith.workflows import initial_solution

gs.load_plugin("hop_plugin.py")
for name in ("adult_muscles", "tiring_adult"):
    character = gs.load_character(name)
    problem = gs.Problem(
        character=character,
        controller=gs.make_controller(character, "reflexes", gait="walk"),
        setting=gs.Setting(duration=0.5, rate=1200.0),
        objective=gs.make_objective(fail={}),
    )
    start = initial_solution(gs.Experiment(name, problem, gs.Search()))
    recording = gs.simulate(start, frame_rate=100.0).rollout.recording
    print(len(recording.time), recording.muscle_force[-1].sum())
"""


def start(*command: object, cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        list(map(str, command)),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def gaitsmith(*arguments: object, cwd: Path) -> tuple[int, str, str]:
    """Exit code and what was printed."""
    program = Path(sys.executable).with_name("gaitsmith")
    process = start(program, *arguments, cwd=cwd)
    out, err = process.communicate()
    return process.returncode, out, err


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Somewhere else, with the example plug-in and its experiment."""
    folder = tmp_path_factory.mktemp("elsewhere")
    for name in ("hop_plugin.py", "hop.toml"):
        shutil.copy(EXAMPLES / name, folder)
    return folder


@pytest.fixture(scope="module")
def run(place: Path) -> Path:
    """A search by the command line that nobody disturbed; compiles, if need be."""
    code, _, err = gaitsmith(*SEARCH, *WITH, "--run", "whole", cwd=place)
    assert code == 0, err
    return place / "whole"


def test_a_search_that_is_killed_and_resumed_ends_in_the_same_bytes(
    run: Path, place: Path
):
    program = Path(sys.executable).with_name("gaitsmith")
    killed = place / "killed"
    process = start(program, *SEARCH, *WITH, "--run", "killed", cwd=place)
    log = killed / "costs.csv"
    while process.poll() is None and not (log.exists() and log.stat().st_size > 100):
        time.sleep(POLL)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert log.read_bytes() != (run / "costs.csv").read_bytes()
    code, _, err = gaitsmith("resume", "killed", *WITH, cwd=place)
    assert code == 0, err
    for name in ("costs.csv", "terms.csv", "best.json", "experiment.toml"):
        assert (killed / name).read_bytes() == (run / name).read_bytes(), name


def test_the_law_the_term_and_the_body_are_simulated(run: Path, place: Path):
    code, out, err = gaitsmith("simulate", "whole", *WITH, "--json", cwd=place)
    assert code == 0, err
    told = json.loads(out)
    stored = json.loads((run / "best.json").read_text(encoding="utf-8"))
    assert told["terms"]["bob"] == stored["score"]["terms"]["bob"]
    assert stored["experiment"]["character"]["name"] == "short_adult"


def test_the_term_is_on_the_page(run: Path, place: Path):
    code, _, err = gaitsmith("report", "whole", *WITH, cwd=place)
    assert code == 0, err
    page = (run / "report.html").read_text(encoding="utf-8")
    assert "bob" in page and "rate" in page


def test_squats_are_no_gait_and_are_not_scored(run: Path, place: Path):
    code, _, err = gaitsmith("score", run.name, *WITH, cwd=place)
    assert code == 2
    assert "The recording has no complete gait cycle" in err


def test_the_live_view_opens(run: Path, place: Path):
    command = ("view", run.name, *WITH, "--port", "0", "--seconds", "0.5", "--json")
    code, out, err = gaitsmith(*command, cwd=place)
    assert code == 0, err
    assert json.loads(out)["solution"] == "hop"


def test_the_format_is_written(run: Path, place: Path):
    code, _, err = gaitsmith(
        "export", run.name, "--to", "hop.heights", *WITH, cwd=place
    )
    assert code == 0, err
    heights = [float(line) for line in (place / "hop.heights").read_text().split()]
    assert len(heights) == 50
    assert 0.5 < min(heights) < max(heights) < 1.0


def test_the_verb_greets_and_is_in_the_help(place: Path):
    assert gaitsmith("greet", "--name", "Ann", *WITH, cwd=place)[:2] == (
        0,
        "Hello, Ann.\n",
    )
    assert "Greet somebody." in gaitsmith(*WITH, "--help", cwd=place)[1]


def test_a_run_names_its_plugin_and_is_not_opened_without_it(run: Path, place: Path):
    code, out, err = gaitsmith("simulate", run.name, cwd=place)
    assert (code, out) == (2, "")
    assert err == (
        "gaitsmith: whole/best.json: experiment: it needs the plug-in 'hop_plugin';"
        " give --plugin hop_plugin.py (in Python: gaitsmith.load_plugin).\n"
    )
    assert gaitsmith("resume", run.name, cwd=place)[0] == 2


def test_a_file_that_names_a_plugin_does_not_load_it(run: Path, place: Path):
    folder = place / "stranger"
    folder.mkdir()
    shutil.copy(run / "best.json", folder)
    (folder / "hop_plugin.py").write_text("open('ran', 'w')", encoding="utf-8")
    assert gaitsmith("simulate", "best.json", cwd=folder)[0] == 2
    assert not (folder / "ran").exists()


@pytest.mark.slow
def test_muscles_that_tire_are_another_model(place: Path):
    process = start(sys.executable, "-c", TIRING, cwd=place)
    out, err = process.communicate()
    assert process.returncode == 0, err
    (ours, our_force), (tiring, tiring_force) = map(str.split, out.splitlines())
    assert ours == tiring
    assert our_force != tiring_force
    assert 0.5 < float(tiring_force) / float(our_force) < 1.5
