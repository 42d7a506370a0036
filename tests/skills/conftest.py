"""A skill that is quick to train: two numbers a step, windows of two steps."""

from pathlib import Path

import pytest

from gaitsmith.skills.skill import SkillPlan, load_plan

QUICK = """
base = "coros2008/walk"
action = [
    { sets = ["state0.torso_pitch"] },
    { sets = ["state0.swing_hip_pitch"] },
]
step_lengths = [0.3, 0.5]
window = 2
sequence = 6
examples = 9
"""


@pytest.fixture(scope="session")
def quick_text() -> str:
    """What its file says."""
    return QUICK


@pytest.fixture
def skill_file(tmp_path: Path) -> Path:
    """Its file."""
    file = tmp_path / "quick.toml"
    file.write_text(QUICK)
    return file


@pytest.fixture
def quick(skill_file: Path) -> SkillPlan:
    """The skill, not trained."""
    return load_plan(str(skill_file))
