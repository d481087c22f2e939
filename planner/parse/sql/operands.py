"""Where an operand has to begin: constants, names, calls, CASE, parentheses, prefix operators (c_expr)."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import UndefinedParameter, Unsupported
from planner.parse.keywords import NOT_COLUMN_NAME, NOT_FUNCTION_NAME
from planner.parse.lexer import IDENT, OPERATOR, PARAM, QUOTED, STRING, SYMBOL
from planner.parse.limits import PARAMETERS_MAX
from planner.parse.sql import brackets, calls
from planner.parse.sql.feed import Feed, Want
from planner.parse.sql.lookahead import opens
from planner.parse.sql.marks import MINUS, NOT, OTHER, Call, Operator
from planner.parse.sql.words import CONSTANTS, SPECIAL_CALLS, UNSUPPORTED_CALLS, VALUE_FUNCTIONS, ZONED, qualified_operator
from planner.parse.syntax import CastExpr, ColumnName, Literal, Parameter, TypeName, ValueFunction
from planner.parse.type_names import UNMODIFIED, interval_fields, is_keyword_type, literal_type


def operand(feed: Feed) -> None:
    """Read what begins an operand."""
    cursor = feed.cursor
    token = cursor.tokens[cursor.at]
    kind = token.kind
    if kind in CONSTANTS:
        feed.operand(Literal(kind, token.value, cursor.pos))  # type: ignore[arg-type]
        cursor.at += 1
    elif kind == PARAM:
        feed.operand(_parameter(feed, token.value), selectable=True)
        cursor.at += 1
    elif kind == IDENT:
        _word(feed, token.value)
    elif kind == QUOTED:
        name(feed)
    elif kind == OPERATOR:
        _prefix(feed, Operator("op", OTHER, cursor.at, "prefix", token.value, pos=cursor.pos))
        cursor.at += 1
    elif kind == SYMBOL:
        _symbol(feed, token.value)
    else:
        cursor.fail()


def _symbol(feed: Feed, symbol: str) -> None:
    cursor, level = feed.cursor, feed.level
    if symbol == "(":
        brackets.parenthesis(feed)
    elif symbol in ("-", "+"):
        _prefix(feed, Operator("sign", MINUS, cursor.at, "prefix", symbol, pos=cursor.pos))
        cursor.at += 1
    elif symbol == "[" and level.kind == "array" and cursor.tokens[cursor.at - 1].value in ("[", ","):
        brackets.open_array(feed)
    elif symbol == ":" and level.kind == "index" and level.call is not None and cursor.at == level.call.at + 1:
        level.call.slice = True
        cursor.at += 1
        if cursor.is_symbol("]"):
            feed.more()
    else:
        cursor.fail()


def _prefix(feed: Feed, operator: Operator) -> None:
    if feed.level.tail[-1:] == ["fetch"] and operator.word != "sign":
        feed.cursor.at = operator.at
        feed.cursor.fail()
    feed.count_operator()
    feed.level.pending.append(operator.level)
    feed.atom(operator)
    feed.emit(T.PLUS)
    feed.want = Want.OPERAND


def _parameter(feed: Feed, digits: str) -> Parameter:
    cursor, number = feed.cursor, int(digits)
    if not 1 <= number <= PARAMETERS_MAX:
        raise UndefinedParameter(f"there is no parameter ${number}", position=cursor.token.start + 1)
    cursor.parameters = max(cursor.parameters, number)
    return Parameter(number, cursor.pos)


# ----------------------------------------------------------------------------------------------------------------------- words


def _word(feed: Feed, word: str) -> None:
    cursor = feed.cursor
    if word in ("true", "false", "null"):
        feed.operand(Literal("null", "", cursor.pos) if word == "null" else Literal("bool", word, cursor.pos))
        cursor.at += 1
    elif word == "not" and not feed.level.is_b_expr:
        _prefix(feed, Operator("not", NOT, cursor.at, "prefix", pos=cursor.pos))
        cursor.at += 1
    elif word == "operator" and opens(cursor):
        at, pos = cursor.at, cursor.pos
        schema, found = qualified_operator(cursor)
        _prefix(feed, Operator("op", OTHER, at, "prefix", found, schema, pos=pos))
    elif word == "default":
        raise cursor.error("DEFAULT is not allowed in this context", cursor.pos)
    elif word == "case":
        brackets.case(feed)
    elif word == "array":
        brackets.array(feed)
    elif word in VALUE_FUNCTIONS:
        value_function(feed)
    elif opens(cursor) and (word in SPECIAL_CALLS or word in UNSUPPORTED_CALLS):
        special_call(feed, word)
    elif word in ("cast", "unique"):
        cursor.at += 1
        cursor.fail()
    elif is_keyword_type(cursor) and _type_goes_on(feed):
        typed_literal(feed)
    elif (word in NOT_COLUMN_NAME and word in NOT_FUNCTION_NAME) or (word == "nulls" and cursor.is_pair()):
        cursor.fail()
    else:
        name(feed)


def special_call(feed: Feed, word: str) -> None:
    """A call that SQL spells in its own way, or whose name is a keyword."""
    cursor = feed.cursor
    if word in UNSUPPORTED_CALLS:
        raise Unsupported(f"{word.upper()} is not supported", position=cursor.token.start + 1)
    if word == "exists":
        brackets.subquery(feed, "exists")
        return
    call = Call(word, cursor.pos, cursor.at)
    calls.open_call(feed, call)


def value_function(feed: Feed) -> None:
    """CURRENT_DATE and its like; current_schema may be called as a function too."""
    cursor = feed.cursor
    word, pos = cursor.token.value, cursor.pos
    if word == "current_schema" and opens(cursor):
        calls.open_call(feed, Call("call", pos, cursor.at, (word,)))
        return
    if word == "current_schema" and cursor.ahead().kind == STRING:
        typed_literal(feed)
        return
    precision = None
    feed.operand(ValueFunction(word, None, pos))
    cursor.at += 1
    if word in ZONED and cursor.take_symbol("("):
        precision = cursor.expect_integer()
        cursor.expect_symbol(")")
        feed.marks[-1] = ValueFunction(word, precision, pos)


def name(feed: Feed) -> None:
    """A column, a call, or a type in front of a literal."""
    cursor = feed.cursor
    pos, start, first = cursor.pos, cursor.at, cursor.token
    if cursor.is_function_name() and cursor.ahead().kind == STRING:
        typed_literal(feed)
        return
    cursor.at += 1
    if first.kind == IDENT and first.value in NOT_COLUMN_NAME and cursor.is_symbol("."):
        cursor.fail()
    parts, star = [first.value], False
    while not star and cursor.take_symbol("."):
        star = cursor.is_symbol("*")
        parts.append(cursor.advance().value if star else cursor.label())
    callable_ = len(parts) > 1 or first.kind == QUOTED or first.value not in NOT_FUNCTION_NAME
    if cursor.is_symbol("(") and not star and callable_:
        cursor.at -= 1
        calls.open_call(feed, Call("call", pos, start, tuple(parts)))
    elif len(parts) > 1 and cursor.token.kind == STRING:
        cursor.at = start
        typed_literal(feed)
    elif first.kind == IDENT and first.value in NOT_COLUMN_NAME:
        cursor.at = start + 1
        cursor.fail()
    else:
        after, cursor.at = cursor.at, start
        feed.name(ColumnName(tuple(parts), pos, star))
        feed.more(selectable=True)
        cursor.at = after


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
    after, cursor.at = cursor.at, start
    feed.operand(CastExpr(literal, found, found.pos))
    cursor.at = after
