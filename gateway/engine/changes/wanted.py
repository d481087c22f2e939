"""Which changes concern a subscription: those of the keys that its condition leaves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain

from gateway.engine.changes.feed import ChangedVersion
from planner.tree.query_plan import AccessPath, KeySet
from statestore.changes.walk import Change


class WantedKeys:
    """The keys of one KeySet."""

    def __init__(self, keys: KeySet) -> None:
        self.shards = frozenset(keys.shards)
        self._ranges = keys.ranges if keys.access is AccessPath.RANGE else ()
        named = keys.access in (AccessPath.NOTHING, AccessPath.POINT, AccessPath.MULTI_GET)
        #: The keys, where they are known one by one.
        self.named = frozenset(key for _, key in keys.points) if named else None
        #: Of one view, all whose *like* is equal are told of the same keys.
        self.like: Hashable = (self.shards, self._ranges) if self.named is None else self.named
        #: Are all keys of these shards wanted?
        self.is_whole = not named and not self._ranges

    def of_version(self, version: ChangedVersion) -> Sequence[Change]:
        """What it changed of them; the version's changes have to be here."""
        if self.named is not None:
            index = version.by_key
            return [change for key in self.named if key in index for change in index[key]]
        assert version.changes is not None, "they are here"
        return self.among(list(chain.from_iterable(version.changes.get(shard, ()) for shard in sorted(self.shards))))

    def among(self, changes: Sequence[Change]) -> Sequence[Change]:
        """Those of changes in the wanted shards."""
        if self.named is not None:
            return [change for change in changes if change.key in self.named]
        if not self._ranges:
            return changes
        bounds = [(found.lower, found.upper) for found in self._ranges]
        return [c for c in changes if any(lower <= c.key and (upper is None or c.key < upper) for lower, upper in bounds)]
