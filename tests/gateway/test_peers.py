"""PeerTransport against real nodes and against peers that lie, stall or stop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from typing import Any

import pyarrow as pa
import pytest
import uvloop

from gateway.cluster.membership.ports import FragmentOutcome, FragmentTask
from gateway.cluster.membership.status import PEER_FORMAT, NodeStatus, ViewStatus
from gateway.cluster.peers.transport import PeerOptions, PeerTransport
from gateway.codecs.copy_formats import copy_data
from gateway.config import Address
from gateway.errors import BadStatus, FragmentFailed, FragmentRefused, PeerUnreachable
from gateway.sqlstate import report
from gateway.wire import writer as w
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.version_id import VersionId
from tests.gateway import fake_peer as fake
from tests.gateway.fake_peer import fake_peer, sends
from tests.gateway.fragments import identity
from tests.gateway.harness import Harness
from tests.gateway.serving import ServerThread, serving
from tests.plugins.cluster import wait_until

ROWS = 50_000
SCHEMA = ViewSchema(
    "odd, name", (Column("id", st.Long(), nullable=False), Column("name", st.String())), ("id",), ("id",), HashPartitioning(4), (2,)
)
VIEW = "odd, name"
ENDLESS = f'SELECT a.id FROM "{VIEW}" AS a, "{VIEW}" AS b WHERE a.name || b.name = \'x\''
STATUS = NodeStatus(
    "c", "a", Address("127.0.0.1", 1), "run", PEER_FORMAT, "serving", {"v": ViewStatus((VersionId(1, 2),), frozenset({0}))}
)
#: Nothing here may come near it; what waits for it would wait for ever.
LONG_S = 60.0
SHORT_S = 0.2


class Sink:
    """Keeps the rows; *gate*, where there is one, has to be opened for each batch."""

    released = False

    def __init__(self, gate: asyncio.Event | None = None) -> None:
        self.batches: list[pa.RecordBatch] = []
        self.gate = gate

    async def write(self, batch: pa.RecordBatch) -> None:
        if self.gate is not None:
            await self.gate.wait()
        self.batches.append(batch)

    def finish(self, outcome: FragmentOutcome) -> None: ...

    def discard(self, cause: str = "") -> None: ...

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [row for batch in self.batches for row in batch.to_pylist()]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("peers")) as made:
        made.write(SCHEMA, pa.table({"id": range(ROWS), "name": [f"name {i}" for i in range(ROWS)]}))
        yield made


@pytest.fixture
def node(engine: Harness) -> Iterator[ServerThread]:
    with serving(engine.engine) as made:
        yield made
    wait_until(lambda: engine.engine.workers.running == 0, 60, "no execution left")


def address_of(node: ServerThread) -> Address:
    return Address("127.0.0.1", node.server.port)


def task(engine: Harness | None, sql: str, **more: Any) -> FragmentTask:
    versions = {VIEW: identity(engine.store.current(VIEW))} if engine else {VIEW: VersionId(1, 2)}
    return FragmentTask(1, 0, sql, versions, more.pop("shards", {VIEW: frozenset(range(4))}), **more)


def run(main: Coroutine[Any, Any, Any], *, uv: bool = True) -> Any:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop if uv else None) as runner:
        return runner.run(main)


def deadline(seconds: float = LONG_S) -> float:
    return asyncio.get_running_loop().time() + seconds


# -------------------------------------------------------------------------------------------------------------- real nodes


@pytest.mark.parametrize("uv", [True, False])
def test_a_fragments_rows(engine: Harness, node: ServerThread, uv: bool) -> None:
    async def main() -> None:
        transport, sink = PeerTransport(), Sink()
        sql = f"SELECT id, name FROM \"{VIEW}\" WHERE id < 10 AND name <> 'it''s' -- so"
        outcome = await transport.run(address_of(node), task(engine, sql, shards={VIEW: frozenset({0, 1, 3})}), deadline(), sink)
        shard_of = engine.store.current(VIEW).shard_of
        expected = [i for i in range(10) if shard_of((i,)) != 2]
        assert sorted(row["id"] for row in sink.rows) == expected
        assert outcome.rows == len(expected)
        assert outcome.bytes > 0
        await all_of(transport, address_of(node), engine)
        transport.close()

    run(main(), uv=uv)


async def all_of(transport: PeerTransport, address: Address, engine: Harness) -> None:
    """More than a batch, and keys."""
    sink = Sink()
    sql = f'SELECT id, name FROM "{VIEW}" ORDER BY id'
    await transport.run(address, task(engine, sql, keys=True, timeout_ms=60_000), deadline(), sink)
    codec = engine.store.current(VIEW).key_codec
    assert [codec.decode(row["__key"]) for row in sink.rows] == [(i,) for i in range(ROWS)]
    assert len(sink.batches) > 1


def test_connections_are_kept_bounded_and_closed_when_idle(engine: Harness, node: ServerThread) -> None:
    async def main() -> None:
        transport = PeerTransport(PeerOptions(connections_max=3, idle_s=0.05))
        sql = f'SELECT count(*) FROM "{VIEW}"'
        sinks = [Sink() for _ in range(12)]
        await asyncio.gather(*(transport.run(address_of(node), task(engine, sql), deadline(), sink) for sink in sinks))
        assert [sink.rows for sink in sinks] == [[{"count": ROWS}]] * 12
        assert 1 <= len(node.server._shared.registry.connections) <= 3
        while node.server._shared.registry.connections:
            await asyncio.sleep(0.01)
        transport.close()

    run(main())


def test_what_a_node_reports(engine: Harness, node: ServerThread) -> None:
    async def main() -> None:
        transport, address = PeerTransport(), address_of(node)
        with pytest.raises(FragmentFailed, match="division by zero") as failed:
            await transport.run(address, task(engine, f'SELECT 1 / (id - id) FROM "{VIEW}"'), deadline(), Sink())
        assert report(failed.value).sqlstate == "22012"
        with pytest.raises(FragmentFailed, match="statement timeout") as late:
            await transport.run(address, task(engine, ENDLESS, timeout_ms=100), deadline(), Sink())
        assert report(late.value).sqlstate == "57014"
        with pytest.raises(FragmentRefused) as refused:
            await transport.run(address, task(engine, "SELECT 1", shards={VIEW: frozenset({9})}), deadline(), Sink())
        assert refused.value.reason == "not held"
        # The connection is as good as before.
        await transport.run(address, task(engine, "SELECT 1"), deadline(), Sink())
        assert len(node.server._shared.registry.connections) == 1
        transport.close()

    run(main())


def test_giving_up_stops_the_query_over_there(engine: Harness, node: ServerThread) -> None:
    async def main() -> None:
        transport, running = PeerTransport(), engine.engine.workers
        work = asyncio.ensure_future(transport.run(address_of(node), task(engine, ENDLESS), deadline(), Sink()))
        while not running.running:
            await asyncio.sleep(0.001)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        while running.running:
            await asyncio.sleep(0.001)
        with pytest.raises(PeerUnreachable, match="deadline"):
            await transport.run(address_of(node), task(engine, ENDLESS), deadline(SHORT_S), Sink())
        while running.running:
            await asyncio.sleep(0.001)
        transport.close()

    run(main())


def test_a_slow_sink_holds_the_stream_up(engine: Harness, node: ServerThread) -> None:
    async def main() -> None:
        transport, gate = PeerTransport(), asyncio.Event()
        sink = Sink(gate)
        wide = f'SELECT id, repeat(name, 300) AS wide FROM "{VIEW}"'
        work = asyncio.ensure_future(transport.run(address_of(node), task(engine, wide), deadline(), sink))
        await transport.run(
            address_of(node), task(engine, f'SELECT count(*) FROM "{VIEW}" WHERE length(name) > 3'), deadline(), Sink()
        )
        assert [row["rows"] for row in engine.engine.recent.queries().to_pylist() if "wide" in row["sql"]][-1] < ROWS / 2
        gate.set()
        assert (await work).rows == ROWS
        transport.close()

    run(main())


def test_heartbeats(engine: Harness, node: ServerThread) -> None:
    async def main() -> None:
        transport, address = PeerTransport(), address_of(node)
        with pytest.raises(BadStatus, match=r"tidegate\.heartbeat"):
            await transport.status(address, LONG_S)
        engine.engine.heartbeat = STATUS.to_json
        try:
            assert await transport.status(address, LONG_S) == STATUS
            assert await transport.status(address, LONG_S) == STATUS
            assert len(node.server._shared.registry.connections) == 1
        finally:
            engine.engine.heartbeat = None
        transport.close()

    run(main())


def test_a_restarted_node_is_asked_on_a_new_connection(engine: Harness) -> None:
    async def main() -> None:
        transport = PeerTransport()
        async with fake_peer(sends(fake.GOOD, then_closes=True)) as peer:
            for _ in range(3):
                assert (await transport.run(peer.address, task(None, "SELECT 1"), deadline(), Sink())).rows == 6
            assert peer.connections == 3
        transport.close()

    run(main())


# -------------------------------------------------------------------------------------------------------------- bad peers


def error(code: str, message: str, detail: str | None = None) -> bytes:
    return w.error_response(w.Report("ERROR", code, message, detail)) + w.READY["I"]


_torn = bytearray(fake.BATCH.serialize().to_pybytes())
_torn[-40:] = b"\xff" * 40

BAD_ANSWERS = {
    "nothing sensible": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "zeros": bytes(100),
    "rows instead of a copy": w.row_description([]) + w.data_row([]) + w.command_complete("SELECT 1") + w.READY["I"],
    "no copy at all": w.command_complete("COPY 0") + w.READY["I"],
    "no Arrow": fake.COPY_OUT + copy_data(b"1\t2\n") + fake.done(1),
    "empty messages": fake.COPY_OUT + copy_data(b"") + fake.done(0),
    "rows without a schema": fake.COPY_OUT + fake.BATCH_MESSAGE + fake.END_MESSAGE + fake.done(3),
    "a torn batch": fake.COPY_OUT + fake.SCHEMA_MESSAGE + copy_data(fake.BATCH.serialize().to_pybytes()[:-60]) + fake.done(3),
    "offsets that lead nowhere": fake.COPY_OUT + fake.SCHEMA_MESSAGE + copy_data(bytes(_torn)) + fake.END_MESSAGE + fake.done(3),
    "no end of the stream": fake.COPY_OUT + fake.SCHEMA_MESSAGE + fake.BATCH_MESSAGE + fake.done(3),
    "more after the end": fake.COPY_OUT + fake.SCHEMA_MESSAGE + fake.END_MESSAGE + fake.BATCH_MESSAGE + fake.done(3),
    "nothing of the stream": fake.COPY_OUT + fake.done(0),
    "fewer rows than it says": fake.COPY_OUT + fake.SCHEMA_MESSAGE + fake.BATCH_MESSAGE + fake.END_MESSAGE + fake.done(4),
    "more rows than it says": fake.COPY_OUT + fake.SCHEMA_MESSAGE + fake.BATCH_MESSAGE + fake.END_MESSAGE + fake.done(2),
    "a copy the other way": w.message(b"G", b"\0\0\0") + w.READY["I"],
    "an error of its connection": error("08006", "lost"),
    "a damaged file": error("XX001", "file x is corrupt"),
}


@pytest.mark.parametrize("name", BAD_ANSWERS)
def test_garbage_is_the_peers_fault(name: str) -> None:
    async def main() -> None:
        transport = PeerTransport()
        async with fake_peer(sends(BAD_ANSWERS[name], then_closes=True)) as peer:
            with pytest.raises(PeerUnreachable) as caught:
                await transport.run(peer.address, task(None, "SELECT 1"), deadline(), Sink())
            assert caught.value.message
            assert "\n" not in caught.value.message
        transport.close()

    run(main())


@pytest.mark.parametrize("cut", [1, 7, len(fake.COPY_OUT) + 3, len(fake.GOOD) // 2, len(fake.GOOD) - 30, len(fake.GOOD) - 7])
def test_an_answer_that_breaks_off(cut: int) -> None:
    async def main() -> None:
        transport = PeerTransport()
        async with fake_peer(sends(fake.GOOD[:cut], then_closes=True)) as peer:
            with pytest.raises(PeerUnreachable):
                await transport.run(peer.address, task(None, "SELECT 1"), deadline(), Sink())
        async with fake_peer(sends(fake.GOOD[:cut])) as peer:  # and then nothing, the connection stays open
            with pytest.raises(PeerUnreachable, match="deadline"):
                await transport.run(peer.address, task(None, "SELECT 1"), deadline(SHORT_S), Sink())
            await asyncio.wait_for(peer.closed.wait(), LONG_S)
        transport.close()

    run(main())


@pytest.mark.parametrize("greets", [True, False])
def test_a_peer_that_never_answers(greets: bool) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async def main() -> None:
        transport = PeerTransport(PeerOptions(connect_timeout_s=SHORT_S))
        async with fake_peer(silent, greets=greets) as peer:
            with pytest.raises(PeerUnreachable, match="within"):
                await transport.status(peer.address, SHORT_S / 2)
            with pytest.raises(PeerUnreachable):
                await transport.run(peer.address, task(None, "SELECT 1"), deadline(SHORT_S * 2), Sink())
            work = asyncio.ensure_future(transport.run(peer.address, task(None, "SELECT 1"), None, Sink()))
            while peer.connections < 3:
                await asyncio.sleep(0.001)
            work.cancel()
            with pytest.raises((asyncio.CancelledError, PeerUnreachable)):
                await work
        transport.close()

    run(main())


def test_nobody_listens() -> None:
    async def main() -> None:
        bound, address = fake.deaf_address()
        transport = PeerTransport()
        with bound:
            with pytest.raises(PeerUnreachable, match="Connection refused"):
                await transport.run(address, task(None, "SELECT 1"), deadline(), Sink())
            with pytest.raises(PeerUnreachable, match="Connection refused"):
                await transport.status(address, LONG_S)
        with pytest.raises(PeerUnreachable):
            await transport.run(Address("no-such-host.invalid", 1), task(None, "SELECT 1"), deadline(), Sink())
        transport.close()

    run(main())


@pytest.mark.parametrize(
    ("code", "reason"),
    [("53300", "busy"), ("53400", "busy"), ("57P01", "leaving"), ("57P03", "not reached"), ("55000", "not kept")],
)
def test_refusals_by_code(code: str, reason: str) -> None:
    async def main() -> None:
        transport = PeerTransport()
        async with fake_peer(sends(error(code, "no", json.dumps({"refused": reason})))) as peer:
            with pytest.raises(FragmentRefused) as caught:
                await transport.run(peer.address, task(None, "SELECT 1"), deadline(), Sink())
            assert caught.value.reason == reason
        transport.close()

    run(main())


@pytest.mark.parametrize("text", ["", "null", "{}", "[" * 100_000, '{"format": 99}', STATUS.to_json()[:-5]])
def test_a_status_that_is_none(text: str) -> None:
    answer = w.row_description([w.FieldDescription("h", 0, 0, 25, -1, -1, 0)]) + w.data_row([text.encode()])

    async def main() -> None:
        transport = PeerTransport()
        async with fake_peer(sends(answer + w.command_complete("SHOW") + w.READY["I"])) as peer:
            with pytest.raises(BadStatus):
                await transport.status(peer.address, LONG_S)
        transport.close()

    run(main())


def test_an_error_of_the_sink_ends_the_fragment(engine: Harness, node: ServerThread) -> None:
    class Broken(Sink):
        async def write(self, batch: pa.RecordBatch) -> None:
            raise RuntimeError("broken")

    async def main() -> None:
        transport = PeerTransport()
        with pytest.raises(RuntimeError, match="broken"):
            await transport.run(address_of(node), task(engine, f'SELECT id FROM "{VIEW}"'), deadline(), Broken())
        assert (await transport.run(address_of(node), task(engine, "SELECT 1"), deadline(), Sink())).rows == 1
        transport.close()

    run(main())
