"""A connection without a socket: bytes are handed to it, what it writes is kept, the loop runs until it has nothing to do."""

from __future__ import annotations

import asyncio
from typing import Any

from gateway.server.connection import Connection
from gateway.server.options import ServerOptions
from gateway.server.shared import Shared
from tests.gateway.serving import startup

TURNS_MAX = 100_000


class MemoryTransport(asyncio.Transport):
    """What a connection writes; with *taking* False the client takes nothing and the transport fills up."""

    def __init__(self, peer: str = "127.0.0.1") -> None:
        super().__init__()
        self.written = b""
        self.closed = False
        self.reading = True
        self.taking = True
        self._peer = peer
        self._high = 0
        self._held = 0
        self.held_max = 0
        self.connection: Connection

    def write(self, data: Any) -> None:
        assert not self.closed or not data
        self.written += bytes(data)
        if not self.taking:
            was_over = self._held > self._high
            self._held += len(data)
            self.held_max = max(self.held_max, self._held)
            if self._held > self._high and not was_over:
                self.connection.pause_writing()

    def take(self) -> None:
        """The client takes everything."""
        over, self._held = self._held > self._high, 0
        if over:
            self.connection.resume_writing()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = high or 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self._peer, 5000) if name == "peername" else default

    def is_closing(self) -> bool:
        return self.closed

    def can_write_eof(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Wired:
    """A connection, its loop and transport. *hot* False takes the hot path away."""

    def __init__(self, engine: Any, *, hot: bool = True, options: ServerOptions | None = None, peer: str = "127.0.0.1") -> None:
        self.loop = asyncio.new_event_loop()
        self.shared = Shared(engine, options or ServerOptions(), self.loop)
        self.connection, self.transport = self.another(peer)
        self._hot = hot

    def another(self, peer: str = "127.0.0.1") -> tuple[Connection, MemoryTransport]:
        """One more connection of the same server."""
        connection, transport = Connection(self.shared), MemoryTransport(peer)
        transport.connection = connection
        connection.connection_made(transport)
        return connection, transport

    def __enter__(self) -> Wired:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.transport.closed:
            self.transport.close()
        self.connection.connection_lost(None)
        self.run()
        self.loop.run_until_complete(self.shared.runtime.finish())
        self.loop.close()

    def open(self, opening: bytes | None = None) -> Wired:
        """Start a session and forget the greeting."""
        self.feed(opening or startup())
        self.transport.written = b""
        return self

    def feed(self, data: bytes) -> bytes:
        """Hand over bytes; what has been written when nothing is left to do."""
        before = len(self.transport.written)
        if not self._hot:
            self.connection._hot = None
        if not self.transport.closed:
            self.connection.data_received(data)
        self.run()
        return self.transport.written[before:]

    def run(self) -> None:
        """Turn the loop until the connection has nothing to do (or waits for something that only a test can bring)."""
        for _ in range(TURNS_MAX):
            ready = len(self.loop._ready)  # type: ignore[attr-defined]
            if not ready:
                return
            self.turn()
        raise AssertionError("the connection never comes to rest")

    def turn(self) -> None:
        """One turn of the loop."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()
