"""Findings: samples by seed, one criterion for both, and the table that they make."""

import pytest

from gaitsmith.reproduction.findings import (
    PaperFigure,
    Sample,
    at_least,
    at_most,
    compare,
    every_seed,
    within,
)

FIVE = Sample({1: 4.0, 2: 5.0, 3: 6.0, 4: 4.0, 5: 6.0})
FALLS = Sample({1: 4.0, 2: None, 3: 6.0})


def test_a_sample_has_a_mean_and_the_deviation_between_its_seeds():
    assert (FIVE.mean, FIVE.spread, FIVE.num_seeds) == (5.0, 1.0, 5)
    assert str(FIVE) == "5.00 ± 1.00 (5)"
    assert str(Sample({7: 1040.0})) == "1040 (1)"
    assert str(Sample.fixed(0.361)) == "0.361"
    assert Sample.fixed(0.361).spread is None


def test_seeds_that_come_to_nothing_are_told_and_never_reach_anything():
    assert str(FALLS) == "5.00 ± 1.41 (2 of 3)"
    assert str(Sample({1: None, 2: None})) == "0 of 2 measured"
    for criterion in (at_least(0.0), at_most(100.0), within(5.0, 3.0)):
        assert criterion.judge(FIVE)
        assert criterion.judge(FALLS) is False
        assert criterion.judge(None) is None


def test_what_is_true_and_false_is_counted():
    some = Sample({1: True, 2: False, 3: True})
    assert str(some) == "2 of 3"
    assert some.spread is None
    assert at_least(0.6).judge(some)
    assert not every_seed().judge(some)
    assert every_seed().judge(Sample({1: True}))
    assert str(Sample.fixed(False)) == "no"


@pytest.mark.parametrize(
    ("criterion", "words", "at", "beyond"),
    [
        (at_least(2.8), "≥ 2.8", 2.8, 2.79),
        (at_most(5.0), "≤ 5", 5.0, 5.01),
        (within(0.36, 0.018), "0.36 ± 0.018", 0.375, 0.38),
        (within(-1040.0, 208.0), "-1040 ± 208", -1240.0, -1250.0),
    ],
)
def test_a_criterion_holds_to_its_limit_and_says_it(criterion, words, at, beyond):
    assert criterion.words == words
    assert criterion.judge(Sample.fixed(at)) is True
    assert criterion.judge(Sample.fixed(beyond)) is False


STONES = PaperFigure(
    "error on stones [cm]",
    5.0,
    at_most(5.0),
    published=Sample({1: 12.0, 2: 12.2}),
    ours=Sample({1: 0.5, 2: 0.6}),
    differences="steps are simulated ahead.",
)
GAPS = PaperFigure(
    "gaps crossed", 0.93, at_least(0.93), ours=FALLS, differences="other."
)
SHOWN = PaperFigure("walks stairs", "shown")


def test_paper_and_ours_are_judged_each_by_itself():
    assert (STONES.reached, STONES.reached_by_ours) == (False, True)
    assert (GAPS.reached, GAPS.reached_by_ours) == (None, False)
    assert (SHOWN.reached, SHOWN.reached_by_ours) == (None, None)


def test_ours_without_a_difference_is_refused():
    with pytest.raises(ValueError, match="'gaps': ours and how it differs"):
        PaperFigure("gaps", 1.0, ours=FIVE)
    with pytest.raises(ValueError, match="told together"):
        PaperFigure("gaps", 1.0, differences="simulates ahead.")


def test_findings_become_a_table_that_tells_three_things_apart():
    table = compare("Stepping", [STONES, GAPS, SHOWN], "Twenty courses.")
    assert table.columns == (
        "what", "paper", "asked", "paper's method", "reached", "ours", "ours reached",
    )  # fmt: skip
    assert table.rows == (
        ("error on stones [cm]", "5", "≤ 5", "12.1 ± 0.1 (2)", "no",
         "0.550 ± 0.071 (2) [1]", "yes"),
        ("gaps crossed", "0.93", "≥ 0.93", "not run", None,
         "5.00 ± 1.41 (2 of 3) [2]", "no"),
        ("walks stairs", "shown", None, "not run", None, None, None),
    )  # fmt: skip
    assert table.notes == (
        "Mean ± standard deviation between seeds (number of seeds).",
        "[1] Ours differs: steps are simulated ahead.",
        "[2] Ours differs: other.",
    )
    assert table.verdict == (
        "The paper's method here: 0 of 1 reached, 1 not run. Ours: 1 of 2 reached."
        " Twenty courses."
    )


def test_scripts_read_findings_flat():
    first = compare("Stepping", [STONES]).as_dict()["rows"][0]
    assert first["published_mean"] == pytest.approx(12.1)
    assert first["published_std"] == pytest.approx(0.1414, abs=1e-4)
    assert first["published_seeds"] == [1, 2]
    assert first["ours_values"] == [0.5, 0.6]
    assert (first["reached"], first["reached_by_ours"]) == (False, True)
    assert first["ours_differs_in"] == "steps are simulated ahead."


def test_without_ours_there_are_no_columns_for_it():
    finding = PaperFigure("step [m]", 0.36, within(0.36, 0.02), Sample.fixed(0.361))
    table = compare("Gaits", [finding])
    assert "ours" not in table.columns
    assert table.notes == ()
    assert table.verdict == "The paper's method here: 1 of 1 reached."


def test_nothing_is_counted_where_nothing_is_asked():
    shown = PaperFigure("walks stairs", "shown", published=Sample.fixed(True))
    assert compare("Stairs", [shown], "Only shown.").verdict == "Only shown."
