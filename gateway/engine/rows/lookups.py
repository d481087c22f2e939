"""Rows of a view by the values of its first key columns, for joins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gateway.engine.options import LEAN_ROWS_MAX
from planner.keyspace.column_set import after
from planner.route.router import Router, router
from planner.rows.helpers import Leave
from planner.rows.joins import Lookup
from statestore import types as st
from statestore.node import Shard

#: (a version's shards, values) → stored rows. Raises Leave where they are too many.
Find = Callable[[Sequence[Shard], tuple[Any, ...]], Sequence[bytes]]
#: Integers that a column can hold; no row has others.
_LIMITS: Final[dict[type, int]] = {st.Byte: 1 << 7, st.Short: 1 << 15, st.Int: 1 << 31, st.Long: 1 << 63}


def finder(lookup: Lookup) -> Find:
    """The function for a lookup."""
    route, columns = router(lookup.view), lookup.view.key_columns[: len(lookup.keys)]
    limits = [(at, _LIMITS[type(c.type)]) for at, c in enumerate(columns) if type(c.type) in _LIMITS]
    find = _whole(route) if len(columns) == len(lookup.view.key) else _prefix(route, len(columns))

    def found(shards: Sequence[Shard], values: tuple[Any, ...]) -> Sequence[bytes]:
        if None in values:
            return ()
        for at, limit in limits:
            if not -limit <= values[at] < limit:
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


def _prefix(route: Router, width: int) -> Find:
    encoders, shards_of = [c.encode for c in route.columns[:width]], route.shards.of_span

    def find(shards: Sequence[Shard], values: tuple[Any, ...]) -> Sequence[bytes]:
        lower = b"".join(encode(value) for encode, value in zip(encoders, values, strict=True))
        upper, rows = after(lower), list[bytes]()
        for shard in shards_of(values, lower, upper):
            rows += shards[shard].few(lower, upper, LEAN_ROWS_MAX + 1)
            if len(rows) > LEAN_ROWS_MAX:
                raise Leave
        return rows

    return find
