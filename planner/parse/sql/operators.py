"""Behind an operand: operators, subscripts, casts, labels, and all that ends an operand.

sqlglot gets its own operators where it has them; any other as ^, the one that binds most tightly, or as a cast where nothing stands
on its right. Which operator it is and how tightly it binds in PostgreSQL is read off its mark.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.keywords import KEYWORDS, LIST_ENDS, NEEDS_AS
from planner.parse.lexer import END, IDENT, OPERATOR, QUOTED, STRING, SYMBOL, Token
from planner.parse.sql import brackets, queries, relations, windows
from planner.parse.sql.feed import Expected, Feed
from planner.parse.sql.marks import AND, AT, CAST, COLLATE, IS, MATCH, NONE, OR, OTHER, SELECTION, OperatorMark
from planner.parse.sql.words import LIKE, SYMBOLS, qualified_operator
from planner.parse.syntax import Literal
from planner.parse.type_names import type_name

_NEGATABLE: Final = frozenset({"between", "in", "like", "ilike", "similar"})
#: Words that go on with an expression, rather than end it.
_INFIX_WORDS: Final = _NEGATABLE | {
    "or",
    "and",
    "is",
    "isnull",
    "notnull",
    "collate",
    "operator",
    "not",
    "at",
    "escape",
    "overlaps",
}
_TOKENS: Final = {
    "=": T.EQ, "<": T.LT, ">": T.GT, "<=": T.LTE, ">=": T.GTE, "<>": T.NEQ,
    "+": T.PLUS, "-": T.DASH, "*": T.STAR, "/": T.SLASH, "||": T.DPIPE,
}  # fmt: skip
_OPERATORS: Final = {symbol: OperatorMark("op", level, 1, symbol) for symbol, level in SYMBOLS.items()}
_AND: Final = OperatorMark("and", AND)
_OR: Final = OperatorMark("or", OR)
#: What a b_expr lacks beside OR, AND and what binds as LIKE does.
_NOT_IN_B_EXPR: Final = frozenset({"at", "collate", "overlaps", "is null", "is true", "is false", "is unknown"})


def go_on(feed: Feed) -> None:
    """Read what comes behind an operand, or behind a clause."""
    token = feed.cursor.tokens[feed.cursor.at]
    if feed.want is Expected.CLOSED and (token.kind in (OPERATOR, QUOTED) or _goes_on(token)):
        feed.cursor.fail()
    elif token.kind == SYMBOL:
        _symbol(feed, token.value)
    elif token.kind == IDENT:
        _word(feed, token.value)
    elif token.kind == OPERATOR:
        _infix(feed, OperatorMark("op", OTHER, 1, token.value), _TOKENS.get(token.value, T.CARET))
    elif token.kind == QUOTED:
        _label(feed)
    else:
        feed.cursor.fail()


def _goes_on(token: Token) -> bool:
    return token.kind == SYMBOL and (token.value in SYMBOLS or token.value in ("::", "[", ".", ":"))


def _symbol(feed: Feed, symbol: str) -> None:
    cursor = feed.cursor
    if symbol in SYMBOLS:
        _infix(feed, _OPERATORS[symbol], _TOKENS.get(symbol, T.CARET))
    elif symbol == ",":
        if feed.level.kind == "list":
            brackets.comma(feed)
        else:
            queries.comma(feed)
    elif symbol in (")", "]"):
        _close(feed)
    elif symbol == "::":
        at = cursor.at
        cursor.at += 1
        _postfix(feed, at, OperatorMark("cast", CAST, type=type_name(cursor)))
    elif symbol == "[" and feed.selectable:
        brackets.subscript(feed)
    elif symbol == "." and feed.selectable:
        at = cursor.at
        cursor.at += 1
        found = cursor.advance().value if cursor.is_symbol("*") else cursor.label()
        _postfix(feed, at, OperatorMark("select", SELECTION, name=found))
    elif symbol == ":" and feed.level.role == "index":
        brackets.slice_(feed)
    else:
        cursor.fail()


def _word(feed: Feed, word: str) -> None:
    if word not in KEYWORDS:
        _label(feed)
        return
    closed = feed.want is Expected.CLOSED
    if feed.level.kind == "case" and word == "end":
        _close(feed)
        return
    if brackets.word(feed, word) or (not closed and _operator_word(feed, word)):
        return
    if feed.level.kind == "window" and windows.word(feed, word):
        return
    if (closed or not windows.behind_call(feed, word)) and not queries.word(feed, word):
        _label(feed)


def _label(feed: Feed) -> None:
    """A name without AS, of an entry of the select list."""
    cursor = feed.cursor
    token = cursor.token
    if feed.want is Expected.CLOSED or feed.level.clause != "select" or (token.kind != QUOTED and token.value in NEEDS_AS):
        cursor.fail()
    queries.label(feed)


def _close(feed: Feed) -> None:
    """The closing bracket of the innermost level."""
    cursor, level = feed.cursor, feed.level
    if len(feed.levels) == 1 or cursor.token.value != level.bracket or cursor.token.kind not in (SYMBOL, IDENT):
        cursor.fail()
    queries.end(feed)
    is_query = level.kind == "query" or level.holds_query(cursor.at)
    feed.close()
    feed.want, feed.selectable = Expected.MORE, level.role in ("paren", "index", "slice")
    if is_query:
        feed.level.query = (level.opened, cursor.at)
    if level.table:
        relations.behind_function(feed)
    elif level.role == "table":
        relations.behind(feed, level)
    elif level.role in ("cte", "operand"):
        queries.behind(feed, level)
    elif level.role == "on":
        feed.want = Expected.OPERAND
    elif level.role == "sample":
        relations.behind_sample(feed)
    elif level.role in ("values", "seed") or (level.kind == "window" and feed.level.clause == "window"):
        feed.want = Expected.CLOSED
    elif level.role == "call" and cursor.token.kind == STRING and level.call is not None:
        level.call.literal = Literal("string", cursor.token.value, cursor.pos)
        cursor.at += 1


# ---------------------------------------------------------------------------------------------------------- what sqlglot gets


def _infix(feed: Feed, operator: OperatorMark, kind: T) -> None:
    """An operator with an operand on either side. sqlglot gets *kind*."""
    cursor, level = feed.cursor, feed.level
    _check_b_expr(feed, operator.word, operator.level, cursor.at)
    feed.marks[cursor.at] = operator
    if operator.level in (AND, OR):
        if level.betweens and operator.word == "and":
            level.betweens -= 1
        else:
            level.operators = level.prefixes = 0
    else:
        feed.count_operator()
    feed.emit(kind)
    cursor.at += operator.length
    feed.want = Expected.OPERAND
    if operator.word == "op" and operator.level > AND and cursor.is_word("any", "some", "all"):
        word, at = cursor.advance().value, cursor.at - 1
        brackets.doubled(feed, "all" if word == "all" else "any", at)


def _check_b_expr(feed: Feed, word: str, level: int, at: int) -> None:
    """Refuse what is no operator of a b_expr: in POSITION, and from BETWEEN to AND."""
    held = feed.level
    if not held.betweens and held.role != "position":
        return
    if level in (OR, MATCH) or (word == "and" and not held.betweens) or word in _NOT_IN_B_EXPR:
        feed.cursor.at = at
        feed.cursor.fail()


def _postfix(feed: Feed, at: int, operator: OperatorMark) -> None:
    """An operator behind its operand, of the tokens from *at* to the cursor: a cast to sqlglot."""
    feed.count_operator()
    feed.marks[at] = replace(operator, length=feed.cursor.at - at)
    feed.emit(T.DCOLON, T.TEXT)
    feed.want, feed.selectable = Expected.MORE, operator.word == "select"


# ----------------------------------------------------------------------------------------------------------------------- words


def _operator_word(feed: Feed, word: str) -> bool:
    """A word that is an operator, or begins one."""
    cursor, level = feed.cursor, feed.level
    if word not in _INFIX_WORDS or (level.clause == "select" and _is_label(feed)):
        return False
    at = cursor.at
    if word in ("and", "or"):
        _infix(feed, _AND if word == "and" else _OR, T.AND if word == "and" else T.OR)
    elif word in ("is", "isnull", "notnull"):
        _is(feed, word)
    elif word == "collate":
        cursor.at += 1
        operator = OperatorMark("collate", COLLATE, parts=cursor.qualified_name())
        _check_b_expr(feed, word, COLLATE, cursor.at)
        _postfix(feed, at, operator)
    elif word == "operator":
        schema, found = qualified_operator(cursor)
        after, cursor.at = cursor.at, at
        _infix(feed, OperatorMark("op", OTHER, after - at, found, schema), T.CARET)
    elif word == "at" and cursor.is_words("at", "time", "zone"):
        _infix(feed, OperatorMark("at", AT, 3), T.CARET)
    elif word == "overlaps":
        _infix(feed, OperatorMark("overlaps", SELECTION), T.CARET)
    elif word == "escape":
        _infix(feed, OperatorMark("escape", NONE), T.CARET)
    else:
        return _match(feed, word)
    return True


def _match(feed: Feed, word: str) -> bool:
    """[NOT] BETWEEN, IN, LIKE, ILIKE, SIMILAR TO."""
    cursor, at = feed.cursor, feed.cursor.at
    negated = word == "not"
    if negated:
        word = cursor.ahead().value if cursor.ahead().kind == IDENT else ""
    if word not in _NEGATABLE:
        return False
    after = at + negated + 1
    if word == "similar":
        if cursor.ahead(1 + negated).value != "to":
            return False
        _infix(feed, OperatorMark("similar", MATCH, 2 + negated, negated=negated), T.LIKE)
    elif word == "between":
        symmetric = cursor.tokens[after].value if cursor.tokens[after].value in ("symmetric", "asymmetric") else ""
        _infix(feed, OperatorMark("between", MATCH, 1 + negated + bool(symmetric), symmetric, negated=negated), T.EQ)
        feed.level.betweens += 1
    elif word == "in":
        _infix(feed, OperatorMark("in", MATCH, 1 + negated, negated=negated), T.CARET)
        brackets.in_list(feed)
    else:
        _infix(feed, OperatorMark("op", MATCH, 1 + negated, LIKE[word, negated]), T.LIKE if word == "like" else T.ILIKE)
    return True


def _is(feed: Feed, word: str) -> None:
    """IS [NOT] NULL, TRUE, FALSE, UNKNOWN, DISTINCT FROM."""
    cursor, at = feed.cursor, feed.cursor.at
    cursor.at += 1
    negated = word == "notnull" or (word == "is" and cursor.take_word("not") is not None)
    if word == "is" and cursor.take_word("distinct"):
        cursor.expect_word("from")
        after, cursor.at = cursor.at, at
        _infix(feed, OperatorMark("is distinct", IS, after - at, negated=negated), T.EQ)
        return
    test = cursor.expect_word("null", "true", "false", "unknown") if word == "is" else "null"
    _check_b_expr(feed, f"is {test}", IS, at)
    _postfix(feed, at, OperatorMark(f"is {test}", IS, negated=negated))


def _is_label(feed: Feed) -> bool:
    """Is the next word one that may be a label, at the end of its entry of the select list?"""
    cursor = feed.cursor
    token, after = cursor.token, cursor.ahead()
    if token.value in NEEDS_AS:
        return False
    if after.kind == SYMBOL:
        return after.value in (",", ")")
    return after.kind == END or (after.kind == IDENT and after.value in LIST_ENDS)
