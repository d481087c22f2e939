"""A table over one kind of rows of one store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from statestore import types as st
from statestore.attach.checkpoint.model import ColumnFamily, Operator, StoreRef, unkept
from statestore.attach.providers.at import PartitionState
from statestore.attach.tables.columns import Leaf, distinct
from statestore.attach.tables.entries import EntryReader, entry_reader
from statestore.attach.tables.layout import FAMILY_BYTES, EntryLayout, StoreFormat
from statestore.attach.tables.point_keys import UNCLEAR_MAX, PointKey, point_keys, unclear_structs
from statestore.attach.tables.shapes import StateShape
from statestore.attach.tables.shard import StateShard
from statestore.errors import InvalidSchema, UnsupportedType
from statestore.schema import KEY_COLUMNS_MAX, HashPartitioning, Made, StateRows, ViewSchema

#: Whether Spark hashed all grouping columns, in their order. Jobs begun before Spark 3.3 may have hashed some of them.
STRICT_DISTRIBUTION: Final = "spark.sql.streaming.statefulOperator.useStrictDistribution"
#: The number of a value among the several of one key, from 0 on.
_INDEX_COLUMN: Final = "index"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What would be a table, and why it is none."""

    name: str
    operator: int
    store: str
    reason: str


@dataclass(frozen=True)
class StateTable:
    """A table of an attached query. Its key is () where rows can only be scanned."""

    schema: ViewSchema
    operator: int
    store: str
    family: str
    has_families: bool
    reader: EntryReader
    #: None where rows can only be scanned; several where a key of the table may be one of several of Spark's.
    point_keys: tuple[PointKey, ...]
    #: Can a key have several rows?
    several: bool
    #: Columns whose types are not kept, and why.
    left_out: str | None = None

    def shard(self, number: int, name: str, state: PartitionState) -> StateShard:
        """One partition's rows."""
        return StateShard(number, name, state, self.reader, self.point_keys, self._prefix(state), several=self.several)

    def _prefix(self, state: PartitionState) -> bytes | None:
        """What the keys of this table begin with in *state*; None: it has no such rows yet."""
        if not self.has_families:
            return b""
        number = state.families.get(self.family)
        return None if number is None else number.to_bytes(FAMILY_BYTES, "little")


def state_table(
    name: str,
    operator: Operator,
    store: StoreRef,
    family: ColumnFamily,
    shape: StateShape,
    store_format: StoreFormat,
    conf: Mapping[str, str],
    given: Sequence[str] | None = None,
) -> StateTable:
    """The table *name* of a family of rows, its columns called as *given*. Raises InvalidSchema and UnsupportedType."""
    value = family.value if shape.has_value else st.Struct(())
    has_families = store.column_families and store_format.provider == "rocksdb"
    layout = EntryLayout(family, store_format, value, has_families, shape.several)
    index = [Leaf(_INDEX_COLUMN, st.Int(), (), nullable=False)] if shape.several else []
    values = [replace(leaf, nullable=True) for leaf in shape.value if unkept(leaf.type) is None]
    left_out = "; ".join(f"{leaf.name}: {reason}" for leaf in shape.value if (reason := unkept(leaf.type)))
    results = [Leaf(result.name, result.type, ()) for result in shape.results]
    columns = distinct([*shape.key, *index, *values, *results])
    if not columns and left_out:
        raise UnsupportedType(left_out)
    key_columns = len(shape.key) + len(index)
    paths: Sequence[tuple[int, ...] | Made] = (
        *(leaf.place(layout.key_path(leaf.path)) for leaf in shape.key),
        *(layout.index_path for _ in index),
        *(leaf.place(layout.value_path(leaf.path)) for leaf in values),
        *(result.made([layout.value_path(path) for path in result.paths]) for result in shape.results),
    )
    if given is not None:
        columns, paths = _called(name, columns, paths, given, key_columns)
    scanned = _scanned_only(shape, family.key, key_columns, conf)
    # What Spark does not partition is in one place, and little: one row, or the sessions of all events.
    keyed = scanned is None and shape.shard_key > 0
    names = tuple(column.name for column in columns)
    notes = filter(None, (scanned, f"Left out: {left_out}" if left_out else None))
    schema = ViewSchema(
        name=name,
        columns=tuple(leaf.column for leaf in columns),
        key=names[:key_columns] if keyed else (),
        shard_key=names[: shape.shard_key] if keyed else (),
        partitioning=HashPartitioning(store.partitions if shape.shard_key else 1),
        row_widths=(len(columns),),
        comment=". ".join((f"Spark's {operator.name} (operator {operator.id}): {shape.what}", *notes)),
        state_rows=StateRows(layout.roots, tuple(paths)),
    )
    keys = point_keys(layout, schema, shape.key, wrapped=shape.wrapped) if keyed else ()
    reader = entry_reader(layout)
    return StateTable(schema, operator.id, store.name, family.name, has_families, reader, keys, shape.several, left_out or None)


def _called(
    table: str, columns: Sequence[Leaf], paths: Sequence[tuple[int, ...] | Made], given: Sequence[str], key_columns: int
) -> tuple[list[Leaf], list[tuple[int, ...] | Made]]:
    """The columns under other names, without those that have none."""
    if len(given) != len(columns):
        theirs = ", ".join(column.name for column in columns)
        raise InvalidSchema(f"{len(given)} columns are named of {table}, which has {len(columns)}: {theirs}")
    if "" in given[:key_columns]:
        raise InvalidSchema(f"column {columns[given.index('')].name} of {table} is of its key and cannot be left out")
    kept = [(_renamed(leaf, new), path) for leaf, path, new in zip(columns, paths, given, strict=True) if new]
    return [leaf for leaf, _ in kept], [path for _, path in kept]


def _renamed(leaf: Leaf, name: str) -> Leaf:
    return leaf if name == leaf.name else replace(leaf, name=name, comment=leaf.comment or f"Spark's {leaf.name}")


def _scanned_only(shape: StateShape, key: st.Struct, key_columns: int, conf: Mapping[str, str]) -> str | None:
    """Why a row cannot be looked up by its key."""
    types = [leaf.type for leaf in shape.key]
    if not shape.shard_key:
        return None
    if conf.get(STRICT_DISTRIBUTION) != "true":
        return "Scanned only: its partitions may be by fewer columns than its key"
    if not shape.normalised and any(_holds(t, st.Float, st.Double) for t in types):
        return "Scanned only: its key holds floating point numbers, of which Spark keeps 0 and -0 apart here"
    if any(_holds(t, st.Map) for t in types):
        return "Scanned only: its key holds a map"
    if any(isinstance(t, st.Array) and _holds(t.element, st.Array, st.Struct) for t in types):
        return "Scanned only: its key holds an array of arrays or structs, which is JSON here"
    if unclear_structs(key, shape.key, wrapped=shape.wrapped) > UNCLEAR_MAX:
        return f"Scanned only: its key has more than {UNCLEAR_MAX} structs that may be NULL"
    return f"Scanned only: its key has more than {KEY_COLUMNS_MAX} columns" if key_columns > KEY_COLUMNS_MAX else None


def _holds(data_type: st.DataType, *kinds: Any) -> bool:
    match data_type:
        case st.Array(element):
            return st.Array in kinds or _holds(element, *kinds)
        case st.Struct(fields):
            return st.Struct in kinds or any(_holds(f.type, *kinds) for f in fields)
        case st.Map(key, value):
            return st.Map in kinds or _holds(key, *kinds) or _holds(value, *kinds)
        case _:
            return isinstance(data_type, kinds)
