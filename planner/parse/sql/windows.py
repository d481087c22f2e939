"""OVER, FILTER, WITHIN GROUP, WINDOW: what may follow a call, and window definitions with their frames."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.cursor import TokenCursor
from planner.parse.lexer import IDENT, QUOTED, SYMBOL, Token
from planner.parse.sql.feed import Bracket, Expected, Feed
from planner.parse.sql.words import SYMBOLS


def behind_call(feed: Feed, found: str) -> bool:
    """WITHIN GROUP, FILTER, OVER."""
    cursor = feed.cursor
    if found not in ("within", "filter", "over"):
        return False
    if found == "over":
        feed.take(T.OVER)
        if cursor.is_symbol("("):
            _define(feed)
        else:
            feed.plain_name()
        return True
    cursor.at += 1
    if found == "filter":
        feed.emit(T.FILTER, T.L_PAREN, T.WHERE)
        cursor.expect_symbol("(")
        cursor.expect_word("where")
        feed.open(Bracket("list", "filter"))
        return True
    cursor.expect_word("group")
    feed.emit(T.VAR, text="WITHIN")
    feed.emit(T.VAR, text="GROUP")
    feed.emit(T.L_PAREN, T.ORDER_BY)
    cursor.expect_symbol("(")
    cursor.expect_words("order", "by")
    feed.open(Bracket("list", "sorts", clause="order"))
    return True


def named(feed: Feed) -> None:
    """name AS (…) of WINDOW."""
    feed.plain_name()
    feed.emit(T.ALIAS)
    feed.cursor.expect_word("as")
    _define(feed)


def _define(feed: Feed) -> None:
    """( [base] … of a window's definition."""
    cursor = feed.cursor
    feed.emit(T.L_PAREN)
    cursor.expect_symbol("(")
    if has_base(cursor):
        feed.plain_name()
    feed.open(Bracket("window"), Expected.MORE)


def has_base(cursor: TokenCursor) -> bool:
    """Does a window's definition begin with the name of another one?"""
    return cursor.is_column_name() and (cursor.token.kind == QUOTED or not cursor.is_word("partition", "range", "rows", "groups"))


def word(feed: Feed, found: str) -> bool:
    """PARTITION BY, ORDER BY, a frame."""
    cursor, level = feed.cursor, feed.level
    if found in ("partition", "order") and level.clause in ("", "partition"):
        cursor.at += 1
        cursor.expect_word("by")
        feed.emit(T.PARTITION_BY if found == "partition" else T.ORDER_BY)
        level.clause = found
        feed.begin_expression()
    elif found in ("rows", "range", "groups") and level.clause not in ("frame", "end"):
        level.clause = "frame"
        feed.new_expression()
        feed.take(T.ROWS)
        if not is_column(cursor.ahead()) and cursor.take_word("between"):
            feed.emit(T.BETWEEN)
            level.tail = ["between"]
        _frame_end(feed)
    elif found in ("preceding", "following") and level.clause == "frame":
        feed.emit(T.R_PAREN)
        _whole(feed)
    else:
        return False
    return True


def is_column(after: Token) -> bool:
    """Is a frame's BETWEEN a column, by what is behind it?"""
    if after.kind == SYMBOL:
        return after.value in ("::", "[", ".") or (after.value in SYMBOLS and after.value not in ("+", "-"))
    return after.kind == IDENT and after.value in ("and", "or", "is", "isnull", "notnull", "in", "collate")


def _frame_end(feed: Feed) -> None:
    """UNBOUNDED PRECEDING, CURRENT ROW; or an expression, which sqlglot gets in parentheses."""
    cursor = feed.cursor
    if cursor.is_words("unbounded", "preceding") or cursor.is_words("unbounded", "following"):
        feed.take(T.VAR, text="UNBOUNDED")
        _whole(feed)
    elif cursor.take_words("current", "row"):
        feed.emit(T.VAR, text="CURRENT")
        feed.emit(T.VAR, text="ROW")
        cursor.at -= 1
        _whole(feed)
    else:
        feed.emit(T.L_PAREN)
        feed.want = Expected.OPERAND


def _whole(feed: Feed) -> None:
    """The last word of a frame's end; then the other end, or EXCLUDE, which is read off the statement's own tokens."""
    cursor, level = feed.cursor, feed.level
    if cursor.is_word("preceding", "following"):
        feed.emit(T.VAR, text=cursor.token.value.upper())
    cursor.at += 1
    feed.new_expression()
    feed.want = Expected.MORE
    if level.tail:
        level.tail.clear()
        cursor.expect_word("and")
        feed.emit(T.AND)
        _frame_end(feed)
        return
    level.clause = "end"
    if cursor.take_word("exclude") and not (cursor.take_words("current", "row") or cursor.take_words("no", "others")):
        cursor.expect_word("group", "ties")
