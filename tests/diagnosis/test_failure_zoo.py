"""Failures made on purpose are named, and what is proposed can be typed."""

import importlib.util
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _script():
    path = ROOT / "scripts" / "failure_zoo.py"
    spec = importlib.util.spec_from_file_location("failure_zoo", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()
CASES = SCRIPT.load_zoo()[1]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case["name"],
            marks=[pytest.mark.slow] if case.get("slow") else [],
        )
        for case in CASES
    ],
)
def test_what_made_it_fail_is_named_first(case, tmp_path, run_cli):
    verdict = SCRIPT.explain_case(case, tmp_path / "run")
    if "named" in case:
        assert verdict.named == case["named"]
        assert not verdict.is_right
    else:
        assert verdict.is_right, str(verdict.found)
    searches = [
        one.command
        for finding in verdict.found.findings
        for one in finding.tries
        if one.command and one.command.startswith("gaitsmith optimize")
    ]
    for command in searches:  # what it would search can be shown
        words = shlex.split(command.partition(" --seed")[0])[2:]
        assert run_cli("show", *words).code == 0, command


def test_at_least_eight_of_ten_are_right():
    right = [case for case in CASES if "named" not in case]
    assert len(right) >= 0.8 * len(CASES)


def test_the_page_tells_of_every_case():
    page = (ROOT / "docs" / "how-to" / "explain.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.endswith(("| yes |", "| no |"))]
    told = {row.split("|")[1].strip(" *"): row.endswith("| yes |") for row in rows}
    assert told == {case["name"]: "named" not in case for case in CASES}
