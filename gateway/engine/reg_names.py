"""regclass, regtype and their like as text: names instead of numbers, which only the catalog knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from gateway.catalog import helpers
from gateway.catalog.roles import role_numbers
from gateway.catalog.state import CatalogState
from gateway.codecs.arrow_rows import BatchEncoder
from gateway.codecs.copy_formats import CopyEncoder
from gateway.contract.engine import TEXT
from planner.postgres.functions.udf.strings import quote_ident
from planner.postgres.functions.udf.type_names import regtype_text
from planner.tree import types as t
from planner.tree.types import PgType, SqlType

#: What prints 0 as such.
_OPERATORS: Final = (t.REGOPER, t.REGOPERATOR)


#: A batch → the same with names.
Name = Callable[[pa.RecordBatch], pa.RecordBatch]


def naming(types: Sequence[SqlType], formats: Sequence[int], state: CatalogState, user: str, path: Sequence[str]) -> Name | None:
    """What names the columns in text format that have names, as *user* sees them along the *path*; None where there are none."""
    pgs = [type_.pg for type_ in types]
    is_named = [(pg.element or pg) in t.NAMED_NUMBERS and formats[i] == TEXT for i, pg in enumerate(pgs)]
    namers = {i: _namer(pgs[i], state, user, path) for i, named in enumerate(is_named) if named}

    def name(batch: pa.RecordBatch) -> pa.RecordBatch:
        columns = [namers[i](c) if i in namers else c for i, c in enumerate(batch.columns)]
        return pa.RecordBatch.from_arrays(columns, names=[f"c{i}" for i in range(len(columns))])

    return name if namers else None


class NamingEncoder:
    """A BatchEncoder whose batches are named first."""

    def __init__(self, inner: BatchEncoder, name: Name) -> None:
        self._inner, self._name = inner, name

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """See BatchEncoder."""
        return self._inner.encode(self._name(batch))


class NamingCopy(NamingEncoder):
    """The same as a CopyEncoder."""

    def __init__(self, inner: CopyEncoder, name: Name) -> None:
        super().__init__(inner, name)
        self.begin, self.end = inner.begin, inner.end


def _namer(pg: PgType, state: CatalogState, user: str, path: Sequence[str]) -> Callable[[pa.Array], pa.Array]:
    if pg.element is not None:
        item = _namer(pg.element, state, user, path)
        return lambda lists: _of_items(lists, item)
    if pg is t.REGTYPE:
        row_types = helpers.row_types(state, path)
        return lambda array: _type_names(array, row_types)
    numbers, names = _names(pg, state, user, path)
    nothing = "0" if pg in _OPERATORS else "-"

    def name(array: pa.Array) -> pa.Array:
        found = names.take(pc.index_in(array, value_set=numbers))
        unnamed = pc.if_else(pc.equal(array, 0), nothing, array.cast(pa.string()))
        return pc.coalesce(found, unnamed)

    return name


def _of_items(lists: pa.ListArray, item: Callable[[pa.Array], pa.Array]) -> pa.ListArray:
    offsets = pa.array(lists.offsets.to_numpy())  # A slice's offsets would not go with a mask.
    return pa.ListArray.from_arrays(offsets, item(lists.values), mask=lists.is_null() if lists.null_count else None)


def _type_names(array: pa.Array, row_types: Mapping[int, str]) -> pa.Array:
    numbers = array.to_pylist()
    return pa.array([None if n is None else row_types.get(n) or regtype_text(n) for n in numbers], pa.string())


def _names(pg: PgType, state: CatalogState, user: str, path: Sequence[str]) -> tuple[pa.Array, pa.Array]:
    if pg is t.REGCLASS and (shown := helpers.shown_along(state, path)) is not None:
        return pa.array(shown.keys(), pa.int64()), pa.array(shown.values(), pa.string())
    if pg is t.REGCLASS:
        found = helpers.relations(state)
        name = found["shown"]
    elif pg is t.REGROLE:
        numbers = role_numbers(user)
        return pa.array(numbers.values(), pa.int64()), pa.array(map(quote_ident, numbers), pa.string())
    else:
        named = helpers.named() if pg is t.REGNAMESPACE else helpers.called()
        found = named.filter(pc.equal(named["kind"], pg.name.removeprefix("reg")))
        name = found["name"]
    return found["oid"].combine_chunks(), name.combine_chunks()
