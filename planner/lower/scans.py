"""Reads of views and system tables: ``{slot}`` with the needed columns, brought to the DuckDB type of their SQL type once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from planner.lower.constants import identifier
from planner.lower.state import State, slot_of
from planner.postgres.functions.duckdb_types import duckdb_type, is_numeric
from planner.postgres.functions.function import NumericShape
from planner.tree import bound as b
from planner.tree.types import COLUMN_KINDS, SqlType, numeric_precision_scale
from statestore import types as st


def scan(state: State, item: b.Scan) -> str:
    """The FROM item of a scan; adds its slot."""
    slot = slot_of(item, len(state.slots), state.needed(item.source))
    state.slots.append(slot)
    state.scanned.add(item.source)
    columns = slot.columns
    outputs = [f"{_column(state, item, i)} AS c{i}" for i in columns]
    outputs += [f"{_text(state, item, i)} AS x{i}" for i in columns if item.relation.columns[i].text]
    return f"(SELECT {', '.join(outputs) or '1 AS c'} FROM \0{slot.name}\0 AS r) AS t{item.source}"


def _column(state: State, item: b.Scan, column: int) -> str:
    definition = item.relation.columns[column]
    name = f"r.{identifier(_duckdb_name(item, column))}"
    shape = column_shape(definition.type)
    if shape is not None:
        state.shapes[item.source, column] = shape
    if item.relation.view is not None:
        return _view_column(name, item.relation.view.columns[column].type, definition.type, shape)
    if definition.text:
        name = _as_text(name, definition.type)
    return f"CAST({name} AS {duckdb_type(definition.type.pg, shape)})"


def _text(state: State, item: b.Scan, column: int) -> str:
    """What a numeric of a fragment shows, beside it."""
    state.shown[item.source, column] = "text"
    definition = item.relation.columns[column]
    return _as_text(f"r.{identifier(definition.name)}", definition.type)


def _as_text(name: str, sql_type: SqlType) -> str:
    return f"CAST({name} AS VARCHAR{'[]' if sql_type.pg.is_array else ''})"


def _duckdb_name(item: b.Scan, column: int) -> str:
    view = item.relation.view
    if view is None:
        return item.relation.columns[column].name
    return duckdb_columns(tuple(c.name for c in view.columns))[column]


def column_shape(sql_type: SqlType) -> NumericShape | None:
    """The shape of a numeric column, from its typmod; plain numeric system columns are whole numbers."""
    if not is_numeric(sql_type.pg):
        return None
    return NumericShape(*(numeric_precision_scale(sql_type.typmod) or (38, 0)))


def _view_column(name: str, data_type: st.DataType, sql_type: SqlType, shape: NumericShape | None) -> str:
    """A view's column arrives as the Arrow type of its column type."""
    match data_type:
        case st.Map() | st.Struct() | st.Array(st.Array() | st.Map() | st.Struct()):
            return json_text(name, data_type)
        case st.Decimal():
            return name
        case st.Atomic() if not COLUMN_KINDS[type(data_type)].cast:
            return name
    return f"CAST({name} AS {duckdb_type(sql_type.pg, shape)})"


def json_text(name: str, _data_type: st.DataType) -> str:
    """SQL of the column's jsonb text."""
    return f"py_parse_jsonb(CAST(to_json({name}) AS VARCHAR))"


# ------------------------------------------------------------------------------------------------------ columns' names
# DuckDB does not tell "a" from "A".

_KEPT_MAX: Final = 1024


@lru_cache(_KEPT_MAX)
def duckdb_columns(names: tuple[str, ...]) -> tuple[str, ...]:
    """The columns' names, changed where they differ from an earlier one in nothing but case. The executor names them so too."""
    taken: set[str] = set()
    found = []
    for ordinal, name in enumerate(names):
        unique = name
        while unique.lower() in taken or (unique is not name and unique in names):
            unique = f"{unique}~{ordinal}"
        taken.add(unique.lower())
        found.append(unique)
    return tuple(found)
