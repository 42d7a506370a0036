"""Tables of example steps."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.examples import (
    columns,
    from_table,
    joined,
    read_examples,
    to_table,
)


def test_a_table_is_read_as_it_was_written(known_steps):
    again = from_table(to_table(known_steps), known_steps.action_names, "steps")
    for name in ("state", "action", "next_state", "length", "sequence", "number"):
        written, read = getattr(known_steps, name), getattr(again, name)
        assert read == pytest.approx(written, rel=1e-6, abs=1e-12)


def test_a_table_from_before_feet_went_to_the_side_is_read(known_steps):
    table = to_table(known_steps)
    older = "\n".join(line.rpartition(",")[0] for line in table.splitlines())
    again = from_table(older, known_steps.action_names, "steps")
    assert again.skid == pytest.approx(known_steps.skid, rel=1e-6)
    assert not again.aside.any()


def test_sequences_are_joined_in_order(known_steps):
    both = joined([known_steps.first(3), known_steps.first(2)])
    assert len(both) == 5
    assert both.number.tolist() == [0, 1, 2, 0, 1]


def test_steps_of_another_action_are_refused(known_steps):
    with pytest.raises(InputError, match="steps of another skill"):
        from_table(to_table(known_steps), ("reach", "pull"), "steps.csv")


def test_an_empty_table_is_refused(tmp_path):
    path = tmp_path / "steps.csv"
    path.write_text(",".join(columns(("reach", "push"))) + "\n")
    with pytest.raises(InputError, match="no example steps; train the skill first"):
        read_examples(path, ("reach", "push"))


def test_a_skill_may_have_explored_nothing(tmp_path):
    path = tmp_path / "explored.csv"
    assert len(read_examples(path, ("reach", "push"), is_optional=True)) == 0


def test_explored_steps_go_with_the_examples_that_start_there(known_steps):
    some = known_steps.first(3)
    assert known_steps.with_those_of(some).number.tolist() == [0, 1, 2]


@pytest.mark.parametrize("cell", ["nan", "inf", "x", "1,2"])
def test_a_wrong_cell_is_refused_with_its_line(known_steps, cell):
    lines = to_table(known_steps.first(3)).splitlines()
    lines[2] = cell + lines[2][lines[2].index(",") :]
    with pytest.raises(InputError, match="line 3: it must have 19 finite numbers"):
        from_table("\n".join(lines), known_steps.action_names, "steps.csv")


def test_lengths_are_the_same_for_the_same_seed():
    from gaitsmith.planning.course import step_lengths

    short = step_lengths(3, 1, 5, 0.1, 0.9)
    assert step_lengths(3, 1, 9, 0.1, 0.9)[:5].tolist() == short.tolist()
    assert step_lengths(3, 2, 5, 0.1, 0.9).tolist() != short.tolist()
    assert np.all((short >= 0.1) & (short <= 0.9))
