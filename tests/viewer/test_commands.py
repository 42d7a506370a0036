"""The commands `view` and `watch` as scripts and people use them."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import tomli_w

from gaitsmith.planning.examples import to_table
from gaitsmith.skills.skill import BASE_FILE, STEPS_FILE
from gaitsmith.solution_file import SKILL_FILE

PROGRAM = Path(sys.executable).with_name("gaitsmith")


def begin(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [PROGRAM, *map(str, arguments), "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests in the background of a script would hand down that it is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )


@pytest.fixture(scope="session")
def skill_folders(skill, tmp_path_factory) -> dict[str, Path]:
    """A trained skill, and one whose training was interrupted."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("small", "empty")}
    for folder in folders.values():
        values = skill.plan.spec.model_dump(mode="json", exclude_none=True)
        (folder / SKILL_FILE).write_text(tomli_w.dumps(values))
        skill.plan.base.save(folder / BASE_FILE)
    (folders["small"] / STEPS_FILE).write_text(to_table(skill.examples))
    return folders


@pytest.mark.parametrize("verb", ["view", "watch"])
def test_a_page_is_served_until_ctrl_c_which_is_a_clean_end(
    verb, tiny_file: Path, finished: Path
):
    place = tiny_file if verb == "view" else finished
    with begin(verb, place) as process:
        ready = json.loads(process.stdout.readline())
        with urllib.request.urlopen(ready["url"]) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert out == ""
    assert "Traceback" not in err
    assert ready["url"].startswith("http://127.0.0.1:")
    name = {"solution": "tiny (start)"} if verb == "view" else {"run": str(finished)}
    assert ready == {"url": ready["url"], **name}


def test_people_are_told_what_to_open(run_cli, tiny_file):
    finished = run_cli("view", tiny_file, "--port", 0, "--seconds", 0)
    assert finished.code == 0
    assert finished.out.startswith("Open http://127.0.0.1:")
    assert "Warning" not in finished.err


def test_a_page_for_everyone_is_warned_of(run_cli, finished):
    shown = run_cli("watch", finished, "--port", 0, "--host", "0.0.0.0", "--seconds", 0)
    assert shown.code == 0
    assert "knows this address, with its token, can open the page" in shown.err


def test_a_port_that_is_taken_is_wrong_input(run_cli, finished):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = run_cli("watch", finished, "--port", port, "--json")
    assert refused.code == 2
    assert json.loads(refused.out)["error"].startswith(f"--port {port}: something else")


@pytest.mark.parametrize(
    ("verb", "what", "complaint"),
    [
        ("watch", ".", "this is no run folder"),
        ("watch", "nowhere", "there is no such run folder"),
        ("view", "wang2009/stockie", "Did you mean 'wang2009/stocky'?"),
    ],
)
def test_what_cannot_be_shown_is_wrong_input(run_cli, tmp_path, verb, what, complaint):
    place = tmp_path / what if verb == "watch" else what
    refused = run_cli(verb, place, "--port", 0)
    assert refused.code == 2
    assert complaint in refused.err


def test_a_skill_is_shown_and_its_address_told(run_cli, skill, monkeypatch):
    monkeypatch.setattr("gaitsmith.skills.skill.load_skill", lambda _: skill)
    options = ("--port", 0, "--seconds", 0, "--json")
    shown = run_cli("skill", "view", "mine", "--gap", 0.12, *options)
    assert shown.code == 0
    ready = json.loads(shown.out)
    assert ready["url"].startswith("http://127.0.0.1:")
    assert ready == {"url": ready["url"], "skill": "coros2008/walk"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["coros2008/wolk"], "no trained skill or folder of one is called"),
        (["coros2008/walk", "--planner", "lucky"], "no planner is called 'lucky'"),
        (["empty"], "its training is not finished"),
        (["small", "--gap", "3"], "can be shown gaps of 0.1 to"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_a_skill_that_cannot_be_shown_is_wrong_input(
    run_cli, skill_folders, arguments, complaint, as_json
):
    name, *options = arguments
    folder = skill_folders.get(name, name)
    json_option = ["--json"] if as_json else []
    refused = run_cli("skill", "view", folder, *options, *json_option, "--port", 0)
    assert refused.code == 2
    said = json.loads(refused.out)["error"] if as_json else refused.err
    assert complaint in " ".join(said.split())


def test_a_skill_that_nobody_trained_is_wrong_input(run_cli, monkeypatch):
    monkeypatch.setattr("gaitsmith.skills.skill.trained_skills", dict)
    refused = run_cli("skill", "view", "coros2008/walk", "--port", 0)
    assert refused.code == 2
    assert "has not been trained" in refused.err
