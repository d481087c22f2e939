"""Names of types: schema.name(modifiers)[], and SQL's own spellings (DOUBLE PRECISION, TIMESTAMP WITH TIME ZONE …)."""

from __future__ import annotations

from typing import Final

from planner.errors import InvalidArgument, SyntaxFault
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import IDENT, INTEGER, NUMBER, STRING, SYMBOL
from planner.parse.syntax import ColumnName, Literal, Node, TypeName

#: SQL's keyword types → pg_type names. Their own name is what pg_catalog calls them.
_KEYWORD_TYPES: Final = {
    "int": "int4", "integer": "int4", "smallint": "int2", "bigint": "int8", "real": "float4", "decimal": "numeric",
    "dec": "numeric", "numeric": "numeric", "boolean": "bool", "float": "float8", "char": "bpchar", "character": "bpchar",
    "nchar": "bpchar", "national": "bpchar", "varchar": "varchar", "bit": "bit", "time": "time", "timestamp": "timestamp",
    "interval": "interval",
}  # fmt: skip
#: Keyword types that take no modifiers.
UNMODIFIED: Final = frozenset({"int", "integer", "smallint", "bigint", "real", "boolean"})
#: Field restrictions of interval, as gram.y lists them.
_INTERVAL_TO: Final = {
    "year": ("month",), "month": (), "day": ("hour", "minute", "second"), "hour": ("minute", "second"), "minute": ("second",),
    "second": (),
}  # fmt: skip
FLOAT4_BITS_MAX: Final = 24
FLOAT8_BITS_MAX: Final = 53


def is_keyword_type(cursor: TokenCursor) -> bool:
    """Does the next token begin one of SQL's own type names?"""
    token = cursor.token
    return token.kind == IDENT and (token.value in _KEYWORD_TYPES or cursor.is_words("double", "precision"))


def type_name(cursor: TokenCursor) -> TypeName:
    """A type's name with modifiers and array brackets. A cast to SETOF is one to its type."""
    cursor.take_word("setof")
    base = simple_type(cursor)
    dimensions = 0
    if cursor.take_word("array"):
        dimensions = 1
        if cursor.take_symbol("["):
            cursor.expect_integer()
            cursor.expect_symbol("]")
    while not base.dimensions and cursor.take_symbol("["):
        if cursor.token.kind == INTEGER:
            cursor.advance()
        cursor.expect_symbol("]")
        dimensions += 1
    return TypeName(base.parts, base.modifiers, dimensions, base.pos, base.fields)


def simple_type(cursor: TokenCursor) -> TypeName:
    """A type's name with modifiers, without array brackets."""
    pos = cursor.pos
    if is_keyword_type(cursor):
        return _keyword_type(cursor, pos)
    if not cursor.is_function_name():
        cursor.fail()
    return _named_type(cursor, pos)


def _named_type(cursor: TokenCursor, pos: int) -> TypeName:
    parts = [cursor.advance().value]
    while cursor.take_symbol("."):
        parts.append(cursor.label())
    return TypeName(tuple(parts), _modifiers(cursor), 0, pos)


def _modifiers(cursor: TokenCursor) -> tuple[Node, ...]:
    """(constants or names). Postgres's grammar has any expressions here, and refuses the others afterwards."""
    if not cursor.take_symbol("("):
        return ()
    at = cursor.at
    found = []
    while (modifier := _modifier(cursor)) is not None:
        found.append(modifier)
        if cursor.take_symbol(")"):
            return tuple(found)
        if not cursor.take_symbol(","):
            break
    # Postgres points at the type's name.
    position = cursor.tokens[at - 2].start + 1
    raise SyntaxFault("type modifiers must be simple constants or identifiers", position=position)


def _modifier(cursor: TokenCursor) -> Node | None:
    pos = cursor.pos
    sign = "-" if cursor.take_symbol("-") else ""
    token = cursor.token
    if token.kind in (INTEGER, NUMBER) or (token.kind == STRING and not sign):
        cursor.advance()
        return Literal(token.kind, sign + token.value, pos)  # type: ignore[arg-type]
    if cursor.is_column_name() and not sign:
        return ColumnName((cursor.column_name(),), pos)
    return None


def _keyword_type(cursor: TokenCursor, pos: int) -> TypeName:
    word = cursor.advance().value
    if word == "double":
        cursor.advance()
        return TypeName(("pg_catalog", "float8"), (), 0, pos)
    if word == "interval":
        return _interval(cursor, pos)
    if word in ("time", "timestamp"):
        return _zoned(cursor, word, pos)
    if word in ("character", "char", "nchar", "national", "varchar"):
        return _character(cursor, word, pos)
    if word == "bit":
        name = "varbit" if cursor.take_word("varying") else "bit"
        return TypeName(("pg_catalog", name), _modifiers(cursor), 0, pos)
    if word == "float" and cursor.take_symbol("("):
        return _float(cursor, pos)
    modifiers = _modifiers(cursor) if word in ("decimal", "dec", "numeric") else ()
    return TypeName(("pg_catalog", _KEYWORD_TYPES[word]), modifiers, 0, pos)


def _float(cursor: TokenCursor, pos: int) -> TypeName:
    at = cursor.pos
    bits = cursor.expect_integer()
    cursor.expect_symbol(")")
    if bits < 1:
        raise InvalidArgument("precision for type float must be at least 1 bit", position=at + cursor.base)
    if bits > FLOAT8_BITS_MAX:
        raise InvalidArgument("precision for type float must be less than 54 bits", position=at + cursor.base)
    return TypeName(("pg_catalog", "float4" if bits <= FLOAT4_BITS_MAX else "float8"), (), 0, pos)


def _character(cursor: TokenCursor, word: str, pos: int) -> TypeName:
    if word == "national":
        word = cursor.expect_word("char", "character")
    varying = word == "varchar" or cursor.take_word("varying") is not None
    modifiers = _precision(cursor)
    if not modifiers and not varying:
        modifiers = (Literal("integer", "1", pos),)
    return TypeName(("pg_catalog", "varchar" if varying else "bpchar"), modifiers, 0, pos)


def _zoned(cursor: TokenCursor, word: str, pos: int) -> TypeName:
    modifiers = _precision(cursor)
    zone = cursor.take_words("with", "time")
    if zone or cursor.take_words("without", "time"):
        cursor.expect_word("zone")
    return TypeName(("pg_catalog", f"{word}tz" if zone else word), modifiers, 0, pos)


def _precision(cursor: TokenCursor) -> tuple[Node, ...]:
    if not cursor.take_symbol("("):
        return ()
    at = cursor.pos
    digits = cursor.expect_integer()
    cursor.expect_symbol(")")
    return (Literal("integer", str(digits), at),)


def _interval(cursor: TokenCursor, pos: int) -> TypeName:
    modifiers = _precision(cursor)
    fields = "" if modifiers or cursor.token.kind == STRING else interval_fields(cursor)
    if fields.endswith("second") and not modifiers:
        modifiers = _precision(cursor)
    return TypeName(("pg_catalog", "interval"), modifiers, 0, pos, fields)


def interval_fields(cursor: TokenCursor) -> str:
    """YEAR, DAY TO SECOND …, or nothing."""
    first = cursor.take_word(*_INTERVAL_TO)
    if first is None:
        return ""
    if not cursor.is_word("to"):
        return first
    cursor.advance()
    return f"{first} to {cursor.expect_word(*_INTERVAL_TO[first])}"


def literal_type(cursor: TokenCursor) -> TypeName:
    """The type in front of a typed literal (an interval's fields come behind it)."""
    if cursor.is_column_name() and cursor.ahead().kind == SYMBOL and cursor.ahead().value == ".":
        return _named_type(cursor, cursor.pos)
    base = simple_type(cursor)
    if base.parts == ("pg_catalog", "interval") and base.fields:
        cursor.fail()
    return base
