"""Which subqueries refer to the queries around them, and which of these are no more than an expression."""

from __future__ import annotations

from collections.abc import Iterator

from planner.tree import bound as b
from planner.tree.walk import SOURCES, nodes_in


def outer_columns(inside: object) -> Iterator[b.ColumnRef]:
    """Its references to columns of what is around it."""
    parts = list(nodes_in(inside))
    own = {part.source for part in parts if isinstance(part, SOURCES)}
    return (part for part in parts if isinstance(part, b.ColumnRef) and part.source not in own)


def is_correlated(inside: b.Query | b.Expr) -> bool:
    """Does it refer to columns of a query around it?"""
    return any(True for _ in outer_columns(inside))


def outer_value(query: b.Query) -> b.Expr | None:
    """What (SELECT expression [WHERE …]) stands for, where it is about columns of queries around it: DuckDB would join them.

    Without columns it stays a query, which is run once.
    """
    if not isinstance(query, b.Select) or len(query.items) != 1:
        return None
    if query != b.Select(query.items, query.columns, where=query.where):  # it has other clauses
        return None
    (item,) = query.items
    parts = list(nodes_in((item, query.where)))
    if any(isinstance(part, (b.Window, b.Aggregate)) for part in parts) or not any(isinstance(part, b.ColumnRef) for part in parts):
        return None
    return item if query.where is None else b.Case(((query.where, item),), None, item.type)
