"""Muscles in .sto and .csv: as recorded, with names of OpenSim or ours."""

import csv
import io

import numpy as np
import pytest

from gaitsmith.export.formats import motion_of
from gaitsmith.export.motion import Motion
from gaitsmith.export.opensim import sto_text
from gaitsmith.export.table import csv_text
from gaitsmith.workflows import solution_or_start

SOL, VAS = 0, 3
LEFT, RIGHT = 0, 1


@pytest.fixture(scope="module")
def steps() -> Motion:
    start = solution_or_start("wang2012/first_steps")
    return motion_of(start, duration=1.0, frame_rate=100.0)


def table_of(rows: list[list[str]]) -> dict[str, np.ndarray]:
    names, *numbers = rows
    assert len(set(names)) == len(names)
    return dict(zip(names, np.array(numbers, dtype=float).T, strict=True))


def sto_table(motion: Motion) -> dict[str, np.ndarray]:
    lines = sto_text(motion).partition("endheader\n")[2].splitlines()
    return table_of([line.split("\t") for line in lines])


def csv_table(motion: Motion) -> dict[str, np.ndarray]:
    return table_of(list(csv.reader(io.StringIO(csv_text(motion)))))


def test_storage_has_activations_and_forces_by_opensims_names(steps: Motion):
    table, recording = sto_table(steps), steps.recording
    assert sum(name.endswith(".activation") for name in table) == 16
    assert sum(name.endswith(".force") for name in table) == 16
    for name, values, side, muscle in (
        ("soleus_r.activation", recording.activation, RIGHT, SOL),
        ("soleus_l.force", recording.muscle_force, LEFT, SOL),
        ("vasti_l.activation", recording.activation, LEFT, VAS),
        ("vasti_r.force", recording.muscle_force, RIGHT, VAS),
    ):
        assert table[name] == pytest.approx(values[:, side, muscle], rel=1e-9)
    assert table["soleus_r.activation"].max() > 0.1


def test_the_table_has_them_by_our_names(steps: Motion):
    table, recording = csv_table(steps), steps.recording
    assert table["right_SOL_activation"] == pytest.approx(
        recording.activation[:, RIGHT, SOL], rel=1e-9
    )
    assert table["left_VAS_force_N"] == pytest.approx(
        recording.muscle_force[:, LEFT, VAS], rel=1e-9
    )
    assert list(table)[-1] == "controller_state"


def test_a_body_without_muscles_has_no_such_columns(planar_walk: Motion):
    assert not any("activation" in name for name in sto_table(planar_walk))
    assert not any("activation" in name for name in csv_table(planar_walk))


def test_opensim_reads_them(steps: Motion, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where OpenSim leaves its log
    opensim = pytest.importorskip("opensim")
    file = tmp_path / "steps.sto"
    file.write_text(sto_text(steps), encoding="utf-8")
    read = opensim.TimeSeriesTable(str(file))
    column = read.getDependentColumn("soleus_r.activation").to_numpy()
    assert column == pytest.approx(steps.recording.activation[:, RIGHT, SOL], rel=1e-9)
