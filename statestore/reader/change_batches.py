"""Changes of a view as Arrow: what a streaming DataFrame of read_changes() has for columns, and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema

from statestore.changes.walk import Change
from statestore.errors import InvalidSchema
from statestore.reader.arrow import SparkDecoder, travelling_type
from statestore.schema import Column, ViewSchema
from statestore.types import Array, DataType, Field, Long, Map, String, Struct, Timestamp
from statestore.views.manifest import Manifest

_OWN: Final = (Column("_version", Long(), False), Column("_committed_at", Timestamp(), False), Column("_kind", String(), False))
_BEFORE: Final = "_before"


def change_columns(schema: ViewSchema, *, before: bool) -> tuple[Column, ...]:
    """The columns of changes of a view with *schema*: version, time and kind, the row's, and the row *before*. All of the row's may
    be NULL: rows of earlier versions are among them. Raises InvalidSchema where the view has a column of such a name."""
    columns = _any_null(schema).columns
    names = [column.name for column in _OWN] + [_BEFORE] * before
    if taken := next((column.name for column in columns if column.name.lower() in names), None):
        raise InvalidSchema(
            f"changes of view {schema.name} cannot be read: it has a column {taken!r}, and so have its changes",
            hint="publish the view with another name for the column",
        )
    fields = Struct(tuple(Field(column.name, column.type) for column in columns))
    return (*_OWN, *columns, *([Column(_BEFORE, fields)] if before else []))


class ChangeBatchEncoder:
    """Changes → record batches of change_columns(). Any row schema up to *schema*'s."""

    def __init__(self, schema: ViewSchema, *, before: bool) -> None:
        self._decoder = SparkDecoder(_any_null(schema))
        self._has_before = before
        self._arrow_schema = to_arrow_schema(travelling_type(change_columns(schema, before=before)), timezone="UTC")

    def batch(self, manifest: Manifest, changes: Sequence[Change]) -> pa.RecordBatch:
        """Of one version. Raises CorruptFile, UnsupportedFormat."""
        count = len(changes)
        rows = [row for change in changes if (row := change.after or change.before) is not None]
        arrays = [
            pa.array([manifest.version] * count, pa.int64()),
            pa.array([manifest.committed_at_us] * count, pa.int64()).cast(pa.timestamp("us", "UTC")),
            pa.array([change.kind for change in changes], pa.string()),
            *self._decoder.columns(rows),
        ]
        if self._has_before:
            arrays.append(self._before(changes))
        return pa.RecordBatch.from_arrays(arrays, schema=self._arrow_schema)

    def _before(self, changes: Sequence[Change]) -> pa.Array:
        """A struct of the row before, NULL where there was none."""
        rows = [change.before for change in changes if change.before is not None]
        none = pa.array([change.before is None for change in changes])
        numbers = iter(range(len(rows)))
        places = pa.array([None if change.before is None else next(numbers) for change in changes], pa.int64())
        columns = [column.take(places) for column in self._decoder.columns(rows)]
        fields = self._arrow_schema.field(_BEFORE).type
        return pa.StructArray.from_arrays(columns, fields=list(fields), mask=none)


def _any_null(schema: ViewSchema) -> ViewSchema:
    columns = tuple(replace(column, type=_nullable(column.type), nullable=True) for column in schema.columns)
    return replace(schema, columns=columns)


def _nullable(data_type: DataType) -> DataType:
    """*data_type* with NULL allowed wherever it can be: a version may have loosened it since another one."""
    match data_type:
        case Array(element):
            return Array(_nullable(element))
        case Map(key, value):
            return Map(_nullable(key), _nullable(value))
        case Struct(fields):
            return Struct(tuple(Field(field.name, _nullable(field.type)) for field in fields))
    return data_type
