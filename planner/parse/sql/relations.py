"""FROM: tables, subqueries, functions, joins (table_ref)."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import TooComplex, Unsupported
from planner.parse.lexer import IDENT, QUOTED, SYMBOL
from planner.parse.limits import CHAIN_MAX, NAME_PARTS_MAX
from planner.parse.sql import calls, ctes, samples
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.lookahead import is_query, opens
from planner.parse.sql.marks import Call, Head, Leaf, Table, Unconditional, Using
from planner.parse.sql.words import JOINS, SPECIAL_CALLS, UNSUPPORTED_CALLS, VALUE_FUNCTIONS, ZONED
from planner.parse.syntax import ROWS_FROM, ColumnDefinition, ColumnName
from planner.parse.type_names import type_name

_JOIN_TOKENS: Final = {"inner": T.INNER, "left": T.LEFT, "right": T.RIGHT, "full": T.FULL}


def item(feed: Feed) -> None:
    """What begins a FROM item, or a join's right side."""
    cursor = feed.cursor
    leaf = Leaf(cursor.pos, join=feed.join)
    leaf.lateral = cursor.take_word("lateral") is not None
    if leaf.lateral:
        feed.emit(T.LATERAL)
    if cursor.is_symbol("("):
        _parenthesis(feed, leaf)
        return
    feed.join = 0
    word = cursor.token.value if cursor.token.kind == IDENT else ""
    if cursor.is_words("rows", "from") and cursor.ahead(2).value == "(":
        _rows_from(feed, leaf)
        return
    if word in UNSUPPORTED_CALLS and opens(cursor):
        raise Unsupported(f"{word.upper()} is not supported", position=cursor.token.start + 1)
    if word in VALUE_FUNCTIONS and not (word == "current_schema" and opens(cursor)):
        _value_function(feed, leaf)
    elif word in SPECIAL_CALLS - {"row", "exists", "grouping"} and opens(cursor):
        calls.open_call(feed, Call(word, cursor.pos, cursor.at, leaf=leaf))
    else:
        _named(feed, leaf)


def _rows_from(feed: Feed, leaf: Leaf) -> None:
    """ROWS FROM (…), as a call whose arguments are calls."""
    cursor = feed.cursor
    call = Call("call", cursor.pos, cursor.at, (ROWS_FROM,), leaf=leaf)
    cursor.advance()
    if not _is_call(feed, 2):
        cursor.at += 2
        cursor.fail()
    calls.open_call(feed, call)


def _parenthesis(feed: Feed, leaf: Leaf) -> None:
    cursor = feed.cursor
    if is_query(cursor):
        feed.join = 0
        feed.emit(T.L_PAREN)
        cursor.at += 1
        feed.open(Level("query", leaf=leaf, subquery=leaf), Want.QUERY)
    elif leaf.lateral:
        cursor.fail()
    else:
        feed.emit(T.L_PAREN)
        cursor.at += 1
        feed.open(Level("join", is_list=False), Want.TABLE)


def _value_function(feed: Feed, leaf: Leaf) -> None:
    """CURRENT_DATE and its like as a table: sqlglot gets a call."""
    cursor = feed.cursor
    call = Call("value", cursor.pos, cursor.at, (cursor.token.value,), leaf=leaf)
    feed.name(call)
    feed.emit(T.L_PAREN, T.R_PAREN)
    word = cursor.advance().value
    if word in ZONED and cursor.take_symbol("("):
        call.precision = cursor.expect_integer()
        cursor.expect_symbol(")")
    behind_function(feed, call)


def _named(feed: Feed, leaf: Leaf) -> None:
    """A table or a function."""
    cursor = feed.cursor
    only = cursor.take_word("only") is not None
    if not cursor.is_column_name() and not cursor.is_function_name():
        cursor.fail()
    is_name = cursor.is_column_name() if cursor.ahead().value == "." else cursor.is_function_name()
    is_call = not only and _is_call(feed) and is_name
    if not is_call and not cursor.is_column_name():
        # A word that can only name a function lacks its parenthesis.
        cursor.advance()
        cursor.fail()
    if is_call:
        call = Call("call", cursor.pos, cursor.at, leaf=leaf)
        calls.open_named(feed, call)
        return
    if leaf.lateral:
        cursor.fail()
    leaf.pos = cursor.pos
    first = len(feed.out)
    found = table(feed, leaf)
    _optional_alias(feed)
    if cursor.take_word("tablesample"):
        found.alias = feed.out[first + 1 :]
        del feed.out[first:]
        samples.begin(feed, found)
    else:
        finish(feed)


def table(feed: Feed, leaf: Leaf) -> Table:
    """A table's name."""
    cursor = feed.cursor
    at = cursor.at
    name = ColumnName(cursor.qualified_name(), leaf.pos)
    if len(name.parts) > NAME_PARTS_MAX:
        raise cursor.error(f"improper qualified name (too many dotted names): {'.'.join(name.parts)}", leaf.pos)
    after, cursor.at = cursor.at, at
    found = Table(leaf, name)
    feed.name(found)
    cursor.at = after
    cursor.take_symbol("*")
    return found


def _is_call(feed: Feed, skipped: int = 0) -> bool:
    """Is the (qualified) name that comes next, behind *skipped* tokens, followed by an opening parenthesis?"""
    cursor, count = feed.cursor, 1 + skipped
    while cursor.ahead(count).kind == SYMBOL and cursor.ahead(count).value == ".":
        count += 2
    after = cursor.ahead(count)
    return after.kind == SYMBOL and after.value == "("


# ------------------------------------------------------------------------------------------------------------- behind an item


def behind_function(feed: Feed, call: Call) -> None:
    """Behind a function in FROM: WITH ORDINALITY, its alias."""
    cursor = feed.cursor
    call.ordinality = cursor.take_words("with", "ordinality")
    if cursor.is_word("as") and opens(cursor):
        cursor.advance()
        _definitions(feed, call)
    feed.closed = None
    if not call.definitions:
        _optional_alias(feed, call)
    finish(feed)


def behind_query(feed: Feed, leaf: Leaf | None, head: Head | None) -> None:
    """Behind a subquery in FROM: it must have an alias."""
    cursor = feed.cursor
    if not cursor.is_word("as") and not cursor.is_column_name() and leaf is not None:
        what, example = ("VALUES", "VALUES") if head is not None and head.kind == "values" else ("subquery", "SELECT")
        hint = f"For example, FROM ({example} ...) [AS] foo."
        raise cursor.error(f"{what} in FROM must have an alias", leaf.pos, hint=hint)
    _optional_alias(feed)
    finish(feed)


def finish(feed: Feed) -> None:
    """The end of an item: what stands for the condition of a join that has none."""
    level = feed.level
    if level.unconditional is not None:
        feed.emit(T.ON)
        feed.atom(level.unconditional)
        level.unconditional = None
    feed.want = Want.CLOSED


def _optional_alias(feed: Feed, call: Call | None = None) -> None:
    """[AS] name [(columns)]; of a function also name (column type, …)."""
    cursor = feed.cursor
    if not (cursor.take_word("as") or cursor.is_column_name()):
        return
    pos = cursor.pos
    feed.emit(T.ALIAS)
    feed.name(ColumnName((cursor.column_name(),), pos))
    if cursor.is_symbol("("):
        if call is not None and cursor.ahead(2).kind in (IDENT, QUOTED):
            _definitions(feed, call)
        else:
            ctes.names(feed)


def _definitions(feed: Feed, call: Call) -> None:
    """(column type, …), which sqlglot does not see."""
    cursor = feed.cursor
    cursor.expect_symbol("(")
    while True:
        pos = cursor.pos
        call.definitions.append(ColumnDefinition(cursor.column_name(), type_name(cursor), pos))
        if not cursor.take_symbol(","):
            break
    cursor.expect_symbol(")")


def word(feed: Feed, found: str) -> bool:
    """A word that goes on with FROM."""
    cursor, level = feed.cursor, feed.level
    if found in JOINS:
        _join(feed)
    elif found == "on" and level.conditions:
        level.conditions -= 1
        feed.emit(T.ON)
        cursor.at += 1
        feed.want = Want.OPERAND
        feed.new_expression()
    elif found == "using" and level.conditions:
        _using(feed)
    else:
        return False
    return True


def _join(feed: Feed) -> None:
    """The words of a join, up to JOIN."""
    cursor, level = feed.cursor, feed.level
    level.joins += 1
    if level.joins > CHAIN_MAX:
        raise TooComplex(f"{CHAIN_MAX} joins may stand in a row", position=cursor.token.start + 1)
    feed.join = cursor.pos
    feed.new_expression()
    if cursor.take_word("cross"):
        level.unconditional = Unconditional(natural=False)
    else:
        if cursor.take_word("natural"):
            level.unconditional = Unconditional(natural=True)
        else:
            level.conditions += 1
        side = cursor.take_word("inner", "left", "right", "full")
        if side is not None:
            feed.emit(_JOIN_TOKENS[side])
            if side != "inner":
                cursor.take_word("outer")
    feed.emit(T.JOIN)
    cursor.expect_word("join")
    feed.want = Want.TABLE


def _using(feed: Feed) -> None:
    """USING (columns) [AS alias]; the alias goes to the join's right side."""
    cursor, level = feed.cursor, feed.level
    level.conditions -= 1
    feed.emit(T.USING)
    cursor.at += 1
    using = Using()
    ctes.names(feed, using)
    if cursor.take_word("as"):
        using.alias = cursor.column_name()
    feed.want = Want.CLOSED


def close(feed: Feed) -> None:
    """) of a parenthesised join."""
    cursor, level = feed.cursor, feed.level
    if not cursor.is_symbol(")") or level.conditions or not level.joins:
        cursor.fail()
    feed.emit(T.R_PAREN)
    cursor.at += 1
    feed.levels.pop()
    # A join in parentheses of its own, ((a JOIN b …)), is a join still.
    feed.level.joins = max(feed.level.joins, 1) if feed.level.kind == "join" else feed.level.joins
    _optional_alias(feed)
    finish(feed)
