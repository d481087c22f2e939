"""Brackets: opening a call, what separates its arguments, closing, and what may follow a function's call."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import SyntaxFault
from planner.parse.keywords import KEYWORDS, words
from planner.parse.lexer import IDENT, STRING, SYMBOL
from planner.parse.sql import relations, samples, windows
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.marks import Call, SortKey
from planner.parse.sql.separators import SEPARATORS, form, may_close, separate
from planner.parse.syntax import Literal

#: Brackets that are no operands.
_WHOLE: Final = frozenset({"values", "rollup", "cube", "sets"})
_CASE: Final = {"when": ("", "then"), "then": ("when",), "else": ("then",), "end": ("then", "else")}
#: What EXTRACT does not take for a field.
_NO_FIELDS: Final = KEYWORDS - words("year month day hour minute second")
_CASE_TOKENS: Final = {"when": T.WHEN, "then": T.THEN, "else": T.ELSE}


def open_named(feed: Feed, call: Call) -> None:
    """Open a call in FROM, at its name, which may have a schema. Raises SyntaxFault."""
    cursor = feed.cursor
    parts = [cursor.advance().value]
    while cursor.take_symbol("."):
        parts.append(cursor.label())
    call.name = tuple(parts)
    cursor.at -= 1
    open_call(feed, call)


def open_call(feed: Feed, call: Call) -> None:
    """A call's name and opening parenthesis; the cursor is at the last token of the name."""
    cursor = feed.cursor
    after, cursor.at = cursor.at + 1, call.at
    feed.name(call)
    feed.emit(T.L_PAREN)
    cursor.at = after
    cursor.expect_symbol("(")
    feed.open(Level("call", call, syntax=call.kind))
    _OPENED.get(call.kind, _no_arguments)(feed, call)


def _function(feed: Feed, call: Call) -> None:
    cursor = feed.cursor
    if cursor.is_symbol("*"):
        call.star = True
        cursor.at += 1
        cursor.expect_symbol(")")
        cursor.at -= 1
        close(feed)
    elif cursor.is_symbol(")"):
        close(feed)
    else:
        call.distinct = cursor.take_word("distinct", "all") == "distinct"
        argument(feed, call)


def argument(feed: Feed, call: Call) -> None:
    """VARIADIC, name => …"""
    cursor = feed.cursor
    call.variadic = cursor.take_word("variadic") is not None
    after = cursor.ahead()
    if after.kind == SYMBOL and after.value in ("=>", ":=") and cursor.is_function_name():
        call.named_pos = call.named_pos or cursor.pos
        call.named.append(cursor.advance().value)
        cursor.advance()


def _no_arguments(feed: Feed, call: Call) -> None:
    if call.kind in ("row", "substring", "overlay") and feed.cursor.is_symbol(")"):
        close(feed)


def _extract(feed: Feed, call: Call) -> None:
    cursor = feed.cursor
    pos = cursor.pos
    if cursor.token.kind == IDENT and cursor.token.value in _NO_FIELDS:
        cursor.fail()
    feed.atom(Literal("string", cursor.advance().value if cursor.token.kind == STRING else cursor.label(), pos))
    cursor.expect_word("from")
    call.separators.append("from")
    feed.emit(T.COMMA)


def _trim(feed: Feed, call: Call) -> None:
    cursor = feed.cursor
    call.side = cursor.take_word("both", "leading", "trailing") or "both"
    if cursor.take_word("from"):
        call.separators.append("from")


_OPENED: Final = {"call": _function, "extract": _extract, "trim": _trim}


# -------------------------------------------------------------------------------------------------------------- between arguments


def comma(feed: Feed) -> None:
    """, between the items of a bracket."""
    level, cursor = feed.level, feed.cursor
    call = level.call
    feed.new_expression()
    if call is not None and level.kind == "call" and call.kind in (*SEPARATORS, "trim"):
        if call.kind == "normalize" and not call.separators:
            form(feed, call)
        elif not separate(feed, ","):
            cursor.fail()
        return
    if not level.is_list or (call is not None and call.variadic and level.sort is None):
        cursor.fail()
    feed.emit(T.COMMA)
    if call is not None and level.sort is None:
        call.separated_at.append(cursor.at)
    cursor.at += 1
    if level.kind == "array" and call is not None and call.nested != cursor.is_symbol("["):
        cursor.fail()
    feed.want = Want.GROUP if level.kind == "sets" else Want.OPERAND
    if level.sort is not None:
        sort_key(feed)
    elif call is not None and call.kind == "call":
        argument(feed, call)


def sort_key(feed: Feed) -> None:
    """The mark in front of an ORDER BY entry."""
    feed.new_expression()
    feed.level.sort = SortKey(feed.cursor.pos)
    feed.atom(feed.level.sort)
    feed.emit(T.PLUS)
    feed.want = Want.OPERAND


# ----------------------------------------------------------------------------------------------------------------------- closing


def close(feed: Feed) -> None:
    """The closing bracket of the innermost level."""
    cursor, level = feed.cursor, feed.level
    call = level.call
    if not cursor.is_symbol(level.bracket):
        cursor.fail()
    if call is not None and level.kind == "call" and not may_close(call):
        cursor.fail()
    if call is not None and call.overlapped and call.kind == "paren" and not call.separated_at:
        cursor.fail()
    if call is not None and call.table is not None and level.kind == "call" and samples.goes_on(feed, call):
        return
    feed.emit(*level.closing)
    cursor.at += 1
    feed.levels.pop()
    if call is not None and call.table is not None:
        samples.end(feed, call.table)
    elif call is not None and call.leaf is not None:
        relations.behind_function(feed, call)
    elif call is not None and (call.kind in _WHOLE or (call.kind == "array" and cursor.tokens[call.at].value == "[")):
        feed.want = Want.CLOSED
    elif call is not None:
        selectable = call.kind in ("query", "index") or (call.kind == "paren" and not call.separated_at)
        row = call.kind == "row" or (call.kind == "paren" and not selectable)
        feed.more(selectable=selectable, closed=call if call.kind == "call" else None, row=row and not call.overlapped)
    else:
        feed.more()


def case_word(feed: Feed, word: str) -> None:
    """WHEN, THEN, ELSE or END of the CASE at hand."""
    cursor, level = feed.cursor, feed.level
    call = level.call
    assert call is not None
    last = call.separators[-1] if call.separators else ""
    if last not in _CASE[word]:
        cursor.fail()
    feed.new_expression()
    if word == "when":
        call.when_pos.append(cursor.pos)
    if word == "end":
        feed.emit(*level.closing)
        feed.levels.pop()
        feed.more()
    else:
        call.separators.append(word)
        feed.emit(_CASE_TOKENS[word])
        feed.want = Want.OPERAND
    cursor.at += 1


def call_word(feed: Feed, word: str) -> bool:
    """WITHIN GROUP, FILTER, OVER behind a function's call."""
    cursor = feed.cursor
    if feed.closed is None:
        return False
    if word == "within" and set(feed.closed.separators) <= {"order"}:
        windows.within_group(feed)
    elif word == "filter" and "over" not in feed.closed.separators:
        feed.closed.separators.append("filter")
        feed.emit(T.FILTER, T.L_PAREN)
        cursor.at += 1
        cursor.expect_symbol("(")
        cursor.expect_word("where")
        feed.emit(T.WHERE)
        feed.open(Level("filter", feed.closed, is_list=False))
    elif word == "over":
        windows.over(feed)
    else:
        return False
    return True


def typed_literal(feed: Feed, call: Call) -> None:
    """name(modifiers) 'literal'."""
    cursor = feed.cursor
    if set(call.separators) - {"order"} or call.star or call.distinct or call.variadic or feed.out[-2].token_type is T.L_PAREN:
        cursor.fail()
    if call.named or call.separators:
        raise _no_modifier(feed, call)
    call.literal = Literal("string", cursor.token.value, cursor.pos)
    cursor.at += 1
    feed.more()


def _no_modifier(feed: Feed, call: Call) -> SyntaxFault:
    """name(argument => 1) 'literal', name(1 ORDER BY 2) 'literal'."""
    what, pos = ("parameter name", call.named_pos) if call.named else ("ORDER BY", call.order_pos)
    return feed.cursor.error(f"type modifier cannot have {what}", pos)
