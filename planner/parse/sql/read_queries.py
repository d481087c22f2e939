"""sqlglot's tree → queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp

from planner.errors import SyntaxFault
from planner.parse import syntax
from planner.parse.sql import read_calls, read_from
from planner.parse.sql.marks import CallMark, LeafMark
from planner.parse.sql.tree import check

if TYPE_CHECKING:
    from planner.parse.sql.read_expressions import TreeReader


def query(reader: TreeReader, node: exp.Expr) -> syntax.QueryNode:
    """A query with WITH in front and ORDER BY, LIMIT … behind. The cursor is at its first token."""
    cursor, pos = reader.cursor, reader.cursor.pos
    with_: tuple[syntax.WithEntry, ...] = ()
    recursive = False
    if cursor.take_word("with"):
        tree = node.args["with_"]
        check(cursor, tree)
        recursive = bool(tree.args.get("recursive")) and cursor.take_word("recursive") is not None
        with_ = _with_entries(reader, tree.expressions, pos)
    found = _tail(reader, node, _operations(reader, node))
    return replace(found, with_=with_, recursive=recursive) if with_ else found


def _with_entries(reader: TreeReader, nodes: list[exp.Expr], pos: int) -> tuple[syntax.WithEntry, ...]:
    cursor = reader.cursor
    found: list[syntax.WithEntry] = []
    for node in nodes:
        if found and not cursor.take_symbol(","):
            # sqlglot adds the entries of a WITH behind this one.
            raise cursor.error("multiple WITH clauses not allowed", pos)
        check(cursor, node)
        at = cursor.pos
        name, columns, materialized = reader.read()
        found.append(syntax.WithEntry(name, columns, reader.subquery(exp.Subquery(this=node.this)), materialized, at))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------- set operations


def _operations(reader: TreeReader, node: exp.Expr) -> syntax.QueryNode:
    """Queries with UNION, INTERSECT, EXCEPT between them."""
    operands = []
    while isinstance(node, exp.Except):
        check(reader.cursor, node)
        operands.append(node.expression)
        node = node.this
    operands.append(node)
    found = _in_row(reader, operands, "union", "except")
    if operands:
        reader.cursor.fail()
    return found


def _in_row(reader: TreeReader, operands: list[exp.Expr], *words: str) -> syntax.QueryNode:
    """Queries with such operations between them; of all operations INTERSECT binds most tightly. *operands*: the last one first."""

    def operand() -> syntax.QueryNode:
        return _operand(reader, operands.pop()) if words == ("intersect",) else _in_row(reader, operands, "intersect")

    cursor = reader.cursor
    left = operand()
    while operands and cursor.is_word(*words):
        pos, op = cursor.pos, cursor.advance().value
        every = cursor.take_word("all", "distinct") == "all"
        left = syntax.QueryNode(syntax.SetOperation(op, every, left, operand(), pos), left.pos)  # type: ignore[arg-type]
    return left


def _operand(reader: TreeReader, node: exp.Expr) -> syntax.QueryNode:
    """SELECT, VALUES, TABLE, or a query in parentheses."""
    cursor, pos = reader.cursor, reader.cursor.pos
    check(cursor, node)
    if cursor.is_symbol("("):
        # sqlglot takes parentheses behind WITH away.
        return reader.subquery(node)
    if not isinstance(node, exp.Select):
        cursor.fail()
    if cursor.take_word("values"):
        return syntax.QueryNode(syntax.ValuesCore(_rows(reader, node.expressions), pos), pos)
    if cursor.take_word("table"):
        cursor.take_word("only")
        at = cursor.pos
        (table,) = read_from.from_list(reader, node)
        star = syntax.Target(syntax.ColumnName(("*",), at, True), None, at)
        return syntax.QueryNode(syntax.SelectCore((star,), pos, from_=(table,)), pos)
    cursor.expect_word("select")
    return syntax.QueryNode(_select(reader, node, pos), pos)


def _rows(reader: TreeReader, nodes: list[exp.Expr]) -> tuple[tuple[syntax.Node, ...], ...]:
    cursor = reader.cursor
    rows: list[tuple[syntax.Node, ...]] = []
    for node in reader.items(nodes):
        if not isinstance(reader.mark(node), CallMark):
            cursor.fail()
        cursor.at += 1
        rows.append(reader.several(node.expressions))
        cursor.expect_symbol(")")
    return tuple(rows)


# ---------------------------------------------------------------------------------------------------------------------- SELECT


def _select(reader: TreeReader, node: exp.Expr, pos: int) -> syntax.SelectCore:
    cursor, args = reader.cursor, node.args
    distinct = _distinct(reader, args.get("distinct"))
    targets = _targets(reader, node.expressions)
    from_ = read_from.from_list(reader, node) if cursor.take_word("from") else ()
    where = _condition(reader, "where", args.get("where"))
    group_distinct, group = False, args.get("group")
    group_by: list[syntax.Node | syntax.GroupingSets] = []
    if group is not None:
        check(cursor, group)
        cursor.expect_words("group", "by")
        group_distinct = cursor.take_word("distinct", "all") == "distinct"
        group_by = [reader.group_item(inner) for inner in reader.items(group.expressions)]
    having = _condition(reader, "having", args.get("having"))
    windows = _windows(reader, args.get("windows"))
    return syntax.SelectCore(targets, pos, distinct, from_, where, tuple(group_by), group_distinct, having, windows)


def _condition(reader: TreeReader, word: str, node: exp.Expr | None) -> syntax.Node | None:
    if node is None:
        return None
    check(reader.cursor, node)
    reader.cursor.expect_word(word)
    return reader.expression(node.this)


def _targets(reader: TreeReader, nodes: list[exp.Expr]) -> tuple[syntax.Target, ...]:
    cursor = reader.cursor
    found: list[syntax.Target] = []
    for node in reader.items(nodes):
        pos = cursor.pos
        if isinstance(node, exp.Alias):
            check(cursor, node)
            inner = reader.expression(node.this)
            cursor.take_word("as")
            found.append(syntax.Target(inner, reader.name(node.args["alias"]), pos))
        else:
            found.append(syntax.Target(reader.expression(node), None, pos))
    return tuple(found)


def _distinct(reader: TreeReader, node: exp.Expr | None) -> tuple[syntax.Node, ...] | None:
    cursor = reader.cursor
    if node is None:
        cursor.take_word("all")
        return None
    check(cursor, node)
    cursor.expect_word("distinct")
    if not cursor.take_word("on"):
        return ()
    cursor.expect_symbol("(")
    found = reader.several(node.args["on"].expressions)
    cursor.expect_symbol(")")
    return found


def _windows(reader: TreeReader, nodes: list[exp.Expr] | None) -> tuple[syntax.WindowDef, ...]:
    cursor = reader.cursor
    found: list[syntax.WindowDef] = []
    for node in nodes or ():
        cursor.expect_symbol(",") if found else cursor.expect_word("window")
        name = reader.name(node.this)
        cursor.expect_word("as")
        found.append(read_calls.definition(reader, node, name))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------------------ tail


def _tail(reader: TreeReader, node: exp.Expr, found: syntax.QueryNode) -> syntax.QueryNode:
    """ORDER BY, LIMIT, OFFSET, FETCH behind a query, which may have some already if it is in parentheses."""
    cursor = reader.cursor
    order, fetch = node.args.get("order"), node.args.get("limit")
    if order is not None:
        check(cursor, order)
        cursor.expect_words("order", "by")
        pos = cursor.pos
        keys = reader.sort(order.expressions)
        _once(reader, found.order_by, "ORDER BY", pos)
        found = replace(found, order_by=keys)
    if fetch is not None:
        check(cursor, fetch)
        count = fetch.args["count"]
        check(cursor, count)
        for value in count.expressions if isinstance(count, exp.Tuple) else [count.this]:
            found = _limit(reader, value, found)
    while cursor.take_word("for"):
        cursor.at += 2
    return found


def _limit(reader: TreeReader, node: exp.Expr, found: syntax.QueryNode) -> syntax.QueryNode:
    cursor = reader.cursor
    word = cursor.expect_word("limit", "offset", "fetch")
    pos = cursor.pos
    with_ties = False
    if word == "fetch":
        leaf = reader.marks.get(cursor.at)
        cursor.at += 1
        value = leaf.node if isinstance(leaf, LeafMark) else reader.expression(node)
        cursor.expect_word("row", "rows")
        with_ties = cursor.expect_word("only", "with") == "with"
        cursor.at += with_ties
        if with_ties and not found.order_by:
            raise SyntaxFault("WITH TIES cannot be specified without ORDER BY clause")
    else:
        value = reader.expression(node)
    if word == "offset":
        cursor.take_word("row", "rows")
        _once(reader, found.offset, "OFFSET", pos)
        return replace(found, offset=value)
    _once(reader, found.limit, "LIMIT", pos)
    return replace(found, limit=value, with_ties=with_ties)


def _once(reader: TreeReader, before: object, clause: str, pos: int) -> None:
    if before:
        raise reader.cursor.error(f"multiple {clause} clauses not allowed", pos)
