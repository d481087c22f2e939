"""One version of one view on this node: all its shards as they were after the same commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from statestore.keys import KeyCodec
from statestore.node.changes import Changes, Source
from statestore.node.shard import Shard
from statestore.schema import ViewSchema
from statestore.sharding import shard_function
from statestore.views.manifest import Manifest

#: Spelled here because ViewVersion has a property of the name bytes.
Key = bytes


@dataclass(frozen=True)
class Shape:
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


@dataclass(frozen=True, eq=False)
class ViewVersion:
    """Immutable, usable from any thread, alive as long as somebody refers to it.

    *manifest* is None at version 0, which is a view that was created and never committed to. *incarnation* changes when
    a view was deleted and made anew: version numbers then start again.
    """

    shape: Shape
    manifest: Manifest | None
    shards: tuple[Shard, ...]
    incarnation: int
    source: Source

    @property
    def schema(self) -> ViewSchema:
        """Columns, key, partitioning."""
        return self.shape.schema

    @property
    def version(self) -> int:
        """1, 2, 3 …; 0 before the first commit."""
        return self.manifest.version if self.manifest else 0

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
        """Size of the shards' files on this node."""
        return sum(shard.bytes for shard in self.shards)

    @property
    def committed_at_us(self) -> int | None:
        """When the publisher committed this version, microseconds since 1970."""
        return self.manifest.committed_at_us if self.manifest else None

    @property
    def watermark_us(self) -> int | None:
        """The streaming query's event-time watermark, microseconds since 1970."""
        return self.manifest.watermark_us if self.manifest else None

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
        """Exact live rows per shard. Counting reads all keys of a shard once; unchanged shards keep their count."""
        return tuple(shard.count_rows() for shard in self.shards)

    def changed_items(self, after_version: int) -> Changes | None:
        """Iterable over the keys that were written or deleted after *after_version*, and what they hold now: see Changes.

        None when there is no such list and a copy has to be made anew: the content was replaced since, or *after_version*
        is not a version before this one. The caller must know that *after_version* is of the same incarnation.
        """
        if self.manifest is None or not 0 < after_version <= self.version:
            return None
        return self.source.changes(after_version, self.manifest)
