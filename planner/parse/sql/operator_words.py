"""Operators that are words: AND, IS NULL, BETWEEN, LIKE, AT TIME ZONE …"""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.keywords import LIST_ENDS, NEEDS_AS
from planner.parse.lexer import END, IDENT, SYMBOL
from planner.parse.sql import calls
from planner.parse.sql.feed import Feed, Level, Stage
from planner.parse.sql.infix import NOT_ASSOCIATIVE, infix, postfix
from planner.parse.sql.lookahead import opens
from planner.parse.sql.marks import AND, AT, COLLATE, IS, MATCH, NONE, OR, OTHER, SELECTION, Call, Operator
from planner.parse.sql.words import LIKE, qualified_operator

_NEGATABLE: Final = frozenset({"between", "in", "like", "ilike", "similar"})
#: Words that go on with an expression, rather than end it.
INFIX_WORDS: Final = _NEGATABLE | {"or", "and", "is", "isnull", "notnull", "collate", "operator", "not", "at", "escape", "overlaps"}
_LEVELS: Final = {"and": AND, "or": OR, "is": IS, "at": AT, "collate": COLLATE, "operator": OTHER}


def operator_word(feed: Feed, word: str) -> bool:
    """A word that is an operator, or begins one."""
    cursor, level = feed.cursor, feed.level
    if word not in INFIX_WORDS:
        return False
    if level.stage is Stage.TARGETS and _is_label(feed):
        return False
    at, pos = cursor.at, cursor.pos
    if word in ("and", "or"):
        infix(feed, Operator(word, AND if word == "and" else OR, at, pos=pos))
    elif word == "is":
        _is(feed)
    elif word in ("isnull", "notnull"):
        cursor.at += 1
        postfix(feed, Operator("is null", IS, at, "postfix", negated=word == "notnull", pos=pos))
    elif word == "collate":
        cursor.at += 1
        collation = cursor.qualified_name()
        postfix(feed, Operator("collate", COLLATE, at, "postfix", parts=collation, pos=pos))
    elif word == "operator":
        schema, found = qualified_operator(cursor)
        after, cursor.at = cursor.at, at
        infix(feed, Operator("op", OTHER, at, "infix", found, schema, pos=pos), words=after - at)
    elif word == "at" and cursor.is_words("at", "time", "zone"):
        infix(feed, Operator("at", AT, at, pos=pos), words=3)
    elif word == "at" and (cursor.is_words("at", "time") or any(held < AT for held in level.pending)):
        cursor.at += 1 + cursor.is_words("at", "time")
        cursor.fail()
    elif word == "overlaps" and feed.row:
        _overlaps(feed)
    elif word == "escape" and level.escapable:
        level.escapable = False
        infix(feed, Operator("escape", NONE, at, pos=pos))
    else:
        return _match(feed, word)
    return True


def _overlaps(feed: Feed) -> None:
    """OVERLAPS stands between two rows, and so binds as tightly as the row in front of it."""
    cursor = feed.cursor
    infix(feed, Operator("overlaps", SELECTION, cursor.at, pos=cursor.pos))
    pos, at = cursor.pos, cursor.at
    if cursor.is_word("row") and opens(cursor):
        call = Call("row", pos, at, overlapped=True)
        calls.open_call(feed, call)
        return
    call = Call("paren", pos, at, overlapped=True)
    feed.name(call)
    feed.emit(T.L_PAREN)
    cursor.expect_symbol("(")
    feed.open(Level("paren", call))


def _match(feed: Feed, word: str) -> bool:
    """[NOT] BETWEEN, IN, LIKE, ILIKE, SIMILAR TO."""
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    negated = word == "not"
    if negated:
        word = cursor.ahead().value if cursor.ahead().kind == IDENT else ""
    if word not in _NEGATABLE:
        return False
    cursor.at += negated
    if word == "similar":
        cursor.at += 1
        cursor.expect_word("to")
        cursor.at -= 2
        infix(feed, Operator("similar", MATCH, at, negated=negated, pos=pos), words=2)
    elif word == "between":
        symmetric = cursor.ahead().kind == IDENT and cursor.ahead().value in ("symmetric", "asymmetric")
        name = cursor.ahead().value if symmetric else ""
        infix(feed, Operator("between", MATCH, at, "infix", name, negated=negated, pos=pos), words=1 + symmetric)
    elif word == "in":
        infix(feed, Operator("in", MATCH, at, negated=negated, pos=pos))
    else:
        infix(feed, Operator("op", MATCH, at, "infix", LIKE[word, negated], pos=pos))
    feed.level.escapable = word in ("like", "ilike", "similar")
    return True


def _is(feed: Feed) -> None:
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    cursor.at += 1
    negated = cursor.take_word("not") is not None
    if cursor.take_word("distinct"):
        cursor.expect_word("from")
        after, cursor.at = cursor.at, at
        infix(feed, Operator("is distinct", IS, at, negated=negated, pos=pos), words=after - at)
    elif feed.level.is_b_expr:
        cursor.fail()
    else:
        test = cursor.expect_word("null", "true", "false", "unknown")
        postfix(feed, Operator(f"is {test}", IS, at, "postfix", negated=negated, pos=pos))


def _is_label(feed: Feed) -> bool:
    """Is the next word one that may be a label, at the end of its entry of the select list?

    Behind an operator that binds less tightly it is an operator, as bison has it.
    """
    token, after = feed.cursor.token, feed.cursor.ahead()
    level = _LEVELS.get(token.value, MATCH)
    if (
        feed.level.labelled
        or token.value in NEEDS_AS
        or any(held < level or held == level in NOT_ASSOCIATIVE for held in feed.level.pending)
    ):
        return False
    if after.kind == SYMBOL:
        return after.value in (",", ")")
    return after.kind == END or (after.kind == IDENT and after.value in LIST_ENDS)
