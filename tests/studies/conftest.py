"""A study of searches that take moments."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from gaitsmith.studies.grid import Study
from gaitsmith.studies.plan import load_study


@pytest.fixture
def study_file(tiny_file: Path, tmp_path: Path) -> Callable[..., Path]:
    """Writes a study of the tiny experiment; given tables replace its own."""

    def write(**said: Any) -> Path:
        values: dict[str, Any] = {
            "experiment": tiny_file.name,
            "set": {"optimizer.max_generations": 2},
            "grid": {"seed": [1, 2]},
            "success": {"seconds": 0.5},
            "measure": {"gait": False},
        }
        content = {key: one for key, one in {**values, **said}.items() if one}
        path = tmp_path / "own.toml"
        path.write_text(tomli_w.dumps(content), encoding="utf-8")
        return path

    return write


@pytest.fixture
def make_study(study_file: Callable[..., Path]) -> Callable[..., Study]:
    """The same, read."""
    return lambda **said: load_study(study_file(**said))
