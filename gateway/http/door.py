"""The HTTP server of a node, in the gateway's own event loop: what it is asked in a moment needs no other thread.

That it answers is therefore a sign that the gateway does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from gateway.access.options import AccessOptions
from gateway.access.tls import TlsFiles
from gateway.config import Address
from gateway.engine.engine import ReadEngine
from gateway.http.api import Api
from gateway.http.hot import HotRows
from gateway.http.listening import configuration, listening_socket
from gateway.http.options import HttpOptions
from gateway.http.protocol import ALPN, HttpPatience
from gateway.http.scrape import NodeMetrics
from gateway.http.sessions import Sessions
from gateway.http.siblings import AllMetrics
from gateway.server.shared import Shared

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
        self,
        engine: ReadEngine,
        shared: Shared,
        address: Address,
        options: HttpOptions,
        access: AccessOptions,
        metrics: NodeMetrics | AllMetrics,
        *,
        reserved: bool = False,
    ) -> None:
        self._shared, self._options, self._address = shared, options, address
        self._tls = None if options.tls == "off" else TlsFiles.of(access, alpn=ALPN)
        self._socket = listening_socket(address, reserved=reserved)
        self.port: int = self._socket.getsockname()[1]
        self._sessions = Sessions(shared, options)
        self._api = Api(engine, shared, options, self._sessions, metrics)
        self._task: asyncio.Task[None]
        self._server: uvicorn.Server

    @property
    def encrypted(self) -> bool:
        """Does it speak HTTPS?"""
        return self._tls is not None

    def start(self) -> None:
        """Begin to serve."""
        options = self._options
        patience = HttpPatience(
            head_s=options.request_timeout_s, body_s=options.body_timeout_s, next_s=options.keep_alive_s,
            write_s=self._shared.options.client_write_timeout_s, connections_max=options.connections_max,
        )  # fmt: skip
        own = {"rows": self._api.rows, "shared": self._shared}
        config = configuration(self._api, self._address.host, options.hosts, patience, self._tls, "http", HotRows, **own)
        self._server = _Uvicorn(config)
        self._task = self._shared.loop.create_task(self._server.serve(sockets=[self._socket]))
        scheme = "https" if self.encrypted else "http"
        _log.info("HTTP on %s://%s", scheme, Address(self._address.host, self.port))

    async def stop(self) -> None:
        """Stop serving; what is under way is given up after a moment."""
        self._server.should_exit = True
        await self._task
        self._sessions.close()
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()
        self._socket.close()
