"""Records of one rollout, and of eight beside each other, in Python.

`Columns` makes room for all lanes: arrays and numbers of a lane's own get the lane as
their last axis (`kernels.lane_records` says how compiled code sees them), everything
else is the same for all. A lane is a column of memory, read and written as a whole
through a record of one rollout: what makes and finishes a rollout knows nothing of
lanes.

Own are what is marked so, and all of those laws, actuators and meters that know no
lanes; they are told by being a record in a plain tuple.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from gaitsmith.kernels.lane_records import knows_lanes, per_lane_fields
from gaitsmith.kernels.lanes import WIDTH

LINE = 64  # bytes; a register of eight doubles had better not straddle two cache lines
Column = dict[np.dtype[Any], np.ndarray]
NUMBERS = (int, float, np.ndarray, np.generic)


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros whose first byte is at the start of a cache line."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    raw = np.zeros(size + LINE, dtype=np.uint8)
    start = -raw.ctypes.data % LINE
    return raw[start : start + size].view(kind).reshape(shape)


class Columns:
    """A record for all lanes, each lane's own numbers a column of one block a type."""

    def __init__(self, part: tuple[Any, ...]) -> None:
        """All lanes begin with the numbers of `part`, a record of one rollout."""
        sizes: dict[np.dtype[Any], int] = {}
        places: dict[int, tuple[np.dtype[Any], int, tuple[int, ...]]] = {}
        for leaf, is_own in leaves(part):
            if is_own and id(leaf) not in places:
                value = np.asarray(leaf)
                start = sizes.get(value.dtype, 0)
                places[id(leaf)] = value.dtype, start, value.shape
                sizes[value.dtype] = start + value.size
        self._blocks = {d: aligned_zeros((n, WIDTH), d) for d, n in sizes.items()}
        self._column = {d: np.zeros(n, d) for d, n in sizes.items()}

        def room(leaf: Any, blocks: dict[Any, np.ndarray], tail: Any) -> np.ndarray:
            dtype, start, shape = places[id(leaf)]
            size = int(np.prod(shape))
            return blocks[dtype][start : start + size].reshape((*shape, *tail))

        self.wide: Any = mapped(part, lambda leaf: room(leaf, self._blocks, (WIDTH,)))
        """The record for all lanes."""
        self._single: Any = mapped(part, lambda leaf: room(leaf, self._column, ()))
        for (mine, is_own), (given, _) in zip(
            leaves(self._single), leaves(part), strict=True
        ):
            if is_own:
                mine[...] = given
        self._at_start = {d: column.copy() for d, column in self._column.items()}
        for lane in range(WIDTH):
            self.write(lane)

    def fresh(self) -> Any:
        """The record of one rollout as at the start; change it, and `write` it."""
        for dtype, column in self._column.items():
            column[:] = self._at_start[dtype]
        return self._single

    def write(self, lane: int) -> None:
        """Put the record that `fresh` gave into a lane."""
        for dtype, column in self._column.items():
            self._blocks[dtype][:, lane] = column

    def read(self, lane: int) -> Any:
        """A lane's record; the next `read` or `fresh` overwrites it."""
        for dtype, column in self._column.items():
            column[:] = self._blocks[dtype][:, lane]
        return self._single

    def column(self, lane: int) -> Column:
        """A copy of a lane's own numbers."""
        return {dtype: block[:, lane].copy() for dtype, block in self._blocks.items()}

    def put_back(self, lane: int, column: Column) -> None:
        """Put what `column` gave into a lane."""
        for dtype, block in self._blocks.items():
            block[:, lane] = column[dtype]

    def copy(self, source: int, target: int) -> None:
        """Put what is in one lane into another."""
        for block in self._blocks.values():
            block[:, target] = block[:, source]


Leaves = list[tuple[Any, bool]]


def assign(room: Leaves, part: Any) -> None:
    """Copy the own numbers of a record into the `leaves` of one of the same shape."""
    for (mine, is_own), given in zip(room, flat(part), strict=True):
        if is_own:
            mine[...] = given


def agrees(room: Leaves, part: Any) -> bool:
    """Whether a record has the same shape, and the same of what all lanes share."""
    for (mine, is_own), given in zip(room, flat(part), strict=True):
        if is_own:
            if mine.shape != np.shape(given):
                return False
        elif mine is not given and not np.array_equal(mine, given):
            return False
    return True


def leaves(part: Any, is_own: bool = False) -> Iterator[tuple[Any, bool]]:
    """Everything in a record that is no tuple, and whether it is a lane's own."""
    if isinstance(part, tuple):
        for inner, own in zip(part, _own_flags(part), strict=True):
            yield from leaves(inner, is_own or own)
    else:
        yield part, is_own and isinstance(part, NUMBERS)


def flat(part: tuple[Any, ...]) -> Iterator[Any]:
    """The same without asking whose they are, which is quicker."""
    for inner in part:
        if isinstance(inner, tuple):
            yield from flat(inner)
        else:
            yield inner


def mapped(part: Any, change: Callable[[Any], Any], is_own: bool = False) -> Any:
    """The same record with its own leaves changed."""
    if isinstance(part, tuple):
        parts = [
            mapped(inner, change, is_own or own)
            for inner, own in zip(part, _own_flags(part), strict=True)
        ]
        return type(part)(*parts) if hasattr(part, "_fields") else tuple(parts)
    return change(part) if is_own and isinstance(part, NUMBERS) else part


def _own_flags(record: tuple[Any, ...]) -> tuple[bool, ...]:
    """Which parts of a record are a lane's own, whatever is in them."""
    if hasattr(record, "_fields"):
        return _own_fields(type(record))
    return tuple(
        hasattr(part, "_fields") and not knows_lanes(type(part)) for part in record
    )


@cache
def _own_fields(kind: type) -> tuple[bool, ...]:
    own = per_lane_fields(kind)
    return tuple(name in own for name in getattr(kind, "_fields", ()))


# --- what a law remembers: a record whose fields get the lane as their last axis -----


def widened_memory(memory: np.ndarray) -> np.ndarray:
    """Room for the memories of all lanes; see `kernels.lane_records`."""
    fields = [
        (name, _memory_type(field[0].base), (*field[0].shape, WIDTH))
        for name, field in (memory.dtype.fields or {}).items()
    ]
    return aligned_zeros((1,), np.dtype(fields))


def write_memory(wide: np.ndarray, lane: int, memory: np.ndarray) -> None:
    """Put a law's memory into a lane."""
    for name in memory.dtype.names or ():
        wide[name][0, ..., lane] = memory[name][0]


def read_memory(wide: np.ndarray, lane: int, kind: np.dtype[Any]) -> np.ndarray:
    """A law's memory in a lane, as the law has it."""
    memory = np.zeros(1, dtype=kind)
    for name in kind.names or ():
        memory[name][0] = wide[name][0, ..., lane]
    return memory


def copy_memory(wide: np.ndarray, source: int, target: int) -> None:
    """Put one lane's memory into another lane."""
    for name in wide.dtype.names or ():
        wide[name][..., target] = wide[name][..., source]


def _memory_type(given: np.dtype[Any]) -> type:
    """Lanes know two kinds of numbers; a truth value is remembered as 0 or 1."""
    return np.float64 if given.kind == "f" else np.int64
