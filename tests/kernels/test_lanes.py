"""What lanes compute is, lane by lane, what NumPy does; and one lane what eight do."""

from typing import NamedTuple

import numpy as np
import pytest
from numba import njit

from gaitsmith.kernels.compilation import OPTIONS, compiled
from gaitsmith.kernels.lane_records import (
    LaneFlags,
    LaneFloats,
    LaneIntegers,
    in_lanes,
)
from gaitsmith.kernels.lanes import (
    WIDTH,
    absolute,
    any_lane,
    as_float,
    floor_of,
    is_set,
    maximum,
    minimum,
    nearest,
    negated,
    num_lanes,
    power_of_two,
    select,
    square_root,
    truncated,
)
from gaitsmith.simulation.lane_records import aligned_zeros

NAN, INF = np.nan, np.inf
EDGES = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.75,
    -0.5,
    -1.5,
    2.5,
    3.0,
    1e300,
    -1e-300,
    INF,
    -INF,
    NAN,
]


class Numbers(NamedTuple):
    """Operands and results; what is not marked is the same for all lanes."""

    a: LaneFloats  # (n,)
    b: LaneFloats  # (n,)
    i: LaneIntegers  # (n,)
    j: LaneIntegers  # (n,)
    p: LaneFlags  # (n,)
    q: LaneFlags  # (n,)
    floats: LaneFloats  # (n, 32)
    integers: LaneIntegers  # (n, 16)
    flags: LaneFlags  # (n, 32)
    plain: float = 0.75
    whole: int = 3


FLOAT_RESULTS = {
    "a + b": lambda n: n.a + n.b,
    "a - b": lambda n: n.a - n.b,
    "a * b": lambda n: n.a * n.b,
    "a / b": lambda n: n.a / n.b,
    "-a": lambda n: -n.a,
    "a % b": lambda n: python_remainder(n.a, n.b),
    "a + plain": lambda n: n.a + n.plain,
    "plain - a": lambda n: n.plain - n.a,
    "whole * a": lambda n: n.whole * n.a,
    "plain / a": lambda n: n.plain / n.a,
    "a % plain": lambda n: python_remainder(n.a, np.full_like(n.a, n.plain)),
    "a += b, *= whole": lambda n: (n.a + n.b) * n.whole,
    "a -= b, /= plain": lambda n: (n.a - n.b) / n.plain,
    "select": lambda n: np.where(n.p, n.a, n.b),
    "select of a plain number": lambda n: np.where(n.p, n.plain, n.b),
    "select of two plain numbers": lambda n: np.where(n.p, n.plain, 0.0),
    "select by a plain truth value": lambda n: n.a,
    "minimum": lambda n: np.where(n.a < n.b, n.a, n.b),
    "maximum": lambda n: np.where(n.a > n.b, n.a, n.b),
    "minimum of a plain number": lambda n: np.where(n.plain < n.b, n.plain, n.b),
    "absolute": lambda n: np.abs(n.a),
    "square_root": lambda n: np.sqrt(n.a),
    "nearest": lambda n: np.rint(n.a),
    "floor_of": lambda n: np.floor(n.a),
    "as_float": lambda n: n.i.astype(float),
    "power_of_two": lambda n: np.ldexp(1.0, n.i),
    "a * b + c, rounded twice": lambda n: n.a * n.b + n.plain,
}
INTEGER_RESULTS = {
    "i + j": lambda n: n.i + n.j,
    "i - j": lambda n: n.i - n.j,
    "i * j": lambda n: n.i * n.j,
    "-i": lambda n: -n.i,
    "whole - i": lambda n: n.whole - n.i,
    "i += j, -= whole": lambda n: n.i + n.j - n.whole,
    "select": lambda n: np.where(n.p, n.i, n.j),
    "select of a plain number": lambda n: np.where(n.p, n.i, n.whole),
    "minimum": lambda n: np.minimum(n.i, n.j),
    "maximum": lambda n: np.maximum(n.i, n.j),
    "truncated": lambda n: np.trunc(bounded(n.a)).astype(np.int64),
}
FLAG_RESULTS = {
    "a < b": lambda n: n.a < n.b,
    "a <= b": lambda n: n.a <= n.b,
    "a > b": lambda n: n.a > n.b,
    "a >= b": lambda n: n.a >= n.b,
    "a == b": lambda n: n.a == n.b,
    "a != b": lambda n: n.a != n.b,
    "a < plain": lambda n: n.a < n.plain,
    "plain < a": lambda n: n.plain < n.a,
    "a == whole": lambda n: n.a == n.whole,
    "i < j": lambda n: n.i < n.j,
    "i <= j": lambda n: n.i <= n.j,
    "i > j": lambda n: n.i > n.j,
    "i >= j": lambda n: n.i >= n.j,
    "i == j": lambda n: n.i == n.j,
    "i != j": lambda n: n.i != n.j,
    "i == whole": lambda n: n.i == n.whole,
    "p & q": lambda n: n.p & n.q,
    "p | q": lambda n: n.p | n.q,
    "p & True": lambda n: n.p,
    "negated": lambda n: ~n.p,
    "select": lambda n: np.where(n.p, n.q, n.a < n.b),
    "any_lane": lambda n: np.repeat(n.p.any(axis=1), WIDTH).reshape(n.p.shape),
}


def python_remainder(a, b):
    """What Python's % gives for each pair."""
    with np.errstate(invalid="ignore"):
        return np.where(np.isinf(a) | np.isnan(a) | (b == 0.0), NAN, np.mod(a, b))


def bounded(a):
    """What fits into an integer."""
    return np.clip(np.nan_to_num(a, nan=-1e6), -1e6, 1e6)


@compiled
def calculate(numbers, row):
    """One row of everything, in the order of the tables above."""
    a, b, i, j = numbers.a[row], numbers.b[row], numbers.i[row], numbers.j[row]
    p, q = numbers.p[row], numbers.q[row]
    plain, whole = numbers.plain, numbers.whole
    tripled = a
    tripled += b
    tripled *= whole
    shared = a
    shared -= b
    shared /= plain
    counted = i
    counted += j
    counted -= whole
    floats = (
        *(a + b, a - b, a * b, a / b, -a, a % b),
        *(a + plain, plain - a, whole * a, plain / a, a % plain, tripled, shared),
        *(select(p, a, b), select(p, plain, b), select(p, plain, 0.0)),
        *(select(whole == 3, a, b), minimum(a, b), maximum(a, b), minimum(plain, b)),
        *(absolute(a), square_root(a), nearest(a), floor_of(a)),
        *(as_float(i), power_of_two(as_float(i)), a * b + plain),
    )
    for index in range(len(floats)):
        numbers.floats[row, index] = floats[index]
    finite = minimum(maximum(a, -1e6), 1e6)
    integers = (
        *(i + j, i - j, i * j, -i, whole - i, counted),
        *(select(p, i, j), select(p, i, whole), minimum(i, j), maximum(i, j)),
        truncated(finite),
    )
    for index in range(len(integers)):
        numbers.integers[row, index] = integers[index]
    flags = (
        *(a < b, a <= b, a > b, a >= b, a == b, a != b),
        *(a < plain, plain < a, a == whole),
        *(i < j, i <= j, i > j, i >= j, i == j, i != j, i == whole),
        *(p & q, p | q, p & True, negated(p), select(p, q, a < b)),
        p | any_lane(p),
    )
    for index in range(len(flags)):
        numbers.flags[row, index] = flags[index]


@njit(**OPTIONS)
def calculate_lanes(numbers):
    lanes = in_lanes(numbers)
    for row in range(numbers.a.shape[0]):
        calculate(lanes, row)


@njit(**OPTIONS)
def calculate_ones(numbers):
    for row in range(numbers.a.shape[0]):
        calculate(numbers, row)


def aligned(array):
    room = aligned_zeros(array.shape, array.dtype)
    room[...] = array
    return room


@pytest.fixture(scope="module")
def numbers():
    """Random and special operands, and what lanes made of them."""
    rng = np.random.default_rng(0)
    a = np.concatenate([np.repeat(EDGES, len(EDGES)), rng.normal(size=500) * 5])
    b = np.concatenate([np.tile(EDGES, len(EDGES)), rng.normal(size=500) * 5])
    rows = len(a) // WIDTH
    a, b = (x[: rows * WIDTH].reshape(rows, WIDTH) for x in (a, b))
    i, j = rng.integers(-8, 9, size=(2, rows, WIDTH))
    p, q = rng.random(size=(2, rows, WIDTH)) < 0.3
    found = Numbers(
        *(aligned(array) for array in (a, b, i, j, p, q)),
        aligned_zeros((rows, 32, WIDTH), np.float64),
        aligned_zeros((rows, 16, WIDTH), np.int64),
        aligned_zeros((rows, 32, WIDTH), np.bool_),
    )
    calculate_lanes(found)
    return found


@pytest.mark.parametrize(
    ("field", "name", "expected"),
    [
        pytest.param(field, name, expected, id=f"{field}: {name}")
        for field, table in (
            ("floats", FLOAT_RESULTS),
            ("integers", INTEGER_RESULTS),
            ("flags", FLAG_RESULTS),
        )
        for name, expected in table.items()
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_each_lane_is_as_in_numpy(numbers, field, name, expected):
    tables = {
        "floats": FLOAT_RESULTS,
        "integers": INTEGER_RESULTS,
        "flags": FLAG_RESULTS,
    }
    index = list(tables[field]).index(name)
    found = getattr(numbers, field)[:, index]
    assert np.array_equal(found, expected(numbers), equal_nan=field == "floats")


def test_one_lane_computes_the_same_bits(numbers):
    """But for what asks about all lanes."""
    column = numbers.a.size
    ones = Numbers(
        *(array.ravel() for array in numbers[:6]),
        np.zeros((column, 32)),
        np.zeros((column, 16), np.int64),
        np.zeros((column, 32), np.bool_),
    )
    calculate_ones(ones)
    about_all = list(FLAG_RESULTS).index("any_lane")
    remainders = [i for i, name in enumerate(FLOAT_RESULTS) if "%" in name]
    for one, eight in zip(ones[6:9], numbers[6:9], strict=True):
        own = np.moveaxis(eight, -1, 1).reshape(one.shape)
        if one.dtype == np.bool_:
            own[:, about_all] = one[:, about_all]
        if one.dtype == np.float64:
            is_nan = np.isnan(one)  # which NaN it is, nobody says
            assert np.array_equal(np.isnan(own), is_nan)
            one[is_nan] = own[is_nan] = 0.0
            for column in (one, own):  # the sign of nothing: see below
                column[:, remainders] += 0.0
        assert one.tobytes() == own.tobytes()


def test_a_remainder_of_nothing_has_the_divisors_sign(numbers):
    found = numbers.floats[:, list(FLOAT_RESULTS).index("a % plain")]
    is_nothing = found == 0.0
    assert np.any(numbers.a[is_nothing] < 0.0)
    assert not np.any(np.signbit(found[is_nothing]))


@njit(**OPTIONS)
def ask_lanes(numbers, found_out):
    mask = in_lanes(numbers).p[0]
    found_out[WIDTH] = num_lanes(mask)
    for lane in range(num_lanes(mask)):
        found_out[lane] = is_set(mask, lane)
    found_out[WIDTH + 1] = num_lanes(numbers.whole > 2)


def test_a_mask_tells_its_lanes(numbers):
    found = np.zeros(WIDTH + 2, np.int64)
    ask_lanes(numbers, found)
    assert found[:WIDTH].tolist() == numbers.p[0].astype(int).tolist()
    assert found[WIDTH:].tolist() == [WIDTH, 1]
