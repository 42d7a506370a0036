"""Two pages to print: what is on them, and that names are text."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from gaitsmith.gait.analysis import analyze
from gaitsmith.gait.reference import human_reference
from gaitsmith.gait.score import score_gait
from gaitsmith.report.clinic_page import clinic_html
from tests.gait.conftest import Pattern, known_walk


@pytest.fixture(scope="module")
def page():
    from gaitsmith.characters.character import load_character

    stocky = load_character("stocky")
    analysis = analyze(stocky, known_walk(stocky, Pattern()))
    score = score_gait(analysis, human_reference("walk", 1.2))
    measured: Any = SimpleNamespace(analysis=analysis, score=score, metabolism=None)
    solution: Any = SimpleNamespace(
        name="<b>A & B",
        problem=SimpleNamespace(character=replace(stocky, name="<i>stocky")),
        sturdiness=None,
        provenance=SimpleNamespace(seed=7),
    )
    return clinic_html(solution, measured)


def test_it_has_two_pages_and_needs_nothing_else(page):
    assert page.count("<section>") == 2
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org", "").replace(
        "http://purl.org", ""
    ).replace("http://creativecommons.org", "")


def test_figures_that_clinics_know_are_on_it(page):
    for words in (
        "Gait profile score",
        "Movement analysis profile",
        "Symmetry",
        "Beyond two standard deviations",
        "Match with the band",
        "of 3 variables",
    ):
        assert words in page


def test_names_are_text(page):
    assert "&lt;b&gt;A &amp; B" in page
    assert "<i>" not in page and "<b>A" not in page
