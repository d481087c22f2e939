"""The listening server: start, drain, close; and how many files and sockets its process may have open."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from gateway.access.access import Access
from gateway.contract.engine import Engine
from gateway.replication.slots import Slots
from gateway.server.connection import Connection
from gateway.server.options import ServerOptions
from gateway.server.registry import Numbers, Registry
from gateway.server.shared import Shared
from gateway.session.options import SessionOptions
from statestore.node.open_files import allow_open_files

_BACKLOG: Final = 1_024


class Server:
    """A server that accepts connections until drained or closed."""

    def __init__(self, listening: asyncio.Server, shared: Shared) -> None:
        self._listening = listening
        self._shared = shared
        self.port: int = listening.sockets[0].getsockname()[1]

    @property
    def shared(self) -> Shared:
        """What its sessions share."""
        return self._shared

    @property
    def registry(self) -> Registry:
        """Its sessions."""
        return self._shared.registry

    @property
    def connections(self) -> int:
        """Connections at the moment."""
        return len(self._shared.registry.connections)

    async def drain(self, timeout_s: float, hurry: asyncio.Event | None = None) -> None:
        """Accept nobody new, let idle sessions go, wait for the others; after *timeout_s*, or when *hurry* is set, end them."""
        self._shared.draining = True
        self._listening.close()
        for connection in list(self._shared.registry.connections):
            connection.leave()
        await self._empty(timeout_s, hurry)
        await self.close()

    async def close(self) -> None:
        """End all sessions now (57P01) and wait until they are gone."""
        self._shared.draining = True
        self._listening.close()
        for connection in list(self._shared.registry.connections):
            connection.terminate()
        await self._empty(self._shared.options.close_timeout_s)
        await self._shared.runtime.finish()
        if self._shared.slots is not None:
            self._shared.slots.save()

    async def _empty(self, timeout_s: float, hurry: asyncio.Event | None = None) -> None:
        """Wait until there is no connection, at most so long, and until *hurry* is set."""
        hurried = asyncio.ensure_future((hurry or asyncio.Event()).wait())
        awaited: list[asyncio.Future[Any]] = [self._shared.registry.when_empty(), hurried]
        try:
            await asyncio.wait(awaited, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        finally:
            hurried.cancel()


async def serve(
    engine: Engine,
    host: str,
    port: int,
    options: ServerOptions | None = None,
    numbers: Numbers | None = None,
    access: Access | None = None,
    limits: SessionOptions | None = None,
    slots: Slots | None = None,
) -> Server:
    """Listen on *host*:*port* (0: any free one) in the running event loop. Raises OSError if that cannot be had.

    With *numbers* the port is shared with other processes, whose sessions have other numbers. Without *access* the options' trust
    says who may come in. *limits* are those of each session; *slots* those of replication, which
    there is none of without.
    """
    loop = asyncio.get_running_loop()
    shared = Shared(engine, options or ServerOptions(), loop, numbers, access, limits or SessionOptions(), slots)
    shares = True if numbers else None
    listening = await loop.create_server(lambda: Connection(shared), host, port, backlog=_BACKLOG, reuse_port=shares)
    return Server(listening, shared)


# --------------------------------------------------------------------------------------------------------- descriptors
# As many as the system lets the process have open, not as few as shells start it with: every connection is a descriptor, and so
# is every file of the store. Without them accept() fails; clients then see resets.

#: For the store's files, the loop, the log.
OTHERS: Final = 1_024

_log = logging.getLogger("tidegate")


def allow_descriptors(connections: int) -> None:
    """Raise the soft limit to the hard one; say so if that is too few for so many connections."""
    most = allow_open_files()
    if most < connections + OTHERS:
        _log.warning(
            "%d connections may be open at a time and only %d files: raise the limit (ulimit -n) or lower connections_max",
            connections,
            most,
        )
