"""Where a foot may land."""

import math

import numpy as np
import pytest

from gaitsmith.planning.footholds import (
    NARROW,
    Targets,
    footholds_between,
    gaps_ahead,
    share_on_ground,
)
from gaitsmith.simulation.terrain import Crevasse


def test_a_foot_is_clear_of_a_gap_before_and_after_it():
    ground = footholds_between([(1.0, 1.5)], foot=0.2, margin=0.05)
    heels = np.array([0.7, 0.75, 0.8, 1.25, 1.5, 1.55, 2.0])
    expected = [0.0, 0.0, 0.05, 0.30, 0.05, 0.0, 0.0]
    assert ground.error(0, heels) == pytest.approx(expected)


def test_on_too_short_a_stretch_the_middle_is_aimed_at():
    ground = footholds_between([(0.5, 1.0), (1.25, 1.75)], foot=0.2, margin=0.05)
    assert ground.safe_lower[1] == ground.safe_upper[1] == pytest.approx(1.025)
    assert ground.lower[1] == pytest.approx(1.025 - 0.5 * NARROW)
    assert ground.upper[1] == pytest.approx(1.025 + 0.5 * NARROW)


def test_every_step_has_its_stone():
    stones = Targets(np.array([0.4, 0.9]))
    assert stones.error(1, np.array([0.4, 1.0])) == pytest.approx([0.5, 0.1])
    assert stones.error(2, np.array([7.0])) == pytest.approx([0.0])


def test_a_stone_to_the_side_is_missed_as_seen_from_above():
    stones = Targets(np.array([0.4, 0.9]), lefts=np.array([0.1, -0.1]))
    assert stones.distance(1, 0.93, -0.06) == pytest.approx(0.05)
    assert Targets(stones.heels).distance(1, 0.93, -0.06) == pytest.approx(0.03)
    assert stones.distance(2, 7.0, 3.0) == 0.0  # after the last, any place will do


def test_higher_ground_is_told_by_step():
    stones = Targets(np.array([0.4, 0.9]), rises=np.array([0.0, 0.05]))
    assert [stones.rise(number) for number in range(3)] == [0.0, 0.05, 0.0]
    assert Targets(stones.heels).rise(1) == 0.0


@pytest.mark.parametrize(
    ("heel", "share"), [(0.7, 1.0), (0.9, 0.5), (1.1, 0.0), (1.4, 0.5), (1.5, 1.0)]
)
def test_the_share_of_a_foot_on_the_ground(heel, share):
    assert share_on_ground(heel, 0.2, [(1.0, 1.5)]) == pytest.approx(share)


def test_a_crevasse_square_across_is_as_wide_as_it_is():
    crevasse = Crevasse(center=(2.0, 0.0), heading=0.0, width=0.5, length=4.0)
    assert gaps_ahead([crevasse], 0.0, [0.0]) == [pytest.approx((1.75, 2.25))]


def test_crossed_at_an_angle_it_is_wider():
    crevasse = Crevasse(center=(2.0, 0.0), heading=0.0, width=0.5, length=40.0)
    ((start, end),) = gaps_ahead([crevasse], math.radians(60.0), [0.0])
    assert end - start == pytest.approx(0.5 / math.cos(math.radians(60.0)))


def test_beside_a_crevasse_there_is_no_gap():
    crevasse = Crevasse(center=(2.0, 3.0), heading=0.0, width=0.5, length=4.0)
    assert gaps_ahead([crevasse], 0.0, [0.0, 0.9]) == []
    assert gaps_ahead([crevasse], 0.0, [1.1]) != []


def test_both_feet_count():
    crevasse = Crevasse(center=(2.0, 0.0), heading=20.0, width=0.3, length=9.0)
    ((start, end),) = gaps_ahead([crevasse], 0.0, [0.0, 0.2])
    (left,) = gaps_ahead([crevasse], 0.0, [0.2])
    (right,) = gaps_ahead([crevasse], 0.0, [0.0])
    assert (start, end) == (min(left[0], right[0]), max(left[1], right[1]))


@pytest.mark.parametrize(
    ("behind", "ahead", "between"),
    [(0.2, 0.8, False), (0.7, 1.6, True), (1.1, 1.2, True), (1.6, 2.0, False)],
)
def test_a_gap_between_two_heels_is_seen(behind, ahead, between):
    ground = footholds_between([(1.0, 1.5)], foot=0.2, margin=0.0)
    aims = Targets(np.array([1.0]), ground=ground)
    for footholds in (ground, aims):
        assert footholds.has_gap(np.array([behind]), np.array([ahead])) == [between]


@pytest.mark.parametrize(
    ("heel", "skid", "error"),
    [(1.52, 0.0, 0.0), (1.52, 0.05, 0.03), (1.6, 0.05, 0.0), (0.75, 0.4, 0.0)],
)
def test_a_flat_landing_needs_ground_behind_the_heel(heel, skid, error):
    ground = footholds_between([(1.0, 1.5)], foot=0.2, margin=0.0)
    found = ground.error(0, np.array([heel]), np.array([skid]))
    assert found == pytest.approx([error])


def test_a_stone_beside_a_gap_is_no_reason_to_land_in_it():
    ground = footholds_between([(1.0, 1.5)], foot=0.2, margin=0.0)
    aims = Targets(np.array([1.5]), ground=ground)
    assert aims.error(0, np.array([1.53])) == pytest.approx([0.03])
    assert aims.error(0, np.array([1.48]))[0] > aims.tolerance


def test_stones_alone_have_no_gaps():
    assert not Targets(np.array([1.0])).has_gap(np.array([0.0]), np.array([9.0])).any()
