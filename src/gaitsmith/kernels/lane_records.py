"""Records of eight rollouts as compiled code sees them: arrays without their lane axis.

In Python a batch is an ordinary record whose arrays have one more axis, the last one:
the lane. Compiled code turns it, once per call, into

    in_lanes(record)      a record of lane arrays: `qpos[2]` is a Lanes. Fields that are
                          not marked `PER_LANE` stay as they are: the same for all
    parts_in_lanes(parts) the same of laws, actuators and meters; of those that know no
                          lanes everything is each lane's own, and they are asked once
                          per lane
    of_lane(record, i)    lane i alone, as views: what code for one rollout expects
    row_of_lanes(memory)  a law's memory, with Lanes as its fields

Long because everything that the compiler must know of these types is in one place.

None of these copies anything. Lane arrays are contiguous, and aligned to 64 bytes.
"""

# The compiler's own classes are hardly typed, and registered by decorators.
# pyright: reportOptionalCall=false, reportArgumentType=false, reportReturnType=false
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false

import operator
from functools import cache
from typing import Annotated, Any, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import (
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    overload,
    register_model,
)
from numba.np import arrayobj
from numpy.typing import NDArray

from gaitsmith.kernels.lanes import (
    FLOATS,
    INLINED,
    INTS,
    IOTA,
    MASKS,
    PLAIN_OF,
    VECTORS,
    WIDTH,
    LanesType,
    as_lanes,
    means,
    spread,
)

PER_LANE = "per lane"
LaneFloats = Annotated[NDArray[np.float64], PER_LANE]
LaneIntegers = Annotated[NDArray[np.int64], PER_LANE]
LaneFlags = Annotated[NDArray[np.bool_], PER_LANE]
LaneFloat = Annotated[float, PER_LANE]

_int64, _int32, _byte = ir.IntType(64), ir.IntType(32), ir.IntType(8)
_pointer = _byte.as_pointer()
SIZES = {"float": 8, "int": 8, "mask": 1}  # bytes of a lane's element
KINDS = {types.float64: FLOATS, types.int64: INTS, types.boolean: MASKS}


class LaneArrayType(types.Type):
    """An array with a number per lane in each place.

    A picked one is what is left after an index of which each lane has its own.
    """

    def __init__(self, kind: LanesType, ndim: int, is_picked: bool = False) -> None:
        self.kind, self.ndim, self.is_picked = kind, ndim, is_picked
        word = "Picked" if is_picked else ""
        super().__init__(f"{word}LaneArray({kind.kind}, {ndim}d)")


@register_model(LaneArrayType)
class _LaneArrayModel(models.StructModel):
    def __init__(self, manager: Any, kind: LaneArrayType) -> None:
        start = INTS if kind.is_picked else types.int64
        members = [
            ("data", types.voidptr),
            ("start", start),  # elements before the first one
            ("shape", types.UniTuple(types.intp, kind.ndim)),
        ]
        super().__init__(manager, kind, members)


@cache
def per_lane_fields(kind: type) -> frozenset[str]:
    """Names of a record's fields that differ between lanes."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name, hint in hints.items()
        if PER_LANE in getattr(hint, "__metadata__", ())
    )


# --- into lanes -----------------------------------------------------------------------


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
    data = builder.bitcast(array.data, _pointer)
    if isinstance(wanted, LanesType):
        return _load(builder, wanted, data)
    shape = cgutils.unpack_tuple(builder, array.shape, given.ndim)[:-1]
    return _lane_array(context, builder, wanted, data, _int64(0), shape)


def _lane_array(
    context: Any, builder: Any, kind: LaneArrayType, data: Any, start: Any, shape: Any
) -> Any:
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.data, made.start = data, start
    made.shape = context.make_tuple(
        builder, types.UniTuple(types.intp, kind.ndim), list(shape)
    )
    return made._getvalue()


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


# --- elements -------------------------------------------------------------------------


def _pointing(builder: Any, pointer: Any, kind: Any) -> Any:
    return builder.bitcast(pointer, kind.as_pointer())


def _load(builder: Any, kind: LanesType, pointer: Any) -> Any:
    if kind is MASKS:
        stored = builder.load(_pointing(builder, pointer, VECTORS["byte"]), align=8)
        return builder.trunc(stored, VECTORS["mask"])
    return builder.load(_pointing(builder, pointer, VECTORS[kind.kind]), align=8)


def _store(builder: Any, kind: LanesType, pointer: Any, value: Any) -> None:
    if kind is MASKS:
        value = builder.zext(value, VECTORS["byte"])
    builder.store(value, _pointing(builder, pointer, value.type), align=8)


def _each(builder: Any, addresses: Any) -> Any:
    """Pointers of all lanes from a vector of addresses."""
    for lane in range(WIDTH):
        address = builder.extract_element(addresses, _int32(lane))
        yield lane, builder.inttoptr(address, _pointer)


def _gather(builder: Any, kind: LanesType, addresses: Any) -> Any:
    """Load each lane from its own address."""
    if kind is MASKS:
        found = ir.Constant(VECTORS["byte"], ir.Undefined)
        for lane, pointer in _each(builder, addresses):
            found = builder.insert_element(found, builder.load(pointer), _int32(lane))
        return builder.trunc(found, VECTORS["mask"])
    vector, pointers = VECTORS[kind.kind], ir.VectorType(_pointer, WIDTH)
    every = ir.Constant(VECTORS["mask"], [1] * WIDTH)
    suffix = "f64" if kind is FLOATS else "i64"
    gather = cgutils.get_or_insert_function(
        builder.module,
        ir.FunctionType(vector, [pointers, _int32, VECTORS["mask"], vector]),
        f"llvm.masked.gather.v{WIDTH}{suffix}.v{WIDTH}p0",
    )
    places = builder.inttoptr(addresses, pointers)
    return builder.call(
        gather, [places, _int32(8), every, ir.Constant(vector, ir.Undefined)]
    )


def _scatter(builder: Any, kind: LanesType, addresses: Any, value: Any) -> None:
    """Store each lane at its own address."""
    if kind is MASKS:
        value = builder.zext(value, VECTORS["byte"])
    for lane, pointer in _each(builder, addresses):
        part = builder.extract_element(value, _int32(lane))
        place = _pointing(builder, pointer, part.type)
        builder.store(part, place, align=SIZES[kind.kind])


def _keys(context: Any, builder: Any, kind: types.Type, value: Any) -> list[Any]:
    """The numbers of an index, each an i64 or a vector of them."""
    if isinstance(kind, types.BaseTuple):
        pairs = [
            (part, builder.extract_value(value, index))
            for index, part in enumerate(kind.types)
        ]
    else:
        pairs = [(kind, value)]
    return [
        number if part is INTS else context.cast(builder, number, part, types.int64)
        for part, number in pairs
    ]


def _is_vector(value: Any) -> bool:
    return isinstance(value.type, ir.VectorType)


def _added(builder: Any, a: Any, b: Any, method: str) -> Any:
    """Sum or product of two whole numbers, of which each may be one per lane."""
    if _is_vector(a) != _is_vector(b):
        a = a if _is_vector(a) else spread(builder, a)
        b = b if _is_vector(b) else spread(builder, b)
    return getattr(builder, method)(a, b)


def _place(builder: Any, array: Any, shape: list[Any], keys: list[Any]) -> Any:
    """How many elements come before the indexed one (or part): row-major."""
    offset = keys[0]
    for size, key in zip(shape[1:], keys[1:], strict=False):
        offset = _added(builder, _added(builder, offset, size, "mul"), key, "add")
    for size in shape[len(keys) :]:
        offset = _added(builder, offset, size, "mul")
    return _added(builder, offset, array.start, "add")


def _address(builder: Any, kind: LanesType, data: Any, offset: Any) -> Any:
    """Of an element; a pointer, or a vector of addresses, each of its own lane."""
    size = SIZES[kind.kind]
    if not _is_vector(offset):
        return builder.gep(data, [builder.mul(offset, _int64(size * WIDTH))])
    base = spread(builder, builder.ptrtoint(data, _int64))
    stride, own = (spread(builder, _int64(n)) for n in (size * WIDTH, size))
    lanes = builder.mul(IOTA, own)
    return builder.add(builder.add(base, builder.mul(offset, stride)), lanes)


def _num_keys(key: types.Type) -> int:
    return len(key) if isinstance(key, types.BaseTuple) else 1


def _is_index(key: types.Type) -> bool:
    parts = key.types if isinstance(key, types.BaseTuple) else (key,)
    return all(part is INTS or isinstance(part, types.Integer) for part in parts)


def _has_lanes(key: types.Type) -> bool:
    parts = key.types if isinstance(key, types.BaseTuple) else (key,)
    return any(part is INTS for part in parts)


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, key = args
        if not isinstance(array, LaneArrayType) or not _is_index(key):
            return None
        left = array.ndim - _num_keys(key)
        if left < 0:
            return None
        if left == 0:
            return signature(array.kind, array, key)
        is_picked = array.is_picked or _has_lanes(key)
        return signature(LaneArrayType(array.kind, left, is_picked), array, key)


@lower_builtin(operator.getitem, LaneArrayType, types.Any)
def _get_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    array = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    shape = cgutils.unpack_tuple(builder, array.shape, kind.ndim)
    keys = _keys(context, builder, sig.args[1], args[1])
    offset = _place(builder, array, shape, keys)
    if sig.return_type is not kind.kind:
        rest = shape[len(keys) :]
        return _lane_array(context, builder, sig.return_type, array.data, offset, rest)
    address = _address(builder, kind.kind, array.data, offset)
    load = _gather if _is_vector(offset) else _load
    return load(builder, kind.kind, address)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, key, value = args
        if not isinstance(array, LaneArrayType) or not _is_index(key):
            return None
        if array.ndim != _num_keys(key):
            return None
        return signature(types.none, array, key, value)


@lower_builtin(operator.setitem, LaneArrayType, types.Any, types.Any)
def _set_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    array = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    shape = cgutils.unpack_tuple(builder, array.shape, kind.ndim)
    keys = _keys(context, builder, sig.args[1], args[1])
    value = as_lanes(context, builder, args[2], sig.args[2], kind.kind)
    offset = _place(builder, array, shape, keys)
    address = _address(builder, kind.kind, array.data, offset)
    store = _scatter if _is_vector(offset) else _store
    store(builder, kind.kind, address, value)
    return context.get_dummy_value()


@intrinsic
def _look_up(_typing: Any, table: Any, key: Any) -> Any:
    """From an array that all lanes share, each lane's own place."""
    kind = KINDS[table.dtype]

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        array = context.make_array(sig.args[0])(context, builder, args[0])
        strides = cgutils.unpack_tuple(builder, array.strides, sig.args[0].ndim)
        address = builder.ptrtoint(array.data, _int64)
        keys = _keys(context, builder, sig.args[1], args[1])
        for index, stride in zip(keys, strides, strict=True):
            step = _added(builder, index, stride, "mul")
            address = _added(builder, address, step, "add")
        return _gather(builder, kind, address)

    return kind(table, key), code


@overload(operator.getitem, jit_options=INLINED)
def _get_shared_item(array, key):
    if isinstance(array, types.Array) and _is_index(key) and _has_lanes(key):
        return lambda array, key: _look_up(array, key)  # noqa: PLW0108
    return None


class _LaneArrayAttributes(AttributeTemplate):
    key = LaneArrayType

    def resolve_shape(self, array: Any) -> Any:
        return types.UniTuple(types.intp, array.ndim)


infer_getattr(_LaneArrayAttributes)


@lower_getattr_generic(LaneArrayType)
def _lane_array_attribute(
    context: Any, builder: Any, kind: Any, value: Any, name: str
) -> Any:
    array = cgutils.create_struct_proxy(kind)(context, builder, value)
    return getattr(array, name)


# --- one lane of them -----------------------------------------------------------------


def _single_type(given: types.Type) -> types.Type:
    """What a type is for one of its lanes."""
    if isinstance(given, types.BaseTuple):
        parts = tuple(_single_type(part) for part in given.types)
        own = getattr(given, "instance_class", None)
        if own:
            return types.BaseTuple.from_types(parts, own)
        return types.BaseTuple.from_types(parts)
    if isinstance(given, LaneArrayType):
        plain = PLAIN_OF[given.kind.kind]
        return types.Array(plain, given.ndim, "A") if given.ndim else plain
    if isinstance(given, LanesType):
        return PLAIN_OF[given.kind]
    if isinstance(given, LaneMemoryType):
        return OneMemoryType(given.record)
    return given


def _single(
    context: Any, builder: Any, given: types.Type, value: Any, lane: Any
) -> Any:
    if isinstance(given, types.BaseTuple):
        parts = [
            _single(context, builder, part, builder.extract_value(value, index), lane)
            for index, part in enumerate(given.types)
        ]
        return context.make_tuple(builder, _single_type(given), parts)
    if isinstance(given, LanesType):
        return builder.extract_element(value, builder.trunc(lane, _int32))
    if isinstance(given, LaneArrayType):
        return _single_array(context, builder, given, value, lane)
    if isinstance(given, LaneMemoryType):
        made = cgutils.create_struct_proxy(_single_type(given))(context, builder)
        made.data, made.lane = value, lane
        return made._getvalue()
    return value


def _single_array(
    context: Any, builder: Any, given: LaneArrayType, value: Any, lane: Any
) -> Any:
    if given.is_picked:
        raise TypeError("a picked lane array has no view of one lane")
    array = cgutils.create_struct_proxy(given)(context, builder, value)
    size = SIZES[given.kind.kind]
    data = _address(builder, given.kind, array.data, array.start)
    data = builder.gep(data, [builder.mul(lane, _int64(size))])
    wanted = _single_type(given)
    if not given.ndim:
        if given.kind is MASKS:
            return builder.trunc(builder.load(data), ir.IntType(1))
        kind = ir.DoubleType() if given.kind is FLOATS else _int64
        return builder.load(_pointing(builder, data, kind))
    shape = cgutils.unpack_tuple(builder, array.shape, given.ndim)
    strides, stride = [], _int64(size * WIDTH)
    for length in reversed(shape):
        strides.insert(0, stride)
        stride = builder.mul(stride, length)
    made = context.make_array(wanted)(context, builder)
    kind = context.get_value_type(PLAIN_OF[given.kind.kind])
    arrayobj.populate_array(
        made,
        data=_pointing(builder, data, kind if size > 1 else _byte),
        shape=shape,
        strides=strides,
        itemsize=_int64(size),
        meminfo=None,
        parent=None,
    )
    return made._getvalue()


def of_lane(record: Any, lane: int) -> Any:
    """One lane of a record, as views; parts that all lanes share stay."""
    return record


@means(of_lane, lambda record, lane: signature(_single_type(record), record, lane))
def _of_lane(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    index = context.cast(builder, args[1], sig.args[1], types.int64)
    return _single(context, builder, sig.args[0], args[0], index)


# --- what a law remembers -------------------------------------------------------------


class LaneMemoryType(types.Type):
    """A record whose every field has the lane as its last axis."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(f"LaneMemory({record})")

    def field(self, name: str) -> types.Type | None:
        """What a field is in compiled code."""
        if name not in self.record.fields:
            return None
        array = self.record.typeof(name)
        kind = KINDS[array.dtype]
        return LaneArrayType(kind, array.ndim - 1) if array.ndim > 1 else kind


@register_model(LaneMemoryType)
class _LaneMemoryModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: LaneMemoryType) -> None:
        super().__init__(manager, kind, _pointer)


def row_of_lanes(memory: Any) -> Any:
    """The memory of a law in lanes, from an array of one such record."""
    return memory[0]


@means(row_of_lanes, lambda memory: signature(LaneMemoryType(memory.dtype), memory))
def _row_of_lanes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array = context.make_array(sig.args[0])(context, builder, args[0])
    return builder.bitcast(array.data, _pointer)


class _LaneMemoryAttributes(AttributeTemplate):
    key = LaneMemoryType

    def generic_resolve(self, memory: Any, name: str) -> Any:
        return memory.field(name)


infer_getattr(_LaneMemoryAttributes)


def _field_pointer(builder: Any, kind: LaneMemoryType, value: Any, name: str) -> Any:
    return builder.gep(value, [_int64(kind.record.offset(name))])


@lower_getattr_generic(LaneMemoryType)
def _get_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    wanted, pointer = kind.field(name), _field_pointer(builder, kind, value, name)
    if isinstance(wanted, LanesType):
        return _load(builder, wanted, pointer)
    shape = [_int64(size) for size in kind.record.typeof(name).shape[:-1]]
    return _lane_array(context, builder, wanted, pointer, _int64(0), shape)


@lower_setattr_generic(LaneMemoryType)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    kind, value = sig.args[0], sig.args[1]
    wanted = kind.field(name)
    stored = as_lanes(context, builder, args[1], value, wanted)
    _store(builder, wanted, _field_pointer(builder, kind, args[0], name), stored)


class OneMemoryType(types.Type):
    """One lane of such a record."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(f"OneMemory({record})")


@register_model(OneMemoryType)
class _OneMemoryModel(models.StructModel):
    def __init__(self, manager: Any, kind: OneMemoryType) -> None:
        members = [("data", types.voidptr), ("lane", types.int64)]
        super().__init__(manager, kind, members)


class _OneMemoryAttributes(AttributeTemplate):
    key = OneMemoryType

    def generic_resolve(self, memory: Any, name: str) -> Any:
        whole = LaneMemoryType(memory.record).field(name)
        return None if whole is None else _single_type(whole)


infer_getattr(_OneMemoryAttributes)


@lower_getattr_generic(OneMemoryType)
def _get_own_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    memory = cgutils.create_struct_proxy(kind)(context, builder, value)
    whole = LaneMemoryType(kind.record)
    field = whole.field(name)
    assert field is not None
    found = _get_field(context, builder, whole, memory.data, name)
    return _single(context, builder, field, found, memory.lane)


@lower_setattr_generic(OneMemoryType)
def _set_own_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    kind = sig.args[0]
    memory = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    field = LaneMemoryType(kind.record).field(name)
    assert isinstance(field, LanesType)
    plain = PLAIN_OF[field.kind]
    value = context.cast(builder, args[1], sig.args[1], plain)
    if field is MASKS:
        value = builder.zext(value, _byte)
    start = kind.record.offset(name)
    place = builder.mul(memory.lane, _int64(SIZES[field.kind]))
    data = builder.gep(memory.data, [builder.add(place, _int64(start))])
    builder.store(value, _pointing(builder, data, value.type))
