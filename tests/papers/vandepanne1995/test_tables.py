"""Tables of van de Panne & Lamouret 1995, from what ships in the gallery."""

from pathlib import Path

import pytest

from gaitsmith.assessment import assess
from gaitsmith.papers.vandepanne1995.tables import gain, stages
from gaitsmith.papers.vandepanne1995.tables.gaits import GAITS
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.tables import TABLES
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.withdrawal.window import guided_effort
from gaitsmith.workflows import load_solution, simulate, with_setting


def table(function) -> Comparison:
    return function(lambda _: None, None)


def test_simpleton_takes_no_more_trials_than_published():
    found = table(stages.trials)
    assert [row[-1] for row in found.rows] == ["yes", "yes"]
    assert found.verdict.startswith("Walks 5.00 s")


def test_stage_2_lowers_the_guides_effort_of_every_gait():
    found = table(stages.guidance)
    assert len(found.rows) == 5
    assert all(0.0 < row[-1] < 1.0 for row in found.rows)


def test_the_human_walks_like_people_with_less_than_half_of_the_guides_effort():
    before, after = (load_solution(f"vandepanne1995/human_walk_{n}") for n in (1, 2))
    assert guided_effort(after) < 0.4 * guided_effort(before)
    for solution in (before, after):
        found = assess(solution)
        assert found.score.speed > 0.9
        # A person among others: 0.8 to 0.95.
        assert found.score.angles["average"].standard_score < 1.5
        walk = simulate(with_setting(solution, duration=20.0)).rollout
        assert walk.outcome is Outcome.COMPLETED


def test_terrain_and_load_are_learned():
    rows = table(stages.terrain).rows
    for _, before, after, way, _ in rows[1:]:
        assert before < after == 4.0
        assert way > 1.5


def test_running_and_skipping_have_a_flight_and_walking_has_little():
    found = table(stages.pelvis_height)
    walk, run, skip = (row[3] for row in found.rows)
    assert walk < 0.05 < min(run, skip)
    assert len(found.plots[0].lines) == 3
    for line, row in zip(found.plots[0].lines, found.rows, strict=True):
        assert line.y.mean() == pytest.approx(row[1], abs=0.01)


@pytest.fixture(scope="module")
def gait_tables() -> dict[str, Comparison]:
    return {name: table(TABLES[f"vandepanne1995/{name}"]) for name in GAITS}


def column(found: Comparison, name: str) -> list:
    return [row[found.columns.index(name)] for row in found.rows]


@pytest.mark.parametrize("gait", GAITS)
def test_a_gaits_table_has_its_stages_curves_and_motions(gait_tables, gait: str):
    found = gait_tables[gait]
    stages = ["start keyframes", "stage 1", "stage 2"]
    stages += ["stage 3, without the guide"] if gait == "simpleton" else []
    assert column(found, "stage") == stages
    assert [exhibit.label for exhibit in found.exhibits] == stages
    assert column(found, "rollouts")[0] == 0
    assert min(column(found, "rollouts")[1:]) > 0
    shares = column(found, "of stage 1's")
    assert shares[1] == 1.0
    assert 0.0 < shares[2] < 1.0
    assert f"stage 2 leaves {shares[2]:.2f}" in found.verdict
    assert [plot.title for plot in found.plots] == [
        "Flexion of the left hip",
        "Flexion of the left knee",
        "Height of the pelvis",
    ]
    up = [row[0] for row in found.rows if row[4] is not None]
    for plot in found.plots:
        assert [line.label for line in plot.lines] == up
        assert all(line.y.max() > line.y.min() for line in plot.lines)


def test_every_gait_is_described_for_the_list(gait_tables):
    described = [TABLES[f"vandepanne1995/{name}"].__doc__ for name in GAITS]
    assert len(set(described)) == len(GAITS)
    assert described[-1] == "Stage by stage: a human skips."


def test_running_has_a_flight_between_steps_of_alternating_feet(gait_tables):
    found = gait_tables["human-run"]
    assert column(found, "strikes in a period")[1:] == ["L R", "L R"]
    assert min(column(found, "flight share")[1:]) > 0.3
    assert "stage 1: a run; stage 2: a run." in found.verdict


def test_the_bird_walks_in_both_stages(gait_tables):
    found = gait_tables["robo-bird"]
    assert column(found, "strikes in a period")[1:] == ["L R", "L R"]
    assert max(column(found, "flight share")[1:]) == 0.0
    assert min(column(found, "m/s")[1:]) > 0.8
    assert "stage 1: a walk; stage 2: a walk." in found.verdict


def test_skipping_hops_on_each_foot_from_its_start_on(gait_tables):
    found = gait_tables["human-skip"]
    assert column(found, "strikes in a period") == ["L L R R"] * 3
    assert min(column(found, "flight share")) > 0.1
    assert "stage 1: a skip; stage 2: a skip." in found.verdict
    start, first, second = column(found, "m/s")
    assert abs(start) < 0.2  # in place, as in the paper
    assert min(first, second) > 1.0


def test_simpletons_last_stage_has_no_guide(gait_tables):
    found = gait_tables["simpleton"]
    assert column(found, "guide N2 m2 s a stride")[-1] == 0.0
    assert column(found, "s up")[-1] == 5.0


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
    monkeypatch.setattr(gain, "FOLDER", tmp_path)
    monkeypatch.setattr(gain, "load_experiment", lambda *_: short)
    monkeypatch.setattr(SearchJob, "begin", begin_and_stop)
    with pytest.raises(KeyboardInterrupt):
        table(gain.gain)
    assert [path.name for path in tmp_path.iterdir()] == ["humanoid_unguided-1"]
