"""Comparisons of rows by those of their columns.

(a, b) IN ((1, 2), (3, 4))    a = 1 AND b = 2 OR a = 3 AND b = 4
(a, b) > (1, 2)               CASE WHEN a = 1 THEN b > 2 ELSE a > 1 END, which is NULL where PostgreSQL's is
"""

from __future__ import annotations

from functools import partial
from typing import Any

from planner.errors import PlanError
from planner.postgres.bind import logic
from planner.postgres.functions.comparison import SYMBOLS
from planner.tree.bound import Call, Case, Expr, InList, Row

_equals = partial(logic.operation, "=")


def by_columns(node: Any) -> Expr | None:
    """The comparison of rows; None for all else, and where columns have no such operator of their types."""
    try:
        match node:
            case InList(Row() as row, items, negated):
                equal = [_equal(row, item) for item in items if isinstance(item, Row)]
                found = equal[0] if len(equal) == 1 else logic.either(*equal)
                return logic.negate(found) if negated else found
            case Call(function, (Row() as left, Row() as right)) if function.operator and function.name in SYMBOLS:
                return _equal(left, right) if function.name == "=" else _ordered(function.name, left.items, right.items)
    except PlanError:
        return None
    return None


def _equal(left: Row, right: Row) -> Expr:
    return logic.every([_equals(a, b) for a, b in zip(left.items, right.items, strict=True)])


def _ordered(symbol: str, left: tuple[Expr, ...], right: tuple[Expr, ...]) -> Expr:
    """The first columns that differ decide."""
    first = logic.operation(symbol, left[0], right[0])
    if len(left) == 1:
        return first
    return Case(((_equals(left[0], right[0]), _ordered(symbol, left[1:], right[1:])),), first, logic.BOOLEAN)
