"""Delay lines: what a nerve reports arrives late.

A line is a ring of rows, one per time step, and a column for each signal. Rows are
written before they are read, so a delay of zero gives the present value.
"""

from gaitsmith.kernels.compilation import compiled

MOST_STEPS = (
    2048  # rows, a power of 2; 20 ms at 100 kHz, the finest rate of a simulation
)


@compiled
def delay_steps(delay, dt):
    """Time steps of a delay [s]; 5, 10 and 20 ms are whole ones at 1200 Hz."""
    return min(int(delay / dt + 0.5), MOST_STEPS - 1)


@compiled
def fill_line(line, column, value):
    """Before the start, a signal was what it is at the start."""
    for row in range(line.shape[0]):
        line[row, column] = value


@compiled
def delayed(line, step, steps, column):
    """The signal of `steps` time steps before `step`."""
    return line[(step - steps) & (line.shape[0] - 1), column]
