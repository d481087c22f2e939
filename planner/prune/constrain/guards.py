"""Conditions on known values alone, such as ``$1 IS NULL`` or ``1 = 0``: true or false for a whole execution."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from planner.prune.constrain.constants import Known, Params
from planner.prune.constrain.conversions import FLOATS, INSTANTS, INTEGERS
from planner.tree.calendar import interval_us
from planner.tree.types import BOOL, BYTEA, INTERVAL, NAME, NUMERIC, TEXT, VARCHAR, PgType

Truth = Callable[[Params, int], bool | None]

_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_NUMBERS: Final = frozenset({*INTEGERS, *FLOATS, NUMERIC})
_TEXTS: Final = frozenset({TEXT, VARCHAR, NAME})


def compared(name: str, left: Known, right: Known) -> Truth | None:
    """The truth of a comparison of two known values; None where the types are beyond this module."""
    line = _line(left.type.pg, right.type.pg)
    if line is None:
        return None
    test, a, b = _OPERATORS[name], left.evaluate, right.evaluate

    def truth(params: Params, now_us: int) -> bool | None:
        first, second = a(params, now_us), b(params, now_us)
        return None if first is None or second is None else test(line(first), line(second))

    return truth


def _line(left: PgType, right: PgType) -> Callable[[Any], Any] | None:
    """What to compare two values of these types by, so that Python's order is Postgres's."""
    if left in _NUMBERS and right in _NUMBERS and (left in FLOATS) == (right in FLOATS):
        return _number_line
    if left in _TEXTS and right in _TEXTS:
        return str.encode
    if left is not right:
        return None
    if left is INTERVAL:
        return interval_us
    return _same if left in (BOOL, BYTEA) or left in INSTANTS else None


def _same(value: Any) -> Any:
    return value


def _number_line(value: int | float | Decimal) -> tuple[bool, int | float | Decimal]:
    """NaN above everything and equal to itself."""
    return (True, 0) if value != value else (False, value)


def is_null(of: Known) -> Truth:
    """``value IS NULL``."""
    evaluate = of.evaluate
    return lambda params, now_us: evaluate(params, now_us) is None


def as_truth(of: Known) -> Truth | None:
    """A boolean value as a condition."""
    return of.evaluate if of.type.pg is BOOL else None
