"""One partition of a state table at one batch, opened when it is first read.

An attached query has partitions by the hundred and batches by the hundred, and each open one costs file descriptors; most are
never read. Opening takes milliseconds: nobody does it in an event loop, who looks at *ready* before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from statestore.attach.states import HeldState
from statestore.attach.tables import StateShard
from statestore.node.changes import ShardChanges
from statestore.node.shard import BATCH_ROWS, Shard


class StatePartition(Shard):
    """Of a table whose rows are in no order: bounds of scans are open, and scan_items' keys are row ids.

    Without slots, so that *get* can be replaced: the first one opens, all later ones are the open partition's own.
    Reads raise VersionNotKept where Spark has deleted the batch, CorruptFile and UnsupportedFormat.
    """

    def __init__(self, number: int, name: str, open_: Callable[[], tuple[StateShard, HeldState]]) -> None:
        """*open_* gives what reads, and something that is to live as long."""
        super().__init__(number, name, None)
        # The base class's get would hide the method.
        del self.__dict__["get"]
        self._open = open_
        self._opened: StateShard | None = None
        self._keeper: HeldState | None = None
        #: Has somebody read it? Then the next batch's is opened before that batch is shown.
        self.used = False
        #: Is it read by key? That is done in an event loop, where nothing can be opened.
        self.keyed = False
        #: Until when that holds all the same, by the attachment's clock, where it was an earlier batch's that somebody read.
        self.wanted_until_s = 0.0

    def get(self, key: bytes) -> bytes | None:
        """The stored row of a key."""
        shard = self.read()
        self.keyed = True
        self.__dict__["get"] = shard.get
        return shard.get(key)

    @property
    def ready(self) -> bool:
        """Is it open?"""
        return self._opened is not None

    def prepare(self) -> None:
        """See Shard."""
        self.read()

    def open(self) -> StateShard:
        """Open it if it is not; what is open."""
        opened = self._opened
        if opened is None:
            # Two threads at once get shards over one and the same state; either will do.
            opened, self._keeper = self._open()
            self.bytes = opened.bytes
            self._opened = opened
        return opened

    def read(self) -> StateShard:
        """As open(), for somebody who reads it."""
        self.used = True
        return self.open()

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """See Shard."""
        return self.read().multi_get(keys)

    def rows_of(self, ids: Sequence[bytes]) -> list[bytes | None]:
        """See Shard: of row ids."""
        return self.read().rows_of(ids)

    def scan(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[bytes]]:
        """All stored rows, in no order."""
        _check_open(lower, upper, reverse=reverse)
        yield from self.read().scan(batch_rows)

    def scan_items(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[tuple[bytes, bytes]]]:
        """Row ids and stored rows."""
        _check_open(lower, upper, reverse=reverse)
        yield from self.read().scan_items(batch_rows)

    def scan_keys(self, *, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        """Row ids."""
        yield from self.read().scan_keys(batch_rows)

    def count_rows(self) -> int:
        """See Shard."""
        return self.read().count_rows()

    def count_from(self, earlier: Shard, changes: ShardChanges) -> int:
        """Counted anew: what an entry held before is not known by its row ids."""
        return self.count_rows()

    @property
    def known_rows(self) -> int | None:
        """The number of rows if it is open and has been counted."""
        return None if self._opened is None else self._opened.known_rows

    @property
    def min_key(self) -> bytes | None:
        """None: there is no order."""
        return None

    @property
    def max_key(self) -> bytes | None:
        """None: there is no order."""
        return None

    def changed(self, since: StatePartition) -> ShardChanges | None:
        """Row ids that were written or deleted since an earlier batch, and the rows of them now; None where that is not known."""
        found = self.read().changed(since.open())
        return None if found is None else ShardChanges(self.number, *found)


def _check_open(lower: bytes, upper: bytes | None, *, reverse: bool) -> None:
    if lower or upper is not None or reverse:
        raise ValueError("a state table's partition has no order")
