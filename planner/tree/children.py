"""What is inside an expression, a FROM item or a query, one level down."""

from __future__ import annotations

from collections.abc import Iterator

from planner.tree.bound import (
    Aggregate,
    AnyAll,
    ArrayExpr,
    Call,
    Case,
    Cast,
    ColumnRef,
    Expr,
    From,
    FunctionScan,
    InList,
    Join,
    Row,
    Select,
    Subquery,
    Subscript,
    Values,
    Window,
)


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
