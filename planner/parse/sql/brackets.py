"""Brackets: opening one, what separates what is in it, closing it, and what may follow."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.keywords import KEYWORDS, words
from planner.parse.lexer import IDENT, STRING, SYMBOL
from planner.parse.sql.feed import Bracket, Expected, Feed
from planner.parse.sql.marks import CallMark, ReadMark
from planner.parse.sql.words import CONSTANTS, opens
from planner.parse.syntax import ROWS_FROM, Literal
from planner.parse.type_names import type_name

#: Brackets around an expression that may turn out to be around a query.
MAY_BE_QUERIES: Final = frozenset({"paren", "in", "any", "all", "table"})
#: Special calls → the words that separate their arguments, which are commas to sqlglot.
_SEPARATORS: Final = {
    "position": words("in"), "substring": words("from for similar escape"), "overlay": words("placing from for"),
    "trim": words("from"),
}  # fmt: skip
#: What EXTRACT does not take for a field.
NO_FIELDS: Final = KEYWORDS - words("year month day hour minute second")
_DOUBLED: Final = (T.R_PAREN, T.R_PAREN)
_BEFORE_GROUP_ITEMS: Final = frozenset({"by", "distinct", "all", ",", "("})
_CASE_TOKENS: Final = {"when": T.WHEN, "then": T.THEN, "else": T.ELSE}


def parenthesis(feed: Feed) -> None:
    """( around an expression, a row or a query; () in GROUP BY."""
    cursor = feed.cursor
    if begins_group_item(feed) and cursor.ahead().value == ")" and cursor.ahead().kind == SYMBOL:
        feed.name(CallMark("empty", cursor.at + 2), cursor.at)
        feed.emit(T.L_PAREN, T.R_PAREN)
        cursor.at += 2
        feed.want = Expected.MORE
        return
    feed.bracket(Bracket("list", "paren"))


def call(feed: Feed, kind: str, at: int, name: tuple[str, ...] = ()) -> None:
    """A call whose name is at token *at*; the cursor is at its opening parenthesis."""
    cursor = feed.cursor
    found = CallMark(kind, cursor.at + 1, name)
    feed.name(found, at)
    feed.bracket(Bracket("list", kind, found))
    if kind == "extract":
        if cursor.token.kind == IDENT and cursor.token.value in NO_FIELDS:
            cursor.fail()
        if cursor.token.kind == STRING:
            cursor.at += 1
        else:
            cursor.label()
        cursor.expect_word("from")
    elif kind == "trim":
        cursor.take_word("both", "leading", "trailing")
        cursor.take_word("from")
    elif kind == "call":
        _argument(feed)
    if cursor.is_symbol(")"):
        if kind in ("sample", "seed") or name == (ROWS_FROM,):
            cursor.fail()
        feed.want = Expected.MORE


def _argument(feed: Feed) -> None:
    """* | DISTINCT, ALL, VARIADIC, name => in front of an argument."""
    cursor = feed.cursor
    first = cursor.at == feed.level.opened + 1
    if first and cursor.is_symbol("*") and cursor.ahead().value == ")":
        cursor.at += 1
    elif first:
        cursor.take_word("distinct", "all")
    cursor.take_word("variadic")
    after = cursor.ahead()
    if after.kind == SYMBOL and after.value in ("=>", ":=") and cursor.is_function_name():
        cursor.at += 2


def doubled(feed: Feed, kind: str, at: int, inner: str = "list") -> None:
    """The parentheses behind EXISTS, ARRAY, IN, ANY and ALL: sqlglot gets them twice, as a query has to have some of its own."""
    feed.name(CallMark(kind, feed.cursor.at), at)
    feed.bracket(Bracket(inner, kind, closing=_DOUBLED), Expected.QUERY if inner == "query" else Expected.OPERAND)


def in_list(feed: Feed) -> None:
    """The parentheses behind IN. Some clients send a hundred thousand constants, which sqlglot need not see."""
    cursor, tokens, start = feed.cursor, feed.cursor.tokens, feed.cursor.at
    if not cursor.is_symbol("("):
        cursor.fail()
    at, first, found = start + 1, 1 - cursor.base, []
    while (token := tokens[at]).kind in CONSTANTS:
        found.append(Literal(token.kind, token.value, token.start + first))  # type: ignore[arg-type]
        after = tokens[at + 1]
        if after.kind != SYMBOL or after.value not in (",", ")"):
            break
        at += 2
        if after.value == ")":
            cursor.at = at
            feed.operand(found[0], start)
            feed.marks[start] = CallMark("in", at, items=tuple(found))
            return
    doubled(feed, "in", start)


def array_or_query(feed: Feed) -> None:
    """ARRAY[…] or ARRAY(query)."""
    cursor, at = feed.cursor, feed.cursor.at
    query = opens(cursor)
    cursor.at += 1
    if query:
        doubled(feed, "subarray", at, "query")
    else:
        array(feed, at)


def array(feed: Feed, at: int) -> None:
    """[ of an array's items; inner brackets are arrays in themselves."""
    cursor = feed.cursor
    feed.name(CallMark("array", cursor.at + 1), at)
    feed.bracket(Bracket("list", "array", bracket="]"), Expected.MORE if cursor.ahead().value == "]" else Expected.OPERAND)


def subscript(feed: Feed) -> None:
    """[ behind an operand: an operator with a call on its right, as sqlglot counts subscripts from elsewhere."""
    feed.emit(T.CARET)
    feed.name(CallMark("index", feed.cursor.at + 1), feed.cursor.at)
    feed.bracket(Bracket("list", "index", bracket="]"))


def slice_(feed: Feed) -> None:
    """: between the bounds, either of which may be missing."""
    cursor, level = feed.cursor, feed.level
    first = cursor.at == level.opened + 1
    cursor.at += 1
    level.role = "slice"
    feed.want = Expected.MORE if cursor.is_symbol("]") else Expected.OPERAND
    if not first and feed.want is Expected.OPERAND:
        feed.emit(T.COMMA)
    feed.new_expression()


def case(feed: Feed) -> None:
    """CASE, up to its operand or first WHEN."""
    cursor = feed.cursor
    feed.take(T.CASE)
    feed.open(Bracket("case", closing=(T.END,), bracket="end"), Expected.MORE if cursor.is_word("when") else Expected.OPERAND)


def begins_group_item(feed: Feed) -> bool:
    """Is this the beginning of an entry of GROUP BY or GROUPING SETS?"""
    return feed.level.clause == "group" and feed.cursor.tokens[feed.cursor.at - 1].value in _BEFORE_GROUP_ITEMS


def group_item(feed: Feed, word: str) -> bool:
    """ROLLUP (…), CUBE (…), GROUPING SETS (…): calls, as sqlglot does not keep their order among other expressions."""
    cursor, at = feed.cursor, feed.cursor.at
    sets = word == "grouping" and cursor.is_words("grouping", "sets")
    if not sets and not (word in ("rollup", "cube") and opens(cursor)):
        return False
    cursor.at += 1 + sets
    call(feed, "sets" if sets else word, at)
    if sets:
        feed.level.clause = "group"
    return True


# ------------------------------------------------------------------------------------------------------------------------ within


def word(feed: Feed, found: str) -> bool:
    """A word of the bracket at hand: of CASE, between arguments, ORDER BY of a call's."""
    cursor, level = feed.cursor, feed.level
    role = level.role
    if level.kind == "query":
        return False
    if level.kind == "case" and found in _CASE_TOKENS:
        feed.take(_CASE_TOKENS[found])
        feed.begin_expression()
    elif role == "cast" and found == "as" and feed.want is Expected.MORE:
        at = cursor.at
        cursor.at += 1
        feed.marks[at] = ReadMark(type_name(cursor), cursor.at)
        feed.want = Expected.CLOSED
    elif found in _SEPARATORS.get(role, ()) and (found != "escape" or level.tail[:1] == ["similar"]):
        level.tail.append(found)
        feed.take(T.COMMA)
        feed.begin_expression()
    elif role == "call" and found == "order":
        feed.take(T.ORDER_BY)
        cursor.expect_word("by")
        level.clause = "order"
        feed.begin_expression()
    else:
        return False
    return True


def comma(feed: Feed) -> None:
    """, between the items of a bracket."""
    cursor, level = feed.cursor, feed.level
    if level.kind != "list" or level.role in ("index", "slice", "cast", "position", "extract", "filter", "seed"):
        cursor.fail()
    feed.new_expression()
    if level.role == "normalize":
        # The second argument is a word.
        cursor.at += 1
        cursor.expect_word("nfc", "nfd", "nfkc", "nfkd")
        return
    feed.take(T.COMMA)
    feed.want = Expected.OPERAND
    if level.role == "call" and level.clause != "order":
        _argument(feed)


def begins_query(feed: Feed, word: str) -> bool:
    """Begin the query that the bracket at hand turns out to be around, if the next word does."""
    cursor, level = feed.cursor, feed.level
    if word not in ("select", "values", "table", "with") or level.opened != cursor.at - 1 or level.role not in MAY_BE_QUERIES:
        return False
    if word == "values" and not opens(cursor):
        return False
    level.kind, level.clause = "query", ""
    feed.want = Expected.QUERY
    return True
