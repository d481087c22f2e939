"""A subquery that is written twice is the same where it matters: GROUP BY (SELECT …), and DISTINCT with ORDER BY."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from planner.tree.bound import Cte, Expr, Subquery
from planner.tree.walk import SOURCES, changed, nodes_in, renumbered

T = TypeVar("T")


def with_known(node: T, exprs: Sequence[Expr]) -> T:
    """A bound tree in which expressions that are one of *exprs* but for the numbers of sources are that one."""
    known = [(canonical(expr), expr) for expr in exprs if any(isinstance(part, Subquery) for part in nodes_in(expr))]

    def visit(part: Any) -> Any:
        alike = [(key, expr) for key, expr in known if type(expr) is type(part)]
        if not alike:
            return None
        found = canonical(part)
        return next((expr for key, expr in alike if key == found), None)

    return changed(node, visit) if known else node


def canonical(expr: Expr) -> Expr:
    """The expression with the sources and WITH entries of its subqueries numbered by their order, below zero."""
    nodes = list(nodes_in(expr))
    sources = {node.source: -1 - at for at, node in enumerate(n for n in nodes if isinstance(n, SOURCES))}
    ctes = {node.cte: -1 - at for at, node in enumerate(n for n in nodes if isinstance(n, Cte))}
    return renumbered(expr, lambda source: sources.get(source, source), lambda cte: ctes.get(cte, cte))
