"""How compiled code finds, loads and stores the numbers of lanes in memory.

An element is a number per lane: eight floats or whole numbers in a row, or eight bytes
of truth. An index is one for all lanes, or each lane's own.
"""

# The compiler's own classes are hardly typed.
# pyright: reportOptionalCall=false, reportArgumentType=false, reportReturnType=false
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from gaitsmith.kernels.lanes import (
    FLOATS,
    INTS,
    IOTA,
    MASKS,
    VECTORS,
    WIDTH,
    LanesType,
    spread,
)

INT64, INT32, BYTE = ir.IntType(64), ir.IntType(32), ir.IntType(8)
POINTER = BYTE.as_pointer()
SIZES = {"float": 8, "int": 8, "mask": 1}  # bytes of a lane's element
KINDS = {types.float64: FLOATS, types.int64: INTS, types.boolean: MASKS}


def pointing(builder: Any, pointer: Any, kind: Any) -> Any:
    """The same place, as that of a kind of number."""
    return builder.bitcast(pointer, kind.as_pointer())


def load(builder: Any, kind: LanesType, pointer: Any) -> Any:
    """All lanes of an element."""
    if kind is MASKS:
        stored = builder.load(pointing(builder, pointer, VECTORS["byte"]), align=8)
        return builder.trunc(stored, VECTORS["mask"])
    return builder.load(pointing(builder, pointer, VECTORS[kind.kind]), align=8)


def store(builder: Any, kind: LanesType, pointer: Any, value: Any) -> None:
    """Put lanes into an element."""
    if kind is MASKS:
        value = builder.zext(value, VECTORS["byte"])
    builder.store(value, pointing(builder, pointer, value.type), align=8)


def _each(builder: Any, addresses: Any) -> Any:
    """Pointers of all lanes from a vector of addresses."""
    for lane in range(WIDTH):
        address = builder.extract_element(addresses, INT32(lane))
        yield lane, builder.inttoptr(address, POINTER)


def gather(builder: Any, kind: LanesType, addresses: Any) -> Any:
    """Load each lane from its own address."""
    if kind is MASKS:
        found = ir.Constant(VECTORS["byte"], ir.Undefined)
        for lane, pointer in _each(builder, addresses):
            found = builder.insert_element(found, builder.load(pointer), INT32(lane))
        return builder.trunc(found, VECTORS["mask"])
    vector, pointers = VECTORS[kind.kind], ir.VectorType(POINTER, WIDTH)
    every = ir.Constant(VECTORS["mask"], [1] * WIDTH)
    suffix = "f64" if kind is FLOATS else "i64"
    gather = cgutils.get_or_insert_function(
        builder.module,
        ir.FunctionType(vector, [pointers, INT32, VECTORS["mask"], vector]),
        f"llvm.masked.gather.v{WIDTH}{suffix}.v{WIDTH}p0",
    )
    places = builder.inttoptr(addresses, pointers)
    return builder.call(
        gather, [places, INT32(8), every, ir.Constant(vector, ir.Undefined)]
    )


def scatter(builder: Any, kind: LanesType, addresses: Any, value: Any) -> None:
    """Store each lane at its own address."""
    if kind is MASKS:
        value = builder.zext(value, VECTORS["byte"])
    for lane, pointer in _each(builder, addresses):
        part = builder.extract_element(value, INT32(lane))
        place = pointing(builder, pointer, part.type)
        builder.store(part, place, align=SIZES[kind.kind])


def is_vector(value: Any) -> bool:
    """Whether each lane has its own."""
    return isinstance(value.type, ir.VectorType)


def added(builder: Any, a: Any, b: Any, method: str) -> Any:
    """Sum or product of two whole numbers, of which each may be one per lane."""
    if is_vector(a) != is_vector(b):
        a = a if is_vector(a) else spread(builder, a)
        b = b if is_vector(b) else spread(builder, b)
    return getattr(builder, method)(a, b)


def address_of(builder: Any, kind: LanesType, data: Any, offset: Any) -> Any:
    """Of an element; a pointer, or a vector of addresses, each of its own lane."""
    size = SIZES[kind.kind]
    if not is_vector(offset):
        return builder.gep(data, [builder.mul(offset, INT64(size * WIDTH))])
    base = spread(builder, builder.ptrtoint(data, INT64))
    stride, own = (spread(builder, INT64(n)) for n in (size * WIDTH, size))
    lanes = builder.mul(IOTA, own)
    return builder.add(builder.add(base, builder.mul(offset, stride)), lanes)
