"""Muscle activity from electrodes: names, envelopes, and how alike two are."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.activity import compared
from gaitsmith.gait.table_file import as_csv
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.measured.emg import channel_of, envelope
from gaitsmith.measured.reference_file import read_reference
from gaitsmith.measured.walk_file import read_gait

RATE, STRIDE = 1000.0, 1.1


@pytest.mark.parametrize(
    ("label", "whose"),
    [
        ("R.Soleus", (RIGHT, "SOL")),
        ("EMG L TibAnt", (LEFT, "TA")),
        ("sol_l", (LEFT, "SOL")),
        ("RVL", (RIGHT, "VAS")),
        ("Left.Med-Gas", (LEFT, "GAS")),
        ("Fx1", None),
        ("knee_angle_r", None),
        ("Soleus", None),
    ],
)
def test_channels_are_known_by_what_laboratories_call_them(label, whose):
    assert channel_of(label) == whose


@pytest.fixture
def electrodes():
    """A soleus of noise that is on from 10 to 50 % of the right leg's cycle, over s."""
    time = np.arange(4400) / RATE
    phase = (time / STRIDE) % 1.0
    noise = np.random.default_rng(1).standard_normal(len(time))
    is_on = (phase >= 0.1) & (phase < 0.5)
    wobble = 0.5 * np.sin(2.0 * np.pi * time)  # of a cable
    return time, noise * np.where(is_on, 1.0, 0.02) + wobble


def test_an_envelope_shows_when_a_muscle_is_on(electrodes):
    time, raw = electrodes
    found = envelope(time, raw)
    phase = (time / STRIDE) % 1.0
    assert found.max() == 1.0
    inside = (phase > 0.2) & (phase < 0.4)
    outside = (phase > 0.65) & (phase < 0.95)
    assert found[inside].mean() > 0.5
    assert found[outside].max() < 0.1


def test_emg_of_a_file_is_compared_as_timing_and_shape(tmp_path, electrodes):
    time, raw = electrodes
    path = tmp_path / "own.csv"
    text = as_csv({"time": time, "EMG R.Soleus": raw})
    path.write_text(text)
    gait = read_gait([path], strikes=[0.0, 1.1, 2.2, 3.3])
    person = gait.curves["SOL"].right.mean
    percent = np.arange(101)
    same = compared(((percent >= 10) & (percent < 50)) * 1.0, person)
    assert same.agree > 0.9
    assert same.correlation > 0.85
    assert abs(same.person_on[0][0] - 10) <= 4
    assert abs(same.person_on[0][1] - 50) <= 4
    late = compared(((percent >= 60) & (percent < 100)) * 1.0, person)
    assert late.agree < 0.25
    assert late.correlation < 0.0
    path.write_text(text.replace(f"\n{time[7]:.10g},", f"\n{time[7]:.10g},nan"))
    with pytest.raises(InputError, match="it must be a finite number"):
        read_gait([path], strikes=[0.0, 1.1])


def test_activity_over_per_cent_is_a_reference(tmp_path):
    percent = np.arange(101)
    path = tmp_path / "own.csv"
    soleus = np.where((percent >= 5) & (percent < 50), 80.0, 2.0)  # % of some maximum
    path.write_text(as_csv({"percent": percent, "SOL_mean": soleus, "TA_left": soleus}))
    found = read_reference(path, "walk", 1.25)
    assert found.activity["SOL"].max() == 1.0
    assert set(found.activity) == {"SOL", "TA"}
    assert found.angles == {}
