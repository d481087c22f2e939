"""Expressions whose value is known before any row is read: constants, parameters, now() and what is computed from them.

`value_of` makes one a function of (parameters, now). An expression it does not know gives None, and then nothing follows from the
condition it stands in. A computation that fails at run time (an overflow, a text that is no date) raises Unknown: the rows are then
left to the engine, which reports the error, or never gets to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from typing import Any, Final

from planner.errors import PlanError
from planner.prune.constrain import clock
from planner.prune.constrain.clock import fixed_offset_us
from planner.prune.constrain.terms import EXACT, FLOATS, INSTANTS, INTEGERS, converter, same
from planner.tree import types as t
from planner.tree.bound import ArrayExpr, Call, Cast, Const, Expr, Param
from planner.tree.calendar import DAY_US
from planner.tree.query_plan import PlanSettings
from planner.tree.values import Interval, Value

Params = Sequence[Value]
Evaluate = Callable[[Params, int], Any]


class Unknown(Exception):
    """The value could not be computed here."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that depends on parameters and the clock only.

    *constant* ones are the same for every execution; *param* is set where it is a bare parameter; *clock* ones depend on
    nothing but now(), *timeless* ones not on it. *total* ones never raise Unknown.
    """

    evaluate: Evaluate
    type: t.SqlType
    text: str
    constant: bool = False
    param: int | None = None
    total: bool = True
    clock: bool = False
    timeless: bool = False


_NOW: Final = frozenset(
    {"now", "current_timestamp", "transaction_timestamp", "statement_timestamp", "localtimestamp", "current_date"}
)


def value_of(expr: Expr, settings: PlanSettings) -> Known | None:
    """The expression as a Known; None when it depends on rows, or is beyond this module."""
    match expr:
        case Const(value, sql_type):
            return Known(lambda params, now_us: value, sql_type, _shown(value), constant=True, timeless=True)
        case Param(index, sql_type):
            return Known(lambda params, now_us: params[index], sql_type, f"${index + 1}", param=index, timeless=True)
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
    sql_type: t.SqlType, text: str, parts: Sequence[Known | None], compute: Callable[..., Any], *, strict: bool = True
) -> Known | None:
    """The value computed from other values; with *strict* NULL when one of them is."""
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    evaluate = (_of_two if len(known) == 2 and strict else _of_any)([k.evaluate for k in known], compute, strict=strict)
    constant = all(k.constant for k in known)
    clock_only = not constant and all(k.constant or k.clock for k in known)
    total = all(k.total for k in known) and not strict
    timeless = all(k.timeless for k in known)
    return Known(evaluate, sql_type, text, constant=constant, total=total, clock=clock_only, timeless=timeless)


_FAILURES: Final = (ArithmeticError, ValueError, TypeError, PlanError)


def _of_any(parts: Sequence[Evaluate], compute: Callable[..., Any], *, strict: bool) -> Evaluate:
    def evaluate(params: Params, now_us: int) -> Any:
        values = [part(params, now_us) for part in parts]
        if strict and None in values:
            return None
        try:
            return compute(*values)
        except _FAILURES as error:
            raise Unknown from error

    return evaluate


def _of_two(parts: Sequence[Evaluate], compute: Callable[[Any, Any], Any], *, strict: bool) -> Evaluate:
    """The same, strict, twice as fast: lists of keys are mostly sums and products."""
    one, two = parts

    def evaluate(params: Params, now_us: int) -> Any:
        left, right = one(params, now_us), two(params, now_us)
        if left is None or right is None:
            return None
        try:
            return compute(left, right)
        except _FAILURES as error:
            raise Unknown from error

    return evaluate


# ---------------------------------------------------------------------------------------------------------------------- casts


def _cast(inner: Known, target: t.SqlType, settings: PlanSettings) -> Known | None:
    convert = converter(inner.type, target, settings)
    if convert is None:
        return None
    if convert is same:
        return replace(inner, type=target, clock=False)
    cast = _combined(target, f"{inner.text}::{target.pg.name}", [inner], convert)
    if cast is not None and _is_widening(inner.type.pg, target.pg):
        return replace(cast, text=inner.text, total=inner.total)
    return _settled(cast, [inner], settings.timezone)


#: 1970 and the year 2200: what can be computed for both can be computed for every now() of this program's life.
_CLOCK_PROBES_US: Final = (0, 230 * 365 * DAY_US)


def _settled(known: Known | None, parts: Sequence[Known | None], zone: str) -> Known | None:
    """The value marked total where it depends on the clock alone and cannot fail: no local time in it that may occur twice."""
    if known is None or not known.clock or not (fixed_offset_us(zone) is not None or _is_plain_shift(known, parts)):
        return known
    try:
        for probe_us in _CLOCK_PROBES_US:
            known.evaluate((), probe_us)
    except Unknown:
        return known
    return replace(known, total=True)


def _is_plain_shift(known: Known, parts: Sequence[Known | None]) -> bool:
    """Is it an instant moved by microseconds only?"""
    intervals = [p.evaluate((), 0) for p in parts if p is not None and p.constant and p.type.pg is t.INTERVAL]
    return known.type.pg is t.TIMESTAMPTZ and len(intervals) == 1 and intervals[0] is not None and not any(intervals[0][:2])


def _is_widening(source: t.PgType, target: t.PgType) -> bool:
    """Does every value of *source* have one of *target*? (Infinite dates included; int to numeric and the like.)"""
    return (source in INTEGERS and (target in FLOATS or target is t.NUMERIC)) or (source in FLOATS and target is t.FLOAT8)


# ---------------------------------------------------------------------------------------------------------------------- calls


_CHOICES: Final[dict[str, Callable[..., Any]]] = {
    "coalesce": lambda *values: next((value for value in values if value is not None), None),
    "nullif": lambda value, other: None if value == other else value,
}
#: Types whose equal values, and no others, are equal in Python.
_ALIKE: Final = tuple(map(frozenset, (INTEGERS, (t.TEXT, t.VARCHAR), (t.DATE,), (t.TIMESTAMP,), (t.TIMESTAMPTZ,))))


def _call(call: Call, settings: PlanSettings) -> Known | None:
    name, zone = call.name, settings.timezone
    if name in _NOW and not call.args:
        return _now(name, call.type, zone)
    parts = [value_of(a, settings) for a in call.args]
    types = tuple(a.type.pg for a in call.args)
    choice = _CHOICES.get(name) if call.function.schema == "syntax" else None
    if choice is not None and (name == "coalesce" or any(alike.issuperset(types) for alike in _ALIKE)):
        return _combined(call.type, f"{name}(…)", parts, choice, strict=False)
    compute = _computation(name, types, call.type.pg, zone)
    if compute is None:
        return None
    texts = [p.text if p else "?" for p in parts]
    shown = f"{texts[0]} {name} {texts[1]}" if len(texts) == 2 and not name.isidentifier() else f"{name}({', '.join(texts)})"
    return _settled(_combined(call.type, shown, parts, compute), parts, zone)


def _now(name: str, sql_type: t.SqlType, zone: str) -> Known | None:
    if sql_type.pg is t.TIMESTAMPTZ:
        return Known(lambda params, now_us: now_us, sql_type, "now()", clock=True)
    convert = clock.converter(t.TIMESTAMPTZ, sql_type.pg, zone)
    now = [_now("now", t.SqlType(t.TIMESTAMPTZ), zone)]
    return None if convert is None else _settled(_combined(sql_type, name, now, convert), now, zone)


def _computation(name: str, types: tuple[t.PgType, ...], result: t.PgType, zone: str) -> Callable[..., Any] | None:
    if name in ("+", "-") and len(types) == 2:
        return _sum(types, result, zone, sign=1 if name == "+" else -1)
    if name == "-" and (result is t.NUMERIC or result in FLOATS):
        return _negated
    if name in ("-", "*") and all(t in INTEGERS for t in types):
        fitting = _fitter(result)
        return (lambda left, right: fitting(left * right)) if name == "*" else lambda value: fitting(-value)
    if name == "date_trunc" and len(types) == 2 and types[1] in (t.TIMESTAMP, t.TIMESTAMPTZ):
        return lambda unit, value: clock.truncate(unit, value, zone if types[1] is t.TIMESTAMPTZ else "UTC")
    return None


def _negated(value: Any) -> Any:
    """Python's - rounds a Decimal to the digits of the thread's context."""
    return value.copy_negate() if isinstance(value, Decimal) else -value


def _sum(types: tuple[t.PgType, ...], result: t.PgType, zone: str, *, sign: int) -> Callable[..., Any] | None:
    left, right = types
    if left in INTEGERS and right in INTEGERS:
        fitting = _fitter(result)
        return lambda a, b: fitting(a + sign * b)
    if result is t.NUMERIC:
        return lambda a, b: _exact_sum(a, b, sign)
    if left is t.DATE and right is t.INT4:
        return lambda a, b: clock.shifted_day(a, sign * b)
    if left in INSTANTS and right is t.INTERVAL:
        return lambda a, b: clock.shifted(a, left, b, sign, zone)
    if left is t.INTERVAL and right in INSTANTS and sign == 1:
        return lambda a, b: clock.shifted(b, right, a, 1, zone)
    if left is t.INTERVAL and right is t.INTERVAL:
        return lambda a, b: _interval_sum(a, b, sign)
    return None


def _interval_sum(left: Interval, right: Interval, sign: int) -> Interval:
    fits = zip(left, right, (_fitter(t.INT4), _fitter(t.INT4), _fitter(t.INT8)), strict=True)
    return Interval(*(fitting(a + sign * b) for a, b, fitting in fits))


def _fitter(pg: t.PgType) -> Callable[[int], int]:
    """What checks that an integer is of that type."""
    least = -(1 << INTEGERS[pg] - 1)
    most = -least - 1

    def fitting(value: int) -> int:
        if least <= value <= most:
            return value
        raise OverflowError(f"{value} does not fit {pg.name}")

    return fitting


def _exact_sum(left: Decimal, right: Decimal, sign: int) -> Decimal:
    with localcontext(EXACT):
        return left + sign * right
