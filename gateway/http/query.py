"""POST /v1/query: a statement with parameters; its rows as JSON, lines of JSON, CSV or Arrow, while they come.

    {"sql": "SELECT … WHERE k = $1", "parameters": [1], "rows_max": 1000}

With rows_max the answer ends after so many rows, and as JSON says whether it has: then there may be `more`. The session is made
for the statement and ends with it, so no SET outlives its request. Rows are sent as the client takes them; a client that leaves
cancels the statement. An error before the first row is a problem; one after it ends the connection in the middle of the answer,
or is the last line where there are lines.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse

from gateway.http.inside import Caller, StatementFailed
from gateway.http.media import ARROW, CSV, JSON, JSONL, LINES
from gateway.http.problems import KNOWN_ERRORS, HttpFault, accepted, problem_line, report_of
from gateway.http.protocol import broken_off
from gateway.http.sessions import Rows, Sessions
from gateway.http.values import Numbers, cells, joined
from gateway.http.views import literal
from gateway.wire.writer import Report
from planner.tree import types as t

_log = logging.getLogger("tidegate")
_COPY: Final = "COPY (\n"
#: What may stand between statements, or behind the last one.
_BETWEEN: Final = "; \t\r\n\f\v"
_ONE_QUERY: Final = f"{ARROW} has the rows of one SELECT, VALUES or TABLE, with or without WITH; others come as {JSON}."
PARAMETERS_MAX: Final = 1_000
#: What Execute can ask for.
ROWS_MAX: Final = 2**31 - 1
#: W3C's Trace Context, of any version.
_TRACEPARENT: Final = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
_QUOTED: Final = frozenset(b',"\r\n')

#: The rows of an answer's parts, as text.
Encode = Callable[[Rows, list[bytes]], AsyncIterator[bytes]]


async def answer_query(sessions: Sessions, caller: Caller, body: Mapping[str, Any], headers: Headers, numbers: Numbers) -> Response:
    """The answer. Raises HttpFault, and what the statement fails with before its first row."""
    sql, values, rows_max = _read(body)
    media, encode = _FORMS[accepted(headers, tuple(_FORMS))]
    if media == ARROW:
        if values or rows_max:
            raise HttpFault(400, f"{ARROW} takes no parameters and no rows_max", hint="Write them into the statement.")
        sql = f"{_COPY}{sql.rstrip(_BETWEEN)}\n) TO STDOUT (FORMAT arrow)"
    if _TRACEPARENT.fullmatch(traceparent := headers.get("traceparent", "")):
        sql += f"\n/*traceparent='{traceparent}'*/"
    client, give_back = sessions.take_fresh(caller)
    try:
        client.ask(sql, values, rows_max=rows_max)
        rows = Rows(client, numbers)
        first = await rows.begun()
        if rows.copied and media != ARROW:
            raise HttpFault(
                400, "COPY is not answered here", hint="Send the query itself; Accept says in which form its rows come."
            )
    except StatementFailed as error:
        give_back()
        if media == ARROW:
            raise StatementFailed(_of_one_query(error.report, len(body["sql"]) + 1)) from error
        raise
    except BaseException:
        give_back()
        raise
    return StreamedAnswer(encode(rows, first), give_back, media)


def _of_one_query(told: Report, end: int) -> Report:
    """What is told of a statement that is asked for within a COPY, and ends before *end*."""
    place = None if told.position is None else min(told.position - len(_COPY), end)
    return replace(told, position=place, hint=_ONE_QUERY if told.sqlstate == "42601" and told.hint is None else told.hint)


class StreamedAnswer(StreamingResponse):
    """Whatever becomes of the client, the session is given back."""

    def __init__(
        self, parts: AsyncIterator[bytes], give_back: Callable[[], None], media: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(parts, media_type=media, headers=headers)
        self._give_back = give_back

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI. What fails by now is logged without its message, which may hold values."""
        try:
            await super().__call__(scope, receive, send)
        except KNOWN_ERRORS as error:
            _log.info("an answer over HTTP broke off: SQLSTATE %s", report_of(error).sqlstate)
            self._give_back()
            await broken_off(scope, receive)
        finally:
            self._give_back()


def _read(body: Mapping[str, Any]) -> tuple[str, tuple[bytes | None, ...], int]:
    sql, parameters, rows_max = body.get("sql"), body.get("parameters", []), body.get("rows_max", 0)
    if not isinstance(sql, str) or not isinstance(parameters, list) or body.keys() - {"sql", "parameters", "rows_max"}:
        raise HttpFault(400, 'the body has to be {"sql": "…", "parameters": […], "rows_max": …}')
    if type(rows_max) is not int or not 0 <= rows_max <= ROWS_MAX:
        raise HttpFault(400, f"rows_max is a number from 0, which means all, to {ROWS_MAX}")
    if len(parameters) > PARAMETERS_MAX:
        raise HttpFault(400, f"a statement may have {PARAMETERS_MAX} parameters here, not {len(parameters)}")
    try:
        sql.encode()
    except UnicodeEncodeError as error:
        raise HttpFault(400, f"sql is no text: {error}") from error
    if "\0" in sql:
        raise HttpFault(400, "sql is no text: it has a NUL")
    return sql, tuple(map(literal, parameters)), rows_max


async def _blocks(rows: Rows, first: list[bytes]) -> AsyncIterator[list[bytes]]:
    yield first
    if not rows.done:
        async for block in rows:
            yield block


async def _document(rows: Rows, first: list[bytes]) -> AsyncIterator[bytes]:
    kinds = [t.BY_OID[oid].name if oid in t.BY_OID else str(oid) for oid in rows.columns.oids]
    described = [{"name": name, "type": kind} for name, kind in zip(rows.columns.names, kinds, strict=True)]
    yield b'{"columns":%b,"rows":[' % json.dumps(described, ensure_ascii=False).encode()
    between = b""
    async for block in _blocks(rows, first):
        if block:
            yield between + await joined(rows.columns.array, block, b",")
            between = b","
    yield b'],"command":%b,"more":%b}' % (json.dumps(rows.tag).encode(), json.dumps(rows.suspended).encode())


async def _lines(rows: Rows, first: list[bytes]) -> AsyncIterator[bytes]:
    try:
        async for block in _blocks(rows, first):
            if block:
                yield await joined(rows.columns.object, block, b"\n") + b"\n"
    except KNOWN_ERRORS as error:
        yield problem_line(error)


async def _csv(rows: Rows, first: list[bytes]) -> AsyncIterator[bytes]:
    """RFC 4180 with a header. NULL is nothing, an empty text is ""."""
    yield b",".join(_csv_cell(name.encode()) for name in rows.columns.names) + b"\r\n"
    async for block in _blocks(rows, first):
        yield await joined(_csv_row, block, b"")


async def _arrow(rows: Rows, first: list[bytes]) -> AsyncIterator[bytes]:
    async for block in _blocks(rows, first):
        yield b"".join(block)


def _csv_row(row: bytes) -> bytes:
    return b",".join(b"" if c is None else _csv_cell(c) for c in cells(row)) + b"\r\n"


def _csv_cell(cell: bytes) -> bytes:
    return b'"' + cell.replace(b'"', b'""') + b'"' if not cell or not _QUOTED.isdisjoint(cell) else cell


#: By what is asked for, the usual one first: what is answered, and how it is written.
_FORMS: Final[dict[str, tuple[str, Encode]]] = {
    JSON: (JSON, _document), LINES: (LINES, _lines), JSONL: (LINES, _lines), CSV: (CSV, _csv), ARROW: (ARROW, _arrow),
}  # fmt: skip
