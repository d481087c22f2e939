"""Statements about statements: PREPARE, EXECUTE, DEALLOCATE, DECLARE, FETCH, MOVE, CLOSE, EXPLAIN."""

from __future__ import annotations

from typing import Final, Literal

from planner.errors import InvalidCursorDefinition, Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import END, IDENT, INTEGER, STRING
from planner.parse.refusals import refuse
from planner.parse.sql.parser import parse_arguments, parse_select
from planner.parse.subscribe import subscribe
from planner.parse.syntax import TypeName
from planner.parse.transactions import refuse_prepare_transaction
from planner.parse.type_names import type_name
from planner.tree.statement import (
    CloseStatement,
    DeallocateStatement,
    DeclareStatement,
    ExecuteStatement,
    ExplainExecuteStatement,
    ExplainStatement,
    FetchStatement,
    PrepareStatement,
    SelectStatement,
    SubscribeStatement,
)


def inner_query(cursor: TokenCursor) -> SelectStatement:
    """The query that the rest of a statement is, or that is in it. Raises ReadOnly or Unsupported for another statement."""
    if not cursor.begins_query():
        refuse(cursor)
        cursor.fail()
    return parse_select(cursor)


def prepare(cursor: TokenCursor) -> PrepareStatement:
    """PREPARE name [(types)] AS query."""
    cursor.advance()
    refuse_prepare_transaction(cursor)
    name = cursor.column_name()
    cursor.base = 0  # positions of the types count from the start of the text
    types: list[TypeName] = []
    if cursor.take_symbol("("):
        types.append(type_name(cursor))
        while cursor.take_symbol(","):
            types.append(type_name(cursor))
        cursor.expect_symbol(")")
    cursor.expect_word("as")
    return PrepareStatement(name, tuple(types), inner_query(cursor))


def execute(cursor: TokenCursor) -> ExecuteStatement:
    """EXECUTE name [(arguments)]."""
    cursor.advance()
    name = cursor.column_name()
    spans = parse_arguments(cursor) if cursor.is_symbol("(") else []
    return ExecuteStatement(name, tuple(cursor.text[start:end] for start, end in spans), tuple(start for start, _ in spans))


def deallocate(cursor: TokenCursor) -> DeallocateStatement:
    """DEALLOCATE [PREPARE] name | ALL."""
    cursor.advance()
    if cursor.is_word("prepare") and cursor.ahead().kind != END:
        cursor.advance()
    return DeallocateStatement(None if cursor.take_word("all") else cursor.column_name())


# --------------------------------------------------------------------------------------------------------------------- cursors


def declare(cursor: TokenCursor) -> DeclareStatement:
    """DECLARE name [options] CURSOR [WITH HOLD] FOR query. Raises InvalidCursorDefinition for options that exclude each other."""
    cursor.advance()
    name = cursor.column_name()
    options = _cursor_options(cursor)
    hold = cursor.take_words("with", "hold")
    if not hold:
        cursor.take_words("without", "hold")
    cursor.expect_word("for")
    if cursor.is_word("subscribe"):
        query: SelectStatement | SubscribeStatement = subscribe(cursor)
    elif cursor.begins_query():
        query = inner_query(cursor)
    else:
        cursor.fail()  # a write too: DECLARE's grammar has no other query
    for first, second in (("scroll", "no scroll"), ("asensitive", "insensitive")):
        if first in options and second in options:
            raise InvalidCursorDefinition(f"cannot specify both {first.upper()} and {second.upper()}")
    scroll = True if "scroll" in options else False if "no scroll" in options else None
    return DeclareStatement(name, query, hold, scroll, "binary" in options)


def _cursor_options(cursor: TokenCursor) -> set[str]:
    found: set[str] = set()
    while not cursor.take_word("cursor"):
        if cursor.take_words("no", "scroll"):
            found.add("no scroll")
        else:
            found.add(cursor.expect_word("binary", "scroll", "insensitive", "asensitive"))
    return found


#: The largest count that FETCH takes.
COUNT_MAX: Final = 2**31 - 1
_Direction = Literal["forward", "backward", "absolute", "relative", "first", "last"]
#: Directions without a count of their own.
_DIRECTIONS: Final[dict[str, tuple[int | None, _Direction]]] = {
    "first": (1, "first"), "last": (1, "last"), "next": (1, "forward"), "prior": (1, "backward"), "all": (None, "forward"),
}  # fmt: skip


def fetch(cursor: TokenCursor) -> FetchStatement:
    """FETCH | MOVE [direction] [FROM | IN] cursor [WITH (TIMEOUT = interval)], the latter for a cursor of a SUBSCRIBE."""
    move = cursor.advance().value == "move"
    count, direction = _direction(cursor)
    cursor.take_word("from", "in")
    name = cursor.column_name()
    return FetchStatement(name, count, move, direction, _timeout(cursor) if cursor.take_word("with") else None)


def _timeout(cursor: TokenCursor) -> str:
    cursor.expect_symbol("(")
    cursor.expect_word("timeout")
    cursor.take_symbol("=")
    text = cursor.expect_string()
    cursor.expect_symbol(")")
    return text


def _direction(cursor: TokenCursor) -> tuple[int | None, _Direction]:
    # A cursor may have the name of a direction: the last word is always the cursor.
    if _has_count(cursor) or cursor.ahead().kind == END:
        return (_signed(cursor) if _has_count(cursor) else 1), "forward"
    if (word := cursor.take_word(*_DIRECTIONS)) is not None:
        return _DIRECTIONS[word]
    if (word := cursor.take_word("absolute", "relative")) is not None:
        return _signed(cursor), "absolute" if word == "absolute" else "relative"
    word = cursor.take_word("forward", "backward")
    count = None if word and cursor.take_word("all") else _signed(cursor) if word and _has_count(cursor) else 1
    return count, "backward" if word == "backward" else "forward"


def _has_count(cursor: TokenCursor) -> bool:
    return cursor.token.kind == INTEGER or cursor.is_symbol("-") or cursor.is_symbol("+")


def _signed(cursor: TokenCursor) -> int:
    sign = -1 if cursor.take_symbol("-") else 1
    cursor.take_symbol("+")
    at = cursor.at
    count = cursor.expect_integer()
    if count > COUNT_MAX:  # for PostgreSQL's lexer it is no integer
        cursor.at = at
        cursor.fail()
    return sign * count


def close(cursor: TokenCursor) -> CloseStatement:
    """CLOSE name | ALL."""
    cursor.advance()
    return CloseStatement(None if cursor.take_word("all") else cursor.column_name())


# --------------------------------------------------------------------------------------------------------------------- EXPLAIN

_FLAGS: Final = frozenset({"analyze", "analyse", "verbose", "costs", "settings", "buffers", "wal", "timing", "summary"})


def explain(cursor: TokenCursor) -> ExplainStatement | ExplainExecuteStatement:
    """EXPLAIN [ANALYZE] [VERBOSE] query, EXPLAIN (option [value], …) query; the query may be EXECUTE name (…).

    Raises SyntaxFault for options that are not known, Unsupported for DECLARE and other formats.
    """
    start = cursor.advance().start
    options = {"costs": "true"}
    if cursor.is_symbol("(") and cursor.ahead().kind == IDENT and cursor.ahead().value not in ("select", "values", "with", "table"):
        options |= _options(cursor)
    else:
        if cursor.take_word("analyze", "analyse"):
            options["analyze"] = "true"
        if cursor.take_word("verbose"):
            options["verbose"] = "true"
    text = cursor.text[start : cursor.tokens[-2].end]
    analyze, verbose, costs = (options.get(name) == "true" for name in ("analyze", "verbose", "costs"))
    form: Literal["text", "json"] = "json" if options.get("format") == "json" else "text"
    if cursor.is_word("execute"):
        return ExplainExecuteStatement(text, execute(cursor), analyze, verbose, form, costs)
    if cursor.is_word("declare"):
        raise Unsupported("EXPLAIN DECLARE is not supported", position=cursor.token.start + 1)
    return ExplainStatement(text, inner_query(cursor), analyze, verbose, form, costs)


def _options(cursor: TokenCursor) -> dict[str, str]:
    cursor.expect_symbol("(")
    options: dict[str, str] = {}
    while True:
        token = cursor.token
        name = cursor.advance().value if cursor.is_word("analyze", "analyse") else cursor.word()
        value = _option_value(cursor)
        if name == "format":
            if value not in ("text", "json"):
                raise _bad_format(value, token.start + 1)
            options[name] = value
        elif name in _FLAGS:
            options["analyze" if name == "analyse" else name] = _flag(cursor, name, value)
        else:
            raise cursor.error(f'unrecognized EXPLAIN option "{name}"', token.start - cursor.base + 1)
        if not cursor.take_symbol(","):
            break
    cursor.expect_symbol(")")
    return options


def _bad_format(value: str, position: int) -> Exception:
    return Unsupported(f"EXPLAIN format {value} is not supported", position=position, hint="Use text or json.")


def _option_value(cursor: TokenCursor) -> str:
    if cursor.token.kind in (IDENT, STRING, INTEGER) or cursor.token.kind == "quoted":
        return cursor.advance().value.lower()
    return "true"


def _flag(cursor: TokenCursor, name: str, value: str) -> str:
    if value in ("true", "on", "1"):
        return "true"
    if value in ("false", "off", "0"):
        return "false"
    raise cursor.error(f"{name} requires a Boolean value", cursor.pos)
