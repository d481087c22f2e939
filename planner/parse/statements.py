"""One string of SQL → its statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from planner.errors import TooComplex
from planner.parse.copy import copy
from planner.parse.cursor import TokenCursor
from planner.parse.lexer import END, IDENT, SYMBOL, Token, tokenize
from planner.parse.limits import NESTING_DEPTH_MAX
from planner.parse.prepared import close, deallocate, declare, execute, explain, fetch, prepare
from planner.parse.refusals import refuse
from planner.parse.settings import discard, reset, set_, show
from planner.parse.sql.parser import parse_select
from planner.parse.subscribe import subscribe
from planner.parse.transactions import begin, commit, listen, release, rollback, savepoint, unlisten
from planner.tree.statement import EmptyStatement, Statement

_BRACKETS: Final = {"(": 1, "[": 1, ")": -1, "]": -1}


def parse(text: str) -> list[Statement]:
    """The statements of *text*, in order; one EmptyStatement if there is none.

    All of *text* is read before anything is returned, so one syntax error refuses all of it, as in Postgres. Raises SyntaxFault,
    ReadOnly, Unsupported, TooComplex, UndefinedParameter; positions count from the start of *text*.
    """
    parts = _split(tokenize(text))
    try:
        return [_statement(text, part) for part in parts] or [EmptyStatement()]
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error


def _split(tokens: Sequence[Token]) -> list[list[Token]]:
    """Each statement's tokens, with an END token where it stops: at the semicolon, where an error is *at* the semicolon.

    Refuses what recursion could not get through, before anything recurses.
    """
    parts: list[list[Token]] = []
    part: list[Token] = []
    depth = parentheses = 0
    for token in tokens:
        kind, value = token.kind, token.value
        if kind == SYMBOL and value in _BRACKETS:
            depth += _BRACKETS[value]
            parentheses += _BRACKETS[value] if value in "()" else 0
        elif kind == IDENT and value in ("case", "end"):
            depth = max(depth + (1 if value == "case" else -1), 0)
        if depth > NESTING_DEPTH_MAX:
            raise TooComplex(f"brackets and CASEs may be nested {NESTING_DEPTH_MAX} deep", position=token.start + 1)
        if kind == END or (kind == SYMBOL and value == ";" and parentheses <= 0):
            if part:
                parts.append([*part, token._replace(kind=END)])
            part = []
        else:
            part.append(token)
    return parts


def _statement(text: str, tokens: list[Token]) -> Statement:
    cursor = TokenCursor(text, tokens, tokens[0].start)
    first = tokens[0]
    if cursor.begins_query():
        return parse_select(cursor)
    reader = _READERS.get(first.value) if first.kind == IDENT else None
    if reader is None:
        refuse(cursor)
        cursor.fail()
    found = reader(cursor)
    cursor.expect_end()
    return found


_READERS: Final[dict[str, Callable[[TokenCursor], Statement]]] = {
    "set": set_, "show": show, "reset": reset, "discard": discard,
    "begin": begin, "start": begin, "commit": commit, "end": commit, "rollback": rollback, "abort": rollback,
    "savepoint": savepoint, "release": release, "listen": listen, "notify": listen, "unlisten": unlisten,
    "prepare": prepare, "execute": execute, "deallocate": deallocate, "declare": declare, "fetch": fetch, "move": fetch,
    "close": close, "explain": explain, "copy": copy, "subscribe": subscribe,
}  # fmt: skip
