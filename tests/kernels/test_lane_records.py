"""Arrays, records and memories of lanes: whose place is read and written by whom."""

from typing import NamedTuple

import numpy as np
import pytest
from numba import njit

from gaitsmith.kernels.compilation import OPTIONS, compiled
from gaitsmith.kernels.lane_memory import row_of_lanes
from gaitsmith.kernels.lane_records import (
    LaneFlags,
    LaneFloat,
    LaneFloats,
    LaneIntegers,
    in_lanes,
)
from gaitsmith.kernels.lane_views import of_lane
from gaitsmith.kernels.lanes import WIDTH, as_float, negated, select
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.lane_records import aligned_zeros, widened_memory


def aligned(array):
    room = aligned_zeros(array.shape, array.dtype)
    room[...] = array
    return room


class Places(NamedTuple):
    """Arrays of lanes, and one that they share."""

    row: LaneIntegers  # (2,)
    values: LaneFloats  # (5, 3)
    counts: LaneIntegers  # (5,)
    marks: LaneFlags  # (5,)
    out: LaneFloats  # (8,)
    flags: LaneFlags  # (4,)
    number: LaneFloat
    table: Floats  # (5, 3)
    choices: np.ndarray  # (5,) integers
    signs: np.ndarray  # (5,) truth values


@compiled
def look_around(places):
    """Read and write at places of a lane's own, and at those of all."""
    row, column = places.row[0], places.row[1]
    out = places.out
    out[0] = places.values[row, column]
    out[1] = places.values[row, 1]
    out[2] = places.values[2, column]
    out[3] = places.table[row, column]
    out[4] = as_float(places.counts[row] + places.choices[row])
    out[5] = places.values[row][column]  # part by part
    out[6] = places.number * 2.0
    out[7] = places.values[1][2]
    places.flags[0] = places.marks[row]
    places.flags[1] = places.signs[row]
    places.flags[2] = places.marks[3]
    places.values[row, column] = -1.0
    places.values[row, 0] += 10.0
    places.counts[row] = column
    places.marks[row] = negated(places.marks[row])


@njit(**OPTIONS)
def look_around_lanes(places):
    look_around(in_lanes(places))


def make_places():
    rng = np.random.default_rng(3)
    wide = (
        np.stack([rng.integers(0, 5, WIDTH), rng.integers(0, 3, WIDTH)]),
        rng.normal(size=(5, 3, WIDTH)),
        rng.integers(0, 100, size=(5, WIDTH)),
        rng.random(size=(5, WIDTH)) < 0.5,
        np.zeros((8, WIDTH)),
        np.zeros((4, WIDTH), np.bool_),
        rng.normal(size=WIDTH),
    )
    return Places(
        *(aligned(array) for array in wide),
        rng.normal(size=(5, 3)),
        rng.integers(0, 100, size=5),
        rng.random(size=5) < 0.5,
    )


def test_a_lane_reads_and_writes_at_places_of_its_own():
    before, after = make_places(), make_places()
    look_around_lanes(after)
    lanes = np.arange(WIDTH)
    row, column = before.row
    expected = np.array(
        [
            before.values[row, column, lanes],
            before.values[row, 1, lanes],
            before.values[2, column, lanes],
            before.table[row, column],
            before.counts[row, lanes] + before.choices[row],
            before.values[row, column, lanes],
            2.0 * before.number,
            before.values[1, 2],
        ]
    )
    assert np.array_equal(after.out, expected)
    assert np.array_equal(after.flags[0], before.marks[row, lanes])
    assert np.array_equal(after.flags[1], before.signs[row])
    assert np.array_equal(after.flags[2], before.marks[3])
    before.values[row, column, lanes] = -1.0
    before.values[row, 0, lanes] += 10.0
    before.counts[row, lanes] = column
    before.marks[row, lanes] ^= True
    for name in ("values", "counts", "marks"):
        assert np.array_equal(getattr(after, name), getattr(before, name)), name


@compiled
def add_up(places, scale):
    """Code for one rollout: it knows nothing of lanes."""
    if places.marks[places.row[0]]:
        places.out[0] = scale * places.number
    for row in range(places.values.shape[0]):
        for column in range(places.values.shape[1]):
            places.out[1] += places.values[row, column] * places.table[row, column]
    places.counts[1] += 1
    places.flags[3] = places.counts[0] > 50


@njit(**OPTIONS)
def add_up_each(places):
    lanes = in_lanes(places)
    for lane in range(WIDTH):
        add_up(of_lane(lanes, lane), 3.0)


def test_one_lane_of_a_record_is_a_view_of_it():
    before, after = make_places(), make_places()
    add_up_each(after)
    lanes = np.arange(WIDTH)
    is_marked = before.marks[before.row[0], lanes]
    assert np.array_equal(after.out[0], np.where(is_marked, 3.0 * before.number, 0.0))
    expected = (before.values * before.table[..., None]).reshape(-1, WIDTH).sum(axis=0)
    assert after.out[1] == pytest.approx(expected)
    assert np.array_equal(after.counts[1], before.counts[1] + 1)
    assert np.array_equal(after.flags[3], before.counts[0] > 50)
    assert np.array_equal(after.values, before.values)


MEMORY = np.dtype(
    [
        ("state", np.int64),
        ("since", np.float64),
        ("is_late", np.int64),
        ("angles", np.float64, (2, 3)),
        ("counts", np.int64, (4,)),
    ]
)


@compiled
def remember(memory, limit):
    """What a law does with its memory."""
    is_over = memory.since > limit
    memory.state = select(is_over, memory.state + 1, memory.state)
    memory.since = memory.since + 0.5
    memory.is_late = select(is_over & (memory.is_late == 0), 1, 0)
    memory.angles[1, 2] = memory.angles[0, 1] * 2.0
    memory.counts[memory.state] = 7


@compiled
def remember_one(memory):
    """For one rollout, in its own lane."""
    if memory.is_late:
        memory.state = 0
        memory.since -= 10.0
        memory.is_late = 0
    else:
        memory.is_late = 1
    memory.angles[0, 0] += memory.state


@njit(**OPTIONS)
def remember_lanes(memory):
    remember(row_of_lanes(memory), 1.0)


@njit(**OPTIONS)
def remember_each(memory):
    lanes = row_of_lanes(memory)
    for lane in range(WIDTH):
        remember_one(of_lane(lanes, lane))


@pytest.fixture
def memory():
    rng = np.random.default_rng(4)
    wide = widened_memory(np.zeros(1, MEMORY))
    wide["state"][0] = rng.integers(0, 3, WIDTH)
    wide["since"][0] = rng.normal(size=WIDTH) + 1.0
    wide["is_late"][0] = rng.random(WIDTH) < 0.5
    wide["angles"][0] = rng.normal(size=(2, 3, WIDTH))
    return wide


def test_fields_of_a_memory_are_lanes(memory):
    before = {name: memory[name][0].copy() for name in MEMORY.names}
    remember_lanes(memory)
    after = {name: memory[name][0] for name in MEMORY.names}
    is_over = before["since"] > 1.0
    assert 0 < is_over.sum() < WIDTH
    assert np.array_equal(after["state"], before["state"] + is_over)
    assert np.array_equal(after["since"], before["since"] + 0.5)
    assert np.array_equal(after["is_late"], is_over & (before["is_late"] == 0))
    before["angles"][1, 2] = 2.0 * before["angles"][0, 1]
    assert np.array_equal(after["angles"], before["angles"])
    before["counts"][after["state"], np.arange(WIDTH)] = 7
    assert np.array_equal(after["counts"], before["counts"])


def test_one_lane_of_a_memory_is_written_alone(memory):
    before = {name: memory[name][0].copy() for name in MEMORY.names}
    remember_each(memory)
    late = before["is_late"] == 1
    state = np.where(late, 0, before["state"])
    assert np.array_equal(memory["state"][0], state)
    since = np.where(late, before["since"] - 10.0, before["since"])
    assert np.array_equal(memory["since"][0], since)
    assert np.array_equal(memory["is_late"][0], ~late)
    before["angles"][0, 0] += state
    assert np.array_equal(memory["angles"][0], before["angles"])


@compiled
def be_late(memory):
    """Set a flag of the memory."""
    memory.is_late = 1 - memory.is_late


@njit(**OPTIONS)
def be_late_lanes(memory):
    be_late(row_of_lanes(memory))


def test_a_memory_may_have_flags():
    wide = widened_memory(np.zeros(1, [("state", np.int64), ("is_late", np.bool_)]))
    be_late_lanes(wide)
    assert np.all(wide["is_late"])
