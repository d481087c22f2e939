"""SUBSCRIBE [TO] view [WHERE …] | (query) [FROM VERSION n | FROM NOW] [WITH (SNAPSHOT …, PROGRESS …)].

Materialize's and RisingWave's words where they mean the same. FROM VERSION takes a number, or what names a version for all time
(statestore.version_id): then a view that was made anew since is found out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planner.errors import PlanError, SyntaxFault, Unsupported
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import END, IDENT, INTEGER, QUOTED, STRING, SYMBOL, Token, tokenize
from planner.parse.sql.parser import parse_select
from planner.tree.statement import SelectStatement, SubscribeStart, SubscribeStatement
from statestore.version_id import VersionId

_HEAD: Final = "SELECT * FROM "
_VERSION_MAX: Final = 2**63 - 1
_FLAGS: Final = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}


def subscribe(cursor: TokenCursor) -> SubscribeStatement:
    """Raises SyntaxFault, and what the query in it raises; positions count from the start of the text."""
    start = cursor.advance().start
    cursor.take_word("to")
    query = _query(cursor) if cursor.is_symbol("(") else _view(cursor)
    begin, at = _start(cursor), cursor.token
    options = _options(cursor) if cursor.take_word("with") else {}
    if "snapshot" in options and begin is not None:
        raise SyntaxFault("SNAPSHOT says nothing with FROM", position=at.start + 1, hint="Leave out one of the two.")
    if begin is None:
        begin = SubscribeStart.SNAPSHOT if options.get("snapshot", True) else SubscribeStart.NOW
    text = cursor.text[start : cursor.tokens[cursor.at - 1].end]
    return SubscribeStatement(text, query, begin, progress=options.get("progress", False))


def _query(cursor: TokenCursor) -> SelectStatement:
    """The query in the parentheses that come next."""
    opening, depth = cursor.at, 0
    while cursor.token.kind != END:
        token = cursor.advance()
        depth += (token.value == "(") - (token.value == ")") if token.kind == SYMBOL else 0
        if depth == 0:
            break
    else:
        cursor.fail()
    closing = cursor.tokens[cursor.at - 1]
    inside = [*cursor.tokens[opening + 1 : cursor.at - 1], Token(END, closing.value, closing.start, closing.end)]
    inner = TokenCursor(cursor.text, inside, inside[0].start)
    if not inner.begins_query():
        inner.fail()
    query = parse_select(inner)
    inner.expect_end()
    return query


def _view(cursor: TokenCursor) -> SelectStatement:
    """A view with the conditions behind it, as a query whose positions are theirs in the client's text."""
    start = cursor.token.start
    if not cursor.is_column_name():
        cursor.fail()
    depth = 0
    while cursor.token.kind != END and (depth > 0 or not _is_tail(cursor)):
        token = cursor.advance()
        depth += (token.value == "(") - (token.value == ")") if token.kind == SYMBOL else 0
    text = _HEAD + cursor.text[start : cursor.tokens[cursor.at - 1].end]
    before = start - len(_HEAD)
    try:
        return replace(parse_select(TokenCursor(text, tokenize(text), 0)), offset=before)
    except PlanError as error:
        if error.position is not None:
            error.position += before
        raise


def _is_tail(cursor: TokenCursor) -> bool:
    """Does what is said of the whole subscription begin here? IS DISTINCT FROM is no such FROM."""
    before = cursor.tokens[cursor.at - 1]
    return cursor.is_word("with") or (cursor.is_word("from") and not (before.kind == IDENT and before.value == "distinct"))


def _start(cursor: TokenCursor) -> VersionId | SubscribeStart | None:
    if not cursor.take_word("from"):
        return None
    if cursor.take_word("now"):
        return SubscribeStart.NOW
    cursor.expect_word("version")
    token = cursor.token
    if token.kind == INTEGER and int(token.value) <= _VERSION_MAX:
        return VersionId(cursor.expect_integer(), 0)
    try:
        return VersionId.parse(cursor.expect_string())
    except ValueError as error:
        raise SyntaxFault(f"FROM VERSION takes a number: {error}", position=token.start + 1) from error


def _options(cursor: TokenCursor) -> dict[str, bool]:
    found: dict[str, bool] = {}
    cursor.expect_symbol("(")
    while True:
        token = cursor.token
        name = cursor.word()
        if name == "batch":
            raise Unsupported(
                "SUBSCRIBE … WITH (BATCH) is not supported",
                position=token.start + 1,
                hint="A version's rows come together, and FETCH n FROM a cursor takes n of them.",
            )
        if name not in ("snapshot", "progress"):
            raise SyntaxFault(
                f'unrecognized SUBSCRIBE option "{name}"', position=token.start + 1, hint="SNAPSHOT and PROGRESS are known."
            )
        if name in found:
            raise SyntaxFault("conflicting or redundant options", position=token.start + 1)
        cursor.take_symbol("=")
        found[name] = _flag(cursor, name)
        if not cursor.take_symbol(","):
            break
    cursor.expect_symbol(")")
    return found


def _flag(cursor: TokenCursor, name: str) -> bool:
    token = cursor.token
    if token.kind not in (IDENT, STRING, INTEGER, QUOTED):
        return True
    value = _FLAGS.get(cursor.advance().value.lower())
    if value is None:
        raise SyntaxFault(f"{name} requires a Boolean value", position=token.start + 1)
    return value
