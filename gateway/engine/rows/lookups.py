"""Rows of a relation by values of its columns, for joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

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


class FewRows(Protocol):
    """Rows that are few: a ViewVersion, or what a subquery has given."""

    def few_by(self, key: tuple[int, ...], columns: tuple[int, ...]) -> Mapping[tuple[Any, ...], Sequence[DecodedRow]] | None:
        """See ViewVersion."""


class GivenRows:
    """Rows of a subquery: tuples of values, without stored rows."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def few_values(self, columns: tuple[int, ...]) -> Sequence[DecodedRow]:
        """See ViewVersion."""
        return [(b"", tuple([row[column] for column in columns])) for row in self._rows]

    def few_by(self, key: tuple[int, ...], columns: tuple[int, ...]) -> Mapping[tuple[Any, ...], Sequence[DecodedRow]]:
        """See FewRows."""
        found: dict[tuple[Any, ...], list[DecodedRow]] = {}
        for row in self._rows:
            values = tuple([row[column] for column in key])
            if None not in values:
                found.setdefault(values, []).append((b"", tuple([row[column] for column in columns])))
        return found


def finder(lookup: Lookup) -> Callable[[ViewVersion], Find]:
    """Version → the function for a lookup by key."""
    view = lookup.relation.view
    assert view is not None, "is keyed"
    route = router(view)
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


def decoded_finder(lookup: Lookup, columns: tuple[int, ...]) -> Callable[[FewRows], FindDecoded]:
    """Version → the function for any lookup, for many rows: it finds rows with the values of *columns*."""
    view = lookup.relation.view
    by_key = finder(lookup) if lookup.keyed else None
    decode = None if view is None else row_decoder(view, columns)

    def of(version: FewRows) -> FindDecoded:
        few = version.few_by(lookup.columns, columns)
        if few is not None:
            return few.get
        if by_key is None or decode is None or not isinstance(version, ViewVersion):
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
