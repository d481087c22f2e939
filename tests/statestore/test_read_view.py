"""tidegate.read: what Spark reads of a view's files is what was published, and what SQL answers at the same version."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.errors import RootNotFound, StateStoreError, VersionNotKept, VersionNotReached, ViewNotFound
from statestore.keys import KeyCodec
from statestore.node.maintenance import maintain
from statestore.node.shard import Range
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding import shard_function
from statestore.views.local_writer import write_version
from statestore.views.retention import change_retention
from statestore.views.root import open_root
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import random_for
from tests.statestore.changing_world import ChangingWorld, make_world
from tests.statestore.kinds import KINDS
from tests.statestore.test_publish_batch import every_type_row
from tests.statestore.view_contents import read_view

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]


@pytest.fixture
def root(tmp_path: Path) -> str:
    return str(tmp_path / "root")


@pytest.fixture
def read() -> Any:
    pytest.importorskip("pyspark")
    from statestore import read

    return read


def texts(df: DataFrame) -> list[str]:
    """The rows as Spark writes them in JSON: every type, every NULL."""
    return sorted(row[0] for row in df.selectExpr("to_json(struct(*), map('ignoreNullFields', 'false'))").collect())


def test_every_type_comes_back_as_it_was_published(spark: SparkSession, publish: Any, read: Any, root: str) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    rows = every_type_row(spark).withColumn("a_string", F.col("a_string").alias("a_string", metadata={"comment": "a text"}))
    publish(rows, "types", root=root, key=["id"], shards=2)
    again = read(spark, root, "types")
    # SQL does not know which fields an interval has.
    month, second = r"interval (year|month)\b(?! to)", r"interval hour\b(?! to)"
    kept = {f.name: re.sub(month, "interval year to month", f.dataType.simpleString()) for f in rows.schema}
    kept = {name: re.sub(second, "interval day to second", text) for name, text in kept.items()}
    assert {f.name: f.dataType.simpleString() for f in again.schema} == kept
    assert again.schema["a_string"].metadata == {"comment": "a text"}
    assert [field.nullable for field in again.schema][:2] == [field.nullable for field in rows.schema][:2]
    wanted = rows.select(*(F.col(name).cast(again.schema[name].dataType).alias(name) for name in rows.columns))
    assert texts(again) == texts(wanted)


def test_random_rows_of_nested_types(spark: SparkSession, publish: Any, read: Any, root: str, tmp_path: Path) -> None:
    from pyspark.sql import functions as F  # noqa: N812
    from pyspark.sql.types import StructType

    from tests.statestore.spark_data import random_rows, spark_schema_json, write_parquet

    write_parquet(tmp_path / "rows.parquet", random_rows(200, random_for("read rows").randrange(2**32)))
    kept = spark.read.schema(StructType.fromJson(spark_schema_json())).option("datetimeRebaseMode", "CORRECTED")
    rows = kept.parquet(str(tmp_path / "rows.parquet")).withColumn("id", F.monotonically_increasing_id())
    publish(rows, "v", root=root, key=["id"], shards=3)
    assert texts(read(spark, root, "v")) == texts(rows)


def test_conditions_on_keys_of_every_type(spark: SparkSession, publish: Any, root: str) -> None:
    """What Spark hands over of "=" leads to the shard and the key of the very value, for each type of which it hands it over."""
    from statestore.reader.filters import pushed_filters
    from statestore.reader.pruning import shard_ranges

    texts = {kind.name: kind.spark[0][0] for kind in KINDS if kind.spark}
    texts |= {
        kind.name: f"CAST('{kind.pool[3]}' AS {st.to_spark_json(kind.type)})" for kind in KINDS if isinstance(kind.type, st.Decimal)
    }
    publish(spark.sql("SELECT " + ", ".join(f"{text} AS {name}" for name, text in texts.items())), "v", root=root, key=[*texts][:1])
    schema = open_root(root).folder("v").schema()
    (row,) = read_view(root, "v").values()
    filters = pushed_filters(spark, schema.columns, " AND ".join(f"{name} = {text}" for name, text in texts.items()))
    for column, value in zip(schema.columns, row, strict=True):
        one = replace(schema, key=(column.name,), shard_key=(column.name,), partitioning=HashPartitioning(16))
        parts = shard_ranges(one, filters)
        if isinstance(column.type, st.Array | st.DayTimeInterval):
            assert len(parts) == 16
            continue
        encoded = KeyCodec(one).encode([value])
        assert [(part.shard, part.keys) for part in parts] == [(shard_function(one)([value]), Range(encoded, encoded + b"\x03"))], (
            column
        )


def test_branches_of_a_query_do_not_disturb_each_other(spark: SparkSession, read: Any, root: str) -> None:
    """Spark 4.3 lets filters of one branch prune the others, where a source takes them, and later queries: this one takes none."""
    schema = ViewSchema("v", (Column("k", st.Int()),), ("k",), ("k",), HashPartitioning(5), (1,))
    write_version(root, schema, pa.table([pa.array(range(10), pa.int32())], ["k"]))
    df = read(spark, root, "v")
    one, other = df.filter("k = 3"), df.filter("k = 7")
    name = "spark.sql.python.filterPushdown.enabled"
    try:
        for setting in ("false", "true"):
            spark.conf.set(name, setting)
            assert [row.k for row in one.collect()] == [3]
            assert sorted(row.k for row in one.union(other).collect()) == [3, 7]
            assert df.count() == 10
            assert read(spark, root, "v", where="k IN (3, 7)").filter("k = 3").crossJoin(other).count() == 1
            assert spark.conf.get(name) == setting
    finally:
        spark.conf.unset(name)
    assert read(spark, root, "v", where="k = 3").count() == 1
    assert name not in spark.conf.getAll


def test_what_is_pruned(spark: SparkSession, publish: Any, read: Any, root: str) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    rows = spark.range(4000).selectExpr("concat('o', id % 40) AS origin", "id AS n", "id % 7 AS x")
    publish(rows, "v", root=root, key=["origin", "n"], shards=8)

    def parts(where: Any) -> int:
        return int(read(spark, root, "v", where=where).rdd.getNumPartitions())

    assert parts(None) == 8
    assert parts("origin = 'o3'") == parts(F.col("origin") == "o3") == 1
    assert 1 < parts("origin IN ('o1', 'o2', 'o3')") <= 3
    assert parts("n > 100") == parts("x = 3") == parts("origin = 'o3' OR x = 1") == 8
    where = "origin = 'o3' AND n BETWEEN 100 AND 300 AND x > 2"
    assert read(spark, root, "v", where=where).count() == rows.filter(where).count()
    # A range of keys needs no file that lies outside of it.
    folder = open_root(root).folder("v")
    more = spark.range(3).selectExpr("concat('z', id) AS origin", "id AS n", "id AS x")
    publish(more, "v", root=root, key=["origin", "n"], mode="upsert")
    for file in folder.manifest(2).files:
        Path(folder.path_of(file)).unlink()
    assert read(spark, root, "v", where="origin LIKE 'o%'").count() == 4000
    with pytest.raises(Exception, match="the file is missing"):
        read(spark, root, "v", where="origin >= 'o'").count()
    with pytest.raises(Exception, match="nowhere"):
        read(spark, root, "v", where="nowhere = 1")


def test_five_versions_are_what_sql_says(spark: SparkSession, read: Any, tmp_path: Path) -> None:
    """Of a view that gains columns, whose rows expire and are replaced."""
    world = make_world(tmp_path, random_for("versions read by both"))
    for _ in range(30):
        world.commit_random()
    assert world.extra
    assert world.after_us
    with (
        running_gateway(world.root.uri, tmp_path / "store") as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as connection,
    ):
        for version in (2, 9, 16, 23, world.version):
            connection.execute(f"SET tidegate.read_version = 'v={version}'")
            extra = len(world.folder.schema_of(world.folder.manifest(version)).columns) - 3
            more = [f"x{i}" for i in range(extra)]
            asked = ", ".join(["k", "extract(epoch FROM t)::bigint", "s", *more])
            wanted = connection.execute(f"SELECT {asked} FROM v ORDER BY k").fetchall()
            df = read(spark, world.root.uri, "v", version)
            assert df.columns == ["k", "t", "s", *more]
            assert [tuple(row) for row in df.selectExpr("k", "unix_seconds(t)", "s", *more).orderBy("k").collect()] == wanted
            assert sorted(row[0] for row in wanted) == sorted(world.shown[version])


def test_a_version_is_taken_when_the_dataframe_is_made(spark: SparkSession, read: Any, tmp_path: Path) -> None:
    world = ChangingWorld(open_root(str(tmp_path / "root"), create=True), random_for("pinned"))
    with pytest.raises(ViewNotFound, match="there is no view v"):
        read(spark, world.root.uri, "v")
    with pytest.raises(RootNotFound):
        read(spark, str(tmp_path / "elsewhere"), "v")
    world.folder.create(world.schema)
    assert read(spark, world.root.uri, "v").collect() == []
    world.commit(dict.fromkeys(range(20), (None, "a")))
    first = read(spark, Path(world.root.uri), "v")
    for n in range(12):
        world.commit({n: (None, "b")})
    assert {row.s for row in first.collect()} == {"a"}
    assert read(spark, world.root.uri, "v").filter("s = 'b'").count() == 12
    with pytest.raises(VersionNotReached, match="has no version 14 yet"):
        read(spark, world.root.uri, "v", 14)
    with pytest.raises(ValueError, match="storage_options"):
        read(spark, world.root.uri, "v", storage_options={"key": object()})
    change_retention(world.folder, versions=4, age="0s", base_every=4)
    maintain(world.root, "v")
    kept = f"Versions {world.folder.versions()[0]} to 13 are kept at the root."
    with pytest.raises(VersionNotKept) as gone:
        read(spark, world.root.uri, "v", 1)
    assert gone.value.detail == kept
    with pytest.raises(Exception, match=f"version 1 of view v is no longer kept\nDETAIL: {kept}"):
        first.count()


def test_connect_is_refused(read: Any, root: str) -> None:
    with pytest.raises(StateStoreError, match="a classic Spark session is needed"):
        read(object(), root, "v")


def test_nothing_is_left_in_sparks_local_folders(spark: SparkSession, read: Any, tmp_path: Path) -> None:
    world = ChangingWorld(open_root(str(tmp_path / "root"), create=True), random_for("left"))
    world.commit(dict.fromkeys(range(20), (None, "a")))
    local = [Path(name) for name in spark.range(1).mapInArrow(_local_dirs, "p string").collect()[0].p.split(",")]

    def there() -> set[Path]:
        return {path for folder in local for path in folder.glob("tidegate-*")}

    # The session is shared: a task of another test's query may have been killed with it.
    before = there()
    df = read(spark, world.root.uri, "v")
    assert df.count() == len(df.limit(100).collect()) == 20
    assert there() - before == set()


def _local_dirs(batches: Any) -> Any:
    import os

    for _ in batches:
        yield pa.RecordBatch.from_pydict({"p": [os.environ["SPARK_LOCAL_DIRS"]]})
