"""Parameters of a query as DuckDB's Python client takes them: those that the SQL mentions, numerics with every digit."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from typing import Any, Final

from planner.errors import Unsupported
from planner.postgres.functions.numeric import PARAMETER_SHAPE
from planner.postgres.literals.numbers import NUMERIC_DIGITS_MAX, NUMERIC_SCALE_MAX, format_numeric
from planner.tree.types import NUMERIC, SqlType
from planner.tree.values import Interval, Value

_PARAMETER: Final = re.compile(r"\$(p\d+t?|now)\b")
#: Never rounds a numeric.
_EVERY_DIGIT: Final = Context(prec=NUMERIC_DIGITS_MAX + NUMERIC_SCALE_MAX)


def parameters(sql: str, values: tuple[Value, ...], types: tuple[SqlType, ...], now_us: int) -> dict[str, Any]:
    """The named parameters that the SQL mentions (DuckDB refuses others), as planner.lower wants them to travel."""
    mentioned = set(_PARAMETER.findall(sql))
    found: dict[str, Any] = {}
    for i, (value, type_) in enumerate(zip(values, types, strict=True), 1):
        if f"p{i}" in mentioned:
            found[f"p{i}"] = travelling(value, type_)
        if f"p{i}t" in mentioned:
            found[f"p{i}t"] = printed(value)
    return found | ({"now": now_us} if "now" in mentioned else {})


def printed(value: Value) -> Any:
    """A numeric, or an array of them, as text with the digits that it came with."""
    if isinstance(value, list):
        return [printed(item) for item in value]
    if value is None:
        return None
    number = Decimal(str(value))
    return format_numeric(number or abs(number))


def _decimal(value: Decimal) -> str:
    """For a DECIMAL of PARAMETER_SHAPE, which would round in silence."""
    if not value.is_finite():
        raise Unsupported(f"numeric {value} is not supported in expressions")
    exponent = value.normalize(_EVERY_DIGIT).as_tuple().exponent
    if isinstance(exponent, int) and -exponent > PARAMETER_SHAPE.scale:
        most = PARAMETER_SHAPE.scale
        raise Unsupported(f"numeric parameters with more than {most} fraction digits are not supported in expressions")
    if value.adjusted() >= PARAMETER_SHAPE.digits and value:
        most = PARAMETER_SHAPE.digits
        raise Unsupported(f"numeric parameters with more than {most} digits before the point are not supported in expressions")
    return format(value, "f")


def travelling(value: Value, type_: SqlType) -> Any:
    """A physical value as DuckDB's Python client takes it."""
    match value:
        case Interval(months, days, micros):
            return [months, days, micros]
        case Decimal():
            return _decimal(value)
        case list():
            element = SqlType(type_.pg.element or NUMERIC)
            return [travelling(item, element) for item in value]
        case _:
            return value
