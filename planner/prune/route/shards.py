"""Which shards keys and ranges of keys lie in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from planner.prune.keyspace.column_set import ColumnSet
from statestore.schema import RangePartitioning, ViewSchema
from statestore.sharding import shard_function


class Shards:
    """The shards of one view. Immutable."""

    def __init__(self, schema: ViewSchema) -> None:
        self.all = tuple(range(schema.shards))
        self.of_values = shard_function(schema)
        self._width = len(schema.shard_key)
        self._splits = schema.partitioning.splits if isinstance(schema.partitioning, RangePartitioning) else None

    def of_key(self, values: Sequence[Any], key: bytes) -> int:
        """The shard of a whole key, given its leading values too."""
        if self._splits is not None:
            # A split is a whole shard key, so comparing whole keys with it compares shard keys.
            return bisect_right(self._splits, key)
        return self.of_values(values[: self._width])

    def is_one(self, box: Mapping[int, ColumnSet]) -> bool:
        """Do all keys of a box lie in one shard, because it has one value of each column that tells the shard?"""
        return self._splits is None and all(at in box and len(box[at].points) == 1 for at in range(self._width))

    def of_span(self, values: Sequence[Any], lower: bytes, upper: bytes | None) -> tuple[int, ...]:
        """The shards of lower <= key < upper, whose leading columns all have *values*."""
        if self._splits is not None:
            last = len(self._splits) if upper is None else bisect_left(self._splits, upper)
            return self.all[bisect_right(self._splits, lower) : last + 1]
        return (self.of_values(values[: self._width]),) if 0 < self._width <= len(values) else self.all
