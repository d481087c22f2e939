"""Streams: back-pressure, row limits, cancelling, the bound on open executions, errors while reading."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.contract.engine import RowStream
from gateway.engine.options import BATCH_ROWS, EngineOptions
from gateway.engine.stream import BatchStream
from gateway.errors import QueryCancelled, QueueFull
from planner.errors import DivisionByZero, OutOfMemory
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness, decode_rows

ROWS = 30_000
SCHEMA = ViewSchema(
    "t", (Column("id", st.Long(), nullable=False), Column("name", st.String())), ("id",), ("id",), HashPartitioning(4), (2,)
)
#: The whole size of the memory test is a make target; a sample runs each time.
STREAMED_ROWS = int(os.environ.get("TIDEGATE_STREAM_ROWS", "1000000"))
#: What one streaming SELECT may add to the process, whatever the result's size: DuckDB's buffer (10 MB) and two batches.
GROWTH_BYTES_MAX = 64 << 20


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("stream"), EngineOptions(running_max=4, queued_max=1, memory_bytes=256 << 20)) as made:
        made.write(SCHEMA, pa.table({"id": range(ROWS), "name": [f"name {i}" for i in range(ROWS)]}))
        yield made


def open_stream(engine: Harness, sql: str, cancel: CancelToken | None = None) -> RowStream:
    prepared = engine.prepare(sql)
    opened = engine.engine.open(prepared, (), (0,) * len(prepared.columns), engine.context(cancel=cancel))
    assert not hasattr(opened, "rows"), "a stream was expected"
    return opened  # type: ignore[return-value]


@pytest.mark.parametrize(
    "sql", ["SELECT id FROM t ORDER BY id", "SELECT id + 0 AS i FROM t ORDER BY i", "SELECT id FROM t ORDER BY id DESC"]
)
def test_row_limits_cut_between_rows_and_lose_none(engine: Harness, sql: str) -> None:
    async def read() -> list[int]:
        stream = open_stream(engine, sql)
        found: list[int] = []
        for rows_max in (1, 7, BATCH_ROWS, 3, None, 10, None):
            chunk = await stream.next(rows_max)
            assert chunk is not None
            assert rows_max is None or chunk.rows <= rows_max
            found += [int(v or 0) for (v,) in decode_rows(chunk.data)]
        while (chunk := await stream.next(None)) is not None:
            found += [int(v or 0) for (v,) in decode_rows(chunk.data)]
        assert await stream.next(None) is None
        await stream.close()
        await stream.close()
        return found

    found = engine.run(read())
    assert found == sorted(range(ROWS), reverse="DESC" in sql)


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.slow
def test_a_large_result_does_not_grow_the_process(engine: Harness) -> None:
    """RSS is looked at after the first megabytes and at the end: in between, a hundred times as much has gone through."""
    sql = f"SELECT a.id, 'some text that makes rows longer ' || b.name AS n FROM t a, t b LIMIT {STREAMED_ROWS}"

    async def read() -> tuple[int, int]:
        stream = open_stream(engine, sql)
        rows = 0
        while rows < 50_000 and (chunk := await stream.next(None)) is not None:
            rows += chunk.rows
        before = resident_bytes()
        most = before
        while (chunk := await stream.next(None)) is not None:
            rows += chunk.rows
            most = max(most, resident_bytes())
        await stream.close()
        return rows, most - before

    rows, growth = engine.run(read())
    assert rows == STREAMED_ROWS
    assert growth < GROWTH_BYTES_MAX


def test_a_slow_client_holds_no_thread(engine: Harness) -> None:
    """More open streams than threads: others still run."""

    async def read() -> str | None:
        streams = [open_stream(engine, "SELECT a.id FROM t a, t b") for _ in range(3)]
        for stream in streams:
            assert await stream.next(10)
        ((count,),) = await engine.arows("SELECT count(*) FROM t")
        for stream in streams:
            await stream.close()
        return count

    assert engine.run(read()) == str(ROWS)


def test_no_more_executions_than_allowed(engine: Harness) -> None:
    async def read() -> None:
        streams = [open_stream(engine, "SELECT id + 1 FROM t") for _ in range(5)]
        with pytest.raises(QueueFull):
            open_stream(engine, "SELECT id + 1 FROM t")
        last = asyncio.create_task(streams[4].next(1))
        assert await streams[3].next(1)
        assert not last.done(), "the fifth one waits"
        await streams[0].close()
        assert await last
        for stream in streams[1:]:
            await stream.close()
        while engine.engine.workers.running:
            await asyncio.sleep(0)
        assert await engine.arows("SELECT count(*) FROM t") == [(str(ROWS),)]

    engine.run(read())


@pytest.mark.parametrize("reason", [CancelReason.USER, CancelReason.TIMEOUT])
@pytest.mark.parametrize("sql", [
    "SELECT count(*) FROM t a, t b, t c WHERE a.name || b.name = c.name",
    "SELECT a.id FROM t a, t b",
    "SELECT * FROM t",
])  # fmt: skip
def test_cancel_ends_a_running_query(engine: Harness, sql: str, reason: CancelReason) -> None:
    async def read() -> None:
        cancel = CancelToken()
        stream = open_stream(engine, sql, cancel)
        waiting = asyncio.ensure_future(drain(stream))
        asyncio.get_running_loop().call_later(0.02, cancel.cancel, reason)
        with pytest.raises(QueryCancelled, match=reason.value):
            await waiting
        await stream.close()
        assert await engine.arows("SELECT 1 + 1") == [("2",)], "the next query is not cancelled"

    engine.run(read())


class DeafSource:
    """Hears no interrupt: its read() ends when *let_go* is set."""

    ended = False

    def __init__(self) -> None:
        self.reading, self.let_go, self.closed = threading.Event(), threading.Event(), threading.Event()

    def read(self) -> pa.RecordBatch | None:
        self.reading.set()
        assert self.let_go.wait(60)
        return pa.record_batch({"id": [1]})

    def interrupt(self) -> None:
        pass

    def close(self) -> None:
        assert self.let_go.is_set(), "closed while it is read"
        self.closed.set()


@pytest.mark.parametrize("closed_first", [False, True])
def test_whoever_cancels_does_not_wait_for_a_step_that_hears_nothing(engine: Harness, *, closed_first: bool) -> None:
    """What it holds stays counted until it ends."""
    source, workers = DeafSource(), engine.engine.workers

    async def read() -> None:
        cancel = CancelToken()
        stream = BatchStream(source, lambda _: Encoder(), (0,), workers, cancel)  # type: ignore[arg-type]
        waiting = asyncio.ensure_future(stream.next(None))
        await asyncio.to_thread(source.reading.wait, 60)
        cancel.cancel(CancelReason.USER)
        if closed_first:
            await stream.close()
        with pytest.raises(QueryCancelled):
            await waiting
        await stream.close()
        assert not source.let_go.is_set()
        assert not source.closed.is_set()
        assert workers.running == 1
        source.let_go.set()
        await asyncio.to_thread(source.closed.wait, 60)
        while workers.running:
            await asyncio.sleep(0)

    engine.run(read())


class Encoder:
    def encode(self, _batch: pa.RecordBatch) -> bytes:
        return b""


async def drain(stream: RowStream) -> None:
    # Row by row, so that a short result is not through before the cancel comes.
    while await stream.next(1) is not None:
        await asyncio.sleep(0)


def test_a_stream_closed_early_frees_its_thread(engine: Harness) -> None:
    async def read() -> None:
        for _ in range(10):
            stream = open_stream(engine, "SELECT a.id FROM t a, t b")
            await stream.next(1)
            await stream.close()
        while engine.engine.workers.running:
            await asyncio.sleep(0)

    engine.run(read())


def test_an_error_in_the_middle_of_a_result(engine: Harness) -> None:
    with pytest.raises(DivisionByZero):
        engine.rows(f"SELECT 10 / (id - {ROWS - 10}) FROM t ORDER BY id")


def test_a_query_beyond_its_memory_fails_and_the_next_runs(tmp_path: Path) -> None:
    with Harness(tmp_path, EngineOptions(memory_bytes=24 << 20, copy_bytes=24 << 20, duckdb_threads=1)) as small:
        small.write(SCHEMA, pa.table({"id": range(ROWS), "name": [f"name {i}" for i in range(ROWS)]}))
        with pytest.raises(OutOfMemory):
            small.rows("SELECT a.name || b.name AS n FROM t a, t b WHERE a.id < 300 ORDER BY n")
        assert small.rows("SELECT count(*) FROM t") == [(str(ROWS),)]
