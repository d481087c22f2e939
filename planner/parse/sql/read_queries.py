"""sqlglot's tree → queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp

from planner.errors import SyntaxFault
from planner.parse.sql import read_calls, read_from
from planner.parse.sql.marks import Call, Leaf
from planner.parse.sql.tree import check
from planner.parse.syntax import (
    ColumnName,
    GroupingSets,
    Node,
    Query,
    SelectCore,
    SetOperation,
    Target,
    ValuesCore,
    WindowDef,
    WithEntry,
)

if TYPE_CHECKING:
    from planner.parse.sql.read_expressions import Reader


def query(reader: Reader, node: exp.Expr) -> Query:
    """A query with WITH in front and ORDER BY, LIMIT … behind. The cursor is at its first token."""
    cursor, pos = reader.cursor, reader.cursor.pos
    check(cursor, node)
    with_: tuple[WithEntry, ...] = ()
    recursive = False
    if cursor.take_word("with"):
        tree = node.args["with_"]
        check(cursor, tree)
        recursive = bool(tree.args.get("recursive")) and cursor.take_word("recursive") is not None
        with_ = _with_entries(reader, tree.expressions, pos)
    found = _tail(reader, node, _operations(reader, node))
    return replace(found, with_=with_, recursive=recursive) if with_ else found


def _with_entries(reader: Reader, nodes: list[exp.Expr], pos: int) -> tuple[WithEntry, ...]:
    cursor = reader.cursor
    found: list[WithEntry] = []
    for node in nodes:
        if found and not cursor.take_symbol(","):
            # sqlglot adds the entries of a WITH behind this one.
            raise cursor.error("multiple WITH clauses not allowed", pos)
        check(cursor, node)
        alias, at = node.args["alias"], cursor.pos
        name = reader.name(alias.this)
        columns = reader.names(alias.args.get("columns") or [])
        cursor.expect_word("as")
        negated = cursor.take_word("not") is not None
        materialized = not negated if cursor.take_word("materialized") else None
        found.append(WithEntry(name, columns, reader.subquery(exp.Subquery(this=node.this)), materialized, at))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------- set operations


def _operations(reader: Reader, node: exp.Expr) -> Query:
    """Queries with UNION, INTERSECT, EXCEPT between them, of which INTERSECT binds most tightly."""
    rest = []
    while isinstance(node, exp.Except):
        rest.append(node.expression)
        node = node.this
        check(reader.cursor, node)
    first = _operand(reader, node)
    return _union(reader, first, rest)


def _union(reader: Reader, left: Query, rest: list[exp.Expr]) -> Query:
    """*rest* are the operands still to come, the last one first."""
    left = _intersect(reader, left, rest)
    while (found := reader.cursor.is_word("union", "except")) and rest:
        left = _operation(reader, left, rest, tight=False)
    if rest or found:
        reader.cursor.fail()
    return left


def _intersect(reader: Reader, left: Query, rest: list[exp.Expr]) -> Query:
    while reader.cursor.is_word("intersect") and rest:
        left = _operation(reader, left, rest, tight=True)
    return left


def _operation(reader: Reader, left: Query, rest: list[exp.Expr], *, tight: bool) -> Query:
    cursor, pos = reader.cursor, reader.cursor.pos
    op = cursor.advance().value
    every = cursor.take_word("all", "distinct") == "all"
    node = rest.pop()
    check(cursor, node)
    right = _operand(reader, node)
    if not tight:
        right = _intersect(reader, right, rest)
    return Query(SetOperation(op, every, left, right, pos), left.pos)  # type: ignore[arg-type]


def _operand(reader: Reader, node: exp.Expr) -> Query:
    """SELECT, VALUES, TABLE, or a query in parentheses."""
    cursor, pos = reader.cursor, reader.cursor.pos
    if cursor.is_symbol("("):
        # sqlglot takes parentheses behind WITH away.
        return reader.subquery(node)
    if not isinstance(node, exp.Select):
        cursor.fail()
    if cursor.take_word("values"):
        return Query(ValuesCore(_rows(reader, node.expressions), pos), pos)
    if cursor.take_word("table"):
        cursor.take_word("only")
        at = cursor.pos
        (table,) = read_from.from_list(reader, node)
        star = Target(ColumnName(("*",), at, True), None, at)
        return Query(SelectCore((star,), pos, from_=(table,)), pos)
    cursor.expect_word("select")
    return Query(_select(reader, node, pos), pos)


def _rows(reader: Reader, nodes: list[exp.Expr]) -> tuple[tuple[Node, ...], ...]:
    cursor = reader.cursor
    rows: list[tuple[Node, ...]] = []
    for node in nodes:
        if rows:
            cursor.expect_symbol(",")
        if not isinstance(reader.mark(node), Call):
            cursor.fail()
        cursor.at += 1
        rows.append(reader.several(node.expressions))
        cursor.expect_symbol(")")
    return tuple(rows)


# ---------------------------------------------------------------------------------------------------------------------- SELECT


def _select(reader: Reader, node: exp.Expr, pos: int) -> SelectCore:
    cursor, args = reader.cursor, node.args
    distinct = _distinct(reader, args.get("distinct"))
    targets = _targets(reader, node.expressions)
    from_ = read_from.from_list(reader, node) if cursor.take_word("from") else ()
    where = _condition(reader, "where", args.get("where"))
    group_distinct, group = False, args.get("group")
    group_by: list[Node | GroupingSets] = []
    if group is not None:
        check(cursor, group)
        cursor.expect_words("group", "by")
        group_distinct = cursor.take_word("distinct", "all") == "distinct"
        for inner in group.expressions:
            if group_by:
                cursor.expect_symbol(",")
            group_by.append(reader.group_item(inner))
    having = _condition(reader, "having", args.get("having"))
    windows = _windows(reader, args.get("windows"))
    return SelectCore(targets, pos, distinct, from_, where, tuple(group_by), group_distinct, having, windows)


def _condition(reader: Reader, word: str, node: exp.Expr | None) -> Node | None:
    if node is None:
        return None
    check(reader.cursor, node)
    reader.cursor.expect_word(word)
    return reader.expression(node.this)


def _targets(reader: Reader, nodes: list[exp.Expr]) -> tuple[Target, ...]:
    cursor = reader.cursor
    found: list[Target] = []
    for node in nodes:
        if found:
            cursor.expect_symbol(",")
        pos = cursor.pos
        if isinstance(node, exp.Alias):
            check(cursor, node)
            inner = reader.expression(node.this)
            cursor.take_word("as")
            found.append(Target(inner, reader.name(node.args["alias"]), pos))
        else:
            found.append(Target(reader.expression(node), None, pos))
    return tuple(found)


def _distinct(reader: Reader, node: exp.Expr | None) -> tuple[Node, ...] | None:
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


def _windows(reader: Reader, nodes: list[exp.Expr] | None) -> tuple[WindowDef, ...]:
    cursor = reader.cursor
    found: list[WindowDef] = []
    for node in nodes or ():
        cursor.expect_symbol(",") if found else cursor.expect_word("window")
        name = reader.name(node.this)
        cursor.expect_word("as")
        found.append(read_calls.definition(reader, node, name))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------------------ tail


def _tail(reader: Reader, node: exp.Expr, found: Query) -> Query:
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


def _limit(reader: Reader, node: exp.Expr, found: Query) -> Query:
    cursor = reader.cursor
    word = cursor.expect_word("limit", "offset", "fetch")
    pos = cursor.pos
    with_ties = False
    if word == "fetch":
        leaf = reader.marks.get(cursor.at)
        if isinstance(leaf, Leaf):
            cursor.at += 1
            value = leaf.node
        else:
            cursor.at += 1
            value = reader.expression(node)
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


def _once(reader: Reader, before: object, clause: str, pos: int) -> None:
    if before:
        raise reader.cursor.error(f"multiple {clause} clauses not allowed", pos)
