"""Rows of a view as JSON: one by its key, those of many keys at one version, pages in the order of the key, and how many.

An answer is of one version. Its ETag is that version (and what was asked of it), so whoever has it asks again for nothing:
304 while the version is the same. Where other nodes hold a part of the view, nobody here knows the version: no ETag then.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from gateway.catalog.state import ViewEntry
from gateway.engine.engine import ReadEngine
from gateway.http import views
from gateway.http.health import place_of, staleness_s
from gateway.http.inside import Caller, Inside
from gateway.http.problems import HttpFault
from gateway.http.sessions import Rows, Sessions
from gateway.http.values import Columns, Numbers, cells, columns, joined
from gateway.wire.writer import BIND_COMPLETE, READY, command_complete

JSON: Final = "application/json"
#: How often a row is read again because another version came meanwhile, so that the answer can say which one it is.
_TRIES: Final = 5
#: What an answer of one row ends with.
_ONE_ROW: Final = command_complete("SELECT 1") + READY["I"]
#: A message's type and length; where RowDescription's payload begins, behind BindComplete.
_HEAD_BYTES: Final = 5
_DESCRIBED: Final = 10
#: Views, by user, of which at_once() knows; and for how long it knows how stale they are.
_KNOWN_MAX: Final = 1_000
_STALENESS_KEPT_S: Final = 0.01
Query = Sequence[tuple[str, str]]


@dataclass(slots=True)
class _Known:
    """What at_once() knows of a view at a version: the end of the statement's answer but its row begins with *prefix*."""

    version: int
    generation: int
    sql: str
    parts: int
    head: bytes
    told: bool
    prefix: bytes = b""
    columns: Columns | None = None
    looked_s: float = 0.0
    staleness: bytes = b""


def _prefix_of(answer: bytes) -> bytes:
    """BindComplete and RowDescription, if the answer begins with them."""
    if answer[:_HEAD_BYTES] != BIND_COMPLETE or answer[_HEAD_BYTES : _HEAD_BYTES + 1] != b"T":
        return b""
    return answer[: _HEAD_BYTES + 1 + int.from_bytes(answer[_HEAD_BYTES + 1 : _DESCRIBED])]


class RowReads:
    """See the module. In the gateway's loop."""

    def __init__(self, engine: ReadEngine, sessions: Sessions) -> None:
        self._engine, self._sessions = engine, sessions
        self._known: dict[tuple[str, str], _Known] = {}

    async def one(
        self, caller: Caller, request: Request, name: str, key: Sequence[bytes], query: Query, numbers: Numbers
    ) -> Response:
        """The row with that key; 404 where there is none. Raises HttpFault."""
        view = views.find(self._engine, caller.user, name)
        sql = views.one_row(view, views.columns_of(view, dict(query).get("columns")))
        views.check_key(view, key)
        _check_names(query, view, ())
        for again in range(_TRIES):
            tag = self._tag(caller, view, numbers)
            if tag is not None and _has(request, tag):
                return Response(None, 304, self._headers(view, tag))
            async with self._sessions.run(caller, sql, key, kept=True, numbers=numbers) as rows:
                found = await rows.all()
            still = self._still(caller, view, numbers, tag)
            if still is not None or tag is None or again == _TRIES - 1:
                break
        if not found:
            raise HttpFault(404, f"view {name} has no row with that key", headers=self._headers(view, None))
        return Response(rows.columns.object(found[0]), 200, self._headers(view, still), JSON)

    async def page(self, caller: Caller, request: Request, name: str, query: Query, numbers: Numbers) -> Response:
        """{"rows": […], "next": address of the next page, or null}."""
        view = views.find(self._engine, caller.user, name)
        ask, limit = views.page(view, query)
        tag = self._tag(caller, view, numbers)
        if tag is not None and _has(request, tag):
            return Response(None, 304, self._headers(view, tag))
        async with self._sessions.run(caller, ask.sql, ask.values, numbers=numbers) as rows:
            found = await rows.all()
            shown = found[:limit]
            following = None if len(found) <= limit else _next(request, view, rows, shown[-1], query)
            body = b'{"rows":[%b],"next":%b}' % (await joined(rows.columns.object, shown, b","), json.dumps(following).encode())
        return Response(body, 200, self._headers(view, self._still(caller, view, numbers, tag)), JSON)

    async def count(self, caller: Caller, name: str, query: Query) -> Response:
        """{"count": n}."""
        view = views.find(self._engine, caller.user, name)
        ask = views.count(view, query)
        async with self._sessions.run(caller, ask.sql, ask.values) as rows:
            (row,) = await rows.all()
        return Response(b'{"count":%b}' % (cells(row)[0] or b""), 200, self._headers(view, None), JSON)

    async def lookup(self, caller: Caller, name: str, body: Mapping[str, Any], query: Query, numbers: Numbers) -> Response:
        """{"rows": […]}: for each of body["keys"], in their order, the row or null; all of one version."""
        view = views.find(self._engine, caller.user, name)
        sql = views.one_row(view, views.columns_of(view, dict(query).get("columns")))
        keys = [_key(view, key) for key in _keys(body)]
        client = self._sessions.take(caller)
        try:
            client.ask_each(sql, keys)
            rows, found = Rows(client, numbers), list[bytes | None]()
            async for block in rows.each():
                found += block
            write = rows.columns.object
            shown = await joined(lambda row: write(row) if row else b"null", [row or b"" for row in found], b",")
        finally:
            self._sessions.give_back(caller, client)
        return Response(b'{"rows":[%b]}' % shown, 200, self._headers(view, None), JSON)

    def at_once(self, client: Inside, user: str, name: str, key: Sequence[bytes]) -> bytes | None:
        """The end of the head, and the body, of what one() answers without parameters; None where it would have to wait.

        Raises what one() does.
        """
        version = self._engine.store.views().get(name)
        if version is None:
            return None
        known = self._known.get((user, name))
        if known is None or known.version != version.version or known.generation != self._engine.generation:
            known = self._know(user, name, version.version)
        if len(key) != known.parts or not known.told:
            return None
        client.ask(known.sql, key, kept=True)
        data = client.whole()
        if known.columns is None or not data.startswith(known.prefix):
            known.prefix = _prefix_of(data)
            known.columns = columns(known.prefix[_DESCRIBED:], "json") if known.prefix else None
            return None
        at = len(known.prefix)
        row = data[at + _HEAD_BYTES : -len(_ONE_ROW)]
        whole = data.endswith(_ONE_ROW) and int.from_bytes(data[at + 1 : at + _HEAD_BYTES]) == len(row) + 4
        if not whole or self._engine.store.views().get(name) is not version:
            return None
        body = known.columns.object(row)
        staleness = self._staleness(known, name)
        return b"%btidegate-staleness: %b\r\ncontent-length: %d\r\n\r\n%b" % (known.head, staleness, len(body), body)

    def _know(self, user: str, name: str, version: int) -> _Known:
        view = views.find(self._engine, user, name)
        if len(self._known) >= _KNOWN_MAX:
            self._known.clear()
        tag = self._tag(Caller(user), view, "json")
        headers = {**self._headers(view, tag), "Content-Type": JSON}
        headers.pop("Tidegate-Staleness", None)
        head = "".join(f"{name.lower()}: {value}\r\n" for name, value in headers.items()).encode()
        made = _Known(version, self._engine.generation, views.one_row(view, "*"), len(view.schema.key), head, told=tag is not None)
        self._known[user, name] = made
        return made

    def _staleness(self, known: _Known, name: str) -> bytes:
        now_s = time.monotonic()
        if now_s - known.looked_s > _STALENESS_KEPT_S:
            known.looked_s, known.staleness = now_s, b"%.3f" % staleness_s(self._engine, name)
        return known.staleness

    # -------------------------------------------------------------------------------------------------------------- version

    def _tag(self, caller: Caller, view: ViewEntry, numbers: Numbers) -> str | None:
        """Of what would be answered now; None where it is not known, or a version is asked for, which may fail."""
        place = place_of(self._engine, view)
        found = self._engine.store.views().get(view.name)
        if not place or caller.settings or found is None:
            return None
        who = hashlib.blake2b(f"{found.view_id}\0{self._engine.generation}\0{numbers}".encode(), digest_size=6).hexdigest()
        return f'"{place["version"]}-{who}"'

    def _still(self, caller: Caller, view: ViewEntry, numbers: Numbers, tag: str | None) -> str | None:
        """The tag, if no other version has come while the rows were read."""
        return tag if tag is not None and self._tag(caller, view, numbers) == tag else None

    def _headers(self, view: ViewEntry, tag: str | None) -> dict[str, str]:
        headers = {"Cache-Control": "no-cache", "Vary": "Authorization"}
        if tag is not None:
            place = place_of(self._engine, view)
            headers |= {
                "ETag": tag,
                "Tidegate-Version": tag[1:].partition("-")[0],
                "Tidegate-Staleness": f"{place['staleness']:.3f}",
            }
        return headers


def _has(request: Request, tag: str) -> bool:
    """Does the client have it already?"""
    known = request.headers.get("if-none-match", "")
    return tag in (item.strip().removeprefix("W/") for item in known.split(","))


def _check_names(query: Query, view: ViewEntry, more: Sequence[str]) -> None:
    for name, _ in query:
        if name not in ("columns", "numbers", "read_version", "min_version", "max_staleness", *more):
            raise HttpFault(400, f'"{name}" is no parameter of a row of view {view.name}')


def _keys(body: Mapping[str, Any]) -> list[Any]:
    keys = body.get("keys")
    if not isinstance(keys, list) or body.keys() - {"keys"}:
        raise HttpFault(400, 'the body has to be {"keys": [[…], …]}')
    if len(keys) > views.KEYS_MAX:
        raise HttpFault(400, f"a lookup may have {views.KEYS_MAX} keys, not {len(keys)}")
    return keys


def _key(view: ViewEntry, given: Any) -> tuple[bytes | None, ...]:
    parts = given if isinstance(given, list) else [given]
    views.check_key(view, parts)
    return tuple(map(views.literal, parts))


def _next(request: Request, view: ViewEntry, rows: Rows, last: bytes, query: Query) -> str:
    at = dict(zip(rows.columns.names, cells(last), strict=True))
    kept = [(name, value) for name, value in query if name != "after"]
    return f"{request.url.path}?{urlencode([*kept, ('after', views.mark(at, view.schema.key))])}"
