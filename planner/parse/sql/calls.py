"""Brackets: opening a call, what separates its arguments, closing, and what may follow a function's call."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.lexer import STRING, SYMBOL
from planner.parse.sql import relations, windows
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.marks import Call, SortKey
from planner.parse.syntax import Literal

#: Calls with words between their arguments → what was between them so far → what may come next; None: they may end here.
_SEPARATORS: Final[dict[str, dict[tuple[str, ...], tuple[str | None, ...]]]] = {
    "position": {(): ("in",), ("in",): (None,)},
    "substring": {
        (): ("from", "for", "similar", ",", None), ("from",): ("for", None), ("for",): ("from", None),
        ("similar",): ("escape",), ("similar", "escape"): (None,), ("from", "for"): (None,), ("for", "from"): (None,),
    },
    "overlay": {
        (): ("placing", ",", None), ("placing",): ("from",), ("placing", "from"): ("for", None),
        ("placing", "from", "for"): (None,),
    },
    "nullif": {(): (",",), (",",): (None,)},
    "extract": {("from",): (None,)},
    "normalize": {(): (None,), ("form",): (None,)},
    "cast": {(): ()},
}  # fmt: skip
_WORDS: Final = frozenset({"in", "from", "for", "similar", "escape", "placing"})
_CASE: Final = {"when": ("", "then"), "then": ("when",), "else": ("then",), "end": ("then", "else")}
_CASE_TOKENS: Final = {"when": T.WHEN, "then": T.THEN, "else": T.ELSE}


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
    if after.kind == SYMBOL and after.value in ("=>", ":=") and cursor.token.kind != STRING:
        call.named.append(cursor.advance().value)
        cursor.advance()


def _no_arguments(feed: Feed, call: Call) -> None:
    if call.kind == "row" and feed.cursor.is_symbol(")"):
        close(feed)


def _extract(feed: Feed, call: Call) -> None:
    cursor = feed.cursor
    pos = cursor.pos
    feed.atom(Literal("string", cursor.advance().value if cursor.token.kind == STRING else cursor.word(), pos))
    cursor.expect_word("from")
    call.separators.append("from")
    feed.emit(T.COMMA)


def _trim(feed: Feed, call: Call) -> None:
    cursor = feed.cursor
    call.side = cursor.take_word("both", "leading", "trailing") or "both"
    if cursor.take_word("from"):
        call.separators.append("from")


_OPENED: Final = {"call": _function, "extract": _extract, "trim": _trim}


# -------------------------------------------------------------------------------------------------------------------- separators


def separate(feed: Feed, word: str) -> bool:
    """Take a word or comma that separates arguments of the special call at hand; False if it is none."""
    call = feed.level.call
    if call is None or (call.kind not in _SEPARATORS and call.kind != "trim"):
        return False
    if call.kind == "trim":
        allowed = word == "," or (word == "from" and "from" not in call.separators)
    elif set(call.separators) == {","} and call.kind != "nullif":
        allowed = word == ","
    else:
        allowed = word in _SEPARATORS[call.kind].get(tuple(call.separators), ())
    if allowed:
        feed.new_expression()
        call.separators.append(word)
        feed.emit(T.COMMA)
        feed.cursor.at += 1
        feed.want = Want.OPERAND
    return allowed


def _may_close(call: Call) -> bool:
    if call.kind not in _SEPARATORS or call.type is not None:
        return True
    if set(call.separators) == {","} and call.kind != "nullif":
        return call.kind not in ("cast", "extract")
    return None in _SEPARATORS[call.kind].get(tuple(call.separators), ())


def comma(feed: Feed) -> None:
    """, between the items of a bracket."""
    level, cursor = feed.level, feed.cursor
    call = level.call
    feed.new_expression()
    if call is not None and level.kind == "call" and call.kind in (*_SEPARATORS, "trim"):
        if call.kind == "normalize" and not call.separators:
            _form(feed, call)
        elif not separate(feed, ","):
            cursor.fail()
        return
    if not level.is_list or (call is not None and call.variadic and level.sort is None):
        cursor.fail()
    feed.emit(T.COMMA)
    if call is not None and level.sort is None:
        call.separated_at.append(cursor.at)
    cursor.at += 1
    feed.want = Want.GROUP if level.kind == "sets" else Want.OPERAND
    if level.sort is not None:
        sort_key(feed)
    elif call is not None and call.kind == "call":
        argument(feed, call)


def _form(feed: Feed, call: Call) -> None:
    """The second argument of NORMALIZE."""
    cursor = feed.cursor
    feed.emit(T.COMMA)
    cursor.at += 1
    pos = cursor.pos
    feed.operand(Literal("string", cursor.expect_word("nfc", "nfd", "nfkc", "nfkd"), pos))
    feed.want = Want.CLOSED
    call.separators.append("form")


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
    if call is not None and level.kind == "call" and not _may_close(call):
        cursor.fail()
    feed.emit(*level.closing)
    cursor.at += 1
    feed.levels.pop()
    if call is not None and call.leaf is not None:
        relations.behind_function(feed, call)
    elif call is not None and (call.kind == "values" or (call.kind == "array" and cursor.tokens[call.at].value == "[")):
        feed.want = Want.CLOSED
    elif call is not None:
        selectable = call.kind in ("query", "index") or (call.kind == "paren" and not call.separated_at)
        feed.more(selectable=selectable, closed=call if call.kind == "call" else None)
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
    if call.separators or call.star or call.distinct or call.variadic or call.named or feed.out[-2].token_type is T.L_PAREN:
        cursor.fail()
    call.literal = Literal("string", cursor.token.value, cursor.pos)
    cursor.at += 1
    feed.more()
