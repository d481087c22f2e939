"""sqlglot's tree → FROM items."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from sqlglot import exp

from planner.parse.sql.expressions import Reader
from planner.parse.sql.marks import Call, Head, Leaf, Table, Unconditional, Using
from planner.parse.syntax import Alias, FromNode, FunctionFrom, JoinFrom, Sample, SubqueryFrom, TableName

_Kind = Literal["inner", "left", "right", "full", "cross"]
_KINDS: Final[dict[str | None, _Kind]] = {None: "inner", "LEFT": "left", "RIGHT": "right", "FULL": "full"}


def from_list(reader: Reader, node: exp.Expr) -> tuple[FromNode, ...]:
    """The FROM items of a SELECT. sqlglot lists what follows a comma among the joins."""
    first = node.args.get("from_")
    if first is None:
        return ()
    items = [_relation(reader, first.this)]
    for join in node.args.get("joins") or ():
        if _is_comma(join):
            items.append(_relation(reader, join.this))
        else:
            items[-1] = _join(reader, items[-1], join)
    return tuple(items)


def head(reader: Reader, node: exp.Expr) -> Head:
    """The mark of the first SELECT in a query."""
    while not isinstance(node, exp.Select):
        node = node.this
    mark = reader.mark(node.expressions[0])
    assert isinstance(mark, Head)
    return mark


def _is_comma(join: exp.Expr) -> bool:
    return not (join.args.get("on") or join.args.get("using"))


def _join(reader: Reader, left: FromNode, node: exp.Expr) -> FromNode:
    args = node.args
    right = _relation(reader, node.this)
    pos = _leaf(reader, node.this).join
    kind = _KINDS[args.get("side")]
    if args.get("using"):
        first, *columns = args["using"]
        using = reader.named(first)
        assert isinstance(using, Using)
        names = tuple(reader.name(c) for c in columns)
        return JoinFrom(kind, left, right, None, names, False, pos, using_alias=using.alias)
    mark = reader.mark(args["on"])
    if isinstance(mark, Unconditional):
        return JoinFrom(kind if mark.natural else "cross", left, right, None, None, mark.natural, pos)
    return JoinFrom(kind, left, right, reader.expression(args["on"]), None, False, pos)


def _relation(reader: Reader, node: exp.Expr) -> FromNode:
    """A FROM item with the joins that belong to it: (a JOIN b …), or a JOIN b JOIN c ON … ON …"""
    found = _item(reader, node)
    for join in node.args.get("joins") or ():
        reader.cursor.enter()
        found = _join(reader, found, join)
        reader.cursor.depth -= 1
    return found


def _item(reader: Reader, node: exp.Expr) -> FromNode:
    alias = _alias(reader, node.args.get("alias"))
    inner = node.this
    if isinstance(node, exp.Subquery) and _is_join(node):
        reader.cursor.enter()
        joined = _relation(reader, inner)
        reader.cursor.depth -= 1
        assert isinstance(joined, JoinFrom)
        return replace(joined, alias=alias) if alias is not None else joined
    leaf = _leaf(reader, node)
    if isinstance(node, exp.Subquery) or isinstance(inner, exp.Subquery):
        assert alias is not None
        query = node if isinstance(node, exp.Subquery) else inner
        return SubqueryFrom(reader.query(query.this), alias, leaf.lateral, leaf.pos)
    if isinstance(inner, exp.Identifier):
        table = reader.named(inner)
        assert isinstance(table, Table)
        return TableName(table.name.parts, alias, leaf.pos)
    call = reader.mark(inner)
    assert isinstance(call, Call)
    if call.table is not None:
        return TableName(call.table.name.parts, alias, leaf.pos, _sample(reader, inner, call))
    return FunctionFrom(reader.call(inner, call), alias, call.ordinality, leaf.lateral, leaf.pos, tuple(call.definitions))


def _sample(reader: Reader, node: exp.Expr, call: Call) -> Sample:
    args = reader.several(node.expressions)
    *others, seed = args if call.separators else (*args, None)
    return Sample(call.name, tuple(n for n in others if n is not None), seed, call.pos)


def _is_join(node: exp.Expr) -> bool:
    """Are these parentheses around joins, and not around a query?"""
    inner = node.this
    if isinstance(inner, exp.Subquery):
        return bool(inner.args.get("joins")) or _is_join(inner)
    return not isinstance(inner, exp.Query)


def _leaf(reader: Reader, node: exp.Expr) -> Leaf:
    """The mark of the first table, function or subquery."""
    while isinstance(node, exp.Subquery) and _is_join(node):
        node = node.this
    if isinstance(node, exp.Subquery) or isinstance(node.this, exp.Subquery):
        leaf = head(reader, node).leaf
    elif isinstance(node.this, exp.Identifier):
        table = reader.named(node.this)
        assert isinstance(table, Table)
        leaf = table.leaf
    else:
        call = reader.mark(node.this)
        assert isinstance(call, Call)
        leaf = call.leaf
    assert leaf is not None
    return leaf


def _alias(reader: Reader, node: exp.Expr | None) -> Alias | None:
    if node is None:
        return None
    return Alias(reader.name(node.this), tuple(reader.name(c) for c in node.args.get("columns") or ()))
