"""Runs of a few generations, and what of them must never differ."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gaitsmith.experiment import Experiment
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.search_job import Run
from gaitsmith.workflows import optimize

GENERATIONS = 5
POPULATION = 4


@pytest.fixture(scope="session")
def experiment(make_experiment) -> Experiment:
    """Five generations of four; with this seed, the last one finds nothing better."""
    return make_experiment(
        optimizer={"max_generations": GENERATIONS, "population": POPULATION}, seed=3
    )


@pytest.fixture(scope="session")
def run_once(experiment: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run that nobody interrupted."""
    return optimize(experiment, tmp_path_factory.mktemp("runs") / "once", workers=1)


@pytest.fixture
def finished(run_once: Run, tmp_path: Path) -> Run:
    """A copy of it, for a test to spoil."""
    folder = tmp_path / "finished"
    shutil.copytree(run_once.folder.path, folder)
    return replace(run_once, folder=RunFolder(folder))


@pytest.fixture
def results() -> Callable[[Path], dict[str, bytes]]:
    """The files of a run that must be the same to the last byte."""

    def read(folder: Path) -> dict[str, bytes]:
        names = ("best.json", "costs.csv", "experiment.toml")
        return {name: (folder / name).read_bytes() for name in names}

    return read
