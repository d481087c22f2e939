"""A shard of a version whose rows expire: what has expired is in its files, and in nothing that it hands out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from statestore.arrow import Int64s
from statestore.errors import ShardNotReady
from statestore.node.changes import ShardChanges
from statestore.node.shard import BATCH_ROWS, EDGE_ROWS, Shard, checked
from statestore.rows import LiveRows

#: Of a shard whose rows have more different times (16 bytes each), all rows are read again to count them.
TIMES_MAX: Final = 1 << 20
#: Expired rows that few() passes over: some 2 ms.
PASSED_MAX: Final = 8_192
_NO_TIMES: Final = np.array([], np.int64)


class ExpiringShard(Shard):
    """*stored* without the rows that are not *live*. It has the handle of *stored*, and is made anew with each version's time.

    Reading a range reads what has expired in it as well.
    """

    __slots__ = ("_times", "live", "stored")

    def __init__(self, stored: Shard, live: LiveRows) -> None:
        super().__init__(stored.number, stored.name, None, bytes_=stored.bytes)
        self.stored, self.live = stored, live
        self.get = _getter(stored.get, live.has)
        self._rows = None
        #: Different times of the live rows, and how many have each; None where they have not been counted, or are too many.
        self._times: tuple[Int64s, Int64s] | None = None

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """See Shard."""
        has = self.live.has
        return [row if row is not None and has(row) else None for row in self.stored.multi_get(keys)]

    def scan(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[bytes]]:
        """See Shard."""
        batches = map(self.live.values, self.stored.scan(lower, upper, reverse=reverse, batch_rows=batch_rows))
        return filter(None, batches)

    def few(
        self, lower: bytes, upper: bytes | None, rows_max: int, *, reverse: bool = False, bytes_max: int | None = None
    ) -> list[bytes]:
        """See Shard. Raises ShardNotReady where so many expired rows lie between that scan() should read, in another thread.

        What has expired counts towards *bytes_max*.
        """
        stored = self.stored.few(lower, upper, rows_max, reverse=reverse, bytes_max=bytes_max)
        found = self.live.values(stored)
        if len(found) == len(stored) or len(stored) < rows_max:
            return found
        found, passed = [], 0
        for batch in self.stored.scan(lower, upper, reverse=reverse, batch_rows=max(rows_max, EDGE_ROWS)):
            found += self.live.values(batch)
            passed += len(batch)
            checked(found, sum(map(len, found)), bytes_max)
            if len(found) >= rows_max:
                break
            if passed > rows_max + PASSED_MAX:
                raise ShardNotReady(f"{self.name}: the first rows of a range lie behind many that have expired")
        return found[:rows_max]

    def scan_items(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[tuple[bytes, bytes]]]:
        """See Shard."""
        batches = map(self.live.items, self.stored.scan_items(lower, upper, reverse=reverse, batch_rows=batch_rows))
        return filter(None, batches)

    def scan_keys(self, *, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        """See Shard."""
        return ([key for key, _ in batch] for batch in self.scan_items(batch_rows=batch_rows))

    def count_rows(self) -> int:
        """See Shard. The first call reads all rows (0.5 µs each), unless count_from() has been called."""
        if self._rows is None:
            found = [np.array(self.live.times(batch), np.int64) for batch in self.stored.scan()]
            times = np.concatenate([_NO_TIMES, *found])
            self._count(times, np.ones_like(times))
        assert self._rows is not None
        return self._rows

    def count_from(self, earlier: Shard, changes: ShardChanges) -> int:
        """See Shard: what changed counts as it was and as it is, and of what did not, what has expired since no longer."""
        if self._rows is None and isinstance(earlier, ExpiringShard) and earlier._times is not None:
            times, counts = earlier._times
            were = [row for row in earlier.multi_get(changes.keys) if row is not None]
            are = [row for row in changes.values if row is not None]
            changed = np.array([*self.live.times(were), *self.live.times(are)], np.int64)
            signs = np.array([-1] * len(were) + [1] * len(are), np.int64)
            self._count(np.concatenate([times, changed]), np.concatenate([counts, signs]))
        return self.count_rows()

    def _count(self, times: Int64s, counts: Int64s) -> None:
        """So many rows have these times, each of which may be listed more than once."""
        listed, place = np.unique(times, return_inverse=True)
        totals = np.zeros(len(listed), np.int64)
        np.add.at(totals, place, counts)
        kept = (totals > 0) & (listed > self.live.before)
        self._times = (listed[kept], totals[kept]) if np.count_nonzero(kept) <= TIMES_MAX else None
        self._rows = int(totals[kept].sum())

    @property
    def bounds(self) -> tuple[bytes | None, bytes | None]:
        """See Shard."""
        return self.stored.bounds

    def _edges(self) -> tuple[bytes | None, bytes | None]:
        return self._scanned_edges()


def shard_with(stored: Shard, live: LiveRows | None, earlier: Shard | None) -> Shard:
    """The shard that shows *live* rows of *stored*; *earlier*, that of the version before, where it shows the same."""
    if live is None:
        return stored
    if isinstance(earlier, ExpiringShard) and earlier.stored is stored and earlier.live.before_us == live.before_us:
        return earlier
    return ExpiringShard(stored, live)


def stored_of(shard: Shard | None) -> Shard | None:
    """What shard_with() was given."""
    return shard.stored if isinstance(shard, ExpiringShard) else shard


def _getter(get: Callable[[bytes], bytes | None], is_live: Callable[[bytes], bool]) -> Callable[[bytes], bytes | None]:
    def live(key: bytes) -> bytes | None:
        row = get(key)
        return row if row is not None and is_live(row) else None

    return live
