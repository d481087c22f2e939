"""What one node tells of some shards: pieces of versions, in order, and no more ahead than one batch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from gateway.cluster.membership.ports import FragmentOutcome
from statestore.version_id import VersionId

_VERSION, _COMMITTED_AT, _KIND = range(3)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a version; *progress* is the row that says that there are no more of it."""

    version: int
    rows: pa.RecordBatch
    progress: pa.RecordBatch | None


def pieces(batch: pa.RecordBatch) -> Iterator[Piece]:
    """A batch of a subscription WITH (PROGRESS), version by version."""
    versions = batch.column(_VERSION).to_pylist()
    starts = [i for i, version in enumerate(versions) if i == 0 or version != versions[i - 1]]
    for start, end in zip(starts, [*starts[1:], len(versions)], strict=True):
        ends = batch.column(_KIND)[end - 1].as_py() == "progress"
        progress = batch.slice(end - 1, 1) if ends else None
        yield Piece(versions[start], batch.slice(start, end - start - ends), progress)


class Part:
    """A FragmentSink. *at*: all up to that version has been told; None: not even what there is to begin with."""

    def __init__(self, node: str, shards: frozenset[int], at: VersionId | None, reached: int, changed: Callable[[], None]) -> None:
        """*reached* is the number of *at*, or the one before what there is to begin with. *changed* hears of rows."""
        self.node, self.shards = node, shards
        self.at, self.reached = at, reached
        self.progress: pa.RecordBatch | None = None
        #: Have rows of a version been handed on, and not all of them?
        self.released = False
        self.running: asyncio.Task[FragmentOutcome]
        self._pieces: deque[Piece] = deque()
        self._changed, self._taken = changed, asyncio.Event()

    @property
    def told(self) -> int:
        """Nothing more comes of this version, or of earlier ones, whether it has been handed on or not."""
        return max(self.reached, self._pieces[0].version - 1) if self._pieces else self.reached

    @property
    def next_version(self) -> int | None:
        """Of the piece that comes next, if it is here."""
        return self._pieces[0].version if self._pieces else None

    def take(self, view_id: str) -> pa.RecordBatch:
        """The next piece's rows, which go on to the client; there may be none."""
        piece = self._pieces.popleft()
        self.released = (self.released or piece.rows.num_rows > 0) and piece.progress is None
        if piece.progress is not None:
            self.progress, self.reached = piece.progress, piece.version
            committed_at_us = pc.cast(piece.progress.column(_COMMITTED_AT), pa.int64())[0].as_py()
            self.at = VersionId(piece.version, committed_at_us, view_id)
        if not self._pieces:
            self._taken.set()
        return piece.rows

    async def write(self, batch: pa.RecordBatch) -> None:
        """See FragmentSink: waits until all has been taken."""
        self._pieces.extend(pieces(batch))
        self._changed()
        while self._pieces:
            self._taken.clear()
            await self._taken.wait()

    def finish(self, outcome: FragmentOutcome) -> None:
        """See FragmentSink."""

    def discard(self, cause: str = "") -> None:
        """See FragmentSink."""
        self._pieces.clear()
