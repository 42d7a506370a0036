"""The planar gaits and push recovery of SIMBICON, within the stated tolerances."""

import pytest

from gaitsmith.papers.yin2007.tables import (
    REFERENCE_GAITS,
    is_close,
    pushes,
    steady_gait,
)


@pytest.mark.parametrize("gait", REFERENCE_GAITS)
def test_planar_gait_agrees_within_5_percent(gait):
    theirs = REFERENCE_GAITS[gait]
    assert is_close(steady_gait(gait), theirs)


def test_a_gait_that_falls_or_differs_is_not_close():
    theirs = REFERENCE_GAITS["walk"]
    assert not is_close(None, theirs)
    assert not is_close(REFERENCE_GAITS["fast_walk"], theirs)


@pytest.mark.slow
def test_push_recovery_agrees_within_20_percent():
    table = pushes(lambda _: None, workers=None)
    assert len(table.rows) == 6
    assert [row[0] for row in table.rows if row[-1] != "yes"] == []
