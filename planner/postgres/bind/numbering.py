"""LIMIT and OFFSET that depend on a row of an outer query: the rows whose number in the query's order is within them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.postgres.bind import logic
from planner.postgres.bind.resolution import resolve_function, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.ties import derived, without_limit
from planner.postgres.functions.function import Function
from planner.tree.bound import Call, Const, Expr, OutputColumn, Query, Select, SortKey, Window
from planner.tree.correlation import is_correlated
from planner.tree.types import BOOL, INT8, SqlType

_INT8: Final = SqlType(INT8)
_BOOL: Final = SqlType(BOOL)
_ZERO: Final = Const(0, _INT8)
#: The count itself, or PostgreSQL's error for a negative one.
_LIMIT: Final = Function("limit", (INT8,), INT8, "pg_limit({0})", schema="syntax", volatility="volatile")
_OFFSET: Final = Function("offset", (INT8,), INT8, "pg_offset({0})", schema="syntax", volatility="volatile")


def depends_on_outer(query: Query) -> bool:
    """Does LIMIT or OFFSET name a column of a query around it, or is it computed, a parameter say, where other parts name one?

    DuckDB joins correlated subqueries to the queries around them, and there takes constants alone.
    """
    computed = any(not isinstance(count, Const | None) for count in (query.limit, query.offset))
    return computed and is_correlated(query)


def numbered(scope: Scope, query: Query) -> Query:
    """*query* with conditions on its rows' numbers in place of LIMIT and OFFSET."""
    inner, sorted_by = without_limit(query)
    below, ordered = derived(scope, inner, inner.columns)
    keys = tuple(SortKey(ordered[column], descending, nulls_first) for column, descending, nulls_first in sorted_by)
    number = Window(resolve_function("row_number", "pg_catalog", []).function, (), _INT8, order_by=keys)
    rows = Select((*ordered, number), (*inner.columns, OutputColumn("row_number", _INT8)), below)
    source, outputs = derived(scope, rows, rows.columns)
    place: Expr = outputs[-1]
    tests = []
    if query.offset is not None:
        offset = Call(logic.syntax("coalesce"), (Call(_OFFSET, (query.offset,), _INT8), _ZERO), _INT8)
        place = Call(resolve_operator("-", INT8, INT8).function, (place, offset), _INT8)
        tests.append(Call(resolve_operator(">", INT8, INT8).function, (place, _ZERO), _BOOL))
    if query.limit is not None:
        limit = Call(_LIMIT, (query.limit,), _INT8)
        most = Call(logic.syntax("coalesce"), (limit, Const(2**63 - 1, _INT8)), _INT8)
        tests.append(Call(resolve_operator("<=", INT8, INT8).function, (place, most), _BOOL))
    width = len(query.columns)
    order_by = tuple(replace(key, expr=outputs[column]) for key, (column, _, _) in zip(keys, sorted_by, strict=True))
    return Select(outputs[:width], query.columns, source, logic.every(tests), order_by=order_by)
