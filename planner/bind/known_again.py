"""A subquery that is written twice is the same where it matters: GROUP BY (SELECT …), and DISTINCT … ORDER BY in an aggregate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from planner.bound import ColumnRef, Cte, CteRef, Derived, Expr, FunctionScan, Scan, Subquery, Values
from planner.walk import changed, nodes_in, with_parts

T = TypeVar("T")
_SOURCES: Final = (Scan, CteRef, Derived, FunctionScan, Values)


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
    nodes = [node for node in nodes_in(expr) if isinstance(node, (*_SOURCES, Cte))]
    sources = {node.source: -1 - at for at, node in enumerate(n for n in nodes if isinstance(n, _SOURCES))}
    ctes = {node.cte: -1 - at for at, node in enumerate(n for n in nodes if isinstance(n, Cte))}

    def visit(node: Any) -> Any:
        match node:
            case ColumnRef() | Scan():
                return replace(node, source=sources.get(node.source, node.source))
            case CteRef():
                return replace(node, source=sources[node.source], cte=ctes.get(node.cte, node.cte))
            case Derived() | FunctionScan() | Values():
                return replace(with_parts(node, visit), source=sources[node.source])
            case Cte():
                return replace(with_parts(node, visit), cte=ctes[node.cte])
        return None

    return changed(expr, visit)
