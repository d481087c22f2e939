"""One query, by way of sqlglot.

fill: the statement's tokens become tokens of sqlglot. Constants and names are replaced by the numbers of their tokens, so that no
word of another dialect has a meaning and every part of the tree leads back to its text; what sqlglot's grammar gets wrong is said
in another way. parse: sqlglot's parser makes a tree of them. read: the tree becomes syntax, by the statement's tokens.
"""

from __future__ import annotations

from typing import Final

from sqlglot import exp
from sqlglot.dialects.postgres import Postgres
from sqlglot.errors import ErrorLevel, ParseError
from sqlglot.tokenizer_core import Token
from sqlglot.tokenizer_core import TokenType as T

from planner.errors import TooComplex
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import END
from planner.parse.limits import SQLGLOT_TOKENS_MAX
from planner.parse.sql import brackets, operands, operators, queries, read_queries, relations
from planner.parse.sql.feed import Bracket, Expected, Feed
from planner.parse.sql.read_expressions import TreeReader
from planner.parse.syntax import QueryNode
from planner.tree.statement import SelectStatement

_DIALECT: Final = Postgres()
#: What reads the next token, by what it has to begin.
_READERS: Final = {
    Expected.MORE: operators.go_on, Expected.CLOSED: operators.go_on, Expected.OPERAND: operands.operand,
    Expected.TABLE: relations.item, Expected.QUERY: queries.begin,
}  # fmt: skip


def parse_query(cursor: TokenCursor) -> QueryNode:
    """The query that makes up the rest of the statement. Raises SyntaxFault, ReadOnly, Unsupported, TooComplex."""
    start = cursor.at
    feed = Feed(cursor)
    feed.open(Bracket("query"), Expected.QUERY)
    tokens, out = cursor.tokens, feed.out
    while tokens[cursor.at].kind != END:
        _READERS[feed.want](feed)
        if len(out) > SQLGLOT_TOKENS_MAX:
            raise TooComplex(
                "the query has too many parts", hint="Send the values as parameters, an array of them for a long list."
            )
    if len(feed.levels) > 1:
        cursor.fail()
    queries.end(feed)
    tree = _tree(cursor, feed.out)
    cursor.at = start
    found = read_queries.query(TreeReader(cursor, feed.marks), tree)
    cursor.expect_end()
    return found


def parse_select(cursor: TokenCursor) -> SelectStatement:
    """The query that makes up the rest of the statement."""
    start = cursor.token.start
    cursor.base = start
    tree = parse_query(cursor)
    return SelectStatement(cursor.text[start : cursor.tokens[-2].end], tree, start)


def parse_arguments(cursor: TokenCursor) -> list[tuple[int, int]]:
    """Where the expressions in the parentheses that come next begin and end in the text."""
    start = cursor.at
    feed = Feed(cursor)
    feed.open(Bracket("list"))
    feed.emit(T.SELECT)
    brackets.call(feed, "arguments", start)
    while len(feed.levels) > 1:
        _READERS[feed.want](feed)
    tree = _tree(cursor, feed.out)
    cursor.at = start + 1
    reader = TreeReader(cursor, feed.marks)
    spans = []
    for node in tree.expressions[0].expressions:
        first = cursor.token.start
        reader.expression(node)
        spans.append((first, cursor.tokens[cursor.at - 1].end))
        cursor.at += 1
    cursor.at = max(cursor.at, start + 2)
    return spans


def _tree(cursor: TokenCursor, tokens: list[Token]) -> exp.Expr:
    parser = _DIALECT.parser(error_level=ErrorLevel.IMMEDIATE)
    try:
        (tree,) = parser.parse(tokens, "")
    except ParseError as error:
        # sqlglot has no token at the end of its input.
        cursor.at = error.errors[0]["col"] if parser._curr else len(cursor.tokens) - 1
        cursor.fail()
    assert tree is not None
    return tree
