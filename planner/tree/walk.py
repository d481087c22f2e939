"""Walking over and changing bound trees, queries inside expressions included."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast

from planner.tree import bound as b

T = TypeVar("T")
#: What becomes of a node; None: its parts are looked at.
Visit = Callable[[Any], Any]

#: What defines a source.
SOURCES: Final = (b.Scan, b.CteRef, b.Derived, b.FunctionScan, b.Values)
_LEAVES: Final = (b.Const, b.Param, b.ColumnRef)
_NODES: Final = (
    b.Call, b.Cast, b.Case, b.Row, b.InList, b.AnyAll, b.ArrayExpr, b.Subscript, b.Subquery, b.Aggregate, b.Window, b.SortKey,
    b.Frame, b.FrameBound, b.Scan, b.CteRef, b.Derived, b.FunctionScan, b.Values, b.Join, b.Select, b.SetOp, b.Cte,
)  # fmt: skip


def changed(node: T, visit: Visit) -> T:
    """The tree with *visit* applied from the top down; what it returns is not looked into."""
    return cast(T, _changed(node, visit))


def _changed(node: Any, visit: Visit) -> Any:
    if type(node) is tuple:
        parts = tuple(_changed(part, visit) for part in node)
        return node if all(new is old for new, old in zip(parts, node, strict=True)) else parts
    if not isinstance(node, (*_LEAVES, *_NODES)):
        return node
    if (instead := visit(node)) is not None:
        return instead
    return node if isinstance(node, _LEAVES) else with_parts(node, visit)


def with_parts(node: T, visit: Visit) -> T:
    """The node itself as it is, *visit* applied to its parts."""
    found = {}
    for field in fields(cast(Any, node)):
        old = getattr(node, field.name)
        new = _changed(old, visit)
        if new is not old:
            found[field.name] = new
    return cast(T, replace(cast(Any, node), **found)) if found else node


def renumbered(node: T, source: Callable[[int], int], cte: Callable[[int], int]) -> T:
    """The tree with other numbers of sources, where they are defined and where they are named, and of WITH entries."""

    def visit(part: Any) -> Any:
        match part:
            case b.ColumnRef() | b.Scan():
                return replace(part, source=source(part.source))
            case b.CteRef():
                return replace(part, source=source(part.source), cte=cte(part.cte))
            case b.Derived() | b.FunctionScan() | b.Values():
                return replace(with_parts(part, visit), source=source(part.source))
            case b.Cte():
                return replace(with_parts(part, visit), cte=cte(part.cte))
        return None

    return changed(node, visit)


def nodes_in(node: object) -> Iterator[Any]:
    """Every node of a tree."""
    stack = [node]
    while stack:
        here = stack.pop()
        if type(here) is tuple:
            stack.extend(here)
        elif isinstance(here, _LEAVES):
            yield here
        elif isinstance(here, _NODES) and is_dataclass(here):
            yield here
            stack.extend(getattr(here, field.name) for field in fields(here))


def columns_of(node: object) -> Iterator[b.ColumnRef]:
    """All column references of a tree."""
    return (n for n in nodes_in(node) if isinstance(n, b.ColumnRef))


def scans_of(node: object) -> list[b.Scan]:
    """All scans of a tree, by source."""
    return sorted((n for n in nodes_in(node) if isinstance(n, b.Scan)), key=lambda scan: scan.source)
