"""Recognising a key column inside an expression: behind casts and date_trunc that keep its order, or other names; and what casts do
to values that are known beforehand, as far as bounds may be built on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any, Final

from planner.postgres.literals import parse_text
from planner.postgres.literals.numbers import NUMERIC_DIGITS_MAX, NUMERIC_SCALE_MAX
from planner.prune.constrain import clock
from planner.prune.constrain.steps import (
    DATE_TO_TIMESTAMP,
    DECIMAL_TO_DOUBLE,
    LONG_TO_DOUBLE,
    TIMESTAMP_TO_DATE,
    MonotoneStep,
    globalized,
    localized,
    truncated,
)
from planner.prune.keyspace.key_column import KeyColumn
from planner.tree import types as t
from planner.tree.bound import Call, Cast, ColumnRef, Const, Expr
from planner.tree.calendar import UNITS
from planner.tree.query_plan import PlanSettings
from statestore import types as st


@dataclass(frozen=True, slots=True)
class Term:
    """A key column with functions applied that keep its order, innermost first."""

    column: KeyColumn
    steps: tuple[MonotoneStep, ...]
    type: t.SqlType
    exact: bool

    def then(self, steps: Sequence[MonotoneStep], to: t.SqlType, *, exact: bool = True) -> Term:
        """The term with more functions applied."""
        every = self.exact and exact and all(s.exact for s in steps)
        return Term(self.column, (*self.steps, *steps), to, every)


@dataclass(frozen=True, slots=True)
class TermScope:
    """What one view's key columns are called in the conditions at hand.

    *names*: (source, column) → expressions over the scan's own columns that have the same value. *settings* are the session's.
    """

    source: int
    columns: Mapping[int, KeyColumn]
    names: Mapping[tuple[int, int], Sequence[Expr]]
    settings: PlanSettings


def terms_of(expr: Expr, scope: TermScope) -> list[Term]:
    """Every way in which the expression is one of the view's key columns, mostly none or one."""
    match expr:
        case ColumnRef(source, column) if source == scope.source:
            key = scope.columns.get(column)
            return [] if key is None else [Term(key, (), key.sql_type, exact=True)]
        case ColumnRef(source, column):
            names = scope.names.get((source, column), ())
            return [replace(term, exact=False) for name in names for term in terms_of(name, scope)]
        case Cast(operand, sql_type):
            found = [_cast(term, sql_type, scope.settings.timezone) for term in terms_of(operand, scope)]
            return [term for term in found if term is not None]
        case Call() if expr.name == "date_trunc" and len(expr.args) == 2:
            return _truncated(expr, scope)
    return []


def _truncated(call: Call, scope: TermScope) -> list[Term]:
    unit, operand = call.args
    if not isinstance(unit, Const) or not isinstance(unit.value, str) or unit.value.lower() not in UNITS:
        return []
    step = truncated(unit.value.lower())
    zone = scope.settings.timezone
    found = []
    for term in terms_of(operand, scope):
        if term.type.pg is t.TIMESTAMP:
            found.append(term.then([step], term.type))
        elif term.type.pg is t.TIMESTAMPTZ:
            found.append(term.then([localized(zone), step, globalized(zone)], term.type))
    return found


def _cast(term: Term, target: t.SqlType, zone: str) -> Term | None:
    source = term.type.pg
    if source is target.pg and (target.typmod in (-1, term.type.typmod) or _holds_all(term.type, target)):
        return replace(term, type=target)
    if target.typmod != -1:
        return None
    if source in INTEGERS or source in FLOATS or source is t.NUMERIC:
        return _number_cast(term, source, target)
    if source in (t.TEXT, t.VARCHAR) and target.pg in (t.TEXT, t.VARCHAR):
        return replace(term, type=target)
    steps = instant_steps(source, target.pg, zone)
    return None if steps is None else term.then(steps, target)


def _holds_all(source: t.SqlType, target: t.SqlType) -> bool:
    """Does numeric(p, s) keep every value of the source as it is?"""
    wide, narrow = t.numeric_precision_scale(target.typmod), t.numeric_precision_scale(source.typmod)
    if target.pg is not t.NUMERIC or wide is None or narrow is None:
        return False
    return wide[1] >= narrow[1] and wide[0] - wide[1] >= narrow[0] - narrow[1]


def _number_cast(term: Term, source: t.PgType, target: t.SqlType) -> Term | None:
    if source in INTEGERS and target.pg in INTEGERS:
        # A narrowing cast fails for some rows rather than give another value: sound, but the engine has to look.
        return term.then((), target, exact=INTEGERS[source] <= INTEGERS[target.pg])
    if source in INTEGERS and target.pg is t.NUMERIC:
        return term.then((), target)
    if target.pg is t.FLOAT8:
        if source is t.NUMERIC:
            return term.then([DECIMAL_TO_DOUBLE], target)
        return term.then([LONG_TO_DOUBLE] if source is t.INT8 else [], target)
    return None


def instant_steps(source: t.PgType, target: t.PgType, zone: str) -> list[MonotoneStep] | None:
    """The steps of a cast between date, timestamp and timestamptz; None where there is no such cast."""
    local, instant = localized(zone), globalized(zone)
    steps = {
        (t.DATE, t.TIMESTAMP): [DATE_TO_TIMESTAMP],
        (t.DATE, t.TIMESTAMPTZ): [DATE_TO_TIMESTAMP, instant],
        (t.TIMESTAMP, t.TIMESTAMPTZ): [instant],
        (t.TIMESTAMP, t.DATE): [TIMESTAMP_TO_DATE],
        (t.TIMESTAMPTZ, t.TIMESTAMP): [local],
        (t.TIMESTAMPTZ, t.DATE): [local, TIMESTAMP_TO_DATE],
    }
    return steps.get((source, target))


def has_order(data_type: st.DataType) -> bool:
    """Does SQL order and compare the column as its key bytes do? Structs are jsonb to SQL, which has an order of its own."""
    return not isinstance(data_type, st.Struct | st.Map) and not (
        isinstance(data_type, st.Array) and isinstance(data_type.element, st.Array | st.Map | st.Struct)
    )


# -------------------------------------------------------------------------------------------------------- known values

INTEGERS: Final = {t.INT2: 16, t.INT4: 32, t.INT8: 64}
FLOATS: Final = frozenset({t.FLOAT4, t.FLOAT8})
TEXTS: Final = frozenset({t.TEXT, t.VARCHAR, t.BPCHAR, t.UNKNOWN})
INSTANTS: Final = frozenset({t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ})
#: Enough digits for the sum of any two numerics.
EXACT: Final = Context(prec=NUMERIC_DIGITS_MAX + NUMERIC_SCALE_MAX + 1)


def same(value: Any) -> Any:
    """The value as it is."""
    return value


def converter(source: t.SqlType, target: t.SqlType, settings: PlanSettings) -> Callable[[Any], Any] | None:
    """What a cast does to a physical value that is not NULL; None where this module does not know the cast."""
    if source.pg is target.pg and target.typmod in (-1, source.typmod):
        return same
    if source.pg in INTEGERS or source.pg in FLOATS or source.pg is t.NUMERIC:
        return _number_converter(source.pg, target)
    if source.pg in TEXTS:
        return _text_converter(source, target, settings)
    if source.pg in INSTANTS and target.typmod == -1:
        return clock.converter(source.pg, target.pg, settings.timezone)
    if source.pg.element is not None and target.pg.element is not None:
        return _array_converter(t.SqlType(source.pg.element, source.typmod), t.SqlType(target.pg.element, target.typmod), settings)
    return None


def _array_converter(source: t.SqlType, target: t.SqlType, settings: PlanSettings) -> Callable[[Any], Any] | None:
    convert = converter(source, target, settings)
    if convert is None:
        return None

    def convert_all(value: Any) -> Any:
        if isinstance(value, list):
            return [convert_all(v) for v in value]
        return None if value is None else convert(value)

    return convert_all


def _number_converter(source: t.PgType, target: t.SqlType) -> Callable[[Any], Any] | None:
    if target.pg in INTEGERS:
        if source in INTEGERS and INTEGERS[source] <= INTEGERS[target.pg]:
            return same
        return lambda value: _to_integer(value, INTEGERS[target.pg])
    if target.typmod != -1:
        return None
    if target.pg is t.FLOAT8:
        return float
    if target.pg is t.NUMERIC:
        return Decimal if source in INTEGERS else _float_to_numeric
    return None


def _to_integer(value: int | float | Decimal, bits: int) -> int:
    """Rounds as Postgres does: floats half to even, numerics half away from zero."""
    whole = int(value.to_integral_value(ROUND_HALF_UP, EXACT)) if isinstance(value, Decimal) else round(value)
    if not -(1 << bits - 1) <= whole < 1 << bits - 1:
        raise OverflowError(f"{value} does not fit {bits} bits")
    return whole


def _float_to_numeric(value: float) -> Decimal:
    """Postgres keeps 15 digits of a float8."""
    return Decimal(f"{value:.15g}")


def _text_converter(source: t.SqlType, target: t.SqlType, settings: PlanSettings) -> Callable[[Any], Any] | None:
    if target.pg in TEXTS and target.pg is not t.BPCHAR:
        if target.typmod != -1:
            return None
        return (lambda value: value.rstrip(" ")) if source.pg is t.BPCHAR else same
    return lambda value: parse_text(value, target, settings)
