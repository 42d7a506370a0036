"""Records of eight rollouts as compiled code sees them: arrays without their lane axis.

In Python a batch is an ordinary record whose arrays have one more axis, the last one:
the lane. Compiled code turns it, once per call, into

    in_lanes(record)      a record of lane arrays: `qpos[2]` is a Lanes. Fields that are
                          not marked `PER_LANE` stay as they are: the same for all
    parts_in_lanes(parts) the same of laws, actuators and meters; of those that know no
                          lanes everything is each lane's own, and they are asked once
                          per lane

and asks for one lane by `of_lane` (`lane_views.py`), for a law's memory by
`row_of_lanes` (`lane_memory.py`). None of these copies anything. Lane arrays are
contiguous, and aligned to 64 bytes.
"""

# The compiler's own classes are hardly typed, and registered by decorators.
# pyright: reportOptionalCall=false, reportArgumentType=false, reportReturnType=false
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false

from functools import cache
from typing import Annotated, Any, get_type_hints

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import signature
from numpy.typing import NDArray

from gaitsmith.kernels.lane_arrays import LaneArrayType, make_lane_array
from gaitsmith.kernels.lane_elements import INT64, KINDS, POINTER, load
from gaitsmith.kernels.lanes import FLOATS, LanesType, means

PER_LANE = "per lane"
LaneFloats = Annotated[NDArray[np.float64], PER_LANE]
LaneIntegers = Annotated[NDArray[np.int64], PER_LANE]
LaneFlags = Annotated[NDArray[np.bool_], PER_LANE]
LaneFloat = Annotated[float, PER_LANE]


@cache
def per_lane_fields(kind: type) -> frozenset[str]:
    """Names of a record's fields that differ between lanes."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name, hint in hints.items()
        if PER_LANE in getattr(hint, "__metadata__", ())
    )


def _array_in_lanes(array: types.Array) -> LaneArrayType:
    if array.layout != "C" or array.dtype not in KINDS:
        raise TypeError(f"{array} cannot be in lanes")
    return LaneArrayType(KINDS[array.dtype], array.ndim - 1)


def _fields(record: types.Type) -> list[tuple[str, types.Type]]:
    names = getattr(record, "fields", None) or [""] * len(record.types)
    return list(zip(names, record.types, strict=True))


def _lane_type(given: types.Type, is_marked: bool, is_apart: bool) -> types.Type:
    """What a type of a batch becomes."""
    if isinstance(given, types.BaseTuple):
        own = getattr(given, "instance_class", None)
        marked = per_lane_fields(own) if own else frozenset()
        parts = [
            _lane_type(part, is_marked or name in marked, is_apart)
            for name, part in _fields(given)
        ]
        if own:
            return types.BaseTuple.from_types(tuple(parts), own)
        return types.BaseTuple.from_types(tuple(parts))
    if isinstance(given, types.Array) and (is_marked or is_apart):
        array = _array_in_lanes(given)
        return array if array.ndim or is_apart else array.kind
    return given


def _convert(
    context: Any, builder: Any, given: types.Type, wanted: types.Type, value: Any
) -> Any:
    if given == wanted:
        return value
    if isinstance(given, types.BaseTuple):
        parts = [
            _convert(context, builder, a, b, builder.extract_value(value, index))
            for index, (a, b) in enumerate(zip(given.types, wanted.types, strict=True))
        ]
        return context.make_tuple(builder, wanted, parts)
    array = context.make_array(given)(context, builder, value)
    data = builder.bitcast(array.data, POINTER)
    if isinstance(wanted, LanesType):
        return load(builder, wanted, data)
    shape = cgutils.unpack_tuple(builder, array.shape, given.ndim)[:-1]
    return make_lane_array(context, builder, wanted, data, INT64(0), shape)


def in_lanes(record: Any) -> Any:
    """A record of lane arrays; what is not marked stays as it is."""
    return record


@means(in_lanes, lambda record: signature(_lane_type(record, False, False), record))
def _in_lanes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _convert(context, builder, sig.args[0], sig.return_type, args[0])


def parts_in_lanes(parts: Any) -> Any:
    """A tuple of laws, actuators or meters in lanes."""
    return parts


def _type_of_parts(parts: types.Type) -> Any:
    kinds = tuple(
        _lane_type(part, False, not knows_lanes(part.instance_class))
        for part in parts.types
    )
    return signature(types.BaseTuple.from_types(kinds), parts)


@means(parts_in_lanes, _type_of_parts)
def _parts_in_lanes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _convert(context, builder, sig.args[0], sig.return_type, args[0])


LANE_FORMS: set[type] = set()
"""Classes of laws, actuators and meters whose functions are written for lanes."""


def knows_lanes(kind: type) -> bool:
    """Whether functions of that class of records are written for lanes."""
    return kind in LANE_FORMS


def needs_single(part: types.Type, senses: types.Type) -> bool:
    """Whether the function of a part must be asked for each lane by itself.

    Args:
        part: type of a law, an actuator or a meter.
        senses: type of what it is shown; its first field is the time.
    """
    return senses.types[0] is FLOATS and not knows_lanes(part.instance_class)
