"""gaitsmith explain: for scripts, for people, in Python, and on the page."""

import json
import re
import shutil

import pytest

import gaitsmith
from gaitsmith.diagnosis.explanation import MEANINGS

NO_BALANCE = """
[parameters]
"state0.velocity_gain" = 0.0
"""
ICE = "setting.friction=0.02"


@pytest.fixture
def falling(tiny_values, tmp_path):
    """An experiment whose start falls after a second."""
    import tomli_w

    values = tiny_values | {"setting": {"duration": 5.0, "rate": 1200.0}}
    path = tmp_path / "falling.toml"
    path.write_text(tomli_w.dumps(values) + NO_BALANCE, encoding="utf-8")
    return path


def test_scripts_get_the_words_that_they_rely_on(json_of, falling):
    found = json_of("explain", falling, "--workers", "1")
    assert found["outcome"] == "fell"
    fall = found["fall"]
    assert {"time", "lost", "direction", "kind", "foot", "phase"} <= set(fall)
    assert (fall["kind"], fall["direction"]) == ("topple", "forward")
    first = found["findings"][0]
    assert first["what"] == "changed_values"
    assert "state0.velocity_gain 0 (0.2)" in first["evidence"]
    assert {"what", "means", "evidence", "try"} == set(first)
    assert all(finding["what"] in MEANINGS for finding in found["findings"])


def test_people_read_a_sentence_and_commands_that_work(run_cli, falling):
    finished = run_cli("explain", falling)
    assert finished.code == 0
    assert "fell forward" in finished.out.splitlines()[0]
    command = re.search(r"gaitsmith (simulate .*)", finished.out)
    assert command
    repaired = run_cli(*command[1].split(), "--json")
    assert json.loads(repaired.out)["outcome"] == "completed"


def test_two_reasons_at_once_are_both_named(json_of, falling):
    found = json_of("explain", falling, "--set", ICE, "--workers", "1")
    slippery, values, *_ = found["findings"]
    assert (found["fall"]["kind"], slippery["what"]) == ("slip", "slippery")
    assert "That is not all" in slippery["evidence"]
    assert values["what"] == "changed_values"
    # The key that is proposed replaces the one that was given.
    shown = next(one for one in values["try"] if "simulate" in one["command"])
    assert "setting.friction=1" in shown["command"]
    assert shown["command"].count("setting.friction") == 1


def test_a_run_is_explained_from_its_logs(json_of, run_folder):
    found = json_of("explain", run_folder, "--workers", "1")
    assert found["name"] == str(run_folder)
    assert found["outcome"] == "completed"
    assert found["fall"] is None


def test_of_a_chain_its_last_search_is_explained(json_of, run_folder, tmp_path):
    chain = tmp_path / "chain"
    shutil.copytree(run_folder, chain / "stage-01")
    (chain / "chain.toml").write_text("", encoding="utf-8")
    found = json_of("explain", chain, "--workers", "1")
    assert found["name"] == str(chain / "stage-01")


def test_python_gets_the_same(falling):
    found = gaitsmith.explain(str(falling), [ICE], workers=1)
    assert isinstance(found, gaitsmith.Explanation)
    assert found.findings[0].what == "slippery"
    assert "1. The ground is too slippery." in str(found)


@pytest.mark.parametrize("wrong", ["nowhere.json", "no_such_gait"])
def test_what_is_not_there_is_refused(run_cli, wrong):
    finished = run_cli("explain", wrong)
    assert finished.code == 2
    assert wrong in finished.err


def test_a_folder_that_is_no_run_is_refused(run_cli, tmp_path):
    finished = run_cli("explain", tmp_path)
    assert finished.code == 2
    assert "no run folder" in finished.err


def test_the_page_says_why_and_what_to_try(run_cli, falling, tmp_path):
    page = tmp_path / "page.html"
    assert run_cli("report", falling, "--output", page).code == 0
    text = page.read_text(encoding="utf-8")
    assert "Why did it fall?" in text
    assert "What to try" in text
    assert f"gaitsmith simulate {falling}" in text
