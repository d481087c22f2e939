"""Rows by their places in a query's order: FETCH FIRST n ROWS WITH TIES; LIMIT and OFFSET that depend on a row of an outer query.

Everything behind binding sees a window function over the query as a derived table, and conditions on its values. Of ties those
rows are wanted whose rank is within n; rows that OFFSET skips have their ranks, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.errors import InvalidLimit
from planner.parse.syntax import Literal, QueryNode
from planner.postgres.bind.logic import coalesce, every, operation
from planner.postgres.bind.parts import resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.function import Function
from planner.tree.bound import (
    Call,
    Case,
    ColumnRef,
    Const,
    Derived,
    Expr,
    OutputColumn,
    Query,
    Select,
    SetOp,
    SortKey,
    Window,
    column_refs,
)
from planner.tree.correlation import is_correlated
from planner.tree.types import INT8, SqlType

_INT8: Final = SqlType(INT8)
_ZERO: Final = Const(0, _INT8)
_EVERY: Final = Const(2**63 - 1, _INT8)

#: A column of a query's result, descending, nulls first.
Place = tuple[int, bool, bool]


def derived(scope: Scope, query: Query) -> tuple[Derived, tuple[ColumnRef, ...]]:
    """*query* in FROM, and its columns."""
    source = scope.context.new_source()
    return Derived(source, query, "ties", query.columns), column_refs(source, query.columns)


def numbered(
    scope: Scope, query: Query, sorted_by: Sequence[Place], function: str = "row_number"
) -> tuple[Derived, tuple[ColumnRef, ...], tuple[SortKey, ...]]:
    """*query* in FROM with its rows' numbers (or ranks) in that order as one more column; its columns; the order in their terms."""
    below, ordered = derived(scope, query)
    keys = tuple(SortKey(ordered[column], descending, nulls_first) for column, descending, nulls_first in sorted_by)
    number = Window(resolve_function(function, "pg_catalog", []).function, (), _INT8, order_by=keys)
    source, outputs = derived(scope, Select((*ordered, number), (*query.columns, OutputColumn(function, _INT8)), below))
    return source, outputs, tuple(replace(key, expr=outputs[column]) for key, (column, _, _) in zip(keys, sorted_by, strict=True))


def _without_limit(query: Query) -> tuple[Query, tuple[Place, ...]]:
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


# ---------------------------------------------------------------------------------------------------------------- ties


def check_count(node: QueryNode) -> None:
    """Raises InvalidLimit for a count of ties that is written NULL."""
    if isinstance(node.limit, Literal) and node.limit.kind == "null":
        raise InvalidLimit("row count cannot be null in FETCH FIRST ... WITH TIES clause")


def with_ties(scope: Scope, query: Query) -> Query:
    """*query*, whose LIMIT lets rows through that tie with the last one."""
    limit = query.limit
    if limit is None or not query.order_by:
        # A cast NULL is no limit; where all rows tie there is nothing that orders them.
        return query if limit is None else replace(query, limit=_nothing_or_error(limit))
    source, outputs, order_by = numbered(scope, *_without_limit(query), "rank")
    place: Expr = outputs[-1]
    if query.offset is not None:
        place = operation("-", place, coalesce(query.offset, _ZERO))
    width, within = len(query.columns), operation("<=", place, _highest(limit))
    return Select(
        outputs[:width], query.columns, source, within, order_by=order_by, limit=_nothing_or_error(limit), offset=query.offset
    )


def _highest(limit: Expr) -> Expr:
    """The highest rank wanted: any where the count is NULL, or where LIMIT has the say."""
    return limit if isinstance(limit, Const) else Case(((_unusual(limit), _EVERY),), coalesce(limit, _EVERY), _INT8)


def _nothing_or_error(limit: Expr) -> Expr | None:
    """A LIMIT for what ranks do not say: no rows for 0, an error for a negative count."""
    if isinstance(limit, Const):
        return limit if limit.value == 0 else None
    return Case(((_unusual(limit), limit),), None, _INT8)


def _unusual(limit: Expr) -> Expr:
    return operation("<=", limit, _ZERO)


# ----------------------------------------------------------------------------------------- LIMIT, OFFSET of outer rows

#: The count itself, or PostgreSQL's error for a negative one.
_LIMIT: Final = Function("limit", (INT8,), INT8, "pg_limit({0})", schema="syntax", volatility="volatile")
_OFFSET: Final = Function("offset", (INT8,), INT8, "pg_offset({0})", schema="syntax", volatility="volatile")


def depends_on_outer(query: Query) -> bool:
    """Does LIMIT or OFFSET name a column of a query around it, or is it computed, a parameter say, where other parts name one?

    DuckDB joins correlated subqueries to the queries around them, and there takes constants alone.
    """
    computed = any(not isinstance(count, Const | None) for count in (query.limit, query.offset))
    return computed and is_correlated(query)


def within_limit(scope: Scope, query: Query) -> Query:
    """*query* with conditions on its rows' numbers in place of LIMIT and OFFSET."""
    source, outputs, order_by = numbered(scope, *_without_limit(query))
    place: Expr = outputs[-1]
    tests = []
    if query.offset is not None:
        place = operation("-", place, coalesce(Call(_OFFSET, (query.offset,), _INT8), _ZERO))
        tests.append(operation(">", place, _ZERO))
    if query.limit is not None:
        tests.append(operation("<=", place, coalesce(Call(_LIMIT, (query.limit,), _INT8), _EVERY)))
    return Select(outputs[: len(query.columns)], query.columns, source, every(tests), order_by=order_by)
