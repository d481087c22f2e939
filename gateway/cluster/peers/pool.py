"""Connections to one peer: so many at most, kept for a while when nobody uses them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from gateway.cluster.credentials import Credentials
from gateway.cluster.peers.connection import PeerConnection, connect
from gateway.config import Address
from gateway.errors import PeerUnreachable


@dataclass(frozen=True, slots=True)
class Lent:
    """A connection for one query; *reused* if it was made for an earlier one."""

    connection: PeerConnection
    reused: bool


class PeerPool:
    """Not for several event loops."""

    def __init__(
        self, address: Address, credentials: Credentials, connections_max: int, idle_s: float, connect_timeout_s: float
    ) -> None:
        self._address, self._credentials = address, credentials
        self._idle_s, self._connect_timeout_s = idle_s, connect_timeout_s
        self._places = asyncio.Semaphore(connections_max)
        #: The one used last is at the end, with the time since when it is idle.
        self._idle: deque[tuple[PeerConnection, float]] = deque()
        self._lent: set[PeerConnection] = set()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> int:
        """Connections that nobody uses."""
        return len(self._idle)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Lent]:
        """A connection for a with block, once there is a place. Raises PeerUnreachable; may be cancelled."""
        async with self._places:
            lent = self._take() or Lent(await self._connect(), reused=False)
            self._lent.add(lent.connection)
            try:
                yield lent
            finally:
                self._lent.discard(lent.connection)
                self._give_back(lent.connection)

    def close(self) -> None:
        """Close all, also those in use."""
        if self._timer is not None:
            self._timer.cancel()
        for connection in (*self._lent, *(c for c, _ in self._idle)):
            connection.close()
        self._idle.clear()

    def _take(self) -> Lent | None:
        while self._idle:
            connection, _ = self._idle.pop()
            if connection.usable:
                return Lent(connection, reused=True)
            connection.close()
        return None

    async def _connect(self) -> PeerConnection:
        try:
            async with asyncio.timeout(self._connect_timeout_s):
                return await connect(self._address, self._credentials)
        except TimeoutError:
            raise PeerUnreachable(f"it does not accept connections within {self._connect_timeout_s:g} s") from None

    def _give_back(self, connection: PeerConnection) -> None:
        if not connection.usable:
            connection.close()
            return
        loop = asyncio.get_running_loop()
        self._idle.append((connection, loop.time()))
        if self._timer is None:
            self._timer = loop.call_later(self._idle_s, self._expire)

    def _expire(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._idle and self._idle[0][1] <= loop.time() - self._idle_s:
            self._idle.popleft()[0].close()
        if self._idle:
            self._timer = loop.call_at(self._idle[0][1] + self._idle_s, self._expire)
