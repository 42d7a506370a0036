"""The tutorial and its notebook say the same, and every block of it runs."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOK = json.loads((ROOT / "examples" / "tutorial.ipynb").read_text("utf-8"))
CELLS = [
    "".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"
]


@pytest.fixture
def script():
    path = ROOT / "scripts" / "make_notebook.py"
    spec = importlib.util.spec_from_file_location("make_notebook", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["tutorial", "tutorial-subject"])
def test_the_notebook_is_the_page(script, name):
    page = script.page_of(name).read_text(encoding="utf-8")
    made = script.notebook_of(page, script.PAGES[name])
    there = json.loads(script.file_of(name).read_text("utf-8"))
    assert made == there, "run scripts/make_notebook.py"
    code = [cell for cell in there["cells"] if cell["cell_type"] == "code"]
    assert len(code) == page.count(f"```{script.PAGES[name]}") > 0


def test_every_line_of_a_page_of_commands_is_one_for_the_shell(script):
    page = script.page_of("tutorial-subject").read_text(encoding="utf-8")
    cells = script.notebook_of(page, "sh")["cells"]
    code = "".join(
        "".join(c["source"]) + "\n" for c in cells if c["cell_type"] == "code"
    )
    assert all(line.startswith("!gaitsmith ") for line in code.splitlines())


def test_the_notebook_has_no_outputs():
    assert all(not cell.get("outputs") for cell in NOTEBOOK["cells"])


@pytest.mark.slow
def test_every_cell_runs_in_order(tmp_path, monkeypatch, capsys, no_plugin_stays):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "tutorial"}
    for number, cell in enumerate(CELLS):
        # In a file, so that messages and compiled code find the source.
        file = tmp_path / f"cell{number}.py"
        file.write_text(cell, encoding="utf-8")
        exec(compile(cell, str(file), "exec"), names)
    told = capsys.readouterr().out
    assert "stick 12.0 kg" in told and "cadence" in told
    assert (tmp_path / "compared.html").stat().st_size > 100_000
