"""Help fits a terminal of 80 columns."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("gaitsmith"))
VERBS = (
    "demo list show optimize resume pick adapt withdraw simulate score push report view"
    " watch export reproduce bench skill study sturdy explain"
)


@pytest.mark.parametrize("verb", ["", *VERBS.split()])
def test_no_line_of_help_is_cut_or_too_long(verb: str, run_cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = run_cli(*[verb] * bool(verb), "--help").out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines if line.endswith("...")][1:] == []  # the usage


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("simulate wang2009/sto", "wang2009/stocky"),
        ("simulate dem", "demo"),
        ("optimize dem", "demo"),
        ("adapt simbicon/w", "simbicon/walk"),
        ("report wang2009/stocky wang2009/ta", "wang2009/tall"),
        ("reproduce yin2007/g", "yin2007/gaits"),
        ("list gal", "gallery"),
        ("skill view coros2008/w", "coros2008/walk"),
        ("sim", "simulate"),
    ],
)
def test_a_shell_completes_names(typed: str, offered: str):
    asked = {"_GAITSMITH_COMPLETE": "complete_bash", "COMP_WORDS": f"gaitsmith {typed}"}
    asked["COMP_CWORD"] = str(len(typed.split()))
    found = subprocess.run(
        [PROGRAM], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert offered in found.stdout.split()
