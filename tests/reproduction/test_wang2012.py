"""Tables of Wang, Hamner, Delp & Koltun 2012, from the walks of the gallery."""

import numpy as np
import pytest
from rich.console import Console

from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.wang2012 import scores
from gaitsmith.solution_file import gallery


def table(function) -> Comparison:
    return function(Console(quiet=True), 1)


@pytest.fixture(scope="module")
def table1() -> Comparison:
    return table(scores.table1)


def test_the_papers_averages_are_those_of_its_rows():
    for *joints, average in scores.TABLE_1.values():
        assert np.mean(joints) == pytest.approx(average, abs=0.01)


def test_table_1_has_every_speed_and_says_what_is_not_reached(table1):
    rows = {row["gait"]: row for row in table1.as_dict()["rows"]}
    assert list(rows) == ["swalk", "nwalk", "fwalk", "vfwalk"]
    for name, row in rows.items():
        if f"wang2012/{name}" not in gallery():
            assert (row["average"], row["reached"]) == (None, "no")
            continue
        joints = [row[joint] for joint in ("hip", "knee", "ankle")]
        assert row["average"] == pytest.approx(np.mean(joints))
        is_reached = row["average"] <= row["paper's average"]
        assert row["reached"] == ("yes" if is_reached else "no")


def test_the_normal_walk_is_a_walk_of_a_person(table1):
    row = table1.as_dict()["rows"][1]
    assert row["m/s"] == pytest.approx(1.25, abs=0.05)
    assert row["walks 100 s"] == "yes"
    assert 3.0 < row["W/kg"] < 5.5  # people: 4.1


def test_curves_are_drawn_over_people(table1):
    assert [plot.title for plot in table1.plots] == [
        "Hip angle",
        "Knee angle",
        "Ankle angle",
    ]
    assert all(plot.band is not None for plot in table1.plots)


def test_moments_stand_beside_peoples():
    rows = table(scores.moments).as_dict()["rows"]
    ankle = next(row for row in rows if row["joint"] == "ankle")
    assert 0.8 < ankle["peak"] < 2.0  # N m/kg
    assert 1.0 < ankle["people's peak"] < 2.0
