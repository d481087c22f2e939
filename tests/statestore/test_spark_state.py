"""Keys and values out of the SST files of a real state store of Spark: decoded as Spark does, and back to the same bytes."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from rocksdict import AccessType, Options, Rdict

from statestore import types as st
from statestore.rows import ArrowDecoder, ArrowEncoder, row_decoder, row_encoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.plugins.scale import seed_for
from tests.statestore.spark_data import MAPS, NAMES, TYPES, random_rows, spark_schema_json, write_parquet
from tests.statestore.values import canonical, from_arrow

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]
ROWS = 60
CHANGELOG = "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled"


@dataclass(frozen=True)
class State:
    """A checkpoint's state twice: the raw pairs from its files, and the rows that Spark's own reader makes of it."""

    raw: list[tuple[bytes, bytes]]
    key: st.Struct
    value: st.Struct
    rows: list[tuple[Any, Any]]


@pytest.fixture(scope="module")
def state(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> State:
    from pyspark.sql.types import StructType

    folder = tmp_path_factory.mktemp("state")
    seed = seed_for("spark state")
    (folder / "in").mkdir()
    write_parquet(folder / "in" / "rows.parquet", random_rows(ROWS, seed))
    run_query(spark, folder)
    raw = [pair for part in sorted((folder / "checkpoint/state/0").glob("[0-9]*")) for pair in read_store(part, folder)]
    frame = spark.read.format("statestore").load(str(folder / "checkpoint"))
    key, value = (renamed(st.from_spark_json(frame.schema[n].dataType.jsonValue())) for n in ("key", "value"))
    renaming = [frame[n].cast(StructType.fromJson(st.to_spark_json(t))).alias(n) for n, t in (("key", key), ("value", value))]
    frame.select(*renaming).coalesce(1).write.parquet(str(folder / "out"))
    table = pq.read_table(folder / "out")
    columns = [from_arrow(table.column(n).combine_chunks(), as_integers(t)) for n, t in (("key", key), ("value", value))]
    return State(raw, key, value, list(zip(*columns, strict=True)))


def renamed(struct: st.DataType) -> st.Struct:
    """Spark calls several of an aggregation's fields by one name; here each has its own."""
    assert isinstance(struct, st.Struct)
    return st.Struct(tuple(st.Field(f"c{i}", f.type) for i, f in enumerate(struct.fields)))


def run_query(spark: SparkSession, folder: Path) -> None:
    """Group by every type that can be grouped by, and keep the last value of every column."""
    from pyspark.sql import functions as f
    from pyspark.sql.types import StructType

    spark.conf.set(CHANGELOG, "false")
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    try:
        stream = spark.readStream.schema(StructType.fromJson(spark_schema_json())).parquet(str(folder / "in"))
        keys = [n for n, t in zip(NAMES, TYPES, strict=True) if t not in MAPS][::2]
        grouped = stream.groupBy(*keys).agg(*(f.last(n).alias(f"last_{n}") for n in NAMES))
        writer = grouped.writeStream.format("noop").outputMode("complete").trigger(availableNow=True)
        writer.option("checkpointLocation", str(folder / "checkpoint")).start().awaitTermination()
    finally:
        spark.conf.unset(CHANGELOG)


def read_store(partition: Path, scratch: Path) -> list[tuple[bytes, bytes]]:
    """All pairs of one state store's newest version: its zip lists the SST files that lie beside it."""
    newest = max(partition.glob("*.zip"), key=lambda p: int(p.stem))
    database = scratch / f"db-{partition.name}"
    with zipfile.ZipFile(newest) as archive:
        archive.extractall(database)
    metadata = json.loads((database / "metadata").read_text().split("\n", 1)[1])
    for file in metadata["sstFiles"]:
        shutil.copy(partition / "SSTs" / file["dfsSstFileName"], database / file["localFileName"])
    store = Rdict(str(database), options=Options(raw_mode=True), access_type=AccessType.read_only())
    try:
        return list(store.items())
    finally:
        store.close()


def as_integers(data_type: st.DataType) -> st.DataType:
    """Intervals are plain integers in the Parquet files that Spark writes."""
    match data_type:
        case st.YearMonthInterval():
            return st.Int()
        case st.DayTimeInterval():
            return st.Long()
        case st.Array(element):
            return st.Array(as_integers(element))
        case st.Map(key, value):
            return st.Map(as_integers(key), as_integers(value))
        case st.Struct(fields):
            return st.Struct(tuple(st.Field(f.name, as_integers(f.type)) for f in fields))
    return data_type


def schema_of(struct: st.Struct) -> ViewSchema:
    columns = tuple(Column(f"c{i}", f.type) for i, f in enumerate(struct.fields))
    return ViewSchema("v", columns, ("c0",), ("c0",), HashPartitioning(4), (len(columns),))


def test_the_store_has_a_pair_for_every_row_of_spark_reader(state: State) -> None:
    assert len(state.raw) == len(state.rows) == ROWS


def test_rows_decode_as_spark_decodes_them(state: State) -> None:
    decoders = [row_decoder(schema_of(s), range(len(s.fields))) for s in (state.key, state.value)]
    decoded = [tuple(decode(data) for decode, data in zip(decoders, pair, strict=True)) for pair in state.raw]
    assert sorted(map(repr, map(canonical, decoded))) == sorted(map(repr, map(canonical, state.rows)))


@pytest.mark.parametrize("part", [0, 1])
def test_decoded_rows_encode_to_sparks_bytes(state: State, part: int) -> None:
    struct = (state.key, state.value)[part]
    schema, ordinals = schema_of(struct), range(len(struct.fields))
    stored = [pair[part] for pair in state.raw]
    decode, encode = row_decoder(schema, ordinals), row_encoder(schema)
    assert [encode(decode(row)) for row in stored] == stored
    batch = ArrowDecoder(schema, ordinals).decode(stored)
    batch.validate(full=True)
    assert ArrowEncoder(schema).encode(batch) == stored
    for i in ordinals:
        wanted = [decode(row)[i] for row in stored]
        assert canonical(from_arrow(batch.column(i), struct.fields[i].type)) == canonical(wanted)


def test_every_type_is_there(state: State) -> None:
    kept = [f.type for f in (*state.key.fields, *state.value.fields)]
    assert all(t in kept for t in map(st.from_spark_json, map(st.to_spark_json, TYPES)))
