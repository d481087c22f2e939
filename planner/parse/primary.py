"""Operands: constants, parameters, columns, calls, CASE, casts, rows, arrays, subqueries (c_expr)."""

from __future__ import annotations

from typing import Final, Literal

from planner.errors import UndefinedParameter
from planner.parse import expressions, queries
from planner.parse.calls import SPECIAL_CALLS, VALUE_FUNCTIONS, function_call, value_function
from planner.parse.cursor import Cursor
from planner.parse.keywords import NOT_COLUMN_NAME, NOT_FUNCTION_NAME
from planner.parse.lexer import BITS, IDENT, INTEGER, NUMBER, PARAM, QUOTED, STRING, SYMBOL
from planner.parse.limits import PARAMETERS_MAX
from planner.parse.syntax import (
    ArrayLiteral,
    CaseExpr,
    CastExpr,
    ColumnName,
    FieldAccess,
    FunctionCall,
    Index,
    Node,
    Parameter,
    RowExpr,
    SubqueryExpr,
    Subscripts,
    TypeName,
)
from planner.parse.syntax import Literal as Constant
from planner.parse.type_names import interval_fields, is_keyword_type, literal_type, type_name


def primary(cursor: Cursor) -> Node:
    """One operand with its subscripts and field selections."""
    token = cursor.token
    kind = token.kind
    if kind in (IDENT, QUOTED):
        return _named(cursor)
    pos = cursor.pos
    if kind in (INTEGER, NUMBER, STRING, BITS):
        cursor.advance()
        return Constant(kind, token.value, pos)  # type: ignore[arg-type]
    if kind == PARAM:
        cursor.advance()
        return _indirection(cursor, _parameter(cursor, token.value, pos))
    if kind == SYMBOL and token.value == "(":
        return _parenthesis(cursor)
    cursor.fail()


def _parameter(cursor: Cursor, digits: str, pos: int) -> Node:
    number = int(digits)
    if not 1 <= number <= PARAMETERS_MAX:
        raise UndefinedParameter(f"there is no parameter ${number}", position=pos + cursor.base)
    cursor.parameters = max(cursor.parameters, number)
    return Parameter(number, pos)


def _named(cursor: Cursor) -> Node:
    """What begins with a word."""
    token = cursor.token
    if token.kind == IDENT:
        if token.value in _WORDS and (token.value not in ("row", "exists") or _is_called(cursor)):
            return _WORDS[token.value](cursor)
        if token.value in VALUE_FUNCTIONS:
            return value_function(cursor)
        if token.value in SPECIAL_CALLS and _is_called(cursor):
            return SPECIAL_CALLS[token.value](cursor)
        if is_keyword_type(cursor) and _type_goes_on(cursor):
            return _typed_literal(cursor)
        if token.value in NOT_COLUMN_NAME and token.value in NOT_FUNCTION_NAME:
            cursor.fail()
    return _column_or_call(cursor)


def _is_called(cursor: Cursor) -> bool:
    after = cursor.ahead()
    return after.kind == SYMBOL and after.value == "("


def _type_goes_on(cursor: Cursor) -> bool:
    """SQL's type names may be column names too: only what follows tells."""
    after = cursor.ahead()
    if after.kind == IDENT:
        return after.value in ("varying", "precision", "with", "without", "char", "character")
    return after.kind == STRING or (after.kind == SYMBOL and after.value == "(")


def _column_or_call(cursor: Cursor) -> Node:
    pos, start = cursor.pos, cursor.at
    if cursor.is_function_name() and cursor.ahead().kind == STRING:
        return _typed_literal(cursor)
    first = cursor.advance()
    parts = [first.value]
    star = False
    while cursor.is_symbol(".") and not star:
        cursor.advance()
        star = cursor.is_symbol("*")
        parts.append(cursor.advance().value if star else cursor.label())
    if cursor.is_symbol("(") and not star and (len(parts) > 1 or first.kind == QUOTED or first.value not in NOT_FUNCTION_NAME):
        call = function_call(cursor, tuple(parts), pos)
        plain = call.args and call == FunctionCall(call.name, call.args, call.pos)
        return _literal_of_type(cursor, call) if plain and cursor.token.kind == STRING else call
    if len(parts) > 1 and cursor.token.kind == STRING:
        cursor.at = start
        return _typed_literal(cursor)
    if first.kind == IDENT and first.value in NOT_COLUMN_NAME:
        if len(parts) > 1:
            cursor.at = start
            cursor.advance()
        cursor.fail()
    return _indirection(cursor, ColumnName(tuple(parts), pos, star))


def _literal_of_type(cursor: Cursor, call: FunctionCall) -> Node:
    """name(modifiers) 'literal': what looked like a call was a type."""
    pos = cursor.pos
    return CastExpr(Constant("string", cursor.expect_string(), pos), TypeName(call.name, call.args, 0, call.pos), call.pos)


def _typed_literal(cursor: Cursor) -> Node:
    """date '2020-01-01', interval '1' day …"""
    name = literal_type(cursor)
    pos = cursor.pos
    literal = Constant("string", cursor.expect_string(), pos)
    if name.parts == ("pg_catalog", "interval") and not name.modifiers:
        fields = interval_fields(cursor)
        modifiers: tuple[Node, ...] = ()
        if fields.endswith("second") and cursor.take_symbol("("):
            modifiers = (Constant("integer", str(cursor.expect_integer()), pos),)
            cursor.expect_symbol(")")
        name = TypeName(name.parts, modifiers, 0, name.pos, fields)
    return CastExpr(literal, name, name.pos)


# ------------------------------------------------------------------------------------------------------------- indirection


def _indirection(cursor: Cursor, operand: Node) -> Node:
    while True:
        if cursor.is_symbol("["):
            pos, indexes = cursor.pos, []
            while cursor.take_symbol("["):
                indexes.append(_index(cursor))
            operand = Subscripts(operand, tuple(indexes), pos)
        elif cursor.is_symbol("."):
            pos = cursor.pos
            cursor.advance()
            name = cursor.advance().value if cursor.is_symbol("*") else cursor.label()
            operand = FieldAccess(operand, name, pos)
        else:
            return operand


def _index(cursor: Cursor) -> Index:
    lower = None if cursor.is_symbol(":") else expressions.expression(cursor)
    upper, is_slice = None, cursor.take_symbol(":")
    if is_slice and not cursor.is_symbol("]"):
        upper = expressions.expression(cursor)
    cursor.expect_symbol("]")
    return Index(lower, upper, is_slice)


# ---------------------------------------------------------------------------------------------------------- parenthesis, rows


def _parenthesis(cursor: Cursor) -> Node:
    pos = cursor.pos
    if queries.is_query(cursor):
        return _indirection(cursor, SubqueryExpr("scalar", queries.parenthesized(cursor), pos))
    cursor.advance()
    items = expressions.expression_list(cursor)
    cursor.expect_symbol(")")
    if len(items) > 1:
        return RowExpr(items, pos)
    return _indirection(cursor, items[0])


def _row(cursor: Cursor) -> Node:
    pos = cursor.pos
    cursor.advance()
    cursor.expect_symbol("(")
    items = () if cursor.is_symbol(")") else expressions.expression_list(cursor)
    cursor.expect_symbol(")")
    return RowExpr(items, pos)


# --------------------------------------------------------------------------------------------------------------- reserved words


def _boolean(cursor: Cursor) -> Node:
    return Constant("bool", cursor.token.value, _skip(cursor))


def _null(cursor: Cursor) -> Node:
    return Constant("null", "", _skip(cursor))


def _skip(cursor: Cursor) -> int:
    pos = cursor.pos
    cursor.advance()
    return pos


def _default(cursor: Cursor) -> Node:
    raise cursor.error("DEFAULT is not allowed in this context", cursor.pos)


def _case(cursor: Cursor) -> Node:
    pos = _skip(cursor)
    operand = None if cursor.is_word("when") else expressions.expression(cursor)
    whens, when_pos = [], []
    while cursor.is_word("when"):
        when_pos.append(_skip(cursor))
        condition = expressions.expression(cursor)
        cursor.expect_word("then")
        whens.append((condition, expressions.expression(cursor)))
    if not whens:
        cursor.fail()
    otherwise = expressions.expression(cursor) if cursor.take_word("else") else None
    cursor.expect_word("end")
    return CaseExpr(operand, tuple(whens), otherwise, pos, tuple(when_pos))


def _cast(cursor: Cursor) -> Node:
    pos = _skip(cursor)
    cursor.expect_symbol("(")
    operand = expressions.expression(cursor)
    cursor.expect_word("as")
    target = type_name(cursor)
    cursor.expect_symbol(")")
    return CastExpr(operand, target, pos)


def _exists(cursor: Cursor) -> Node:
    return _query(cursor, "exists")


def _query(cursor: Cursor, kind: Literal["exists", "array"]) -> Node:
    pos = _skip(cursor)
    if not queries.is_query(cursor):
        cursor.expect_symbol("(")
        cursor.fail()
    return SubqueryExpr(kind, queries.parenthesized(cursor), pos)


def _array(cursor: Cursor) -> Node:
    if cursor.ahead().value == "(":
        return _query(cursor, "array")
    pos = _skip(cursor)
    return _array_items(cursor, pos)


def _array_items(cursor: Cursor, pos: int) -> ArrayLiteral:
    cursor.expect_symbol("[")
    items: list[Node] = []
    while not cursor.is_symbol("]"):
        if cursor.is_symbol("["):
            cursor.enter()
            items.append(_array_items(cursor, cursor.pos))
            cursor.depth -= 1
        else:
            items.append(expressions.expression(cursor))
        if not cursor.take_symbol(","):
            break
        if cursor.is_symbol("]"):
            cursor.fail()
    cursor.expect_symbol("]")
    return ArrayLiteral(tuple(items), pos)


_WORDS: Final = {
    "true": _boolean, "false": _boolean, "null": _null, "case": _case, "cast": _cast, "exists": _exists, "array": _array,
    "row": _row, "default": _default,
}  # fmt: skip
