"""SELECT's list, VALUES and TABLE."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.keywords import LIST_ENDS
from planner.parse.lexer import END, SYMBOL
from planner.parse.sql import relations
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.marks import Call, Head, Leaf
from planner.parse.syntax import ColumnName


def _head(feed: Feed, head: Head) -> None:
    level = feed.level
    head.operation, level.operation = level.operation, 0
    head.leaf, level.leaf = level.leaf, None
    level.head = head
    feed.atom(head)


def select(feed: Feed) -> None:
    """SELECT [ALL | DISTINCT [ON (…)]]; sqlglot gets a first entry of the list that says where."""
    cursor, level = feed.cursor, feed.level
    head = Head("select", cursor.pos)
    feed.emit(T.SELECT)
    cursor.at += 1
    level.stage, level.targets, level.conditions, level.joins = Stage.TARGETS, head.targets, 0, 0
    if not cursor.take_word("all") and cursor.take_word("distinct"):
        feed.emit(T.DISTINCT)
        if cursor.take_word("on"):
            feed.emit(T.ON)
            cursor.expect_symbol("(")
            feed.emit(T.L_PAREN)
            feed.open(Level("on", Call("on", cursor.pos, cursor.at)))
            level.head = head
            return
        _head(feed, head)
    else:
        _head(feed, head)
        token = cursor.token
        if token.kind == END or (token.kind == SYMBOL and token.value in (";", ")")) or cursor.is_word(*LIST_ENDS):
            feed.want, level.labelled = Want.CLOSED, True
            return
    target(feed)


def close_distinct_on(feed: Feed) -> None:
    """) of DISTINCT ON (…)."""
    cursor = feed.cursor
    cursor.expect_symbol(")")
    feed.emit(T.R_PAREN)
    cursor.at -= 1
    feed.levels.pop()
    assert feed.level.head is not None
    _head(feed, feed.level.head)
    cursor.at += 1
    target(feed)


def target(feed: Feed) -> None:
    """In front of an entry of the select list."""
    level = feed.level
    feed.emit(T.COMMA)
    level.labelled = False
    feed.new_expression()
    if level.targets is not None:
        level.targets.append(feed.cursor.pos)
    feed.want = Want.TARGET


def star(feed: Feed) -> None:
    """* as an entry of the select list."""
    cursor = feed.cursor
    feed.operand(ColumnName(("*",), cursor.pos, True))
    feed.want = Want.CLOSED
    cursor.at += 1


def label(feed: Feed) -> None:
    """The label of an entry of the select list, AS or not."""
    cursor = feed.cursor
    pos = cursor.pos
    feed.name(ColumnName((cursor.label(),), pos))
    feed.want, feed.level.labelled = Want.CLOSED, True


def values(feed: Feed) -> None:
    """VALUES goes to sqlglot as a SELECT of its rows."""
    cursor, level = feed.cursor, feed.level
    head = Head("values", cursor.pos)
    feed.emit(T.SELECT)
    cursor.at += 1
    level.stage, level.labelled, level.targets = Stage.BODY, True, None
    _head(feed, head)
    row(feed)


def row(feed: Feed) -> None:
    """One row of VALUES, a call to sqlglot."""
    cursor = feed.cursor
    feed.emit(T.COMMA)
    call = Call("values", cursor.pos, cursor.at)
    feed.name(call)
    cursor.expect_symbol("(")
    feed.emit(T.L_PAREN)
    feed.open(Level("paren", call))


def table(feed: Feed) -> None:
    """TABLE goes to sqlglot as a SELECT without a list."""
    cursor, level = feed.cursor, feed.level
    feed.emit(T.SELECT)
    head = Head("table", cursor.pos)
    cursor.at += 1
    _head(feed, head)
    level.stage, level.targets, level.labelled = Stage.BODY, None, True
    cursor.take_word("only")
    feed.emit(T.FROM)
    relations.table(feed, Leaf(cursor.pos))
    feed.want = Want.CLOSED
