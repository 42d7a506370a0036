"""The gait on the page: one panel per curve, keys that fit, tables that agree."""

import re
from pathlib import Path

import pytest

from gaitsmith.assessment import assess
from gaitsmith.pushes import PushTable
from gaitsmith.report.build import Extras, write_report
from gaitsmith.report.gait_figures import gait_panels
from gaitsmith.report.gait_sections import (
    features_table,
    score_table,
    several_table,
    steps_table,
)
from gaitsmith.report.several_page import write_several
from gaitsmith.workflows import initial_solution, load_solution


@pytest.fixture(scope="module")
def stocky():
    return assess(load_solution("wang2009/stocky"))


@pytest.fixture
def planar(make_experiment):
    return initial_solution(make_experiment())


def names_of(panels):
    return {section.title: [p.title for p in section.panels] for section in panels}


def test_one_gait_is_drawn_left_and_right_over_people(stocky):
    panels = gait_panels({"stocky": stocky}, stocky.score.reference)
    names = names_of(panels)
    assert [len(names[title]) for title in names] == [5, 3, 3, 3, 7]
    angles = panels[0]
    assert [key.name for key in angles.keys][:2] == ["left", "right"]
    assert angles.keys[2].stroke == "band"
    assert "people walking at 1.05 m/s" in angles.keys[2].name
    for key in angles.keys:
        assert all(key.color in panel.svg for panel in angles.panels)


def test_powers_have_no_band_and_a_planar_body_no_sideways_curves(planar):
    assessed = assess(planar)
    panels = gait_panels({"planar": assessed}, assessed.score.reference)
    by_title = {section.title: section for section in panels}
    assert all(key.stroke != "band" for key in by_title["Joint powers"].keys)
    names = names_of(panels)
    assert len(names["Ground forces"]) == 2
    assert not any("rolling" in name for name in names["The whole body"])


def test_several_gaits_have_a_colour_each(stocky, planar):
    both = {"stocky": stocky, "planar": assess(planar)}
    panels = gait_panels(both, stocky.score.reference)
    keys = panels[0].keys
    assert [key.name for key in keys[:2]] == ["stocky", "planar"]
    assert keys[0].color != keys[1].color
    assert all(keys[1].color in panel.svg for panel in panels[0].panels)
    table = several_table(both)
    assert table.columns == ("", "stocky", "planar")
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["speed [m/s]"][0] == f"{stocky.score.speed:.3g}"


def test_the_tables_say_what_was_measured(stocky):
    score = {row[0]: row for row in score_table(stocky.score).rows}
    knee = stocky.score.angles["knee"]
    assert score["knee angle"][1] == f"{knee.standard_score:.2f}"
    assert {"average moment", "vertical force"} <= set(score)
    steps = {row[0]: row for row in steps_table(stocky.analysis).rows}
    assert steps["cadence"][1] == f"{stocky.analysis.summary.cadence:.3g}"
    assert "±" in str(steps["cadence"][2])
    assert steps["step width"][2] is None
    assert len(features_table(stocky).rows) == len(stocky.features)


def test_a_page_has_the_gait_and_its_pushes(planar, tmp_path):
    table = PushTable({"1,0": 100.0, "-1,0": 50.0})
    page = write_report(planar, tmp_path / "page.html", Extras(pushes=table))
    text = page.read_text("utf-8")
    for word in ("Against people", "Joint moments", "Natural features", "Pushes"):
        assert f">{word}</h2>" in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_a_page_of_one_who_does_not_walk_says_so(make_experiment, tmp_path):
    fallen = initial_solution(
        make_experiment(
            controller={"law": "posture", "gait": "limp"},
            setting={"duration": 0.5},
        )
    )
    text = write_report(fallen, tmp_path / "page.html").read_text("utf-8")
    assert "There is no gait to measure" in text
    assert "Against people" not in text


def test_several_solutions_on_one_page(planar, tmp_path: Path):
    stocky = load_solution("wang2009/stocky")
    page = write_several(
        {"first": planar, "second": stocky},
        tmp_path / "both.html",
        {"first": PushTable({"1,0": 100.0})},
    )
    text = page.read_text("utf-8")
    assert text.count('<figure class="view">') == 2
    for word in ("Side by side", "Score cards", "Joint angles", "Pushes"):
        assert f">{word}</h2>" in text
    # Another law, other parameters: there is nothing to set side by side.
    assert ">Parameters</h2>" not in text
    same = write_several({"a": planar, "b": planar}, tmp_path / "same.html")
    assert ">Parameters</h2>" in same.read_text("utf-8")


def test_a_walk_and_a_run_are_drawn_without_people(planar, make_experiment, tmp_path):
    run = initial_solution(
        make_experiment(controller={"law": "simbicon", "gait": "fast_run"})
    )
    both = {"walk": planar, "run": run}
    text = write_several(both, tmp_path / "both.html").read_text("utf-8")
    assert "mean ± 1 standard deviation" not in text
    walks = {"one": planar, "other": planar}
    text = write_several(walks, tmp_path / "walks.html").read_text("utf-8")
    assert "people walking at" in text
    assert "mean ± 1 standard deviation" in text
