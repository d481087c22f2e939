"""The HTTP server in a thread and event loop of its own, so that parsing requests and writing JSON never hold up the gateway's.

What it runs, it runs in the gateway's loop, as sessions like any other (session.py). No request holds a thread while it waits.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Final

import uvicorn

from gateway.access.options import AccessOptions
from gateway.access.tls import TlsFiles
from gateway.config import Address
from gateway.http.listening import configuration, listening_socket
from gateway.http.protocol import ALPN, HttpPatience
from gateway.presto.app import Front, application
from gateway.presto.options import PrestoOptions
from gateway.presto.session import PrestoConnection
from gateway.presto.statements import PrestoStatements
from gateway.server.shared import Shared

_LAST_TURNS: Final = 10
_STOP_S: Final = 10.0


class PrestoServer:
    """A server that listens from start() to stop(). Raises OSError if the address cannot be had, UnusableFile for certificates."""

    def __init__(
        self, shared: Shared, address: Address, options: PrestoOptions, access: AccessOptions, *, reserved: bool = False
    ) -> None:
        self._shared, self._options, self._host = shared, options, address.host
        self._tls = None if options.tls == "off" else TlsFiles.of(access, alpn=ALPN)
        self._socket = listening_socket(address, reserved=reserved)
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._run, name="presto", daemon=True)
        self._server: uvicorn.Server

    @property
    def encrypted(self) -> bool:
        """Does it speak HTTPS?"""
        return self._tls is not None

    async def start(self) -> None:
        """Begin to serve. In the gateway's loop."""
        statements = PrestoStatements(PrestoConnection(self._shared, self._options), self._shared.loop, self._options)
        self._front = Front(statements, self._shared.access, self._options)
        options = self._options
        patience = HttpPatience(
            head_s=options.request_timeout_s, body_s=options.body_timeout_s, next_s=options.keep_alive_s,
            write_s=self._shared.options.client_write_timeout_s, connections_max=options.connections_max,
        )  # fmt: skip
        config = configuration(application(self._front), self._host, options.hosts, patience, self._tls, "presto")
        self._server = uvicorn.Server(config)
        self._thread.start()

    async def stop(self) -> None:
        """Stop serving; what is under way is given up."""
        self._server.should_exit = True
        await asyncio.to_thread(self._thread.join, _STOP_S)
        self._socket.close()

    def _run(self) -> None:
        # Not uvloop's: it cannot be closed (EBUSY) while a connection that was aborted last is on its way out.
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        try:
            await self._server.serve(sockets=[self._socket])
        finally:
            self._front.clear()
            await self._hang_up()

    async def _hang_up(self) -> None:
        """End connections that uvicorn has left, or not seen yet, and let the loop close their sockets."""
        for _ in range(_LAST_TURNS):
            for connection in list(self._server.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0)
