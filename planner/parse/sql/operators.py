"""Behind an operand: operators (to sqlglot, operands between plus signs), subscripts, casts, and all that ends an operand."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.keywords import NEEDS_AS
from planner.parse.lexer import IDENT, OPERATOR, QUOTED, STRING, SYMBOL, Token
from planner.parse.sql import calls, keys, queries, relations, selects, separators, windows
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.infix import infix, postfix
from planner.parse.sql.marks import CAST, OTHER, Call, Operator, Selection
from planner.parse.sql.operator_words import INFIX_WORDS, operator_word
from planner.parse.sql.words import SYMBOLS
from planner.parse.type_names import type_name

_BEHIND_CALLS: Final = frozenset({"within", "filter", "over"})
IMPROPER_STAR: Final = 'improper use of "*"'


def go_on(feed: Feed) -> None:
    """Read what comes behind an operand."""
    token, level = feed.cursor.token, feed.level
    if level.improper and not _selects(token):
        feed.cursor.fail(IMPROPER_STAR)
    if level.betweens and not _may_continue(feed, token):
        feed.incomplete()
    if level.repeated is not None and _ends_query(feed, token):
        feed.incomplete()
    if level.tail[-1:] == ["fetch"] and not _may_follow_count(feed, token):
        feed.cursor.fail()
    if token.kind == SYMBOL:
        _symbol(feed, token.value)
    elif token.kind == IDENT:
        _word(feed, token.value)
    elif token.kind == OPERATOR and feed.want is Want.MORE:
        infix(feed, Operator("op", OTHER, feed.cursor.at, "infix", token.value, pos=feed.cursor.pos))
    elif token.kind == QUOTED:
        _label(feed)
    elif token.kind == STRING and feed.closed is not None and feed.want is Want.MORE:
        calls.typed_literal(feed, feed.closed)
    else:
        feed.cursor.fail()


def _may_continue(feed: Feed, token: Token) -> bool:
    """Can this token go on with an expression, rather than end it?"""
    if token.kind == SYMBOL:
        return token.value in SYMBOLS or token.value == "::" or (feed.selectable and _selects(token))
    if token.kind == STRING or (token.kind == IDENT and token.value in _BEHIND_CALLS):
        return feed.closed is not None
    if token.value == "escape":
        return feed.level.escapable
    if token.value == "not":
        return feed.cursor.is_pair()
    return token.kind == OPERATOR or (token.kind == IDENT and token.value in INFIX_WORDS)


def _selects(token: Token) -> bool:
    return token.kind == SYMBOL and token.value in (".", "[")


def _may_follow_count(feed: Feed, token: Token) -> bool:
    """FETCH FIRST takes no operators."""
    if feed.closed is not None and (token.kind == STRING or token.value in _BEHIND_CALLS):
        return True
    return _selects(token) or token.value in ("row", "rows")


def _ends_query(feed: Feed, token: Token) -> bool:
    """Is the tail, of which a clause is wrong, complete in front of this token?"""
    if feed.want is Want.CLOSED:
        return token.value != "for" and (token.value != "offset" or "offset" in feed.level.tail)
    return not _may_continue(feed, token)


# --------------------------------------------------------------------------------------------------------------------- symbols


def _symbol(feed: Feed, symbol: str) -> None:
    cursor, level = feed.cursor, feed.level
    if symbol == ",":
        if level.kind == "query":
            queries.comma(feed)
        else:
            calls.comma(feed)
    elif symbol in (")", "]"):
        _close(feed)
    elif feed.want is Want.CLOSED:
        cursor.fail()
    elif symbol in SYMBOLS:
        infix(feed, Operator("op", SYMBOLS[symbol], cursor.at, "infix", symbol, pos=cursor.pos))
    elif symbol == "::":
        _cast(feed)
    elif symbol == "[" and feed.selectable:
        _check_star(feed)
        call = Call("index", cursor.pos, cursor.at)
        feed.emit(T.PLUS)
        feed.name(call)
        feed.emit(T.L_PAREN)
        cursor.at += 1
        feed.open(Level("index", call, bracket="]", is_list=False))
    elif symbol == "." and feed.selectable:
        _select_field(feed)
    elif symbol == ":" and level.kind == "index" and level.call is not None and not level.call.slice:
        level.call.slice = level.call.lower = True
        cursor.at += 1
        if not cursor.is_symbol("]"):
            feed.emit(T.COMMA)
            feed.want = Want.OPERAND
    else:
        cursor.fail()


def _close(feed: Feed) -> None:
    level = feed.level
    if level.kind == "query":
        queries.close(feed)
    elif level.kind == "join":
        relations.close(feed)
    elif level.kind == "window":
        windows.close(feed)
    elif level.kind == "on":
        selects.close_distinct_on(feed)
    else:
        calls.close(feed)


def _select_field(feed: Feed) -> None:
    cursor = feed.cursor
    _check_star(feed)
    at, pos = cursor.at, cursor.pos
    cursor.at += 1
    found = cursor.advance().value if cursor.is_symbol("*") else cursor.label()
    after, cursor.at = cursor.at, at
    feed.emit(T.PLUS)
    feed.operand(Selection(found, pos), selectable=True)
    cursor.at = after


def _check_star(feed: Feed) -> None:
    """Postgres reads a name to its end before it complains of a star in it."""
    before = feed.cursor.tokens[feed.cursor.at - 1]
    feed.level.improper |= before.kind == SYMBOL and before.value == "*"


def _cast(feed: Feed) -> None:
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    cursor.at += 1
    postfix(feed, Operator("cast", CAST, at, "postfix", type=type_name(cursor), pos=pos))


def _word(feed: Feed, word: str) -> None:
    if _part(feed, word) or (feed.want is Want.MORE and operator_word(feed, word)):
        return
    if feed.want is Want.MORE and calls.call_word(feed, word):
        return
    level = feed.level
    if level.kind in ("query", "join"):
        if queries.word(feed, word):
            return
    elif word == "order" and level.kind == "call" and level.call is not None and level.call.kind == "call" and level.sort is None:
        level.call.separators.append("order")
        level.call.order_pos = feed.cursor.pos
        feed.emit(T.ORDER_BY)
        feed.cursor.at += 1
        feed.cursor.expect_word("by")
        calls.sort_key(feed)
        return
    _label(feed)


def _part(feed: Feed, word: str) -> bool:
    """A word of the construct at hand: of CASE, of a special call, of an ORDER BY entry, of a window."""
    level = feed.level
    if level.kind == "case" and word in ("when", "then", "else", "end"):
        calls.case_word(feed, word)
    elif level.syntax == "cast" and word == "as" and level.call is not None and level.call.type is None:
        feed.cursor.at += 1
        level.call.type = type_name(feed.cursor)
        feed.want = Want.CLOSED
    elif level.syntax in ("position", "substring", "overlay", "trim") and separators.separate(feed, word):
        return True
    elif level.sort is None or not keys.sort_word(feed, word):
        return level.kind == "window" and windows.word(feed, word)
    return True


def _label(feed: Feed) -> None:
    """A name without AS: of a select list's entry, or of a table."""
    cursor, level = feed.cursor, feed.level
    token = cursor.token
    unlabelled = level.kind == "query" and level.stage is Stage.TARGETS and not level.labelled and feed.want is Want.MORE
    if not unlabelled or (token.kind != QUOTED and token.value in NEEDS_AS):
        cursor.fail()
    selects.label(feed)
