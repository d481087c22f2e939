"""Opening brackets that are operands: expressions, rows, subqueries, arrays, CASE."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.sql import calls
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.lookahead import is_query, opens
from planner.parse.sql.marks import Call


def parenthesis(feed: Feed) -> None:
    """( around an expression, a row or a query."""
    cursor = feed.cursor
    call = Call("paren", cursor.pos, cursor.at)
    if is_query(cursor):
        open_query(feed, call)
    else:
        feed.name(call)
        feed.emit(T.L_PAREN)
        cursor.at += 1
        feed.open(Level("paren", call))


def open_query(feed: Feed, call: Call) -> None:
    """The parenthesis in front of a query that is an operand."""
    call.kind = "query" if call.kind == "paren" else call.kind
    feed.name(call)
    feed.emit(T.L_PAREN, T.L_PAREN)
    feed.cursor.at += 1
    feed.open(Level("query", call, (T.R_PAREN, T.R_PAREN)), Want.QUERY)


def subquery(feed: Feed, kind: str) -> None:
    """EXISTS (query), ARRAY (query)."""
    cursor = feed.cursor
    call = Call(kind, cursor.pos, cursor.at)
    cursor.at += 1
    if not is_query(cursor):
        cursor.expect_symbol("(")
        cursor.fail()
    open_query(feed, call)


def array(feed: Feed) -> None:
    """ARRAY[…] or ARRAY(query)."""
    cursor = feed.cursor
    if opens(cursor):
        subquery(feed, "subarray")
        return
    call = Call("array", cursor.pos, cursor.at)
    cursor.at += 1
    open_array(feed, call)


def open_array(feed: Feed, call: Call | None = None) -> None:
    """[ of an array's items; inner brackets are arrays in themselves."""
    cursor = feed.cursor
    call = call or Call("array", cursor.pos, cursor.at)
    feed.name(call)
    feed.emit(T.L_PAREN)
    cursor.expect_symbol("[")
    feed.open(Level("array", call, bracket="]"))
    call.nested = cursor.is_symbol("[")
    if cursor.is_symbol("]"):
        calls.close(feed)


def case(feed: Feed) -> None:
    """CASE, up to its operand or first WHEN."""
    cursor = feed.cursor
    call = Call("case", cursor.pos, cursor.at)
    feed.name(call)
    feed.emit(T.L_PAREN, T.CASE)
    cursor.at += 1
    feed.open(Level("case", call, (T.END, T.R_PAREN), "end", syntax="case", is_list=False))
    if cursor.is_word("when"):
        calls.case_word(feed, "when")
