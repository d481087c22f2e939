"""A table over one kind of rows of one store.

- Left out: a value column of a type that is not kept (variant, time, interval; an array of such) is a word of its UnsafeRow
  that nobody reads (`Unkept`); the table's comment and tidegate.state_tables name it. In a key, and where rows are Avro, whose
  fields lie one behind the other, the table cannot be read. Spark itself refuses keys with a collation; values of one are plain
  text here.
- Nullable are value columns always, key columns as Spark's schema says: Spark 4.3 writes all of them as nullable, 3.5 and 4.0
  as the query has them. A NULL group is a row like any other, in the partition that Spark's hash of NULL says.
- Scanned only (key `()`, the reason in the table's comment): dropDuplicates, groups with state and transformWithState whose
  key holds a float, for Spark normalises -0.0 and NaN for aggregations, sessions and joins but not for these, so that one key of
  SQL can be two of Spark's; keys with maps, with arrays of arrays or structs (JSON in SQL); jobs whose offset log does not say
  `useStrictDistribution`, for Spark before 3.3 could partition by fewer columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from statestore import types as st
from statestore.attach.checkpoint.model import ColumnFamily, StatefulOperator, StoreRef, unkept
from statestore.attach.providers import PartitionState
from statestore.attach.tables.columns import LeafColumn, distinct
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
#: A column, and where it is in a stored row.
_Placed = tuple[LeafColumn, tuple[int, ...] | Made]


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

    def shard(self, name: str, state: PartitionState) -> StateShard:
        """One partition's rows; *name* is for messages."""
        return StateShard(name, state, self.reader, self.point_keys, self._prefix(state), several=self.several)

    def _prefix(self, state: PartitionState) -> bytes | None:
        """What the keys of this table begin with in *state*; None: it has no such rows yet."""
        if not self.has_families:
            return b""
        number = state.families.get(self.family)
        return None if number is None else number.to_bytes(FAMILY_BYTES, "little")


def state_table(
    name: str,
    operator: StatefulOperator,
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
    left_out = "; ".join(f"{leaf.name}: {reason}" for leaf in shape.value if (reason := unkept(leaf.type)))
    key, others = _key_columns(layout, shape), _other_columns(layout, shape)
    if not key and not others and left_out:
        raise UnsupportedType(left_out)
    columns = _named(name, [*key, *others], given, len(key))
    scanned = _scanned_only(shape, family.key, len(key), conf)
    # What Spark does not partition is in one place, and little: one row, or the sessions of all events.
    keyed = scanned is None and shape.shard_key > 0
    names = tuple(leaf.name for leaf, _ in columns)
    notes = filter(None, (scanned, f"Left out: {left_out}" if left_out else None))
    schema = ViewSchema(
        name=name,
        columns=tuple(leaf.column for leaf, _ in columns),
        key=names[: len(key)] if keyed else (),
        shard_key=names[: shape.shard_key] if keyed else (),
        partitioning=HashPartitioning(store.partitions if shape.shard_key else 1),
        row_widths=(len(columns),),
        comment=". ".join((f"Spark's {operator.name} (operator {operator.id}): {shape.what}", *notes)),
        state_rows=StateRows(layout.roots, tuple(place for _, place in columns)),
    )
    keys = point_keys(layout, schema, shape.key, wrapped=shape.wrapped) if keyed else ()
    reader = entry_reader(layout)
    return StateTable(schema, operator.id, store.name, family.name, has_families, reader, keys, shape.several, left_out or None)


def _key_columns(layout: EntryLayout, shape: StateShape) -> list[_Placed]:
    found: list[_Placed] = [(leaf, leaf.place(layout.key_path(leaf.path))) for leaf in shape.key]
    return [*found, (LeafColumn(_INDEX_COLUMN, st.Int(), (), nullable=False), layout.index_path)] if shape.several else found


def _other_columns(layout: EntryLayout, shape: StateShape) -> list[_Placed]:
    kept = [replace(leaf, nullable=True) for leaf in shape.value if unkept(leaf.type) is None]
    return [
        *((leaf, leaf.place(layout.value_path(leaf.path))) for leaf in kept),
        *((LeafColumn(r.name, r.type, ()), r.made([layout.value_path(path) for path in r.paths])) for r in shape.results),
    ]


def _named(table: str, columns: Sequence[_Placed], given: Sequence[str] | None, key_columns: int) -> list[_Placed]:
    """The columns under different names; where names are *given* under those, and without columns that have none."""
    leaves, places = distinct([leaf for leaf, _ in columns]), [place for _, place in columns]
    if given is None:
        return list(zip(leaves, places, strict=True))
    if len(given) != len(leaves):
        theirs = ", ".join(leaf.name for leaf in leaves)
        raise InvalidSchema(f"{len(given)} columns are named of {table}, which has {len(leaves)}: {theirs}")
    if "" in given[:key_columns]:
        raise InvalidSchema(f"column {leaves[given.index('')].name} of {table} is of its key and cannot be left out")
    return [(_renamed(leaf, new), place) for leaf, place, new in zip(leaves, places, given, strict=True) if new]


def _renamed(leaf: LeafColumn, name: str) -> LeafColumn:
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
