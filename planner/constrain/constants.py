"""Expressions whose value is known before any row is read: constants, parameters, now() and what is computed from them.

`value_of` makes one a function of (parameters, now). An expression it does not know gives None, and then nothing follows from the
condition it stands in. A computation that fails at run time (an overflow, a text that is no date) raises Unknown: the rows are then
left to the engine, which reports the error, or never gets to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from typing import Any, Final

from planner.bound import ArrayExpr, Call, Cast, Const, Expr, Param
from planner.constrain import clock
from planner.errors import PlanError
from planner.literals import parse_text
from planner.plan import PlanSettings
from planner.types import (
    BPCHAR,
    DATE,
    FLOAT4,
    FLOAT8,
    INT2,
    INT4,
    INT8,
    INTERVAL,
    NUMERIC,
    TEXT,
    TIMESTAMP,
    TIMESTAMPTZ,
    UNKNOWN,
    VARCHAR,
    PgType,
    SqlType,
)
from planner.values import Value

Params = Sequence[Value]
Evaluate = Callable[[Params, int], Any]


class Unknown(Exception):
    """The value could not be computed here."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that depends on parameters and the clock only.

    *constant* ones are the same for every execution; *param* is set where it is a bare parameter. *total* ones never raise Unknown.
    """

    evaluate: Evaluate
    type: SqlType
    text: str
    constant: bool = False
    param: int | None = None
    total: bool = True


INTEGERS: Final = {INT2: 16, INT4: 32, INT8: 64}
FLOATS: Final = frozenset({FLOAT4, FLOAT8})
TEXTS: Final = frozenset({TEXT, VARCHAR, BPCHAR, UNKNOWN})
INSTANTS: Final = frozenset({DATE, TIMESTAMP, TIMESTAMPTZ})
_NOW: Final = frozenset(
    {"now", "current_timestamp", "transaction_timestamp", "statement_timestamp", "localtimestamp", "current_date"}
)
_EXACT: Final = Context(prec=1100)


def value_of(expr: Expr, settings: PlanSettings) -> Known | None:
    """The expression as a Known; None when it depends on rows, or is beyond this module."""
    match expr:
        case Const(value, sql_type):
            return Known(lambda params, now_us: value, sql_type, _shown(value), constant=True)
        case Param(index, sql_type):
            return Known(lambda params, now_us: params[index], sql_type, f"${index + 1}", param=index)
        case Cast(operand, sql_type):
            inner = value_of(operand, settings)
            return None if inner is None else _cast(inner, sql_type, settings)
        case ArrayExpr(items, sql_type):
            parts = [value_of(i, settings) for i in items]
            return _combined(sql_type, "ARRAY[…]", parts, lambda *values: list(values), strict=False)
        case Call():
            return _call(expr, settings)
    return None


def _shown(value: Any) -> str:
    if value is None:
        return "NULL"
    return f"'{value}'" if isinstance(value, str) else str(value)


def _combined(
    sql_type: SqlType, text: str, parts: Sequence[Known | None], compute: Callable[..., Any], *, strict: bool = True
) -> Known | None:
    """The value computed from other values; with *strict* NULL when one of them is."""
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    evaluators = [k.evaluate for k in known]

    def evaluate(params: Params, now_us: int) -> Any:
        values = [e(params, now_us) for e in evaluators]
        if strict and None in values:
            return None
        try:
            return compute(*values)
        except (ArithmeticError, ValueError, TypeError, PlanError) as error:
            raise Unknown from error

    constant = all(k.constant for k in known)
    return Known(evaluate, sql_type, text, constant=constant, total=all(k.total for k in known) and not strict)


# ---------------------------------------------------------------------------------------------------------------------- casts


def _cast(inner: Known, target: SqlType, settings: PlanSettings) -> Known | None:
    convert = converter(inner.type, target, settings)
    if convert is None:
        return None
    if convert is _same:
        return Known(inner.evaluate, target, inner.text, inner.constant, inner.param, inner.total)
    cast = _combined(target, f"{inner.text}::{target.pg.name}", [inner], convert)
    return cast if cast is None or not _is_widening(inner.type.pg, target.pg) else _total(cast, inner)


def _total(cast: Known, inner: Known) -> Known:
    return Known(cast.evaluate, cast.type, inner.text, cast.constant, None, inner.total)


def _is_widening(source: PgType, target: PgType) -> bool:
    """Does every value of *source* have one of *target*? (Infinite dates included; int to numeric and the like.)"""
    return (source in INTEGERS and (target in FLOATS or target is NUMERIC)) or (source in FLOATS and target is FLOAT8)


def _same(value: Any) -> Any:
    return value


def converter(source: SqlType, target: SqlType, settings: PlanSettings) -> Callable[[Any], Any] | None:
    """What a cast does to a physical value that is not NULL; None where this module does not know the cast."""
    if source.pg is target.pg and target.typmod in (-1, source.typmod):
        return _same
    if source.pg in INTEGERS or source.pg in FLOATS or source.pg is NUMERIC:
        return _number_converter(source.pg, target)
    if source.pg in TEXTS:
        return _text_converter(source, target, settings)
    if source.pg in INSTANTS and target.typmod == -1:
        return clock.converter(source.pg, target.pg, settings.timezone)
    if source.pg.element is not None and target.pg.element is not None:
        return _array_converter(SqlType(source.pg.element, source.typmod), SqlType(target.pg.element, target.typmod), settings)
    return None


def _array_converter(source: SqlType, target: SqlType, settings: PlanSettings) -> Callable[[Any], Any] | None:
    convert = converter(source, target, settings)
    if convert is None:
        return None

    def convert_all(value: Any) -> Any:
        if isinstance(value, list):
            return [convert_all(v) for v in value]
        return None if value is None else convert(value)

    return convert_all


def _number_converter(source: PgType, target: SqlType) -> Callable[[Any], Any] | None:
    if target.pg in INTEGERS:
        if source in INTEGERS and INTEGERS[source] <= INTEGERS[target.pg]:
            return _same
        return lambda value: _to_integer(value, INTEGERS[target.pg])
    if target.typmod != -1:
        return None
    if target.pg is FLOAT8:
        return float
    if target.pg is NUMERIC:
        return Decimal if source in INTEGERS else _float_to_numeric
    return None


def _to_integer(value: int | float | Decimal, bits: int) -> int:
    """Rounds as Postgres does: floats half to even, numerics half away from zero."""
    whole = int(value.to_integral_value(ROUND_HALF_UP, _EXACT)) if isinstance(value, Decimal) else round(value)
    if not -(1 << bits - 1) <= whole < 1 << bits - 1:
        raise OverflowError(f"{value} does not fit {bits} bits")
    return whole


def _float_to_numeric(value: float) -> Decimal:
    """Postgres keeps 15 digits of a float8."""
    return Decimal(f"{value:.15g}")


def _text_converter(source: SqlType, target: SqlType, settings: PlanSettings) -> Callable[[Any], Any] | None:
    if target.pg in TEXTS and target.pg is not BPCHAR:
        if target.typmod != -1:
            return None
        return (lambda value: value.rstrip(" ")) if source.pg is BPCHAR else _same
    return lambda value: parse_text(value, target, settings)


# ---------------------------------------------------------------------------------------------------------------------- calls


def _call(call: Call, settings: PlanSettings) -> Known | None:
    name, zone = call.name, settings.timezone
    if name in _NOW and not call.args:
        return _now(name, call.type, zone)
    parts = [value_of(a, settings) for a in call.args]
    types = tuple(a.type.pg for a in call.args)
    compute = _computation(name, types, call.type.pg, zone)
    if compute is None:
        return None
    texts = [p.text if p else "?" for p in parts]
    shown = f"{texts[0]} {name} {texts[1]}" if len(texts) == 2 and not name.isidentifier() else f"{name}({', '.join(texts)})"
    return _combined(call.type, shown, parts, compute)


def _now(name: str, sql_type: SqlType, zone: str) -> Known | None:
    if sql_type.pg is TIMESTAMPTZ:
        return Known(lambda params, now_us: now_us, sql_type, "now()")
    convert = clock.converter(TIMESTAMPTZ, sql_type.pg, zone)
    return None if convert is None else _combined(sql_type, name, [_now("now", SqlType(TIMESTAMPTZ), zone)], convert)


def _computation(name: str, types: tuple[PgType, ...], result: PgType, zone: str) -> Callable[..., Any] | None:
    if name in ("+", "-") and len(types) == 2:
        return _sum(types, result, zone, sign=1 if name == "+" else -1)
    if name == "-" and (result in INTEGERS or result is NUMERIC or result in FLOATS):
        return lambda value: _fitting(-value, result)
    if name == "*" and len(types) == 2 and all(t in INTEGERS for t in types):
        return lambda left, right: _fitting(left * right, result)
    if name == "date_trunc" and len(types) == 2 and types[1] in (TIMESTAMP, TIMESTAMPTZ):
        return lambda unit, value: clock.truncate(unit, value, zone if types[1] is TIMESTAMPTZ else "UTC")
    return None


def _sum(types: tuple[PgType, ...], result: PgType, zone: str, *, sign: int) -> Callable[..., Any] | None:
    left, right = types
    if result in INTEGERS:
        return (lambda a, b: _fitting(a + sign * b, result)) if left in INTEGERS and right in INTEGERS else None
    if result is NUMERIC:
        return lambda a, b: _exact_sum(a, b, sign)
    if left is DATE and right is INT4:
        return lambda a, b: clock.shifted_day(a, sign * b)
    if left in INSTANTS and right is INTERVAL:
        return lambda a, b: clock.shifted(a, left, b, sign, zone)
    if left is INTERVAL and right in INSTANTS and sign == 1:
        return lambda a, b: clock.shifted(b, right, a, 1, zone)
    if left is INTERVAL and right is INTERVAL:
        return lambda a, b: type(a)(*(x + sign * y for x, y in zip(a, b, strict=True)))
    return None


def _fitting(value: Any, pg: PgType) -> Any:
    bits = INTEGERS.get(pg)
    if bits is not None and not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise OverflowError(f"{value} does not fit {pg.name}")
    return value


def _exact_sum(left: Decimal, right: Decimal, sign: int) -> Decimal:
    with localcontext(_EXACT):
        return left + sign * right
