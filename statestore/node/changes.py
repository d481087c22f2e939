"""What changed between two versions, for a copy that is kept elsewhere: read from the versions' own files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from statestore.node.layout import StoreFolder
from statestore.node.shard import Shard
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest


@dataclass(frozen=True, slots=True)
class ShardChanges:
    """Keys of one shard, ascending, and the value each holds now; None is a key that is gone."""

    shard: int
    keys: list[bytes]
    values: list[bytes | None]


Changes = Iterator[ShardChanges]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the files of a view's versions are."""

    folder: ViewFolder
    store: StoreFolder

    def changes(self, after_version: int, head: Manifest, shards: Sequence[Shard]) -> Changes | None:
        """See ViewVersion.changed_items."""
        raise NotImplementedError
