"""Something at a node's address that is not that node: it speaks as much of the protocol as a test wants it to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import uvloop

from gateway.cluster.membership.status import NodeStatus
from gateway.wire import writer as w
from tests.gateway.fake_peer import GREETING, read_query

#: What it does with a connection, from the first byte on.
Conduct = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def heartbeat(text: str) -> bytes:
    """The answer to SHOW tidegate.heartbeat."""
    column = w.FieldDescription("tidegate.heartbeat", 0, 0, 25, -1, -1, 0)
    return w.row_description([column]) + w.data_row([text.encode()]) + w.command_complete("SHOW") + w.READY["I"]


async def says_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Accepts, and never answers."""
    await reader.read()


async def greets_only(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Lets others log in, and answers nothing that they ask."""
    await _startup(reader)
    writer.write(GREETING)
    await reader.read()


async def hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Accepts and closes."""


async def babbles(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Is no Postgres server at all."""
    writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()
    await reader.read()


def claims(status: NodeStatus | str, fragment: bytes = b"") -> Conduct:
    """Answers heartbeats with *status*, and everything else with *fragment*; hangs up after that."""
    text = status if isinstance(status, str) else status.to_json()

    async def conduct(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _startup(reader)
        writer.write(GREETING)
        while "tidegate.heartbeat" in await read_query(reader):
            writer.write(heartbeat(text))
        writer.write(fragment)
        await writer.drain()

    return conduct


async def _startup(reader: asyncio.StreamReader) -> None:
    await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)


@contextmanager
def impostor(port: int, conduct: Conduct) -> Iterator[None]:
    """Listens on the port of 127.0.0.1, in a thread of its own, for the time of a with block."""
    loop = uvloop.new_event_loop()  # asyncio's own (3.11) never closes a socket that it accepted just before its server was closed
    thread = threading.Thread(target=loop.run_forever, name="impostor")
    thread.start()
    open_writers: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_writers.add(writer)
        try:
            await conduct(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            open_writers.discard(writer)
            writer.close()

    async def stop(server: asyncio.Server) -> None:
        server.close()
        while len(asyncio.all_tasks()) > 1:
            for writer in list(open_writers):
                writer.transport.abort()
            await asyncio.sleep(0.01)

    try:
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(serve, "127.0.0.1", port), loop).result(10)
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(stop(server), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
