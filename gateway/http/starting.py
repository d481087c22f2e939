"""What a node answers over HTTP while it starts: it is alive, it is not ready and so far, and to everything else "later"."""

from __future__ import annotations

import asyncio
import json

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gateway.errors import CannotConnectNow
from gateway.http import health
from gateway.http.media import JSON
from gateway.http.openapi import document
from gateway.http.problems import problem_for
from statestore.node import Store


class Starting:
    """An ASGI application, until there is gateway.http.api.Api. *store* may be one that is not open yet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        headers = Headers(scope=scope)
        response = await self._answered(scope["path"], headers) if scope["method"] in ("GET", "HEAD") else _later(headers)
        await response(scope, receive, send)

    async def _answered(self, path: str, headers: Headers) -> Response:
        match path:
            case "/livez":
                return alive()
            case "/readyz":
                return ready(await asyncio.to_thread(health.starting, self._store))
            case "/openapi.json":
                return Response(json.dumps(document()), media_type=JSON)
        return _later(headers)


def alive() -> Response:
    """To /livez: whoever can answer is."""
    return Response("ok\n", media_type="text/plain")


def ready(found: health.Readiness) -> Response:
    """To /readyz."""
    return Response(json.dumps(found.body()), 200 if found.reason is None else 503, media_type=JSON)


def _later(headers: Headers) -> Response:
    return problem_for(headers, CannotConnectNow("the database system is starting up", hint="GET /readyz says how far it is."))
