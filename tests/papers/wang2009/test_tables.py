"""The tables of wang2009 on the gallery: they run, and say what was published."""

import pytest

from gaitsmith.papers.wang2009.tables import challenges, energy
from gaitsmith.pushes import DIRECTIONS, PushTable
from gaitsmith.reproduction.comparison import yes_or_no
from gaitsmith.reproduction.tables import TABLES
from gaitsmith.reproduction.walks import measured_walk
from gaitsmith.solution_file import gallery

NAMES = (
    "features", "ratio", "angular-momentum", "head", "landing", "power",
    "human-curves", "simbicon-energy", "body-shapes", "push", "slopes", "friction",
    "speeds", "fastest", "cost",
)  # fmt: skip
SLOW = {"human-curves", "features", "body-shapes"}  # many walks


def quiet(_line: str) -> None:
    """No progress is told."""


def test_every_experiment_of_section_5_has_a_table():
    assert {f"wang2009/{name}" for name in NAMES} <= set(TABLES)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=pytest.mark.slow if n in SLOW else ())
        for n in NAMES
        if n != "push"  # takes minutes; see below
    ],
)
def test_a_table_can_be_made(name: str):
    table = TABLES[f"wang2009/{name}"](quiet, None)
    assert table.rows
    assert len(table.verdict) > 20
    for exhibit in table.exhibits:
        assert exhibit.label


def test_published_figures_are_those_of_the_paper():
    assert challenges.TABLE_1["tall"] == (20, 20, 200, 70, 120, 70, 200, 20)
    assert challenges.TABLE_1["simbicon"] == (225, 150, 250, 100, 120, 100, 275, 125)
    assert (energy.PAPER_POWER, energy.PAPER_SPEED) == (12059.0, 1.48)
    assert (energy.PAPER_SIMBICON_POWER, energy.PAPER_SIMBICON_SPEED) == (33392.0, 1.36)


def test_a_figure_that_is_not_reached_is_said_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(energy, "PAPER_POWER", 1.0)
    monkeypatch.setattr(energy, "PAPER_RATIO", 1e9)
    table = energy.simbicon_energy(quiet, None)
    assert [row[-1] for row in table.rows] == ["no", None, "no", "no"]
    assert yes_or_no(False) == "no"


def test_a_walk_is_measured_as_it_was_optimised_and_for_100_seconds():
    walk = measured_walk("wang2009/stocky")
    assert walk.rollout.duration == 10.0
    assert walk.long.duration == 100.0
    assert walk.walks_long
    assert {one.name for one in walk.features()} >= {"heel strike", "knee at strike"}


def test_table_1_names_solutions_that_exist():
    assert {*challenges.PLAIN.values(), challenges.ROBUST} <= set(gallery())


def made_pushes(force: float):
    def push_table(*_problem, **_options):
        return PushTable(forces=dict.fromkeys(DIRECTIONS, force))

    return push_table


@pytest.mark.parametrize(("force", "reached"), [(1000.0, 48), (30.0, 11), (0.0, 0)])
def test_pushes_are_set_beside_table_1(
    force: float, reached: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(challenges, "push_table", made_pushes(force))
    table = challenges.push(quiet, None)
    assert len(table.rows) == 56
    assert [row[-1] for row in table.rows[:48]].count("yes") == reached
    assert table.verdict.startswith(f"{reached} of 48 at or above the paper's.")
    is_robust = "yes" if force >= 100.0 else "no"
    assert table.verdict.endswith(f"(at least 100 N: {is_robust}).")
