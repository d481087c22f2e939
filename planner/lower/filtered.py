"""FILTER: no argument is computed for a row that it leaves out, as in sum(x / y) FILTER (WHERE y <> 0).

DuckDB computes the arguments of an aggregate for all rows; CASE it computes where its condition holds. A condition that is volatile
cannot be asked twice, and stays alone.
"""

from __future__ import annotations

from dataclasses import replace

from planner.tree import bound as b
from planner.tree.types import is_record
from planner.tree.walk import columns_of, nodes_in


def of_filtered(aggregate: b.Aggregate) -> b.Aggregate:
    """The same aggregate, whose arguments and sort keys are NULL where its FILTER is not true."""
    keys = tuple(replace(key, expr=_where(aggregate.filter, key.expr)) for key in aggregate.order_by)
    args = aggregate.args if aggregate.within_group else filtered_args(aggregate)
    return replace(aggregate, args=args, order_by=keys)


def filtered_args(call: b.Aggregate | b.Window) -> tuple[b.Expr, ...]:
    """Its arguments, NULL where its FILTER is not true."""
    return tuple(_where(call.filter, arg) for arg in call.args)


def _where(condition: b.Expr | None, expr: b.Expr) -> b.Expr:
    if condition is None or isinstance(expr, b.ColumnRef) or is_record(expr.type.pg) or not any(columns_of(expr)):
        return expr
    if any(isinstance(node, b.Call) and node.function.volatility == "volatile" for node in nodes_in(condition)):
        return expr
    return b.Case(((condition, expr),), None, expr.type)
