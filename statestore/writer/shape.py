"""A DataFrame's shape: the columns of the view that it becomes, and a DataFrame with just those.

Inside the writer the columns are named c0, c1 …: a view's column may have any name, dots and Spark's keywords included.

- PySpark's Arrow refuses year-month intervals as a result and names no type for them: they travel as months. The cast goes over
  "interval year to month", because INTERVAL YEAR casts to a number of years.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pyspark.sql import Column as SparkColumn
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as spark_types

from statestore.errors import InvalidSchema, UnsupportedType
from statestore.schema import Column
from statestore.types import Array, DataType, Field, Int, Map, Struct, YearMonthInterval, from_spark_json, to_spark_json

#: What functions.window() calls its column.
WINDOW_COLUMN: Final = "window"
#: The column of deletion marks inside the writer.
DELETED_COLUMN: Final = "deleted"
#: Where Spark's schema JSON keeps collations, which its type names do not show.
_COLLATIONS: Final = "__COLLATIONS"


@dataclass(frozen=True, slots=True)
class PublishedShape:
    """What publish() makes of a DataFrame's columns: *columns* of the view, and where each comes from."""

    columns: tuple[Column, ...]
    sources: tuple[tuple[str, ...], ...]
    delete_column: str | None

    def select(self, df: DataFrame) -> DataFrame:
        """The columns as c0, c1 …, of types that Arrow can carry; behind them DELETED_COLUMN where there is a delete column."""
        chosen = [
            _arrow_ready(_source(df, source), column.type).alias(f"c{i}")
            for i, (source, column) in enumerate(zip(self.sources, self.columns, strict=True))
        ]
        if self.delete_column is not None:
            chosen.append(F.coalesce(_source(df, (self.delete_column,)), F.lit(False)).alias(DELETED_COLUMN))
        return df.select(*chosen)


def shape_of(df: DataFrame, delete_column: str | None) -> PublishedShape:
    """The shape of *df*. Raises UnsupportedType, naming the column; InvalidSchema for a delete column that cannot be one."""
    columns: list[Column] = []
    sources: list[tuple[str, ...]] = []
    for field in df.schema.fields:
        if field.name == delete_column:
            continue
        for column, source in _columns_of(field):
            columns.append(column)
            sources.append(source)
    _check_delete_column(df, delete_column)
    return PublishedShape(tuple(columns), tuple(sources), delete_column)


def _columns_of(field: spark_types.StructField) -> list[tuple[Column, tuple[str, ...]]]:
    if parts := _window_fields(field):
        return [(_column(p, f"window_{p.name}", is_nullable=field.nullable), (field.name, p.name)) for p in parts]
    return [(_column(field, field.name, is_nullable=field.nullable), (field.name,))]


def _window_fields(field: spark_types.StructField) -> list[spark_types.StructField]:
    """The two fields of a column that functions.window() made; none of any other."""
    kind = field.dataType
    if field.name != WINDOW_COLUMN or not isinstance(kind, spark_types.StructType) or kind.fieldNames() != ["start", "end"]:
        return []
    return kind.fields


def _column(field: spark_types.StructField, name: str, *, is_nullable: bool) -> Column:
    body: dict[str, Any] = field.jsonValue()
    metadata = body.get("metadata") or {}
    if _COLLATIONS in metadata:
        raise UnsupportedType(
            f"column {name!r} has a collation, which a view cannot keep", hint='cast it with .collate("UTF8_BINARY")'
        )
    try:
        data_type = from_spark_json(body["type"])
    except UnsupportedType as error:
        raise UnsupportedType(f"column {name!r}: {error.message}", detail=error.detail, hint=error.hint) from error
    return Column(name, data_type, field.nullable or is_nullable, metadata.get("comment"))


def _check_delete_column(df: DataFrame, name: str | None) -> None:
    if name is None:
        return
    if name not in df.columns:
        raise InvalidSchema(f"delete column {name!r} does not exist", hint=f"columns: {', '.join(df.columns)}")
    if not isinstance(df.schema[name].dataType, spark_types.BooleanType):
        raise InvalidSchema(f"delete column {name!r} is {df.schema[name].dataType.simpleString()}, not boolean")


def _source(df: DataFrame, path: tuple[str, ...]) -> SparkColumn:
    column = df["`" + path[0].replace("`", "``") + "`"]
    return column if len(path) == 1 else column.getField(path[1])


def _arrow_ready(column: SparkColumn, data_type: DataType) -> SparkColumn:
    """PySpark's Arrow knows no year-month intervals: send their months.

    The detour over "year to month" is needed: INTERVAL YEAR itself casts to a number of years.
    """
    if _as_months(data_type) == data_type:
        return column
    return column.cast(spark_type(data_type)).cast(arrow_ready_type(data_type))


def arrow_ready_type(data_type: DataType) -> spark_types.DataType:
    """The Spark type as which a column travels to and from Python."""
    return spark_type(_as_months(data_type))


def spark_type(data_type: DataType) -> spark_types.DataType:
    """Spark's own type."""
    wrapped = {"type": "struct", "fields": [{"name": "f", "type": to_spark_json(data_type), "nullable": True, "metadata": {}}]}
    return spark_types.StructType.fromJson(wrapped).fields[0].dataType


def _as_months(data_type: DataType) -> DataType:
    """*data_type* with Int for each year-month interval in it."""
    match data_type:
        case YearMonthInterval():
            return Int()
        case Array(element, contains_null):
            return Array(_as_months(element), contains_null)
        case Map(key, value, contains_null):
            return Map(_as_months(key), _as_months(value), contains_null)
        case Struct(fields):
            return Struct(tuple(Field(f.name, _as_months(f.type), f.nullable) for f in fields))
    return data_type
