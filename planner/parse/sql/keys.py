"""The entries of GROUP BY, and what follows those of ORDER BY."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.lexer import SYMBOL
from planner.parse.sql import operands
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.lookahead import opens
from planner.parse.sql.marks import Call
from planner.parse.sql.words import any_operator


def group_item(feed: Feed) -> None:
    """ROLLUP (…), CUBE (…), GROUPING SETS (…), () or an expression."""
    cursor = feed.cursor
    if cursor.is_word("rollup", "cube") and opens(cursor):
        call = Call(cursor.token.value, cursor.pos, cursor.at)
        feed.name(call)
        cursor.at += 2
        feed.emit(T.L_PAREN)
        feed.open(Level("rollup", call))
    elif cursor.is_words("grouping", "sets"):
        call = Call("sets", cursor.pos, cursor.at)
        feed.name(call)
        cursor.at += 2
        cursor.expect_symbol("(")
        feed.emit(T.L_PAREN)
        feed.open(Level("sets", call), Want.GROUP)
    elif cursor.is_symbol("(") and cursor.ahead().kind == SYMBOL and cursor.ahead().value == ")":
        feed.name(Call("empty", cursor.pos, cursor.at))
        feed.emit(T.L_PAREN, T.R_PAREN)
        cursor.at += 2
        feed.want = Want.CLOSED
    else:
        operands.operand(feed)


def sort_word(feed: Feed, found: str) -> bool:
    """ASC, DESC, USING operator, NULLS FIRST | LAST behind an ORDER BY entry."""
    cursor, key = feed.cursor, feed.level.sort
    assert key is not None
    if found in ("asc", "desc", "using") and feed.want is Want.MORE:
        cursor.at += 1
        key.descending = found == "desc"
        key.using = any_operator(cursor) if found == "using" else None
    elif cursor.is_words("nulls", "first") or cursor.is_words("nulls", "last"):
        if key.nulls_first is not None:
            return False
        key.nulls_first = cursor.ahead().value == "first"
        cursor.at += 2
    else:
        return False
    feed.want = Want.CLOSED
    return True
