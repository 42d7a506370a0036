"""How a search went is read from costs that were made by hand."""

import math

import numpy as np

from gaitsmith.diagnosis.search_course import course_of
from gaitsmith.runs.folder import Progress

START = 100.0


def _course(best, typical=None, sigmas=None, spread=1.0, population=16, guide=None):
    """A search whose generations have these bests and typical costs."""
    rows, costs = [], []
    low = math.inf
    for number, cost in enumerate(best, start=1):
        middle = cost if typical is None else typical[number - 1]
        low = min(low, cost)
        costs.append([cost] + [middle + spread * i for i in range(population - 1)])
        rows.append(
            Progress(
                generation=number,
                evaluations=number * population,
                best=low,
                generation_best=cost,
                generation_median=middle,
                sigma=1.0 if sigmas is None else sigmas[number - 1],
                best_survived=1.0,
                seconds=1.0,
                guide_strength=0.0 if guide is None else guide[number - 1],
            )
        )
    found = course_of(rows, costs, START)
    assert found is not None
    return found


def test_candidates_that_are_never_as_good_as_the_start_are_too_far_away():
    wide = _course([99.0] * 12, typical=[150.0] * 12)
    assert wide.is_too_wide
    assert not _course([99.0] * 12, typical=[101.0] * 12, spread=0.1).is_too_wide
    found_a_lot = _course([10.0] * 12, typical=[150.0] * 12)
    assert not found_a_lot.is_too_wide


def test_narrower_candidates_beat_the_start_now_and_then_or_cost_the_same():
    course = _course([99.0] * 12, typical=[150.0] * 12)
    assert course.beats_start(np.array([150.0] * 14 + [90.0] * 2))
    assert course.beats_start(np.array([100.0] * 15 + [300.0]))
    assert not course.beats_start(np.array([150.0] * 15 + [90.0]))


def test_candidates_that_all_cost_the_same_are_too_near():
    same = [START - 1e-6] * 12
    assert _course(same, spread=1e-6, sigmas=[0.01] * 12).is_too_narrow
    converged = [0.01 * 0.5**n for n in range(12)]
    assert not _course(same, spread=1e-6, sigmas=converged).is_too_narrow


def test_a_search_still_finds_better_or_has_levelled_off():
    falling = _course([START - 5.0 * n for n in range(1, 13)])
    assert falling.still_improves
    assert not falling.has_levelled_off
    level = _course([50.0] * 12)
    assert level.has_levelled_off
    assert level.since_best == 11
    # Of few generations nobody knows.
    assert not _course([50.0] * 5).has_levelled_off


def test_where_falls_rule_the_cost_a_small_share_of_it_is_much():
    later_falls = [START - 0.1 * n for n in range(1, 13)]
    assert _course(later_falls).recent_gain < 0.01
    assert _course(later_falls).still_improves


def test_after_a_guide_became_weaker_only_what_followed_counts():
    guide = [1.0] * 6 + [0.5] * 6
    found = _course([1.0] * 6 + [50.0 - n for n in range(6)], guide=guide)
    assert found.generations == 6


def test_nothing_is_told_of_two_generations():
    row = Progress(1, 4, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    assert course_of([row, row], [[1.0], [1.0]], START) is None
