"""What a law remembers of eight rollouts: a record whose fields have lanes.

The memory is an array of one record; its fields have the lane as their last axis.
"""

# The compiler's own classes are hardly typed, and registered by decorators.
# pyright: reportOptionalCall=false, reportArgumentType=false, reportReturnType=false
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false

from typing import Any

from numba import types
from numba.core.typing.templates import AttributeTemplate, infer_getattr, signature
from numba.extending import (
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)

from gaitsmith.kernels.lane_arrays import LaneArrayType, make_lane_array
from gaitsmith.kernels.lane_elements import (
    INT64,
    KINDS,
    POINTER,
    load,
    store,
)
from gaitsmith.kernels.lanes import LanesType, as_lanes, means


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
        super().__init__(manager, kind, POINTER)


def row_of_lanes(memory: Any) -> Any:
    """The memory of a law in lanes, from an array of one such record."""
    return memory[0]


@means(row_of_lanes, lambda memory: signature(LaneMemoryType(memory.dtype), memory))
def _row_of_lanes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array = context.make_array(sig.args[0])(context, builder, args[0])
    return builder.bitcast(array.data, POINTER)


class _LaneMemoryAttributes(AttributeTemplate):
    key = LaneMemoryType

    def generic_resolve(self, memory: Any, name: str) -> Any:
        return memory.field(name)


infer_getattr(_LaneMemoryAttributes)


def _field_pointer(builder: Any, kind: LaneMemoryType, value: Any, name: str) -> Any:
    return builder.gep(value, [INT64(kind.record.offset(name))])


@lower_getattr_generic(LaneMemoryType)
def get_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    """A field: lanes, or an array of them."""
    wanted, pointer = kind.field(name), _field_pointer(builder, kind, value, name)
    if isinstance(wanted, LanesType):
        return load(builder, wanted, pointer)
    shape = [INT64(size) for size in kind.record.typeof(name).shape[:-1]]
    return make_lane_array(context, builder, wanted, pointer, INT64(0), shape)


@lower_setattr_generic(LaneMemoryType)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    kind, value = sig.args[0], sig.args[1]
    wanted = kind.field(name)
    stored = as_lanes(context, builder, args[1], value, wanted)
    store(builder, wanted, _field_pointer(builder, kind, args[0], name), stored)
