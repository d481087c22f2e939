"""When rows of fragments are released: not before the whole query is here, or more of it than is kept back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pyarrow as pa
import pytest

from gateway.cluster.dispatching.request import DispatchResult
from gateway.cluster.membership.ports import FragmentOutcome, FragmentTask
from gateway.cluster.merging import gather
from gateway.cluster.merging.gather import Flow, Stream
from gateway.cluster.merging.in_order import Concatenated, FragmentRows, LimitedRows
from tests.simulation.loop import run_virtual

ROW_BYTES = 8


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten rows are kept back."""
    monkeypatch.setattr(gather, "RELEASE_AFTER_BYTES", 10 * ROW_BYTES)


class Query:
    """A flow of two fragments whose rows the test hands in, and the dispatch that it ends."""

    def __init__(self) -> None:
        self.flow = Flow((0, 1))
        self.dispatch = asyncio.get_running_loop().create_task(self._wait())
        self._over = asyncio.Event()

    async def _wait(self) -> DispatchResult:
        await self._over.wait()
        return DispatchResult({})

    def open(self, shard: int) -> Stream:
        """A fragment over one shard."""
        return self.flow.open(FragmentTask(shard, 0, "", {}, {"v": frozenset((shard,))}, timeout_ms=0), "a")

    def end(self) -> None:
        """All fragments have ended."""
        self._over.set()


def rows(first: int, count: int) -> pa.RecordBatch:
    return pa.record_batch({"n": pa.array(range(first, first + count), pa.int64())})


async def finished(stream: Stream, batch: pa.RecordBatch) -> None:
    await stream.write(batch)
    stream.finish(FragmentOutcome(batch.num_rows))


async def settled() -> None:
    """Everything that can happen has happened: virtual time only passes then."""
    await asyncio.sleep(0.001)


async def all_of(source: FragmentRows) -> list[int]:
    found: list[int] = []
    while (batch := await source.next()) is not None:
        found += batch.column(0).to_pylist()
    return found


def on_virtual_time(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_virtual(test())


def test_a_fragment_that_has_ended_waits_for_the_others() -> None:
    async def test() -> None:
        query = Query()
        first, second = query.open(0), query.open(1)
        reading = asyncio.create_task(all_of(Concatenated(query.flow, query.dispatch)))
        await finished(first, rows(0, 3))
        await settled()
        assert not first.released
        # The version is gone where the second one was to be read: everything anew.
        first.discard()
        second.discard()
        await finished(query.open(0), rows(100, 2))
        await finished(query.open(1), rows(200, 2))
        query.end()
        assert sorted(await reading) == [100, 101, 200, 201]

    on_virtual_time(test)


def test_more_than_is_kept_back_is_released_although_other_fragments_run() -> None:
    async def test() -> None:
        query = Query()
        ended, flowing, few = query.open(0), query.open(1), query.open(1)
        source = Concatenated(query.flow, query.dispatch)
        await finished(ended, rows(0, 4))
        await few.write(rows(20, 2))
        reading = asyncio.create_task(source.next())
        await settled()
        assert not reading.done()
        await flowing.write(rows(10, 4))
        await settled()
        assert (await reading).column(0).to_pylist() == [0, 1, 2, 3]
        # Of a fragment that runs, only what is too much by itself: it may still be had from another node.
        assert (flowing.released, few.released) == (False, False)
        query.dispatch.cancel()

    on_virtual_time(test)


def test_rows_that_are_enough_wait_for_nobody() -> None:
    async def test() -> None:
        query = Query()
        first, _ = query.open(0), query.open(1)
        source = LimitedRows(Concatenated(query.flow, query.dispatch, enough=3), 1, 2)
        await finished(first, rows(0, 3))
        assert await all_of(source) == [1, 2]
        query.dispatch.cancel()

    on_virtual_time(test)


def test_a_failure_comes_before_rows_that_were_kept_back() -> None:
    async def test() -> None:
        query = Query()
        source = Concatenated(query.flow, query.dispatch)
        await finished(query.open(0), rows(0, 3))
        reading = asyncio.create_task(source.next())
        await settled()
        query.dispatch.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

    on_virtual_time(test)
