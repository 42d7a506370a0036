"""gaitsmith push, on the planar walk or with a table that is given."""

import functools
import json
from pathlib import Path
from typing import Any

import pytest

from gaitsmith import pushes
from gaitsmith.pushes import DIRECTIONS, Finished, PhaseForces, PushTable
from gaitsmith.runs.push_file import read_pushes
from gaitsmith.workflows import initial_solution, load_solution

EIGHT = dict(zip(DIRECTIONS, (75, 65, 100, 50, 60, 40, 800, 0), strict=True))
HEADER = (
    "Largest push on the torso, 0.4 s every 4 s, after which it still walks;"
    " N per component\n\n"
)


@pytest.fixture
def walk(make_experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The planar walk as a solution file here; it is pushed for 8 s only."""
    initial_solution(make_experiment()).save(tmp_path / "walk.json")
    monkeypatch.chdir(tmp_path)
    short = functools.partial(pushes.push_table, duration=8.0)
    monkeypatch.setattr(pushes, "push_table", short)
    return "walk.json"


@pytest.fixture
def asked(walk: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Instead of an experiment a table that is known; holds what was asked for."""
    given: dict[str, Any] = {}

    def made(problem, values, *, watch, **options):
        given.update(options)
        watch(Finished("1,1", 65.0, None))
        watch(Finished("0,1", 90.0, 0.25))
        by_phase = (PhaseForces(0.25, 4.1, EIGHT),) if options["phases"] else None
        return PushTable(EIGHT, by_phase=by_phase)

    monkeypatch.setattr(pushes, "push_table", made)
    return given


def test_scripts_get_the_keys_that_they_rely_on(json_of, walk: str):
    found = json_of("push", walk)
    assert set(found) == {"forces", "duration", "period", "walks"}
    assert (found["duration"], found["period"]) == (0.4, 4.0)
    assert set(found["forces"]) == {"1,0", "-1,0"}
    assert all(200 <= force <= 500 for force in found["forces"].values())


def test_phases_are_told_if_asked_for(json_of, walk: str):
    found = json_of("push", walk, "--phase", 2, "--workers", 2)
    assert set(found) == {"forces", "duration", "period", "walks", "by_phase"}
    first, second = found["by_phase"]
    assert first["start"] == 4.0
    assert second["start"] == pytest.approx(4.0 + 0.357, abs=0.01)
    assert (second["phase"] - first["phase"]) % 1 == pytest.approx(0.5, abs=0.02)
    assert set(first["forces"]) == {"1,0", "-1,0"}


def test_options_reach_the_experiment(run_cli, asked, walk: str):
    run_cli("push", walk)
    assert asked == {"phases": 0, "workers": None}
    run_cli("push", walk, "--phase", 3, "--workers", 4)
    assert asked == {"phases": 3, "workers": 4}


def test_people_get_a_table_and_progress_beside_it(run_cli, walk: str, asked):
    finished = run_cli("push", walk)
    assert finished.code == 0
    assert finished.out == HEADER + (
        "direction  pushed                N\n"
        "(1,0)      from behind           75\n"
        "(1,1)      from behind right     65\n"
        "(0,1)      from the right        100\n"
        "(-1,1)     from the front right  50\n"
        "(-1,0)     from the front        60\n"
        "(-1,-1)    from the front left   40\n"
        "(0,-1)     from the left         800 or more\n"
        "(1,-1)     from behind left      0\n"
    )
    assert finished.err.endswith(
        "from behind right: 65 N\nfrom the right, once at phase 0.25: 90 N\n"
    )


def test_phases_are_columns_for_people(run_cli, walk: str, asked):
    lines = run_cli("push", walk, "--phase", 1).out.splitlines()
    assert lines[2] == ("direction  pushed                N            phase 0.25")
    assert lines[3] == "(1,0)      from behind           75           75"
    assert lines[-1] == "phase: a single push, as a share of a stride since left strike"


def test_a_solution_that_falls_takes_no_push_and_is_told_so(
    make_experiment, json_of, run_cli, tmp_path: Path
):
    falls = make_experiment(parameters={"state0.velocity_gain": -1.0})
    initial_solution(falls).save(tmp_path / "falls.json")
    found = json_of("push", tmp_path / "falls.json")
    assert found["forces"] == {"1,0": 0.0, "-1,0": 0.0}
    finished = run_cli("push", tmp_path / "falls.json")
    assert "It does not walk forward for 40 s even when nobody pushes." in finished.err
    assert finished.code == 0


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG")]
)
def test_the_table_is_drawn_if_asked_for(
    name: str, begins: bytes, run_cli, asked, walk: str
):
    finished = run_cli("push", walk, "--plot", name)
    assert finished.code == 0
    assert finished.out.endswith(f"\n\nPlot written to {name}\n")
    assert Path(name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--plot=a.pdf", "--plot a.pdf: the file's name must end in .svg or .png."),
        ("--plot=a", "--plot a: the file's name must end in .svg or .png."),
        ("--plot=no/a.svg", "no/a.svg: there is no folder 'no'; make it first."),
        ("--output=no/a.json", "no/a.json: there is no folder 'no'; make it first."),
    ],
)
def test_a_file_that_cannot_be_is_refused_before_the_work(
    option: str, message: str, run_cli, asked, walk: str
):
    finished = run_cli("push", walk, option, "--json")
    assert (finished.code, json.loads(finished.out)) == (2, {"error": message})
    assert finished.err == f"gaitsmith: {message}\n"
    assert not asked
    assert [path.name for path in Path().iterdir()] == [walk]


def test_the_table_is_kept_for_the_report(run_cli, asked, walk: str):
    finished = run_cli("push", walk, "--output", "kept.json")
    assert "Table kept in kept.json" in finished.out
    table = read_pushes(Path("kept.json"), load_solution(walk))
    assert table is not None
    assert table.forces == EIGHT


def test_the_table_of_a_run_is_kept_beside_its_best(
    run_cli, asked, walk: str, run_folder: Path
):
    kept = run_folder / "best.pushes.json"
    assert run_cli("push", run_folder).code == 0
    assert kept.is_file()
    assert run_cli("report", run_folder, "--output", "page.html").code == 0
    assert ">Pushes</h2>" in Path("page.html").read_text(encoding="utf-8")
    kept.unlink()


def test_a_run_that_cannot_be_written_to_is_known_before_the_work(
    run_cli, asked, walk: str, run_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    for verb in ("push", "report"):
        finished = run_cli(verb, run_folder)
        assert finished.code == 2
        assert "cannot be written: Permission denied" in finished.err
    assert not asked


def test_the_pushes_of_another_solution_are_refused(run_cli, asked, walk: str):
    run_cli("push", walk, "--output", "kept.json")
    finished = run_cli("report", "simbicon/walk", "--pushes", "kept.json")
    assert finished.code == 2
    assert "kept.json: these are the pushes of another solution" in finished.err


def test_a_solution_that_does_not_exist_is_refused(run_cli):
    finished = run_cli("push", "simbicon/wlk")
    assert finished.code == 2
    assert "Did you mean 'simbicon/walk'?" in finished.err
    assert run_cli("push", "simbicon/walk", "--phase", "-1").code == 2
