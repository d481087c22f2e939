"""Aggregate calls and where they may stand."""

from __future__ import annotations

from planner.errors import GroupingFault, InvalidColumnReference, Unsupported, WrongObjectType
from planner.parse.syntax import FuncCall, Node
from planner.postgres.bind import sorting
from planner.postgres.bind.coerce import coerce, condition, convert_args, type_of
from planner.postgres.bind.known_again import with_known
from planner.postgres.bind.parts import bind, location, resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.equal_texts import check_equality, check_order
from planner.postgres.functions.function import ANY
from planner.postgres.functions.registry import Resolution, functions_named
from planner.postgres.functions.row_values import is_row_value
from planner.tree.bound import Aggregate, Call, Expr, Row
from planner.tree.types import RECORD, TEXT, UNKNOWN, SqlType


def is_aggregate(schema: str | None, name: str) -> bool:
    """Is that the name of aggregates?"""
    return any(f.kind == "aggregate" for f in functions_named(name, schema))


def check_allowed(scope: Scope, node: FuncCall) -> None:
    """Raise where an aggregate may not stand."""
    if "filter" in scope.inside:
        raise GroupingFault("aggregate functions are not allowed in FILTER", position=node.pos)
    if "aggregate" in scope.inside:
        raise GroupingFault("aggregate function calls cannot be nested", position=node.pos)
    if scope.clause not in ("", "HAVING", "ORDER BY", "DISTINCT ON"):
        raise GroupingFault(f"aggregate functions are not allowed in {scope.clause}", position=node.pos)


def bind_aggregate(scope: Scope, node: FuncCall, schema: str | None, name: str, args: tuple[Expr, ...], mark: int) -> Expr:
    """An aggregate call whose arguments are bound; *mark* is where their column references begin in scope.positions.

    Raises InvalidColumnReference, GroupingFault, WrongObjectType, Unsupported.
    """
    if node.within_group is not None:
        return _ordered_set(scope, node, schema, name, args)
    found = resolve_function(name, schema, [type_of(a) for a in args], node.pos)
    _check_shape(node, found)
    if scope.clause == "WHERE":
        check_level(scope, mark, node)
    check_allowed(scope, node)
    if node.distinct and ANY in found.function.args:  # what is unknown is compared as text
        args = tuple(coerce(scope, a, TEXT, n) if type_of(a) is UNKNOWN else a for a, n in zip(args, node.args, strict=True))
    converted = convert_args(scope, found, args, node.args)
    if node.distinct and name == "count":
        converted = tuple(_as_row(a) for a in converted)
    with scope.within("aggregate"):
        order_by = sorting.sort_inside(scope, node.order_by, converted, node.args, distinct=node.distinct)
    if node.distinct:
        _check_distinct(name, converted, node)
        order_by = with_known(order_by, converted)
    if node.distinct and any(k.expr not in converted for k in order_by):
        message = "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list"
        raise InvalidColumnReference(message, position=node.order_by[0].pos)
    filter_ = bind_filter(scope, node)
    check_level(scope, mark, node)
    scope.aggregates.append(node.pos)
    return Aggregate(found.function, converted, SqlType(found.result), node.distinct, filter_, order_by)


def _check_distinct(name: str, args: tuple[Expr, ...], node: FuncCall) -> None:
    """What is distinct comes in its order."""
    for arg, written in zip(args, node.args, strict=True):
        check_equality(arg.type.pg, location(written))
        if name != "count":
            check_order(arg.type.pg, location(written))


def _as_row(expr: Expr) -> Expr:
    """A record that is only compared, as what nodes can be asked for."""
    return Row(expr.args, SqlType(RECORD)) if isinstance(expr, Call) and is_row_value(expr.function) else expr


def _check_shape(node: FuncCall, found: Resolution) -> None:
    name = node.name[-1]
    if found.function.within_group:
        raise WrongObjectType(f"WITHIN GROUP is required for ordered-set aggregate {name}", position=node.pos)
    if not node.args and not node.star:
        raise WrongObjectType(f"{name}(*) must be used to call a parameterless aggregate function", position=node.pos)
    if node.distinct and not node.args:
        raise WrongObjectType("DISTINCT specified, but no arguments", position=node.pos)


def _ordered_set(scope: Scope, node: FuncCall, schema: str | None, name: str, args: tuple[Expr, ...]) -> Expr:
    """percentile_cont(direct) WITHIN GROUP (ORDER BY …): both kinds of argument choose the function."""
    assert node.within_group is not None
    check_allowed(scope, node)
    keys = node.within_group
    sorted_by = bind_keys(scope, tuple(k.expr for k in keys))
    every, nodes = (*args, *sorted_by), (*node.args, *(k.expr for k in keys))
    found = resolve_function(name, schema, [type_of(a) for a in every], node.pos)
    if not found.function.within_group:
        raise WrongObjectType(f"{name} is not an ordered-set aggregate, so it cannot have WITHIN GROUP", position=node.pos)
    converted = convert_args(scope, found, every, nodes)
    order_by = tuple(sorting.sort_key(k, e) for e, k in zip(converted[len(args) :], keys, strict=True))
    scope.aggregates.append(node.pos)
    return Aggregate(
        found.function, converted[: len(args)], SqlType(found.result), node.distinct, bind_filter(scope, node), order_by, True
    )  # fmt: skip


def bind_keys(scope: Scope, nodes: tuple[Node, ...]) -> tuple[Expr, ...]:
    """The keys of WITHIN GROUP, not converted yet."""
    with scope.within("aggregate"):
        return tuple(bind(scope, n) for n in nodes)


def bind_filter(scope: Scope, node: FuncCall) -> Expr | None:
    """FILTER (WHERE …)."""
    if node.filter is None:
        return None
    with scope.within("filter"):
        return condition(scope, bind(scope, node.filter), node.filter, "FILTER")


def check_level(scope: Scope, mark: int, node: FuncCall) -> None:
    """An aggregate over outer columns only belongs to the outer query, which the bound query cannot say.

    Columns of subqueries in its arguments do not count. Raises Unsupported.
    """
    sources = {c.source for c, _ in scope.positions[mark:]}
    outer = (level.sources for level in scope.levels() if level is not scope)
    if sources.isdisjoint(scope.sources) and not all(map(sources.isdisjoint, outer)):
        raise Unsupported("an aggregate over columns of an outer query is not supported", position=node.pos)
