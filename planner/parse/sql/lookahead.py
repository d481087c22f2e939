"""Questions about what comes next."""

from __future__ import annotations

from typing import Final

from planner.parse.cursor import Cursor
from planner.parse.lexer import IDENT, SYMBOL

QUERY_WORDS: Final = frozenset({"select", "values", "table", "with"})
_QUERY_GOES_ON: Final = frozenset({"union", "intersect", "except", "order", "limit", "offset", "fetch", "for"})


def opens(cursor: Cursor) -> bool:
    """Is the token after the next one an opening parenthesis?"""
    after = cursor.ahead()
    return after.value == "(" and after.kind == SYMBOL


def is_query(cursor: Cursor) -> bool:
    """Is the parenthesis that comes next around a query (and not around an expression that begins with one)?"""
    if not cursor.is_symbol("("):
        return False
    first = inner = cursor.at
    tokens = cursor.tokens
    while tokens[inner].kind == SYMBOL and tokens[inner].value == "(":
        inner += 1
    if tokens[inner].kind != IDENT or tokens[inner].value not in QUERY_WORDS:
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
