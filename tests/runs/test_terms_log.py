"""terms.csv: rows of improvements, in order, whatever has happened to the file."""

import pytest

from gaitsmith.runs.row_log import BestTerms, append_terms, cut_rows, read_terms


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "terms.csv"
    for generation, power in ((1, 9.0), (4, 5.5), (7, 1e-9)):
        append_terms(path, generation, {"fail": 0.0, "power": power})
    return path


def test_rows_come_back_in_order(log):
    assert read_terms(log) == [
        BestTerms(1, {"fail": 0.0, "power": 9.0}),
        BestTerms(4, {"fail": 0.0, "power": 5.5}),
        BestTerms(7, {"fail": 0.0, "power": 1e-9}),
    ]


def test_a_generation_is_noted_once(log):
    before = log.read_bytes()
    append_terms(log, 7, {"fail": 0.0, "power": 3.0})
    append_terms(log, 5, {"fail": 0.0, "power": 3.0})
    assert log.read_bytes() == before


def test_rows_beyond_a_generation_are_dropped(log):
    cut_rows(log, 4)
    assert [row.generation for row in read_terms(log)] == [1, 4]
    cut_rows(log, 0)
    assert read_terms(log) == []
    append_terms(log, 2, {"power": 1.0})
    assert read_terms(log) == [BestTerms(2, {"power": 1.0})]


@pytest.mark.parametrize("garbage", ["8,0", "8,0,x\n", "x,1,2\n", "8\n", "\x00\n"])
def test_what_is_cut_off_or_garbled_is_left_out(log, garbage):
    with log.open("a") as file:
        file.write(garbage)
    assert [row.generation for row in read_terms(log)] == [1, 4, 7]


def test_no_file_no_rows(tmp_path):
    assert read_terms(tmp_path / "terms.csv") == []
    cut_rows(tmp_path / "terms.csv", 3)
    assert not (tmp_path / "terms.csv").exists()
