"""One query, by way of sqlglot.

feed: the statement's tokens become tokens of sqlglot. Names, constants, types and operators are replaced by numbers of marks, so
that no word of another dialect has a meaning, and so that every part of the tree leads back to its text. What cannot stand where
it stands is refused here, as by PostgreSQL's grammar. parse: sqlglot's parser makes a tree of them. read: the tree becomes syntax.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from sqlglot import exp
from sqlglot.dialects.postgres import Postgres
from sqlglot.errors import ErrorLevel, ParseError
from sqlglot.tokenizer_core import Token
from sqlglot.tokenizer_core import TokenType as T

from planner.errors import TooComplex
from planner.parse.cursor import Cursor
from planner.parse.lexer import END
from planner.parse.limits import SQLGLOT_TOKENS_MAX
from planner.parse.sql import keys, operands, operators, queries, read, relations, selects
from planner.parse.sql.expressions import Reader
from planner.parse.sql.feed import Feed, Level, Want
from planner.parse.sql.marks import Call
from planner.parse.syntax import Query

_DIALECT: Final = Postgres()


def parse_query(cursor: Cursor) -> Query:
    """The query that makes up the rest of the statement. Raises SyntaxFault, ReadOnly, Unsupported, TooComplex."""
    feed = Feed(cursor)
    feed.levels.append(Level("query"))
    tokens, marks = _walk(feed), feed.marks
    return read.query(Reader(cursor, marks, read.query), _tree(cursor, tokens))


def parse_arguments(cursor: Cursor) -> list[tuple[int, int]]:
    """Where the expressions in the parentheses that come next begin and end in the text."""
    feed = Feed(cursor)
    start = cursor.at
    call = Call("arguments", cursor.pos, start)
    cursor.expect_symbol("(")
    feed.levels.append(Level("query"))
    feed.emit(T.SELECT)
    feed.name(call)
    feed.emit(T.L_PAREN)
    feed.open(Level("call", call))
    while len(feed.levels) > 1:
        _step(feed)
    end = cursor.at
    tree = _tree(cursor, feed.out)
    Reader(cursor, feed.marks, read.query).several(tree.expressions[0].expressions)
    cursor.at = end
    edges = [start, *call.separated_at, end - 1]
    return [(cursor.tokens[a + 1].start, cursor.tokens[b - 1].end) for a, b in pairwise(edges)]


def _walk(feed: Feed) -> list[Token]:
    cursor = feed.cursor
    while cursor.tokens[cursor.at].kind != END:
        _step(feed)
        if len(feed.out) > SQLGLOT_TOKENS_MAX:
            raise TooComplex(
                "the query has too many parts", hint="Send the values as parameters, an array of them for a long list."
            )
    if feed.level.improper:
        cursor.fail(operators.IMPROPER_STAR)
    if feed.want in (Want.MORE, Want.CLOSED) and (feed.level.betweens or feed.level.repeated):
        feed.incomplete()
    if (
        len(feed.levels) > 1
        or feed.level.conditions
        or feed.level.tail[-1:] == ["fetch"]
        or feed.want not in (Want.MORE, Want.CLOSED)
    ):
        cursor.fail()
    return feed.out


def _step(feed: Feed) -> None:
    """Read what comes next, by what is wanted."""
    want = feed.want
    if want is Want.MORE or want is Want.CLOSED:
        operators.go_on(feed)
    elif want is Want.OPERAND:
        operands.operand(feed)
    elif want is Want.TARGET:
        selects.star(feed) if feed.cursor.is_symbol("*") else operands.operand(feed)
    elif want is Want.TABLE:
        relations.item(feed)
    elif want is Want.GROUP:
        keys.group_item(feed)
    else:
        queries.begin(feed)


def _tree(cursor: Cursor, tokens: list[Token]) -> exp.Expr:
    parser = _DIALECT.parser(error_level=ErrorLevel.IMMEDIATE)
    try:
        (tree,) = parser.parse(tokens, "")
    except ParseError as error:
        # sqlglot has no token at the end of its input.
        cursor.at = error.errors[0]["col"] if parser._curr else len(cursor.tokens) - 1
        cursor.fail()
    assert tree is not None
    return tree
