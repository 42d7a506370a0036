"""Help fits a terminal of 80 columns."""

import pytest

VERBS = (
    "demo list show optimize resume pick adapt withdraw simulate score push report view"
    " watch export reproduce bench skill sturdy"
)


@pytest.mark.parametrize("verb", ["", *VERBS.split()])
def test_no_line_of_help_is_cut_or_too_long(verb: str, run_cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = run_cli(*[verb] * bool(verb), "--help").out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines if line.endswith("...")][1:] == []  # the usage


def test_completion_knows_the_names_of_the_gallery(monkeypatch, capsys):
    from gaitsmith.cli.options import _experiments, _solutions

    assert "wang2009/stocky" in _solutions("wang2009/")
    assert _experiments("dem") == ["demo"]
