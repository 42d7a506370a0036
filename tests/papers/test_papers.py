"""Papers come in as plug-ins do; their tables only when one is asked for."""

import subprocess
import sys
from pathlib import Path

from gaitsmith import papers
from gaitsmith.control.controllers import CONTROLLERS
from gaitsmith.reproduction.tables import TABLES

FOLDERS = [
    folder.name
    for folder in Path(papers.__file__).parent.iterdir()
    if (folder / "__init__.py").exists()
]
LAWS = """
import sys
from gaitsmith.control.controllers import CONTROLLERS
assert "simbicon" in CONTROLLERS
print(*sys.modules)
"""


def test_every_paper_brings_a_law_or_tables():
    homes = {kind.spec.__module__ for kind in CONTROLLERS.values()}
    homes |= {CONTROLLERS[name].build.__module__ for name in CONTROLLERS}
    homes |= {make.__module__ for make in TABLES.values()}
    brought = {home.split(".")[2] for home in homes if ".papers." in home}
    assert brought == set(FOLDERS)


def test_tables_are_named_after_their_paper():
    for name, make in TABLES.items():
        if ".papers." in make.__module__:
            assert name.split("/")[0] == make.__module__.split(".")[2]


def test_a_law_brings_no_tables():
    modules = subprocess.run(
        [sys.executable, "-c", LAWS], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "gaitsmith.papers.yin2007" in modules
    assert not [name for name in modules if ".tables" in name and ".papers." in name]
    assert "gaitsmith.reproduction.comparison" not in modules
