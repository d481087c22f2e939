"""Words with a part of their own in the grammar."""

from __future__ import annotations

from typing import Final, NoReturn

from planner.errors import SyntaxFault, Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.keywords import words
from planner.parse.lexer import BITS, INTEGER, NUMBER, OPERATOR, STRING, SYMBOL
from planner.parse.limits import NAME_PARTS_MAX
from planner.parse.sql.marks import ADD, COMPARE, MULTIPLY, POWER

CONSTANTS: Final = frozenset({INTEGER, NUMBER, STRING, BITS})
#: Functions without parentheses; those in ZONED may have (digits).
VALUE_FUNCTIONS: Final = words("""
    current_catalog current_date current_role current_schema current_time current_timestamp current_user localtime
    localtimestamp session_user user
""")
ZONED: Final = words("current_time current_timestamp localtime localtimestamp")
#: Calls whose names are keywords, most of them with a syntax of their own.
SPECIAL_CALLS: Final = words("""
    extract position substring trim overlay normalize coalesce greatest least nullif grouping cast row exists
""")
UNSUPPORTED_CALLS: Final = words("""
    treat xmlconcat xmlelement xmlexists xmlforest xmlparse xmlpi xmlroot xmlserialize xmltable
""")
#: Operators that are symbols → their precedence.
SYMBOLS: Final = {
    "=": COMPARE, "<": COMPARE, ">": COMPARE, "<=": COMPARE, ">=": COMPARE, "<>": COMPARE,
    "+": ADD, "-": ADD, "*": MULTIPLY, "/": MULTIPLY, "%": MULTIPLY, "^": POWER,
}  # fmt: skip
LIKE: Final = {("like", False): "~~", ("like", True): "!~~", ("ilike", False): "~~*", ("ilike", True): "!~~*"}
JOINS: Final = words("join inner left right full cross natural")


def any_operator(cursor: TokenCursor) -> str:
    """The name of an operator (all_Op)."""
    token = cursor.token
    if token.kind == OPERATOR or (token.kind == SYMBOL and token.value in SYMBOLS):
        return cursor.advance().value
    cursor.fail()


def qualified_operator(cursor: TokenCursor) -> tuple[str | None, str]:
    """OPERATOR(schema.op)."""
    cursor.expect_word("operator")
    cursor.expect_symbol("(")
    schemas: list[str] = []
    while cursor.token.kind not in (OPERATOR, SYMBOL):
        schemas.append(cursor.column_name())
        cursor.expect_symbol(".")
    found = any_operator(cursor)
    cursor.expect_symbol(")")
    if len(schemas) > 1:
        _refuse_database(".".join([*schemas, found]), len(schemas) + 1)
    return (schemas[0] if schemas else None), found


def _refuse_database(shown: str, parts: int) -> NoReturn:
    """OPERATOR(database.schema.op); Postgres gives no position."""
    if parts > NAME_PARTS_MAX:
        raise SyntaxFault(f"improper qualified name (too many dotted names): {shown}")
    raise Unsupported(f"cross-database references are not implemented: {shown}")


def opens(cursor: TokenCursor) -> bool:
    """Is the token after the next one an opening parenthesis?"""
    after = cursor.ahead()
    return after.value == "(" and after.kind == SYMBOL
