"""A shard of a version whose last changes are not in its database yet, but in memory over it (overlay.py)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from statestore.node.changes import ShardChanges
from statestore.node.shard import BATCH_ROWS, Shard, checked
from statestore.node.small_files import Entries

_MISSING: Final = object()
_key_of: Final = itemgetter(0)


class OverlaidShard(Shard):
    """*base* with *entries* over it, the last word on their keys: None is a key that is gone. Neither is ever changed."""

    __slots__ = ("_entries", "_keys", "base")

    def __init__(self, base: Shard, entries: Entries) -> None:
        super().__init__(base.number, base.name, None, bytes_=base.bytes)
        self.base = base
        self.get = get_over(entries, base.get)
        self._entries = entries
        self._keys: list[bytes] | None = None
        self._rows = None

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """See Shard."""
        return multi_get_over(self._entries, keys, self.base.multi_get)

    def scan(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[bytes]]:
        """See Shard."""
        if not self._between(lower, upper):
            return self.base.scan(lower, upper, reverse=reverse, batch_rows=batch_rows)
        batches = self.scan_items(lower, upper, reverse=reverse, batch_rows=batch_rows)
        return ([value for _, value in batch] for batch in batches)

    def few(
        self, lower: bytes, upper: bytes | None, rows_max: int, *, reverse: bool = False, bytes_max: int | None = None
    ) -> list[bytes]:
        """See Shard."""
        if rows_max < 1 or not self._between(lower, upper):
            return self.base.few(lower, upper, rows_max, reverse=reverse, bytes_max=bytes_max)
        found, size = list[bytes](), 0
        for batch in self.scan(lower, upper, reverse=reverse, batch_rows=min(rows_max, BATCH_ROWS)):
            found += batch
            size += sum(map(len, batch))
            checked(found, size, bytes_max)
            if len(found) >= rows_max:
                break
        return found[:rows_max]

    def scan_items(
        self, lower: bytes = b"", upper: bytes | None = None, *, reverse: bool = False, batch_rows: int = BATCH_ROWS
    ) -> Iterator[list[tuple[bytes, bytes]]]:
        """See Shard."""
        batches = self.base.scan_items(lower, upper, reverse=reverse, batch_rows=batch_rows)
        keys = self._between(lower, upper)
        return _merged(batches, keys, self._entries, batch_rows, reverse=reverse) if keys else batches

    def scan_keys(self, *, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        """See Shard."""
        return ([key for key, _ in batch] for batch in self.scan_items(batch_rows=batch_rows))

    def count_rows(self) -> int:
        """See Shard: the base is counted, once for all that lie over it."""
        return self.count_from(self.base, ShardChanges(self.number, list(self._entries), list(self._entries.values())))

    @property
    def bounds(self) -> tuple[bytes | None, bytes | None]:
        """See Shard."""
        return self._scanned_edges()

    def _between(self, lower: bytes, upper: bytes | None) -> Sequence[bytes]:
        """Keys of the entries in the range, ascending."""
        keys = self._keys
        if keys is None:
            keys = self._keys = sorted(self._entries)
        return keys[bisect_left(keys, lower) : len(keys) if upper is None else bisect_left(keys, upper)]


def _merged(
    batches: Iterator[list[tuple[bytes, bytes]]], keys: Sequence[bytes], entries: Entries, batch_rows: int, *, reverse: bool
) -> Iterator[list[tuple[bytes, bytes]]]:
    """What the base gives in *batches*, with the entries of *keys*, all of the range, in their places."""
    for batch in batches:
        if reverse:
            cut = bisect_left(keys, batch[-1][0])
            keys, here = keys[:cut], keys[cut:]
        else:
            cut = bisect_right(keys, batch[-1][0])
            here, keys = keys[:cut], keys[cut:]
        if not here:
            yield batch
            continue
        rows: dict[bytes, bytes | None] = dict(batch)
        rows.update((key, entries[key]) for key in here)
        yield from _live(sorted(rows.items(), key=_key_of, reverse=reverse), batch_rows)
    yield from _live([(key, entries[key]) for key in (reversed(keys) if reverse else keys)], batch_rows)


def _live(items: list[tuple[bytes, bytes | None]], batch_rows: int) -> Iterator[list[tuple[bytes, bytes]]]:
    """Those that are not gone, in portions."""
    rows = [(key, value) for key, value in items if value is not None]
    for start in range(0, len(rows), batch_rows):
        yield rows[start : start + batch_rows]


def multi_get_over(
    entries: Entries, keys: Sequence[bytes], below: Callable[[Sequence[bytes]], list[bytes | None]]
) -> list[bytes | None]:
    """The values of *keys*, in their order: those of *entries*, and of the others what *below* gives for them."""
    others = [key for key in keys if key not in entries]
    if len(others) == len(keys):
        return below(keys)
    found = iter(below(others))
    return [entries[key] if key in entries else next(found) for key in keys]


def get_over(entries: Entries, below: Callable[[bytes], bytes | None]) -> Callable[[bytes], bytes | None]:
    """The get of *entries* over *below*. It refers to no shard, which would then not go with its last reference."""
    find = entries.get

    def get(key: bytes) -> bytes | None:
        value = find(key, _MISSING)
        return below(key) if value is _MISSING else value  # type: ignore[return-value]

    return get
