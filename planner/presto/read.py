"""A statement of a Trino client → what it asks for.

SELECT, WITH, VALUES, TABLE, ( and EXPLAIN of them are rewritten; SHOW and DESCRIBE become queries; what changes the client's
session is told back to it. All else is refused: writes with 25006, the rest by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from planner.errors import ReadOnly, SyntaxFault, TooComplex, UndefinedObject, Unsupported
from planner.parse.keywords import words as word_set
from planner.presto.limits import LEVELS_MAX
from planner.presto.requests import (
    BeginRequest,
    DeallocateRequest,
    EndRequest,
    Names,
    PrepareRequest,
    ReadRequest,
    Request,
    SetRequest,
    UseRequest,
)
from planner.presto.rewrite import expressions, rewrite
from planner.presto.show import describe, show
from planner.presto.tokens import tokenize, unexpected
from planner.presto.words import PrestoTokens

_QUERIES: Final = ("SELECT", "WITH", "VALUES", "TABLE", "(")
_WRITES: Final = word_set("INSERT UPDATE DELETE MERGE TRUNCATE CREATE ALTER DROP COMMENT GRANT REVOKE DENY ANALYZE CALL REFRESH")
_LEVELS: Final = ("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE")


def read(text: str, names: Names, level: int = 0) -> Request:
    """Raises PlanErrors; positions of SyntaxFault count in *text*. Any thread; takes time in proportion to the text."""
    if level > LEVELS_MAX:
        raise TooComplex(f"EXECUTE and EXPLAIN may be nested {LEVELS_MAX} deep")
    words = PrestoTokens(text, tokenize(text), level)
    first = words.peek()
    if first in _QUERIES:
        return ReadRequest(rewrite(text, words.tokens, names))
    reader = _READERS.get(first)
    if reader is None:
        if first in _WRITES:
            raise ReadOnly(f"cannot execute {first}: tidegate is read-only")
        raise unexpected(words.token)
    words.take()
    return reader(words, names)


def _explain(words: PrestoTokens, names: Names) -> Request:
    analyze = words.skip("ANALYZE")
    words.skip("VERBOSE")
    if words.peek() == "(" and words.peek(1) in ("TYPE", "FORMAT"):
        raise Unsupported("options of EXPLAIN are not supported")
    found = read(words.rest, names, words.level + 1)
    if not isinstance(found, ReadRequest) or found.sql.startswith("EXPLAIN"):
        raise unexpected(words.token)
    return ReadRequest(f"EXPLAIN {'ANALYZE ' if analyze else ''}{found.sql}")


def _use(words: PrestoTokens, _names: Names) -> Request:
    first = words.name()
    found = UseRequest(first, words.name()) if words.skip(".") else UseRequest(None, first)
    words.end()
    return found


def _set(words: PrestoTokens, _names: Names) -> Request:
    if words.skip("TIME"):
        words.expect("ZONE")
        return SetRequest("time_zone_id", None if words.skip("LOCAL") else words.value())
    words.expect("SESSION")
    name = words.dotted()
    words.expect("=")
    return SetRequest(name, words.value())


def _reset(words: PrestoTokens, _names: Names) -> Request:
    words.expect("SESSION")
    found = SetRequest(words.dotted(), None)
    words.end()
    return found


def _prepare(words: PrestoTokens, names: Names) -> Request:
    name = words.name()
    words.expect("FROM")
    text = words.rest
    if tokenize(text)[0].text.upper() in ("PREPARE", "EXECUTE", "DEALLOCATE"):
        raise unexpected(words.token)
    return PrepareRequest(name, text)


def _deallocate(words: PrestoTokens, names: Names) -> Request:
    words.expect("PREPARE")
    name = words.name()
    words.end()
    if name not in names.prepared:
        raise UndefinedObject(f"Prepared statement not found: {name}")
    return DeallocateRequest(name)


def _execute(words: PrestoTokens, names: Names) -> Request:
    if words.skip("IMMEDIATE"):
        text = words.string()
    else:
        name = words.name()
        if name not in names.prepared:
            raise UndefinedObject(f"Prepared statement not found: {name}")
        text = names.prepared[name]
    if words.at_end:
        return read(text, names, words.level + 1)
    words.expect("USING")
    arguments = expressions(words.text, words.remaining)
    tokens = tokenize(text)
    explained = 0
    while explained < len(tokens) and tokens[explained].text.upper() in ("EXPLAIN", "ANALYZE", "VERBOSE"):
        explained += 1
    if explained == len(tokens) or tokens[explained].text.upper() not in _QUERIES:
        raise SyntaxFault("EXECUTE … USING takes a query")
    sql = rewrite(text, tokens[explained:], names, arguments)
    explain = "EXPLAIN ANALYZE " if explained > 1 else "EXPLAIN "
    return ReadRequest(f"{explain if explained else ''}{sql}")


def _begin(words: PrestoTokens, _names: Names) -> Request:
    words.expect("TRANSACTION")
    modes: list[str] = []
    while not words.at_end:
        modes.append(_mode(words))
        if not words.skip(","):
            break
    words.end()
    return BeginRequest(f"START TRANSACTION {', '.join(modes)}".rstrip())


def _mode(words: PrestoTokens) -> str:
    if words.skip("ISOLATION"):
        words.expect("LEVEL")
        found = next((level for level in _LEVELS if words.skip(*level.split())), None)
        if found is None:
            raise unexpected(words.token)
        return f"ISOLATION LEVEL {found}"
    words.expect("READ")
    if words.skip("WRITE"):
        return "READ WRITE"
    words.expect("ONLY")
    return "READ ONLY"


def _end(words: PrestoTokens, _names: Names) -> Request:
    committed = words.tokens[0].text.upper() == "COMMIT"
    words.skip("WORK")
    words.end()
    return EndRequest(committed)


def _query(build: Callable[[PrestoTokens, Names], ReadRequest]) -> Callable[[PrestoTokens, Names], Request]:
    def reader(words: PrestoTokens, names: Names) -> Request:
        found = build(words, names)
        words.end()
        return found

    return reader


_READERS: Final[dict[str, Callable[[PrestoTokens, Names], Request]]] = {
    "EXPLAIN": _explain, "USE": _use, "SET": _set, "RESET": _reset, "PREPARE": _prepare, "DEALLOCATE": _deallocate,
    "EXECUTE": _execute, "START": _begin, "COMMIT": _end, "ROLLBACK": _end,
    "SHOW": _query(show), "DESCRIBE": _query(describe), "DESC": _query(describe),
}  # fmt: skip
