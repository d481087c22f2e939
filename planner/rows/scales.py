"""Numerics whose values all show as many fraction digits: their equal values have one text, so that one stands for a group."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from planner.rows.kinds import INT, NUMERIC, kind_of
from planner.rows.moments import is_whole_field, seconds_scale
from planner.tree.bound import Call, Case, Cast, ColumnRef, Const, Expr
from planner.tree.types import numeric_precision_scale

#: PostgreSQL cuts the digits of products that have more than 1,000.
_SCALE_MAX: Final = 100
_WHOLE: Final = frozenset({"floor", "ceil", "ceiling", "sign"})
_SAME: Final = frozenset({"abs", "@", "-", "+", "%", "mod"})


def fixed_scale(expr: Expr) -> int | None:
    """The number of fraction digits of all values of a numeric; None where that is not known, or not one."""
    found = _scale(expr) if kind_of(expr.type.pg) == NUMERIC else None
    return found if found is None or found <= _SCALE_MAX else None


def _scale(expr: Expr) -> int | None:
    match expr:
        case Const(Decimal() as value):
            exponent = value.as_tuple().exponent
            return -exponent if isinstance(exponent, int) and exponent <= 0 else None
        case ColumnRef(type=type_) | Cast(type=type_) if (declared := numeric_precision_scale(type_.typmod)) is not None:
            return declared[1]
        case Cast(operand):
            return 0 if kind_of(operand.type.pg) == INT else fixed_scale(operand)
        case Case(whens, otherwise):
            return _common([result for _, result in whens] + ([] if otherwise is None else [otherwise]))
        case Call():
            return 0 if is_whole_field(expr) else _of_call(expr)
    return None


def _of_call(call: Call) -> int | None:
    name, args = call.name, call.args
    if call.function.schema == "syntax":
        return _common(args) if name == "coalesce" else None
    if name in _WHOLE:
        return 0
    if name in ("round", "trunc"):
        digits = args[1] if len(args) > 1 else Const(0, call.type)
        return max(digits.value, 0) if isinstance(digits, Const) and isinstance(digits.value, int) else None
    if name == "extract":
        return seconds_scale(call)
    scales = [scale for scale in map(fixed_scale, args) if scale is not None]
    if len(scales) < len(args):
        return None
    if name == "*":
        return sum(scales)
    return max(scales) if name in _SAME else None


def _common(exprs: list[Expr] | tuple[Expr, ...]) -> int | None:
    """NULLs have none."""
    scales = {fixed_scale(expr) for expr in exprs if not (isinstance(expr, Const) and expr.value is None)}
    return scales.pop() if len(scales) == 1 else None
