"""A run whose problem was changed behind its back is not continued."""

import pytest

from gaitsmith.errors import InputError
from gaitsmith.jobs import resume
from gaitsmith.workflows import optimize


def test_a_run_with_changed_settings_is_refused(make_experiment, tmp_path):
    optimize(make_experiment(), tmp_path / "run", workers=1)
    file = tmp_path / "run" / "experiment.toml"
    text = file.read_text("utf-8")
    assert "weight = 120000.0" in text
    slower = text.replace("duration = ", "duration = 2")
    file.write_text(slower, encoding="utf-8")
    with pytest.raises(InputError, match="made with other settings or another version"):
        resume(tmp_path / "run", workers=1)
