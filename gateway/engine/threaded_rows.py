"""What the row executor makes of more rows than the event loop should look at, in a worker thread, before DuckDB is asked.

For a row DuckDB begins with milliseconds; a few thousand rows of a range have been computed by then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import RowChunk
from gateway.engine.keyed.block_rows import BlockRows
from gateway.engine.keyed.reading import ReadFacts
from gateway.engine.prepared import facts_of
from gateway.engine.stream import BatchStream
from gateway.engine.threads.admission import Class
from gateway.engine.workers import Steps, Workers


class ThreadedRows:
    """A RowStream of the rows that *read* makes; where it leaves them, of the stream that *otherwise* opens."""

    def __init__(
        self,
        read: Callable[[], Sequence[bytes] | None],
        otherwise: Callable[[], BatchStream],
        facts: ReadFacts,
        workers: Workers,
        cancel: CancelToken,
        kind: Class,
    ) -> None:
        """*read* runs in a worker thread, for some milliseconds, and is not interrupted. *facts* are of its reading."""
        self._read: Callable[[], Sequence[bytes] | None] | None = read
        self._otherwise, self._workers, self._cancel, self._facts = otherwise, workers, cancel, facts
        self._place, self._steps = workers.admit(kind), Steps(workers, cancel)
        self._rows: BlockRows | None = None
        self._stream: BatchStream | None = None

    @property
    def facts(self) -> Sequence[ReadFacts]:
        """What has been read so far."""
        if self._stream is not None:
            return facts_of(self._stream.source)
        return () if self._rows is None else (self._facts,)

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See RowStream; rows that are made already stay in the formats that they were made in."""
        if self._read is not None:
            rows = await self._made(self._read)
            if rows is None:
                self._stream = self._otherwise()
            else:
                self._rows = BlockRows(rows)
        if self._stream is not None:
            return await self._stream.next(rows_max, formats)
        return None if self._rows is None else self._rows.take(rows_max)

    async def _made(self, read: Callable[[], Sequence[bytes] | None]) -> Sequence[bytes] | None:
        try:
            await self._place.wait(self._cancel)
            return await self._steps.run(read)
        finally:
            await self._end()

    async def _end(self) -> None:
        self._read = None
        try:
            await self._workers.let_end(self._steps.close(), self._steps)
        finally:
            self._place.leave()

    async def close(self) -> None:
        """See RowStream."""
        if self._read is not None:
            await self._end()
        if self._stream is not None:
            await self._stream.close()
