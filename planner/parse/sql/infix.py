"""Operators go to sqlglot as operands between plus signs; what may not be chained is refused on the way."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.lexer import SYMBOL
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.lookahead import is_query
from planner.parse.sql.marks import AND, COMPARE, IS, MATCH, NONE, OR, Call, Operator
from planner.parse.sql.words import CONSTANTS
from planner.parse.syntax import Literal

NOT_ASSOCIATIVE: Final = (IS, COMPARE, MATCH)
#: What a b_expr lacks.
_NOT_IN_B_EXPR: Final = frozenset({"at", "collate", "is null", "overlaps"})


def infix(feed: Feed, operator: Operator, *, words: int = 1) -> None:
    """An operator of *words* tokens with an operand on either side; ANY and ALL turn the right one into a list."""
    cursor, level = feed.cursor, feed.level
    _settle(feed, operator)
    if level.betweens and operator.word == "and":
        level.betweens -= 1
    elif operator.level in (AND, OR):
        level.operators, level.escapable = 0, False
        level.pending.append(operator.level)
    else:
        feed.count_operator()
        level.betweens += operator.word == "between"
    feed.emit(T.PLUS)
    feed.atom(operator)
    feed.emit(T.PLUS)
    cursor.at += words
    feed.want = Want.OPERAND
    if (operator.word == "op" and not level.is_b_expr and cursor.is_word("any", "some", "all")) or operator.word == "in":
        _list(feed, operator.word)
    elif operator.level not in (NONE, AND, OR):
        level.pending += (MATCH, NONE) if operator.word == "between" else (operator.level,)


def _settle(feed: Feed, operator: Operator) -> None:
    """Complete the operators that bind more tightly than this one. Refuses what may not be chained: a < b < c."""
    level = feed.level
    if operator.word == "escape":
        return
    if level.betweens and operator.word == "and":
        while level.pending.pop() != NONE:
            pass
        return
    if level.is_b_expr and (operator.word in _NOT_IN_B_EXPR or operator.level in (OR, AND, MATCH)):
        _refuse(feed, operator)
    while level.pending and level.pending[-1] > operator.level:
        if level.pending.pop() == MATCH:
            level.escapable = False
    if level.pending and level.pending[-1] == operator.level:
        if operator.level in NOT_ASSOCIATIVE:
            _refuse(feed, operator)
        level.pending.pop()


def _refuse(feed: Feed, operator: Operator) -> None:
    feed.cursor.at = operator.at
    feed.cursor.fail()


def _list(feed: Feed, word: str) -> None:
    """The parentheses behind IN, ANY or ALL."""
    cursor = feed.cursor
    kind = "in" if word == "in" else "all" if cursor.token.value == "all" else "any"
    call = Call(kind, cursor.pos, cursor.at)
    if kind != "in":
        cursor.at += 1
    if is_query(cursor):
        _open_query(feed, call)
        return
    feed.name(call)
    feed.emit(T.L_PAREN)
    cursor.expect_symbol("(")
    if kind == "in" and (found := _constants(feed)):
        call.items = found
        feed.emit(T.R_PAREN)
        feed.more()
    else:
        feed.open(Level(kind, call, is_list=kind == "in"))


def _constants(feed: Feed) -> tuple[Literal, ...]:
    """All of a list, if it has nothing but constants: some clients send a hundred thousand, which sqlglot need not see."""
    cursor, tokens = feed.cursor, feed.cursor.tokens
    at, first, found = cursor.at, 1 - cursor.base, []
    while (token := tokens[at]).kind in CONSTANTS:
        found.append(Literal(token.kind, token.value, token.start + first))  # type: ignore[arg-type]
        after = tokens[at + 1]
        if after.kind != SYMBOL or after.value not in (",", ")"):
            break
        at += 2
        if after.value == ")":
            cursor.at = at
            return tuple(found)
    return ()


def _open_query(feed: Feed, call: Call) -> None:
    """A query in the parentheses of IN, ANY or ALL."""
    call.query = True
    feed.name(call)
    feed.emit(T.L_PAREN, T.L_PAREN)
    feed.cursor.at += 1
    feed.open(Level("query", call, (T.R_PAREN, T.R_PAREN)), Want.QUERY)


def postfix(feed: Feed, operator: Operator) -> None:
    """An operator behind its operand; the cursor is already behind it."""
    feed.count_operator()
    after, feed.cursor.at = feed.cursor.at, operator.at
    _settle(feed, operator)
    feed.emit(T.PLUS)
    feed.operand(operator)
    feed.cursor.at = after
