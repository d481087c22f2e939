"""What is asked by which path. docs/rest.md is the guide, openapi.py the contract.

    GET  /livez /readyz                                   for anybody
    GET  /                                                the status page: for who may log in, and all that follows
    GET  /status /metrics
    OPTIONS *
    GET  /v1/views, /v1/views/{view}                      what there is
    GET  /v1/views/{view}/rows/{key…}                     one row
    GET  /v1/views/{view}/rows?…, …/count?…               a page of rows; how many
    POST /v1/views/{view}/rows:lookup                     rows by up to KEYS_MAX keys, of one version
    GET  /v1/views/{view}/changes?from=…                  what changes, as it does
    GET  /v1/metadata, /v1/metadata/views/{view}[/keys/{key…}]     nodes; shards and who holds them; where a key is
    POST /v1/query                                        any statement that SQL has

Paths are taken apart before they are decoded, so a key or a name may hold any character, "/" as %2F among them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway import tidegate_version
from gateway.access.access import Client
from gateway.access.hba import ClientOrigin
from gateway.catalog.state import ViewEntry
from gateway.engine.engine import ReadEngine
from gateway.errors import AccessDenied, InvalidPassword
from gateway.http import health, views
from gateway.http.changes import answer_changes
from gateway.http.compression import compressed
from gateway.http.inside import Caller
from gateway.http.login import CredentialsNeeded, admit, credentials
from gateway.http.media import JSON
from gateway.http.metrics import CONTENT_TYPE
from gateway.http.openapi import document
from gateway.http.options import HttpOptions
from gateway.http.page import is_file, page_file
from gateway.http.problems import KNOWN_ERRORS, HttpFault, problem_for
from gateway.http.protocol import certificate_of, login_of
from gateway.http.query import answer_query
from gateway.http.rows import RowRequests, check_names, numbers_of, query_of
from gateway.http.scrape import NodeMetrics
from gateway.http.sessions import Sessions
from gateway.http.siblings import AllMetrics
from gateway.http.standing import NodePlace, standing, unsent_bytes
from gateway.http.starting import alive, ready
from gateway.http.values import joined
from gateway.server.shared import Shared

_DEFAULT_USER: Final = "tidegate"
_OF_QUERY: Final = views.SETTINGS | {"numbers"}
_NODES: Final = "SELECT * FROM tidegate.nodes ORDER BY name"
_VIEWS: Final = "SELECT * FROM tidegate.views ORDER BY name"
_SHARDS: Final = "SELECT * FROM tidegate.shards WHERE view = $1 ORDER BY shard"
_SHARD_OF: Final = "SELECT s.* FROM tidegate.shards s WHERE s.view = $1 AND s.shard = tidegate.shard_for_key($1, {}) AND {}"


class Api:
    """An ASGI application. In the gateway's loop."""

    def __init__(
        self,
        engine: ReadEngine,
        shared: Shared,
        options: HttpOptions,
        sessions: Sessions,
        metrics: NodeMetrics | AllMetrics,
        place: NodePlace,
    ) -> None:
        self._engine, self._shared, self._place = engine, shared, place
        self._sessions, self._metrics = sessions, metrics
        self.limit(options)
        self._rows = RowRequests(engine, sessions)

    def limit(self, options: HttpOptions) -> None:
        """From the next request on."""
        self._options = self._sessions.options = options
        self._metrics.limit(options.ready_lag_max_s)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        request = Request(scope, receive)
        try:
            response = await self._answered(request)
        except InvalidPassword as error:
            await asyncio.sleep(self._shared.access.options.failed_login_delay_s)
            response = problem_for(request.headers, error)
        except KNOWN_ERRORS as error:
            response = problem_for(request.headers, error)
        except ClientDisconnect:
            return
        await compressed(response, request)(scope, receive, send)

    async def _answered(self, request: Request) -> Response:
        raw: bytes = request.scope["raw_path"]
        parts = [unquote_to_bytes(part) for part in raw.split(b"/")[1:]]
        method = "GET" if request.method == "HEAD" else request.method
        match method, [part.decode("utf-8", "replace") for part in parts]:
            case "GET", ["livez"]:
                return alive()
            case "GET", ["readyz"]:
                return ready(await self._readiness())
            case "GET", ["openapi.json"]:
                return _json(document())
            case "OPTIONS", []:  # of *: every path has at least one part
                return Response(None, 204, {"Allow": "GET, HEAD, OPTIONS, POST"})
        caller = await self._admitted(request)
        query = query_of(request.scope["query_string"])
        match method, [part.decode("utf-8", "replace") for part in parts]:
            case "GET", [""] | ["page", _] if (file := page_file(raw, request.headers)) is not None:
                return file
            case "GET", ["metrics"]:
                return Response(await self._metrics.text(caller.user), media_type=CONTENT_TYPE)
            case "GET", ["status"]:
                return await self._status(caller)
            case "GET", ["v1", "views"]:
                check_names(query)
                return await self._listed(caller, "views", _VIEWS)
            case "GET", ["v1", "views", view]:
                check_names(query)
                return self._view(caller, view)
            case "GET", ["v1", "views", view, "rows"]:
                page = self._rows.page(self._with_settings(caller, query), request, view, query, numbers_of(query))
                return await _while_there(request, page)
            case "GET", ["v1", "views", view, "rows", *_]:
                asking = self._with_settings(caller, query)
                return await self._rows.one(asking, request, view, parts[4:], query, numbers_of(query))
            case "GET", ["v1", "views", view, "count"]:
                return await _while_there(request, self._rows.count(self._with_settings(caller, query), request, view, query))
            case "GET", ["v1", "views", view, "changes"]:
                asking = self._with_settings(caller, query)
                answer = answer_changes(self._engine, self._sessions, asking, request, view, query, numbers_of(query))
                return await _while_there(request, answer)
            case "POST", ["v1", "views", view, "rows:lookup"]:
                check_names(query, views.OF_ROWS)
                body = await self._body(request)
                return await self._rows.lookup(self._with_settings(caller, query), view, body, query, numbers_of(query))
            case "GET", ["v1", "metadata"]:
                check_names(query)
                return await self._listed(caller, "nodes", _NODES)
            case "GET", ["v1", "metadata", "views", view]:
                check_names(query)
                return await self._shards(caller, view, _SHARDS, ())
            case "GET", ["v1", "metadata", "views", view, "keys", *_]:
                check_names(query)
                return await self._where(caller, view, parts[5:])
            case "POST", ["v1", "query"]:
                check_names(query, _OF_QUERY)
                body = await self._body(request)
                asking = self._with_settings(caller, query)
                answer = answer_query(self._sessions, asking, body, request.headers, numbers_of(query))
                return await _while_there(request, answer)
            case _, known if allowed := _allowed(raw, known):
                raise HttpFault(405, f"{request.method} is not for this path", headers={"Allow": allowed})
        raise HttpFault(404, "there is nothing here", hint="GET /openapi.json says what there is.")

    # -------------------------------------------------------------------------------------------------------------- asking

    async def _admitted(self, request: Request) -> Caller:
        """Who asks. Raises AccessDenied, InvalidPassword."""
        address, port = (request.client.host, request.client.port) if request.client else ("", -1)
        certificate, given = certificate_of(request), request.headers.get("authorization", "")
        login = login_of(request)
        if login.user is not None and login.authorization == given:
            login.admitted = login.heads
            return Caller(login.user, address, port)
        user = "" if given else certificate.name or _DEFAULT_USER
        told = credentials(user, given)
        if self._shared.access.is_peer(told.user):
            raise AccessDenied("nodes do not ask over HTTP")
        origin = ClientOrigin(address, encrypted=request.url.scheme == "https")
        try:
            await admit(self._shared.access, told, Client(origin, certificate.name, certificate.shown))
        except AccessDenied as error:
            if given or certificate.name:
                raise
            raise CredentialsNeeded(error.message, hint=error.hint) from error
        login.user, login.authorization, login.admitted = told.user, given, login.heads
        return Caller(told.user, address, port)

    @staticmethod
    def _with_settings(caller: Caller, query: list[tuple[str, str]]) -> Caller:
        """Raises HttpFault for what asks for nothing: in a setting it is no bound."""
        given = [(name, value) for name, value in query if name in views.SETTINGS]
        for name, value in given:
            if not value.strip() or (name == "read_version" and not value.strip(" 0")):
                raise HttpFault(400, f"{name}: {'no version' if value else 'nothing'} is asked for")
        settings = tuple((f"tidegate.{name}", value) for name, value in given)
        return Caller(caller.user, caller.address, -1, settings)

    async def _body(self, request: Request) -> Mapping[str, Any]:
        """A JSON object. Raises HttpFault."""
        given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if given != JSON:
            # A form of another site's page cannot send this type without being asked for permission first.
            raise HttpFault(415, f"the body has to be {JSON}")
        parts, size = [], 0
        self._check_size(int(request.headers.get("content-length", 0)))
        async for part in request.stream():
            size += len(part)
            self._check_size(size)
            parts.append(part)
        try:
            found = json.loads(b"".join(parts), parse_float=views.Written, parse_int=_integer, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise HttpFault(400, f"the body is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise HttpFault(400, "the body has to be an object")
        return found

    def _check_size(self, size: int) -> None:
        """Of a body that has come so far, or claims it. Raises HttpFault."""
        if size > self._options.body_bytes_max:
            raise HttpFault(413, f"a body may have {self._options.body_bytes_max} bytes (body_bytes_max in section [http])")

    # ----------------------------------------------------------------------------------------------------------- answering

    async def _readiness(self) -> health.Readiness:
        """In a thread: to look at thousands of views takes a while."""
        return await asyncio.to_thread(health.readiness, self._engine, self._shared, self._options.ready_lag_max_s)

    async def _status(self, caller: Caller) -> Response:
        found, unsent = await self._readiness(), unsent_bytes(self._shared)
        connections = len(self._shared.registry.connections)
        head = {"version": tidegate_version(), "ready": found.reason is None, "reason": found.reason, "connections": connections}
        head |= await asyncio.to_thread(standing, self._engine, self._shared, self._place, unsent)
        views_, nodes = await self._objects(caller, _VIEWS), await self._objects(caller, _NODES)
        return Response(json.dumps(head)[:-1].encode() + b',"views":' + views_ + b',"nodes":' + nodes + b"}", media_type=JSON)

    async def _listed(self, caller: Caller, name: str, sql: str) -> Response:
        return Response(b'{"%b":%b}' % (name.encode(), await self._objects(caller, sql)), media_type=JSON)

    async def _objects(self, caller: Caller, sql: str, *values: bytes) -> bytes:
        async with self._sessions.run(caller, sql, values) as rows:
            found = await rows.all()
            return b"[" + await joined(rows.columns.object, found, b",") + b"]"

    def _view(self, caller: Caller, name: str) -> Response:
        view = views.find_any(self._engine, caller.user, name)
        place = health.place_of(self._engine, view) if isinstance(view, ViewEntry) else {}
        return _json({**views.described(view), **place})

    async def _shards(self, caller: Caller, name: str, sql: str, values: tuple[bytes, ...]) -> Response:
        view = views.find(self._engine, caller.user, name)
        head = json.dumps({"view": name, "shardKey": list(view.schema.shard_key)})[:-1].encode()
        shards = await self._objects(caller, sql, name.encode(), *values)
        return Response(head + b',"shards":' + shards + b"}", media_type=JSON)

    async def _where(self, caller: Caller, name: str, parts: list[bytes]) -> Response:
        view = views.find(self._engine, caller.user, name)
        views.check_key(view, parts)
        at = {column: f"${i}" for i, column in enumerate(view.schema.key, 2)}
        marks = ", ".join(f"{at[column]}::text" for column in view.schema.shard_key)
        types = {column.name: column.type.pg.name for column in view.relation.columns}
        checks = " AND ".join(f"{mark}::text::{types[column]} IS NOT NULL" for column, mark in at.items())
        return await self._shards(caller, name, _SHARD_OF.format(marks, checks), tuple(parts))


async def _while_there(request: Request, answer: Coroutine[Any, Any, Response]) -> Response:
    """An answer that may take long, given up when its client leaves. Raises ClientDisconnect."""
    answering, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise ClientDisconnect
        return answering.result()
    finally:
        leaving.cancel()
        answering.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError as error:
        raise ValueError(f"an integer of {len(digits)} digits is none of its numbers; write it as a string") from error


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is none of its numbers; write it as a string")


def _json(body: Any) -> Response:
    return Response(json.dumps(body, ensure_ascii=False), media_type=JSON)


def _allowed(raw: bytes, parts: list[str]) -> str:
    """The methods of a path, "" for one that there is not."""
    match parts:
        case ["v1", "query"] | ["v1", "views", _, "rows:lookup"]:
            return "POST"
        case (
            ["livez" | "readyz" | "status" | "metrics" | "openapi.json"]
            | ["v1", "views" | "metadata"]
            | ["v1", "views", _]
            | ["v1", "views", _, "count" | "changes"]
            | ["v1", "views", _, "rows", *_]
            | ["v1", "metadata", "views", _]
            | ["v1", "metadata", "views", _, "keys", *_]
        ):
            return "GET, HEAD"
    return "GET, HEAD" if is_file(raw) else ""
