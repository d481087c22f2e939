"""Function calls, and the calls that SQL spells in its own way (EXTRACT, TRIM …).

The latter become calls of the functions that PostgreSQL's grammar makes of them, in its argument order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from planner.errors import Unsupported
from planner.parse import expressions
from planner.parse.clauses import sort_list, window_definition
from planner.parse.cursor import Cursor
from planner.parse.keywords import words
from planner.parse.lexer import STRING, SYMBOL
from planner.parse.syntax import (
    CastExpr,
    Conditional,
    FunctionCall,
    Grouping,
    Literal,
    Node,
    Sort,
    TypeName,
    ValueFunction,
    WindowDef,
)

#: Functions without parentheses; those in _WITH_PRECISION may have (digits).
VALUE_FUNCTIONS: Final = words("""
    current_catalog current_date current_role current_schema current_time current_timestamp current_user localtime
    localtimestamp session_user user
""")
_WITH_PRECISION: Final = frozenset({"current_time", "current_timestamp", "localtime", "localtimestamp"})


def value_function(cursor: Cursor) -> Node:
    """CURRENT_DATE and its like; current_schema may be called as a function too."""
    pos, name = cursor.pos, cursor.advance().value
    if name == "current_schema" and cursor.is_symbol("("):
        return function_call(cursor, (name,), pos)
    precision = None
    if name in _WITH_PRECISION and cursor.take_symbol("("):
        precision = cursor.expect_integer()
        cursor.expect_symbol(")")
    return ValueFunction(name, precision, pos)


# ---------------------------------------------------------------------------------------------------------------- plain calls


def function_call(cursor: Cursor, name: tuple[str, ...], pos: int) -> FunctionCall:
    """A call from its opening parenthesis on, with WITHIN GROUP, FILTER and OVER."""
    cursor.expect_symbol("(")
    args: tuple[Node, ...] = ()
    named: tuple[str, ...] = ()
    star = distinct = variadic = False
    order_by: tuple[Sort, ...] = ()
    if cursor.take_symbol("*"):
        star = True
    elif not cursor.is_symbol(")"):
        distinct = cursor.take_word("distinct", "all") == "distinct"
        args, named, variadic = _arguments(cursor)
        order_by = sort_list(cursor) if cursor.take_words("order", "by") else ()
    cursor.expect_symbol(")")
    within_group = _within_group(cursor)
    return FunctionCall(
        name, args, pos, star, distinct, variadic, order_by, within_group, _filter(cursor), _over(cursor), named
    )  # fmt: skip


def _arguments(cursor: Cursor) -> tuple[tuple[Node, ...], tuple[str, ...], bool]:
    args: list[Node] = []
    named: list[str] = []
    variadic = False
    while True:
        variadic = cursor.take_word("variadic") is not None
        if cursor.ahead().kind == SYMBOL and cursor.ahead().value in ("=>", ":=") and cursor.token.kind != STRING:
            named.append(cursor.advance().value)
            cursor.advance()
        args.append(expressions.expression(cursor))
        if variadic or not cursor.take_symbol(","):
            return tuple(args), tuple(named), variadic


def _within_group(cursor: Cursor) -> tuple[Sort, ...] | None:
    if not cursor.take_word("within"):
        return None
    cursor.expect_word("group")
    cursor.expect_symbol("(")
    cursor.expect_word("order")
    cursor.expect_word("by")
    keys = sort_list(cursor)
    cursor.expect_symbol(")")
    return keys


def _filter(cursor: Cursor) -> Node | None:
    if not (cursor.is_word("filter") and cursor.ahead().value == "(" and cursor.ahead().kind == SYMBOL):
        return None
    cursor.at += 2
    cursor.expect_word("where")
    condition = expressions.expression(cursor)
    cursor.expect_symbol(")")
    return condition


def _over(cursor: Cursor) -> WindowDef | None:
    if not cursor.take_word("over"):
        return None
    if not cursor.is_symbol("("):
        pos = cursor.pos
        return WindowDef(None, (), (), None, pos, cursor.column_name())
    return window_definition(cursor)


# ------------------------------------------------------------------------------------------------------------------ SQL's own


def _call(name: str, *args: Node, pos: int) -> FunctionCall:
    return FunctionCall(("pg_catalog", name), args, pos)


def _open(cursor: Cursor) -> int:
    pos = cursor.pos
    cursor.advance()
    cursor.expect_symbol("(")
    return pos


def _extract(cursor: Cursor) -> Node:
    pos = _open(cursor)
    at = cursor.pos
    field = Literal("string", cursor.advance().value if cursor.token.kind == STRING else cursor.word(), at)
    cursor.expect_word("from")
    operand = expressions.expression(cursor)
    cursor.expect_symbol(")")
    return _call("extract", field, operand, pos=pos)


def _position(cursor: Cursor) -> Node:
    pos = _open(cursor)
    part = expressions.expression(cursor, expressions.MATCH + 1)
    cursor.expect_word("in")
    whole = expressions.expression(cursor, expressions.MATCH + 1)
    cursor.expect_symbol(")")
    return _call("position", whole, part, pos=pos)


def _substring(cursor: Cursor) -> Node:
    pos = _open(cursor)
    args = [expressions.expression(cursor, expressions.MATCH + 1)]
    if cursor.take_word("similar"):
        args.append(expressions.expression(cursor, expressions.MATCH + 1))
        cursor.expect_word("escape")
        args.append(expressions.expression(cursor))
    elif cursor.is_word("from", "for"):
        args += _from_for(cursor)
    else:
        while cursor.take_symbol(","):
            args.append(expressions.expression(cursor))
    cursor.expect_symbol(")")
    return _call("substring", *args, pos=pos)


def _from_for(cursor: Cursor) -> list[Node]:
    """FROM a FOR b, in either order. Without FROM, Postgres takes FOR's value as int4 and starts at 1."""
    first = cursor.advance().value
    value = expressions.expression(cursor)
    other = cursor.take_word("for" if first == "from" else "from")
    if other is None and first == "from":
        return [value]
    if other is None:
        return [Literal("integer", "1", 0), CastExpr(value, TypeName(("pg_catalog", "int4"), (), 0, 0), 0)]
    second = expressions.expression(cursor)
    return [value, second] if first == "from" else [second, value]


def _trim(cursor: Cursor) -> Node:
    pos = _open(cursor)
    side = cursor.take_word("both", "leading", "trailing") or "both"
    name = {"both": "btrim", "leading": "ltrim", "trailing": "rtrim"}[side]
    args: tuple[Node, ...] = ()
    if not cursor.is_word("from"):
        args = expressions.expression_list(cursor)
    if cursor.take_word("from"):
        args = (*expressions.expression_list(cursor), *args)
    cursor.expect_symbol(")")
    return _call(name, *args, pos=pos)


def _overlay(cursor: Cursor) -> Node:
    pos = _open(cursor)
    args = [expressions.expression(cursor)]
    if cursor.take_word("placing"):
        args.append(expressions.expression(cursor))
        cursor.expect_word("from")
        args.append(expressions.expression(cursor))
        if cursor.take_word("for"):
            args.append(expressions.expression(cursor))
    else:
        while cursor.take_symbol(","):
            args.append(expressions.expression(cursor))
    cursor.expect_symbol(")")
    return _call("overlay", *args, pos=pos)


def _normalize(cursor: Cursor) -> Node:
    pos = _open(cursor)
    args = [expressions.expression(cursor)]
    if cursor.take_symbol(","):
        at = cursor.pos
        args.append(Literal("string", cursor.expect_word("nfc", "nfd", "nfkc", "nfkd"), at))
    cursor.expect_symbol(")")
    return _call("normalize", *args, pos=pos)


def _conditional(cursor: Cursor) -> Node:
    kind = cursor.token.value
    pos = _open(cursor)
    args = expressions.expression_list(cursor)
    if kind == "nullif" and len(args) != 2:
        cursor.fail()
    cursor.expect_symbol(")")
    return Conditional(kind, args, pos)  # type: ignore[arg-type]


def _grouping(cursor: Cursor) -> Node:
    pos = _open(cursor)
    args = expressions.expression_list(cursor)
    cursor.expect_symbol(")")
    return Grouping(args, pos)


def _refused(cursor: Cursor) -> Node:
    raise Unsupported(f"{cursor.token.value.upper()} is not supported", position=cursor.token.start + 1)


SPECIAL_CALLS: Final[dict[str, Callable[[Cursor], Node]]] = {
    "extract": _extract, "position": _position, "substring": _substring, "trim": _trim, "overlay": _overlay,
    "normalize": _normalize, "coalesce": _conditional, "greatest": _conditional, "least": _conditional, "nullif": _conditional,
    "grouping": _grouping, "treat": _refused,
    **dict.fromkeys(
        ("xmlconcat", "xmlelement", "xmlexists", "xmlforest", "xmlparse", "xmlpi", "xmlroot", "xmlserialize", "xmltable"), _refused
    ),
}  # fmt: skip
