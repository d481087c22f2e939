"""Rows of one execution, from a source of batches in a worker thread to DataRow messages.

source (thread) ──batch──→ slices by the client's row limit and CHUNK_BYTES ──encode──→ RowChunk
      ↑__________ the next batch is read while the client takes this one; never more than one ahead __________|

To a client that takes all rows a batch of at most CHUNK_BYTES goes as it is, and is encoded in the step that has read it.

- Back-pressure. A stream reads one batch of `BATCH_ROWS` ahead of the client, cut into chunks of about `CHUNK_BYTES`; to a
  client that takes all rows it is encoded in the step that has read it, which spares a way to a thread and back, and encodes
  while the loop sends. DuckDB itself runs at most its `streaming_buffer_size` (10 MB) ahead. Results are taken with
  `con.sql(…).to_arrow_reader(n)`; an open result keeps its cursor busy, so each execution has a cursor of its own (50 µs).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from gateway.codecs.arrow_rows import BatchEncoder
from gateway.codecs.copy_formats import ArrowCopy, CopyEncoder
from gateway.contract.cancel import CancelToken
from gateway.contract.engine import RowChunk
from gateway.engine.keyed.batch_source import BatchSource, ResultSource
from gateway.engine.keyed.stored_rows import Batch
from gateway.engine.options import ARROW_INLINE_CELLS_MAX, CHUNK_BYTES, INLINE_CELLS_MAX
from gateway.engine.threads.admission import Class
from gateway.engine.workers import Steps, Workers

#: One row may be large. It is made a text, then a message, of which the connection and the transport have one each.
ENCODING_TAKES: Final = 5
#: Arrow needs 3 µs a column, and more where there are many, to tell the bytes of a slice. With more columns than that a piece of a
#: batch that is not large is not asked for them.
_WIDE_COLUMNS: Final = 256
_LARGE_BATCH_BYTES: Final = 16 * CHUNK_BYTES


def _read(source: BatchSource, encoder: BatchEncoder | None) -> tuple[Batch | None, bytes | None]:
    """The next rows, encoded where there is an *encoder* and they are one chunk."""
    batch = source.read()
    if batch is None or encoder is None or not batch.num_rows or batch.nbytes > CHUNK_BYTES:
        return batch, None
    return batch, encoder.encode(batch)


def rows_to_take(rows: int, size_bytes: int, left: int, rows_max: int | None) -> int:
    """Of the *left* ones of a batch's *rows* those of the next chunk, *rows_max* at most."""
    fitting = max(1, rows * CHUNK_BYTES // max(size_bytes, 1))
    return min(left, fitting, left if rows_max is None else rows_max)


class BatchStream:
    """A RowStream (gateway.contract.engine) over a BatchSource."""

    def __init__(
        self,
        source: BatchSource,
        encoder: Callable[[tuple[int, ...]], BatchEncoder],
        formats: tuple[int, ...],
        workers: Workers,
        cancel: CancelToken,
        kind: Class = "scans",
    ) -> None:
        self._source, self._encoder_of, self._workers, self._cancel = source, encoder, workers, cancel
        self._formats, self._encoder = formats, encoder(formats)
        self._place = workers.admit(kind)
        self._steps = Steps(workers, cancel, source.interrupt)
        self._ahead: Any = None
        self._batch: Batch | None = None
        self._at = 0
        #: Of the batch; 0 is not known yet.
        self._bytes = 0
        #: The batch as one chunk, where the formats that it was encoded in are still wanted.
        self._encoded_ahead: bytes | None = None
        self._takes_all = False
        self._inline_cells_max = INLINE_CELLS_MAX
        self._state = "open"

    @property
    def source(self) -> BatchSource:
        """Where the rows come from."""
        return self._source

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See contract.RowStream."""
        self._cancel.check()
        self._takes_all = rows_max is None and formats is None
        batch = await self._rows_at_hand()
        if batch is None:
            return None
        if formats is not None and formats != self._formats:
            self._formats, self._encoder = formats, self._encoder_of(formats)
            self._encoded_ahead = None
        data, self._encoded_ahead = self._encoded_ahead, None
        piece = batch
        if data is None or (rows_max is not None and rows_max < batch.num_rows):
            self._bytes = self._bytes or batch.nbytes
            piece = batch.slice(self._at, rows_to_take(batch.num_rows, self._bytes, batch.num_rows - self._at, rows_max))
            data = await self._encoded(piece)
        self._at += piece.num_rows
        if self._at == batch.num_rows:
            self._batch = None
            if self._source.ended:
                self._state = "exhausted"
            else:
                self._ahead = self._start_read()
        return RowChunk(data, piece.num_rows)

    async def close(self) -> None:
        """See contract.RowStream."""
        if self._state == "closed":
            return
        self._state = "closed"
        await self._workers.let_end(self._end(), self._steps)

    async def _end(self) -> None:
        try:
            await self._steps.close()
        finally:
            self._batch = self._ahead = self._encoded_ahead = None
            try:
                await self._close_source()
            finally:
                self._place.leave()

    async def _rows_at_hand(self) -> Batch | None:
        if not self._place.granted:
            await self._place.wait(self._cancel)
        while self._batch is None and self._state == "open":
            reading = self._ahead or self._start_read()
            self._ahead = None
            batch = await self._end_read(reading)
            if batch is None:
                self._state = "exhausted"
            elif batch.num_rows:
                self._batch, self._at, self._bytes = batch, 0, 0
        return self._batch

    def _start_read(self) -> Any:
        """Begin to read the next batch."""
        return self._steps.start(partial(_read, self._source, self._encoder if self._takes_all else None))

    async def _end_read(self, reading: Any) -> Batch | None:
        """The batch that _start_read() began to read."""
        batch, self._encoded_ahead = await self._steps.finish(reading)
        return batch

    async def _close_source(self) -> None:
        self._workers.dispose(self._source)

    async def _encoded(self, piece: Batch) -> bytes:
        encoder = self._encoder
        is_told = piece.num_columns <= _WIDE_COLUMNS or self._bytes > _LARGE_BATCH_BYTES
        if is_told and (size := piece.nbytes) > CHUNK_BYTES:
            self._workers.memory.check_room(ENCODING_TAKES * size)
        if piece.num_rows * piece.num_columns <= self._inline_cells_max:
            return encoder.encode(piece)
        return await self._steps.run(lambda: encoder.encode(piece))


class CopyStream(BatchStream):
    """A RowStream of CopyData messages: what begins the copy comes with the first rows, what ends it in a chunk without rows."""

    def __init__(
        self,
        source: ResultSource,
        encoder: CopyEncoder,
        workers: Workers,
        cancel: CancelToken,
        kind: Class = "scans",
    ) -> None:
        super().__init__(source, lambda _: encoder, (), workers, cancel, kind)
        self._result, self._copy = source, encoder
        self._begun = self._ended = False
        if isinstance(encoder, ArrowCopy):
            self._inline_cells_max = ARROW_INLINE_CELLS_MAX

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See contract.RowStream."""
        head = b""
        if not self._begun:
            await self._rows_at_hand()
            head, self._begun = self._copy.begin(self._result.schema), True
        chunk = await super().next(rows_max)
        if chunk is not None:
            return RowChunk(head + chunk.data, chunk.rows)
        if self._ended:
            return None
        self._ended = True
        return RowChunk(head + self._copy.end(), 0)
