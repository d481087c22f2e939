"""Fragments' rows as relations of the coordinator's DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb
import pyarrow as pa

from gateway.cluster.merging.in_order import unified
from gateway.codecs.codec import arrow_types
from gateway.engine.duck.source import Relations
from planner.distribute.split import Fragment, MergeQuery
from planner.postgres.functions.function import NumericShape
from planner.tree.bound import OutputColumn
from planner.tree.types import SqlType


class FragmentTables(Relations):
    """What a merge reads instead of views. *parts* are each fragment's batches, by its slot."""

    def __init__(self, merge: MergeQuery, fragments: Sequence[Fragment], parts: Mapping[str, list[pa.RecordBatch]]) -> None:
        super().__init__()
        self._merge, self._fragments, self._parts = merge, {f.slot: f for f in fragments}, parts

    def open(self, cursor: duckdb.DuckDBPyConnection, *, apart: bool = False) -> dict[str, str]:
        """A relation's name for each slot of a fragment's rows."""
        tables = {slot: self._table(fragment) for slot, fragment in self._fragments.items()}
        for read in self._merge.fragment_reads:
            cursor.register(read.slot, tables[read.fragment])
        return {read.slot: read.slot for read in self._merge.fragment_reads}

    def _table(self, fragment: Fragment) -> pa.Table:
        batches = self._parts[fragment.slot]
        if not batches:
            return no_rows(fragment.columns, fragment.shapes, fragment.texts)
        return unified(batches).rename_columns([c.name for c in fragment.columns])


def no_rows(
    columns: Sequence[OutputColumn], shapes: Sequence[NumericShape | None] = (), texts: frozenset[int] = frozenset()
) -> pa.Table:
    """No rows of these columns, in the types that rows would have."""
    types = [_type(c.type, shapes[i] if shapes and i not in texts else None) for i, c in enumerate(columns)]
    return pa.schema([pa.field(c.name, t) for c, t in zip(columns, types, strict=True)]).empty_table()


def _type(type_: SqlType, shape: NumericShape | None) -> pa.DataType:
    if shape is not None:
        return pa.decimal128(shape.width, shape.scale)
    if type_.pg.element is not None:
        return pa.list_(_type(SqlType(type_.pg.element), None))
    wanted = arrow_types(type_.pg)
    return wanted[0] if wanted else pa.string()
