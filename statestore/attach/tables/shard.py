"""The rows of one open partition of a state table at one version.

A stored row of a state table is the format byte 0 and an UnsafeRow of *roots* (`ViewSchema.state_rows`): the key's row or rows,
the value's row, and the number of the value where a key has several. Joining an entry into it is a header of one word more than
roots and a concatenation; nothing is decoded. A column is the field at a path of roots and structs: `row_decoder` is written out
so that each struct on the way is unpacked once and only for the fields asked for; `ArrowDecoder` finds each struct's places once
per batch and then gathers as for any row. The layouts of entries are in `tables/layout.py`; the code that cuts them is compiled
per layout.

- Prefix-scan keys (sessions, maps, timers) are two rows and stay two roots. The HDFS-backed provider writes whole keys and no
  format bytes.
- Several values of a key lie one behind the other with their sizes in front; merge operator version 1 leaves a comma between
  them.
- A column family's number, the first two bytes of its keys, is in no schema file, only in the snapshot's metadata:
  `PartitionState.families`. A partition that lacks the family has no rows of the table.
- A point get takes the table's encoded key apart, encodes Spark's key row with `statestore.rows` and reads that. Keys in
  Tidegate's encoding are normalised already (-0.0, NaN), as Spark's are.
- A row's id (`scan_items`, `changed`) is its raw key, with the value's number behind it where a key has several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from statestore.attach.providers import PartitionState
from statestore.attach.tables.entries import BAD_ENTRY, EntryReader
from statestore.attach.tables.layout import SIZE_BYTES
from statestore.attach.tables.point_keys import PointKey
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.node.shard import BATCH_ROWS

_Row = TypeVar("_Row")


class StateShard:
    """Rows of a store's partition, in no order.

    *get* takes an encoded key of the table and gives the stored row, or None. Reads raise CorruptFile where the store's bytes
    are damaged, UnsupportedFormat where they are of a format that this release does not know.
    """

    __slots__ = ("_keys", "_prefix", "_reader", "_rows", "_several", "_state", "bytes", "get", "name")

    get: Callable[[bytes], bytes | None]

    def __init__(
        self,
        name: str,
        state: PartitionState,
        reader: EntryReader,
        keys: Sequence[PointKey],
        prefix: bytes | None,
        *,
        several: bool,
    ) -> None:
        """*prefix*: what the rows' raw keys begin with; None: there are no rows. Without *keys* rows are only scanned."""
        self.name = name
        # Of the store's files: of all its tables together.
        self.bytes = state.bytes
        self._state = state
        self._reader = reader
        self._keys = keys
        self._prefix = prefix
        self._several = several
        self._rows: int | None = 0 if prefix is None else None
        # Never a method of the shard's own: with a reference to itself it would outlive its last user.
        self.get = _getter(name, state, reader, keys, prefix, several=several)

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The stored rows of *keys*, in their order."""
        if self._prefix is None or not keys:
            return [None] * len(keys)
        if len(self._keys) != 1:
            return [self.get(key) for key in keys]
        (encode,) = self._keys
        raw = [(self._prefix + part, number) for part, number in map(encode, keys)]
        values = self._state.multi_get([key for key, _ in raw])
        with self._damage():
            return [
                None if value is None else _row(self._reader, key, value, number if self._several else None)
                for (key, number), value in zip(raw, values, strict=True)
            ]

    def rows_of(self, ids: Sequence[bytes]) -> list[bytes | None]:
        """The stored rows of row ids, in their order."""
        raw = [id_[:-SIZE_BYTES] for id_ in ids] if self._several else ids
        found = {} if self._prefix is None else dict(self._present(list(dict.fromkeys(raw))))
        return [found.get(id_) for id_ in ids]

    def scan(self, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        """All stored rows, in lists of at most *batch_rows*."""
        for entries in self._entries(batch_rows):
            with self._damage():
                rows = self._reader.rows(entries)
            yield from _parts(rows, batch_rows)

    def scan_items(self, batch_rows: int = BATCH_ROWS) -> Iterator[list[tuple[bytes, bytes]]]:
        """Like scan, with the rows' ids: what tells a row from the table's others, and is the same at every version."""
        for entries in self._entries(batch_rows):
            with self._damage():
                items = self._reader.items(entries)
            yield from _parts(items, batch_rows)

    def scan_keys(self, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        """The ids of all rows."""
        if self._several:
            yield from ([row for row, _ in items] for items in self.scan_items(batch_rows))
        else:
            yield from ([key for key, _ in entries] for entries in self._entries(batch_rows))

    def count_rows(self) -> int:
        """Exact number of rows. The first call reads all keys, later ones nothing."""
        if self._rows is None:
            self._rows = sum(map(len, self.scan_keys()))
        return self._rows

    @property
    def known_rows(self) -> int | None:
        """The number of rows if it has been counted."""
        return self._rows

    def changed(self, since: StateShard) -> tuple[list[bytes], list[bytes | None]] | None:
        """Ids of at least the rows that differ between two versions, and what they hold now; None when that is not known."""
        found = self._state.changed_keys(since._state)
        if found is None or self._prefix != since._prefix:
            return None
        if self._prefix is None:
            return [], []
        keys = [key for key in dict.fromkeys(found) if key.startswith(self._prefix)]
        now = self._present(keys)
        before = since._present(keys) if self._several else []
        rows: dict[bytes, bytes | None] = dict.fromkeys(keys if not self._several else (row for row, _ in before))
        rows.update(now)
        return list(rows), list(rows.values())

    def _present(self, keys: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        values = self._state.multi_get(keys) if keys else []
        entries = [(key, value) for key, value in zip(keys, values, strict=True) if value is not None]
        with self._damage():
            return self._reader.items(entries)

    def _entries(self, batch_rows: int) -> Iterator[list[tuple[bytes, bytes]]]:
        return iter(()) if self._prefix is None else self._state.items(prefix=self._prefix, batch_rows=batch_rows)

    @contextmanager
    def _damage(self) -> Iterator[None]:
        try:
            yield
        except BAD_ENTRY as error:
            raise _damaged(self.name, error) from error


def _getter(
    name: str, state: PartitionState, reader: EntryReader, keys: Sequence[PointKey], prefix: bytes | None, *, several: bool
) -> Callable[[bytes], bytes | None]:
    """The get of a shard, as lean as it can be."""
    if prefix is None:
        return _nothing
    if not keys:
        return _scanned_only
    if len(keys) > 1:
        return _unclear(name, [_getter(name, state, reader, (key,), prefix, several=several) for key in keys])
    (encode,), get, read = keys, state.get, reader.rows

    def get_row(key: bytes) -> bytes | None:
        raw = prefix + encode(key)[0]
        value = get(raw)
        if value is None:
            return None
        try:
            return read(((raw, value),))[0]
        except BAD_ENTRY as error:
            raise _damaged(name, error) from error

    def get_numbered(key: bytes) -> bytes | None:
        part, number = encode(key)
        value = get(prefix + part)
        if value is None:
            return None
        try:
            return _row(reader, prefix + part, value, number)
        except BAD_ENTRY as error:
            raise _damaged(name, error) from error

    return get_numbered if several else get_row


def _row(reader: EntryReader, key: bytes, value: bytes, number: int | None) -> bytes | None:
    """The row of an entry, or the one with this number if the entry may have several."""
    if number is None:
        return reader.rows(((key, value),))[0]
    rows = reader.rows(((key, value),))
    return rows[number] if 0 <= number < len(rows) else None


def _parts(rows: list[_Row], batch_rows: int) -> Iterator[list[_Row]]:
    if len(rows) <= batch_rows:
        yield rows
    else:
        yield from (rows[start : start + batch_rows] for start in range(0, len(rows), batch_rows))


def _unclear(name: str, getters: Sequence[Callable[[bytes], bytes | None]]) -> Callable[[bytes], bytes | None]:
    """The get of a shard in which a key may be one of several of Spark's, all of which are in this partition."""

    def get_any(key: bytes) -> bytes | None:
        found = {row for get in getters if (row := get(key)) is not None}
        if len(found) > 1:
            raise UnsupportedFormat(
                f"{name} holds several rows of one key, which has a struct that is NULL in one and full of NULLs in another",
                hint="Ask for IS NULL of an expression, such as coalesce(column): it is answered by reading all rows.",
            )
        return found.pop() if found else None

    return get_any


def _scanned_only(key: bytes) -> NoReturn:
    raise ValueError("this state table's rows can only be scanned")


def _damaged(name: str, error: Exception) -> CorruptFile:
    return CorruptFile(f"{name} is corrupt", detail=f"an entry of the state store cannot be read: {error}")


def _nothing(key: bytes) -> None:
    """The get of a shard without rows."""
    return
