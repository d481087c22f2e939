"""A peer that misbehaves: it greets like a node and then sends what a test says, or nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pyarrow as pa

from gateway.codecs.copy_formats import END_OF_STREAM, copy_data
from gateway.config import Address
from gateway.wire import writer as w

GREETING = w.AUTHENTICATION_OK + w.parameter_status("server_version", "15.18") + w.backend_key_data(1, b"1234") + w.READY["I"]
BATCH = pa.record_batch({"n": pa.array([1, 2, 3], pa.int64()), "s": pa.array(["a", "b", None])})
SCHEMA_MESSAGE = copy_data(BATCH.schema.serialize())
BATCH_MESSAGE = copy_data(BATCH.serialize())
END_MESSAGE = copy_data(END_OF_STREAM)
COPY_OUT = w.copy_out_response(2, 1)


def done(rows: int) -> bytes:
    """The end of a COPY of so many rows."""
    return w.COPY_DONE + w.command_complete(f"COPY {rows}") + w.READY["I"]


GOOD = COPY_OUT + SCHEMA_MESSAGE + BATCH_MESSAGE + BATCH_MESSAGE + END_MESSAGE + done(6)

#: What a peer does once it has been asked something: the reader and writer of its connection.
Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class FakePeer:
    """*connections* counts those that came; *closed* is set once one of them was closed by the other side."""

    def __init__(self, behave: Behaviour, *, greets: bool = True) -> None:
        self.connections = 0
        self.closed = asyncio.Event()
        self._behave, self._greets = behave, greets
        self.address: Address

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        self.connections += 1
        try:
            await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
            if self._greets:
                writer.write(GREETING)
            while self._greets:
                await read_query(reader)
                await self._behave(reader, writer)
            await reader.read()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.closed.set()
            writer.close()


async def read_query(reader: asyncio.StreamReader) -> str:
    """The next Query message's SQL; IncompleteReadError when the other side leaves."""
    head = await reader.readexactly(5)
    payload = await reader.readexactly(int.from_bytes(head[1:]) - 4)
    if head[:1] != b"Q":
        raise asyncio.IncompleteReadError(b"", 1)
    return payload[:-1].decode()


def sends(*answers: bytes, then_closes: bool = False) -> Behaviour:
    """Answers with *answers*, one for each question, the last one also for those that follow."""
    left = list(answers)

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(left.pop(0) if len(left) > 1 else left[0])
        await writer.drain()
        if then_closes:
            writer.close()
            raise ConnectionResetError

    return behave


@asynccontextmanager
async def fake_peer(behave: Behaviour, *, greets: bool = True) -> AsyncIterator[FakePeer]:
    """A listening peer."""
    peer = FakePeer(behave, greets=greets)
    server = await asyncio.start_server(peer.serve, "127.0.0.1", 0)
    peer.address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
    try:
        yield peer
    finally:
        server.close()


def deaf_address() -> tuple[socket.socket, Address]:
    """A socket that is bound and does not listen: connections are refused."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    return bound, Address("127.0.0.1", bound.getsockname()[1])
