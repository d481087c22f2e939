"""FROM: tables, subqueries, functions, joins (table_ref)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from planner.errors import SyntaxFault, TooComplex, Unsupported
from planner.parse import expressions, primary, queries
from planner.parse.calls import SPECIAL_CALLS, VALUE_FUNCTIONS, function_call, value_function
from planner.parse.cursor import Cursor
from planner.parse.lexer import IDENT, QUOTED, SYMBOL
from planner.parse.limits import CHAIN_MAX
from planner.parse.syntax import Alias, FromNode, FunctionFrom, JoinFrom, Node, Query, SubqueryFrom, TableName, ValuesCore

_JOINS: Final[dict[str, Literal["inner", "left", "right", "full"]]] = {
    "join": "inner", "inner": "inner", "left": "left", "right": "right", "full": "full"
}  # fmt: skip


def from_list(cursor: Cursor) -> tuple[FromNode, ...]:
    """What follows FROM."""
    items = [_joined(cursor)]
    while cursor.take_symbol(","):
        items.append(_joined(cursor))
    return tuple(items)


def _joined(cursor: Cursor) -> FromNode:
    left = _item(cursor)
    count = 0
    while cursor.is_word("cross", "natural", *_JOINS):
        count += 1
        if count > CHAIN_MAX:
            raise TooComplex(f"{CHAIN_MAX} joins may stand in a row", position=cursor.token.start + 1)
        left = _join(cursor, left)
    return left


def _join(cursor: Cursor, left: FromNode) -> FromNode:
    pos = cursor.pos
    if cursor.take_word("cross"):
        cursor.expect_word("join")
        return JoinFrom("cross", left, _item(cursor), None, None, False, pos)
    natural = cursor.take_word("natural") is not None
    kind = _join_kind(cursor)
    if natural:
        return JoinFrom(kind, left, _item(cursor), None, None, True, pos)
    right = _right_side(cursor)
    if cursor.take_word("on"):
        return JoinFrom(kind, left, right, expressions.expression(cursor), None, False, pos)
    cursor.expect_word("using")
    using = cursor.name_list()
    alias = cursor.column_name() if cursor.take_word("as") else None
    return JoinFrom(kind, left, right, None, using, False, pos, using_alias=alias)


def _right_side(cursor: Cursor) -> FromNode:
    """The right side may be joins itself: a JOIN b JOIN c ON … ON …"""
    right = _item(cursor)
    while cursor.is_word("cross", "natural", *_JOINS):
        cursor.enter()
        right = _join(cursor, right)
        cursor.depth -= 1
    return right


def _join_kind(cursor: Cursor) -> Literal["inner", "left", "right", "full"]:
    word = cursor.expect_word(*_JOINS)
    if word in ("left", "right", "full"):
        cursor.take_word("outer")
    if word != "join":
        cursor.expect_word("join")
    return _JOINS[word]


def _item(cursor: Cursor) -> FromNode:
    pos = cursor.pos
    lateral = cursor.take_word("lateral") is not None
    if cursor.is_symbol("("):
        return _parenthesized(cursor, lateral, pos)
    if cursor.is_words("rows", "from") and cursor.ahead(2).value == "(":
        raise Unsupported("ROWS FROM is not supported", position=cursor.token.start + 1)
    if cursor.token.kind != QUOTED and cursor.token.value in (*SPECIAL_CALLS, "cast") and cursor.ahead().value == "(":
        return _function(cursor, primary.primary(cursor), lateral, pos)
    if cursor.token.kind != QUOTED and cursor.token.value in VALUE_FUNCTIONS:
        return _function(cursor, value_function(cursor), lateral, pos)
    return _named(cursor, lateral, pos)


def _parenthesized(cursor: Cursor, lateral: bool, pos: int) -> FromNode:
    if queries.is_query(cursor):
        found = queries.parenthesized(cursor)
        alias = _alias(cursor)
        if alias is None:
            raise _no_alias(cursor, found, pos)
        return SubqueryFrom(found, alias, lateral, pos)
    if lateral:
        cursor.fail()
    cursor.expect_symbol("(")
    cursor.enter()
    inner = _joined(cursor)
    cursor.depth -= 1
    if not isinstance(inner, JoinFrom):
        cursor.fail()
    cursor.expect_symbol(")")
    return replace(inner, alias=_alias(cursor)) if inner.alias is None else inner


def _no_alias(cursor: Cursor, query: Query, pos: int) -> SyntaxFault:
    what, example = ("VALUES", "VALUES") if isinstance(query.body, ValuesCore) else ("subquery", "SELECT")
    return cursor.error(f"{what} in FROM must have an alias", pos, hint=f"For example, FROM ({example} ...) [AS] foo.")


def _named(cursor: Cursor, lateral: bool, pos: int) -> FromNode:
    only = cursor.take_word("only") is not None
    first = cursor.token
    if first.kind != QUOTED and not cursor.is_column_name() and not cursor.is_function_name():
        cursor.fail()
    is_call = not only and _is_call(cursor) and (cursor.is_function_name() or cursor.ahead().value == ".")
    if not is_call and not cursor.is_column_name():
        # A word that can only name a function lacks its parenthesis.
        cursor.advance()
        cursor.fail()
    if is_call:
        name = [cursor.advance().value]
        while cursor.take_symbol("."):
            name.append(cursor.label())
        return _function(cursor, function_call(cursor, tuple(name), pos), lateral, pos)
    if lateral:
        cursor.fail()
    at = cursor.pos
    parts = cursor.qualified_name()
    cursor.take_symbol("*")
    table = TableName(parts, _alias(cursor), at)
    if cursor.is_word("tablesample"):
        raise Unsupported("TABLESAMPLE is not supported", position=cursor.token.start + 1)
    return table


def _is_call(cursor: Cursor) -> bool:
    """Is the (qualified) name that comes next followed by an opening parenthesis?"""
    count = 1
    while cursor.ahead(count).kind == SYMBOL and cursor.ahead(count).value == ".":
        count += 2
    after = cursor.ahead(count)
    return after.kind == SYMBOL and after.value == "("


def _function(cursor: Cursor, call: Node, lateral: bool, pos: int) -> FromNode:
    ordinality = cursor.take_words("with", "ordinality")
    if cursor.is_word("as") and cursor.ahead().value == "(":
        raise Unsupported("a column definition list is not supported", position=cursor.token.start + 1)
    return FunctionFrom(call, _alias(cursor), ordinality, lateral, pos)


def _alias(cursor: Cursor) -> Alias | None:
    if cursor.take_word("as") or cursor.is_column_name():
        name = cursor.column_name()
    else:
        return None
    if cursor.is_symbol("(") and cursor.ahead(2).kind in (IDENT, QUOTED):
        raise Unsupported("a column definition list is not supported", position=cursor.token.start + 1)
    return Alias(name, cursor.name_list() if cursor.is_symbol("(") else ())
