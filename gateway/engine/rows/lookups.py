"""Rows of a view by the values of its first key columns, for joins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gateway.engine.options import LEAN_ROWS_MAX
from planner.keyspace.key_column import MISSING
from planner.route.router import Router, router
from planner.rows.joins import Lookup
from planner.rows.kinds import INT, kind_of
from planner.rows.shared import Leave
from statestore.node import Shard

#: (a version's shards, values) → stored rows. Raises Leave where they are too many.
Find = Callable[[Sequence[Shard], tuple[Any, ...]], Sequence[bytes]]


def finder(lookup: Lookup) -> Find:
    """The function for a lookup."""
    route, width = router(lookup.view), len(lookup.keys)
    integers = [(at, route.columns[at].line.held) for at, key in enumerate(lookup.keys) if kind_of(key.type.pg) == INT]
    find = _whole(route) if width == len(lookup.view.key) else _prefix(route)

    def found(shards: Sequence[Shard], values: tuple[Any, ...]) -> Sequence[bytes]:
        if None in values:
            return ()
        if any(held(values[at]) is MISSING for at, held in integers):
            return ()
        return find(shards, values)

    return found


def _whole(route: Router) -> Find:
    encode, shard_of = route.codec.encode, route.shards.of_key

    def find(shards: Sequence[Shard], values: tuple[Any, ...]) -> Sequence[bytes]:
        key = encode(values)
        row = shards[shard_of(values, key)].get(key)
        return () if row is None else (row,)

    return find


def _prefix(route: Router) -> Find:
    prefix = route.prefix

    def find(shards: Sequence[Shard], values: tuple[Any, ...]) -> Sequence[bytes]:
        keys, rows = prefix(values), list[bytes]()
        for shard in keys.shards:
            rows += shards[shard].few(keys.lower, keys.upper, LEAN_ROWS_MAX + 1)
            if len(rows) > LEAN_ROWS_MAX:
                raise Leave
        return rows

    return find
