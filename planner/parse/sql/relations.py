"""FROM: tables, subqueries, functions, joins (table_ref).

sqlglot gets the joins that have a condition; CROSS and NATURAL JOIN, to which it would give the condition of another one, and
TABLESAMPLE as a call are commas to it. Of aliases and USING it gets one name, what else follows an item is read off the statement.
"""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import TooComplex, Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import IDENT, QUOTED, SYMBOL
from planner.parse.limits import CHAIN_MAX, EXPRESSION_DEPTH_MAX, NAME_PARTS_MAX
from planner.parse.sql import brackets, operands
from planner.parse.sql.feed import Bracket, Expected, Feed
from planner.parse.sql.marks import LeafMark, ReadMark
from planner.parse.sql.words import SPECIAL_CALLS, UNSUPPORTED_CALLS, VALUE_FUNCTIONS, opens
from planner.parse.syntax import ROWS_FROM, Alias, ColumnDefinition, ColumnName
from planner.parse.type_names import type_name

_SIDES: Final = {"left": T.LEFT, "right": T.RIGHT, "full": T.FULL}
_SPECIAL_TABLES: Final = SPECIAL_CALLS - {"row", "exists", "grouping"}


def item(feed: Feed) -> None:
    """What begins a FROM item, or a join's right side. Raises Unsupported for XMLTABLE."""
    cursor = feed.cursor
    word = cursor.token.value if cursor.token.kind == IDENT else ""
    if feed.level.role == "table" and brackets.begins_query(feed, word):
        return
    lateral = cursor.take_word("lateral") is not None
    word = cursor.token.value if cursor.token.kind == IDENT else ""
    if cursor.is_symbol("("):
        feed.bracket(Bracket("from", "table", clause="from"), Expected.TABLE)
    elif cursor.is_words("rows", "from") and cursor.ahead(2).value == "(":
        at = cursor.at
        cursor.at += 2
        _call(feed, "call", at, (ROWS_FROM,))
    elif word in UNSUPPORTED_CALLS and opens(cursor):
        raise Unsupported(f"{word.upper()} is not supported", position=cursor.token.start + 1)
    elif word in VALUE_FUNCTIONS and not (word == "current_schema" and opens(cursor)):
        at = cursor.at
        found = operands.precise(feed)
        feed.name(LeafMark(found, cursor.at), at)
        feed.emit(T.L_PAREN, T.R_PAREN)
        behind_function(feed)
    elif word in _SPECIAL_TABLES and opens(cursor):
        at = cursor.at
        cursor.at += 1
        _call(feed, word, at)
    else:
        _named(feed, lateral=lateral)


def _call(feed: Feed, kind: str, at: int, name: tuple[str, ...] = ()) -> None:
    brackets.call(feed, kind, at, name)
    feed.level.table = True


def _named(feed: Feed, *, lateral: bool) -> None:
    """A table or a function."""
    cursor = feed.cursor
    only = cursor.take_word("only") is not None
    if not cursor.is_column_name() and not cursor.is_function_name():
        cursor.fail()
    count = 1
    while cursor.ahead(count).kind == SYMBOL and cursor.ahead(count).value == ".":
        count += 2
    is_name = cursor.is_column_name() if count > 1 else cursor.is_function_name()
    if not only and is_name and cursor.ahead(count).kind == SYMBOL and cursor.ahead(count).value == "(":
        at, parts = cursor.at, [cursor.advance().value]
        while cursor.take_symbol("."):
            parts.append(cursor.label())
        _call(feed, "call", at, tuple(parts))
        return
    if not cursor.is_column_name():
        # A word that can only name a function lacks its parenthesis.
        cursor.advance()
        cursor.fail()
    if lateral:
        cursor.fail()
    table(feed)
    _optional_alias(feed)
    if cursor.is_word("tablesample"):
        _sample(feed)


def table(feed: Feed) -> None:
    """A table's name. Raises SyntaxFault for more than three parts."""
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    name = ColumnName(cursor.qualified_name(), pos)
    if len(name.parts) > NAME_PARTS_MAX:
        raise cursor.error(f"improper qualified name (too many dotted names): {'.'.join(name.parts)}", pos)
    cursor.take_symbol("*")
    feed.name(LeafMark(name, cursor.at), at)


# ------------------------------------------------------------------------------------------------------------- behind an item


def behind(feed: Feed, level: Bracket) -> None:
    """Behind a query or a join in parentheses."""
    if level.kind == "from" and not level.joins and level.query[0] != level.opened + 1:
        feed.cursor.at -= 1
        feed.cursor.fail()
    feed.level.joins = max(feed.level.joins, int(level.kind == "from"))
    _optional_alias(feed)


def behind_function(feed: Feed) -> None:
    """Behind a function in FROM: WITH ORDINALITY, its alias, the columns that its caller declares."""
    feed.cursor.take_words("with", "ordinality")
    _optional_alias(feed, of_function=True)


def _optional_alias(feed: Feed, *, of_function: bool = False) -> None:
    """[AS] name [(columns)]; of a function also [AS] name (column type, …) or AS (column type, …)."""
    cursor, at = feed.cursor, feed.cursor.at
    feed.want = Expected.CLOSED
    said = cursor.take_word("as") is not None
    if not said and not cursor.is_column_name():
        return
    alias, typed = None, of_function and said and cursor.is_symbol("(")
    if not typed:
        feed.emit(T.ALIAS)
        feed.name(None, cursor.at)
        name = cursor.column_name()
        typed = of_function and cursor.is_symbol("(") and cursor.ahead(2).kind in (IDENT, QUOTED)
        alias = Alias(name, cursor.name_list() if cursor.is_symbol("(") and not typed else ())
    definitions = _column_definitions(cursor) if typed else ()
    feed.marks[at] = ReadMark((alias, definitions), cursor.at)


def _column_definitions(cursor: TokenCursor) -> tuple[ColumnDefinition, ...]:
    """(column type, …), which sqlglot does not see."""
    found = []
    cursor.expect_symbol("(")
    while True:
        pos = cursor.pos
        found.append(ColumnDefinition(cursor.column_name(), type_name(cursor), pos))
        if not cursor.take_symbol(","):
            break
    cursor.expect_symbol(")")
    return tuple(found)


def _sample(feed: Feed) -> None:
    """TABLESAMPLE method(arguments): an item of its own to sqlglot."""
    cursor = feed.cursor
    feed.take(T.COMMA)
    if not cursor.is_function_name() and not (cursor.is_column_name() and cursor.ahead().value == "."):
        cursor.fail()
    at, parts = cursor.at, [cursor.advance().value]
    while cursor.take_symbol("."):
        parts.append(cursor.label())
    brackets.call(feed, "sample", at, tuple(parts))


def behind_sample(feed: Feed) -> None:
    """REPEATABLE (seed): one more item."""
    cursor = feed.cursor
    feed.want = Expected.CLOSED
    if cursor.is_word("repeatable"):
        at = cursor.at
        feed.take(T.COMMA)
        brackets.call(feed, "seed", at)


# ------------------------------------------------------------------------------------------------------------------------ joins


def word(feed: Feed, found: str) -> None:
    """A word of a join."""
    cursor, level = feed.cursor, feed.level
    feed.new_expression()
    if found not in ("on", "using"):
        _join(feed)
    elif not level.conditions:
        cursor.fail()
    else:
        level.conditions -= 1
        feed.take(T.ON if found == "on" else T.USING)
        feed.want = Expected.OPERAND if found == "on" else Expected.CLOSED
        if found == "using":
            at, names = cursor.at, cursor.name_list()
            alias = cursor.column_name() if cursor.take_word("as") else None
            feed.emit(T.L_PAREN)
            feed.name(ReadMark((names, alias), cursor.at), at)
            feed.emit(T.R_PAREN)


def _join(feed: Feed) -> None:
    """The words of a join, up to JOIN."""
    cursor, level = feed.cursor, feed.level
    level.joins += 1
    if level.joins > CHAIN_MAX:
        raise TooComplex(f"{CHAIN_MAX} joins may stand in a row", position=cursor.token.start + 1)
    unconditional = cursor.take_word("cross", "natural")
    if unconditional:
        feed.emit(T.COMMA)
    else:
        level.conditions += 1
        if sum(held.conditions for held in feed.levels) > EXPRESSION_DEPTH_MAX:
            raise TooComplex("joins are nested too deeply", position=cursor.token.start + 1)
    if unconditional != "cross":
        side = cursor.take_word("inner", "left", "right", "full")
        if side in _SIDES and not unconditional:
            feed.emit(_SIDES[side])
        if side in _SIDES:
            cursor.take_word("outer")
    if not unconditional:
        feed.emit(T.JOIN)
    cursor.expect_word("join")
    feed.want = Expected.TABLE
