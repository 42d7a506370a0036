"""The section about the guide: for those that have one, with the measured numbers."""

import re
from xml.etree import ElementTree

import pytest

from gaitsmith.report.build import write_report
from gaitsmith.report.drawing import small_plot
from gaitsmith.report.guide_section import guide_section
from gaitsmith.report.sections import section_html
from gaitsmith.report.several_page import write_several
from gaitsmith.workflows import load_solution, simulate, with_setting

GUIDED = "vandepanne1995/simpleton_2"
FREE = "vandepanne1995/simpleton"


@pytest.fixture(scope="module")
def guided():
    return with_setting(load_solution(GUIDED), duration=1.5)


def test_torque_and_effort_with_the_measured_numbers(guided):
    (section,) = guide_section({"mine": guided})
    assert section.title == "The guide"
    assert [panel.title for panel in section.panels] == [
        "Torque on the guided body",
        "Effort so far: integral of torque²",
    ]
    assert section.keys == ()
    measures = simulate(guided).rollout.measures
    effort, work = (
        measures.metered["guide"]["effort"],
        measures.metered["guide"]["work"],
    )
    assert work < 0.0
    assert section.caption.startswith(
        f"Effort {effort:.0f} N² m² s, {effort / 1.5:.0f} a second;"
        f" work −{-work:.0f} J; strength 1; largest torque "
    )
    assert section.caption.endswith(" N m.")
    assert ">The guide</h2>" in section_html(section, 1)


def test_several_share_the_plots_and_are_told_apart(guided):
    half = with_setting(guided, guide={"stiffness": 1000.0, "strength": 0.5})
    solutions = {"full": guided, "free": load_solution(FREE), "half": half}
    (section,) = guide_section(solutions)
    assert [key.name for key in section.keys] == ["full", "half"]
    assert len({(key.color, key.stroke) for key in section.keys}) == 2
    assert section.caption.startswith("full: effort ")
    assert "half: effort " in section.caption
    assert "strength 0.5;" in section.caption
    for panel in section.panels:
        assert all(key.color in panel.svg for key in section.keys)


@pytest.mark.parametrize("guide", [{}, {"stiffness": 2000.0, "strength": 0.0}])
def test_what_has_no_guide_that_acts_has_no_section(guided, guide):
    assert guide_section({"mine": with_setting(guided, guide=guide)}) == ()


def test_the_page_of_a_guided_solution_has_the_section(guided, tmp_path):
    page = write_report(guided, tmp_path / "page.html").read_text("utf-8")
    assert page.count(">The guide</h2>") == 1
    assert re.search(r"Effort \d+ N² m² s, \d+ a second; work", page)


def test_a_page_of_several_has_it_once_and_one_of_free_walks_none(guided, tmp_path):
    free = load_solution(FREE)
    both = write_several({"a": guided, "b": free}, tmp_path / "both.html")
    assert both.read_text("utf-8").count(">The guide</h2>") == 1
    none = write_several({"a": free, "b": free}, tmp_path / "none.html")
    assert "The guide" not in none.read_text("utf-8")


def test_a_small_plot_names_its_units():
    with small_plot("time [s]", "N m") as plot:
        plot.axes.plot([0.0], [0.0])
    root = ElementTree.fromstring(plot.svg)
    words = {
        "".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text")
    }
    assert {"N m", "time [s]"} <= words
