"""One version of one view on this node: all its shards as they were after the same commit.

Live rows are exact (of views whose rows expire see below): from the manifest when a version filled empty databases, from an
earlier counted version and the changes since (16 times dearer a row than a key scan, so only for small changes), else by a scan
of the keys.

`ViewVersion.changed_items(after)` lists the changed keys and what they hold now. RocksDB shows no tombstones, so `sst_reader.py`
reads the entries out of the versions' own files: 0.6 µs an entry, 0.7 ms for 1,000 rows in 8 shards; opening a throw-away
database for each shard took 6 ms. None where the content was replaced, or the log does not tell: make the copy anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Final, Protocol

from statestore.errors import CorruptFile, VersionNotKept
from statestore.keys import KeyCodec
from statestore.node.changes import Changes, ShardChanges
from statestore.node.shard import Shard
from statestore.rows import LiveRows, row_decoder
from statestore.schema import ViewSchema
from statestore.sharding import shard_function
from statestore.version_id import VersionId
from statestore.views.manifest import Manifest

#: Finding out whether a changed key is new costs as much as reading this many keys in a row.
CHANGE_COST_ROWS: Final = 16

#: So few rows, and bytes of them and of their files, are kept with a version once somebody has read it whole.
FEW_ROWS_MAX: Final = 1_024
FEW_BYTES_MAX: Final = 1 << 18
_FEW_AT_ONCE: Final = 32
#: In so many forms they are kept at once.
_FEW_BY_MAX: Final = 16

#: Spelled here because ViewVersion has a property of the name bytes.
Key = bytes
Row = bytes
#: A row with values of some of its columns.
DecodedRow = tuple[Row, tuple[Any, ...]]

#: Gives each incarnation of any view of this process its number.
incarnations: Final = count(1)


def no_version() -> None:
    """That before a version of which none is known."""


class ChangeList(Protocol):
    """What changed between two versions, shard by shard; *unknown* shards, known after the iteration, have to be read whole."""

    @property
    def unknown(self) -> frozenset[int]:
        """See the class."""
        ...

    def __iter__(self) -> Iterator[ShardChanges]: ...


class ChangeSource(Protocol):
    """Who knows what changed."""

    def changes(self, after_version: int, head: Manifest, shards: frozenset[int]) -> ChangeList | None:
        """What the versions after *after_version* up to *head* wrote to *shards*; None when nobody knows."""
        ...

    def digest(self, version: int, head: Manifest) -> str:
        """Tells *version*, one up to *head*, from any other view's; "" when nobody knows."""
        ...


class VersionGroup(Protocol):
    """Tables that move together: a query reads all of them at one version."""

    @property
    def name(self) -> str:
        """The group's."""
        ...

    @property
    def number(self) -> int:
        """The version."""
        ...

    @property
    def names(self) -> Collection[str]:
        """Of its tables."""
        ...

    def version_of(self, table: str) -> ViewVersion | None:
        """A table at this version; None where the group has no such table."""
        ...


@dataclass(frozen=True)
class ViewShape:
    """A schema with the codecs made from it, which versions share."""

    schema: ViewSchema

    @cached_property
    def key_codec(self) -> KeyCodec:
        """Encodes and decodes keys."""
        return KeyCodec(self.schema)

    @cached_property
    def shard_of(self) -> Callable[[Sequence[Any]], int]:
        """Shard key values → shard."""
        return shard_function(self.schema)

    def live_rows(self, manifest: Manifest | None) -> LiveRows | None:
        """Which rows have not expired at the version of *manifest*, which has this schema; None where none has."""
        if manifest is None or manifest.expired is None or manifest.expired.before_us is None:
            return None
        return LiveRows(self.schema, manifest.expired.before_us)

    @cached_property
    def every_shard(self) -> frozenset[int]:
        """The numbers of all shards."""
        return frozenset(range(self.schema.shards))


@dataclass(frozen=True, eq=False)
class ViewVersion:
    """Immutable, usable from any thread, alive as long as somebody refers to it.

    *manifest* is None at version 0, which is a view that was created and never committed to. *incarnation* tells versions of one
    number apart in this process: a view that was deleted and made anew, or whose log was taken back, has one that was never given
    before. *view_id* tells views of one name apart on every node. *held* are the shards whose rows are here; reading any other
    of *shards* raises ShardNotHeld.
    """

    shape: ViewShape
    manifest: Manifest | None
    shards: Sequence[Shard]
    held: frozenset[int]
    incarnation: int
    source: ChangeSource
    #: The version that this one took the place of, while it lives.
    before: Callable[[], ViewVersion | None]
    view_id: str
    #: The tables that it moves together with; None: it moves alone.
    group: VersionGroup | None = None

    @property
    def schema(self) -> ViewSchema:
        """Columns, key, partitioning."""
        return self.shape.schema

    @property
    def version(self) -> int:
        """1, 2, 3 …; 0 before the first commit."""
        return self.manifest.version if self.manifest else 0

    @property
    def id(self) -> VersionId:
        """Its name on every node."""
        return VersionId(self.version, self.committed_at_us or 0, self.view_id)

    @property
    def key_codec(self) -> KeyCodec:
        """Encodes and decodes keys."""
        return self.shape.key_codec

    @property
    def shard_of(self) -> Callable[[Sequence[Any]], int]:
        """Shard key values → shard."""
        return self.shape.shard_of

    @cached_property
    def bytes(self) -> int:
        """Size of the held shards' files on this node."""
        return sum(shard.bytes for shard in self.shards)

    @cached_property
    def few_rows(self) -> tuple[Row, ...] | None:
        """All stored rows, shard by shard, where they are few and here; read once. None of state tables. Raises CorruptFile."""
        if len(self.held) < len(self.shards) or not self.schema.ordered or self.bytes > FEW_BYTES_MAX:
            return None
        found: list[Row] = []
        for shard in self.shards:
            for batch in shard.scan(batch_rows=_FEW_AT_ONCE):
                found += batch
                if len(found) > FEW_ROWS_MAX or sum(map(len, found)) > FEW_BYTES_MAX:
                    return None
        return tuple(found)

    def few_values(self, columns: tuple[int, ...]) -> Sequence[DecodedRow] | None:
        """few_rows, each with the values of these columns; kept. Raises CorruptFile."""
        found: Sequence[DecodedRow] | None = self._few.get(columns)
        if found is None and self.few_rows is not None:
            decode = row_decoder(self.schema, columns)
            found = [(row, decode(row)) for row in self.few_rows]
            self._keep_few(columns, found)
        return found

    def few_by(self, key: tuple[int, ...], columns: tuple[int, ...]) -> Mapping[tuple[Any, ...], Sequence[DecodedRow]] | None:
        """few_values() by the values of the columns *key*, kept; what is NULL in one of them is left out. Raises CorruptFile."""
        found: dict[tuple[Any, ...], list[DecodedRow]] | None = self._few.get((key, columns))
        if found is None and (rows := self.few_values(columns)) is not None:
            key_of, found = row_decoder(self.schema, key), {}
            for row in rows:
                values = key_of(row[0])
                if None not in values:
                    found.setdefault(values, []).append(row)
            self._keep_few((key, columns), found)
        return found

    def found_by(self, key: tuple[int, ...]) -> dict[tuple[Any, ...], Sequence[Row]]:
        """Stored rows by the values of the columns *key*: who looks up many keeps some here."""
        found: dict[tuple[Any, ...], Sequence[Row]] | None = self._few.get((key, None))
        if found is None:
            self._keep_few((key, None), found := {})
        return found

    def _keep_few(self, name: tuple[Any, ...], made: Any) -> None:
        if len(self._few) >= _FEW_BY_MAX:
            self._few.clear()
        self._few[name] = made

    @cached_property
    def _few(self) -> dict[tuple[Any, ...], Any]:
        """What few_values(), few_by() and found_by() have made, by their arguments."""
        return {}

    @property
    def committed_at_us(self) -> int | None:
        """When the publisher committed this version, microseconds since 1970."""
        return self.manifest.committed_at_us if self.manifest else None

    @property
    def watermark_us(self) -> int | None:
        """The streaming query's event-time watermark, microseconds since 1970."""
        return self.manifest.watermark_us if self.manifest else None

    @property
    def expired_before_us(self) -> int | None:
        """Rows have expired whose time is so or earlier, microseconds since 1970; None: none has."""
        return self.manifest.expired.before_us if self.manifest and self.manifest.expired else None

    @property
    def query_id(self) -> str | None:
        """The streaming query that published this version."""
        return self.manifest.query_id if self.manifest else None

    def min_key(self, shard: int) -> Key | None:
        """The least live key of *shard*; None when it is empty."""
        return self.shards[shard].min_key

    def max_key(self, shard: int) -> Key | None:
        """The greatest live key of *shard*; None when it is empty."""
        return self.shards[shard].max_key

    def count_rows(self) -> tuple[int, ...]:
        """Exact live rows per shard, counted once: from an earlier version's count and the changes since where that is
        cheaper, else by reading all keys. Shards that did not change keep their count; 0 for one that is not held.
        Raises CorruptFile."""
        return tuple(self._count_shard(shard) for shard in self.shards)

    def _count_shard(self, shard: Shard) -> int:
        if not shard.held:
            return 0
        if shard.known_rows is not None:
            return shard.known_rows
        earlier = self._counted_before(shard.number)
        changes = self.changed_items(earlier.version) if earlier else None
        if earlier is None or not isinstance(changes, Changes):
            return shard.count_rows()
        base = earlier.shards[shard.number]
        if changes.entries_of(shard.number) * CHANGE_COST_ROWS > base.count_rows():
            return shard.count_rows()
        try:
            return shard.count_from(base, changes.of_shard(shard.number))
        except (CorruptFile, VersionNotKept):  # of the earlier version's files, or the root's; or vacuum has deleted those
            return shard.count_rows()

    def _counted_before(self, shard: int) -> ViewVersion | None:
        """The latest version before this one in which the shard has been counted."""
        at = self.before()
        while at is not None and at.incarnation == self.incarnation:
            if at.shards[shard].known_rows is not None:
                return at
            at = at.before()
        return None

    def changed_items(self, after_version: int) -> ChangeList | None:
        """Iterable over the keys of held shards that were written or deleted after *after_version*, and what they hold now.

        None when there is no such list and a copy has to be made anew: the content was replaced since, or *after_version*
        is not a version before this one. The caller must know that *after_version* is of the same incarnation and that its
        copy has the same held shards: for one held since, only what changed is listed. What is listed is as it was written: rows
        that have expired are there, while others expire without being listed. See Changes.
        """
        if self.manifest is None or not 0 < after_version <= self.version:
            return None
        return self.source.changes(after_version, self.manifest, self.held)

    def digest_of(self, version: int) -> str:
        """Tells *version*, up to this one, from any other view's, in every process; "" where there is none, or nobody knows."""
        if self.manifest is None or not 0 < version <= self.version:
            return ""
        return self.source.digest(version, self.manifest)
