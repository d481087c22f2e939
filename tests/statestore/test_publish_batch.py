"""Batch DataFrames. Expected values are what Spark itself computes from the same rows, or written down by hand."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from statestore.errors import ConcurrentPublisher, DuplicateKey, IncompatibleSchema, InvalidSchema, UnsupportedType
from statestore.schema import RangePartitioning
from statestore.views import open_root
from statestore.views.publisher import Publisher
from tests.plugins.scale import FULL
from tests.statestore.view_contents import read_view, stray_files

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark


@pytest.fixture
def root(tmp_path: Path) -> str:
    return str(tmp_path / "root")


def us(text: str) -> int:
    """Microseconds of an instant in UTC."""
    return (dt.datetime.fromisoformat(text + "+00:00") - dt.datetime.fromtimestamp(0, dt.UTC)) // dt.timedelta(microseconds=1)


#: Column name → (SQL of a value, its physical value), for every type that a view keeps.
EVERY_TYPE: dict[str, tuple[str, Any]] = {
    "a_boolean": ("true", True),
    "a_byte": ("-128Y", -128),
    "a_short": ("32767S", 32767),
    "an_int": ("-2147483648", -(2**31)),
    "a_long": ("9223372036854775807L", 2**63 - 1),
    "a_float": ("cast('1.5' as float)", 1.5),
    "a_double": ("cast('-0.1' as double)", -0.1),
    "a_decimal": ("cast('-12345.67' as decimal(18,2))", Decimal("-12345.67")),
    "a_wide_decimal": (
        "cast('12345678901234567890123456789.012345678' as decimal(38,9))",
        Decimal("12345678901234567890123456789.012345678"),
    ),
    "a_string": ("'grüße\\u0000x'", "grüße\0x"),
    "a_binary": ("X'00FF01'", b"\x00\xff\x01"),
    "a_date": ("date'2013-07-01'", 15887),
    "a_timestamp": ("timestamp'2013-07-01 05:00:00.000001'", us("2013-07-01 05:00:00.000001")),
    "an_ntz": ("timestamp_ntz'1969-12-31 23:59:59.999999'", -1),
    "a_day_time": ("interval '-1 02:03:04.5' day to second", -93784500000),
    "hours": ("interval '30' hour", 30 * 3_600_000_000),
    "a_year_month": ("interval '1-2' year to month", 14),
    "years": ("interval '3' year", 36),
    "an_array": ("array(1, null, 3)", [1, None, 3]),
    "months_array": ("array(interval '1' month, null)", [1, None]),
    "years_array": ("array(interval '2' year)", [24]),
    "a_map": ("map('a', 1D, 'b', null)", [("a", 1.0), ("b", None)]),
    "a_struct": ("named_struct('x', 1, 'y', named_struct('z', 'deep', 'm', interval '5' month))", (1, ("deep", 5))),
    "arrays": ("array(array('a'), array(), null)", [["a"], [], None]),
    "map_of_structs": ("map(1, named_struct('t', timestamp'1970-01-01 00:00:01'))", [(1, (1_000_000,))]),
}
KEYABLE = [name for name in EVERY_TYPE if "map" not in name]


def every_type_row(spark: SparkSession) -> Any:
    values = ", ".join(f"{sql} as {name}" for name, (sql, _) in EVERY_TYPE.items())
    null_in_second = [f"if(id = 1, null, {name}) as {name}" for name in EVERY_TYPE]
    return spark.range(2).crossJoin(spark.sql(f"select {values}")).selectExpr("id", *null_in_second)


def test_every_type_as_a_value(spark: SparkSession, publish: Any, root: str) -> None:
    assert publish(every_type_row(spark), "types", root=root, key=["id"]) == 1
    rows = read_view(root, "types")
    assert rows[(0,)] == (0, *(value for _, value in EVERY_TYPE.values()))
    assert rows[(1,)] == (1, *(None for _ in EVERY_TYPE))


@pytest.mark.parametrize("name", KEYABLE)
def test_every_type_as_a_key(spark: SparkSession, publish: Any, root: str, name: str) -> None:
    # Hash and range shards; Spark's order and ours must agree in the task, and Spark's shard with ours.
    publish(every_type_row(spark).select(name, "id"), "v", root=root, key=[name, "id"])
    value = EVERY_TYPE[name][1]
    assert sorted(read_view(root, "v").values(), key=lambda r: r[1]) == [(value, 0), (None, 1)]


#: Six values each, of which the last is NULL, that different rules would order differently.
HARD_VALUES = {
    "double": "cast('-Infinity' as double), -1D, cast('-0' as double), 1D, cast('NaN' as double), null",
    "string": "'', 'a', 'a\\u0000', 'ab', 'é', null",
    "binary": "X'', X'00', X'0000', X'00FF', X'FF', null",
    "decimal": "-1.5, -1.49, 0, 1, 99999.99, null",
    "int array": "array(), array(1), array(1, 2), array(1, null), array(null), null",
    "array of arrays": "array(), array(array(1)), array(array(1, 2)), array(array(null)), array(null), null",
    "struct": "struct(1, 'b'), struct(2, 'a'), struct(2, null), struct(null, 'z'), struct(null, null), null",
    "array of structs": "array(struct(1D)), array(struct(1D), null), array(struct(null)), array(null), array(), null",
    "years": "interval '-1' year, interval '1' year, interval '2' year, interval '3' year, interval '9' year, null",
    "timestamp": "timestamp'1900-01-01', timestamp'1969-12-31', timestamp'1970-01-01', timestamp'9999-01-01', now(), null",
}


#: A sample has each of them in one way.
HARD_KEYS = [(name, by) for n, name in enumerate(HARD_VALUES) for by in (["hash", [2, 5]] if FULL else [["hash", [2, 5]][n % 2]])]


@pytest.mark.parametrize(("name", "partitioning"), HARD_KEYS)
def test_hard_values_are_sorted_as_their_keys(spark: SparkSession, publish: Any, root: str, name: str, partitioning: Any) -> None:
    # The task refuses keys that do not ascend, so it is enough that all rows arrive.
    value = f"element_at(array({HARD_VALUES[name]}), cast(id % 6 + 1 as int))"
    df = spark.range(600).selectExpr("cast(id % 7 as int) as k", f"{value} as v", "id")
    publish(df, "v", root=root, key=["k", "v", "id"], shards=3, partitioning=partitioning)
    assert sorted(row[2] for row in read_view(root, "v").values()) == list(range(600))
    assert {file.shard for file in open_root(root).folder("v").manifest(1).files} <= {0, 1, 2}


def test_window_columns(spark: SparkSession, publish: Any, root: str) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    rows = [("JFK", dt.datetime(2013, 1, 1, 5, m, tzinfo=dt.UTC)) for m in (0, 30, 59)]
    df = spark.createDataFrame(rows, "origin string, t timestamp").groupBy("origin", F.window("t", "1 hour")).count()
    publish(df, "hours", root=root, key=["origin", "window_start"])
    folder = open_root(root).folder("hours")
    assert [c.name for c in folder.schema().columns] == ["origin", "window_start", "window_end", "count"]
    start = us("2013-01-01 05:00:00")
    assert read_view(root, "hours") == {("JFK", start): ("JFK", start, start + 3_600_000_000, 3)}


def test_comments(spark: SparkSession, publish: Any, root: str) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    df = spark.createDataFrame([(1, "a")], "k int, v string").withColumn(
        "v", F.col("v").alias("v", metadata={"comment": "a letter"})
    )
    publish(df, "commented", root=root, key=["k"], comment="letters by number")
    schema = open_root(root).folder("commented").schema()
    assert (schema.comment, [c.comment for c in schema.columns]) == ("letters by number", [None, "a letter"])
    publish(df, "commented", root=root, key=["k"])
    assert open_root(root).folder("commented").schema().comment == "letters by number"


def test_replace_upsert_and_empty_batches(spark: SparkSession, publish: Any, root: str) -> None:
    def rows(*values: tuple[int, str]) -> Any:
        return spark.createDataFrame(list(values), "k int, v string")

    assert publish(rows((1, "a"), (2, "b")), "v", root=root, key=["k"]) == 1
    assert publish(rows((2, "c"), (3, "d")), "v", root=root, key=["k"], mode="upsert") == 2
    assert read_view(root, "v") == {(1,): (1, "a"), (2,): (2, "c"), (3,): (3, "d")}
    assert publish(rows(), "v", root=root, key=["k"], mode="upsert") == 2
    assert publish(rows((9, "z")), "v", root=root, key=["k"]) == 3
    assert read_view(root, "v") == {(9,): (9, "z")}
    assert publish(rows(), "v", root=root, key=["k"]) == 4
    assert read_view(root, "v") == {}


def test_delete_column(spark: SparkSession, publish: Any, root: str) -> None:
    schema = "k int, gone boolean, v string"
    publish(spark.createDataFrame([(1, False, "a"), (2, None, "b")], schema), "v", root=root, key=["k"], delete_column="gone")
    changes = spark.createDataFrame([(1, True, None), (3, False, "c"), (4, True, "never there")], schema)
    publish(changes, "v", root=root, key=["k"], delete_column="gone", mode="upsert")
    assert read_view(root, "v") == {(2,): (2, "b"), (3,): (3, "c")}
    manifest = open_root(root).folder("v").manifest(2)
    assert (manifest.rows, manifest.deletes) == (1, 2)
    publish(changes, "v", root=root, key=["k"], delete_column="gone")
    assert (read_view(root, "v"), open_root(root).folder("v").manifest(3).deletes) == ({(3,): (3, "c")}, 0)


def test_duplicate_keys(spark: SparkSession, publish: Any, root: str) -> None:
    schema = "k int, gone boolean, v string"
    equal = spark.createDataFrame([(1, False, "a"), (1, False, "a"), (2, False, "b")], schema)
    publish(equal, "v", root=root, key=["k"], delete_column="gone")
    assert read_view(root, "v") == {(1,): (1, "a"), (2,): (2, "b")}
    for second, wording in (((7, False, "y"), "two different rows"), ((7, True, "x"), "a row and its deletion")):
        df = spark.createDataFrame([(7, False, "x"), second], schema).repartition(2)
        with pytest.raises(DuplicateKey, match=rf"{wording} for the key \(k=7\)") as refused:
            publish(df, "v", root=root, key=["k"], delete_column="gone")
        assert refused.value.hint
    assert open_root(root).folder("v").latest() == 1
    assert stray_files(root, "v") == set()


def test_range_partitioning(spark: SparkSession, publish: Any, root: str) -> None:
    df = spark.createDataFrame([("AA", 1), ("B6", 2), ("DL", 3), ("UA", 4), (None, 5)], "carrier string, n int")
    publish(df, "v", root=root, key=["carrier", "n"], partitioning=["B6", "UA"])
    manifest = open_root(root).folder("v").manifest(1)
    assert [(f.shard, f.rows) for f in manifest.files] == [(0, 1), (1, 2), (2, 2)]
    partitioning = open_root(root).folder("v").schema().partitioning
    assert partitioning == RangePartitioning((b"\x01B6\x00", b"\x01UA\x00"))
    with pytest.raises(IncompatibleSchema, match="partitioning"):
        publish(df, "v", root=root, key=["carrier", "n"])
    for splits, wording in (([2, 1], "ascend"), (["x"], "shard key's type"), ([(1, "a")], "a value for every column")):
        with pytest.raises(InvalidSchema, match=wording):
            publish(df, "w", root=root, key=["n", "carrier"], partitioning=splits)


def test_range_over_two_columns(spark: SparkSession, publish: Any, root: str) -> None:
    days = [dt.date(2013, 1, d) for d in (1, 2, 3)]
    df = spark.createDataFrame([(o, d) for o in ("EWR", "JFK") for d in days], "origin string, day date")
    splits = [("EWR", days[1]), ("JFK", days[0]), ("JFK", days[2])]
    publish(df, "v", root=root, key=["origin", "day"], shard_key=["origin", "day"], partitioning=splits)
    assert [(f.shard, f.rows) for f in open_root(root).folder("v").manifest(1).files] == [(0, 1), (1, 2), (2, 2), (3, 1)]


def test_awkward_column_names(spark: SparkSession, publish: Any, root: str) -> None:
    df = spark.createDataFrame([(1, 2, 3, 4)], ["a.b", "c`d", "shard", "c0"])
    publish(df, "v", root=root, key=["a.b", "c`d"])
    assert read_view(root, "v") == {(1, 2): (1, 2, 3, 4)}


def test_what_cannot_be_published(spark: SparkSession, publish: Any, root: str) -> None:
    df = spark.createDataFrame([(1, "a")], "k int, v string")
    with pytest.raises(InvalidSchema, match="does not exist"):
        publish(df, "v", root=root, key=["nope"])
    with pytest.raises(InvalidSchema, match="lists of column names"):
        publish(df, "v", root=root, key="k")
    with pytest.raises(InvalidSchema, match="'hashing' is unknown"):
        publish(df, "v", root=root, key=["k"], partitioning="hashing")
    with pytest.raises(InvalidSchema, match="not boolean"):
        publish(df, "v", root=root, key=["k"], delete_column="v")
    with pytest.raises(InvalidSchema, match="map, which has no order"):
        publish(df.selectExpr("map(k, v) as m"), "v", root=root, key=["m"])
    with pytest.raises(UnsupportedType, match="column 'c' has a collation"):
        publish(df.selectExpr("collate(v, 'UTF8_LCASE') as c"), "v", root=root, key=["c"])
    with pytest.raises(UnsupportedType, match="column 'j'"):
        publish(df.selectExpr("k", "parse_json('1') as j"), "v", root=root, key=["k"])
    assert open_root(root, create=True).views() == []


def test_a_changed_schema_is_refused_with_what_differs(spark: SparkSession, publish: Any, root: str) -> None:
    publish(spark.createDataFrame([(1, "a")], "k int, v string"), "v", root=root, key=["k"])
    with pytest.raises(IncompatibleSchema, match="column 2: the view has v string, the job has v long"):
        publish(spark.createDataFrame([(1, 1)], "k int, v long"), "v", root=root, key=["k"])
    wider = spark.createDataFrame([(2, "b", 1.5)], "k int, v string, x double")
    assert publish(wider, "v", root=root, key=["k"], mode="upsert") == 2
    assert read_view(root, "v") == {(1,): (1, "a", None), (2,): (2, "b", 1.5)}


def test_a_view_in_use_is_refused(spark: SparkSession, publish: Any, root: str) -> None:
    df = spark.createDataFrame([(1, "a")], "k int, v string")
    publish(df, "v", root=root, key=["k"])
    schema = open_root(root).folder("v").schema()
    with Publisher(open_root(root), schema, owner="somebody else"), pytest.raises(ConcurrentPublisher, match="another job"):
        publish(df, "v", root=root, key=["k"])


def test_a_large_batch_is_written_in_order_by_several_tasks(spark: SparkSession, publish: Any, root: str) -> None:
    df = spark.range(50_000).selectExpr("cast(hash(id) % 1000 as string) as a", "id", "id * 0.5 as x")
    publish(df, "v", root=root, key=["a", "id"], shards=5)
    manifest = open_root(root).folder("v").manifest(1)
    assert manifest.rows == 50_000
    assert {f.shard for f in manifest.files} == set(range(5))
    expected = {(r.a, r.id): (r.a, r.id, r.x) for r in df.collect()}
    assert read_view(root, "v") == expected


@pytest.mark.parametrize("cores", [1, 3])
def test_any_number_of_cores_writes_the_same_rows(
    spark: SparkSession, publish: Any, root: str, monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    monkeypatch.setattr("statestore.writer.job._cores", lambda _: cores)
    df = spark.range(0, 1000, 1, 7).selectExpr("id * 7919 % 1000 AS id", "concat('x', id) AS name")
    assert publish(df, "v", root=root, key=["id"], shards=5) == 1
    assert publish(df.where("id < 0"), "v", root=root, key=["id"], shards=5, mode="upsert") == 1
    assert read_view(root, "v") == {(i * 7919 % 1000,): (i * 7919 % 1000, f"x{i}") for i in range(1000)}


def test_time_zone_and_arrow_settings_do_not_matter(spark: SparkSession, publish: Any, root: str) -> None:
    settings = {
        "spark.sql.session.timeZone": "America/New_York",
        "spark.sql.execution.arrow.useLargeVarTypes": "true",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "3",
        "spark.sql.adaptive.enabled": "false",
    }
    before = {name: spark.conf.get(name) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    try:
        row = "timestamp'2013-07-01 05:00:00 UTC' as t, timestamp_ntz'2013-07-01 05:00:00' as n, 'x' as s, X'01' as b"
        publish(spark.sql(f"select explode(sequence(1, 100)) as id, {row}"), "v", root=root, key=["t", "id"], shards=2)
    finally:
        for name, value in before.items():
            spark.conf.set(name, value)
    five = us("2013-07-01 05:00:00")
    assert read_view(root, "v") == {(five, i): (i, five, five, "x", b"\x01") for i in range(1, 101)}


def test_a_root_behind_fsspec(spark: SparkSession, publish: Any, tmp_path: Path) -> None:
    # fsspec's "local" scheme is a remote file system to us: no locks, no links, uploads.
    root = f"local://{tmp_path}/root"
    df = spark.range(1000).selectExpr("id", "id * 2 as n")
    assert publish(df, "v", root=root, key=["id"]) == 1
    assert publish(df.where("id < 10").selectExpr("id", "-1L as n"), "v", root=root, key=["id"], mode="upsert") == 2
    assert read_view(root, "v") == {(i,): (i, -1 if i < 10 else 2 * i) for i in range(1000)}


def test_duplicates_behind_fsspec_leave_no_files(spark: SparkSession, publish: Any, tmp_path: Path) -> None:
    df = spark.range(1000).selectExpr("id % 999 as k", "id")
    with pytest.raises(DuplicateKey):
        publish(df, "v", root=f"local://{tmp_path}/root", key=["k"])
    assert [p.name for p in tmp_path.rglob("*") if p.is_file()] == [".probe"]
