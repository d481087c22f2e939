"""What casts do to values that are known beforehand, as far as bounds may be built on it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any, Final

from planner.postgres.literals import parse_text
from planner.postgres.literals.numbers import NUMERIC_DIGITS_MAX, NUMERIC_SCALE_MAX
from planner.prune.constrain import clock
from planner.tree import types as t
from planner.tree.query_plan import PlanSettings

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
