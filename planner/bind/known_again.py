"""GROUP BY (SELECT …): the same subquery, written again elsewhere in the SELECT, is the group's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from planner.bound import ColumnRef, Cte, CteRef, Derived, Expr, FunctionScan, Scan, Subquery, Values
from planner.walk import changed, nodes_in, with_parts

T = TypeVar("T")
_SOURCES: Final = (Scan, CteRef, Derived, FunctionScan, Values)


def has_subqueries(groups: Sequence[Expr]) -> bool:
    """Is there any in them?"""
    return any(isinstance(node, Subquery) for group in groups for node in nodes_in(group))


def with_groups(node: T, groups: Sequence[Expr]) -> T:
    """A bound tree in which expressions that are groups but for the numbers of sources are those groups."""
    known = [(canonical(group), group) for group in groups if has_subqueries((group,))]

    def visit(part: Any) -> Any:
        alike = [(key, group) for key, group in known if type(group) is type(part)]
        if not alike:
            return None
        found = canonical(part)
        return next((group for key, group in alike if key == found), None)

    return changed(node, visit)


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
