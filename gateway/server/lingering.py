"""The end of a connection that the server ends: what it was told last must reach the client, and be heard.

libpq takes an error for one only while it waits for an answer: what comes together with the end of the answer before goes to its
notice processor, and then there is nothing but a closed connection. So whoever has just been answered is told when it asks next, or
when it has been silent for QUIET_S; by then it has read the answer.

A socket that is closed with unread bytes is reset, and a reset may overtake what was sent before it: a client that asks in the
moment in which it is told that the server stops would hear "connection reset" in place of 57P01. So the sending half is closed
first, what still comes is thrown away, and the rest follows when the client has gone, or after a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

#: A client that is busy asks next within this; one that is not reads the answer, and what comes later when it asks.
QUIET_S: Final = 0.25
#: A client that has something under way has heard of it by then; one that is idle looks when it asks next.
LINGER_S: Final = 0.5


class Lingering(asyncio.Transport, asyncio.Protocol):
    """Towards the connection a transport that is closing, towards the socket a protocol that hears nothing."""

    def __init__(
        self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, lost: Callable[[Exception | None], None]
    ) -> None:
        """*transport* can write an EOF, and does; *lost* is called when it is gone."""
        super().__init__()
        self._transport, self._lost = transport, lost
        transport.set_protocol(self)
        transport.resume_reading()
        transport.write_eof()
        self._timer = loop.call_later(LINGER_S, transport.close)

    # ----------------------------------------------------------------------------------------------- the socket's protocol

    def data_received(self, data: bytes) -> None:
        """Nobody listens."""

    def eof_received(self) -> bool:
        """The client has gone too."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._timer.cancel()
        self._lost(exc)

    # ------------------------------------------------------------------------------------------- the connection's transport

    def is_closing(self) -> bool:
        """See asyncio."""
        return True

    def write(self, data: Any) -> None:
        """All has been said."""

    def close(self) -> None:
        """It is being closed."""

    def abort(self) -> None:
        """See asyncio."""
        self._transport.abort()

    def pause_reading(self) -> None:
        """Nothing is kept that would have to be limited."""

    def resume_reading(self) -> None:
        """See pause_reading()."""
