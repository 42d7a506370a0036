"""The planar gaits and push recovery of SIMBICON, within the stated tolerances."""

import pytest

from gaitsmith.papers.yin2007.tables import (
    REFERENCE_GAITS,
    gait_findings,
    pushes,
    steady_gait,
)


@pytest.mark.parametrize("gait", REFERENCE_GAITS)
def test_planar_gait_agrees_within_5_percent(gait):
    findings = gait_findings(gait, steady_gait(gait))
    assert [finding.reached for finding in findings] == [True] * 3


def test_a_gait_that_falls_or_differs_is_not_close():
    for found in (None, REFERENCE_GAITS["fast_walk"]):
        assert not any(finding.reached for finding in gait_findings("walk", found))


@pytest.mark.slow
def test_push_recovery_agrees_within_20_percent():
    table = pushes(lambda _: None, workers=None)
    assert len(table.rows) == 6
    assert [row["what"] for row in table.records if not row["reached"]] == []
