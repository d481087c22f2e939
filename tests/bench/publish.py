"""Rows per second: `publish` against Spark's JDBC writer plus upsert into PostgreSQL 15, one Spark, one core, same rows."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from statestore import publish
from tests.clients.test_pgjdbc import PGJDBC, jdbc_url
from tests.plugins.need import program
from tests.plugins.postgres import PostgresServer
from tests.plugins.spark import build_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROWS: Final = 1_000_000
ROUNDS: Final = 3
WANTED_RATIO: Final = 5
COLUMNS: Final = "id bigint PRIMARY KEY, name text, amount float8, happened_at timestamptz, flag boolean"
UPSERT: Final = (
    "INSERT INTO target SELECT * FROM staging ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, amount = EXCLUDED.amount, "
    "happened_at = EXCLUDED.happened_at, flag = EXCLUDED.flag"
)


def run(folder: Path) -> None:
    """Print both rates, cold (all rows new) and upserting (all rows there already), and the ratios."""
    fetch = [program("mvn"), "-q", "-B", "dependency:copy", f"-Dartifact={PGJDBC}", f"-DoutputDirectory={folder}"]
    subprocess.run(fetch, check=True)
    spark = build_session("local[1]", **{"spark.jars": str(next(folder.glob("*.jar")))})
    postgres = PostgresServer({"shared_buffers": "1GB", "fsync": "on", "synchronous_commit": "on"})
    postgres.start()
    try:
        _compare(spark, folder, postgres.dsn)
    finally:
        postgres.stop()
        spark.stop()


def _compare(spark: SparkSession, folder: Path, dsn: str) -> None:
    (folder / "root").mkdir()
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE target ({COLUMNS})")
        connection.execute(f"CREATE TABLE staging ({COLUMNS.replace(' PRIMARY KEY', '')})")
    times: dict[str, list[float]] = {"tidegate": [], "postgres": []}
    _warm_up(spark, folder, dsn)
    for turn in range(ROUNDS + 1):
        rows = _rows(spark, turn).persist()
        rows.count()
        times["tidegate"].append(_timed(_publish, rows, str(folder / "root")))
        times["postgres"].append(_timed(_upsert, rows, dsn))
        rows.unpersist()
    for what, slice_ in (("new rows", slice(0, 1)), ("upserted rows", slice(1, None))):
        ours, theirs = (ROWS / statistics.median(times[name][slice_]) for name in ("tidegate", "postgres"))
        print(f"{what}: publish {ours:,.0f} rows/s, JDBC upsert {theirs:,.0f} rows/s, ", end="")
        print(f"ratio {ours / theirs:.1f} (wanted: {WANTED_RATIO})", flush=True)


def _warm_up(spark: SparkSession, folder: Path, dsn: str) -> None:
    """Spark's first job of a kind pays for compiling its code; neither side's first round should."""
    (folder / "warm").mkdir()
    _publish(_rows(spark, 0), str(folder / "warm"))
    _upsert(_rows(spark, 0), dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("TRUNCATE target")


def _rows(spark: SparkSession, turn: int) -> DataFrame:
    return spark.range(ROWS).selectExpr(
        "id * 7919 % 1000000 AS id",
        f"concat('name-', id, '-', {turn}) AS name",
        f"id * 0.37D + {turn} AS amount",
        "timestamp_seconds(1356998400 + id) AS happened_at",
        "id % 3 = 0 AS flag",
    )


def _upsert(rows: DataFrame, dsn: str) -> None:
    """The usual way: append to a staging table, then INSERT … ON CONFLICT in one statement."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("TRUNCATE staging")
    writer = rows.write.format("jdbc").option("url", jdbc_url(dsn) + "?reWriteBatchedInserts=true").option("dbtable", "staging")
    writer.option("user", "postgres").option("driver", "org.postgresql.Driver").option("batchsize", 10_000).mode("append").save()
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(UPSERT)


def _publish(rows: DataFrame, root: str) -> None:
    publish(rows, "target", root=root, key=["id"], mode="upsert")


def _timed(action: Callable[[DataFrame, str], None], rows: DataFrame, target: str) -> float:
    started_s = time.perf_counter()
    action(rows, target)
    return time.perf_counter() - started_s
