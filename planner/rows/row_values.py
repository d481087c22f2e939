"""Comparisons of rows by those of their columns.

(a, b) IN ((1, 2), (3, 4))    a = 1 AND b = 2 OR a = 3 AND b = 4
(a, b) > (1, 2)               CASE WHEN a = 1 THEN b > 2 ELSE a > 1 END, which is NULL where PostgreSQL's is
"""

from __future__ import annotations

from typing import Any

from planner.errors import PlanError
from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.registry import builtin, resolve_operator
from planner.tree.bound import Call, Case, Expr, InList, Row
from planner.tree.types import BOOL, SqlType

_BOOLEAN = SqlType(BOOL)


def by_columns(node: Any) -> Expr | None:
    """The comparison of rows; None for all else, and where columns have no such operator of their types."""
    try:
        match node:
            case InList(Row() as row, items, negated):
                found = _connected("or", [_equal(row, item) for item in items if isinstance(item, Row)])
                return Call(builtin("not"), (found,), _BOOLEAN) if negated else found
            case Call(function, (Row() as left, Row() as right)) if function.operator and function.name in SYMBOLS:
                return _equal(left, right) if function.name == "=" else _ordered(function.name, left.items, right.items)
    except PlanError:
        return None
    return None


def _equal(left: Row, right: Row) -> Expr:
    return _connected("and", [_compared("=", a, b) for a, b in zip(left.items, right.items, strict=True)])


def _ordered(symbol: str, left: tuple[Expr, ...], right: tuple[Expr, ...]) -> Expr:
    """The first columns that differ decide."""
    first = _compared(symbol, left[0], right[0])
    if len(left) == 1:
        return first
    return Case(((_compared("=", left[0], right[0]), _ordered(symbol, left[1:], right[1:])),), first, _BOOLEAN)


def _compared(symbol: str, left: Expr, right: Expr) -> Expr:
    """Raises PlanError."""
    return Call(resolve_operator(symbol, left.type.pg, right.type.pg).function, (left, right), _BOOLEAN)


def _connected(name: str, conditions: list[Expr]) -> Expr:
    return conditions[0] if len(conditions) == 1 else Call(builtin(name), tuple(conditions), _BOOLEAN)
