from typing import Any

import pytest

from gaitsmith.errors import InputError
from gaitsmith.objectives.score_card import (
    ScoreCard,
    TermScore,
    declare_objective,
    mean_card,
)


def complaint(tables: dict[str, Any]) -> str:
    with pytest.raises(InputError) as raised:
        declare_objective(tables, "walk.toml")
    return str(raised.value)


def test_the_total_is_the_sum_of_weight_times_value(make_measures):
    objective = declare_objective(
        {
            "fail": {},
            "user": {"speed": 1.0, "weight": 7.0},
            "power": {"per_distance": True},
        },
        "walk.toml",
    )
    card = objective.score(
        make_measures(survived=0.75, torque_squared=1200.0, speed=1.2)
    )
    contributions = {term.name: term.contribution for term in card.terms}
    assert contributions == pytest.approx(
        {"fail": 120_000.0 * 0.25, "user": 7.0 * 0.04, "power": 1e-5 * 1000.0}
    )
    assert card.total == pytest.approx(30_000.0 + 0.28 + 0.01)


def test_terms_keep_the_order_of_the_experiment(make_measures):
    objective = declare_objective({"power": {}, "fail": {}}, "walk.toml")
    assert [term.name for term in objective.score(make_measures()).terms] == [
        "power",
        "fail",
    ]


def test_a_weight_of_zero_switches_a_term_off(make_measures):
    objective = declare_objective({"fail": {"weight": 0}}, "walk.toml")
    card = objective.score(make_measures(survived=0.0))
    assert (card.terms[0].value, card.total) == (1.0, 0.0)


def test_the_drift_term_takes_over_the_goal_of_the_user():
    tables = {"user": {"speed": 1.5}, "vel": {}}
    assert declare_objective(tables, "").as_dict()["vel"]["speed"] == 1.5
    tables["vel"] = {"speed": 1.0}
    assert declare_objective(tables, "").as_dict()["vel"]["speed"] == 1.0
    assert "speed" not in declare_objective({"vel": {}}, "").as_dict()["vel"]


def test_what_is_stored_leaves_nothing_to_defaults():
    objective = declare_objective({"fail": {}, "power": {"weight": 2.0}}, "walk.toml")
    tables = {
        "fail": {"weight": 120_000.0},
        "power": {"weight": 2.0, "per_distance": False},
    }
    assert objective.as_dict() == tables
    assert declare_objective(tables, "again").as_dict() == tables


def test_the_card_for_scripts_has_value_weight_and_contribution():
    card = ScoreCard((TermScore("user", 0.5, "m2", 4.0),))
    assert card.as_dict() == {
        "user": {"value": 0.5, "weight": 4.0, "contribution": 2.0}
    }


def test_the_card_for_people_is_a_table():
    card = ScoreCard(
        (TermScore("fail", 0.5, "", 120_000.0), TermScore("power", 2e4, "N2 m2", 1e-5))
    )
    assert str(card).splitlines() == [
        "term             value      weight    contribution  unit",
        "fail               0.5      120000           60000",
        "power            20000       1e-05             0.2  N2 m2",
        "total                                      60000.2",
    ]


def test_an_unknown_term_is_refused_with_those_that_exist():
    assert complaint({"fial": {}}) == (
        "walk.toml: objective: no objective term is called 'fial'."
        " Did you mean 'fail'? Known: ang, distance, duty, effort, fail, follow, gait,"
        " guide, head, heading, knee, land, likeness, pace, posture, power, ratio, sym,"
        " user, vel."
    )


def test_an_objective_needs_a_term():
    assert complaint({}).startswith("walk.toml: objective: no term is given; give at")


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        (
            {"user": {"sped": 1.0}},
            "walk.toml: objective.user: sped: no such key. Did you mean 'speed'?"
            " Known here: speed, step_length, step_width, weight.",
        ),
        (
            {"power": {"weight": -1}},
            "walk.toml: objective.power: weight: -1 given; it must be at least 0.",
        ),
        (
            {"power": {"per_distance": "yes"}},
            'walk.toml: objective.power: per_distance: "yes" given; it must be true or'
            " false.",
        ),
        (
            {"fail": {"speed": 1.0}},
            "walk.toml: objective.fail: speed: no such key. Known here: weight.",
        ),
    ],
)
def test_wrong_options_are_refused(tables: dict[str, Any], expected: str):
    assert complaint(tables) == expected


def test_the_mean_of_cards_is_taken_term_by_term():
    first = ScoreCard(
        (TermScore("fail", 0.5, "", 2.0), TermScore("user", 1.0, "", 4.0))
    )
    second = ScoreCard(
        (TermScore("fail", 0.0, "", 2.0), TermScore("user", 3.0, "", 4.0))
    )
    mean = mean_card([first, second])
    assert [term.value for term in mean.terms] == [0.25, 2.0]
    assert mean.total == (first.total + second.total) / 2
    assert mean_card([first]) is first
