"""Queries: SELECT, VALUES, TABLE, set operations, WITH, ORDER BY, LIMIT (select_no_parens)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import ReadOnly, TooComplex, Unsupported
from planner.parse import expressions
from planner.parse.clauses import sort_list
from planner.parse.cursor import Cursor
from planner.parse.lexer import IDENT, SYMBOL
from planner.parse.limits import CHAIN_MAX
from planner.parse.selects import select
from planner.parse.syntax import (
    ColumnName,
    Literal,
    Node,
    Query,
    SelectCore,
    SetOperation,
    TableName,
    Target,
    ValuesCore,
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
    if tokens[inner].value == "values" and tokens[inner + 1].value != "(":
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
    recursive = cursor.ahead().value not in ("as", "(") and cursor.take_word("recursive") is not None
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
        return Query(select(cursor, pos), pos)
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
