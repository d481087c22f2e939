"""What a closing bracket ends, and what may stand behind it."""

from __future__ import annotations

from planner.parse.lexer import IDENT, STRING, SYMBOL
from planner.parse.sql import queries, relations
from planner.parse.sql.feed import Feed, Want
from planner.parse.syntax import Literal


def close(feed: Feed) -> None:
    """The closing bracket of the innermost level."""
    cursor, level = feed.cursor, feed.level
    if len(feed.levels) == 1 or cursor.token.value != level.bracket or cursor.token.kind not in (SYMBOL, IDENT):
        cursor.fail()
    queries.end(feed)
    feed.emit(*level.closing)
    cursor.at += 1
    feed.levels.pop()
    feed.want, feed.selectable = Want.MORE, level.role in ("paren", "index", "slice")
    if level.kind == "query":
        feed.level.closed_query = level.opened
    if level.table:
        relations.behind_function(feed)
    elif level.role == "table":
        relations.behind(feed, level)
    elif level.role in ("cte", "operand"):
        queries.behind(feed, level)
    elif level.role == "on":
        feed.want = Want.OPERAND
    elif level.role == "sample":
        relations.behind_sample(feed)
    elif level.role in ("values", "seed") or (level.kind == "window" and feed.level.clause == "window"):
        feed.want = Want.CLOSED
    elif level.role == "call" and cursor.token.kind == STRING and level.call is not None:
        level.call.literal = Literal("string", cursor.token.value, cursor.pos)
        cursor.at += 1
