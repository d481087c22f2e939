"""Rows of a relation by values of its columns, for joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any, Final, TypeAlias

from gateway.engine.options import LEAN_ROWS_MAX
from planner.prune.constrain.points import integer_bits
from planner.prune.route.router import router
from planner.rows.joins import Lookup
from planner.rows.shared import Leave
from planner.tree.query_plan import KeyRange
from statestore.codegen import compile_function, tuple_of
from statestore.node import ViewVersion
from statestore.node.shard import Shard
from statestore.node.version import DecodedRow
from statestore.rows import row_decoder

#: So many rows a version keeps by the key they were looked up by, of this size: facts share few dimensions.
_KEPT_MAX: Final = 1_024
_KEPT_ROW_BYTES_MAX: Final = 256

#: Values → stored rows. Raises Leave where they are too many.
Find = Callable[[tuple[Any, ...]], Sequence[bytes]]
#: The same with the values of some columns; None for no rows.
FindDecoded = Callable[[tuple[Any, ...]], Sequence[DecodedRow] | None]


class GivenRows:
    """Rows of a subquery: tuples of values, without stored rows."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def few_values(self, columns: tuple[int, ...]) -> Sequence[DecodedRow]:
        """See ViewVersion."""
        values = zip(*given_columns(columns)(self.rows), strict=True) if columns else repeat((), len(self.rows))
        return list(zip(repeat(b""), values))

    def few_by(self, key: tuple[int, ...], columns: tuple[int, ...]) -> Mapping[tuple[Any, ...], Sequence[DecodedRow]]:
        """See ViewVersion."""
        found: dict[tuple[Any, ...], list[DecodedRow]] = {}
        for row in self.rows:
            values = tuple([row[column] for column in key])
            if None not in values:
                found.setdefault(values, []).append((b"", tuple([row[column] for column in columns])))
        return found


def given_columns(columns: tuple[int, ...]) -> Callable[[Sequence[tuple[Any, ...]]], list[list[Any]]]:
    """The function from a subquery's rows to lists of these columns' values."""
    return lambda rows: [list(map(itemgetter(column), rows)) for column in columns]


#: Rows that are few: a view's, or what a subquery has given.
FewRows: TypeAlias = ViewVersion | GivenRows


def finder(lookup: Lookup) -> Callable[[ViewVersion], Find]:
    """Version → the function for a lookup by key, written out for its columns: it runs for each row."""
    view = lookup.relation.view
    assert view is not None, "is keyed"
    route = router(view)
    variables = [f"v{at}" for at in range(len(lookup.keys))]
    body = ["shards = version.shards", "def find(values):"]
    if lookup.is_single:
        body = [f"kept = version.found_by({lookup.columns!r})", "find_kept = kept.get", *body]
        body += ["    if (rows := find_kept(values)) is not None: return rows"]
    body.append(f"    {tuple_of(variables)} = values")
    for variable, column in zip(variables, route.columns, strict=False):
        bits = integer_bits(column)
        beyond = "" if not bits else f" or not {-(1 << bits - 1)} <= {variable} < {1 << bits - 1}"
        body.append(f"    if {variable} is None{beyond}: return ()")
    if lookup.is_single:
        names = {"encode": route.codec.encode, "shard_of": route.shards.of_key, "shard_of_all": route.shards.of_values}
        shard = "shard_of_all(values)" if len(view.shard_key) == len(variables) else "shard_of(values, key)"
        body += ["    key = encode(values)", f"    row = shards[{shard}].get(key)", "    rows = () if row is None else (row,)"]
        body.append(f"    if len(kept) < {_KEPT_MAX} and len(row or ()) <= {_KEPT_ROW_BYTES_MAX}: kept[values] = rows")
        body.append("    return rows")
    else:
        names = {"few": _few, "prefix": route.prefix}
        body.append("    return few(shards, prefix(values))")
    made: Callable[[ViewVersion], Find] = compile_function("finder", "version", [*body, "return find"], names)
    return made


def _few(shards: Sequence[Shard], keys: KeyRange) -> list[bytes]:
    rows = list[bytes]()
    for shard in keys.shards:
        rows += shards[shard].few(keys.lower, keys.upper, LEAN_ROWS_MAX + 1)
        if len(rows) > LEAN_ROWS_MAX:
            raise Leave
    return rows


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
        return _remembered(by_key(version), decode)

    return of


def asked_finder(columns: tuple[int, ...]) -> Callable[[Callable[..., GivenRows]], FindDecoded]:
    """What is asked for each row → the function for a lookup by asking."""
    return lambda ask: lambda values: ask(*values).few_values(columns)


def _remembered(find: Find, decode: Callable[[bytes], tuple[Any, ...]]) -> FindDecoded:
    """Rows that are found with what is decoded of them, once for equal values."""
    kept = dict[tuple[Any, ...], Sequence[DecodedRow]]()

    def find_decoded(values: tuple[Any, ...]) -> Sequence[DecodedRow]:
        rows = kept.get(values)
        if rows is None:
            rows = kept[values] = [(row, decode(row)) for row in find(values)]
        return rows

    return find_decoded
