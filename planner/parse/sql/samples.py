"""TABLESAMPLE: sqlglot gets a call of the method, with the table's alias behind it; the seed is its last argument."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.lexer import IDENT
from planner.parse.sql import calls, relations
from planner.parse.sql.feed import Feed, Want
from planner.parse.sql.marks import Call, Table

_REPEATABLE: Final = "repeatable"


def begin(feed: Feed, table: Table) -> None:
    """Behind TABLESAMPLE: method(arguments) [REPEATABLE (seed)]."""
    cursor = feed.cursor
    if not cursor.is_function_name() and not (cursor.is_column_name() and cursor.ahead().value == "."):
        cursor.fail()
    call = Call("sample", cursor.pos, cursor.at, leaf=table.leaf, table=table)
    calls.open_named(feed, call)


def goes_on(feed: Feed, call: Call) -> bool:
    """At the closing parenthesis: does REPEATABLE follow?"""
    cursor = feed.cursor
    after = cursor.ahead()
    if call.separators or (after.kind, after.value) != (IDENT, _REPEATABLE):
        return False
    cursor.at += 2
    cursor.expect_symbol("(")
    call.separators.append(_REPEATABLE)
    feed.emit(T.COMMA)
    feed.level.is_list = False
    feed.new_expression()
    feed.want = Want.OPERAND
    return True


def end(feed: Feed, table: Table) -> None:
    """Behind the last parenthesis."""
    feed.out += table.alias
    relations.finish(feed)
