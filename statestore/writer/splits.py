"""Split points of a range-partitioned view: what the caller passes → encoded shard keys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import types as spark_types

from statestore.errors import InvalidSchema
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from statestore.writer.shape import arrow_ready_type


def partitioning_of(
    spark: SparkSession, partitioning: str | Sequence[Any], shards: int, shard_key: Sequence[Column]
) -> Partitioning:
    """The partitioning that publish() is asked for. Raises InvalidSchema."""
    if isinstance(partitioning, str):
        if partitioning != "hash":
            raise InvalidSchema(f"partitioning {partitioning!r} is unknown", hint='pass "hash" or a list of split points')
        return HashPartitioning(shards)
    points = [tuple(p) if isinstance(p, tuple | list) else (p,) for p in partitioning]
    if any(len(p) != len(shard_key) for p in points):
        names = ", ".join(c.name for c in shard_key)
        raise InvalidSchema(f"each split point needs a value for every column of the shard key ({names})")
    return RangePartitioning(_encoded(spark, points, shard_key) if points else ())


def _encoded(spark: SparkSession, points: list[tuple[Any, ...]], shard_key: Sequence[Column]) -> tuple[bytes, ...]:
    names = [f"c{i}" for i in range(len(shard_key))]
    row_type = spark_types.StructType(
        [spark_types.StructField(n, arrow_ready_type(c.type), True) for n, c in zip(names, shard_key, strict=True)]
    )
    try:
        table = spark.createDataFrame(points, row_type).toArrow()
    except PySparkException as error:
        raise InvalidSchema("a split point is not of the shard key's type", detail=str(error)) from error
    keys = ViewSchema(
        "splits", tuple(shard_key), tuple(c.name for c in shard_key), (shard_key[0].name,), HashPartitioning(1), (len(shard_key),)
    )
    splits = KeyCodec(keys).encode_arrow(table.columns)
    if not all(a < b for a, b in pairwise(splits)):
        raise InvalidSchema("split points must ascend, each different from the one before")
    return tuple(splits)
