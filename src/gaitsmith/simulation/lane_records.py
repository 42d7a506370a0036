"""Records of one rollout, and of eight beside each other, in Python.

`widened` makes room for all lanes: arrays and numbers of a lane's own get the lane as
their last axis (`kernels.lane_records` says how compiled code sees them), everything
else is the same for all. Lanes are written and read as records of one rollout, so what
makes and finishes a rollout's records knows nothing of lanes.

In all of these, `is_own` says that all of a record differs between lanes, whatever is
marked. That is so of laws, actuators and meters that know no lanes; they are told by
being a record in a plain tuple.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from gaitsmith.kernels.lane_records import knows_lanes, per_lane_fields
from gaitsmith.kernels.lanes import WIDTH

LINE = 64  # bytes; a register of eight doubles had better not straddle two cache lines
NUMBERS = (int, float, np.ndarray, np.generic)


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros whose first byte is at the start of a cache line."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    raw = np.zeros(size + LINE, dtype=np.uint8)
    start = -raw.ctypes.data % LINE
    return raw[start : start + size].view(kind).reshape(shape)


def widened(part: Any, is_own: bool = False, done: dict[int, Any] | None = None) -> Any:
    """Room for all lanes of a record, each with its present values.

    An array that stands in two places is one array there, too.
    """
    done = {} if done is None else done
    if isinstance(part, tuple):
        parts = [widened(inner, own, done) for inner, own in _parts(part, is_own)]
        return rebuilt(part, parts)
    if not is_own or not isinstance(part, NUMBERS):
        return part
    if id(part) in done and isinstance(part, np.ndarray):
        return done[id(part)]
    value = np.asarray(part)
    room = aligned_zeros((*value.shape, WIDTH), value.dtype)
    room[...] = value[..., None]
    done[id(part)] = room
    return room


def write_lane(wide: Any, lane: int, part: Any, is_own: bool = False) -> None:
    """Put a record of one rollout into a lane."""
    if isinstance(part, tuple):
        for (inner, own), room in zip(_parts(part, is_own), wide, strict=True):
            write_lane(room, lane, inner, own)
    elif is_own and isinstance(part, NUMBERS):
        wide[..., lane] = part


def view_lane(wide: Any, lane: int, is_own: bool = False) -> Any:
    """A lane's record: its arrays are views, its numbers copies."""
    if isinstance(wide, tuple):
        parts = [view_lane(inner, lane, own) for inner, own in _parts(wide, is_own)]
        return rebuilt(wide, parts)
    if not is_own or not isinstance(wide, np.ndarray):
        return wide
    value = wide[..., lane]
    return value if value.ndim else value.item()


def agrees(wide: Any, part: Any, is_own: bool = False) -> bool:
    """Whether what all lanes share is the same in a record of one rollout."""
    if isinstance(part, tuple):
        return all(
            agrees(room, inner, own)
            for (inner, own), room in zip(_parts(part, is_own), wide, strict=True)
        )
    if is_own:
        return np.shape(part) == np.shape(wide)[:-1]
    return part is wide or np.array_equal(part, wide)


def _parts(record: tuple[Any, ...], is_own: bool) -> Iterator[tuple[Any, bool]]:
    """The parts of a record, and whether each is a lane's own."""
    names = getattr(record, "_fields", None)
    if names is None:
        return (
            (part, is_own or (hasattr(part, "_fields") and not knows_lanes(type(part))))
            for part in record
        )
    own = per_lane_fields(type(record))
    return (
        (part, is_own or name in own)
        for part, name in zip(record, names, strict=True)
    )


def rebuilt(record: tuple[Any, ...], parts: list[Any]) -> Any:
    """A tuple of the same class with other parts."""
    return type(record)(*parts) if hasattr(record, "_fields") else tuple(parts)


# --- what a law remembers: a record whose fields get the lane as their last axis ---------


def widened_memory(memory: np.ndarray) -> np.ndarray:
    """Room for the memories of all lanes; see `kernels.lane_records`."""
    fields = [
        (name, field[0].base, (*field[0].shape, WIDTH))
        for name, field in (memory.dtype.fields or {}).items()
    ]
    return aligned_zeros((1,), np.dtype(fields))


def write_memory(wide: np.ndarray, lane: int, memory: np.ndarray) -> None:
    """Put a law's memory into a lane."""
    for name in memory.dtype.names or ():
        wide[name][0, ..., lane] = memory[name][0]


def read_memory(wide: np.ndarray, lane: int, memory_out: np.ndarray) -> None:
    """Copy a lane's memory into one of a single rollout."""
    for name in memory_out.dtype.names or ():
        memory_out[name][0] = wide[name][0, ..., lane]
