"""FETCH FIRST n ROWS WITH TIES: the rows whose rank in the query's order is within n, in that order.

Everything behind binding sees a window function over the query as a derived table. Rows that OFFSET skips have their ranks, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import InvalidLimit
from planner.parse.syntax import Literal
from planner.parse.syntax import Query as QueryNode
from planner.postgres.bind import logic
from planner.postgres.bind.resolution import resolve_function, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.tree.bound import Call, Case, ColumnRef, Const, Derived, Expr, OutputColumn, Query, Select, SetOp, SortKey, Window
from planner.tree.types import BOOL, INT8, SqlType

_INT8: Final = SqlType(INT8)
_ZERO: Final = Const(0, _INT8)
_EVERY: Final = Const(2**63 - 1, _INT8)


def check_count(node: QueryNode) -> None:
    """Refuse a count that is written NULL."""
    if isinstance(node.limit, Literal) and node.limit.kind == "null":
        raise InvalidLimit("row count cannot be null in FETCH FIRST ... WITH TIES clause")


def with_ties(scope: Scope, query: Query) -> Query:
    """*query*, whose LIMIT lets rows through that tie with the last one."""
    limit = query.limit
    if limit is None or not query.order_by:
        # A cast NULL is no limit; where all rows tie there is nothing that orders them.
        return query if limit is None else replace(query, limit=_nothing_or_error(limit))
    inner, sorted_by = without_limit(query)
    below, ordered = derived(scope, inner, inner.columns)
    keys = tuple(SortKey(ordered[column], descending, nulls_first) for column, descending, nulls_first in sorted_by)
    rank = Window(resolve_function("rank", "pg_catalog", []).function, (), _INT8, order_by=keys)
    ranked = Select((*ordered, rank), (*inner.columns, OutputColumn("rank", _INT8)), below)
    source, outputs = derived(scope, ranked, ranked.columns)
    place: Expr = outputs[-1]
    if query.offset is not None:
        offset = Call(logic.syntax("coalesce"), (query.offset, _ZERO), _INT8)
        place = Call(resolve_operator("-", INT8, INT8).function, (place, offset), _INT8)
    within = Call(resolve_operator("<=", INT8, INT8).function, (place, _highest(limit)), SqlType(BOOL))
    keys = tuple(SortKey(outputs[column], descending, nulls_first) for column, descending, nulls_first in sorted_by)
    width = len(query.columns)
    return Select(
        outputs[:width], query.columns, source, within, order_by=keys, limit=_nothing_or_error(limit), offset=query.offset
    )


def without_limit(query: Query) -> tuple[Query, tuple[tuple[int, bool, bool], ...]]:
    """The query with all its rows and the columns that it is sorted by."""
    if isinstance(query, SetOp):
        return replace(query, order_by=(), limit=None, offset=None), query.order_by
    items, columns, found = list(query.items), list(query.columns), []
    for key in query.order_by:
        if key.expr not in items:
            items.append(key.expr)
            columns.append(OutputColumn("key", key.expr.type))
        found.append((items.index(key.expr), key.descending, key.nulls_first))
    order = query.order_by if query.distinct_on else ()
    inner = replace(query, items=tuple(items), columns=tuple(columns), order_by=order, limit=None, offset=None)
    return inner, tuple(found)


def derived(scope: Scope, query: Query, columns: tuple[OutputColumn, ...]) -> tuple[Derived, tuple[ColumnRef, ...]]:
    """*query* in FROM, and its columns."""
    source = scope.context.new_source()
    refs = tuple(ColumnRef(source, i, c.name, c.type) for i, c in enumerate(columns))
    return Derived(source, query, "ties", columns), refs


def _highest(limit: Expr) -> Expr:
    """The highest rank wanted: any where the count is NULL, or where LIMIT has the say."""
    if isinstance(limit, Const):
        return limit
    return Case(((_unusual(limit), _EVERY),), Call(logic.syntax("coalesce"), (limit, _EVERY), _INT8), _INT8)


def _nothing_or_error(limit: Expr) -> Expr | None:
    """A LIMIT for what ranks do not say: no rows for 0, an error for a negative count."""
    if isinstance(limit, Const):
        return limit if limit.value == 0 else None
    return Case(((_unusual(limit), limit),), None, _INT8)


def _unusual(limit: Expr) -> Expr:
    return Call(resolve_operator("<=", INT8, INT8).function, (limit, _ZERO), SqlType(BOOL))
