"""One lane of a record, an array or a memory, as what code for one rollout expects.

Views: what is stored in one is stored in its lane.
"""

# The compiler's own classes are hardly typed, and registered by decorators.
# pyright: reportOptionalCall=false, reportArgumentType=false, reportReturnType=false
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate, infer_getattr, signature
from numba.extending import (
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)
from numba.np import arrayobj

from gaitsmith.kernels.lane_arrays import LaneArrayType
from gaitsmith.kernels.lane_elements import (
    BYTE,
    INT32,
    INT64,
    SIZES,
    address_of,
    pointing,
)
from gaitsmith.kernels.lane_memory import LaneMemoryType, get_field
from gaitsmith.kernels.lanes import FLOATS, MASKS, PLAIN_OF, WIDTH, LanesType, means


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
        return builder.extract_element(value, builder.trunc(lane, INT32))
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
    data = address_of(builder, given.kind, array.data, array.start)
    data = builder.gep(data, [builder.mul(lane, INT64(size))])
    wanted = _single_type(given)
    if not given.ndim:
        if given.kind is MASKS:
            return builder.trunc(builder.load(data), ir.IntType(1))
        kind = ir.DoubleType() if given.kind is FLOATS else INT64
        return builder.load(pointing(builder, data, kind))
    shape = cgutils.unpack_tuple(builder, array.shape, given.ndim)
    strides, stride = [], INT64(size * WIDTH)
    for length in reversed(shape):
        strides.insert(0, stride)
        stride = builder.mul(stride, length)
    made = context.make_array(wanted)(context, builder)
    kind = context.get_value_type(PLAIN_OF[given.kind.kind])
    arrayobj.populate_array(
        made,
        data=pointing(builder, data, kind if size > 1 else BYTE),
        shape=shape,
        strides=strides,
        itemsize=INT64(size),
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
    found = get_field(context, builder, whole, memory.data, name)
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
        value = builder.zext(value, BYTE)
    start = kind.record.offset(name)
    place = builder.mul(memory.lane, INT64(SIZES[field.kind]))
    data = builder.gep(memory.data, [builder.add(place, INT64(start))])
    builder.store(value, pointing(builder, data, value.type))
