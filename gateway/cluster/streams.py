"""RowStreams of queries over the cluster: BatchStream and CopyStream over a source that is awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import pyarrow as pa

from gateway.contract.engine import RowChunk, RowStream
from gateway.engine.keyed.batch_source import ResultSource
from gateway.engine.stream import BatchStream, CopyStream
from statestore.errors import ShardNotHeld


class AsyncSource(Protocol):
    """Where rows come from, awaited."""

    @property
    def schema(self) -> pa.Schema:
        """The batches' schema; only after the first read()."""

    async def read(self) -> pa.RecordBatch | None:
        """The next rows; None when there are no more."""

    async def close(self) -> None:
        """End what runs and give everything back."""


class _Schema(ResultSource):
    """An AsyncSource where BatchStream wants a source for threads: only the schema is asked for; all else it hears by itself."""

    def __init__(self, source: AsyncSource) -> None:
        self._source = source

    @property
    def schema(self) -> pa.Schema:
        """See ResultSource."""
        return self._source.schema

    def read(self) -> pa.RecordBatch | None:
        """See ResultSource."""
        raise AssertionError("the source is awaited")


class ClusterRows(BatchStream):
    """DataRow messages, of a source whose read() and close() are awaited, not run in threads."""

    def __init__(self, source: AsyncSource, *rest: Any) -> None:
        """*rest* is what BatchStream, or with ClusterCopy CopyStream, takes behind its source."""
        super().__init__(_Schema(source), *rest)
        self._awaited = source
        self._reading: asyncio.Task[pa.RecordBatch | None] | None = None

    def _start_read(self) -> Any:
        self._cancel.check()
        self._reading = asyncio.get_running_loop().create_task(self._awaited.read())
        return self._reading

    async def _end_read(self, reading: Any) -> pa.RecordBatch | None:
        batch: pa.RecordBatch | None = await reading
        return batch

    async def _close_source(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        await self._awaited.close()


class ClusterCopy(ClusterRows, CopyStream):
    """CopyData messages."""


class HereFirst:
    """This node's own RowStream; that of *again*, where it turns out before the first rows that a shard cannot be read here."""

    def __init__(self, here: RowStream, again: Callable[[], RowStream]) -> None:
        self._stream = here
        self._again: Callable[[], RowStream] | None = again

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See RowStream."""
        again, self._again = self._again, None
        try:
            return await self._stream.next(rows_max, formats)
        except ShardNotHeld:
            if again is None:
                raise
        await self._stream.close()
        self._stream = again()
        return await self._stream.next(rows_max, formats)

    async def close(self) -> None:
        """See RowStream."""
        await self._stream.close()
