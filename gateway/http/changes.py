"""GET /v1/views/{view}/changes: SUBSCRIBE as server-sent events, or as lines of JSON that end once something was told.

    {"version": 7, "committed_at": "…", "kind": "update", "row": {…}, "before": {…}}        insert, update, delete
    {"version": 7, "committed_at": "…", "kind": "progress", "position": "7@1764151800000000"}

`from` is snapshot (all rows to begin with), now, or a position: strictly after it. A position is told with what completes a
version, as an event's id, so a browser that connects again asks for what it lacks by itself. Lines wait up to `wait` seconds for
the first change. Both are answered by a session of their own, and a client that leaves ends it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gateway.engine.engine import ReadEngine
from gateway.http import problems, views
from gateway.http.inside import Caller
from gateway.http.media import EVENTS, LINES, OF_CHANGES
from gateway.http.problems import KNOWN_ERRORS, HttpFault, accepted
from gateway.http.query import StreamedAnswer
from gateway.http.sessions import Rows, Sessions
from gateway.http.values import Columns, Numbers, cells, columns_of
from statestore.version_id import VersionId

#: Nothing is told for so long: a comment is, so that nobody in between takes the connection for dead.
_ALIVE_S: Final = 15.0
WAIT_MAX_S: Final = 300
_WAIT_S: Final = 20.0
#: _version, _committed_at, _kind.
_OWN_COLUMNS: Final = 3
_OWN: Final = frozenset({"from", "wait"})
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


async def answer_changes(
    engine: ReadEngine, sessions: Sessions, caller: Caller, request: Request, name: str, query: Sequence[tuple[str, str]],
    numbers: Numbers,
) -> Response:  # fmt: skip
    """The answer. Raises HttpFault, and what the subscription fails with before its first row."""
    view = views.find(engine, caller.user, name)
    given = dict(query)
    views.refuse_names(query, ("limit", "after"), "changes")
    media = EVENTS if accepted(request.headers, OF_CHANGES) == EVENTS else LINES
    wait_s = _wait_s(given.get("wait"))
    start = _start(request.headers.get("last-event-id") or given.get("from", "snapshot"))
    ask = views.all_rows(view, [(name, value) for name, value in query if name not in _OWN])
    if request.method == "HEAD":  # an answer without a body has an end
        return Response(None, 200, problems.EVENTS_HEADERS, media)
    client, give_back = sessions.take_fresh(caller)
    try:
        client.ask(f"SUBSCRIBE TO ({ask.sql}){start} WITH (PROGRESS)", ask.values)
        rows = Rows(client, numbers)
        first = await rows.begun()
    except BaseException:
        give_back()
        raise
    writer = _ChangeWriter(rows, numbers)
    parts = _events(rows, writer, first) if media == EVENTS else _lines(rows, writer, first, wait_s)
    return StreamedAnswer(parts, give_back, media, problems.EVENTS_HEADERS)


def _wait_s(text: str | None) -> float:
    try:
        found = _WAIT_S if text is None else float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= WAIT_MAX_S:
        raise HttpFault(400, f"wait: seconds, from 0 to {WAIT_MAX_S}")
    return found


def _start(text: str) -> str:
    if text == "snapshot":
        return ""
    if text == "now":
        return " FROM NOW"
    try:
        VersionId.parse(text if "@" in text else f"{text}@0")
    except ValueError as error:
        raise HttpFault(400, "from: snapshot, now, or a position that was told with a version") from error
    return f" FROM VERSION '{text}'" if "@" in text else f" FROM VERSION {text}"


class _ChangeWriter:
    """Rows of the subscription → what is told of them: kind, position where a version is complete, JSON."""

    def __init__(self, rows: Rows, numbers: Numbers) -> None:
        self._rows, self._numbers = rows, numbers
        self._row: Columns | None = None

    def told(self, row: bytes) -> tuple[bytes, str, bytes]:
        """Of one row."""
        version, at, kind, *values = cells(row)
        assert version is not None, "each row has a version"
        assert kind is not None, "each row has a kind"
        moment = b"null" if at is None else self._rows.columns.encoders[1](at)
        head = b'{"version":%b,"committed_at":%b,"kind":"%b",' % (version, moment, kind)
        half = len(values) // 2
        if kind == b"progress":
            position = _position(version, at)
            return b"progress", position, head + b'"position":%b}' % json.dumps(position).encode()
        if self._row is None:
            found = self._rows.columns
            named = zip(found.names[_OWN_COLUMNS : _OWN_COLUMNS + half], found.oids[_OWN_COLUMNS:], strict=False)
            self._row = columns_of(list(named), self._numbers)
        now, before = self._row.object_of(values[:half]), b"null" if kind == b"insert" else self._row.object_of(values[half:])
        return kind, "", head + b'"row":%b,"before":%b}' % (now, before)


def _position(version: bytes, at: bytes | None) -> str:
    committed = 0 if at is None else (datetime.fromisoformat(at.decode()) - _EPOCH) // timedelta(microseconds=1)
    return str(VersionId(int(version), committed))


async def _blocks(rows: Rows, first: list[bytes], wait_s: float) -> AsyncIterator[list[bytes]]:
    """Rows as they come; an empty list each time none have for *wait_s*."""
    yield first
    coming: asyncio.Task[list[bytes]] | None = None
    try:
        while not rows.done:
            coming = coming or asyncio.ensure_future(rows.begun())
            done, _ = await asyncio.wait((coming,), timeout=wait_s)
            if not done:
                yield []
                continue
            found, coming = coming.result(), None
            yield found
    finally:
        if coming is not None:
            coming.cancel()


async def _events(rows: Rows, writer: _ChangeWriter, first: list[bytes]) -> AsyncIterator[bytes]:
    yield problems.EVENTS_RETRY
    try:
        async for block in _blocks(rows, first, _ALIVE_S):
            told = [writer.told(row) for row in block]
            events = [
                b"event: %b\n%bdata: %b\n\n" % (kind, b"id: %b\n" % position.encode() if position else b"", text)
                for kind, position, text in told
            ]
            yield b"".join(events) or b": alive\n\n"
    except KNOWN_ERRORS as error:
        yield problems.problem_event(error)


async def _lines(rows: Rows, writer: _ChangeWriter, first: list[bytes], wait_s: float) -> AsyncIterator[bytes]:
    """They end behind a version that something was told of, or once the time is over; never within a version."""
    loop = asyncio.get_running_loop()
    until_s, has_told, is_complete = loop.time() + wait_s, False, True
    try:
        async for block in _blocks(rows, first, max(wait_s, 0.05)):
            told = [writer.told(row) for row in block]
            if told:
                has_told = has_told or any(kind != b"progress" for kind, _, _ in told)
                is_complete = told[-1][0] == b"progress"
                yield b"".join(text + b"\n" for _, _, text in told)
            if is_complete and (has_told or loop.time() >= until_s):
                return
    except KNOWN_ERRORS as error:
        yield problems.problem_line(error)
