"""sqlglot's tree → queries."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sqlglot import exp

from planner.parse.sql.expressions import Reader
from planner.parse.sql.marks import Head
from planner.parse.sql.read_from import from_list, head
from planner.parse.syntax import (
    ColumnName,
    Node,
    Query,
    SelectCore,
    SetOperation,
    Target,
    ValuesCore,
    WindowDef,
    WithEntry,
)

_OPERATIONS: Final = {exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except"}


def query(reader: Reader, node: exp.Expr) -> Query:
    """A query with WITH in front and ORDER BY, LIMIT … behind."""
    if isinstance(node, exp.Subquery):
        found = reader.query(node.this)
    elif isinstance(node, exp.SetOperation):
        found = _set_operation(reader, node)
    else:
        found = _core(reader, node)
    found = _tail(reader, node, found)
    with_ = node.args.get("with_")
    if with_ is None:
        return found
    entries = tuple(_with_entry(reader, cte) for cte in with_.expressions)
    return replace(found, with_=entries, recursive=bool(with_.args.get("recursive")))


def _with_entry(reader: Reader, node: exp.Expr) -> WithEntry:
    alias = node.args["alias"]
    mark = reader.named(alias.this)
    assert isinstance(mark, ColumnName)
    columns = tuple(reader.name(c) for c in alias.args.get("columns") or ())
    return WithEntry(mark.parts[0], columns, reader.query(node.this), node.args.get("materialized"), mark.pos)


def _tail(reader: Reader, node: exp.Expr, found: Query) -> Query:
    order, limit, offset = node.args.get("order"), node.args.get("limit"), node.args.get("offset")
    if order is not None:
        keys = reader.sort(order.expressions)
        found = replace(found, order_by=keys)
    if offset is not None:
        mark, value = reader.limit(offset)
        found = replace(found, offset=value)
    if limit is not None:
        mark, value = reader.limit(limit)
        found = replace(found, limit=value, with_ties=mark.with_ties)
    return found


def _set_operation(reader: Reader, node: exp.Expr) -> Query:
    left = query(reader, node.this)
    right = query(reader, node.expression)
    every = not node.args["distinct"]
    body = SetOperation(_OPERATIONS[type(node)], every, left, right, head(reader, node.expression).operation)  # type: ignore[arg-type, index]
    return Query(body, left.pos)


def _core(reader: Reader, node: exp.Expr) -> Query:
    first = head(reader, node)
    if first.kind == "values":
        rows = tuple(reader.several(row.expressions) for row in node.expressions[1:])
        return Query(ValuesCore(rows, first.pos), first.pos)
    if first.kind == "table":
        (table,) = from_list(reader, node)
        star = Target(ColumnName(("*",), table.pos, True), None, table.pos)
        return Query(SelectCore((star,), first.pos, from_=(table,)), first.pos)
    return Query(_select(reader, node, first), first.pos)


def _select(reader: Reader, node: exp.Expr, first: Head) -> SelectCore:
    args = node.args
    targets = tuple(_target(reader, n, pos) for n, pos in zip(node.expressions[1:], first.targets, strict=True))
    where, having, group = args.get("where"), args.get("having"), args.get("group")
    return SelectCore(
        targets,
        first.pos,
        _distinct(reader, args.get("distinct")),
        from_list(reader, node),
        reader.expression(where.this) if where else None,
        tuple(reader.group_item(n) for n in group.expressions) if group else (),
        first.group_distinct,
        reader.expression(having.this) if having else None,
        tuple(_named_window(reader, n) for n in args.get("windows") or ()),
    )


def _target(reader: Reader, node: exp.Expr, pos: int) -> Target:
    if isinstance(node, exp.Alias):
        return Target(reader.expression(node.this), reader.name(node.args["alias"]), pos)
    return Target(reader.expression(node), None, pos)


def _distinct(reader: Reader, node: exp.Expr | None) -> tuple[Node, ...] | None:
    if node is None:
        return None
    on = node.args.get("on")
    return reader.several(on.expressions) if on is not None else ()


def _named_window(reader: Reader, node: exp.Expr) -> WindowDef:
    return replace(reader.window(node), name=reader.name(node.this))
