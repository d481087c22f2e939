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
from statestore.node.shard import Shard
from statestore.node.version import DecodedRow
from statestore.rows import row_decoder

#: Values → stored rows. Raises Leave where they are too many.
Find = Callable[[tuple[Any, ...]], Sequence[bytes]]
#: The same with the values of some columns; None for no rows.
FindDecoded = Callable[[tuple[Any, ...]], Sequence[DecodedRow] | None]


def finder(lookup: Lookup) -> Callable[[ViewVersion], Find]:
    """Version → the function for a lookup by key."""
    route = router(lookup.view)
    integers = [(at, route.columns[at].line.held) for at, key in enumerate(lookup.keys) if kind_of(key.type.pg) == INT]
    made = _whole(route) if lookup.is_single else _prefix(route)

    def of(version: ViewVersion) -> Find:
        find = made(version.shards)

        def found(values: tuple[Any, ...]) -> Sequence[bytes]:
            if None in values:
                return ()
            for at, held in integers:
                if held(values[at]) is MISSING:
                    return ()
            return find(values)

        return found

    return of


def decoded_finder(lookup: Lookup, columns: tuple[int, ...]) -> Callable[[ViewVersion], FindDecoded]:
    """Version → the function for any lookup, for many rows: it finds rows with the values of *columns*."""
    by_key, decode = finder(lookup) if lookup.keyed else None, row_decoder(lookup.view, columns)

    def of(version: ViewVersion) -> FindDecoded:
        few = version.few_by(lookup.columns, columns)
        if few is not None:
            return few.get
        if by_key is None:
            raise Leave
        find = by_key(version)
        return lambda values: [(row, decode(row)) for row in find(values)]

    return of


def _whole(route: Router) -> Callable[[Sequence[Shard]], Find]:
    encode, shard_of = route.codec.encode, route.shards.of_key

    def of(shards: Sequence[Shard]) -> Find:
        def find(values: tuple[Any, ...]) -> Sequence[bytes]:
            key = encode(values)
            row = shards[shard_of(values, key)].get(key)
            return () if row is None else (row,)

        return find

    return of


def _prefix(route: Router) -> Callable[[Sequence[Shard]], Find]:
    prefix = route.prefix

    def of(shards: Sequence[Shard]) -> Find:
        def find(values: tuple[Any, ...]) -> Sequence[bytes]:
            keys, rows = prefix(values), list[bytes]()
            for shard in keys.shards:
                rows += shards[shard].few(keys.lower, keys.upper, LEAN_ROWS_MAX + 1)
                if len(rows) > LEAN_ROWS_MAX:
                    raise Leave
            return rows

        return find

    return of
