"""What one node tells of some shards: pieces of versions, in order, and no more ahead than one batch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import pyarrow as pa

from gateway.cluster.membership.ports import FragmentOutcome
from gateway.engine.changes.pieces import VersionPiece, pieces
from statestore.version_id import VersionId


class FollowedPart:
    """A FragmentSink. *at*: all up to that version has been told; None: not even what there is to begin with."""

    def __init__(self, node: str, shards: frozenset[int], at: VersionId | None, reached: int, changed: Callable[[], None]) -> None:
        """*reached* is the number of *at*, or the one before what there is to begin with. *changed* hears of rows."""
        self.node, self.shards = node, shards
        self.at, self.reached = at, reached
        self.progress: pa.RecordBatch | None = None
        #: Have rows of a version been handed on, and not all of them?
        self.released = False
        self.running: asyncio.Task[FragmentOutcome]
        self._pieces: deque[VersionPiece] = deque()
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
            self.at = VersionId(piece.version, piece.committed_at_us, view_id)
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
