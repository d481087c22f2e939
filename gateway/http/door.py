"""The HTTP server of a node, in the gateway's own event loop: what it is asked in a moment needs no other thread.

That it answers is therefore a sign that the gateway does. It listens before the store is opened, and says how far that is
(starting.py); from serve() on it answers everything (api.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.access.options import AccessOptions
from gateway.access.tls import TlsFiles
from gateway.config import Address
from gateway.engine.engine import ReadEngine
from gateway.http.api import Api
from gateway.http.hot import HotRows
from gateway.http.listening import configuration, listening_socket
from gateway.http.options import HttpOptions
from gateway.http.points import PointReads
from gateway.http.protocol import ALPN, HttpPatience
from gateway.http.scrape import NodeMetrics
from gateway.http.sessions import Sessions
from gateway.http.siblings import AllMetrics
from gateway.http.standing import NodePlace
from gateway.http.starting import Starting
from gateway.server.shared import Shared
from statestore.node import Store

_log = logging.getLogger("tidegate")


class _Uvicorn(uvicorn.Server):
    """The node's own signals are the node's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """See uvicorn.Server."""
        yield


class HttpServer:
    """A server that listens from start() to stop(). Raises OSError if the address cannot be had, UnusableFile for certificates."""

    def __init__(
        self, address: Address, options: HttpOptions, access: AccessOptions, write_timeout_s: float, *, reserved: bool = False
    ) -> None:
        """*write_timeout_s* is how long a client may be slow to take an answer; *reserved*: a parent keeps the port."""
        self._options, self._address, self._write_timeout_s = options, address, write_timeout_s
        self._tls = None if options.tls == "off" else TlsFiles.of(access, alpn=ALPN)
        self._api: Api | None = None
        self._sessions: Sessions | None = None
        self._socket = listening_socket(address, reserved=reserved)
        self.port: int = self._socket.getsockname()[1]
        self._app: ASGIApp
        self._config: uvicorn.Config
        self._server: uvicorn.Server
        self._task: asyncio.Task[None] | None = None

    @property
    def encrypted(self) -> bool:
        """Does it speak HTTPS?"""
        return self._tls is not None

    def start(self, store: Store) -> None:
        """Begin to answer, in the running event loop: how far *store* is."""
        self._app = Starting(store)
        self._config = configuration(
            self._answer, self._address.host, self._options.hosts, self._patience, self._tls, "http", HotRows
        )
        self._server = _Uvicorn(self._config)
        self._task = asyncio.get_running_loop().create_task(self._server.serve(sockets=[self._socket]))
        scheme = "https" if self.encrypted else "http"
        _log.info("HTTP on %s://%s", scheme, Address(self._address.host, self.port))

    def serve(self, engine: ReadEngine, shared: Shared, metrics: NodeMetrics | AllMetrics, place: NodePlace) -> None:
        """Answer everything from now on."""
        self._sessions = Sessions(shared, self._options)
        self._app = self._api = Api(engine, shared, self._options, self._sessions, metrics, place)
        # Connections that there are already are of this class, too, and nobody has been let in on one yet.
        connections = self._config.http_protocol_class
        connections.points = PointReads(engine, self._sessions)  # type: ignore[attr-defined]
        connections.shared = shared  # type: ignore[attr-defined]

    def limit(self, options: HttpOptions, write_timeout_s: float) -> None:
        """From now on these limits hold; the address and TLS are those of the start."""
        self._options, self._write_timeout_s = options, write_timeout_s
        self._config.http_protocol_class.patience = self._patience  # type: ignore[attr-defined]
        self._config.limit_concurrency = options.connections_max + 1
        if self._api is not None:
            self._api.limit(options)

    async def stop(self) -> None:
        """Stop serving; what is under way is given up after a moment. May be called twice."""
        task, self._task = self._task, None
        if task is None:
            return
        self._server.should_exit = True
        await task
        if self._sessions is not None:
            self._sessions.close()
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()
        self._socket.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    @property
    def _patience(self) -> HttpPatience:
        options = self._options
        return HttpPatience(
            head_s=options.request_timeout_s, body_s=options.body_timeout_s, next_s=options.keep_alive_s,
            write_s=self._write_timeout_s, connections_max=options.connections_max,
        )  # fmt: skip
