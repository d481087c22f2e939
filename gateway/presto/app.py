"""The HTTP side: Trino's client protocol on buenavista's contract, models and headers, as an application of FastAPI.

    POST   /v1/statement                              a statement; the answer's first page
    GET    /v1/statement/executing/{id}/{slug}/{n}    the next page
    DELETE /v1/statement/executing/{id}/{slug}/{n}    cancel
    GET    /v1/info, /v1/status                       is it there?

buenavista's own routes (buenavista.http.main) are not used: see gateway/DESIGN.md, "Presto". Errors of a statement come with
status 200, as Trino's do; those of a request with 400, 401, 403, 404, 410, 413, 503.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from buenavista.http.context import Headers
from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from gateway.access.access import Access, Client
from gateway.access.hba import ClientOrigin
from gateway.errors import AccessDenied, InvalidPassword, TooManyConnections
from gateway.http.login import CredentialsNeeded, HttpCredentials, admit, credentials
from gateway.http.protocol import certificate_of
from gateway.presto import answers as a
from gateway.presto.failures import failure
from gateway.presto.headers import asked
from gateway.presto.options import PrestoOptions
from gateway.presto.queries import PageGone, PrestoQuery, Queries
from gateway.presto.session import PrestoResult
from gateway.presto.statements import PrestoStatements, SessionUpdate
from gateway.presto.types import TrinoType
from gateway.presto.values import boolean
from gateway.sqlstate import KNOWN_ERRORS, KnownError, report
from planner.parse.limits import STATEMENT_BYTES_MAX

#: What clients take us for, where they ask: protocol and headers of about that time.
NODE_VERSION: Final = "480"
_CHALLENGE: Final = {"WWW-Authenticate": 'Basic realm="Tidegate"'}
_JSON: Final = "application/json"


class StatementTooLarge(Exception):
    """A statement beyond what is taken."""


class Front:
    """Handlers of one server. In its loop."""

    def __init__(self, statements: PrestoStatements, access: Access, options: PrestoOptions) -> None:
        self._statements, self._access, self._options = statements, access, options
        self.queries = Queries(options)
        self._began_s = time.monotonic()

    async def info(self) -> Response:
        """GET /v1/info."""
        uptime = f"{(time.monotonic() - self._began_s) / 60:.2f}m"
        version = {"version": NODE_VERSION}
        return JSONResponse(
            {"nodeVersion": version, "environment": "tidegate", "coordinator": True, "starting": False, "uptime": uptime}
        )

    async def statement(self, request: Request) -> Response:
        """POST /v1/statement."""
        headers = Headers(request)
        address, port = (request.client.host, request.client.port) if request.client else ("", -1)
        try:
            told = credentials(str(headers.get("User") or ""), request.headers.get("authorization", ""))
            await self._admit(told, _client(request, address))
            text = await _body(request)
            self.queries.check_room()
        except InvalidPassword as error:
            await asyncio.sleep(self._access.options.failed_login_delay_s)
            return PlainTextResponse(error.message, 401, _CHALLENGE)
        except CredentialsNeeded as error:
            return PlainTextResponse(error.message, 401, _CHALLENGE)
        except AccessDenied as error:
            return PlainTextResponse(error.message, 403)
        except TooManyConnections as error:
            return PlainTextResponse(error.message, 503, {"Retry-After": "1"})
        except StatementTooLarge:
            return PlainTextResponse(f"a statement may have {STATEMENT_BYTES_MAX} bytes", 413)
        except UnicodeDecodeError:
            return PlainTextResponse("a statement is UTF-8", 400)
        base = str(request.base_url)
        return await self._answer(headers, told, text, base, (address, port))

    async def _admit(self, told: HttpCredentials, client: Client) -> None:
        await self._statements.in_loop(admit(self._access, told, client))

    async def _answer(self, headers: Headers, told: HttpCredentials, text: str, base: str, peer: tuple[str, int]) -> Response:
        try:
            session = asked(headers, told.user)
            outcome = await self._statements.run(text, session, *peer)
        except KNOWN_ERRORS as error:
            return self._failed(error, text, base)
        if isinstance(outcome, SessionUpdate):
            return self._changed(outcome, headers, base)
        return await self._paged(outcome, text, base)

    def _failed(self, error: KnownError, text: str, base: str) -> Response:
        found = failure(report(error), text)
        return _json(a.PrestoAnswer(id=_no_id(), info_uri=f"{base}v1/info", stats=a.stats("FAILED", 0, 0), error=found))

    def _changed(self, change: SessionUpdate, headers: Headers, base: str) -> Response:
        for name, value in change.headers.items():
            headers.set(name, value)
        columns = a.columns([("result", _RESULT)])
        answer = a.PrestoAnswer(
            id=_no_id(),
            info_uri=f"{base}v1/info",
            stats=a.stats("FINISHED", 0, 1),
            columns=columns,
            data=[[True]],
            update_type=change.update_type,
        )
        return Response(answer.encode(), media_type=_JSON, headers=headers.write)

    async def _paged(self, result: PrestoResult, text: str, base: str) -> Response:
        query = PrestoQuery(result, text, base, self._options.poll_s)
        self.queries.add(query.id, query, self._options.abandoned_s)
        data = await query.page(0)
        if query.done:
            self.queries.forget(query.id)
        return Response(data, media_type=_JSON)

    async def next_page(self, query_id: str, slug: str, number: int) -> Response:
        """GET …/{n}."""
        try:
            query = self.queries.find(query_id, slug)
            self.queries.keep(query)
            data = await query.page(number)
        except PageGone:
            return PlainTextResponse("there is no such page", 410)
        self.queries.keep(query)
        return Response(data, media_type=_JSON)

    async def cancel(self, query_id: str, slug: str) -> Response:
        """DELETE …/{n}."""
        try:
            self.queries.forget(self.queries.find(query_id, slug).id)
        except PageGone:
            return PlainTextResponse("there is no such query", 404)
        return Response(status_code=204)

    def clear(self) -> None:
        """The server stops."""
        self.queries.clear()
        self._statements.transactions.clear()


_RESULT: Final = TrinoType("boolean", boolean, a.BOOL)


def _client(request: Request, address: str) -> Client:
    certificate = certificate_of(request)
    return Client(ClientOrigin(address, encrypted=request.url.scheme == "https"), certificate.name, certificate.shown)


async def _body(request: Request) -> str:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > STATEMENT_BYTES_MAX:
            raise StatementTooLarge
        parts.append(part)
    return b"".join(parts).decode()


def _no_id() -> str:
    """Of what is over as soon as it is told."""
    return time.strftime("%Y%m%d_%H%M%S_00000_tidegate", time.gmtime())


def _json(answer: a.PrestoAnswer) -> Response:
    return Response(answer.encode(), media_type=_JSON)


def application(front: Front) -> FastAPI:
    """The routes."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    pages = "/v1/statement/executing/{query_id}/{slug}/{number:int}"
    app.add_api_route("/v1/info", front.info, methods=["GET"])
    app.add_api_route("/v1/status", front.info, methods=["GET", "HEAD"])
    app.add_api_route("/v1/statement", front.statement, methods=["POST"])
    app.add_api_route(pages, front.next_page, methods=["GET"])
    app.add_api_route(pages, front.cancel, methods=["DELETE"])
    return app
