"""WITH."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import Unsupported
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.marks import Using
from planner.parse.syntax import ColumnName


def begin(feed: Feed) -> None:
    """WITH [RECURSIVE] and the first entry."""
    cursor, level = feed.cursor, feed.level
    outer = feed.levels[-2] if len(feed.levels) > 1 else None
    if outer is not None and level.nested and outer.with_ and outer.stage is Stage.START and not outer.operations:
        raise cursor.error("multiple WITH clauses not allowed", outer.with_)
    level.stage, level.with_ = Stage.WITH, cursor.pos
    feed.emit(T.WITH)
    cursor.at += 1
    if not cursor.is_word("as") and cursor.ahead().value not in ("as", "(") and cursor.take_word("recursive"):
        feed.emit(T.RECURSIVE)
    entry(feed)


def entry(feed: Feed) -> None:
    """name (columns) AS [[NOT] MATERIALIZED] (."""
    cursor = feed.cursor
    pos = cursor.pos
    feed.name(ColumnName((cursor.column_name(),), pos))
    if cursor.is_symbol("("):
        names(feed)
    feed.emit(T.ALIAS)
    cursor.expect_word("as")
    if cursor.take_words("not", "materialized"):
        feed.emit(T.NOT)
        feed.emit(T.VAR, text="MATERIALIZED")
    elif cursor.take_word("materialized"):
        feed.emit(T.VAR, text="MATERIALIZED")
    cursor.expect_symbol("(")
    feed.emit(T.L_PAREN)
    feed.open(Level("query"), Want.QUERY)


def names(feed: Feed, first: Using | None = None) -> None:
    """(a, b, …); *first* goes in front of them."""
    cursor = feed.cursor
    feed.emit(T.L_PAREN)
    if first is not None:
        feed.name(first)
        feed.emit(T.COMMA)
    cursor.expect_symbol("(")
    while True:
        pos = cursor.pos
        feed.name(ColumnName((cursor.column_name(),), pos))
        if not cursor.take_symbol(","):
            break
        feed.emit(T.COMMA)
    cursor.expect_symbol(")")
    feed.emit(T.R_PAREN)


def entered(feed: Feed) -> None:
    """Behind an entry: another one, or the query that WITH belongs to."""
    cursor, level = feed.cursor, feed.level
    if cursor.is_word("search", "cycle"):
        raise Unsupported(f"{cursor.token.value.upper()} in WITH is not supported", position=cursor.token.start + 1)
    if cursor.is_symbol(","):
        feed.want = Want.CLOSED
        return
    level.stage, feed.want = Stage.START, Want.QUERY
