"""Rates with their confidence, and spreads."""

import pytest

from gaitsmith.studies.summary import spread, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, Table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_intervals_are_those_that_were_published(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=6e-5)


def test_nothing_is_known_of_no_trial():
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_spread_leaves_out_what_is_no_number():
    found = spread([3.0, 1.0, float("inf"), 2.0, 5.0, 4.0])
    assert found is not None
    assert (found.count, found.best, found.median, found.worst) == (5, 1.0, 3.0, 5.0)
    assert (found.lower_quartile, found.upper_quartile) == (2.0, 4.0)
    assert spread([]) is None
