"""Delay lines: what comes out is what went in, exactly so many steps ago."""

import numpy as np
import pytest

from gaitsmith.kernels.delay import MOST_STEPS, delay_steps, delayed, fill_line
from gaitsmith.papers.wang2012.leg_sides import CONTACT_DELAY, DELAYS, ReflexSpec


@pytest.mark.parametrize("rate", [1000.0, 1200.0, 2400.0, 4800.0])
def test_the_papers_delays_are_whole_steps(version, rate):
    steps = version(delay_steps)
    for delay, milliseconds in ((0.005, 5), (0.010, 10), (0.020, 20)):
        assert steps(delay, 1.0 / rate) * 1000 == milliseconds * rate


def test_the_delays_are_the_papers():
    assert DELAYS == (0.020, 0.010, 0.005)  # ankle, knee, hip
    assert CONTACT_DELAY == 0.010
    spec = ReflexSpec(law="reflexes", delays=False)
    assert spec.nerve_delays == (0.0, 0.0, 0.0)
    assert spec.contact_delay == 0.0


def test_the_line_is_long_enough_for_the_finest_rate(version):
    assert version(delay_steps)(0.020, 1e-5) == 2000
    assert version(delay_steps)(1.0, 1e-5) == MOST_STEPS - 1


def test_a_delay_of_zero_gives_the_present(version):
    assert version(delay_steps)(0.0, 1.0 / 1200.0) == 0
    line = np.arange(16.0)[:, None]
    assert version(delayed)(line, 4, 0, 0) == 4.0


@pytest.mark.parametrize("steps", [1, 6, 24])
def test_what_comes_out_went_in_so_many_steps_ago(version, steps):
    line = np.zeros((32, 2))
    signal = np.sin(np.arange(200.0))
    version(fill_line)(line, 1, -7.0)
    for step, value in enumerate(signal):
        line[step % 32, 1] = value
        expected = signal[step - steps] if step >= steps else -7.0
        assert version(delayed)(line, step, steps, 1) == expected
    assert not line[:, 0].any()
