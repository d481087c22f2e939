"""A connection's outgoing half: messages are gathered and written at once; who sends much waits for the client to take it."""

from __future__ import annotations

import asyncio
from typing import Final

from gateway.contract.cancel import CancelToken
from gateway.errors import ClientLeft

#: Gathered bytes beyond this are handed to the transport while a result is still being made.
FLUSH_BYTES: Final = 1 << 16


class TransportOutput:
    """Output over an asyncio transport. Bytes for a connection that is gone are thrown away."""

    __slots__ = ("_gathered", "_lost", "_size", "_transport", "_waiter", "paused")

    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self._transport = transport
        self._gathered: list[bytes] = []
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None
        self._lost = False
        self.paused = False

    @property
    def gathers(self) -> bool:
        """Is there something that the transport does not have yet?"""
        return bool(self._gathered)

    def to(self, transport: asyncio.WriteTransport) -> None:
        """From now on by another transport."""
        self.flush()
        self._transport = transport

    def write(self, data: bytes) -> None:
        """See Output."""
        self._gathered.append(data)
        self._size += len(data)
        if self._size >= FLUSH_BYTES:
            self.flush()

    def flush(self) -> None:
        """Hand everything gathered to the transport."""
        if self._gathered:
            data = self._gathered[0] if len(self._gathered) == 1 else b"".join(self._gathered)
            self._gathered = []
            self._size = 0
            if not self._lost:
                self._transport.write(data)

    async def drain(self, token: CancelToken) -> None:
        """See Output. Gathered bytes wait on while they are few; a cancelled query does not wait for its client.

        Raises ClientLeft (57P01) where the client is gone.
        """
        token.check()
        if self._lost:
            raise ClientLeft("connection to client lost")
        if not self.paused:
            return
        self._waiter = asyncio.get_running_loop().create_future()
        token.on_cancel(self.wake)
        try:
            await self._waiter
        finally:
            self._waiter = None
        token.check()

    def pause(self) -> None:
        """The transport holds too much."""
        self.paused = True

    def resume(self) -> None:
        """The transport holds little again."""
        self.paused = False
        self.wake()

    def lose(self) -> None:
        """There is nobody to write to any more."""
        self._lost = True
        self._gathered = []
        self._size = 0
        self.resume()

    def wake(self) -> None:
        """Whoever waits looks again."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
