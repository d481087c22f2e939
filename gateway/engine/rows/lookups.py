"""Rows of a view by values of its columns, for joins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gateway.engine.options import LEAN_ROWS_MAX
from planner.keyspace.key_column import MISSING
from planner.route.router import Router, router
from planner.rows.joins import Lookup
from planner.rows.kinds import INT, kind_of
from planner.rows.shared import Leave
from statestore.node import ViewVersion

#: (a version, values) → stored rows. Raises Leave where they are too many.
Find = Callable[[ViewVersion, tuple[Any, ...]], Sequence[bytes]]


def finder(lookup: Lookup) -> Find:
    """The function for a lookup."""
    return _by_key(lookup) if lookup.keyed else _among_all(lookup.columns)


def _among_all(columns: tuple[int, ...]) -> Find:
    def find(version: ViewVersion, values: tuple[Any, ...]) -> Sequence[bytes]:
        rows = version.few_by(columns)
        if rows is None:
            raise Leave
        return rows.get(values, ())

    return find


def _by_key(lookup: Lookup) -> Find:
    route = router(lookup.view)
    integers = [(at, route.columns[at].line.held) for at, key in enumerate(lookup.keys) if kind_of(key.type.pg) == INT]
    find = _whole(route) if lookup.is_single else _prefix(route)

    def found(version: ViewVersion, values: tuple[Any, ...]) -> Sequence[bytes]:
        if None in values:
            return ()
        if any(held(values[at]) is MISSING for at, held in integers):
            return ()
        return find(version, values)

    return found


def _whole(route: Router) -> Find:
    encode, shard_of = route.codec.encode, route.shards.of_key

    def find(version: ViewVersion, values: tuple[Any, ...]) -> Sequence[bytes]:
        key = encode(values)
        row = version.shards[shard_of(values, key)].get(key)
        return () if row is None else (row,)

    return find


def _prefix(route: Router) -> Find:
    prefix = route.prefix

    def find(version: ViewVersion, values: tuple[Any, ...]) -> Sequence[bytes]:
        keys, rows = prefix(values), list[bytes]()
        for shard in keys.shards:
            rows += version.shards[shard].few(keys.lower, keys.upper, LEAN_ROWS_MAX + 1)
            if len(rows) > LEAN_ROWS_MAX:
                raise Leave
        return rows

    return find
