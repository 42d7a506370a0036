"""Tables of van de Panne & Lamouret 1995: what they ask, of what ships and of runs."""

from pathlib import Path

import pytest

from gaitsmith.assessment import assess
from gaitsmith.papers.vandepanne1995.tables import free, gain, gaits, searches, stages
from gaitsmith.papers.vandepanne1995.tables.free import Freed
from gaitsmith.papers.vandepanne1995.tables.gaits import GAITS, Pair, gait_findings
from gaitsmith.papers.vandepanne1995.tables.motion import motion_of
from gaitsmith.papers.vandepanne1995.tables.searches import shipped
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.tables import TABLES
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.withdrawal.window import guided_gait
from gaitsmith.withdrawal.windows import WindowsSpec
from gaitsmith.workflows import load_solution, simulate, with_setting


def table(function) -> Comparison:
    return function(lambda _: None, 1)


def pair_of(name: str) -> Pair:
    first, second = (motion_of(shipped(f"{name}_{n}")) for n in (1, 2))
    return Pair(first, second, 200)


@pytest.fixture(scope="module")
def shipped_pairs() -> dict[str, Pair]:
    return {name: pair_of(gait.ours.experiments) for name, gait in GAITS.items()}


def test_the_human_walks_like_people_with_less_than_half_of_the_guides_effort():
    before, after = (load_solution(f"vandepanne1995/human_walk_{n}") for n in (1, 2))
    assert guided_gait(after).effort < 0.4 * guided_gait(before).effort
    for solution in (before, after):
        found = assess(solution)
        assert found.score.speed > 0.9
        # A person among others: 0.8 to 0.95.
        assert found.score.angles["average"].standard_score < 1.5
        walk = simulate(with_setting(solution, duration=20.0)).rollout
        assert walk.outcome is Outcome.COMPLETED


@pytest.mark.parametrize("name", [name for name in GAITS if name != "simpleton"])
def test_what_ships_is_the_gait_that_it_is_called(shipped_pairs, name: str):
    pair = shipped_pairs[name]
    rows = gait_findings(GAITS[name], {1: pair}, {1: pair})
    style = GAITS[name].style
    assert [row.what for row in rows[:2]] == [f"stage {n}: {style}" for n in (1, 2)]
    assert all(row.reached_by_ours for row in rows[:2])
    left = rows[2].ours.mean
    assert 0.0 < left < 1.0
    assert rows[2].reached is (left <= 0.5)


def test_a_gait_that_falls_is_no_gait_and_has_no_figures(shipped_pairs):
    gait = GAITS["human-walk"]
    fallen = motion_of(
        with_setting(shipped("human_walk_2"), guide={"stiffness": 0.0, "damping": 0.0})
    )
    assert not fallen.is_up
    good = shipped_pairs["human-walk"].first
    rows = gait_findings(gait, {1: Pair(good, fallen, 200)}, {1: Pair(good, good, 200)})
    first, second, left, *_ = rows
    assert (first.reached, second.reached, left.reached) == (True, False, False)
    assert left.published.measured == ()
    assert left.reached_by_ours is False  # all of the effort is left


def test_a_walk_straight_ahead_is_told_from_what_only_stays_up():
    walk = shipped("simpleton_free")
    assert Freed(walk, 5.0, 272).walks(1200.0)
    assert Freed(walk, 5.0, 272).walks(2400.0)
    turning = with_setting(walk, heading=[{"time": 1.0, "heading": 90.0}])
    assert not Freed(turning, 5.0, 272).walks()
    assert not motion_of(shipped("simpleton_2")).is_straight_walk  # leaps
    assert not motion_of(shipped("human_run_2")).is_straight_walk
    assert not motion_of(shipped("human_skip_2")).is_straight_walk


def test_pelvis_height_is_of_stage_2():
    found = table(stages.pelvis_height)
    assert {exhibit.solution.name for exhibit in found.exhibits} == {
        f"vandepanne1995/human_{gait}_2" for gait in ("walk", "run", "skip")
    }
    judged = [row for row in found.records if row["asked"]]
    assert [row["reached_by_ours"] for row in judged] == [True, True, True]
    assert len(found.plots[0].lines) == 3
    means = [row["ours_mean"] for row in found.records if "mean" in row["what"]]
    for line, mean in zip(found.plots[0].lines, means, strict=True):
        assert line.y.mean() == pytest.approx(mean, abs=0.01)


def test_leaning_is_searched_for_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(searches, "FOLDER", tmp_path)
    monkeypatch.setattr(stages, "SEEDS", (1,))
    found = table(stages.lean)
    figures = {row["what"]: row["published_mean"] for row in found.records}
    assert figures["stage 1: trunk leans forward [degrees]"] == pytest.approx(20, abs=8)
    assert found.records[0]["published_mean"] < 1.0
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {"simpleton_lean-ours-1-1", "simpleton_lean-ours-1-2"}
    assert table(stages.lean).records == found.records  # read from the folder


def test_stage_3_is_judged_as_a_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(searches, "FOLDER", tmp_path)
    short = WindowsSpec(seconds=0.45, budget=1, trials=1, judge="effort")
    gait = GAITS["simpleton"]
    one = gaits.replace(gait, seeds=(1,))
    told: list[str] = []
    found = free.freed(gait.published, short, one, told.append, 1)
    assert list(found) == [1]
    assert found[1].rollouts <= 1
    assert not found[1].is_up  # of 5 s
    assert not found[1].walks()
    assert told[0].endswith("no walk")


def test_every_gait_is_described_for_the_list():
    described = [TABLES[f"vandepanne1995/{name}"].__doc__ for name in GAITS]
    assert len(set(described)) == len(GAITS)
    assert described[-1] == "Stages 1 and 2: a human skips."


def test_what_was_interrupted_is_no_failure(
    make_experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    begin = SearchJob.begin

    def begin_and_stop(job: SearchJob, path: Path, *_: object) -> Run:
        return begin(job, path, 1, stop)

    short = make_experiment(
        setting={"duration": 0.2}, optimizer={"max_generations": 2, "population": 4}
    )
    monkeypatch.setattr(searches, "FOLDER", tmp_path)
    monkeypatch.setattr(gain, "load_experiment", lambda *_: short)
    monkeypatch.setattr(SearchJob, "begin", begin_and_stop)
    with pytest.raises(KeyboardInterrupt):
        gain.humanoid("humanoid_unguided")(1, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["humanoid_unguided-1"]
