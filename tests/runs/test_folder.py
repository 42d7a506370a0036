import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.experiment import Experiment
from gaitsmith.jobs import resume
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.workflows import load_solution, optimize

HEADER = "generation,candidate,cost\n"
ROW = Progress(3, 12, 0.5, 0.6, 0.7, 0.25, 0.5, 1.5)


@pytest.fixture
def folder(experiment: Experiment, tmp_path: Path) -> RunFolder:
    """A run that has only just begun."""
    files = SearchJob(experiment).files()
    with RunFolder(tmp_path / "run").begin(files, "gaitsmith test") as folder:
        return folder


def write_costs(folder: RunFolder, text: str) -> None:
    folder.costs_file.write_text(HEADER + text, encoding="utf-8")


def test_a_finished_run_leaves_its_files(finished: Run):
    names = {file.name for file in finished.folder.path.iterdir()}
    assert names == {
        ".lock",
        "best.json",
        "costs.csv",
        "experiment.toml",
        "progress.csv",
        "provenance.json",
        "terms.csv",
    }


def test_the_stored_experiment_is_the_one_that_was_run(
    finished: Run, experiment: Experiment
):
    assert finished.folder.experiment().as_dict() == experiment.as_dict()


def test_the_log_holds_every_candidates_cost(finished: Run):
    costs = finished.folder.read_costs(4)
    assert [len(generation) for generation in costs] == [4] * 5
    text = finished.folder.costs_file.read_text(encoding="utf-8")
    assert text.startswith(HEADER)
    assert text.count("\n") == 1 + 5 * 4
    assert min(min(generation) for generation in costs) == finished.best.score["total"]


def test_progress_has_a_row_for_every_generation(finished: Run):
    rows = finished.folder.read_progress()
    costs = finished.folder.read_costs(4)
    assert [row.generation for row in rows] == [1, 2, 3, 4, 5]
    assert [row.evaluations for row in rows] == [4, 8, 12, 16, 20]
    for row, generation in zip(rows, costs, strict=True):
        assert row.generation_best == pytest.approx(min(generation), rel=1e-7)
    best = [row.best for row in rows]
    assert best == sorted(best, reverse=True)
    seconds = [row.seconds for row in rows]
    assert seconds == sorted(seconds)


def test_progress_is_a_table_that_other_programs_read(finished: Run):
    with finished.folder.progress_file.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == [
        "generation",
        "evaluations",
        "best",
        "generation_best",
        "generation_median",
        "sigma",
        "best_survived",
        "seconds",
        "guide_strength",
        "guide_effort",
    ]
    assert float(rows[-1]["best_survived"]) == 0.5


def test_the_best_is_a_solution_that_scores_what_it_says(finished: Run):
    solution = load_solution(finished.folder.path)
    problem = solution.problem
    card = problem.score(problem.roll_out(solution.values))
    assert card.total == solution.score["total"]
    assert card.as_dict() == solution.score["terms"]


def test_provenance_says_what_made_it_but_not_who(finished: Run):
    text = finished.folder.provenance_file.read_text(encoding="utf-8")
    (start,) = json.loads(text)["starts"]
    assert start["command"] == "gaitsmith optimize tiny --seed 3"
    assert {"started", "python", "libraries", "commit"} <= set(start)
    assert {"gaitsmith", "mujoco-core", "numba", "cma"} <= set(start["libraries"])
    assert str(Path.home()) not in text


def test_a_run_can_be_made_in_an_empty_folder(experiment: Experiment, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    assert optimize(experiment, tmp_path / "empty").generations == 5


def test_a_run_is_not_overwritten(finished: Run, experiment: Experiment, results):
    path = finished.folder.path
    before = results(path)
    with pytest.raises(InputError) as raised:
        optimize(experiment, path)
    assert str(raised.value) == (
        f"{path}: this folder is not empty; give another, or resume what is there:"
        f" gaitsmith resume {path}"
    )
    assert results(path) == before


def test_a_folder_with_other_files_is_refused(experiment: Experiment, tmp_path: Path):
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(InputError) as raised:
        optimize(experiment, tmp_path)
    assert str(raised.value) == f"{tmp_path}: this folder is not empty; give another."


def test_a_file_is_no_place_for_a_run(experiment: Experiment, tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file: this is a file; give a new folder"):
        optimize(experiment, tmp_path / "file")


def test_a_place_that_cannot_be_written_is_explained(
    experiment: Experiment, tmp_path: Path
):
    (tmp_path / "file").touch()
    with pytest.raises(WorkFailedError, match="cannot be made: Not a directory"):
        optimize(experiment, tmp_path / "file" / "run")


def test_what_a_start_leaves_that_was_killed_is_no_obstacle(
    experiment: Experiment, tmp_path: Path
):
    path = tmp_path / "run"
    path.mkdir()
    (path / ".lock").touch()
    (path / "provenance.json").write_text('{"starts": [{"command": "other"}]}')
    (path / ".experiment.toml.123.tmp").write_text("name =")
    optimize(experiment, path, command="gaitsmith test")
    assert RunFolder.open_run(path).first_command() == "gaitsmith test"


def test_a_folder_that_is_not_a_run(tmp_path: Path):
    with pytest.raises(InputError) as raised:
        resume(tmp_path)
    assert str(raised.value) == (
        f"{tmp_path}: this is no run folder: it has none of experiment.toml,"
        " chain.toml, withdrawal.toml, skill.toml, study.toml, subject.toml."
    )


def test_a_folder_that_does_not_exist(tmp_path: Path):
    with pytest.raises(InputError, match="nowhere: there is no such run folder"):
        resume(tmp_path / "nowhere")


def test_a_run_without_a_best_yet(folder: RunFolder):
    with pytest.raises(InputError) as raised:
        load_solution(folder.path)
    assert str(raised.value) == (
        f"{folder.path}: this run has no best.json yet; it has not finished its first"
        f" generation. Resume it with: gaitsmith resume {folder.path}"
    )


def test_a_run_on_which_another_process_works_is_locked(finished: Run):
    path = finished.folder.path
    code = (
        "import sys; from pathlib import Path;"
        "from gaitsmith.runs.folder import RunFolder;"
        "folder = RunFolder.open_run(Path(sys.argv[1])).lock();"
        "print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(InputError) as raised:
            resume(path)
        other.stdin.close()
    assert str(raised.value) == (
        f"{path}: another process is working on this run; stop it first."
    )
    assert resume(path).generations == 5  # the lock went with the process


def test_a_lock_ends_with_its_block(folder: RunFolder):
    for _ in range(2):
        with folder.lock(), pytest.raises(InputError, match="another process"):
            RunFolder.open_run(folder.path).lock()


def test_an_error_unlocks_the_run(folder: RunFolder):
    write_costs(folder, "nonsense\n")
    for _ in range(2):
        with pytest.raises(InputError, match="line 2"):
            resume(folder.path)


def test_a_log_before_its_first_generation_is_empty(folder: RunFolder):
    assert not folder.costs_file.exists()
    assert folder.read_costs(4) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("1,0,5.0\n1,1,4.0\n", [[5.0, 4.0]]),
        ("1,0,5.0\n1,1,4.0\n2,0,3.0\n", [[5.0, 4.0]]),  # half a generation
        ("1,0,5.0\n1,1,4.0\n2,0,3.0\n2,1,2.", [[5.0, 4.0]]),  # half a line
        ("1,0,5.0\n1,1,4.0\n2,0,3.0\n2,1,2.25\n", [[5.0, 4.0], [3.0, 2.25]]),
    ],
)
def test_only_complete_generations_are_read(
    text: str, expected: list[list[float]], folder: RunFolder
):
    write_costs(folder, text)
    assert folder.read_costs(2) == expected


def test_what_follows_the_last_complete_generation_is_dropped(folder: RunFolder):
    write_costs(folder, "1,0,5.0\n1,1,4.0\n2,0,3")
    folder.cut_costs(folder.read_costs(2))
    assert folder.costs_file.read_text() == HEADER + "1,0,5.0\n1,1,4.0\n"


def test_half_a_header_is_an_empty_log(folder: RunFolder):
    folder.costs_file.write_text("generation,cand")
    assert folder.read_costs(2) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,0,5.0\n1,1,four\n", "line 3: '1,1,four' given; expected 1,1,COST."),
        ("1,0,5.0\n1,2,4.0\n", "line 3: '1,2,4.0' given; expected 1,1,COST."),
        ("1,0,5.0\n2,0,4.0\n", "line 3: '2,0,4.0' given; expected 1,1,COST."),
        ("2,0,5.0\n", "line 2: '2,0,5.0' given; expected 1,0,COST."),
        ("\n1,0,5.0\n", "line 2: '' given; expected 1,0,COST."),
        ("5.0\n", "line 2: '5.0' given; expected 1,0,COST."),
        ("1,0,5.0,6.0\n", "line 2: '1,0,5.0,6.0' given; expected 1,0,COST."),
        ("1,0,\x00\x00\n", "line 2: '1,0,\\x00\\x00' given; expected 1,0,COST."),
    ],
)
def test_a_garbled_line_is_named(text: str, expected: str, folder: RunFolder):
    write_costs(folder, text)
    with pytest.raises(InputError) as raised:
        folder.read_costs(2)
    assert str(raised.value) == f"{folder.costs_file}: {expected}"


def test_bytes_that_are_no_text_are_named(folder: RunFolder):
    folder.costs_file.write_bytes(HEADER.encode() + b"1,0,\xff\xfe\n")
    with pytest.raises(InputError, match=r"line 2: .* given; expected 1,0,COST"):
        folder.read_costs(2)


def test_another_header_is_refused(folder: RunFolder):
    folder.costs_file.write_text("cost\n5.0\n")
    with pytest.raises(InputError) as raised:
        folder.read_costs(2)
    assert str(raised.value) == (
        f"{folder.costs_file}: line 1: the header must be generation,candidate,cost."
    )


def test_progress_survives_being_stored(folder: RunFolder):
    folder.append_progress(ROW)
    folder.append_progress(ROW)
    assert folder.read_progress() == [ROW, ROW]


@pytest.mark.parametrize("rest", ["4,16,0.4", "4,16,x,0.5,0.6,0.2,0.5,2.0\n", "\xff\n"])
def test_a_spoilt_row_of_progress_is_left_out(rest: str, folder: RunFolder):
    folder.append_progress(ROW)
    with folder.progress_file.open("a", encoding="latin-1") as file:
        file.write(rest)
    assert folder.read_progress() == [ROW]


def test_progress_is_cut_to_the_generations_in_the_log(folder: RunFolder):
    rows = [Progress(n, 4 * n, 0.5, 0.6, 0.7, 0.25, 0.5, float(n)) for n in (1, 2, 3)]
    for row in rows:
        folder.append_progress(row)
    assert folder.cut_progress(2) == rows[:2]
    assert folder.read_progress() == rows[:2]


def test_an_unreadable_history_is_no_reason_to_stop(finished: Run):
    finished.folder.provenance_file.write_text("{", encoding="utf-8")
    assert resume(finished.folder.path).generations == 5
    starts = json.loads(finished.folder.provenance_file.read_text())["starts"]
    assert [start["command"] for start in starts] == ["gaitsmith resume finished"]


def test_a_run_that_cannot_be_locked_is_explained(finished: Run):
    finished.folder.lock_file.unlink()
    finished.folder.lock_file.mkdir()
    with pytest.raises(WorkFailedError, match=r"\.lock: cannot be written: Is a dir"):
        resume(finished.folder.path)
