import hashlib
import re
from importlib.resources import files

import pytest

VENDOR = files("gaitsmith.report").joinpath("player", "vendor")


@pytest.mark.parametrize("name", ["three.module.min.js", "OrbitControls.js", "LICENSE"])
def test_files_of_others_are_the_ones_named_in_the_readme(name):
    readme = VENDOR.joinpath("README.md").read_text(encoding="utf-8")
    found = re.search(rf"`{re.escape(name)}` \|.*`([0-9a-f]{{64}})`", readme)
    assert found is not None
    assert hashlib.sha256(VENDOR.joinpath(name).read_bytes()).hexdigest() == found[1]
