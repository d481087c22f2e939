"""Stored rows → Arrow as Spark takes it from a Python data source, which compares names and NULLs allowed at every depth.

Year-month intervals travel as months, as they do to the writer, and become intervals again by a cast of Spark's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from pyspark.sql import Column as SparkColumn
from pyspark.sql import DataFrame
from pyspark.sql import types as spark_types
from pyspark.sql.pandas.types import to_arrow_schema

from statestore import types as st
from statestore.arrow import numbers, valid_mask, validity_buffer
from statestore.rows import ArrowDecoder
from statestore.schema import Column, ViewSchema
from statestore.writer.shape import arrow_ready_type, spark_type


def travelling_type(columns: Sequence[Column]) -> spark_types.StructType:
    """The Spark type of rows of *columns* on their way from Python."""
    return spark_types.StructType(
        [spark_types.StructField(c.name, arrow_ready_type(c.type), c.nullable, _metadata(c.comment)) for c in columns]
    )


def arrived(df: DataFrame, columns: Sequence[Column]) -> DataFrame:
    """*df*, whose columns of travelling_type() become the view's; others stay as they are."""
    if all(arrow_ready_type(c.type) == spark_type(c.type) for c in columns):
        return df
    kinds = {c.name: c for c in columns}
    return df.select(*(_arrived(df[f"`{name.replace('`', '``')}`"], name, kinds.get(name)) for name in df.columns))


def _arrived(travelled: SparkColumn, name: str, column: Column | None) -> SparkColumn:
    if column is None or arrow_ready_type(column.type) == spark_type(column.type):
        return travelled
    return travelled.cast(spark_type(column.type)).alias(name, metadata=_metadata(column.comment))


def _metadata(comment: str | None) -> dict[str, str]:
    return {} if comment is None else {"comment": comment}


class SparkDecoder:
    """Stored rows of *schema* → Arrow of travelling_type() of its columns."""

    def __init__(self, schema: ViewSchema) -> None:
        self._decode = ArrowDecoder(schema, range(len(schema.columns))).decode
        self.arrow_schema = to_arrow_schema(travelling_type(schema.columns), timezone="UTC")

    def columns(self, rows: Sequence[bytes]) -> list[pa.Array]:
        """One array a column. Raises CorruptFile, UnsupportedFormat."""
        return [travelling(array, kind) for array, kind in zip(self._decode(rows).columns, self.arrow_schema.types, strict=True)]

    def decode(self, rows: Sequence[bytes]) -> pa.RecordBatch:
        """One batch of all *rows*. Raises as columns() does."""
        return pa.RecordBatch.from_arrays(self.columns(rows), schema=self.arrow_schema)


def travelling(array: pa.Array, wanted: pa.DataType) -> pa.Array:
    """*array* as *wanted*, which has other names in it, allows other NULLs, and has months where it has intervals."""
    if array.offset:
        array = pa.concat_arrays([array])
    if pa.types.is_interval(array.type):
        months = numbers(array, st.YearMonthInterval()).astype(np.int32)
        return pa.Array.from_buffers(wanted, len(array), [validity_buffer(valid_mask(array)), pa.py_buffer(months)])
    if pa.types.is_map(wanted):
        keys, items = travelling(array.keys, wanted.key_type), travelling(array.items, wanted.item_type)
        entries = [pa.StructArray.from_arrays([keys, items], fields=[wanted.key_field, wanted.item_field])]
    elif pa.types.is_list(wanted):
        entries = [travelling(array.values, wanted.value_type)]
    elif pa.types.is_struct(wanted):
        entries = [travelling(array.field(i), wanted.field(i).type) for i in range(wanted.num_fields)]
    else:
        return array
    buffers = array.buffers()[: 1 if pa.types.is_struct(wanted) else 2]
    return pa.Array.from_buffers(wanted, len(array), buffers, children=entries)
