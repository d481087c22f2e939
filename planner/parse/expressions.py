"""Expressions, by the precedence table of PostgreSQL's grammar (gram.y): a_expr as precedence climbing.

From loosest: OR, AND, NOT, IS, comparisons (not associative), BETWEEN IN LIKE (not associative), other operators, + -, * / %, ^,
AT TIME ZONE, COLLATE, unary minus, :: and subscripts.
"""

from __future__ import annotations

from typing import Final, Literal

from planner.parse import queries
from planner.parse.cursor import Cursor
from planner.parse.keywords import LIST_ENDS, NEEDS_AS
from planner.parse.lexer import END, IDENT, INTEGER, NUMBER, OPERATOR, STRING, SYMBOL
from planner.parse.primary import primary
from planner.parse.syntax import (
    Between,
    BoolOp,
    CastExpr,
    Collate,
    Distinct,
    FunctionCall,
    In,
    IsTest,
    Node,
    Not,
    OperatorCall,
    Quantified,
)
from planner.parse.syntax import Literal as Constant
from planner.parse.type_names import type_name

OR, AND, NOT, IS, COMPARE, MATCH, OTHER, ADD, MULTIPLY, POWER, AT, COLLATE, MINUS, CAST = range(1, 15)

_SYMBOLS: Final = {
    "=": COMPARE, "<": COMPARE, ">": COMPARE, "<=": COMPARE, ">=": COMPARE, "<>": COMPARE,
    "+": ADD, "-": ADD, "*": MULTIPLY, "/": MULTIPLY, "%": MULTIPLY, "^": POWER, "::": CAST,
}  # fmt: skip
_WORDS: Final = {
    "or": OR, "and": AND, "is": IS, "isnull": IS, "notnull": IS, "between": MATCH, "in": MATCH, "like": MATCH, "ilike": MATCH,
    "similar": MATCH, "at": AT, "collate": COLLATE, "operator": OTHER,
}  # fmt: skip
_CONSTANTS: Final = frozenset({INTEGER, NUMBER, STRING})
_NEGATABLE: Final = ("between", "in", "like", "ilike", "similar")
_LIKE: Final = {("like", False): "~~", ("like", True): "!~~", ("ilike", False): "~~*", ("ilike", True): "!~~*"}
_IS_TESTS: Final = ("null", "true", "false", "unknown")


def target(cursor: Cursor) -> Node:
    """An entry of a select list. An operator's word behind which nothing can stand is its label: SELECT a AND FROM t."""
    return expression(cursor, labelled=True)


def expression(cursor: Cursor, level: int = OR, *, labelled: bool = False) -> Node:
    """An expression of operators that bind at least as tightly as *level*."""
    cursor.enter()
    depth = cursor.depth
    left = _prefixed(cursor)
    refused = 0
    while (found := _infix_level(cursor)) >= level:
        if found == refused:
            cursor.fail()
        if labelled and _is_label(cursor):
            break
        cursor.enter()
        left = _infix(cursor, left, found)
        refused = found if found in (COMPARE, MATCH) or isinstance(left, Distinct) else 0
    cursor.depth = depth - 1
    return left


def _is_label(cursor: Cursor) -> bool:
    """Is the next word one that may be a label, at the end of its entry?"""
    token, after = cursor.token, cursor.ahead()
    if token.kind != IDENT or token.value in NEEDS_AS:
        return False
    if after.kind == SYMBOL:
        return after.value in (",", ")")
    return after.kind == END or (after.kind == IDENT and after.value in LIST_ENDS)


def _infix_level(cursor: Cursor) -> int:
    token = cursor.tokens[cursor.at]
    if token.kind == SYMBOL:
        return _SYMBOLS.get(token.value, 0)
    if token.kind == OPERATOR:
        return OTHER
    if token.kind != IDENT:
        return 0
    if token.value == "not" and cursor.ahead().kind == IDENT and cursor.ahead().value in _NEGATABLE:
        return MATCH
    return _WORDS.get(token.value, 0) if token.value != "at" or cursor.is_words("at", "time", "zone") else 0


def _prefixed(cursor: Cursor) -> Node:
    """An operand with the prefix operators in front of it."""
    token = cursor.tokens[cursor.at]
    pos = token.start - cursor.base + 1
    if token.kind in _CONSTANTS:
        cursor.at += 1
        return Constant(token.kind, token.value, pos)  # type: ignore[arg-type]
    if token.kind == SYMBOL and token.value in ("-", "+"):
        cursor.advance()
        return _signed(token.value, expression(cursor, MINUS), pos)
    if token.kind == OPERATOR:
        cursor.advance()
        return OperatorCall(token.value, None, expression(cursor, OTHER + 1), pos)
    if token.kind == IDENT and token.value == "not":
        cursor.advance()
        return Not(expression(cursor, NOT), pos)
    if cursor.is_word("operator") and cursor.ahead().value == "(" and cursor.ahead().kind == SYMBOL:
        schema, name = _qualified_operator(cursor)
        return OperatorCall(name, None, expression(cursor, OTHER + 1), pos, schema)
    return primary(cursor)


def _signed(sign: str, operand: Node, pos: int) -> Node:
    if sign == "-" and isinstance(operand, Constant) and operand.kind in (INTEGER, NUMBER):
        text = operand.text[1:] if operand.text.startswith("-") else f"-{operand.text}"
        return Constant(operand.kind, text, pos)
    return OperatorCall(sign, None, operand, pos)


def _qualified_operator(cursor: Cursor) -> tuple[str | None, str]:
    """OPERATOR(schema.op)."""
    cursor.expect_word("operator")
    cursor.expect_symbol("(")
    schema = None
    if cursor.token.kind not in (OPERATOR, SYMBOL):
        schema = cursor.column_name()
        cursor.expect_symbol(".")
    name = any_operator(cursor)
    cursor.expect_symbol(")")
    return schema, name


def any_operator(cursor: Cursor) -> str:
    """The name of an operator (all_Op)."""
    token = cursor.token
    if token.kind == OPERATOR or (token.kind == SYMBOL and token.value in _SYMBOLS and token.value != "::"):
        return cursor.advance().value
    cursor.fail()


# ------------------------------------------------------------------------------------------------------------------- infix


def _infix(cursor: Cursor, left: Node, level: int) -> Node:
    pos = cursor.pos
    if level in (OR, AND):
        return _chain(cursor, left, level)
    if level == IS:
        return _is(cursor, left)
    if level == MATCH:
        return _match(cursor, left)
    if level == AT:
        cursor.at += 3
        return FunctionCall(("pg_catalog", "timezone"), (expression(cursor, AT + 1), left), pos)
    if level == COLLATE:
        cursor.advance()
        return Collate(left, cursor.qualified_name(), pos)
    if level == CAST:
        cursor.advance()
        return CastExpr(left, type_name(cursor), pos)
    return _operator(cursor, left, level)


def _chain(cursor: Cursor, left: Node, level: int) -> Node:
    """a AND b AND …: one node, however long."""
    word: Literal["or", "and"] = "or" if level == OR else "and"
    pos = cursor.pos
    args = [left]
    while cursor.take_word(word):
        args.append(expression(cursor, level + 1))
    return BoolOp(word, tuple(args), pos)


def _operator(cursor: Cursor, left: Node, level: int) -> Node:
    pos = cursor.pos
    if cursor.is_word("operator"):
        schema, name = _qualified_operator(cursor)
    else:
        schema, name = None, cursor.advance().value
    if cursor.is_word("any", "some", "all"):
        return _quantified(cursor, left, name, pos)
    return OperatorCall(name, left, expression(cursor, level + 1), pos, schema)


def _quantified(cursor: Cursor, left: Node, op: str, pos: int) -> Node:
    every = cursor.advance().value == "all"
    if queries.is_query(cursor):
        return Quantified(left, op, every, queries.parenthesized(cursor), pos)
    cursor.expect_symbol("(")
    array = expression(cursor)
    cursor.expect_symbol(")")
    return Quantified(left, op, every, array, pos)


def _is(cursor: Cursor, left: Node) -> Node:
    pos = cursor.pos
    word = cursor.advance().value
    if word in ("isnull", "notnull"):
        return IsTest(left, "null", word == "notnull", pos)
    negated = cursor.take_word("not") is not None
    if cursor.take_word("distinct"):
        cursor.expect_word("from")
        return Distinct(left, expression(cursor, IS + 1), negated, pos)
    for test in ("null", "true", "false", "unknown"):
        if cursor.take_word(test):
            return IsTest(left, test, negated, pos)
    cursor.fail()


def _match(cursor: Cursor, left: Node) -> Node:
    pos = cursor.pos
    negated = cursor.take_word("not") is not None
    word = cursor.advance().value
    if word == "between":
        return _between(cursor, left, negated, pos)
    if word == "in":
        return _in(cursor, left, negated, pos)
    if word == "similar":
        cursor.expect_word("to")
        return _similar(cursor, left, negated, pos)
    name = _LIKE[word, negated]
    if cursor.is_word("any", "some", "all"):
        return _quantified(cursor, left, name, pos)
    pattern = expression(cursor, MATCH + 1)
    if cursor.take_word("escape"):
        pattern = FunctionCall(("pg_catalog", "like_escape"), (pattern, expression(cursor, MATCH + 1)), pos)
    return OperatorCall(name, left, pattern, pos)


def _between(cursor: Cursor, left: Node, negated: bool, pos: int) -> Node:
    symmetric = cursor.take_word("symmetric", "asymmetric") == "symmetric"
    low = expression(cursor, MATCH + 1)
    cursor.expect_word("and")
    return Between(left, low, expression(cursor, MATCH + 1), negated, symmetric, pos)


def _in(cursor: Cursor, left: Node, negated: bool, pos: int) -> Node:
    if queries.is_query(cursor):
        return In(left, (), queries.parenthesized(cursor), negated, pos)
    cursor.expect_symbol("(")
    items = expression_list(cursor)
    cursor.expect_symbol(")")
    return In(left, items, None, negated, pos)


def _similar(cursor: Cursor, left: Node, negated: bool, pos: int) -> Node:
    args: tuple[Node, ...] = (expression(cursor, MATCH + 1),)
    if cursor.take_word("escape"):
        args = (*args, expression(cursor, MATCH + 1))
    pattern = FunctionCall(("pg_catalog", "similar_to_escape"), args, pos)
    return OperatorCall("!~" if negated else "~", left, pattern, pos)


# -------------------------------------------------------------------------------------------------------------------- lists


def expression_list(cursor: Cursor) -> tuple[Node, ...]:
    """a, b, …, at least one. Long lists of plain constants do not go through the precedence levels."""
    items: list[Node] = []
    while True:
        items.append(_plain_constant(cursor) or expression(cursor))
        if not cursor.take_symbol(","):
            return tuple(items)


def _plain_constant(cursor: Cursor) -> Node | None:
    token = cursor.token
    if token.kind in ("integer", "string", "number"):
        after = cursor.ahead()
        if after.kind == SYMBOL and after.value in (",", ")"):
            cursor.at += 1
            return Constant(token.kind, token.value, token.start - cursor.base + 1)  # type: ignore[arg-type]
    return None
