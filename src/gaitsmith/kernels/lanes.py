"""Eight numbers side by side in one SIMD register; one source for one and eight.

A rollout of one candidate computes with floats, eight in lockstep with `Lanes`, LLVM's
<8 x double>. Formulas are written once: + - * / and comparisons work on both, and what
floats decide by `if` is here a choice per lane:

    select(is_low, a, b)    a where the mask says so, else b
    any_lane(mask)          whether it says so for any lane: a branch around rare work
    negated(mask)           `not`; masks are joined by & and |

State that differs between lanes is in arrays whose last axis is the lane. Compiled code
sees them without it (`kernels.lane_records`): `qpos[2]` is a float, or a Lanes. An
index may be a lane's own (`table[state]`): then every lane reads its own place.

There is no fused multiply-add and no reordering, so a lane's bits depend neither on the
processor, nor on the other lanes, nor on how many there are (a test says so).

Long because everything that the compiler must know of the type is in one place.
"""

# The compiler's own classes are hardly typed, and registered by decorators.
# pyright: reportOptionalCall=false, reportArgumentType=false
# pyright: reportIncompatibleMethodOverride=false, reportPrivateImportUsage=false

import inspect
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin, lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model

from gaitsmith.kernels.compilation import OPTIONS

WIDTH = 8  # lanes; a register of AVX-512
INLINED = {
    "forceinline": True,
    "_nrt": False,
    "error_model": OPTIONS["error_model"],
}

_double, _int64, _int32 = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
_bit, _byte = ir.IntType(1), ir.IntType(8)
VECTORS = {
    name: ir.VectorType(kind, WIDTH)
    for name, kind in {
        "float": _double,
        "int": _int64,
        "mask": _bit,
        "byte": _byte,
    }.items()
}
IOTA = ir.Constant(VECTORS["int"], list(range(WIDTH)))


class LanesType(types.Type):
    """A number per lane: "float", "int" or "mask" (a truth value)."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(f"Lanes({kind})")

    def unify(self, _context: Any, other: types.Type) -> "LanesType | None":
        """A plain number may stand for the same number in every lane."""
        return self if can_be(other, self) else None

    def can_convert_from(self, _context: Any, other: types.Type) -> Conversion | None:
        """See `unify`."""
        return Conversion.safe if can_be(other, self) else None


FLOATS, INTS, MASKS = LanesType("float"), LanesType("int"), LanesType("mask")
PLAIN = (types.Float, types.Integer, types.Boolean)


def can_be(given: types.Type, wanted: LanesType) -> bool:
    """Whether a plain number can be put into all lanes of that kind."""
    if wanted is FLOATS:
        return isinstance(given, types.Float | types.Integer)
    kind = types.Integer if wanted is INTS else types.Boolean
    return isinstance(given, kind)


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: LanesType) -> None:
        super().__init__(manager, kind, VECTORS[kind.kind])


def spread(builder: ir.IRBuilder, scalar: Any) -> Any:
    """The same number in every lane."""
    vector = ir.VectorType(scalar.type, WIDTH)
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, scalar, _int32(0))
    zeros = ir.Constant(ir.VectorType(_int32, WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(first, undefined, zeros)


PLAIN_OF = {"float": types.float64, "int": types.int64, "mask": types.boolean}


def as_lanes(
    context: Any, builder: ir.IRBuilder, value: Any, kind: types.Type, wanted: LanesType
) -> Any:
    """A value of that type in lanes."""
    if kind == wanted:
        return value
    return spread(builder, context.cast(builder, value, kind, PLAIN_OF[wanted.kind]))


@lower_cast(types.Float, LanesType)
@lower_cast(types.Integer, LanesType)
@lower_cast(types.Boolean, LanesType)
def _cast(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return as_lanes(context, builder, value, given, wanted)


# --- operators ------------------------------------------------------------------------


def _joined(a: types.Type, b: types.Type) -> LanesType | None:
    """The kind of lanes that two operands have together; None: not of this file."""
    if isinstance(a, LanesType) and isinstance(b, LanesType):
        return a if a is b else None
    lanes, other = (a, b) if isinstance(a, LanesType) else (b, a)
    if not isinstance(lanes, LanesType) or not isinstance(other, PLAIN):
        return None
    return lanes if can_be(other, lanes) else None


def _register(
    operation: Any, typing: Callable[..., Any], lower: Callable[..., Any]
) -> None:
    """Tell the compiler what a function or an operator means, without a call."""

    @infer_global(operation)
    class Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return None if kws else typing(*args)

    count = len(inspect.signature(typing).parameters)
    for kinds in _lowered_kinds(operation, count):
        lower_builtin(operation, *kinds)(lower)


def _lowered_kinds(operation: Any, count: int) -> list[tuple[Any, ...]]:
    """Operators have other meanings beside ours; our functions have none."""
    if getattr(operation, "__module__", "").startswith("gaitsmith."):
        return [(types.Any,) * count]
    if count == 1:
        return [(LanesType,)]
    return [
        (LanesType, LanesType),
        *((LanesType, kind) for kind in PLAIN),
        *((kind, LanesType) for kind in PLAIN),
    ]


def _binary(operation: Any, method: dict[str, str]) -> None:
    def typing(a: types.Type, b: types.Type) -> Any:
        kind = _joined(a, b)
        return signature(kind, a, b) if kind and kind.kind in method else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b = (
            as_lanes(context, builder, value, kind, sig.return_type)
            for value, kind in zip(args, sig.args, strict=True)
        )
        return getattr(builder, method[sig.return_type.kind])(a, b)

    _register(operation, typing, lower)


def _comparison(operation: Any, sign: str) -> None:
    def typing(a: types.Type, b: types.Type) -> Any:
        kind = _joined(a, b)
        return signature(MASKS, a, b) if kind and kind is not MASKS else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = _joined(*sig.args)
        assert kind is not None
        a, b = (
            as_lanes(context, builder, value, given, kind)
            for value, given in zip(args, sig.args, strict=True)
        )
        if kind is INTS:
            return builder.icmp_signed(sign, a, b)
        # NaN compares as in Python: not equal to anything, all else is false.
        compare = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
        return compare(sign, a, b)

    _register(operation, typing, lower)


for _plain, _inplace, _methods in (
    (operator.add, operator.iadd, {"float": "fadd", "int": "add"}),
    (operator.sub, operator.isub, {"float": "fsub", "int": "sub"}),
    (operator.mul, operator.imul, {"float": "fmul", "int": "mul"}),
    (operator.truediv, operator.itruediv, {"float": "fdiv"}),
    (operator.and_, operator.iand, {"mask": "and_", "int": "and_"}),
    (operator.or_, operator.ior, {"mask": "or_"}),
):
    _binary(_plain, _methods)
    _binary(_inplace, _methods)
for _operation, _sign in (
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
    (operator.eq, "=="),
    (operator.ne, "!="),
):
    _comparison(_operation, _sign)


def _negative(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.fneg(args[0]) if sig.args[0] is FLOATS else builder.neg(args[0])


_register(
    operator.neg,
    lambda a: signature(a, a) if a in (FLOATS, INTS) else None,
    _negative,
)


def _remainder(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Python's %: fmod is exact, and the result has the divisor's sign."""
    a, b = (
        as_lanes(context, builder, value, kind, FLOATS)
        for value, kind in zip(args, sig.args, strict=True)
    )
    rest = builder.frem(a, b)
    zero = ir.Constant(VECTORS["float"], [0.0] * WIDTH)
    is_other_sign = builder.xor(
        builder.fcmp_ordered("<", rest, zero), builder.fcmp_ordered("<", b, zero)
    )
    is_apart = builder.fcmp_unordered("!=", rest, zero)
    signed = cgutils.get_or_insert_function(
        builder.module,
        ir.FunctionType(VECTORS["float"], [VECTORS["float"]] * 2),
        f"llvm.copysign.v{WIDTH}f64",
    )
    rest = builder.select(is_apart, rest, builder.call(signed, [zero, b]))
    is_apart = builder.and_(is_apart, is_other_sign)
    return builder.select(is_apart, builder.fadd(rest, b), rest)


_register(
    operator.mod,
    lambda a, b: signature(FLOATS, a, b) if _joined(a, b) is FLOATS else None,
    _remainder,
)


# --- functions of floats and of lanes ------------------------------------------------


def means(function: Any, typing: Callable[..., Any]) -> Callable[[Any], Any]:
    """Register what a function is in compiled code, of floats and of lanes."""

    def register(lower: Callable[..., Any]) -> Callable[..., Any]:
        _register(function, typing, lower)
        return lower

    return register


def _common(*parts: types.Type) -> types.Type | None:
    """What several values are together: lanes if one is, else the wider number."""
    for kind in (FLOATS, INTS, MASKS):
        if kind in parts:
            return kind if all(p is kind or can_be(p, kind) for p in parts) else None
    if all(isinstance(part, types.Boolean) for part in parts):
        return types.boolean
    if all(isinstance(part, types.Integer) for part in parts):
        return types.int64
    are_numbers = all(isinstance(p, types.Integer | types.Float) for p in parts)
    return types.float64 if are_numbers else None


def _as(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    if isinstance(wanted, LanesType):
        return as_lanes(context, builder, value, given, wanted)
    return context.cast(builder, value, given, wanted)


def select(mask: Any, a: Any, b: Any) -> Any:
    """A where the mask is true, else b."""
    return a if mask else b


def _type_of_choice(mask: types.Type, a: types.Type, b: types.Type) -> Any:
    kind = _common(a, b)
    if kind is None or not isinstance(mask, types.Boolean | LanesType):
        return None
    if mask is MASKS and not isinstance(kind, LanesType):
        kind = {types.float64: FLOATS, types.int64: INTS, types.boolean: MASKS}[kind]
    return signature(kind, mask, a, b)


@means(select, _type_of_choice)
def _select(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    a, b = (
        _as(context, builder, value, given, sig.return_type)
        for value, given in zip(args[1:], sig.args[1:], strict=True)
    )
    return builder.select(args[0], a, b)


def _comparing(sign: str) -> Callable[..., Any]:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b = (
            _as(context, builder, value, given, sig.return_type)
            for value, given in zip(args, sig.args, strict=True)
        )
        is_whole = sig.return_type in (INTS, types.int64)
        compare = builder.icmp_signed if is_whole else builder.fcmp_ordered
        return builder.select(compare(sign, a, b), a, b)

    return lower


def _type_of_pair(a: types.Type, b: types.Type) -> Any:
    kind = _common(a, b)
    return None if kind in (None, MASKS, types.boolean) else signature(kind, a, b)


def minimum(a: Any, b: Any) -> Any:
    """The smaller one; b where one is NaN."""
    return a if a < b else b


def maximum(a: Any, b: Any) -> Any:
    """The greater one; b where one is NaN."""
    return a if a > b else b


means(minimum, _type_of_pair)(_comparing("<"))
means(maximum, _type_of_pair)(_comparing(">"))


def any_lane(mask: Any) -> bool:
    """Whether the mask is true in any lane."""
    return bool(mask)


def _type_of_question(mask: types.Type) -> Any:
    is_mask = mask is MASKS or isinstance(mask, types.Boolean)
    return signature(types.boolean, mask) if is_mask else None


@means(any_lane, _type_of_question)
def _any_lane(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if sig.args[0] is not MASKS:
        return args[0]
    bits = builder.bitcast(args[0], ir.IntType(WIDTH))
    return builder.icmp_unsigned("!=", bits, ir.IntType(WIDTH)(0))


def negated(mask: Any) -> Any:
    """Not the mask."""
    return not mask


@means(
    negated,
    lambda mask: (
        signature(mask, mask)
        if mask is MASKS or isinstance(mask, types.Boolean)
        else None
    ),
)
def _negated(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    return builder.not_(args[0])


def _type_of_number(x: types.Type) -> Any:
    if x is FLOATS:
        return signature(FLOATS, FLOATS)
    is_number = isinstance(x, types.Float | types.Integer)
    return signature(types.float64, types.float64) if is_number else None


def _llvm(name: str) -> Callable[..., Any]:
    """A function of one number that LLVM knows, exact or rounded right."""

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        kind = args[0].type
        suffix = f"v{WIDTH}f64" if isinstance(kind, ir.VectorType) else "f64"
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind]), f"llvm.{name}.{suffix}"
        )
        return builder.call(function, args)

    return lower


def square_root(x: Any) -> Any:
    """Square root."""
    return np.sqrt(x)


def nearest(x: Any) -> Any:
    """The nearest whole number, halves to the even one."""
    return np.rint(x)


def floor_of(x: Any) -> Any:
    """The whole number below, as a float."""
    return np.floor(x)


def absolute(x: Any) -> Any:
    """Without its sign."""
    return abs(x)


for _function, _name in (
    (square_root, "sqrt"),
    (nearest, "rint"),
    (floor_of, "floor"),
    (absolute, "fabs"),
):
    means(_function, _type_of_number)(_llvm(_name))


def _type_of_test(x: types.Type) -> Any:
    return signature(MASKS if isinstance(x, LanesType) else types.boolean, x)


def always(x: Any) -> bool:
    """True, in as many lanes as x has."""
    return True


@means(always, _type_of_test)
def _always(_context: Any, _builder: Any, sig: Any, _args: Any) -> Any:
    if sig.return_type is MASKS:
        return ir.Constant(VECTORS["mask"], [1] * WIDTH)
    return _bit(1)


def is_nan(x: Any) -> Any:
    """Whether x is no number."""
    return x != x  # noqa: PLR0124


@means(is_nan, _type_of_test)
def _is_nan(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    return builder.fcmp_unordered("uno", args[0], args[0])


def truncated(x: Any) -> Any:
    """The whole number towards zero, as an integer."""
    return int(x)


@means(
    truncated,
    lambda x: (
        signature(INTS, FLOATS)
        if x is FLOATS
        else signature(types.int64, types.float64)
    ),
)
def _truncated(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = VECTORS["int"] if sig.return_type is INTS else _int64
    return builder.fptosi(args[0], kind)


def as_float(number: Any) -> Any:
    """An integer as a float."""
    return float(number)


@means(
    as_float,
    lambda x: (
        signature(FLOATS, INTS) if x is INTS else signature(types.float64, types.int64)
    ),
)
def _as_float(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = VECTORS["float"] if sig.return_type is FLOATS else _double
    return builder.sitofp(args[0], kind)


def power_of_two(exponent: Any) -> Any:
    """2 to a whole number from -1022 to 1023, which is given as a float."""
    return math.ldexp(1.0, int(exponent))


@means(power_of_two, _type_of_number)
def _power_of_two(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    kind = args[0].type
    is_vector = isinstance(kind, ir.VectorType)
    whole = VECTORS["int"] if is_vector else _int64
    bias, shift = (
        ir.Constant(whole, [n] * WIDTH if is_vector else n) for n in (1023, 52)
    )
    biased = builder.add(builder.fptosi(args[0], whole), bias)
    return builder.bitcast(builder.shl(biased, shift), kind)


def is_set(mask: Any, lane: int) -> bool:
    """Whether the mask is true in that lane."""
    return bool(mask)


@means(is_set, lambda mask, lane: signature(types.boolean, mask, types.int64))
def _is_set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if sig.args[0] is not MASKS:
        return args[0]
    return builder.extract_element(args[0], builder.trunc(args[1], _int32))


def num_lanes(mask: Any) -> int:
    """How many lanes a mask has: one if it is a plain truth value."""
    return 1


@means(num_lanes, lambda mask: signature(types.int64, mask))
def _num_lanes(_context: Any, _builder: Any, sig: Any, _args: Any) -> Any:
    return _int64(WIDTH if sig.args[0] is MASKS else 1)
