"""The shard of a key whose values come as text: what tidegate.shard_for_key calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from planner.errors import DatatypeMismatch, NumericOverflow, PermissionDenied, UndefinedFunction, UndefinedTable, Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.literals import parse_text
from planner.tree.query_plan import PlanSettings
from planner.tree.types import (
    BY_NAME,
    COLUMN_KINDS,
    DATE,
    JSONB,
    TIMESTAMP,
    TIMESTAMPTZ,
    PgType,
    SqlType,
    column_type,
    display_name,
)
from statestore import types as st
from statestore.schema import Column, ViewSchema
from statestore.sharding import shard_function

#: In place of a view's sharding_text() for who may not read its key.
NOT_TOLD: Final = "-"
_SETTINGS: Final = PlanSettings()
#: Types whose values come as a number of days or microseconds.
_COUNTED: Final = (DATE, TIMESTAMP, TIMESTAMPTZ)
_SPECS_MAX: Final = 1_024


def sharding_text(schema: ViewSchema) -> str:
    """What of a view decides about shards, for py_shard_for_key."""
    return json.dumps(schema.to_json())


def check_count(schema: ViewSchema, count: int) -> None:
    """Raise UndefinedFunction where so many values are neither a shard key nor a key of the view."""
    if count not in (len(schema.shard_key), len(schema.key)):
        raise UndefinedFunction(
            f"shard_for_key of view {schema.name} takes the {len(schema.shard_key)} values of its shard key "
            f"({', '.join(schema.shard_key)}) or the {len(schema.key)} of its key ({', '.join(schema.key)}), not {count}"
        )


@lru_cache(maxsize=_SPECS_MAX)
def _sharding(spec: str) -> tuple[ViewSchema, Callable[[Sequence[Any]], int]]:
    schema = ViewSchema.from_json(json.loads(spec))
    return schema, shard_function(schema)


def shard_for_key(view: str, spec: str, types: str, values: Sequence[str | None]) -> int:
    """The shard's number. *spec* is the view's sharding_text(), or empty; *types* are those that *values* had.

    Raises PermissionDenied, UndefinedTable.
    """
    if not spec:
        raise UndefinedTable(f'view "{view}" does not exist')
    if spec == NOT_TOLD:
        raise PermissionDenied(f"permission denied for table {view}", detail="The ends of its shards are values of its key.")
    schema, shard_of = _sharding(spec)
    check_count(schema, len(values))
    sources = [BY_NAME[name] for name in types.split(",")]
    columns = schema.key_columns[: len(schema.shard_key)]
    return shard_of([_physical(v, source, c) for v, source, c in zip(values, sources, columns, strict=False)])


def _physical(text: str | None, source: PgType, column: Column) -> Any:
    if text is None:
        return None
    target = column_type(column.type)
    if target.pg is JSONB:
        raise Unsupported(f"shard_for_key does not take values of column {column.name}")
    return stored(_value(text, source, target, column), column)


def _value(text: str, source: PgType, target: SqlType, column: Column) -> Any:
    if source.category == "S":
        return parse_text(text, target, _SETTINGS)
    if source is not target.pg and not source.category == target.pg.category == "N":
        shown, wanted = display_name(source), display_name(target.pg)
        raise DatatypeMismatch(f'column "{column.name}" is of type {wanted} but the value is of type {shown}')
    return int(text) if source in _COUNTED else parse_text(text, target, _SETTINGS)


def stored(value: Any, column: Column) -> Any:
    """A SQL value as the view keeps it. Raises NumericOverflow where it has no such value."""
    kind = COLUMN_KINDS.get(type(column.type))
    found = value if kind is None or kind.stored is None else kind.stored(value)
    if (width := st.integer_bytes(column.type)) and not -(1 << 8 * width - 1) <= found < 1 << 8 * width - 1:
        raise NumericOverflow(f'column "{column.name}" has no value {value}')
    return found


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_shard_for_key", shard_for_key, "VARCHAR, VARCHAR, VARCHAR, VARCHAR[]", "INTEGER"),
)
