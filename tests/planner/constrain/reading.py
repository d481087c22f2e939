"""Which rows a KeySet holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from planner.tree.query_plan import AccessPath, KeySet
from statestore.keys import KeyCodec
from statestore.schema import ViewSchema
from statestore.sharding import shard_function


class Reader:
    """Looks rows up in a KeySet as a node would: by shard and key bytes."""

    def __init__(self, schema: ViewSchema) -> None:
        self._ordinals = schema.key_ordinals
        self._encode = KeyCodec(schema).encode
        self._shard_of = shard_function(schema)
        self._width = len(schema.shard_key)
        self._anywhere = None if schema.ordered or schema.shard_key else schema.shards

    def holds(self, keys: KeySet, row: Sequence[Any]) -> bool:
        values = [row[i] for i in self._ordinals]
        key, shard = self._encode(values), self._shard_of(values[: self._width])
        if self._anywhere is not None:
            # Nothing tells the shard; this one is as good as any.
            shard = crc32(repr(row).encode()) % self._anywhere
        if shard not in keys.shards:
            return False
        match keys.access:
            case AccessPath.POINT | AccessPath.MULTI_GET:
                return (shard, key) in keys.points
            case AccessPath.RANGE:
                found = [r for r in keys.ranges if r.lower <= key and (r.upper is None or key < r.upper) and shard in r.shards]
                assert len(found) <= 1
                return bool(found)
            case AccessPath.SOME_SHARDS | AccessPath.ALL_SHARDS:
                return True
        return False


def check_form(keys: KeySet, schema: ViewSchema) -> None:
    """What planner.tree.query_plan promises of every KeySet."""
    assert list(keys.shards) == sorted(set(keys.shards))
    assert all(0 <= s < schema.shards for s in keys.shards)
    points = [key for _, key in keys.points]
    assert points == sorted(set(points))
    assert {s for s, _ in keys.points} <= set(keys.shards)
    for one, other in zip(keys.ranges, keys.ranges[1:], strict=False):
        assert one.upper is not None
        assert one.upper <= other.lower
    assert all(r.shards and (r.upper is None or r.lower < r.upper) for r in keys.ranges)
    assert bool(keys.points) == (keys.access in (AccessPath.POINT, AccessPath.MULTI_GET))
    assert (len(keys.points) == 1) == (keys.access is AccessPath.POINT)
    assert bool(keys.ranges) == (keys.access is AccessPath.RANGE)
    assert schema.ordered or keys.access is not AccessPath.RANGE
    assert (keys.access is AccessPath.ALL_SHARDS) <= (len(keys.shards) == schema.shards)
