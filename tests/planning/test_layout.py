"""An even row of steps over gaps."""

import numpy as np
import pytest

from gaitsmith.planning.footholds import footholds_between
from gaitsmith.planning.layout import REACH, TICK, at_edges, lay_out

ENDS = (0.12, 0.86)
FOOT = 0.2


def row(gaps, place=0.0, last=0.4):
    ground = footholds_between(gaps, FOOT, margin=0.02, safe=0.12)
    return lay_out(ground, place, last, 0.4, ENDS)


def test_without_gaps_all_steps_are_the_preferred_ones():
    heels = row([(9.0, 9.5)])
    assert np.diff([0.0, *heels]) == pytest.approx(0.4)
    assert heels[-1] >= REACH


@pytest.mark.parametrize("place", [0.0, 0.13, 0.31, 0.47, 0.6])
@pytest.mark.parametrize(("width", "spacing"), [(0.3, 0.5), (0.5, 0.5), (0.5, 1.0)])
def test_no_heel_is_over_a_gap_and_every_step_can_be_made(place, width, spacing):
    gaps = [
        (1.0 + i * (width + spacing), 1.0 + i * (width + spacing) + width)
        for i in range(5)
    ]
    heels = row(gaps, place)
    for heel in heels:
        assert all(heel + FOOT < start or heel > end for start, end in gaps)
    lengths = np.diff([place, *heels])
    assert np.all(lengths >= ENDS[0] - TICK)
    assert np.all(lengths <= ENDS[1] + TICK)


def test_steps_before_a_gap_are_stretched_evenly():
    """Two equal steps rather than a preferred one and a hop: 0.78 m to the edge."""
    heels = row([(1.1, 1.5)], place=0.0)
    first, second = np.diff([0.0, *heels])[:2]
    assert abs(first - second) < 0.1


def test_a_gap_that_no_step_reaches_over_is_stepped_at_as_far_as_can_be():
    """The least bad: nothing is raised, the planner says that it has missed."""
    assert len(row([(1.0, 2.4)])) > 0


def test_the_paper_moves_only_the_step_that_falls_into_a_gap_to_the_nearer_edge():
    """Preferred 0.4: 0.8 is over the gap or beside it; 0.7 is nearer than 1.2."""
    ground = footholds_between([(0.9, 1.2)], FOOT, margin=0.0)
    heels = at_edges(ground, 0.0, 0.4)
    assert heels[:4] == pytest.approx([0.4, 0.7, 1.2, 1.6])
    assert heels[-1] >= REACH


def test_the_paper_does_not_step_back_to_the_edge_on_which_it_stands():
    ground = footholds_between([(0.9, 2.0)], FOOT, margin=0.0)
    assert at_edges(ground, 0.7, 0.4)[0] == pytest.approx(2.0)
