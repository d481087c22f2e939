"""Walking over and changing bound trees, queries inside expressions included; and what is inside a part, one level down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Final, TypeVar, cast

from planner.tree.bound import (
    Aggregate,
    AnyAll,
    ArrayExpr,
    Call,
    Case,
    Cast,
    ColumnRef,
    Const,
    Cte,
    CteRef,
    Derived,
    Expr,
    From,
    FunctionScan,
    InList,
    Join,
    Param,
    Row,
    Scan,
    Select,
    Subquery,
    Subscript,
    Values,
    Window,
)

T = TypeVar("T")
#: What becomes of a node; None: its parts are looked at.
Visit = Callable[[Any], Any]

#: What defines a source.
SOURCES: Final = (Scan, CteRef, Derived, FunctionScan, Values)
_LEAVES: Final = (Const, Param, ColumnRef)
#: Fields of bound nodes that hold no bound nodes.
_NO_PARTS: Final = frozenset({"type", "function", "relation", "columns"})


def _names_of(of: type, without: frozenset[str]) -> tuple[str, ...] | None:
    return tuple(field.name for field in fields(of) if field.name not in without) if is_dataclass(of) else None


#: The fields of a class but for some; None of what is no dataclass.
_field_names: Final[Callable[[type, frozenset[str]], tuple[str, ...] | None]] = cache(_names_of)


def nodes(root: object, without: frozenset[str] = frozenset(), leaves: tuple[type, ...] = ()) -> Iterator[Any]:
    """Every node of a tree of frozen dataclasses, be it of syntax or bound, each before and in the order of its parts.

    Fields called as in *without*, and what is in *leaves*, are not looked into.
    """
    left = [root]
    while left:
        here = left.pop()
        if isinstance(here, tuple):
            left.extend(here[::-1])
        elif (names := _field_names(type(here), without)) is not None:
            yield here
            if not isinstance(here, leaves):
                left.extend([getattr(here, name) for name in reversed(names)])


def nodes_in(node: object, leaves: tuple[type, ...] = ()) -> Iterator[Any]:
    """Every node of a bound tree, each before and in the order of its parts; what is in *leaves* is not looked into."""
    return nodes(node, _NO_PARTS, (*_LEAVES, *leaves))


def parts_of(node: object) -> tuple[object, ...]:
    """The parts of a bound node, or of a tuple, in order: nodes and tuples of them."""
    if isinstance(node, tuple):
        return node
    names = None if isinstance(node, _LEAVES) else _field_names(type(node), _NO_PARTS)
    values = (getattr(node, name) for name in names or ())
    return tuple(v for v in values if isinstance(v, tuple) or _field_names(type(v), _NO_PARTS) is not None)


def changed(node: T, visit: Visit) -> T:
    """The tree with *visit* applied from the top down; what it returns is not looked into."""
    return cast(T, _changed(node, visit))


def _changed(node: Any, visit: Visit) -> Any:
    if type(node) is tuple:
        parts = tuple(_changed(part, visit) for part in node)
        return node if all(new is old for new, old in zip(parts, node, strict=True)) else parts
    if _field_names(type(node), _NO_PARTS) is None:
        return node
    if (instead := visit(node)) is not None:
        return instead
    return node if isinstance(node, _LEAVES) else with_parts(node, visit)


def with_parts(node: T, visit: Visit) -> T:
    """The node itself as it is, *visit* applied to its parts."""
    found = {}
    for name in _field_names(type(node), _NO_PARTS) or ():
        old = getattr(node, name)
        new = _changed(old, visit)
        if new is not old:
            found[name] = new
    return cast(T, replace(cast(Any, node), **found)) if found else node


def with_outputs(select: Select, visit: Visit) -> Select:
    """The SELECT with *visit* applied to what it makes of its rows or groups."""
    items, having, distinct_on, order_by = changed((select.items, select.having, select.distinct_on, select.order_by), visit)
    return replace(select, items=items, having=having, distinct_on=distinct_on, order_by=order_by)


def renumbered(node: T, source: Callable[[int], int], cte: Callable[[int], int]) -> T:
    """The tree with other numbers of sources, where they are defined and where they are named, and of WITH entries."""

    def visit(part: Any) -> Any:
        match part:
            case ColumnRef() | Scan():
                return replace(part, source=source(part.source))
            case CteRef():
                return replace(part, source=source(part.source), cte=cte(part.cte))
            case Derived() | FunctionScan() | Values():
                return replace(with_parts(part, visit), source=source(part.source))
            case Cte():
                return replace(with_parts(part, visit), cte=cte(part.cte))
        return None

    return changed(node, visit)


def columns_of(node: object) -> Iterator[ColumnRef]:
    """All column references of a tree."""
    return (n for n in nodes_in(node) if isinstance(n, ColumnRef))


def scans_of(node: object) -> list[Scan]:
    """All scans of a tree, by source."""
    return sorted((n for n in nodes_in(node) if isinstance(n, Scan)), key=lambda scan: scan.source)


def next_source(query: object) -> int:
    """A number above those of all sources."""
    return 1 + max((n.source for n in nodes_in(query) if isinstance(n, (ColumnRef, *SOURCES))), default=0)


# ------------------------------------------------------------------------------------------------------ one level down


def operands(expr: Expr) -> Iterator[Expr]:
    """The expressions directly inside; a subquery's operand, not its query."""
    match expr:
        case Call(_, args) | Row(args) | ArrayExpr(args):
            yield from args
        case Cast(operand):
            yield operand
        case InList(operand, items):
            yield operand
            yield from items
        case AnyAll(operand, _, array):
            yield operand
            yield array
        case Subscript(operand, lower, upper):
            yield operand
            yield lower
            if upper is not None:
                yield upper
        case Subquery():
            if expr.operand is not None:
                yield expr.operand
        case Case(whens, otherwise):
            yield from (e for when in whens for e in when)
            if otherwise is not None:
                yield otherwise
        case Aggregate() | Window():
            yield from _call_operands(expr)


def _call_operands(expr: Aggregate | Window) -> Iterator[Expr]:
    yield from expr.args
    yield from (key.expr for key in expr.order_by)
    if expr.filter is not None:
        yield expr.filter
    if isinstance(expr, Window):
        yield from expr.partition_by
        if expr.frame is not None:
            yield from (b.offset for b in (expr.frame.start, expr.frame.end) if b.offset is not None)


def inside(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it, but not the queries of its subqueries."""
    stack = [expr]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(operands(one))


def is_volatile(node: object) -> bool:
    """Does it call a function that may give other values each time?"""
    function = getattr(node, "function", None)
    return function is not None and function.volatility == "volatile"


def is_of_groups(part: object) -> bool:
    """Does it belong to the groups of its SELECT: an aggregate, or GROUPING(…)?"""
    return isinstance(part, Aggregate) or (isinstance(part, Call) and part.is_grouping)


def columns_in(expr: Expr) -> Iterator[ColumnRef]:
    """The columns that it refers to, outside subqueries."""
    return (e for e in inside(expr) if isinstance(e, ColumnRef))


def select_expressions(select: Select) -> Iterator[Expr]:
    """Every expression of a SELECT outside FROM and WHERE."""
    yield from select.items
    yield from select.group_by
    yield from select.distinct_on
    yield from (key.expr for key in select.order_by)
    yield from (e for e in (select.having, select.limit, select.offset) if e is not None)


def from_expressions(of: From) -> Iterator[Expr]:
    """Expressions that stand in a FROM item itself, conditions of joins excluded."""
    match of:
        case FunctionScan():
            yield from of.args
        case Values():
            yield from (e for row in of.rows for e in row)
        case _:
            return


def sources_of(of: From) -> frozenset[int]:
    """The sources that a FROM item defines."""
    if isinstance(of, Join):
        return sources_of(of.left) | sources_of(of.right)
    return frozenset({of.source})
