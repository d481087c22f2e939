"""WITH entries that are used once become derived tables, as in Postgres, so that what stands around them reaches into them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from planner.postgres.functions.function import Function
from planner.tree import bound as b
from planner.tree.walk import changed, nodes_in


def inlined(query: b.Query) -> b.Query:
    """The query without the WITH entries that need not stand by themselves; those that nobody uses are not evaluated."""
    while (entry := _inlinable(query)) is not None:
        query = _without(query, entry)
    return query


def _inlinable(query: b.Query) -> b.Cte | None:
    uses = Counter(n.cte for n in nodes_in(query) if isinstance(n, b.CteRef))
    entries = (n for n in nodes_in(query) if isinstance(n, b.Cte))
    return next((cte for cte in entries if not uses[cte.cte] or (uses[cte.cte] == 1 and _is_plain(cte))), None)


def _is_plain(cte: b.Cte) -> bool:
    return not cte.recursive and cte.materialized is not True and not any(map(_is_volatile, nodes_in(cte.query)))


def _is_volatile(node: object) -> bool:
    function = getattr(node, "function", None)
    return isinstance(function, Function) and function.volatility == "volatile"


def _without(query: b.Query, entry: b.Cte) -> b.Query:
    def visit(node: Any) -> Any:
        if isinstance(node, b.CteRef) and node.cte == entry.cte:
            return b.Derived(node.source, entry.query, node.alias, node.columns)
        if isinstance(node, b.Select | b.SetOp) and any(cte.cte == entry.cte for cte in node.with_):
            left = tuple(cte for cte in node.with_ if cte.cte != entry.cte)
            return changed(replace(node, with_=left), visit)
        return None

    return changed(query, visit)
