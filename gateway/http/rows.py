"""Rows of a view as JSON: one by its key, those of many keys at one version, pages in the order of the key, and how many.

An answer is of one version. Its ETag is that version (and what was asked of it), so whoever has it asks again for nothing:
304 while the version is the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response

from gateway.catalog.state import ViewEntry
from gateway.engine.engine import ReadEngine
from gateway.http import views
from gateway.http.inside import Caller
from gateway.http.media import JSON
from gateway.http.negotiation import has
from gateway.http.problems import HttpFault
from gateway.http.sessions import Rows, Sessions
from gateway.http.tags import Tag, Tags
from gateway.http.values import Numbers, cells, joined

#: How often a row is read again because another version came meanwhile, so that the answer can say which one it is.
_TRIES: Final = 5
_FIELDS_MAX: Final = 100
#: Parameters of which there is one; conditions may be several.
_SINGLE: Final = views.OF_ROWS | {"limit", "after", "from", "wait"}
Query = Sequence[tuple[str, str]]


class RowRequests:
    """See the module. In the gateway's loop."""

    def __init__(self, engine: ReadEngine, sessions: Sessions) -> None:
        self._engine, self._sessions, self._tags = engine, sessions, Tags(engine)

    async def one(
        self, caller: Caller, request: Request, name: str, key: Sequence[bytes], query: Query, numbers: Numbers
    ) -> Response:
        """The row with that key; 404 where there is none. Raises HttpFault."""
        view = views.find(self._engine, caller.user, name)
        sql = views.one_row(view, views.columns_of(view, dict(query).get("columns")))
        views.check_key(view, key)
        check_names(query, views.OF_ROWS)
        for again in range(_TRIES):
            tag = self._tags.of(caller, view, numbers)
            async with self._sessions.run(caller, sql, key, kept=True, numbers=numbers) as rows:
                found = await rows.all()
            still = self._tags.still(caller, view, numbers, tag)
            if still is not None or tag is None or again == _TRIES - 1:
                break
        if not found:
            raise missing(name, self._tags.headers(None))
        return self._answered(request, still, rows.columns.object(found[0]))

    async def page(self, caller: Caller, request: Request, name: str, query: Query, numbers: Numbers) -> Response:
        """{"rows": […], "next": address of the next page, or null}."""
        view = views.find(self._engine, caller.user, name)
        ask, limit = views.page(view, query)
        tag = self._tags.of(caller, view, numbers)
        is_known = has(request.headers, tag.name if tag else None)
        # Of who has the page one row is read: whether it could be answered, as what a tag says nothing of.
        async with self._sessions.run(caller, ask.sql, ask.values, numbers=numbers, rows_max=int(is_known)) as rows:
            found = await rows.all()
            if is_known:
                return self._answered(request, tag, b"")
            shown = found[:limit]
            following = None if len(found) <= limit else _next(request, view, rows, shown[-1], query)
            body = b'{"rows":[%b],"next":%b}' % (await joined(rows.columns.object, shown, b","), json.dumps(following).encode())
        return self._answered(request, self._tags.still(caller, view, numbers, tag), body)

    async def count(self, caller: Caller, request: Request, name: str, query: Query) -> Response:
        """{"count": n}."""
        view = views.find(self._engine, caller.user, name)
        ask = views.count(view, query)
        tag = self._tags.of(caller, view, "json")
        async with self._sessions.run(caller, ask.sql, ask.values) as rows:
            (row,) = await rows.all()
        body = b'{"count":%b}' % (cells(row)[0] or b"")
        return self._answered(request, self._tags.still(caller, view, "json", tag), body)

    async def lookup(self, caller: Caller, name: str, body: Mapping[str, Any], query: Query, numbers: Numbers) -> Response:
        """{"rows": […]}: for each of body["keys"], in their order, the row or null; all of one version."""
        view = views.find(self._engine, caller.user, name)
        sql = views.one_row(view, views.columns_of(view, dict(query).get("columns")))
        keys = [_key(view, key) for key in _keys(body)]
        tag = self._tags.of(caller, view, numbers)
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
        headers = self._tags.headers(self._tags.still(caller, view, numbers, tag))
        headers.pop("ETag", None)  # it is for who GETs again
        return Response(b'{"rows":[%b]}' % shown, 200, headers, JSON)

    def _answered(self, request: Request, tag: Tag | None, body: bytes) -> Response:
        headers = self._tags.headers(tag)
        if has(request.headers, tag.name if tag else None):
            return Response(None, 304, headers)
        return Response(body, 200, headers, JSON)


def missing(name: str, headers: Mapping[str, str]) -> HttpFault:
    """There is no row."""
    return HttpFault(404, f"view {name} has no row with that key", headers=headers)


def query_of(raw: bytes) -> list[tuple[str, str]]:
    """The parameters of a request. Raises HttpFault."""
    try:
        found = parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, strict_parsing=bool(raw), errors="strict", max_num_fields=_FIELDS_MAX
        )
    except ValueError as error:
        raise HttpFault(400, f"the query string cannot be read: {error}") from error
    given = [name for name, _ in found if name in _SINGLE]
    if len(given) > len(set(given)):
        raise HttpFault(400, f'"{max(given, key=given.count)}" is given more than once')
    return found


def numbers_of(query: Query) -> Numbers:
    """How int8 and numeric are written. Raises HttpFault."""
    given = dict(query).get("numbers", "json")
    if given == "json":
        return "json"
    if given == "string":
        return "string"
    raise HttpFault(400, "numbers: json or string")


def check_names(query: Query, known: frozenset[str] = frozenset()) -> None:
    """Raises HttpFault for a parameter that a request does not have."""
    for name, _ in query:
        if name not in known:
            raise HttpFault(400, f'"{name}" is no parameter of this request')


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
    return f"{request.scope['raw_path'].decode()}?{urlencode([*kept, ('after', views.mark(at, view.schema.key))])}"
