"""Rows of steps in lanes: the same to the last bit as steps taken one by one."""

import numpy as np
import pytest

from gaitsmith.planning.rows import RowWalker, StepRow


def rows_of(walker, space, count):
    random = np.random.default_rng(3)
    changes = 0.05 * random.standard_normal((count, 3, len(space.base)))
    starts = []
    for _ in range(2):
        starts.append(walker.snapshot())
        walker.step(space.base)
    return [
        StepRow(starts[i % 2], list(space.within(space.base + change)))
        for i, change in enumerate(changes)
    ]


@pytest.mark.parametrize("is_lifted", [False, True])
def test_rows_are_those_of_a_walker_to_the_last_bit(walker, space, is_lifted):
    rows = rows_of(walker, space, 11)  # more than lanes
    rows[4].actions[1][:2] = 1.5  # falls
    found = RowWalker(walker, is_lifted).walk(rows)
    step = walker.lifted_step if is_lifted else walker.step
    for row, walked in zip(rows, found, strict=True):
        walker.restore(row.start)
        falls = [step(action) for action in row.actions]
        falls = falls[: falls.index(None)] if None in falls else falls
        assert walked.footfalls == falls
    assert len(found[4].footfalls) < 3
    assert {len(walked.footfalls) for walked in found} >= {3}


def test_one_can_go_on_from_what_a_row_has_kept(walker, space):
    rows = rows_of(walker, space, 3)
    found = RowWalker(walker, keeps=True).walk(rows)
    walker.restore(found[2].snapshots[0])
    assert walker.footfall() == found[2].footfalls[0]
    assert walker.step(rows[2].actions[1]) == found[2].footfalls[1]
