"""Every example runs; plug-ins are run in test_plugins.py."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
SCRIPTS = [path for path in EXAMPLES if not path.stem.endswith("_plugin")]


@pytest.mark.parametrize("example", SCRIPTS, ids=lambda path: path.stem)
def test_example_runs(example, capsys):
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip()
