"""One key of a state of a million keys in 8 partitions: an attached checkpoint against Spark's own reader of the same one."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from tests.attach.jobs.job import PROVIDERS
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.spark import build_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

KEYS: Final = 1_000_000
PARTITIONS: Final = 8
ROUNDS: Final = 5
LOOKUPS: Final = 1_000
#: What the issue of attaching asks for.
WANTED_RATIO: Final = 500
WANTED_FIRST_S: Final = 2.0

CONF: Final = {"spark.sql.shuffle.partitions": str(PARTITIONS), "spark.sql.adaptive.enabled": "false", **PROVIDERS["rocksdb"]}
POINT: Final = "SELECT id, count, sum FROM trades WHERE id = %s"


def run(folder: Path) -> None:
    """Print ratios, the first answer's time, and memory."""
    checkpoint = folder / "checkpoint"
    spark = build_session(**CONF)
    spark.sparkContext.setLogLevel("ERROR")
    try:
        build(spark, folder / "input", checkpoint)
        (folder / "root").mkdir()
        first_answers(folder, checkpoint)
        with running_gateway(folder / "root", folder / "store", f"--attach=trades={checkpoint}") as gateway:
            compare(spark, checkpoint, gateway)
            memory(gateway)
    finally:
        spark.stop()


def build(spark: SparkSession, source: Path, checkpoint: Path) -> None:
    """One batch that counts and sums two trades of every key."""
    from pyspark.sql import functions as F  # noqa: N812

    trades = spark.range(2 * KEYS).select((F.col("id") % KEYS).alias("id"), (F.col("id") % 1000).alias("amount"))
    trades.write.parquet(str(source))
    stream = spark.readStream.schema(trades.schema).parquet(str(source)).groupBy("id").agg(F.count("*"), F.sum("amount"))
    writer = stream.writeStream.format("noop").outputMode("update").option("checkpointLocation", str(checkpoint))
    writer.trigger(availableNow=True).start().awaitTermination()


def expected(key: int) -> tuple[int, int, int]:
    """The row of a key."""
    return key, 2, sum(value % 1000 for value in (key, key + KEYS))


def first_answers(folder: Path, checkpoint: Path) -> None:
    """From the start of the process to its first answer, with the checkpoint and without."""
    times: dict[str, list[float]] = {"without": [], "with": []}
    held: dict[str, list[float]] = {"without": [], "with": []}
    for turn in range(ROUNDS):
        for name, arguments in (("without", ()), ("with", (f"--attach=trades={checkpoint}",))):
            began_s = time.perf_counter()
            with (
                running_gateway(folder / "root", folder / f"first-{name}-{turn}", *arguments) as gateway,
                psycopg.connect(gateway.dsn) as connection,
            ):
                if arguments:
                    assert connection.execute(POINT, [turn]).fetchall() == [expected(turn)]
                else:
                    connection.execute("SELECT 1").fetchall()
                times[name].append(time.perf_counter() - began_s)
                held[name].append(resident(gateway))
    bare_s, attached_s = (statistics.median(times[name]) for name in ("without", "with"))
    print(
        f"first answer: {attached_s:.2f} s from the start of the process, {bare_s:.2f} s without a checkpoint: "
        f"attaching takes {attached_s - bare_s:.2f} s (wanted: {WANTED_FIRST_S:g}); "
        f"memory {statistics.median(held['with']):,.0f} MB, without {statistics.median(held['without']):,.0f} MB",
        flush=True,
    )


def compare(spark: SparkSession, checkpoint: Path, gateway: Gateway) -> None:
    """Take turns, and print medians."""
    chance = random.Random(1)
    theirs: list[float] = []
    ours: list[float] = []
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:

        def ask(key: int) -> object:
            row = connection.execute(POINT, [key]).fetchone()
            return row

        def read(key: int) -> object:
            state = spark.read.format("statestore").load(str(checkpoint))
            (row,) = state.where(state.key.id == key).select("key.id", "value.count", "value.sum").collect()
            return tuple(row)

        timed(ask, 0)
        timed(read, 0)
        for _ in range(ROUNDS):
            theirs.append(timed(read, chance.randrange(KEYS)))
            ours += [timed(ask, chance.randrange(KEYS)) for _ in range(LOOKUPS)]
    spark_s, our_s = statistics.median(theirs), statistics.median(ours)
    worst_s = statistics.quantiles(ours, n=100)[-1]
    print(
        f"one key of {KEYS:,}: {our_s * 1e6:,.0f} µs (99 of 100 within {worst_s * 1e6:,.0f} µs), Spark's reader {spark_s:.2f} s, "
        f"ratio {spark_s / our_s:,.0f} (wanted: {WANTED_RATIO})",
        flush=True,
    )


def timed(act: Callable[[int], object], key: int) -> float:
    """Seconds that it takes; the answer is checked."""
    began_s = time.perf_counter()
    found = act(key)
    took_s = time.perf_counter() - began_s
    assert found == expected(key)
    return took_s


def memory(gateway: Gateway) -> None:
    """Resident memory with lookups behind it, and once a GROUP BY has made the columnar copy."""
    looked_up = resident(gateway)
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        began_s = time.perf_counter()
        connection.execute("SELECT count(*), sum(sum) FROM trades").fetchall()
        first_s = time.perf_counter() - began_s
        again: list[float] = []
        for _ in range(ROUNDS):
            began_s = time.perf_counter()
            assert connection.execute("SELECT count(*), sum(count)::int8 FROM trades").fetchall() == [(KEYS, 2 * KEYS)]
            again.append(time.perf_counter() - began_s)
    print(
        f"memory: {looked_up:,.0f} MB after the lookups, {resident(gateway):,.0f} MB after a sum over all rows "
        f"({first_s:.2f} s the first time, then {statistics.median(again):.3f} s)",
        flush=True,
    )


def resident(gateway: Gateway) -> float:
    """MB of resident memory."""
    pages = int(Path(f"/proc/{gateway.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6
