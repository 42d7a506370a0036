"""A finished run, made once, for the commands that read one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaitsmith.workflows import optimize


@pytest.fixture(scope="session")
def run_folder(make_experiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "run"
    optimize(make_experiment(), folder)
    return folder


@pytest.fixture
def json_of(run_cli) -> Callable[..., dict[str, Any]]:
    """What a command prints with --json: one object, one line, and nothing else."""

    def run(*arguments: object) -> dict[str, Any]:
        finished = run_cli(*arguments, "--json")
        assert finished.code == 0, finished.err
        assert finished.out.count("\n") == 1
        found = json.loads(finished.out, parse_constant=pytest.fail)
        assert isinstance(found, dict)
        return found

    return run
