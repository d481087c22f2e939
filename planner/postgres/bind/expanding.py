"""Set-returning calls of the select list that come behind ORDER BY.

Where no sort key needs their rows, PostgreSQL sorts first, takes DISTINCT ON's first rows, and then lets each row have the
calls' rows in their own order (make_sort_input_target). Everything behind binding sees a join with a derived table whose rows are
numbered in the query's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from planner.postgres.bind.resolution import resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.ties import derived
from planner.tree.bound import ColumnRef, Expr, From, FunctionScan, Join, JoinKind, OutputColumn, Select, SortKey, Window
from planner.tree.types import INT8, SqlType
from planner.tree.walk import changed, nodes_in, sources_of

_INT8: Final = SqlType(INT8)


def expanded_last(scope: Scope, select: Select, calls: FunctionScan) -> Select:
    """*select*, whose FROM is still to be joined to *calls*, with these rows for each of its sorted ones."""
    from_ = select.from_
    if from_ is None:
        return replace(select, from_=calls, order_by=())
    own = sources_of(from_)
    columns = _columns_of((select.items, calls.args), own)
    inner = _sorted_rows(select, from_, columns)
    below, refs = derived(scope, inner, inner.columns)
    keys = tuple(replace(key, expr=ref) for key, ref in zip(select.order_by, refs[len(columns) :], strict=True))
    number = Window(resolve_function("row_number", "pg_catalog", []).function, (), _INT8, order_by=keys)
    numbered = Select((*refs, number), (*inner.columns, OutputColumn("row_number", _INT8)), below)
    rows, offered = derived(scope, numbered, numbered.columns)

    def visit(part: Any) -> Any:
        return offered[columns.index(part)] if isinstance(part, ColumnRef) and part in columns else None

    ordinal = OutputColumn("ordinality", _INT8)
    scan = replace(calls, args=changed(calls.args, visit), columns=(*calls.columns, ordinal), ordinality=True)
    order = (offered[-1], ColumnRef(scan.source, len(calls.columns), "ordinality", _INT8))
    return replace(
        select,
        items=changed(select.items, visit),
        from_=Join(JoinKind.CROSS, rows, scan, None, lateral=True),
        where=None,
        distinct_on=(),
        order_by=tuple(SortKey(ref, descending=False, nulls_first=False) for ref in order),
    )


def _columns_of(node: object, sources: frozenset[int]) -> list[ColumnRef]:
    return list(dict.fromkeys(n for n in nodes_in(node) if isinstance(n, ColumnRef) and n.source in sources))


def _sorted_rows(select: Select, from_: From, columns: Sequence[ColumnRef]) -> Select:
    """The rows, DISTINCT ON's first ones, and beside the columns their sort keys."""
    items: tuple[Expr, ...] = (*columns, *(key.expr for key in select.order_by))
    outputs = tuple(OutputColumn(f"c{i}", item.type) for i, item in enumerate(items))
    order_by = select.order_by if select.distinct_on else ()
    return Select(items, outputs, from_, select.where, distinct_on=select.distinct_on, order_by=order_by)
