"""The published table of scores and the push tables belong to the gallery as it is."""

import importlib.util
import re
from pathlib import Path

import pytest

from gaitsmith.pushes import DIRECTIONS
from gaitsmith.runs.push_file import push_file, read_pushes
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ("simbicon/walk", "wang2009/slope_12", "wang2009/stocky", "wang2009/thin")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location(
        "score_gallery", ROOT / "scripts" / "score_gallery.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_solution_is_in_the_table(script):
    text = script.PAGE.read_text("utf-8")
    assert re.findall(r"^\| `([^`]+)`", text, flags=re.MULTILINE) == list(gallery())


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_the_table_says_what_score_says(script, name):
    assert script.row(name) in script.PAGE.read_text("utf-8").splitlines()


GUIDED = [name for name in gallery() if name.startswith("vandepanne1995/")]


@pytest.mark.parametrize("name", sorted(set(gallery()) - set(GUIDED)))
def test_every_walker_has_its_own_push_table(name):
    solution = load_solution(name)
    table = read_pushes(push_file(gallery()[name]), solution)
    assert table is not None, "made for other values; run gaitsmith push again"
    is_planar = solution.problem.character.is_planar
    ways = {way for way, where in DIRECTIONS.items() if where.y == 0 or not is_planar}
    assert set(table.forces) == ways
