"""AND and OR as values: what stands behind is computed only where what stands in front leaves it open, as in
``ten <> 0 AND 100 / ten > 20``.

DuckDB keeps to that in conditions (WHERE, HAVING, ON, CASE), and computes all parts for all rows where the result is a value: in a
select list, an argument, a sort key, FILTER. There CASE keeps the order, before parts that may fail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from planner.lower.state import State
from planner.postgres.functions.chains import chain
from planner.tree import bound as b
from planner.tree.walk import nodes_in

#: SQL of an expression.
Sql = Callable[[b.Expr], str]
_CONNECTIVES: Final = frozenset({"and", "or"})
_TESTS: Final = frozenset({"is_null", "is_true", "is_false", "is_unknown", "is_distinct", "is_not_distinct", "not"})
_HARMLESS: Final = _CONNECTIVES | _TESTS | {"=", "<>", "<", "<=", ">", ">="}
#: A part that is written twice is no longer than this; the order of longer ones is left to DuckDB.
TWICE_CHARACTERS_MAX: Final = 1 << 12
#: Runs of parts, each behind the one before; the order of more is left to DuckDB, too.
IN_ORDER_MAX: Final = 16


def condition(state: State, expr: b.Expr, sql: Sql) -> str:
    """SQL of a condition, whose parts DuckDB computes in their order."""
    if not isinstance(expr, b.Call) or expr.name not in (*_CONNECTIVES, "not") or any(key == expr for key, _ in state.groups):
        return sql(expr)
    parts = [condition(state, arg, sql) for arg in expr.args]
    return f"(NOT {parts[0]})" if expr.name == "not" else _plain(expr.name, parts)


def is_connective(expr: b.Call) -> bool:
    """Is it AND or OR?"""
    return expr.name in _CONNECTIVES


def in_order(expr: b.Call, parts: Sequence[str]) -> str:
    """SQL of an AND or OR of *parts*, the SQL of its arguments."""
    begins = [0, *(i for i, arg in enumerate(expr.args) if i and _may_fail(arg))]
    if len(begins) > IN_ORDER_MAX or not all(map(_may_be_repeated, expr.args[: begins[-1]], parts)):
        return _plain(expr.name, parts)
    *first, found = (_plain(expr.name, parts[i:j]) for i, j in pairwise([*begins, len(parts)]))
    for run in reversed(first):
        found = _behind(expr.name, run, found)
    return found


def _behind(name: str, first: str, rest: str) -> str:
    if name == "and":
        return f"(CASE WHEN NOT {first} THEN FALSE ELSE ({first} AND {rest}) END)"
    return f"(CASE WHEN {first} THEN TRUE ELSE ({first} OR {rest}) END)"


def _plain(name: str, parts: Sequence[str]) -> str:
    return f"({chain('AND' if name == 'and' else 'OR', parts)})"


def _may_fail(expr: b.Expr) -> bool:
    return any(
        (isinstance(node, b.Call) and node.name not in _HARMLESS) or (isinstance(node, b.Cast) and not node.implicit)
        for node in nodes_in(expr)
    )


def _may_be_repeated(expr: b.Expr, sql: str) -> bool:
    return len(sql) <= TWICE_CHARACTERS_MAX and not any(map(_is_single, nodes_in(expr)))


def _is_single(node: object) -> bool:
    """Must it be computed once: a subquery, or what is volatile?"""
    return isinstance(node, b.Subquery) or (isinstance(node, b.Call) and node.function.volatility == "volatile")
