"""The least and the greatest of a key's column: the first row of the key's order has them, or the last.

SELECT max(day) FROM v WHERE k = 1
SELECT (SELECT day FROM v WHERE k = 1 AND NOT day IS NULL ORDER BY day DESC LIMIT 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from planner.postgres.functions.registry import builtin
from planner.prune.constrain import KeyConstraint
from planner.prune.constrain.contexts import all_true
from planner.prune.lean import key_order
from planner.tree.bound import Aggregate, Call, ColumnRef, Const, Expr, OutputColumn, Scan, Select, SortKey, Subquery
from planner.tree.types import BOOL, INT8, SqlType
from planner.tree.walk import changed, nodes_in

_DESCENDING: Final = {"min": False, "max": True}


def with_extremes(query: Select, constraints: Callable[[Select], Mapping[int, KeyConstraint]]) -> Select:
    """The query with such subqueries, where it has aggregates of one column only; *constraints* are a query's views', by source."""
    scan = query.from_
    if not query.grouped or query.group_by or query.grouping_sets is not None or not isinstance(scan, Scan):
        return query
    view = scan.relation.view
    if view is None or not view.ordered:
        return query
    if query.having is not None or query.order_by or query.limit is not None or query.offset is not None or query.distinct:
        return query
    chosen = dict[Aggregate, SortKey]()
    for node in nodes_in(query.items):
        if isinstance(node, Aggregate):
            if (key := _sorted_by(node)) is None:
                return query
            chosen[node] = key
    if len({key.expr for key in chosen.values()}) != 1:
        return query
    constraint = constraints(query)[scan.source]
    if not constraint.exact or not all(key_order((key,), scan, view, constraint.fixed) for key in chosen.values()):
        return query

    def visit(node: Any) -> Expr | None:
        if not isinstance(node, Aggregate):
            return None
        key = chosen[node]
        is_null = Call(builtin("is_null"), (key.expr,), SqlType(BOOL))
        where = all_true((query.where, Call(builtin("not"), (is_null,), SqlType(BOOL))))
        column = OutputColumn("", node.type)
        first = Select((key.expr,), (column,), scan, where, order_by=(key,), limit=Const(1, SqlType(INT8)))
        return Subquery("scalar", first, node.type)

    return replace(query, items=changed(query.items, visit), from_=None, where=None, grouped=False)


def _sorted_by(aggregate: Aggregate) -> SortKey | None:
    """What the one that is wanted is the first by; None where it is none of a column's."""
    descending = _DESCENDING.get(aggregate.function.name)
    if descending is None or aggregate.filter is not None or not isinstance(aggregate.args[0], ColumnRef):
        return None
    return SortKey(aggregate.args[0], descending, nulls_first=descending)
