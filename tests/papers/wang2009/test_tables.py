"""The tables of wang2009 on the gallery: they run, and say what was published."""

from dataclasses import replace

import pytest

from gaitsmith.papers.wang2009.tables import challenges, energy
from gaitsmith.papers.wang2009.tables.goals import Goal, kept_goals
from gaitsmith.papers.wang2009.tables.measures import (
    Judged,
    arm_jerk,
    judge,
    seconds,
    table,
)
from gaitsmith.pushes import DIRECTIONS, PushTable
from gaitsmith.reproduction.findings import at_least
from gaitsmith.reproduction.tables import TABLES
from gaitsmith.reproduction.walks import (
    checked_seconds,
    measured_seeds,
    measured_walk,
)
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

NAMES = (
    "features", "ratio", "angular-momentum", "head", "landing", "power",
    "human-curves", "simbicon-energy", "body-shapes", "push", "push-trained", "slopes",
    "friction", "speeds", "fastest", "cost", "additions",
)  # fmt: skip
SLOW = {"human-curves", "features", "body-shapes", "push", "push-trained"}  # many walks


def quiet(_line: str) -> None:
    """No progress is told."""


@pytest.fixture(scope="module")
def stocky():
    return measured_walk("wang2009/stocky")


def test_every_experiment_of_section_5_has_a_table():
    assert {f"wang2009/{name}" for name in NAMES} <= set(TABLES)


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.slow if n in SLOW else ()) for n in NAMES],
)
def test_a_table_tells_the_papers_method_and_ours_apart(name: str):
    made = TABLES[f"wang2009/{name}"](quiet, None)
    assert made.records
    assert all(row["ours_differs_in"] for row in made.records)
    is_judged = any(row["asked"] for row in made.records)
    assert ("The paper's method here" in made.verdict) == is_judged
    for exhibit in made.exhibits:
        assert exhibit.label


def test_published_figures_are_those_of_the_paper():
    assert challenges.TABLE_1["tall"] == (20, 20, 200, 70, 120, 70, 200, 20)
    assert challenges.TABLE_1["simbicon"] == (225, 150, 250, 100, 120, 100, 275, 125)
    assert (energy.PAPER_POWER, energy.PAPER_SPEED) == (12059.0, 1.48)
    assert (energy.PAPER_SIMBICON_POWER, energy.PAPER_SIMBICON_SPEED) == (33392.0, 1.36)


def test_a_figure_that_is_not_reached_is_said_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(energy, "PAPER_POWER", 1.0)
    monkeypatch.setattr(energy, "PAPER_RATIO", 1e9)
    made = energy.simbicon_energy(quiet, None)
    verdicts = {row["what"]: row["reached_by_ours"] for row in made.records}
    assert verdicts["pose graph: speed [m/s]"] is None
    assert verdicts["pose graph: E_power per m/s [N2 m s]"] is False
    assert verdicts["SIMBICON: E_power over our pose graph's"] is False


def test_a_walk_is_measured_as_it_was_optimised_and_for_100_seconds(stocky):
    assert stocky.rollout.duration == 10.0
    assert stocky.seconds == 100.0
    assert stocky.walks_long
    assert {one.name for one in stocky.features()} >= {"heel strike", "knee at strike"}


def test_the_100_seconds_are_those_of_the_check_at_its_own_rate_and_start(stocky):
    checked = stocky.shipped.sturdiness
    falls = [
        replace(trial, seconds=7.0 if trial.start == 0 else 5.0)
        for trial in checked.trials
    ]
    fallen = replace(stocky.shipped, sturdiness=replace(checked, trials=tuple(falls)))
    assert checked_seconds(fallen) == 7.0
    assert checked_seconds(replace(fallen, sturdiness=None)) is None
    # What falls at another rate is an artefact, and no walk of 100 s.
    assert seconds(replace(stocky, shipped=fallen, seconds=100.0)) == 7.0


def test_a_walk_that_falls_comes_to_nothing_and_reaches_nothing(stocky):
    judged = [Judged("speed [m/s]", lambda _walk: 9.0, 1.0, at_least(1.0))]
    [standing] = judge("", judged, stocky, published=[stocky])
    assert (standing.reached, standing.reached_by_ours) == (True, True)
    rollout = replace(stocky.rollout, outcome=Outcome.FELL)
    [fallen] = judge("", judged, replace(stocky, rollout=rollout))
    assert (fallen.reached, fallen.reached_by_ours) == (None, False)


def test_what_several_seeds_found_is_one_figure_with_its_spread(stocky):
    made = replace(stocky.shipped.provenance, seed=2)
    other = replace(stocky, shipped=replace(stocky.shipped, provenance=made))
    judged = [Judged("seed", lambda walk: float(walk.shipped.provenance.seed))]
    [found] = judge("", judged, (stocky, other))
    assert found.ours.values == {1: 1.0, 2: 2.0}


def test_all_seeds_of_a_search_that_are_kept_are_measured():
    seeds = read_seeds(
        gallery()["wang2009/simbicon"], load_solution("wang2009/simbicon")
    )
    walks = measured_seeds("wang2009/simbicon", quiet, 1)
    assert {walk.shipped.provenance.seed for walk in walks} == set(seeds)
    assert walks[0].shipped.provenance == load_solution("wang2009/simbicon").provenance
    powers = [walk.measures.torque_squared for walk in walks]
    assert len(set(powers)) == len(seeds) > 1


def test_a_table_says_which_walks_are_fragile(stocky):
    checked = stocky.shipped.sturdiness
    trial = replace(checked.trials[0], outcome="fell", seconds=3.0)
    broken = replace(checked, trials=(trial, *checked.trials[1:]))
    fragile = replace(stocky, shipped=replace(stocky.shipped, sturdiness=broken))
    found = judge("", [Judged("arms' jerk", arm_jerk)], stocky)
    assert "Fragile" not in table("", found, {"it": stocky}).verdict
    verdict = table("", found, {"it": fragile}).verdict
    assert "Fragile: it. Does not hold 100 s: falls after 3.0 s at 600 Hz." in verdict


def test_a_goal_is_met_within_the_papers_threshold():
    assert Goal("m/s", 1.8, 1.782).is_met
    lost = Goal("m", 0.7, 0.54)
    assert not lost.is_met
    assert lost.words == "0.54 instead of 0.7 m"


def test_table_1_names_solutions_that_exist():
    assert {*challenges.PLAIN.values(), challenges.ROBUST} <= set(gallery())


@pytest.mark.parametrize(("force", "reached"), [(1000.0, 40), (30.0, 11), (0.0, 0)])
def test_pushes_are_set_beside_table_1(
    force: float, reached: int, monkeypatch: pytest.MonkeyPatch
):
    walk = measured_walk("wang2009/stocky_fast_pushed")
    forces = PushTable(forces=dict.fromkeys(DIRECTIONS, force)).forces
    monkeypatch.setattr(challenges, "forces_of", lambda *_: forces)
    monkeypatch.setattr(
        challenges, "measured_walks", lambda names, *_: dict.fromkeys(names, walk)
    )
    untrained = challenges.push(quiet, None).records
    rows = challenges.push_trained(quiet, None).records
    simbicon, trained, robust = rows[:8], rows[8:-3], rows[-3:]
    assert all(row["ours_differs_in"] == challenges.OURS for row in untrained)
    assert [row["paper"] for row in simbicon] == [*challenges.TABLE_1["simbicon"]]
    assert [row["reached_by_ours"] for row in untrained].count(True) == reached
    # Its steps are 0.54 m instead of 0.7 m; a walker with such a goal has lost it.
    assert kept_goals(walk)
    lost = {row["what"].split(":")[0] for row in trained if "task lost" in row["what"]}
    assert lost == challenges.WITH_GOALS
    at_par = [row for row in trained if row["reached_by_ours"]]
    assert len(at_par) == (3 if force >= 1000.0 else 0)
    assert robust[0]["reached_by_ours"] is (force >= 150.0)
