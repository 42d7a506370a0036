"""Tables of van de Panne & Lamouret 1995, from what ships in the gallery."""

import pytest
from rich.console import Console

from gaitsmith.reproduction import vandepanne1995
from gaitsmith.reproduction.comparison import Comparison


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
