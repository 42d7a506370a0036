"""--plugin FILE before or after the verb; verbs and optimisers that plug-ins bring."""

import json
from pathlib import Path

import pytest
import tomli_w

PLUGIN = '''
import gaitsmith
from gaitsmith.optimization.cma_adapter import CmaSearch, CmaSpec


class CalmSpec(CmaSpec):
    method: str = "calm"


@gaitsmith.optimizer("calm", CalmSpec)
class Calm(CmaSearch):
    """CMA-ES that keeps calm."""


@gaitsmith.character("giant")
def giant():
    return {"based_on": "adult", "height": 2.2}


@gaitsmith.command("greet")
def greet(name: str) -> None:
    """Say hello."""
    print(f"Hello, {name}.")
'''


@pytest.fixture(autouse=True)
def _forgotten(no_plugin_stays: None) -> None:
    """What these plug-ins bring is not there for other tests."""


@pytest.fixture(scope="module")
def plugin(tmp_path_factory) -> Path:
    """One file for all tests."""
    file = tmp_path_factory.mktemp("plugins") / "calm.py"
    file.write_text(PLUGIN, encoding="utf-8")
    return file


def test_a_search_with_a_plug_in_names_it_in_all_it_writes(
    run_cli, tiny_file: Path, tmp_path: Path, plugin: Path
):
    run = tmp_path / "run"
    options = ("--set", "optimizer.method=calm", "--run", run, "--json")
    finished = run_cli("optimize", tiny_file, *options, "--plugin", plugin)
    assert finished.code == 0, finished.err
    best = json.loads((run / "best.json").read_text("utf-8"))
    (needed,) = best["experiment"]["plugins"]
    assert needed["name"] == "calm"
    assert f"--plugin {plugin}" in best["command"]
    assert 'name = "calm"' in (run / "experiment.toml").read_text("utf-8")
    resumed = run_cli(f"--plugin={plugin}", "resume", run, "--json")
    assert json.loads(resumed.out)["generations"] == 3


def test_a_verb_of_a_plug_in_is_a_verb(run_cli, plugin: Path):
    assert run_cli("--plugin", plugin, "greet", "Ada").out == "Hello, Ada.\n"


def test_a_file_that_is_missing_is_wrong_input(run_cli, tmp_path: Path):
    finished = run_cli("list", "terms", "--plugin", tmp_path / "no.py")
    assert finished.code == 2
    assert "no.py: there is no such file." in finished.err
    assert run_cli("list", "--plugin").code == 2


PLAIN_LAW = '''
from typing import NamedTuple
import gaitsmith


class Still(NamedTuple):
    nothing: int


@gaitsmith.controls(Still)
def still(law, memory, senses, actuation_out):
    """Asks for nothing."""


@gaitsmith.law("still")
class StillController(gaitsmith.ControllerBase):
    def parameters(self):
        return [gaitsmith.Parameter("nothing", "1", 0.0, 1.0, "not used")]

    def law(self, values):
        return Still(0)
'''


@pytest.mark.parametrize("verb", ["simulate", "optimize"])
def test_a_law_in_plain_python_is_called_slow_once(
    verb: str, run_cli, tiny_values, tmp_path: Path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("lazy.py").write_text(PLAIN_LAW, encoding="utf-8")
    tiny_values |= {"controller": {"law": "still"}, "setting": {"duration": 0.02}}
    tiny_values["optimizer"] = {"population": 4, "max_generations": 1}
    Path("tiny.toml").write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    finished = run_cli(verb, "tiny.toml", "--plugin", "lazy.py")
    assert finished.code == 0, finished.err
    assert finished.err.count("lazy.py:10: this law is plain Python") == 1
    assert "put @gaitsmith.compiled right above 'def still'." in finished.err
    assert "plain Python" not in finished.out


def test_a_character_of_a_plug_in_is_shown_and_changed(run_cli, plugin: Path):
    assert "height = 2.2" in run_cli("show", "giant", "--plugin", plugin).out
    changes = ("--set", "character=giant", "--set", "character.mass=99")
    shown = run_cli("show", "simbicon/first_walk", *changes, "--plugin", plugin)
    assert "height = 2.2\nmass = 99.0\n" in shown.out, shown.err
