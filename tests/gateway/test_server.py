"""What the server owes its clients besides answers: bounded memory, cancelling, timeouts, leaving in order."""

from __future__ import annotations

import asyncio
import threading
from struct import pack
from typing import Any

import pytest

from gateway.contract.engine import RowChunk
from gateway.server.options import ServerOptions
from tests.gateway.fake_engine import CHUNK_ROWS, FakeEngine
from tests.gateway.serving import (
    FLUSH,
    SYNC,
    TERMINATE,
    RawClient,
    bind,
    describe,
    error_fields,
    execute,
    message,
    parse,
    query,
    serving,
    shown,
    split,
    startup,
)
from tests.gateway.wired import Wired
from tests.plugins.cluster import wait_until

BIG = "SELECT n FROM generate_series(1, 100000) AS n"
SMALL_BUFFERS = ServerOptions(write_high_bytes=20_000, write_low_bytes=5_000, read_ahead_bytes=1_000)
CANCEL_REQUEST = 80877102
#: One for each connection that was there before.
TURNS_UNTIL_ANOTHER_IS_SERVED = 2


def _key(greeting: bytes) -> bytes:
    return next(payload for kind, payload in split(greeting) if kind == "K")


def test_a_slow_client_makes_its_own_query_wait() -> None:
    engine = FakeEngine()
    with Wired(engine, options=SMALL_BUFFERS).open() as wired:
        wired.transport.taking = False
        wired.feed(query(BIG))
        row_bytes = 20
        assert wired.transport.held_max < SMALL_BUFFERS.write_high_bytes + 2 * (1 << 16) + CHUNK_ROWS * row_bytes
        taken = 0
        while not wired.transport.written.endswith(b"Z\0\0\0\x05I"):
            wired.transport.take()
            wired.run()
            taken += 1
        assert taken > 10
        assert f"SELECT {100_000}" in shown(wired.transport.written)[-2]


def test_small_answers_wait_for_a_slow_client_too() -> None:
    """Thousands of pipelined queries of a client that reads nothing are not answered ahead of it."""
    with Wired(FakeEngine(), options=SMALL_BUFFERS).open() as wired:
        wired.transport.taking = False
        for _ in range(200):
            if wired.transport.reading:
                wired.feed(query("SELECT 1") * 20)
        assert not wired.transport.reading
        assert wired.transport.held_max < 2 * SMALL_BUFFERS.write_high_bytes
        assert wired.connection._conversation.buffered_bytes < 10 * SMALL_BUFFERS.read_ahead_bytes
        while not wired.transport.reading or wired.connection._conversation.buffered_bytes:
            wired.transport.take()
            wired.run()


ROWS_TO_COME = parse("", "SELECT 1 FROM slow") + describe("S", "")
RUN = bind("", "") + execute()
SERIES = "SELECT n FROM generate_series(1, 101) AS n"


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        pytest.param(query("SELECT 1 FROM slow"), [], id="columns leave with the rows"),
        pytest.param(ROWS_TO_COME + RUN + SYNC, [], id="as do all answers before them"),
        pytest.param(ROWS_TO_COME + FLUSH + RUN + SYNC, ["ParseComplete", "Parameters", "Columns"], id="but not before a Flush"),
        pytest.param(parse("", "SELECT 1") + SYNC + ROWS_TO_COME + RUN, ["ParseComplete", "Ready"], id="nor before a Sync"),
        pytest.param(query("SELECT 1") + query("SELECT 1 FROM slow"), ["Columns", "Row", "SELECT 1", "Ready"], id="nor of a Query"),
        pytest.param(query(SERIES) + query("SELECT 1 FROM slow"), ["Columns", *["Row"] * 101, "SELECT 101"], id="that took"),
    ],
)
def test_what_leaves_while_a_query_has_no_rows_yet(sent: bytes, answered: list[str]) -> None:
    """As from PostgreSQL: what nobody waits for waits for more, up to the rows."""
    with Wired(FakeEngine(), hot=False).open() as wired:
        found = shown(wired.feed(sent))
        assert len(found) >= len(answered) if answered else not found
        assert [line[: len(begun)] for line, begun in zip(found, answered, strict=False)] == answered


def test_reading_goes_on_while_a_query_runs_but_not_without_end() -> None:
    with Wired(FakeEngine(), options=SMALL_BUFFERS).open() as wired:
        wired.feed(query("SELECT 1 FROM slow"))
        wired.feed(query("SELECT 1"))
        assert wired.transport.reading
        wired.feed(query("SELECT 1") * 100)
        assert not wired.transport.reading


def test_other_clients_are_served_while_one_sends_a_lot() -> None:
    with Wired(FakeEngine()).open() as wired:
        other, transport = wired.another()
        other.data_received(startup())
        wired.connection.data_received(query("SELECT 1") * 5000)
        other.data_received(query("SELECT 2"))
        for _ in range(TURNS_UNTIL_ANOTHER_IS_SERVED):
            wired.turn()
        assert shown(transport.written)[-2:] == ["SELECT 1", "Ready I"]
        assert len(split(wired.transport.written)) < 5000
        wired.run()
        assert len(split(wired.transport.written)) == 5000 * 4


@pytest.mark.parametrize("what", [query("SELECT 1 FROM slow"), query(BIG)])
def test_a_client_that_leaves_cancels_its_query(what: bytes) -> None:
    engine = FakeEngine()
    with Wired(engine, options=SMALL_BUFFERS).open() as wired:
        wired.transport.taking = False
        wired.feed(what)
        wired.transport.closed = True
        wired.connection.connection_lost(ConnectionResetError())
        wired.run()
        assert engine.waiting == 0
        assert engine.streams
        assert all(stream.closed for stream in engine.streams)
        assert not wired.shared.registry.connections


def test_a_client_that_leaves_gives_its_portals_back() -> None:
    engine = FakeEngine()
    with Wired(engine).open() as wired:
        wired.feed(query("BEGIN") + query(f"DECLARE c CURSOR FOR {BIG}") + query("FETCH 3 FROM c"))
        wired.feed(parse("", BIG) + bind("p", "") + execute("p", 5) + SYNC)
        assert [stream.closed for stream in engine.streams] == [False, False]
        wired.feed(TERMINATE)
    assert all(stream.closed for stream in engine.streams)


def test_portals_are_given_back_when_they_end() -> None:
    engine = FakeEngine()
    with Wired(engine).open() as wired:
        for ending in ("COMMIT", "ROLLBACK", "SELECT nope", "CLOSE ALL"):
            wired.feed(query("BEGIN") + query(f"DECLARE c CURSOR FOR {BIG}") + query(ending))
            assert all(stream.closed for stream in engine.streams), ending
            wired.feed(query("ROLLBACK"))
        wired.feed(parse("", BIG) + bind("", "") + execute("", 5) + bind("", "") + execute("", 5) + SYNC)
        assert all(stream.closed for stream in engine.streams)


def test_a_cancel_request_cancels_and_the_session_goes_on() -> None:
    engine = FakeEngine()
    with serving(engine) as thread, RawClient(thread.server.port, startup()) as client:
        key = _key(client.greeting)
        client.send(query("SELECT 1 FROM slow"))
        wait_until(lambda: engine.waiting == 1, 30, "the query runs")
        for wrong in (pack("!I", 99) + key[4:], key[:4] + bytes(4)):
            with RawClient(thread.server.port) as other:
                other.send(pack("!II", 16, CANCEL_REQUEST) + wrong)
                assert other.rest() == b""
        with RawClient(thread.server.port) as other:
            other.send(pack("!II", 16, CANCEL_REQUEST) + key)
            assert other.rest() == b""
        assert shown(client.until_ready()) == [
            "Columns ['?column?']",
            "ERROR 57014: canceling statement due to user request",
            "Ready I",
        ]
        assert client.ask(query("SELECT 1"))[-1] == "Ready I"


def test_a_cancel_request_of_an_idle_session_does_nothing() -> None:
    with Wired(FakeEngine()) as wired:
        key = _key(wired.feed(startup()))
        other, transport = wired.another()
        other.data_received(pack("!II", 16, CANCEL_REQUEST) + key)
        assert (transport.closed, transport.written) == (True, b"")
        assert shown(wired.feed(query("SELECT 1")))[-1] == "Ready I"


@pytest.mark.parametrize("what", [query("SELECT 1 FROM slow"), parse("", "SELECT 1 FROM slow") + bind("", "") + execute() + SYNC])
def test_statement_timeout(what: bytes) -> None:
    with serving(FakeEngine()) as thread, RawClient(thread.server.port, startup(statement_timeout="30ms")) as client:
        assert "ERROR 57014: canceling statement due to statement timeout" in client.ask(what)
        assert client.ask(query("BEGIN"))[-1] == "Ready T"
        assert client.ask(what)[-1] == "Ready E"


@pytest.mark.parametrize(
    ("name", "before", "code"),
    [
        ("idle_session_timeout", query("SELECT v FROM kv WHERE k = 1") * 3, "57P05"),
        ("idle_in_transaction_session_timeout", query("BEGIN"), "25P03"),
        ("idle_in_transaction_session_timeout", query("BEGIN") + query("SELECT nope"), "25P03"),
    ],
)
def test_idle_sessions_end(name: str, before: bytes, code: str) -> None:
    with serving(FakeEngine()) as thread, RawClient(thread.server.port, startup()) as client:
        client.send(query(f"SET {name} = '30ms'") + before)
        assert _farewell(_last(client.rest())) == f"E FATAL {code}"


def _last(data: bytes) -> bytes:
    kind, payload = split(data)[-1]
    return message(kind, payload)


def test_other_idle_sessions_stay() -> None:
    with serving(FakeEngine()) as thread:
        opening = startup("tester", "tidegate", 196608, idle_in_transaction_session_timeout="20ms")
        with RawClient(thread.server.port, opening) as stays, RawClient(thread.server.port, startup()) as leaves:
            leaves.send(query("SET idle_session_timeout = '40ms'"))
            leaves.rest()
            assert stays.ask(query("SELECT 1"))[-1] == "Ready I"


def test_a_slow_client_is_timed_out_too() -> None:
    """The query waits for its client, not the other way round; the clock still runs."""
    with Wired(FakeEngine(), options=SMALL_BUFFERS).open() as wired:
        wired.feed(query("SET statement_timeout = '10ms'"))
        wired.transport.taking = False
        wired.feed(query(BIG))
        wired.loop.run_until_complete(asyncio.sleep(0.03))
        wired.transport.taking = True
        wired.transport.take()
        wired.run()
        assert shown(wired.transport.written)[-2:] == ["ERROR 57014: canceling statement due to statement timeout", "Ready I"]


# ---------------------------------------------------------------------------------------------------------------- leaving


def _farewell(data: bytes) -> str:
    """Of what is owed besides, only the columns of a query without rows may come before."""
    *columns, (kind, payload) = split(data)
    assert [k for k, _ in columns] in ([], ["T"])
    fields = error_fields(payload)
    return f"{kind} {fields['V']} {fields['C']}"


def _in_thread(thread: Any, coroutine: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(coroutine, thread.loop).result(20)


def test_draining_lets_queries_finish_and_idle_sessions_go() -> None:
    with (
        serving(_Gated()) as thread,
        RawClient(thread.server.port, startup()) as idle,
        RawClient(thread.server.port, startup()) as busy,
    ):
        engine = thread.engine
        busy.send(query("SELECT n FROM generate_series(1, 3) AS n"))
        assert engine.begun.wait(10)
        draining = asyncio.run_coroutine_threadsafe(thread.server.drain(10), thread.loop)
        assert _farewell(idle.rest()) == "E FATAL 57P01"
        with pytest.raises(ConnectionRefusedError):
            RawClient(thread.server.port)
        assert not draining.done()
        thread.loop.call_soon_threadsafe(engine.gate.set)
        assert shown(busy.until_ready())[-2:] == ["SELECT 3", "Ready I"]
        assert _farewell(busy.rest()) == "E FATAL 57P01"
        draining.result(10)
        assert thread.server.connections == 0


def test_draining_ends_what_takes_too_long() -> None:
    engine = FakeEngine()
    with (
        serving(engine) as thread,
        RawClient(thread.server.port, startup()) as open_block,
        RawClient(thread.server.port, startup()) as busy,
    ):
        open_block.ask(query("BEGIN"))
        busy.send(query("SELECT 1 FROM slow"))
        wait_until(lambda: engine.waiting == 1, 30, "the query runs")
        _in_thread(thread, thread.server.drain(0.05))
        assert _farewell(busy.rest()) == "E FATAL 57P01"
        assert _farewell(open_block.rest()) == "E FATAL 57P01"
        assert thread.server.connections == 0


class _Gated(FakeEngine):
    """Streams give their first rows when the gate opens."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()
        self.gate = asyncio.Event()

    def open(self, *arguments: Any) -> Any:
        return _GatedStream(self, super().open(*arguments))


class _GatedStream:
    def __init__(self, engine: _Gated, stream: Any) -> None:
        self._engine, self._stream = engine, stream

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        self._engine.begun.set()
        await self._engine.gate.wait()
        chunk: RowChunk | None = await self._stream.next(rows_max, formats)
        return chunk

    async def close(self) -> None:
        await self._stream.close()
