"""The rows of one subscription, as messages of the protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from gateway.codecs.arrow_rows import BatchEncoder
from gateway.contract.engine import QueryContext, RowChunk
from gateway.engine.changes.batch import ChangeBatch, ChangeEncoder
from gateway.engine.options import INLINE_CELLS_MAX
from gateway.engine.stream import rows_to_take
from gateway.engine.workers import Steps, Workers


@dataclass(frozen=True, slots=True)
class Pushing:
    """How a few rows are sent without a task that wakes."""

    #: None: they are too many.
    encode: Callable[[ChangeBatch], RowChunk | None]
    #: False: they cannot be sent now.
    send: Callable[[RowChunk], bool]
    #: All whose *like* is equal make the same of a batch.
    like: Hashable


class ChangeBatches(Protocol):
    """What a subscription is told, without an end of its own."""

    @property
    def versions(self) -> Mapping[str, int]:
        """View → the version up to which all has been told."""

    @property
    def schema(self) -> pa.Schema:
        """Of the batches."""

    async def next_within(self, wait_s: float | None) -> pa.RecordBatch | None:
        """The next rows, once there are some; None where no version brings any within *wait_s*."""

    async def next_told(self, wait_s: float | None) -> ChangeBatch | pa.RecordBatch | None:
        """The same for a ChangeEncoder."""

    def push_to(self, pushing: Pushing) -> None:
        """While somebody awaits next_told(), a few rows may be sent so instead; where they cannot be they come from there."""

    async def close(self) -> None:
        """End what runs for it."""


class SubscriptionStream:
    """A RowStream that has no end of its own; next_within() is for who does not want to wait for ever. Raises what *changes* do."""

    def __init__(
        self,
        changes: ChangeBatches,
        formats: tuple[int, ...],
        encoder: Callable[[tuple[int, ...]], BatchEncoder],
        workers: Workers,
        context: QueryContext,
    ) -> None:
        self.changes = changes
        self._next: Callable[[float | None], Awaitable[ChangeBatch | pa.RecordBatch | None]] = changes.next_told
        self._encoder_of, self._formats, self._encoder = encoder, formats, encoder(formats)
        self._batch: ChangeBatch | pa.RecordBatch | None = None
        self._steps = Steps(workers, context.cancel)
        self._workers, self._cancel = workers, context.cancel
        context.cancel.endless = True

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See contract.RowStream; waits until there are rows."""
        return await self.next_within(rows_max, formats, None)

    async def next_within(self, rows_max: int | None, formats: tuple[int, ...] | None, wait_s: float | None) -> RowChunk | None:
        """The next rows; None where no version brings any within *wait_s*."""
        self._cancel.check()
        batch = self._batch if self._batch is not None else await self._next(wait_s)
        if batch is None:
            return None
        if formats is not None and formats != self._formats:
            self._formats, self._encoder = formats, self._encoder_of(formats)
        piece = batch.slice(0, rows_to_take(batch.num_rows, batch.nbytes, batch.num_rows, rows_max))
        self._batch = batch.slice(piece.num_rows) if piece.num_rows < batch.num_rows else None
        if piece.num_rows * piece.num_columns <= INLINE_CELLS_MAX:
            return RowChunk(self._encoder.encode(piece), piece.num_rows)
        return RowChunk(await self._steps.run(lambda: self._encoder.encode(piece)), piece.num_rows)

    def push_to(self, sink: Callable[[RowChunk], bool]) -> None:
        """See contract.WaitingStream."""

        encoder = self._encoder
        if not isinstance(encoder, ChangeEncoder):
            return

        def encoded(batch: ChangeBatch) -> RowChunk | None:
            few = batch.num_rows * batch.num_columns <= INLINE_CELLS_MAX
            return RowChunk(encoder.encode(batch), batch.num_rows) if few else None

        self.changes.push_to(Pushing(encoded, sink, encoder.like))

    async def close(self) -> None:
        """See contract.RowStream."""
        self._batch = None
        try:
            await self._workers.let_end(self._steps.close(), self._steps)
        finally:
            await self.changes.close()
