"""Tables of van de Panne & Lamouret 1995, from what ships in the gallery."""

import pytest
from rich.console import Console

from gaitsmith.assessment import assess
from gaitsmith.guidance.window import guided_effort
from gaitsmith.reproduction import vandepanne1995
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.workflows import load_solution, simulate, with_setting


def table(function) -> Comparison:
    return function(Console(quiet=True), None)


def test_simpleton_takes_no_more_trials_than_published():
    found = table(vandepanne1995.trials)
    assert [row[-1] for row in found.rows] == ["yes", "yes"]
    assert found.verdict.startswith("Walks 5.00 s")


def test_stage_2_lowers_the_guides_effort_of_every_gait():
    found = table(vandepanne1995.guidance)
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
    rows = table(vandepanne1995.terrain).rows
    for _, before, after, way, _ in rows[1:]:
        assert before < after == 4.0
        assert way > 1.5


def test_running_and_skipping_have_a_flight_and_walking_has_little():
    found = table(vandepanne1995.pelvis_height)
    walk, run, skip = (row[3] for row in found.rows)
    assert walk < 0.05 < min(run, skip)
    assert len(found.plots[0].lines) == 3
    for line, row in zip(found.plots[0].lines, found.rows, strict=True):
        assert line.y.mean() == pytest.approx(row[1], abs=0.01)
