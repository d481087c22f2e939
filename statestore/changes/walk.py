"""What one version changes in one shard: told from what it writes and from what was there, with every row as it was before.

- An upsert that leaves a row as it was is no change. Bytes are compared, those of an older row schema as the newest has them: a
  column that came later is NULL in rows from before.
- A version that replaces the content is compared with what was there, two sorted scans side by side.
- A row that expires is deleted in the version at whose time it has expired, whatever else is written. Keys are kept sorted by time
  for those that expire on the way, and only for those; the shard is scanned once for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from statestore.changes.expiring import DueRows
from statestore.node.shard import Shard
from statestore.node.version import ViewShape
from statestore.rows import LiveRows, row_decoder, row_encoder
from statestore.schema import ViewSchema

Kind = Literal["insert", "update", "delete"]
Item = tuple[bytes, bytes]
#: Keys and what is written for them; None deletes.
Entries = tuple[list[bytes], list[bytes | None]]


class Change(NamedTuple):
    """A key whose row is another one than before; None is no row. They differ."""

    key: bytes
    before: bytes | None
    after: bytes | None

    @property
    def kind(self) -> Kind:
        """What happened to the key."""
        return "insert" if self.before is None else "delete" if self.after is None else "update"


def bytes_of_changes(changes: Sequence[Change]) -> int:
    """Of their rows."""
    return sum([len(change.before or b"") + len(change.after or b"") for change in changes])


class Before(Protocol):
    """The rows of a shard as they were."""

    def rows_of(self, ids: Sequence[bytes], /) -> Sequence[bytes | None]:
        """The row of each key; None: there is none."""


class SameRow:
    """Whether two rows of one key are the same to whoever sees them."""

    def __init__(self, schema: ViewSchema) -> None:
        self._decode = row_decoder(schema, range(len(schema.columns)))
        self._encode = row_encoder(schema)

    def __call__(self, before: bytes | None, after: bytes | None) -> bool:
        """NULL columns of rows from before the column came are those of rows since."""
        if before is None or after is None or before[0] == after[0]:
            return before == after
        return self._encode(self._decode(before)) == self._encode(self._decode(after))


def upserted(before: Before, entries: Iterable[Entries], live: LiveRows | None, due: DueRows, same: SameRow) -> Iterator[Change]:
    """Of a version that writes *entries* over what was there *before*, and at which *live* rows have not expired.

    What is written comes first, in its order, then what expires by key: so it is the same list whoever makes it.
    """
    written = set[bytes]()
    for keys, values in entries:
        due.add([(key, row) for key, row in zip(keys, values, strict=True) if row is not None])
        for key, was, row in zip(keys, before.rows_of(keys), values, strict=True):
            if was is not None and not _is_live(live, was):
                written.add(key)
            after = row if row is not None and _is_live(live, row) else None
            if not same(was, after):
                yield Change(key, was, after)
    expired = [key for key in due.until(live) if key not in written]
    for key, was in zip(expired, before.rows_of(expired), strict=True):
        if was is not None and not _is_live(live, was):
            yield Change(key, was, None)


def replaced(before: Shard, items: Iterator[Item], same: SameRow) -> Iterator[Change]:
    """Of a version that has *items*, ascending, in place of what was there *before*. Ascending."""
    old = (item for batch in before.scan_items() for item in batch)
    was, now = next(old, None), next(items, None)
    while was or now:
        if now is None or (was and was[0] < now[0]):
            assert was is not None
            yield Change(was[0], was[1], None)
            was = next(old, None)
        elif was is None or now[0] < was[0]:
            yield Change(now[0], None, now[1])
            now = next(items, None)
        else:
            if not same(was[1], now[1]):
                yield Change(now[0], was[1], now[1])
            was, now = next(old, None), next(items, None)


def compared(before: Shard, after: Shard, same: SameRow) -> Iterator[Change]:
    """As replaced(), of shards whose rows are in no order: each row of one is looked up in the other."""
    for items in after.scan_items():
        for (id_, now), was in zip(items, before.rows_of([id_ for id_, _ in items]), strict=True):
            if not same(was, now):
                yield Change(id_, was, now)
    for items in before.scan_items():
        for (id_, gone), left in zip(items, after.rows_of([id_ for id_, _ in items]), strict=True):
            if left is None:
                yield Change(id_, gone, None)


def keyed(walk: Iterator[Change], shape: ViewShape) -> Iterator[Change]:
    """Changes of rows by their ids → by their keys, if the table has one."""
    schema = shape.schema
    if not schema.key:
        return walk
    values, encode = row_decoder(schema, schema.key_ordinals), shape.key_codec.encode
    return (Change(encode(values(was if now is None else now)), was, now) for _, was, now in walk)  # type: ignore[arg-type]


def _is_live(live: LiveRows | None, row: bytes) -> bool:
    return live is None or live.has(row)
