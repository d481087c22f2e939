"""Rows and hashes that Spark itself makes are what the codecs make of the same values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from statestore import types as st
from statestore.rows import ArrowDecoder, ArrowEncoder, row_decoder, row_encoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding import shard_function, shards_of_arrow
from statestore.sharding.murmur3_arrow import murmur3_arrow
from tests.plugins.scale import seed_for
from tests.statestore.spark_data import MAPS, NAMES, TYPES, random_rows, spark_schema_json, write_parquet
from tests.statestore.values import canonical, from_arrow, murmur3, to_arrow, view

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]
ROWS = 300


@pytest.fixture(scope="module")
def rows() -> list[tuple[Any, ...]]:
    seed = seed_for("spark truth")
    return random_rows(ROWS, seed)


@pytest.fixture(scope="module")
def frame(spark: SparkSession, rows: list[tuple[Any, ...]], tmp_path_factory: pytest.TempPathFactory) -> DataFrame:
    from pyspark.sql.types import StructType

    path: Path = tmp_path_factory.mktemp("truth") / "rows.parquet"
    write_parquet(path, rows)
    return spark.read.schema(StructType.fromJson(spark_schema_json())).option("datetimeRebaseMode", "CORRECTED").parquet(str(path))


def batch_of(rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([to_arrow([r[i] for r in rows], t) for i, t in enumerate(TYPES)], NAMES)


def unsafe_rows(frame: DataFrame) -> list[bytes]:
    """The bytes of the UnsafeRows that Spark computes for a frame."""
    collected = frame._jdf.queryExecution().executedPlan().executeCollect()
    return [bytes(row.getBytes()) for row in collected]


def test_rows_are_sparks_bytes(frame: DataFrame, rows: list[tuple[Any, ...]]) -> None:
    stored = [b"\0" + row for row in unsafe_rows(frame)]
    schema = view(TYPES)
    assert [row_encoder(schema)(row) for row in rows] == stored
    assert ArrowEncoder(schema).encode(batch_of(rows)) == stored
    decode = row_decoder(schema, range(len(TYPES)))
    assert [canonical(decode(row)) for row in stored] == [canonical(row) for row in rows]
    decoded = ArrowDecoder(schema, range(len(TYPES))).decode(stored)
    for i, data_type in enumerate(TYPES):
        assert canonical(from_arrow(decoded.column(i), data_type)) == canonical([row[i] for row in rows]), data_type


def test_hashes_are_sparks(frame: DataFrame, rows: list[tuple[Any, ...]]) -> None:
    hashed = [i for i, t in enumerate(TYPES) if t not in MAPS]
    names = [NAMES[i] for i in hashed]
    wanted = frame.selectExpr(*(f"hash({n})" for n in names), f"hash({', '.join(names)})").collect()
    for position, i in enumerate(hashed):
        spark_hashes = [row[position] for row in wanted]
        assert [murmur3([row[i]], [TYPES[i]]) for row in rows] == spark_hashes, TYPES[i]
        column = to_arrow([row[i] for row in rows], TYPES[i])
        assert murmur3_arrow([column], [TYPES[i]]).tolist() == spark_hashes, TYPES[i]
        assert murmur3_arrow([column.slice(7)], [TYPES[i]]).tolist() == spark_hashes[7:], TYPES[i]
    types = [TYPES[i] for i in hashed]
    assert [murmur3([row[i] for i in hashed], types) for row in rows] == [row[-1] for row in wanted]


def test_texts_of_every_length_hash_as_in_spark(spark: SparkSession) -> None:
    texts = [chr(0xE0 + n % 64) * n for n in range(40)] + ["x" * n for n in range(80)]
    frame = spark.createDataFrame([(t,) for t in texts], "t string").selectExpr("t", "hash(t)", "hash(t, encode(t, 'utf-8'))")
    for text, once, twice in frame.collect():
        assert murmur3([text], [st.String()]) == once
        assert murmur3([text, text.encode()], [st.String(), st.Binary()]) == twice
        column = pa.array([text])
        assert murmur3_arrow([column, column.cast(pa.binary())], [st.String(), st.Binary()]).tolist() == [twice]


@pytest.mark.parametrize("shards", [1, 7, 8])
def test_shards_are_sparks_partitions(frame: DataFrame, rows: list[tuple[Any, ...]], shards: int) -> None:
    from pyspark.sql import functions as f

    key = [i for i, t in enumerate(TYPES) if t in (st.String(), st.Double(), st.Decimal(38, 0), NESTED_KEY)][:4]
    names = tuple(NAMES[i] for i in key)
    partitioned = frame.withColumn("id", f.monotonically_increasing_id()).repartition(shards, *names)
    wanted = {row[0]: row[1] for row in partitioned.select("id", f.spark_partition_id()).collect()}
    columns = tuple(Column(NAMES[i], TYPES[i]) for i in key)
    schema = ViewSchema("v", columns, names, names, HashPartitioning(shards), (len(columns),))
    shard_of = shard_function(schema)
    assert [shard_of([row[i] for i in key]) for row in rows] == [wanted[n] for n in range(len(rows))]
    batch = batch_of(rows)
    assert shards_of_arrow(schema, [batch.column(name) for name in names]).tolist() == [wanted[n] for n in range(len(rows))]


NESTED_KEY = st.Array(st.String())
