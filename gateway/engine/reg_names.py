"""regclass, regtype and their like as text: names instead of numbers, which only the catalog knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from gateway.catalog import helpers
from gateway.catalog.roles import role_numbers
from gateway.catalog.state import CatalogState
from gateway.codecs.arrow_rows import RowEncoder
from gateway.codecs.copy_formats import CopyEncoder
from gateway.contract.engine import TEXT
from planner.postgres.functions.udf.strings import quote_ident
from planner.postgres.functions.udf.type_names import regtype_text
from planner.tree import types as t
from planner.tree.types import PgType, SqlType

#: What prints 0 as such.
_OPERATORS: Final = (t.REGOPER, t.REGOPERATOR)


class Naming:
    """Replaces the numbers in some columns of a result by names."""

    def __init__(self, names: Mapping[int, Callable[[pa.Array], pa.Array]]) -> None:
        self._names = names

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with names."""
        columns = [self._names[i](c) if i in self._names else c for i, c in enumerate(batch.columns)]
        return pa.RecordBatch.from_arrays(columns, names=[f"c{i}" for i in range(len(columns))])


def naming(types: Sequence[SqlType], formats: Sequence[int], state: CatalogState, user: str) -> Naming | None:
    """What names the columns in text format that have names, as *user* sees them; None where there are none."""
    columns = [i for i, type_ in enumerate(types) if _is_named(type_.pg) and formats[i] == TEXT]
    return Naming({i: _namer(types[i].pg, state, user) for i in columns}) if columns else None


def _is_named(pg: PgType) -> bool:
    return (pg.element or pg) in t.NAMED_NUMBERS


class NamingEncoder:
    """A RowEncoder whose batches are named first."""

    def __init__(self, inner: RowEncoder, name: Naming) -> None:
        self._inner, self._name = inner, name

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """See RowEncoder."""
        return self._inner.encode(self._name(batch))


class NamedCopy:
    """A CopyEncoder whose batches are named first."""

    def __init__(self, inner: CopyEncoder, name: Naming) -> None:
        self._inner, self._name = inner, name
        self.begin, self.end = inner.begin, inner.end

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """See CopyEncoder."""
        return self._inner.encode(self._name(batch))


def with_names(
    encoders: Callable[[tuple[int, ...]], RowEncoder], types: tuple[SqlType, ...], state: CatalogState, user: str
) -> Callable[[tuple[int, ...]], RowEncoder | NamingEncoder]:
    """The encoders, naming what has names."""
    if not any(_is_named(type_.pg) for type_ in types):
        return encoders

    def named(formats: tuple[int, ...]) -> RowEncoder | NamingEncoder:
        name = naming(types, formats, state, user)
        return encoders(formats) if name is None else NamingEncoder(encoders(formats), name)

    return named


def _namer(pg: PgType, state: CatalogState, user: str) -> Callable[[pa.Array], pa.Array]:
    if pg.element is not None:
        item = _namer(pg.element, state, user)
        return lambda lists: _of_items(lists, item)
    if pg is t.REGTYPE:
        return _type_names
    numbers, names = _names(pg, state, user)
    nothing = "0" if pg in _OPERATORS else "-"

    def name(array: pa.Array) -> pa.Array:
        found = names.take(pc.index_in(array, value_set=numbers))
        unnamed = pc.if_else(pc.equal(array, 0), nothing, array.cast(pa.string()))
        return pc.coalesce(found, unnamed)

    return name


def _of_items(lists: pa.ListArray, item: Callable[[pa.Array], pa.Array]) -> pa.ListArray:
    offsets = pa.array(lists.offsets.to_numpy())  # A slice's offsets would not go with a mask.
    return pa.ListArray.from_arrays(offsets, item(lists.values), mask=lists.is_null() if lists.null_count else None)


def _type_names(array: pa.Array) -> pa.Array:
    return pa.array([None if number is None else regtype_text(number) for number in array.to_pylist()], pa.string())


def _names(pg: PgType, state: CatalogState, user: str) -> tuple[pa.Array, pa.Array]:
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
