"""Where an operand has to begin: constants, names, calls, CASE, parentheses, prefix operators (c_expr)."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import UndefinedParameter, Unsupported
from planner.parse.keywords import KEYWORDS, NOT_COLUMN_NAME, NOT_FUNCTION_NAME
from planner.parse.lexer import IDENT, OPERATOR, PARAM, QUOTED, STRING, SYMBOL
from planner.parse.limits import PARAMETERS_MAX
from planner.parse.sql import brackets
from planner.parse.sql.feed import Expected, Feed
from planner.parse.sql.marks import MINUS, NOT, OTHER, OperatorMark
from planner.parse.sql.words import CONSTANTS, SPECIAL_CALLS, UNSUPPORTED_CALLS, VALUE_FUNCTIONS, ZONED, opens, qualified_operator
from planner.parse.syntax import CastExpr, ColumnName, Literal, Parameter, TypeName, ValueFunction
from planner.parse.type_names import UNMODIFIED, interval_fields, is_keyword_type, literal_type

#: What may stand in front of a star that is an entry of a select list.
_BEFORE_STAR: Final = frozenset({"select", "all", "distinct", ",", ")"})


def operand(feed: Feed) -> None:
    """Read what begins an operand."""
    cursor = feed.cursor
    token = cursor.tokens[cursor.at]
    kind = token.kind
    if kind in CONSTANTS:
        pos, at = cursor.pos, cursor.at
        cursor.at += 1
        feed.operand(Literal(kind, token.value, pos), at)  # type: ignore[arg-type]
    elif kind == PARAM:
        _parameter(feed, token.value)
    elif kind == IDENT and token.value in KEYWORDS:
        _word(feed, token.value)
    elif kind in (QUOTED, IDENT):
        name(feed)
    elif kind == OPERATOR:
        _prefix(feed, OperatorMark("op", OTHER, 1, token.value))
    elif kind == SYMBOL:
        _symbol(feed, token.value)
    else:
        cursor.fail()


def _symbol(feed: Feed, symbol: str) -> None:
    cursor, level = feed.cursor, feed.level
    if symbol == "(":
        brackets.parenthesis(feed)
    elif symbol in ("-", "+"):
        _prefix(feed, OperatorMark("sign", MINUS, 1, symbol))
    elif symbol == "[" and level.role == "array" and cursor.tokens[cursor.at - 1].value in ("[", ","):
        brackets.array(feed, cursor.at)
    elif symbol == ":" and level.role == "index" and level.opened == cursor.at - 1:
        brackets.slice_(feed)
    elif symbol == "*" and level.clause == "select" and cursor.tokens[cursor.at - 1].value in _BEFORE_STAR:
        at, pos = cursor.at, cursor.pos
        cursor.at += 1
        feed.operand(ColumnName(("*",), pos, True), at)
        feed.want = Expected.CLOSED
    else:
        cursor.fail()


def _prefix(feed: Feed, operator: OperatorMark) -> None:
    """sqlglot gets a minus sign, or NOT."""
    feed.count_operator(prefix=True)
    feed.marks[feed.cursor.at] = operator
    feed.emit(T.NOT if operator.word == "not" else T.DASH)
    feed.cursor.at += operator.length


def _parameter(feed: Feed, digits: str) -> None:
    cursor, number = feed.cursor, int(digits)
    if not 1 <= number <= PARAMETERS_MAX:
        raise UndefinedParameter(f"there is no parameter ${number}", position=cursor.token.start + 1)
    cursor.parameters = max(cursor.parameters, number)
    pos, at = cursor.pos, cursor.at
    cursor.at += 1
    feed.operand(Parameter(number, pos), at)


# ----------------------------------------------------------------------------------------------------------------------- words


def _word(feed: Feed, word: str) -> None:
    cursor, at = feed.cursor, feed.cursor.at
    if word in ("true", "false", "null"):
        found = Literal("null", "", cursor.pos) if word == "null" else Literal("bool", word, cursor.pos)
        cursor.at += 1
        feed.operand(found, at)
    elif word == "not" and not feed.level.betweens and feed.level.role != "position":
        _prefix(feed, OperatorMark("not", NOT))
    elif word == "operator" and opens(cursor):
        schema, found_ = qualified_operator(cursor)
        after, cursor.at = cursor.at, at
        _prefix(feed, OperatorMark("op", OTHER, after - at, found_, schema))
    elif word == "default":
        raise cursor.error("DEFAULT is not allowed in this context", cursor.pos)
    elif word == "case":
        brackets.case(feed)
    elif word == "array":
        brackets.array_or_query(feed)
    elif word in VALUE_FUNCTIONS:
        value_function(feed)
    elif opens(cursor) and (word in SPECIAL_CALLS or word in UNSUPPORTED_CALLS):
        special_call(feed, word)
    elif is_keyword_type(cursor) and _type_goes_on(feed):
        typed_literal(feed)
    elif brackets.begins_query(feed, word) or (brackets.begins_group_item(feed) and brackets.group_item(feed, word)):
        pass
    elif (word in NOT_COLUMN_NAME and word in NOT_FUNCTION_NAME) or (word == "nulls" and cursor.is_pair()):
        cursor.fail()
    else:
        name(feed)


def special_call(feed: Feed, word: str) -> None:
    """A call that SQL spells in its own way, or whose name is a keyword. Raises Unsupported for those of XML."""
    cursor = feed.cursor
    if word in UNSUPPORTED_CALLS:
        raise Unsupported(f"{word.upper()} is not supported", position=cursor.token.start + 1)
    at = cursor.at
    cursor.at += 1
    if word == "exists":
        brackets.doubled(feed, word, at, "query")
    else:
        brackets.call(feed, word, at)


def value_function(feed: Feed) -> None:
    """CURRENT_DATE and its like; current_schema may be called as a function too."""
    cursor, at = feed.cursor, feed.cursor.at
    word = cursor.token.value
    if word == "current_schema" and opens(cursor):
        cursor.at += 1
        brackets.call(feed, "call", at, (word,))
    elif word == "current_schema" and cursor.ahead().kind == STRING:
        typed_literal(feed)
    else:
        feed.operand(precise(feed), at)


def precise(feed: Feed) -> ValueFunction:
    """CURRENT_TIMESTAMP(3) …"""
    cursor, pos, precision = feed.cursor, feed.cursor.pos, None
    word = cursor.advance().value
    if word in ZONED and cursor.take_symbol("("):
        precision = cursor.expect_integer()
        cursor.expect_symbol(")")
    return ValueFunction(word, precision, pos)


def name(feed: Feed) -> None:
    """A column, a call, or a type in front of a literal."""
    cursor = feed.cursor
    pos, start, first = cursor.pos, cursor.at, cursor.token
    after = cursor.tokens[start + 1]
    if after.kind == STRING and cursor.is_function_name():
        typed_literal(feed)
        return
    cursor.at += 1
    no_column = first.kind == IDENT and first.value in NOT_COLUMN_NAME
    if not no_column and (after.kind != SYMBOL or after.value not in (".", "(")):
        feed.operand(ColumnName((first.value,), pos), start)
        return
    if no_column and cursor.is_symbol("."):
        cursor.fail()
    parts, star = [first.value], False
    while not star and cursor.take_symbol("."):
        star = cursor.is_symbol("*")
        parts.append(cursor.advance().value if star else cursor.label())
    callable_ = len(parts) > 1 or first.kind == QUOTED or first.value not in NOT_FUNCTION_NAME
    if cursor.is_symbol("(") and not star and callable_:
        brackets.call(feed, "call", start, tuple(parts))
    elif len(parts) > 1 and cursor.token.kind == STRING:
        cursor.at = start
        typed_literal(feed)
    elif no_column:
        cursor.at = start + 1
        cursor.fail()
    else:
        if star and (cursor.is_symbol(".") or cursor.is_symbol("[")):
            cursor.fail('improper use of "*"')
        feed.operand(ColumnName(tuple(parts), pos, star), start)


# --------------------------------------------------------------------------------------------------------------------- literals


def _type_goes_on(feed: Feed) -> bool:
    """SQL's type names may be column names too: only what follows tells."""
    cursor = feed.cursor
    after = cursor.ahead()
    if after.kind == STRING or cursor.token.value in UNMODIFIED:
        return after.kind == STRING
    if after.kind == IDENT and after.value == "with":
        return cursor.ahead(2).value == "time"
    return opens(cursor) or (after.kind == IDENT and after.value in ("varying", "precision", "without", "char", "character"))


def typed_literal(feed: Feed) -> None:
    """date '2020-01-01', interval '1' day …"""
    cursor = feed.cursor
    start = cursor.at
    found = literal_type(cursor)
    pos = cursor.pos
    literal = Literal("string", cursor.expect_string(), pos)
    if found.parts == ("pg_catalog", "interval") and not found.modifiers:
        fields = interval_fields(cursor)
        modifiers: tuple[Literal, ...] = ()
        if fields.endswith("second") and cursor.take_symbol("("):
            modifiers = (Literal("integer", str(cursor.expect_integer()), pos),)
            cursor.expect_symbol(")")
        found = TypeName(found.parts, modifiers, 0, found.pos, fields)
    feed.operand(CastExpr(literal, found, found.pos), start)
