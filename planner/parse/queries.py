"""Queries: SELECT, VALUES, TABLE, set operations, WITH, ORDER BY, LIMIT (select_no_parens)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import ReadOnly, TooComplex, Unsupported
from planner.parse import expressions
from planner.parse.clauses import sort_list, window_definition
from planner.parse.cursor import Cursor
from planner.parse.keywords import NEEDS_AS
from planner.parse.lexer import IDENT, QUOTED, SYMBOL
from planner.parse.limits import CHAIN_MAX
from planner.parse.relations import from_list
from planner.parse.syntax import (
    ColumnName,
    GroupingSets,
    Literal,
    Node,
    Query,
    RowExpr,
    SelectCore,
    SetOperation,
    TableName,
    Target,
    ValuesCore,
    WindowDef,
    WithEntry,
)

_QUERY_WORDS: Final = ("select", "values", "table", "with")
_QUERY_GOES_ON: Final = ("union", "intersect", "except", "order", "limit", "offset", "fetch", "for")
_WRITES: Final = ("insert", "update", "delete", "merge")


def is_query(cursor: Cursor) -> bool:
    """Is the parenthesis that comes next around a query (and not around an expression that begins with one)?"""
    if not cursor.is_symbol("("):
        return False
    first = cursor.at
    inner = first
    tokens = cursor.tokens
    while tokens[inner].kind == SYMBOL and tokens[inner].value == "(":
        inner += 1
    if tokens[inner].kind != IDENT or tokens[inner].value not in _QUERY_WORDS:
        return False
    return all(_goes_on(cursor, opened) for opened in range(inner - 1, first, -1))


def _goes_on(cursor: Cursor, opened: int) -> bool:
    """Is what follows the parenthesis opened at token *opened* the rest of a query, or the end of the one around it?"""
    after = cursor.tokens[_closing(cursor, opened) + 1]
    if after.kind == SYMBOL:
        return after.value == ")"
    return after.kind == IDENT and after.value in _QUERY_GOES_ON


def _closing(cursor: Cursor, opened: int) -> int:
    depth, at, last = 0, opened, len(cursor.tokens) - 2
    while at < last:
        token = cursor.tokens[at]
        if token.kind == SYMBOL:
            depth += (token.value == "(") - (token.value == ")")
            if depth == 0:
                return at
        at += 1
    return last


def parenthesized(cursor: Cursor) -> Query:
    """(query)."""
    cursor.expect_symbol("(")
    cursor.enter()
    found = query(cursor)
    cursor.depth -= 1
    cursor.expect_symbol(")")
    return found


def query(cursor: Cursor) -> Query:
    """A query with WITH in front and ORDER BY, LIMIT … behind."""
    with_, recursive = _with(cursor) if cursor.is_word("with") else ((), False)
    if cursor.is_word(*_WRITES):
        raise ReadOnly(f"cannot execute {cursor.token.value.upper()}: tidegate is read-only", position=cursor.token.start + 1)
    found = _set_operations(cursor)
    found = _tail(cursor, found)
    if with_:
        if found.with_:
            raise cursor.error("multiple WITH clauses not allowed", found.pos)
        found = replace(found, with_=with_, recursive=recursive)
    return found


# ----------------------------------------------------------------------------------------------------------------------- WITH


def _with(cursor: Cursor) -> tuple[tuple[WithEntry, ...], bool]:
    cursor.advance()
    recursive = cursor.take_word("recursive") is not None
    entries = [_with_entry(cursor)]
    while cursor.take_symbol(","):
        entries.append(_with_entry(cursor))
    return tuple(entries), recursive


def _with_entry(cursor: Cursor) -> WithEntry:
    pos, name = cursor.pos, cursor.column_name()
    columns = cursor.name_list() if cursor.is_symbol("(") else ()
    cursor.expect_word("as")
    materialized = None
    if cursor.take_word("materialized"):
        materialized = True
    elif cursor.take_words("not", "materialized"):
        materialized = False
    found = parenthesized(cursor)
    if cursor.is_word("search", "cycle"):
        raise Unsupported(f"{cursor.token.value.upper()} in WITH is not supported", position=cursor.token.start + 1)
    return WithEntry(name, columns, found, materialized, pos)


# -------------------------------------------------------------------------------------------------------------- set operations


def _set_operations(cursor: Cursor, tight: bool = False) -> Query:
    """UNION and EXCEPT from left to right; INTERSECT (*tight*) binds more tightly."""
    left = _operand(cursor) if tight else _set_operations(cursor, tight=True)
    words = ("intersect",) if tight else ("union", "except")
    count = 0
    while cursor.is_word(*words):
        count += 1
        if count > CHAIN_MAX:
            raise TooComplex(f"{CHAIN_MAX} set operations may stand in a row", position=cursor.token.start + 1)
        pos = cursor.pos
        op = cursor.advance().value
        every = cursor.take_word("all", "distinct") == "all"
        right = _operand(cursor) if tight else _set_operations(cursor, tight=True)
        left = Query(SetOperation(op, every, left, right, pos), left.pos)  # type: ignore[arg-type]
    return left


def _operand(cursor: Cursor) -> Query:
    if cursor.is_symbol("("):
        return parenthesized(cursor)
    pos = cursor.pos
    if cursor.take_word("select"):
        return Query(_select(cursor, pos), pos)
    if cursor.take_word("values"):
        return Query(_values(cursor, pos), pos)
    if cursor.take_word("table"):
        return Query(_table(cursor, pos), pos)
    cursor.fail()


def _values(cursor: Cursor, pos: int) -> ValuesCore:
    rows = []
    while True:
        cursor.expect_symbol("(")
        rows.append(expressions.expression_list(cursor))
        cursor.expect_symbol(")")
        if not cursor.take_symbol(","):
            return ValuesCore(tuple(rows), pos)


def _table(cursor: Cursor, pos: int) -> SelectCore:
    cursor.take_word("only")
    at = cursor.pos
    table = TableName(cursor.qualified_name(), None, at)
    return SelectCore((Target(ColumnName(("*",), at, True), None, at),), pos, from_=(table,))


# ------------------------------------------------------------------------------------------------------------------ tail clauses


def _tail(cursor: Cursor, found: Query) -> Query:
    if cursor.take_word("order"):
        cursor.expect_word("by")
        pos = cursor.pos
        if found.order_by:
            raise cursor.error("multiple ORDER BY clauses not allowed", pos)
        found = replace(found, order_by=sort_list(cursor))
    seen: set[str] = set()
    while cursor.is_word("limit", "offset", "fetch", "for"):
        word = "limit" if cursor.is_word("fetch") else cursor.token.value
        if word in seen:
            cursor.fail()
        seen.add(word)
        found = _TAIL[word](cursor, found)
    return found


def _locking(cursor: Cursor, found: Query) -> Query:
    words = ["FOR"]
    pos = cursor.token.start + 1
    cursor.advance()
    if not cursor.is_word("update", "no", "share", "key"):
        # FOR READ ONLY says what is always so.
        cursor.expect_word("read")
        cursor.expect_word("only")
        return found
    while (word := cursor.take_word("no", "key", "update", "share")) is not None:
        words.append(word.upper())
    raise ReadOnly(f"cannot execute SELECT {' '.join(words)}: tidegate is read-only", position=pos)


def _offset(cursor: Cursor, found: Query) -> Query:
    cursor.advance()
    if found.offset is not None:
        raise cursor.error("multiple OFFSET clauses not allowed", cursor.pos)
    value = expressions.expression(cursor)
    cursor.take_word("row", "rows")
    return replace(found, offset=value)


def _limit(cursor: Cursor, found: Query) -> Query:
    start, word = cursor.pos, cursor.advance().value
    if found.limit is not None:
        raise cursor.error("multiple LIMIT clauses not allowed", cursor.pos)
    if word == "fetch":
        return _fetch(cursor, found)
    pos = cursor.pos
    if cursor.take_word("all"):
        return replace(found, limit=Literal("null", "", pos))
    value = expressions.expression(cursor)
    if cursor.is_symbol(","):
        raise cursor.error("LIMIT #,# syntax is not supported", start, hint="Use separate LIMIT and OFFSET clauses.")
    return replace(found, limit=value)


def _fetch(cursor: Cursor, found: Query) -> Query:
    """FETCH FIRST n ROWS ONLY."""
    pos = cursor.pos
    cursor.expect_word("first", "next")
    value: Node = Literal("integer", "1", pos)
    if not cursor.is_word("row", "rows"):
        value = expressions.expression(cursor, expressions.ADD)
    cursor.expect_word("row", "rows")
    if cursor.take_word("only"):
        return replace(found, limit=value)
    cursor.expect_word("with")
    cursor.expect_word("ties")
    return replace(found, limit=value, with_ties=True)


_TAIL: Final = {"for": _locking, "offset": _offset, "limit": _limit}


# ---------------------------------------------------------------------------------------------------------------------- SELECT


def _select(cursor: Cursor, pos: int) -> SelectCore:
    distinct = _distinct(cursor)
    targets = _targets(cursor, may_be_empty=distinct is None)
    if cursor.is_word("into"):
        raise ReadOnly("cannot execute SELECT INTO: tidegate is read-only", position=cursor.token.start + 1)
    from_ = from_list(cursor) if cursor.take_word("from") else ()
    where = expressions.expression(cursor) if cursor.take_word("where") else None
    group_by, group_distinct = _group_by(cursor)
    having = expressions.expression(cursor) if cursor.take_word("having") else None
    windows = _windows(cursor) if cursor.take_word("window") else ()
    return SelectCore(targets, pos, distinct, from_, where, group_by, group_distinct, having, windows)


def _distinct(cursor: Cursor) -> tuple[Node, ...] | None:
    if cursor.take_word("all"):
        return None
    if not cursor.take_word("distinct"):
        return None
    if not cursor.take_word("on"):
        return ()
    cursor.expect_symbol("(")
    found = expressions.expression_list(cursor)
    cursor.expect_symbol(")")
    return found


def _targets(cursor: Cursor, may_be_empty: bool) -> tuple[Target, ...]:
    token = cursor.token
    ends = token.kind == "end" or (token.kind == SYMBOL and token.value in (";", ")"))
    starts_clause = token.kind == IDENT and token.value in (*_QUERY_GOES_ON, "from", "where", "group", "having", "window", "into")
    if may_be_empty and (ends or starts_clause):
        return ()
    targets = [_target(cursor)]
    while cursor.take_symbol(","):
        targets.append(_target(cursor))
    return tuple(targets)


def _target(cursor: Cursor) -> Target:
    pos = cursor.pos
    if cursor.take_symbol("*"):
        return Target(ColumnName(("*",), pos, True), None, pos)
    expr = expressions.expression(cursor)
    if cursor.take_word("as"):
        return Target(expr, cursor.label(), pos)
    token = cursor.token
    if token.kind == QUOTED or (token.kind == IDENT and token.value not in NEEDS_AS):
        return Target(expr, cursor.advance().value, pos)
    return Target(expr, None, pos)


def _group_by(cursor: Cursor) -> tuple[tuple[Node | GroupingSets, ...], bool]:
    if not cursor.take_word("group"):
        return (), False
    cursor.expect_word("by")
    distinct = cursor.take_word("distinct", "all") == "distinct"
    items = [_group_item(cursor)]
    while cursor.take_symbol(","):
        items.append(_group_item(cursor))
    return tuple(items), distinct


def _group_item(cursor: Cursor) -> Node | GroupingSets:
    pos = cursor.pos
    opens = cursor.ahead().kind == SYMBOL and cursor.ahead().value == "("
    if cursor.is_word("rollup", "cube") and opens:
        kind = cursor.advance().value
        cursor.expect_symbol("(")
        items: tuple[Node | GroupingSets, ...] = expressions.expression_list(cursor)
        cursor.expect_symbol(")")
        return GroupingSets("rollup" if kind == "rollup" else "cube", items, pos)
    if cursor.take_words("grouping", "sets"):
        return GroupingSets("sets", _grouping_set_items(cursor), pos)
    if cursor.is_symbol("(") and cursor.ahead().kind == SYMBOL and cursor.ahead().value == ")":
        cursor.at += 2
        return GroupingSets("empty", (), pos)
    return expressions.expression(cursor)


def _grouping_set_items(cursor: Cursor) -> tuple[Node | GroupingSets, ...]:
    cursor.expect_symbol("(")
    cursor.enter()
    items = [_group_item(cursor)]
    while cursor.take_symbol(","):
        items.append(_group_item(cursor))
    cursor.depth -= 1
    cursor.expect_symbol(")")
    return tuple(items)


def _windows(cursor: Cursor) -> tuple[WindowDef, ...]:
    found = []
    while True:
        name = cursor.column_name()
        cursor.expect_word("as")
        found.append(window_definition(cursor, name))
        if not cursor.take_symbol(","):
            return tuple(found)


def row_items(node: Node) -> tuple[Node, ...]:
    """The members of a row, or the node itself."""
    return node.items if isinstance(node, RowExpr) else (node,)
