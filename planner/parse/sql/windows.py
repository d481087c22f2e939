"""OVER, WITHIN GROUP, WINDOW: window definitions with their frames."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import WindowingFault
from planner.parse.lexer import IDENT, QUOTED, SYMBOL, Token
from planner.parse.sql import calls
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.marks import Window
from planner.parse.sql.words import SYMBOLS
from planner.parse.syntax import ColumnName, Literal


def within_group(feed: Feed) -> None:
    """WITHIN GROUP (ORDER BY …) behind an aggregate's call."""
    cursor, call = feed.cursor, feed.closed
    assert call is not None
    for what, found in (("multiple ORDER BY clauses", call.separators), ("DISTINCT", call.distinct), ("VARIADIC", call.variadic)):
        if found:
            raise cursor.error(f"cannot use {what} with WITHIN GROUP", cursor.pos)
    call.separators.append("within")
    cursor.at += 1
    cursor.expect_word("group")
    feed.emit(T.VAR, text="WITHIN")
    feed.emit(T.VAR, text="GROUP")
    cursor.expect_symbol("(")
    feed.emit(T.L_PAREN)
    cursor.expect_word("order")
    cursor.expect_word("by")
    feed.emit(T.ORDER_BY)
    feed.open(Level("sorts", call))
    calls.sort_key(feed)


def over(feed: Feed) -> None:
    """OVER name, OVER (…)."""
    cursor = feed.cursor
    feed.emit(T.OVER)
    cursor.at += 1
    if cursor.is_symbol("("):
        define(feed)
        return
    pos = cursor.pos
    feed.name(ColumnName((cursor.column_name(),), pos))
    feed.more()


def define(feed: Feed) -> None:
    """( [base] … of a window's definition."""
    cursor = feed.cursor
    window = Window(cursor.pos)
    cursor.expect_symbol("(")
    if cursor.is_column_name() and (cursor.token.kind == QUOTED or not cursor.is_word("partition", "range", "rows", "groups")):
        window.base = cursor.column_name()
    feed.emit(T.L_PAREN)
    feed.name(window)
    feed.open(Level("window", None, window=window, is_list=False), Want.CLOSED)


def word(feed: Feed, found: str) -> bool:
    """PARTITION BY, ORDER BY, a frame."""
    cursor, level = feed.cursor, feed.level
    window = level.window
    assert window is not None
    if found == "partition" and level.stage is Stage.START:
        cursor.at += 1
        cursor.expect_word("by")
        feed.emit(T.PARTITION_BY)
        level.stage, level.is_list, feed.want = Stage.GROUP, True, Want.OPERAND
    elif found == "order" and level.stage in (Stage.START, Stage.GROUP):
        cursor.at += 1
        cursor.expect_word("by")
        feed.emit(T.ORDER_BY)
        level.stage, level.is_list = Stage.ORDER, True
        calls.sort_key(feed)
    elif found in ("rows", "range", "groups") and not window.unit:
        _frame(feed, window)
    elif found in ("preceding", "following") and window.unit and level.stage is Stage.TAIL:
        cursor.at += 1
        _end(feed, window, found)
    else:
        return False
    return True


def _frame(feed: Feed, window: Window) -> None:
    """ROWS | RANGE | GROUPS [BETWEEN] and its first end. sqlglot gets ROWS for each."""
    cursor, level = feed.cursor, feed.level
    window.unit, window.frame_pos = cursor.token.value, cursor.pos
    level.sort, level.is_list, level.stage = None, False, Stage.TAIL
    feed.new_expression()
    feed.emit(T.ROWS)
    cursor.at += 1
    if cursor.is_word("between") and not _is_column(cursor.ahead()):
        cursor.at += 1
        if cursor.is_word("between", "ilike", "like", "similar") or cursor.is_pair():
            # Neither an operand nor an operator to bison, as BETWEEN binds like these.
            cursor.fail()
        feed.emit(T.BETWEEN)
        window.between = True
    _frame_end(feed, window)


def _is_column(after: Token) -> bool:
    """Is a frame's BETWEEN a column, by what is behind it?"""
    if after.kind == SYMBOL:
        return after.value in ("::", "[", ".") or (after.value in SYMBOLS and after.value not in ("+", "-"))
    return after.kind == IDENT and after.value in ("and", "or", "is", "isnull", "notnull", "in", "collate")


def _frame_end(feed: Feed, window: Window) -> None:
    cursor = feed.cursor
    pos = cursor.pos
    if cursor.is_words("unbounded", "preceding") or cursor.is_words("unbounded", "following"):
        cursor.at += 1
        _whole_end(feed, window, f"unbounded {cursor.advance().value}", pos)
    elif cursor.take_words("current", "row"):
        _whole_end(feed, window, "current row", pos)
    else:
        window.ends.append(("", pos))
        feed.want = Want.OPERAND


def _whole_end(feed: Feed, window: Window, kind: str, pos: int) -> None:
    window.ends.append((kind, pos))
    feed.atom(Literal("null", "", pos))
    _end(feed, window, kind)


def _end(feed: Feed, window: Window, kind: str) -> None:
    """Behind an end of a frame: the other one, or EXCLUDE."""
    cursor, level = feed.cursor, feed.level
    feed.emit(T.VAR, text="PRECEDING")
    window.ends[-1] = (kind, window.ends[-1][1])
    feed.new_expression()
    if window.between and len(window.ends) == 1:
        cursor.expect_word("and")
        feed.emit(T.AND)
        _frame_end(feed, window)
        return
    _check(feed, window)
    window.exclude = _exclude(feed)
    feed.want, level.stage = Want.CLOSED, Stage.BODY


def _check(feed: Feed, window: Window) -> None:
    """Ends that cannot be, or come in the wrong order. (Postgres's grammar refuses them itself.)"""
    base = feed.cursor.base
    start, end = window.ends[0], window.ends[1] if len(window.ends) > 1 else ("current row", window.ends[0][1])
    if start[0] == "unbounded following":
        raise WindowingFault("frame start cannot be UNBOUNDED FOLLOWING", position=start[1] + base)
    if end[0] == "unbounded preceding":
        raise WindowingFault("frame end cannot be UNBOUNDED PRECEDING", position=end[1] + base)
    if start[0] == "current row" and end[0] == "preceding":
        raise WindowingFault("frame starting from current row cannot have preceding rows", position=end[1] + base)
    if start[0] == "following" and len(window.ends) == 1:
        raise WindowingFault("frame starting from following row cannot end with current row", position=start[1] + base)
    if start[0] == "following" and end[0] in ("preceding", "current row"):
        raise WindowingFault("frame starting from following row cannot have preceding rows", position=end[1] + base)


def _exclude(feed: Feed) -> str:
    cursor = feed.cursor
    if not cursor.take_word("exclude"):
        return ""
    if cursor.take_words("current", "row"):
        return "current row"
    if cursor.take_words("no", "others"):
        return ""
    return cursor.expect_word("group", "ties")


def close(feed: Feed) -> None:
    """) of a window's definition."""
    if feed.level.stage is Stage.TAIL or not feed.cursor.is_symbol(")"):
        feed.cursor.fail()
    feed.emit(T.R_PAREN)
    feed.cursor.at += 1
    feed.levels.pop()
    feed.more()
    if feed.levels[-1].stage is Stage.WINDOW:
        feed.want = Want.CLOSED
