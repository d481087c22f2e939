"""Rows per second: `publish` against Spark's JDBC writer plus upsert into PostgreSQL 15, one Spark, one core, same rows.

PostgreSQL is given what helps it: multi-row inserts in batches of 10,000, 1 GB of buffers, no full-page writes, and its own
processes beside Spark's core. Both sides are durable when they return. Both take turns, so what counts is the ratio.
"""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from statestore import publish
from tests.bench.processor import processor_s
from tests.plugins.jdbc import PGJDBC, jdbc_url
from tests.plugins.maven import copy_jars
from tests.plugins.postgres import PostgresServer
from tests.plugins.spark import build_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROWS: Final = 1_000_000
ROUNDS: Final = 3
#: Spark's first jobs of a kind pay for compiling their code, on both sides.
WARM_UP_ROUNDS: Final = 3
#: Turns Spark's look at an Arrow batch's size after each row off: for jobs whose rows are known to be small (docs/measurements.md).
NO_SIZE_CHECK: Final = ("spark.sql.execution.arrow.maxBytesPerBatch", "2147483647b")
WANTED_RATIO: Final = 5
COLUMNS: Final = "id bigint PRIMARY KEY, name text, amount float8, happened_at timestamptz, flag boolean"
UPSERT: Final = (
    "INSERT INTO target SELECT * FROM staging ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, amount = EXCLUDED.amount, "
    "happened_at = EXCLUDED.happened_at, flag = EXCLUDED.flag"
)

#: Makes each round's rows different from those before.
_TURNS: Final = itertools.count()


def run(folder: Path) -> None:
    """Print both rates, cold (all rows new) and upserting (all rows there already), and the ratios."""
    (driver,) = copy_jars(folder, PGJDBC)
    spark = build_session("local[1]", **{"spark.jars": str(driver)})
    postgres = PostgresServer({"shared_buffers": "1GB", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"})
    postgres.start()
    try:
        _compare(spark, folder, postgres.dsn)
    finally:
        postgres.stop()
        spark.stop()


def _compare(spark: SparkSession, folder: Path, dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE target ({COLUMNS})")
        connection.execute(f"CREATE TABLE staging ({COLUMNS.replace(' PRIMARY KEY', '')})")
    for _ in range(WARM_UP_ROUNDS):
        _round(spark, folder, dsn, new=True)
    _report("new rows", [_round(spark, folder, dsn, new=True) for _ in range(ROUNDS)])
    _report("upserted rows", [_round(spark, folder, dsn, new=False) for _ in range(ROUNDS)])
    spark.conf.set(*NO_SIZE_CHECK)
    _report("new rows, Arrow batches limited by rows alone", [_round(spark, folder, dsn, new=True) for _ in range(ROUNDS)])


@dataclass(frozen=True, slots=True)
class Cost:
    """What one version, or one upsert, took."""

    wall_s: float
    processor_s: float


def _round(spark: SparkSession, folder: Path, dsn: str, *, new: bool) -> tuple[Cost, Cost]:
    """Both sides with the same rows: into an empty view and table if *new*, else over those of the round before."""
    if new:
        shutil.rmtree(folder / "root", ignore_errors=True)
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("TRUNCATE target")
    rows = _rows(spark, next(_TURNS)).persist()
    rows.count()
    costs = _cost(_publish, rows, str(folder / "root"), os.getpid()), _cost(_upsert, rows, dsn, os.getpid(), _postmaster(dsn))
    rows.unpersist(blocking=True)
    return costs


def _report(what: str, rounds: list[tuple[Cost, Cost]]) -> None:
    ours, theirs = (_median(costs) for costs in zip(*rounds, strict=True))
    print(f"{what}: publish {ROWS / ours.wall_s:,.0f} rows/s, JDBC upsert {ROWS / theirs.wall_s:,.0f} rows/s, ", end="")
    print(f"ratio {theirs.wall_s / ours.wall_s:.1f} (wanted: {WANTED_RATIO}); ", end="")
    print(f"rows per second a core, by processor time: publish {ROWS / ours.processor_s:,.0f}, ", end="")
    print(f"JDBC upsert {ROWS / theirs.processor_s:,.0f} (with PostgreSQL's)", flush=True)


def _median(costs: Iterable[Cost]) -> Cost:
    found = list(costs)
    return Cost(statistics.median(c.wall_s for c in found), statistics.median(c.processor_s for c in found))


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


def _postmaster(dsn: str) -> int:
    """The process that all of PostgreSQL's descend from; it runs on this machine."""
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int").fetchone()
    assert row is not None
    return int(row[0])


def _cost(action: Callable[[DataFrame, str], None], rows: DataFrame, target: str, *processes: int) -> Cost:
    """What *action* took; processor time is that of *processes* and their descendants."""
    started_s, used_s = time.perf_counter(), processor_s(*processes)
    action(rows, target)
    return Cost(time.perf_counter() - started_s, processor_s(*processes) - used_s)
