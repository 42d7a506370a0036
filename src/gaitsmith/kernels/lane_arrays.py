"""Arrays with a number per lane in each place, as compiled code sees them: `qpos[2]`.

The lane is their last axis in memory, which compiled code does not see.
"""

# The compiler's own classes are hardly typed, and registered by decorators.
# pyright: reportOptionalCall=false, reportArgumentType=false, reportReturnType=false
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false

import operator
from typing import Any

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
    models,
    overload,
    register_model,
)

from gaitsmith.kernels.lane_elements import (
    INT64,
    KINDS,
    added,
    address_of,
    gather,
    is_vector,
    load,
    scatter,
    store,
)
from gaitsmith.kernels.lanes import INLINED, INTS, LanesType, as_lanes


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


def make_lane_array(
    context: Any, builder: Any, kind: LaneArrayType, data: Any, start: Any, shape: Any
) -> Any:
    """One of shape, whose first element is `start` elements after `data`."""
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.data, made.start = data, start
    made.shape = context.make_tuple(
        builder, types.UniTuple(types.intp, kind.ndim), list(shape)
    )
    return made._getvalue()


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


def _place(builder: Any, array: Any, shape: list[Any], keys: list[Any]) -> Any:
    """How many elements come before the indexed one (or part): row-major."""
    offset = keys[0]
    for size, key in zip(shape[1:], keys[1:], strict=False):
        offset = added(builder, added(builder, offset, size, "mul"), key, "add")
    for size in shape[len(keys) :]:
        offset = added(builder, offset, size, "mul")
    return added(builder, offset, array.start, "add")


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
        return make_lane_array(
            context, builder, sig.return_type, array.data, offset, rest
        )
    address = address_of(builder, kind.kind, array.data, offset)
    found = gather if is_vector(offset) else load
    return found(builder, kind.kind, address)


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
    address = address_of(builder, kind.kind, array.data, offset)
    put = scatter if is_vector(offset) else store
    put(builder, kind.kind, address, value)
    return context.get_dummy_value()


@intrinsic
def _look_up(_typing: Any, table: Any, key: Any) -> Any:
    """From an array that all lanes share, each lane's own place."""
    kind = KINDS[table.dtype]

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        array = context.make_array(sig.args[0])(context, builder, args[0])
        strides = cgutils.unpack_tuple(builder, array.strides, sig.args[0].ndim)
        address = builder.ptrtoint(array.data, INT64)
        keys = _keys(context, builder, sig.args[1], args[1])
        for index, stride in zip(keys, strides, strict=True):
            step = added(builder, index, stride, "mul")
            address = added(builder, address, step, "add")
        return gather(builder, kind, address)

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
