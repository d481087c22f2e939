"""What changed in a state table between two batches, for a copy that is kept elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from statestore.attach.partition import StatePartition
from statestore.errors import VersionNotKept
from statestore.node.changes import ShardChanges
from statestore.node.shard import Shard
from statestore.views.manifest import Manifest


@dataclass(slots=True)
class StateChanges:
    """Partition by partition. *unknown*, complete once all were iterated over, are those that have to be read whole instead."""

    earlier: Sequence[Shard]
    later: Sequence[Shard]
    shards: frozenset[int]
    unknown: frozenset[int] = frozenset()

    def __iter__(self) -> Iterator[ShardChanges]:
        """Raises what opening a partition of the later batch raises."""
        for number in sorted(self.shards):
            change = self._of(number)
            if change is None:
                self.unknown |= {number}
            elif change.keys:
                yield change

    def _of(self, number: int) -> ShardChanges | None:
        before, after = self.earlier[number], self.later[number]
        if not isinstance(before, StatePartition) or not isinstance(after, StatePartition):
            return None
        try:
            before.open()
        except VersionNotKept:
            return None
        return after.changed(before)


@dataclass(frozen=True, slots=True)
class StateSource:
    """Of one table at one batch. *earlier* gives the table's partitions at another version, None where it is not kept."""

    partitions: Sequence[Shard]
    earlier: Callable[[int], Sequence[Shard] | None]

    def changes(self, after_version: int, head: Manifest, shards: frozenset[int]) -> StateChanges | None:
        """See statestore.node.changes."""
        if after_version == head.version:
            return StateChanges(self.partitions, self.partitions, frozenset())
        earlier = self.earlier(after_version)
        return None if earlier is None else StateChanges(earlier, self.partitions, shards)

    def digest(self, version: int, head: Manifest) -> str:
        """Spark may write a batch again, and says nothing that would tell the two."""
        return ""
