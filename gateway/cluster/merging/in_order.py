"""Rows of fragments, in the order of the result, while they come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from gateway.cluster.dispatching.request import DispatchResult
from gateway.cluster.merging.gather import Flow, Stream

#: Rows that are handed on at once.
MERGED_ROWS: Final = 8_192


class FragmentRows(Protocol):
    """Batches, one after another."""

    async def next(self) -> pa.RecordBatch | None:
        """The next rows; None when there are no more."""


class AtHand:
    """One batch."""

    def __init__(self, batch: pa.RecordBatch) -> None:
        self._batch: pa.RecordBatch | None = batch

    async def next(self) -> pa.RecordBatch | None:
        """See FragmentRows."""
        batch, self._batch = self._batch, None
        return batch


class LimitedRows:
    """Rows without the first *offset*, and at most *limit* of the others."""

    def __init__(self, rows: FragmentRows, offset: int, limit: int | None) -> None:
        self._rows, self._offset, self._left = rows, offset, limit

    async def next(self) -> pa.RecordBatch | None:
        """See FragmentRows."""
        while self._left is None or self._left > 0:
            batch = await self._rows.next()
            if batch is None:
                return None
            if self._offset:
                skipped = min(self._offset, batch.num_rows)
                batch, self._offset = batch.slice(skipped), self._offset - skipped
            if self._left is not None:
                batch = batch.slice(0, self._left)
                self._left -= batch.num_rows
            if batch.num_rows:
                return batch
        return None


class _Flowing:
    """Waits for a Flow, and for the end of the dispatch that fills it."""

    def __init__(self, flow: Flow, dispatch: asyncio.Task[DispatchResult]) -> None:
        self._flow, self._dispatch = flow, dispatch
        dispatch.add_done_callback(lambda _: flow.changed.notify())

    @property
    def ended(self) -> bool:
        """Has every fragment ended? Raises what the dispatch failed with."""
        if not self._dispatch.done():
            return False
        self._dispatch.result()
        return True


class Concatenated(_Flowing):
    """Rows in any order. *enough* are all that anybody wants."""

    def __init__(self, flow: Flow, dispatch: asyncio.Task[DispatchResult], enough: int | None = None) -> None:
        super().__init__(flow, dispatch)
        self._enough = enough
        self._released = False

    async def next(self) -> pa.RecordBatch | None:
        """See FragmentRows."""
        while True:
            ended = self.ended
            self._released = self._released or ended or self._flow.overflows or self._has_enough()
            for stream in self._flow.streams if self._released else ():
                if stream.ready and stream.batches:
                    return stream.take()
            if ended:
                return None
            await self._flow.changed.wait(None)

    def _has_enough(self) -> bool:
        return self._enough is not None and self._flow.whole_rows >= self._enough


class InKeyOrder(_Flowing):
    """Rows of fragments that each come in key order, their keys in the last column, merged by key; without that column."""

    def __init__(
        self,
        flow: Flow,
        dispatch: asyncio.Task[DispatchResult],
        in_thread: Callable[[Callable[[], Any]], Awaitable[Any]],
        *,
        descending: bool,
    ) -> None:
        super().__init__(flow, dispatch)
        self._in_thread, self._descending = in_thread, descending
        self._merged: list[pa.RecordBatch] = []

    async def next(self) -> pa.RecordBatch | None:
        """See FragmentRows."""
        while not self._merged:
            ended = self.ended
            if ended or (self._flow.covered and all(stream.ready for stream in self._flow.streams)):
                taken = self._take()
                if taken:
                    self._merged = await self._in_thread(partial(_merged, taken, descending=self._descending))
                elif ended:
                    return None
                continue
            await self._flow.changed.wait(None)
        return self._merged.pop(0)

    def _take(self) -> list[pa.RecordBatch]:
        """All rows that come before any that are still to come."""
        unfinished = [stream.batches[-1].column(-1)[-1].as_py() for stream in self._flow.streams if not stream.done]
        bound = (max(unfinished) if self._descending else min(unfinished)) if unfinished else None
        return [batch for stream in self._flow.streams for batch in self._up_to(stream, bound)]

    def _up_to(self, stream: Stream, bound: bytes | None) -> list[pa.RecordBatch]:
        taken = []
        while stream.batches:
            batch = stream.batches[0]
            rows = batch.num_rows if bound is None else self._count(batch.column(-1), bound)
            if not rows:
                break
            stream.take()
            taken.append(batch.slice(0, rows))
            if rows < batch.num_rows:
                stream.put(batch.slice(rows))
                break
        return taken

    def _count(self, keys: pa.Array, bound: bytes) -> int:
        """How many of the sorted keys do not come behind the bound."""
        compare = pc.greater_equal if self._descending else pc.less_equal
        return int(pc.sum(compare(keys, pa.scalar(bound, keys.type))).as_py())


def _merged(batches: list[pa.RecordBatch], *, descending: bool) -> list[pa.RecordBatch]:
    table = unified(batches)
    if len(batches) > 1:
        order = pc.sort_indices(table.column(-1), sort_keys=[("", "descending" if descending else "ascending")])
        table = table.take(order)
    columns = table.select(range(table.num_columns - 1)) if table.num_columns > 1 else table
    return [batch for batch in columns.combine_chunks().to_batches(MERGED_ROWS) if batch.num_rows]


def unified(batches: list[pa.RecordBatch]) -> pa.Table:
    """Batches of several nodes as one table. A numeric may come as text from one node and as a decimal from another."""
    first = batches[0].schema
    if all(batch.schema.equals(first) for batch in batches):
        return pa.Table.from_batches(batches)
    if all(batch.schema.types == first.types for batch in batches):
        return pa.Table.from_batches([pa.RecordBatch.from_arrays(batch.columns, schema=first) for batch in batches])
    types = [_common([batch.schema.types[i] for batch in batches]) for i in range(len(first))]
    schema = pa.schema([field.with_type(type_) for field, type_ in zip(first, types, strict=True)])
    fitted = ([column.cast(type_) for column, type_ in zip(batch.columns, types, strict=True)] for batch in batches)
    return pa.Table.from_batches([pa.RecordBatch.from_arrays(columns, schema=schema) for columns in fitted])


def _common(types: list[pa.DataType]) -> pa.DataType:
    return next((t for t in types if pa.types.is_string(t)), types[0])
