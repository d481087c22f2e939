"""Which expressions a node may work out for the coordinator: those that are the same on every node at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from planner.postgres.functions import catalog
from planner.postgres.functions.function import Function
from planner.tree import bound as b
from planner.tree.types import OID, PgType
from planner.tree.walk import inside

#: Functions that ask the coordinator's catalog or session, and those that tell the time of the call.
_HERE: Final = frozenset({*catalog.FUNCTIONS}) | frozenset({"clock_timestamp", "timeofday"})
_SCHEMAS: Final = frozenset({"pg_catalog", "syntax"})


def pushable(
    expr: b.Expr,
    sources: frozenset[int],
    *,
    aggregates: bool = False,
    windows: bool = False,
    subquery: Callable[[b.Subquery], bool] = lambda _: False,
) -> bool:
    """May a node evaluate the expression for rows of *sources*? Of subqueries, *subquery* says it."""
    return all(
        subquery(e) if isinstance(e, b.Subquery) else _is_pushable(e, sources, aggregates=aggregates, windows=windows)
        for e in inside(expr)
    )


def all_pushable(exprs: Iterable[b.Expr], sources: frozenset[int]) -> bool:
    """May a node evaluate all of them?"""
    return all(pushable(e, sources) for e in exprs)


def _is_pushable(expr: b.Expr, sources: frozenset[int], *, aggregates: bool, windows: bool) -> bool:
    match expr:
        case b.ColumnRef(source):
            return source in sources
        case b.Aggregate():
            return aggregates and is_same_everywhere(expr.function)
        case b.Window():
            return windows and is_same_everywhere(expr.function)
        case b.Call() | b.AnyAll():
            return is_same_everywhere(expr.function) and not (isinstance(expr, b.Call) and expr.is_grouping)
        case b.Cast(operand, sql_type):
            return not (_is_name(operand.type.pg) or _is_name(sql_type.pg))
    return True


def _is_name(pg: PgType) -> bool:
    """Is it regclass or its like, whose text depends on the catalog?"""
    return pg is not OID and pg.name.startswith("reg")


def is_same_everywhere(function: Function) -> bool:
    """Does it give every node the same result for the same arguments?"""
    if function.volatility == "volatile" or function.schema not in _SCHEMAS:
        return False
    return function not in _HERE and function.name not in _HERE


def can_travel(expr: b.Expr) -> bool:
    """May its values be a fragment's column? Records have no form in Arrow."""
    return expr.type.pg.category != "P"


def has_columns(expr: b.Expr) -> bool:
    """Does it depend on rows at all?"""
    return any(isinstance(e, b.ColumnRef) for e in inside(expr))
