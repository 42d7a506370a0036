"""A study is searched, stopped, resumed; its tables say what came of it."""

import csv
import sys
from pathlib import Path

import pytest

from gaitsmith import jobs
from gaitsmith.runs.advance import Advance
from gaitsmith.runs.job import InterruptedJobError
from gaitsmith.runs.search_job import SearchJob
from gaitsmith.runs.solution import read_solution
from gaitsmith.studies.grid import Cell
from gaitsmith.studies.schedule import do_all, shares, widest
from gaitsmith.studies.study_job import open_study, run_study
from gaitsmith.studies.table import write_parquet

SLOPE = "setting.terrain.slope"


def silent(_: Advance) -> None:
    """Watches and says nothing."""


def rows(folder: Path, name: str = "results.csv") -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def bytes_of(folder: Path) -> dict[str, bytes]:
    """All files whose bytes do not depend on when and how fast they were made."""
    timed = {"times.csv", "progress.csv", "provenance.json"}
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in timed
    }


def test_every_cell_is_the_search_that_its_values_ask_for(make_study, tmp_path: Path):
    study = make_study()
    result = run_study(study, tmp_path / "study", watch=silent)
    alone = SearchJob.load(tmp_path / "study" / "cell-02").begin(
        tmp_path / "alone", 1, silent
    )
    second = result.found[1]
    assert second.cell.values == {"seed": 2}
    assert second.numbers["objective"] == alone.best.score["total"]
    assert [row["seed"] for row in rows(tmp_path / "study")] == ["1", "2"]
    (summary,) = result.summaries
    assert (summary.successes, summary.rate) == (2, 1.0)


def test_a_chained_cell_starts_at_the_best_of_the_one_before(
    make_study, tmp_path: Path
):
    study = make_study(grid={SLOPE: [0.0, 1.0]}, chain={"along": [SLOPE]})
    run_study(study, tmp_path / "study", watch=silent)
    first = read_solution(tmp_path / "study" / "cell-01" / "best.json")
    second = read_solution(tmp_path / "study" / "cell-02" / "best.json")
    assert second.problem.space.initial_values() == pytest.approx(first.values)
    assert second.problem.setting.terrain.slope == 1.0


@pytest.mark.parametrize("told", [1, 4, 9])
def test_a_study_that_was_stopped_resumes_to_the_same_bytes(
    make_study, tmp_path: Path, told: int
):
    study = make_study(
        grid={SLOPE: [0.0, 1.0], "seed": [1, 2]}, chain={"along": [SLOPE]}
    )
    run_study(study, tmp_path / "whole", 1, silent, "the same")
    left = told

    def stop(_: Advance) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    folder = tmp_path / "stopped"
    with pytest.raises(InterruptedJobError):
        run_study(study, folder, 2, stop, "the same")
    assert len(open_study(folder).found) < 4
    jobs.resume(folder, 2, silent)
    assert bytes_of(folder) == bytes_of(tmp_path / "whole")


def test_values_that_cannot_be_together_are_a_row_like_others(
    make_study, tmp_path: Path
):
    study = make_study(
        grid={"optimizer.population": [4, 6], "parameters.gains.hip.kd": [0.1, 0.2]},
        set={"optimizer.max_generations": 1},
    )
    cells = list(study.cells())
    broken = study.model_copy(
        update={"axes": (*study.axes[:1], study.axes[1].model_copy(
            update={"values": (0.1, "no number")}))}
    )  # fmt: skip
    assert len(cells) == 4
    found = run_study(broken, tmp_path / "study", watch=silent).found
    assert [one.stop_reason for one in found][1::2] == ["refused", "refused"]
    assert "no number" in found[1].why


def test_the_best_must_be_what_the_file_calls_a_success(make_study, tmp_path: Path):
    success = {"seconds": 0.5, "objective": 1e-9}
    result = run_study(make_study(success=success), tmp_path / "study", watch=silent)
    assert [one.is_success for one in result.found] == [False, False]
    assert "more than 1e-09" in result.found[0].why
    falls = make_study(
        success={"seconds": 9.0},
        grid={"seed": [1]},
        set={"optimizer.max_generations": 1, "setting.terrain.slope": 20.0},
    )
    (found,) = run_study(falls, tmp_path / "falls", watch=silent).found
    assert found.numbers["seconds_up"] < 9.0
    assert "of 9 s" in found.why


def test_threads_are_dealt_out_to_searches_side_by_side():
    assert [share.count for share in shares(2, 5)] == [1, 1]
    assert [share.count for share in shares(5, 2)] == [3, 2]
    chain = [Cell(1, {}), Cell(2, {}, 1), Cell(3, {}, 1)]
    assert widest(chain) == 2


def test_other_workers_are_shared_by_all_searches():
    class Cluster:
        count = 3

        def __init__(self) -> None:
            self.executor = object()

    found = shares(Cluster(), 8)  # type: ignore[arg-type]
    assert len(set(map(id, found))) == 3
    assert len({id(one.executor) for one in found}) == 1  # type: ignore[attr-defined]


def test_a_cell_that_fails_stops_the_others_and_is_told():
    begun = []

    def work(cell, _workers, watch):
        begun.append(cell.number)
        if cell.number == 1:
            raise OSError("disk full")
        while True:
            watch(Advance("generation", 1))

    cells = [Cell(number, {}) for number in (1, 2, 3)]
    with pytest.raises(OSError, match="disk full"):
        do_all(cells, work, 2, silent, lambda _: None)
    assert 3 not in begun


def test_the_table_is_written_as_parquet_where_that_can_be(
    make_study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    parquet = pytest.importorskip("pyarrow.parquet")
    study = make_study(grid={"seed": [1, 2], "setting.friction": [0.8, 1.0]})
    result = run_study(study, tmp_path / "study", watch=silent)
    assert write_parquet(result.folder, result.found) == ""
    table = parquet.read_table(result.folder / "results.parquet").to_pylist()
    assert [row["setting.friction"] for row in table] == [0.8, 1.0, 0.8, 1.0]
    assert [row["success"] for row in table] == [True] * 4
    assert [row["objective"] for row in table] == [
        one.numbers["objective"] for one in result.found
    ]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'gaitsmith[parquet]'" in write_parquet(tmp_path, result.found)
