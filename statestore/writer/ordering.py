"""Spark expressions for a row's shard and its place in key order, which is the order of statestore.keys's bytes.

Spark sorts atomic values as the key bytes do, once NULLs are put last. Inside arrays and structs it puts NULLs first,
so each value there is paired with "is it NULL", which sorts before the value itself.
"""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa
from pyspark.sql import Column as SparkColumn
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.pandas.functions import arrow_udf

from statestore.schema import HashPartitioning, ViewSchema
from statestore.sharding import shards_of_arrow
from statestore.types import Array, DataType, Struct


def shard_expression(schema: ViewSchema) -> SparkColumn:
    """The shard of a row of c0, c1 … Hash shards are Spark's own expression; range shards are found in Python workers."""
    columns = [F.col(f"c{schema.ordinals[name]}") for name in schema.shard_key]
    if isinstance(schema.partitioning, HashPartitioning):
        return F.pmod(F.hash(*columns), F.lit(schema.shards)).cast("int")

    def range_shards(*arrays: pa.Array) -> pa.Array:
        return pa.array(shards_of_arrow(schema, arrays), pa.int32())

    # Spark infers the kind of function from its type hints; its own overloads do not say so.
    udf: Callable[..., Callable[..., SparkColumn]] = arrow_udf
    return udf(range_shards, "int")(*columns)


def sort_expressions(schema: ViewSchema) -> list[SparkColumn]:
    """The key's columns, in the order of the key's bytes.

    Not the shard before them: Spark sorts fast by the first eight bytes of the first column, which a shard's number would waste.
    """
    return [_sortable(F.col(f"c{i}"), schema.columns[i].type).asc_nulls_last() for i in schema.key_ordinals]


def _sortable(column: SparkColumn, data_type: DataType) -> SparkColumn:
    """A value that sorts as *column* does in key order, NULLs of *column* itself apart."""
    match data_type:
        case Array(element):
            return F.transform(column, lambda x: _pair(x, element))
        case Struct(fields):
            parts = [_pair(column.getField(f.name), f.type).alias(f"f{i}") for i, f in enumerate(fields)]
            return F.when(column.isNotNull(), F.struct(*parts))
    return column


def _pair(column: SparkColumn, data_type: DataType) -> SparkColumn:
    return F.struct(column.isNull().alias("is_null"), _sortable(column, data_type).alias("value"))
