"""A link to something that is no honest node: whatever it says, each read is given up once, and nothing wrong is handed on."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from gateway.cluster.forwarding import link as forward_link
from gateway.cluster.forwarding.link import Link
from gateway.config import Address
from gateway.contract.remote import RemoteRead, RemoteStatement
from gateway.wire import writer as w
from tests.gateway.serving import message
from tests.plugins.scale import seed_for

DESCRIPTION = w.parameter_description([20]) + w.row_description([])
STATEMENT = RemoteStatement("points", "SELECT", (20,), DESCRIPTION, (), timed=False)
GREETING = w.AUTHENTICATION_OK + w.parameter_status("server_version", "15.18") + w.backend_key_data(1, b"four") + w.READY["I"]
PREPARED = w.PARSE_COMPLETE + DESCRIPTION + w.READY["I"]
ROW = w.data_row([b"text", None])
BODY = ROW + w.command_complete("SELECT 1")
ANSWER = w.BIND_COMPLETE + BODY + w.READY["I"]
SERVED = w.parameter_status("tidegate.served", "7@70@0123456789abcdef points")
#: What SERVED says.
NEWEST = (7, 70, "0123456789abcdef")


class Reads:
    """A LinkUser that writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[RemoteRead, bytes | None, tuple[int, int, str] | None]] = []
        self.news = asyncio.Event()

    def answered(self, read: RemoteRead, body: bytes, served: tuple[int, int, str] | None) -> None:
        self.heard.append((read, body, served))
        self.news.set()

    def unanswered(self, read: RemoteRead, *, lost: bool) -> None:
        self.heard.append((read, None, None))
        self.news.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.heard) < count:
                self.news.clear()
                await self.news.wait()


Says = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


def says(*pieces: bytes) -> Says:
    """Greets and prepares as a node does, then says *pieces* one by one, and closes."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await greet(reader, writer)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
        writer.close()

    return talk


async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
    writer.write(GREETING)
    for _ in range(3):
        await one(reader)
    writer.write(PREPARED)
    for _ in range(3):
        await one(reader)


async def one(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(int.from_bytes(head[1:]) - 4)


async def asked(talk: Says, reads: int = 1) -> list[tuple[bytes | None, tuple[int, int, str] | None]]:
    """What a link to it says of so many reads; every read is heard of once, in order where it was answered."""

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            await talk(reader, writer)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        ended.set()

    ended = asyncio.Event()
    server = await asyncio.start_server(served, "127.0.0.1", 0)
    closed: list[str] = []
    user = Reads()
    link = Link(Address("127.0.0.1", server.sockets[0].getsockname()[1]), (), user, lambda _, cause: closed.append(cause))
    sent = [RemoteRead(STATEMENT, 0, b"\0\0\0\0\0\0") for _ in range(reads)]
    for read in sent:
        link.send(read)
    await user.until(reads)
    await asyncio.sleep(0.01)
    link.close("the test is over")
    await ended.wait()
    server.close()
    await server.wait_closed()
    assert sorted(map(id, (read for read, *_ in user.heard))) == sorted(map(id, sent))
    assert len(closed) == 1
    return [(body, version) for _, body, version in user.heard]


def test_answers_in_any_pieces() -> None:
    seed = seed_for("forward link")
    rng = random.Random(seed)
    missing = w.BIND_COMPLETE + w.command_complete("SELECT 0") + w.READY["I"]
    refusal = w.BIND_COMPLETE + w.error_response(w.Report("ERROR", "55000", "not held")) + w.READY["I"]
    late = w.BIND_COMPLETE + ROW + w.error_response(w.Report("ERROR", "XX001", "damaged")) + w.READY["I"]
    for _ in range(5):
        data = ANSWER + SERVED + ANSWER + missing + refusal + late + w.notice_response(w.Report("WARNING", "01000", "x")) + ANSWER
        cuts = sorted(rng.sample(range(1, len(data)), 12))
        pieces = [data[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        heard = asyncio.run(asked(says(*pieces), reads=6))
        empty = w.command_complete("SELECT 0")
        assert heard == [(BODY, None), (BODY, NEWEST), (empty, NEWEST), (None, None), (None, None), (BODY, NEWEST)]


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        bytes(100),
        b"D" + (2**31).to_bytes(4),
        b"D\0\0\0\3",
        ANSWER[:-1],
        ANSWER[:20],
        message("S", b"tidegate.served\0many points\0") + ANSWER,
        message("S", b"tidegate.served\0\xff\0") + ANSWER,
        w.READY["I"],
        BODY + w.READY["I"],
        w.BIND_COMPLETE + w.READY["I"],
        w.BIND_COMPLETE + ROW + w.READY["I"],
    ],
)
def test_garbage_is_no_answer(garbage: bytes) -> None:
    assert asyncio.run(asked(says(garbage))) == [(None, None)]


def test_answers_that_nobody_asked_for() -> None:
    assert asyncio.run(asked(says(ANSWER + ANSWER + ANSWER))) == [(BODY, None)]


def test_a_statement_that_means_something_else_there() -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
        writer.write(GREETING)
        for _ in range(3):
            await one(reader)
        writer.write(w.PARSE_COMPLETE + w.parameter_description([23]) + w.row_description([]) + w.READY["I"])
        await reader.read()

    assert asyncio.run(asked(other, reads=3)) == [(None, None)] * 3


def test_silence_after_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start-up, before the statement is ready, and after it."""
    monkeypatch.setattr(forward_link, "WATCH_S", 0.01)
    monkeypatch.setattr(forward_link, "CONNECT_TIMEOUT_S", 0.05)

    async def nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async def greeting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
        writer.write(GREETING)
        await reader.read()

    async def preparation(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await greet(reader, writer)
        await reader.read()

    for talk in (nothing, greeting, preparation):
        assert asyncio.run(asked(talk, reads=2)) == [(None, None)] * 2


def test_nobody_there() -> None:
    async def refused() -> list[bytes | None]:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        user = Reads()
        link = Link(Address("127.0.0.1", port), (), user, lambda *_: None)
        link.send(RemoteRead(STATEMENT, 0, b"\0\0\0\0\0\0"))
        await user.until(1)
        assert link.closed
        return [body for _, body, _ in user.heard]

    assert asyncio.run(refused()) == [None]
