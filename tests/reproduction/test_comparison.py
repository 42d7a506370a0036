"""Tables of rows and columns."""

import numpy as np
import pytest

from gaitsmith.reproduction.comparison import Comparison, count_true


def test_comparison_prints_aligned_columns():
    table = Comparison("Title", ("a", "long name"), (("x", 1.0), ("y", None)), "Fine.")
    assert str(table).splitlines() == [
        "Title", "", "a  long name", "x      1.000", "y          -", "", "Fine.",
    ]  # fmt: skip
    assert table.as_dict()["rows"][1] == {"a": "y", "long name": None}


def test_rows_by_column_may_lack_columns_and_hold_verdicts():
    rows = [{"gait": "a"}, {"gait": "b", "m": 1.0, "fine": np.bool_(True)}]
    rows.append({"gait": "c", "fine": False})
    table = Comparison.of("Title", rows, "Fine.")
    assert table.columns == ("gait", "m", "fine")
    assert table.rows == (("a", None, None), ("b", 1.0, "yes"), ("c", None, "no"))
    assert count_true(rows, "fine") == 1


def test_columns_of_one_name_are_refused():
    with pytest.raises(ValueError, match="different names"):
        Comparison("Title", ("a", "a"), (), "Fine.")
